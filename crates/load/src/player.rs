//! Players: they play any legal move when it is due.

use crate::client::Shared;
use crate::follower::{Follower, PlayerEvent};
use crate::message;
use crate::pace::{LoadPhase, MovePace};
use draughts::Color;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use wire::{Code, ErrorView};

/// How long a player pauses after an error.
const AFTER_REFUSAL: Duration = Duration::from_millis(250);

/// The error code if the store failed, possibly after writing.
const UNSURE: Code = Code::Store;

/// A player of a game.
pub struct LoadPlayer {
    follower: Follower,
    shared: Arc<Shared>,
    side: Color,
    pace: Arc<MovePace>,
    chance: fastrand::Rng,
    /// When the next move is due, and at which ply.
    due: Option<(usize, Instant)>,
    /// The last request.
    asked: Option<PendingMove>,
    /// When it is repeated, because it is unknown whether it was stored.
    again: Option<Instant>,
    next_id: u64,
}

/// A requested move.
struct PendingMove {
    id: u64,
    ply: usize,
    request: String,
}

impl LoadPlayer {
    pub fn new(
        follower: Follower,
        shared: &Arc<Shared>,
        side: Color,
        pace: &Arc<MovePace>,
    ) -> Self {
        Self {
            follower,
            shared: Arc::clone(shared),
            side,
            pace: Arc::clone(pace),
            chance: fastrand::Rng::new(),
            due: None,
            asked: None,
            again: None,
            next_id: 1,
        }
    }

    /// Plays until the game is over or the load ends.
    pub async fn play(mut self, mut phase: watch::Receiver<LoadPhase>) {
        while *phase.borrow() < LoadPhase::Over && !self.has_finished() {
            let due = self.due(*phase.borrow_and_update());
            tokio::select! {
                heard = self.follower.client.hear() => {
                    let news = self.follower.take(heard).await;
                    self.hear(news);
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.act().await,
                changed = phase.changed() => if changed.is_err() { break },
            }
        }
        self.follower.client.leave().await;
    }

    fn has_finished(&self) -> bool {
        let waits = self.again.is_some() || self.follower.client.waits_for().is_some();
        self.follower.is_over() && !waits
    }

    /// When to send something, if this player has to.
    fn due(&mut self, phase: LoadPhase) -> Option<Instant> {
        if self.again.is_some() {
            return self.again;
        }
        let stand = self.follower.stand.as_ref()?;
        let to_move = stand.on && stand.turn == self.side && !stand.legal.is_empty();
        // An acknowledged move may not have arrived yet.
        let made = self.asked.as_ref().is_some_and(|asked| asked.ply >= stand.ply);
        if phase != LoadPhase::Playing
            || !to_move
            || made
            || self.follower.client.waits_for().is_some()
        {
            return None;
        }
        match self.due {
            Some((ply, due)) if ply == stand.ply => Some(due),
            _ => {
                let due = self.pace.next(Instant::now());
                self.due = Some((stand.ply, due));
                Some(due)
            }
        }
    }

    async fn act(&mut self) {
        match (self.again.take(), &self.asked) {
            (Some(_), Some(PendingMove { id, request, .. })) => {
                self.shared.tally.count.repeated.up();
                self.follower.client.ask(*id, request.clone()).await;
            }
            _ => self.make_move().await,
        }
    }

    async fn make_move(&mut self) {
        let Some(stand) = &self.follower.stand else { return };
        let Some(text) = self.chance.choice(&stand.legal) else { return };
        let (id, ply, game) = (self.next_id, stand.ply, &self.follower.game);
        let name = format!("{:016x}", self.chance.u64(..));
        let request = message::moves(id, &name, &game.id, self.side, text, ply);
        game.record().asks(self.side, ply, text);
        self.next_id += 1;
        self.asked = Some(PendingMove { id, ply, request: request.clone() });
        self.follower.client.ask(id, request).await;
    }

    fn hear(&mut self, news: PlayerEvent) {
        match news {
            PlayerEvent::Move(took) => {
                // The side to move now did not make it.
                if self.follower.stand.as_ref().is_some_and(|stand| stand.turn == self.side) {
                    self.shared.tally.seen(took);
                }
            }
            PlayerEvent::Done(id, answer) => self.answered(id, answer),
            PlayerEvent::Nothing => {}
        }
    }

    fn answered(&mut self, id: u64, answer: Result<u64, ErrorView>) {
        let asked = self.asked.as_ref().filter(|asked| asked.id == id);
        let Some(ply) = asked.map(|asked| asked.ply) else { return };
        let game = &self.follower.game;
        match answer {
            Ok(seq) => {
                let judged = game.record().acknowledged(self.side, ply, seq);
                match judged {
                    Ok(Some(took)) => self.shared.tally.acknowledged(took),
                    Ok(None) => {}
                    Err(wrong) => self.shared.tally.wrong(&game.id, &wrong),
                }
            }
            Err(error) => {
                self.shared.tally.refused(&error.code.word(), &error.message);
                if error.code == UNSURE {
                    self.again = Some(Instant::now() + AFTER_REFUSAL);
                    return;
                }
                let judged = game.record().refused(self.side, ply);
                if let Err(wrong) = judged {
                    self.shared.tally.wrong(&game.id, &wrong);
                    return;
                }
                self.asked = None;
                self.due = Some((ply, Instant::now() + AFTER_REFUSAL));
            }
        }
    }
}
