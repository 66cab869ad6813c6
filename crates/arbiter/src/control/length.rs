//! The usual length of games with a time control.

use super::{Bonus, Stage, TimeControl};

/// The number of moves by each player in a game of usual length.
const MOVES: u64 = 40;

impl TimeControl {
    /// Returns a player's time for a game of 40 moves, in milliseconds; `None` without a clock, and for correspondence
    /// games.
    ///
    /// ```
    /// use draughts_arbiter::TimeControl;
    ///
    /// let time = |text: &str| text.parse::<TimeControl>().unwrap().usual_time();
    /// assert_eq!(time("5m+3s"), Some(7 * 60_000));
    /// assert_eq!(time("3d/move"), None);
    /// ```
    pub fn usual_time(&self) -> Option<u64> {
        match self {
            Self::None | Self::Correspondence { .. } => None,
            Self::Stages { stages, repeat } => Some(time_of(stages, *repeat)),
            Self::Byoyomi { main, period, .. } => {
                Some(main.saturating_add(period.saturating_mul(MOVES)))
            }
            Self::Hourglass { time } => Some(*time),
        }
    }
}

/// Returns the total time of the stages in a game of usual length.
fn time_of(stages: &[Stage], repeat: bool) -> u64 {
    let again = stages.last().filter(|_| repeat);
    let mut left = MOVES;
    let mut time: u64 = 0;
    for stage in stages.iter().chain(core::iter::repeat_n(again, MOVES as usize).flatten()) {
        if left == 0 {
            break;
        }
        let moves = stage.moves.map_or(left, |moves| u64::from(moves).clamp(1, left));
        let bonus = match stage.bonus {
            Bonus::None => 0,
            Bonus::Increment(time) | Bonus::SimpleDelay(time) | Bonus::Bronstein(time) => {
                time.saturating_mul(moves)
            }
        };
        time = time.saturating_add(stage.time).saturating_add(bonus);
        left -= moves;
    }
    time
}
