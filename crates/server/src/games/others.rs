//! The same games on other servers: what is told, and what is heard. Whatever is heard of events, only the
//! store is believed.

use super::{Before, Games, tell};
use crate::blocking::Task;
use crate::bus::{Note, NoteKind};
use crate::error::ApiError;
use crate::live_game::{ActionState, LiveGame, State};
use crate::store::Stored;
use crate::time::now;
use crate::update::Update;
use crate::view::Scene;
use arbiter::Time;
use draughts::Color;
use std::sync::Arc;

/// How many events viewers are told one by one; of more, the game as it stands is shorter.
const ONE_BY_ONE: usize = 8;

impl Games {
    pub(super) fn tell_others(&self, live: &LiveGame, seq: u64) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&live.id, NoteKind::Event { seq });
        }
    }

    /// Takes in what another server tells about a game.
    pub(crate) async fn take_in(&self, live: &LiveGame, note: Note) -> Result<(), ApiError> {
        match note.what {
            NoteKind::Event { seq } => self.look_again(live, seq.saturating_add(1)).await?,
            NoteKind::Present { here } => live.hear_presence(&note.server, here, now()),
            NoteKind::Chat(chat) => live.hear_chat(&chat),
            NoteKind::Requester => live.announce(),
        }
        Ok(())
    }

    /// Looks into the store if a game may have so many lines.
    pub(crate) async fn look_again(&self, live: &LiveGame, length: u64) -> Result<(), ApiError> {
        let mut turn = live.turn.lock().await;
        if live.state().seq() < length {
            self.refresh(live, &mut turn).await?;
        }
        Ok(())
    }

    /// Looks into the store whether a game went on elsewhere, and goes on with it; whether it did.
    pub(super) async fn refresh(
        &self,
        live: &LiveGame,
        turn: &mut ActionState,
    ) -> Result<bool, ApiError> {
        let Before { state: before, scene, player } = Before::of(live);
        let Some(stored) = self.store.load_from(&live.id, before.seq()).await? else {
            return Ok(false);
        };
        turn.forget();
        let names = (before.seq()..).zip(&stored.lines);
        turn.acknowledged.extend(names.filter_map(|(seq, (_, name))| Some((name.clone()?, seq))));
        live.set_ours(false);
        let follow = move || Followed::of(&before, scene.clone(), &stored);
        match self.pool.soon(player, Task::Position, follow).await? {
            Ok(followed) => followed.show(live),
            Err(_) => self.reload(live, turn).await?,
        }
        Ok(true)
    }

    /// Begins again with what the store has, whatever this server believed.
    pub(super) async fn reload(
        &self,
        live: &LiveGame,
        turn: &mut ActionState,
    ) -> Result<(), ApiError> {
        let (state, acknowledged) = self.load(&live.id).await?;
        turn.forget();
        turn.acknowledged = acknowledged;
        live.replace(state);
        Ok(())
    }
}

/// A game that went on elsewhere.
struct Followed {
    state: State,
    /// What players did, and when.
    signs: Vec<(Color, Time)>,
    /// What viewers are told one by one; nothing if it is too much.
    told: Vec<(State, Arc<Scene>, Update)>,
}

impl Followed {
    /// Goes on with lines from the store.
    fn of(
        before: &State,
        mut scene: Option<Arc<Scene>>,
        stored: &Stored,
    ) -> Result<Self, ApiError> {
        let damaged = |error: &dyn std::fmt::Display| ApiError::Damaged(error.to_string());
        let mut state = State { seats: Arc::new(stored.seats.clone()), ..before.clone() };
        let (mut signs, mut told) = (Vec::new(), Vec::new());
        let is_told = stored.lines.len() <= ONE_BY_ONE;
        for (line, _) in &stored.lines {
            let last = state.clone();
            let event = state.log.follow(line).map_err(|error| damaged(&error))?;
            signs.extend(event.by().map(|side| (side, state.log.table().last_event())));
            if is_told {
                let seen = Arc::new(Scene::of(state.log.table(), scene.as_deref()));
                let update = tell(&last, &state, &seen, &event, line.clone());
                told.push((state.clone(), Arc::clone(&seen), update));
                scene = Some(seen);
            }
        }
        Ok(Self { state, signs, told })
    }

    fn show(self, live: &LiveGame) {
        for (side, at) in self.signs {
            live.did(side, at);
        }
        if self.told.is_empty() {
            return live.replace(self.state);
        }
        for (state, scene, update) in self.told {
            let seq = state.seq();
            live.go_on(state, update);
            live.show(seq, scene);
        }
    }
}
