//! The status of an unfinished game for one of its players.

use super::clocks::left;
use crate::live_game::State;
use crate::seats::Requester;
use crate::time;
use crate::words::{Language, Phrase};
use arbiter::Phase;

/// The status of an unfinished game for one of its players.
pub struct GameStanding {
    /// Whether it is their move.
    pub is_due: bool,
    waits: bool,
    /// The time left for this move, in milliseconds.
    left: Option<u64>,
}

impl GameStanding {
    /// Returns the status for a player; `None` for those who play neither or both sides.
    pub fn of(state: &State, who: &Requester) -> Option<Self> {
        let table = state.log.table();
        let [side] = state.seats.sides(who)[..] else { return None };
        Some(Self {
            is_due: table.phase() == Phase::Playing && table.turn() == side,
            waits: table.phase() == Phase::Waiting,
            left: table.until_flag(time::now_after(table.last_event())),
        })
    }

    /// Returns the key for sorting: urgent games come first.
    pub fn order(&self) -> (bool, u64) {
        (!self.is_due, self.left.unwrap_or(u64::MAX))
    }

    /// Whose move it is, in words.
    pub fn whose(&self) -> Phrase {
        Phrase::new(match (self.waits, self.is_due) {
            (true, _) => "games.waiting",
            (false, true) => "games.your-move",
            (false, false) => "games.their-move",
        })
    }

    /// In words, with the time left.
    pub fn said(&self, language: Language) -> String {
        let time = self.left.map(left);
        let parts: Vec<String> = [Some(self.whose()), time]
            .iter()
            .flatten()
            .map(|phrase| phrase.said(language))
            .collect();
        parts.join(" · ")
    }
}
