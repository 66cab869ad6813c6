//! The same games on other servers: what is told, and what is heard. Whatever is heard of events, only the
//! store is believed.

use super::{Games, tell};
use crate::bus::{Note, Told};
use crate::failure::Failure;
use crate::live::{Acknowledged, Live, State};
use crate::news::News;
use crate::store::Stored;
use crate::time::now;

/// How many events viewers are told one by one; of more, the game as it stands is shorter.
const ONE_BY_ONE: usize = 8;

impl Games {
    pub(super) fn tell_others(&self, live: &Live, seq: u64) {
        if let Some(outbox) = &self.outbox {
            outbox.tell(&live.id, Told::Event { seq });
        }
    }

    /// Takes in what another server tells about a game.
    pub(crate) async fn take_in(&self, live: &Live, note: Note) -> Result<(), Failure> {
        match note.what {
            Told::Event { seq } => self.look_again(live, seq.saturating_add(1)).await?,
            Told::Present { here } => live.hear_presence(&note.server, here, now()),
            Told::Chat(chat) => live.hear_chat(&chat),
            Told::Who => live.announce(),
        }
        Ok(())
    }

    /// Looks into the store if a game may have so many lines.
    pub(crate) async fn look_again(&self, live: &Live, length: u64) -> Result<(), Failure> {
        let mut acknowledged = live.turn.lock().await;
        if live.state().seq() < length {
            self.refresh(live, &mut acknowledged).await?;
        }
        Ok(())
    }

    /// Looks into the store whether a game went on elsewhere, and goes on with it; whether it did.
    pub(super) async fn refresh(
        &self,
        live: &Live,
        acknowledged: &mut Acknowledged,
    ) -> Result<bool, Failure> {
        let before = live.state();
        let Some(stored) = self.store.load_from(&live.id, before.seq()).await? else {
            return Ok(false);
        };
        let names = (before.seq()..).zip(&stored.lines);
        acknowledged.extend(names.filter_map(|(seq, (_, name))| Some((name.clone()?, seq))));
        live.set_ours(false);
        if tokio::task::block_in_place(|| follow(live, &before, stored)).is_err() {
            self.reload(live, acknowledged).await?;
        }
        Ok(true)
    }

    /// Begins again with what the store has, whatever this server believed.
    pub(super) async fn reload(
        &self,
        live: &Live,
        acknowledged: &mut Acknowledged,
    ) -> Result<(), Failure> {
        let (state, named) = self.load(&live.id).await?;
        *acknowledged = named;
        live.replace(state);
        Ok(())
    }
}

/// Goes on with lines from the store.
fn follow(live: &Live, before: &State, stored: Stored) -> Result<(), Failure> {
    let damaged = |error: &dyn std::fmt::Display| Failure::Damaged(error.to_string());
    let seats = serde_json::from_str(&stored.seats).map_err(|error| damaged(&error))?;
    let mut state = State { seats, ..before.clone() };
    let mut news: Vec<(State, News)> = Vec::new();
    let many = stored.lines.len() > ONE_BY_ONE;
    for (line, _) in stored.lines {
        let last = state.clone();
        let event = state.log.follow(&line).map_err(|error| damaged(&error))?;
        if let Some(side) = event.by() {
            live.did(side, state.log.table().last_event());
        }
        if !many {
            news.push((state.clone(), tell(&last, &state, &event, line)));
        }
    }
    if many {
        live.replace(state);
    }
    for (state, news) in news {
        live.go_on(state, news);
    }
    Ok(())
}
