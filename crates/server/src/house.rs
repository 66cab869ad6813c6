//! What the server itself does in a game: the computer moves and answers, and flags fall.

use crate::engines::Engines;
use crate::failure::Failure;
use crate::live::{Games, Live, Request, State};
use crate::seats::Seat;
use arbiter::{Dice, Event, Phase, Proposal, Purpose};
use draughts::Color;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// When to try again what the store did not take.
const AGAIN: Duration = Duration::from_secs(1);

/// Looks after the games that somebody is looking at.
pub struct House {
    /// The games.
    pub games: Games,
    engines: Engines,
    /// Hints have engines of their own: however many are asked for, no game waits.
    advisers: Engines,
}

impl House {
    /// A house for these games.
    pub fn new(games: Games) -> Self {
        Self { games, engines: Engines::new(), advisers: Engines::of(1) }
    }

    /// A game, which is looked after from now on.
    pub async fn open(self: &Arc<Self>, id: &str) -> Result<Arc<Live>, Failure> {
        let live = self.games.find(id).await?;
        if live.is_attended_from_now() {
            let (house, changes) = (Arc::clone(self), live.subscribe());
            tokio::spawn(attend(house, Arc::downgrade(&live), changes));
        }
        Ok(live)
    }

    /// Lets something happen on behalf of whoever shows this key, also if they have gone before it
    /// is stored.
    pub async fn act(
        self: &Arc<Self>,
        live: &Arc<Live>,
        key: &str,
        request: Request,
    ) -> Result<u64, Failure> {
        let (house, live, key) = (Arc::clone(self), Arc::clone(live), key.to_owned());
        let done = tokio::spawn(async move { house.games.act(&live, &key, request).await });
        done.await.map_err(|error| Failure::Broken(error.to_string()))?
    }

    /// The move that a strong engine would make in a game, as text; none when the game is over.
    pub async fn hint(&self, live: &Live) -> Result<Option<String>, Failure> {
        /// Strong enough to learn from, and quick.
        const LEVEL: u8 = 9;
        let _turn = live.advice()?;
        let state = live.state().await;
        let table = state.log.table();
        if table.phase() != Phase::Playing {
            return Ok(None);
        }
        let position = *table.game().position();
        let report = self.advisers.think(table.game().clone(), LEVEL, 0).await;
        Ok(report.map(|report| position.text(&report.best)))
    }

    /// Does what is due; how long until something may be due again.
    async fn tend(&self, live: &Live) -> Option<Duration> {
        let state = live.state().await;
        let now = self.games.now(&state);
        let table = state.log.table();
        let turn = table.turn();
        let due = if table.until_flag(now) == Some(0) {
            Some(Request::of(Event::Flag { side: turn }))
        } else if let Some(answer) = answer(&state) {
            Some(Request::of(answer))
        } else if table.phase() == Phase::Playing {
            self.computer_move(&state).await
        } else {
            None
        };
        match due {
            // A change brings us back here; if somebody was faster, so does theirs.
            Some(request) => {
                match self.games.act_for_server(live, request).await {
                    // The disk may come back.
                    Err(Failure::Store(_)) => Some(AGAIN),
                    _ => None,
                }
            }
            None => table.until_flag(now).map(Duration::from_millis),
        }
    }

    async fn computer_move(&self, state: &State) -> Option<Request> {
        let table = state.log.table();
        let side = table.turn();
        let Seat::Computer(level) = *state.seats.of(side) else { return None };
        let ply = table.moves().len();
        let purpose = Purpose::Engine { ply: u32::try_from(ply).unwrap_or(u32::MAX) };
        let seed = Dice::new(table.terms().seed, purpose).bits();
        let report = self.engines.think(table.game().clone(), level, seed).await?;
        let text = table.game().position().text(&report.best);
        let event = Event::Move { side, text, lag: 0 };
        Some(Request { ply: Some(ply), ..Request::of(event) })
    }
}

/// The computer's answer to what is offered: it lets moves be taken back and plays again, and it
/// plays for a win.
fn answer(state: &State) -> Option<Event> {
    let table = state.log.table();
    let is_computer = |side: Color| matches!(state.seats.of(side), Seat::Computer(_));
    let offer = table.offers().iter().find(|offer| is_computer(!offer.by))?;
    let (side, proposal) = (!offer.by, offer.proposal);
    Some(match proposal {
        Proposal::Draw => Event::Decline { side, proposal },
        _ => Event::Accept { side, proposal },
    })
}

/// Looks after one game until nobody looks at it any more.
async fn attend(house: Arc<House>, live: Weak<Live>, mut changes: Receiver<u64>) {
    loop {
        let wait = match live.upgrade() {
            Some(live) => house.tend(&live).await,
            None => return,
        };
        let flag = async {
            match wait {
                Some(wait) => tokio::time::sleep(wait).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            change = changes.recv() => match change {
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            },
            () = flag => {}
        }
    }
}
