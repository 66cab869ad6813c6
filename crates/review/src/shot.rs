//! Shots: pieces are given away to take more.

use crate::material::{Gain, fits, rest};
use draughts::{AnyPosition, Blocked, Move, Ruleset};
use engine::Score;

/// A combination: the side to move gives something away, the other side must take it, and in the end
/// more is won than was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Its moves, of both sides, from the first that gives something away to the last that takes.
    pub line: Vec<Move>,
    /// The material that it wins and that is still won when the line of best play comes to rest.
    pub gain: Gain,
    /// Whether it wins the game.
    pub wins: bool,
}

/// A side that wins the game or a king and not a man has given so many before: less is an exchange.
const SACRIFICE: i32 = 2;

impl Shot {
    /// The shot at the beginning of a line of best play, if it is one.
    ///
    /// ```
    /// use draughts::{AnyPosition, Variant};
    /// use draughts_review::engine::Score;
    /// use draughts_review::Shot;
    ///
    /// let rules = Variant::American.into();
    /// let start = AnyPosition::from_fen(&rules, "W:W6,12,27-31:B1,4,10,18-21")?;
    /// let mut line = Vec::new();
    /// let mut position = start;
    /// for text in ["12-8", "4x11", "27-23", "18x27", "31x8"] {
    ///     let mv = position.parse_move(text)?;
    ///     position = position.play_unchecked(&mv);
    ///     line.push(mv);
    /// }
    /// let shot = Shot::at_start(&rules, &start, &line, Score::Centimen(120)).unwrap();
    /// assert_eq!((shot.gain.men, shot.gain.kings, shot.line.len()), (1, 0, 5));
    /// assert_eq!(Shot::at_start(&rules, &start, &line[..2], Score::Centimen(-90)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_start(
        rules: &Ruleset,
        start: &AnyPosition,
        line: &[Move],
        score: Score,
    ) -> Option<Self> {
        // Where losing everything wins, giving away is what one does anyway.
        if rules.facts.blocked == Blocked::Wins {
            return None;
        }
        let color = start.turn();
        let wins = matches!(score, Score::WinsIn(_));
        let is_enough = |gain: Gain, given: i32| {
            gain.taken(rules) >= 1 || (given >= SACRIFICE && (wins || gain.worth(rules) >= 1))
        };
        let mut position = *start;
        let mut given = 0;
        for (ply, mv) in line.iter().enumerate() {
            // The other side has no choice but to take, and takes what it was offered first.
            if ply % 2 == 1 && !mv.is_capture() {
                break;
            }
            position = position.play_unchecked(mv);
            let gain = Gain::between(start, &position, color);
            given = given.max(-gain.taken(rules));
            let over = position.outcome().is_some_and(|end| end.winner == Some(color));
            let quiet = ply % 2 == 0 && !position.any_capture();
            if given == 0 || !(over || (quiet && is_enough(gain, given))) {
                continue;
            }
            let line_of_shot = line[..=ply].to_vec();
            if wins || over {
                return Some(Self { line: line_of_shot, gain, wins: true });
            }
            // What is taken back later was not won.
            let end = rest(start, line);
            let kept = Gain::between(start, &end, color);
            let gain = if kept.worth(rules) < gain.worth(rules) { kept } else { gain };
            let sound = is_enough(gain, given) && fits(rules, &end, color, score);
            return sound.then_some(Self { line: line_of_shot, gain, wins });
        }
        None
    }
}
