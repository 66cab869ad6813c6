//! The time that was spent on each move, from the clocks of a record.

use core::time::Duration;
use draughts::Color;
use pdn::{Game, Replay};

/// How long each step took: what the mover's clock showed after the last move, with what a move adds, less what it shows
/// after this one. Nothing where the record does not say, or where time comes back in other ways.
pub(crate) fn thinking_times(record: &Game, replay: &Replay) -> Vec<Option<Duration>> {
    let control = record.tag("TimeControl").and_then(Control::read);
    let bonus = control.map_or(Duration::ZERO, |control| control.bonus);
    let mut left = [control.map(|control| control.time); 2];
    let steps = record.line.steps.iter().zip(&replay.played).zip(replay.positions());
    steps
        .map(|((step, _), position)| {
            let mover = position.turn();
            let shown = step.comments.iter().find_map(|comment| pdn::clocks(comment))?;
            let now = match mover {
                Color::White => shown.white.or(shown.mover),
                Color::Black => shown.black.or(shown.mover),
            }?;
            let before = left[usize::from(mover == Color::Black)].replace(now)?;
            (before + bonus).checked_sub(now)
        })
        .collect()
}

/// A time for the game, and what each move adds.
#[derive(Clone, Copy, Debug)]
struct Control {
    time: Duration,
    bonus: Duration,
}

impl Control {
    /// Reads `300` or `300+2`, in seconds; other controls give time back in other ways.
    fn read(tag: &str) -> Option<Self> {
        let (time, bonus) = tag.trim().split_once('+').unwrap_or((tag.trim(), "0"));
        let seconds = |text: &str| text.parse().ok().map(Duration::from_secs);
        Some(Self { time: seconds(time)?, bonus: seconds(bonus)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pdn::{Games, Judge};

    fn times(text: &str) -> Vec<Option<u64>> {
        let game = Games::new(text.as_bytes()).next().unwrap().unwrap();
        let replay = Judge::default().replay(&game);
        assert!(replay.problem.is_none(), "{:?}", replay.problem);
        let times = thinking_times(&game, &replay);
        times.into_iter().map(|time| time.map(|time| time.as_secs())).collect()
    }

    #[test]
    fn time_is_what_is_gone_from_the_clock() {
        let game = "[GameType \"20\"][TimeControl \"300+2\"] 1. 32-28 {[%clk 0:04:58]} 19-23 \
                    {[%clk 0:04:32]} 2. 28x19 {[%clk 0:04:59]} 14x23 {Hm. [%clk 0:04:30]} *";
        assert_eq!(times(game), [Some(4), Some(30), Some(1), Some(4)]);
    }

    #[test]
    fn nothing_is_made_up() {
        // Without a control, the first readings have nothing before them.
        let game = "[GameType \"20\"] 1. 32-28 {[%clock W0:04:58]} 19-23 {[%clock B0:04:32]} \
                    2. 28x19 {[%clock W0:04:50]} 14x23 *";
        assert_eq!(times(game), [None, None, Some(8), None]);
        // Time that came from elsewhere.
        let more = "[GameType \"20\"][TimeControl \"10\"] 1. 32-28 {[%clk 0:00:30]} 19-23 *";
        assert_eq!(times(more), [None, None]);
        assert_eq!(times("[GameType \"20\"][TimeControl \"?\"] 1. 32-28 19-23 *"), [None, None]);
    }
}
