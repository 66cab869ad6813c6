//! Games shared with other servers: what is told to them and heard from them. Messages about events are only hints: the
//! store is the truth.

use super::{Before, Games, tell};
use crate::blocking::Task;
use crate::bus::{BusMessage, BusMessageKind};
use crate::error::ApiError;
use crate::live_game::{ActionState, LiveGame, State};
use crate::store::Stored;
use crate::time::now;
use crate::update::Update;
use crate::view::SharedView;
use arbiter::Time;
use draughts::Color;
use std::sync::Arc;

/// The most events sent to viewers one by one; beyond that, the whole game is smaller.
const ONE_BY_ONE: usize = 8;

impl Games {
    pub(super) fn tell_others(&self, live: &LiveGame, seq: u64) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&live.id, BusMessageKind::Event { seq });
        }
    }

    /// Handles another server's message about a game.
    pub(crate) async fn take_in(
        &self,
        live: &LiveGame,
        message: BusMessage,
    ) -> Result<(), ApiError> {
        match message.what {
            BusMessageKind::Event { seq } => self.look_again(live, seq.saturating_add(1)).await?,
            BusMessageKind::Present { here } => live.hear_presence(&message.server, here, now()),
            BusMessageKind::Chat(chat) => live.hear_chat(&chat),
            BusMessageKind::RollCall => live.announce(),
            BusMessageKind::Counted => self.tell_ratings(live).await,
        }
        Ok(())
    }

    /// Sends the new ratings to all viewers, once the result has been counted.
    async fn tell_ratings(&self, live: &LiveGame) {
        let changes = self.people.changes(&live.id, &live.state()).await;
        if changes.iter().any(Option::is_some) {
            live.tell_ratings(&changes);
        }
    }

    /// Sends the new ratings to all viewers, here and on other servers.
    pub(crate) async fn counted(&self, live: &LiveGame) {
        self.tell_ratings(live).await;
        if let Some(outbox) = &self.outbox {
            outbox.tell(&live.id, BusMessageKind::Counted);
        }
    }

    /// Checks the store if a game may have this many lines.
    pub(crate) async fn look_again(&self, live: &LiveGame, length: u64) -> Result<(), ApiError> {
        let mut turn = live.turn.lock().await;
        if live.state().seq() < length {
            self.refresh(live, &mut turn).await?;
        }
        Ok(())
    }

    /// Checks the store for events of other servers and applies them; returns whether there were any.
    pub(super) async fn refresh(
        &self,
        live: &LiveGame,
        turn: &mut ActionState,
    ) -> Result<bool, ApiError> {
        let Before { state: before, shared_view, player } = Before::of(live);
        let Some(stored) = self.store.load_from(&live.id, before.seq()).await? else {
            return Ok(false);
        };
        turn.forget();
        let names = (before.seq()..).zip(&stored.lines);
        turn.acknowledged.extend(names.filter_map(|(seq, (_, name))| Some((name.clone()?, seq))));
        live.set_local(false);
        let follow = move || Followed::of(&before, shared_view.clone(), &stored);
        match self.pool.soon(player, Task::Position, follow).await? {
            Ok(followed) => followed.show(live),
            Err(_) => self.reload(live, turn).await?,
        }
        Ok(true)
    }

    /// Reloads a game from the store, discarding this server's state.
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

/// A game advanced by events of other servers.
struct Followed {
    state: State,
    /// The players who acted, with times.
    seen: Vec<(Color, Time)>,
    /// The updates for viewers, one per event; empty if there are too many.
    told: Vec<(State, Arc<SharedView>, Update)>,
}

impl Followed {
    /// Applies lines from the store.
    fn of(
        before: &State,
        mut shared_view: Option<Arc<SharedView>>,
        stored: &Stored,
    ) -> Result<Self, ApiError> {
        let damaged = |error: &dyn std::fmt::Display| ApiError::Damaged(error.to_string());
        let mut state = State { seats: Arc::new(stored.seats.clone()), ..before.clone() };
        let (mut seen, mut told) = (Vec::new(), Vec::new());
        let is_told = stored.lines.len() <= ONE_BY_ONE;
        for (line, _) in &stored.lines {
            let last = state.clone();
            let event = state.log.follow(line).map_err(|error| damaged(&error))?;
            seen.extend(event.by().map(|side| (side, state.log.table().last_event())));
            if is_told {
                let seen = Arc::new(SharedView::of(state.log.table(), shared_view.as_deref()));
                let update = tell(&last, &state, &seen, &event, line.clone());
                told.push((state.clone(), Arc::clone(&seen), update));
                shared_view = Some(seen);
            }
        }
        Ok(Self { state, seen, told })
    }

    fn show(self, live: &LiveGame) {
        for (side, at) in self.seen {
            live.did(side, at);
        }
        if self.told.is_empty() {
            return live.replace(self.state);
        }
        for (state, shared_view, update) in self.told {
            let seq = state.seq();
            live.commit(state, update);
            live.show(seq, shared_view);
        }
    }
}
