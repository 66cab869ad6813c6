//! A position as players see it: every legal move with its notation and paths, and the rules that forbid others, within
//! a limit on jumps.

use crate::color::{Black, Color, Side, White};
use crate::effort::{measured, within};
use crate::explain::Narrowing;
use crate::facts::Duty;
use crate::moves::{MAX_MOVES, Move, MoveList};
use crate::path::{Path, Tour};
use crate::position::Position;
use crate::rules::Rules;

/// A survey of a position: everything that a page shows about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// The legal moves.
    pub moves: Vec<Surveyed>,
    /// The rules that forbid other moves, as from [`Position::narrowings`]; empty if that would take too long.
    pub narrowings: Vec<Narrowing>,
    /// Whether nothing was left out: neither paths nor rules.
    pub whole: bool,
}

/// A legal move, with its notation and paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surveyed {
    /// The move.
    pub mv: Move,
    /// The notation of the move.
    pub text: String,
    /// Its paths: at least one.
    pub paths: Vec<Path>,
}

/// The total limit on jumps of long searches. The legal moves are listed whatever they cost, which is no more than
/// this; the rest is for paths and for the rules that forbid other moves.
const MOST_JUMPS: u64 = 300_000;
/// The most paths listed for all moves together, beyond one for each.
const MOST_PATHS: usize = 2_000;

impl<R: Rules> Position<R> {
    /// Everything a player wants to know about a position, in bounded time. For positions with very many captures it
    /// leaves out some paths, and the rules that forbid other moves.
    ///
    /// ```
    /// use draughts::{International, Position};
    ///
    /// let position = Position::<International>::from_fen("W:WK47,45:B14,19,29,31,42")?;
    /// let survey = position.survey();
    /// for told in &survey.moves {
    ///     assert_eq!(told.text, position.text(&told.mv));
    ///     assert_eq!(told.paths, position.paths(&told.mv));
    /// }
    /// assert!(survey.whole);
    /// # Ok::<(), draughts::FenError>(())
    /// ```
    pub fn survey(&self) -> Survey {
        let (walked, spent) = measured(|| match self.turn() {
            Color::White => self.walked_moves::<White>(),
            Color::Black => self.walked_moves::<Black>(),
        });
        let left = MOST_JUMPS.saturating_sub(spent);
        let (narrowings, spent) = measured(|| within(left / 2, || self.narrowings()));
        let jumps = left.saturating_sub(spent);
        let mut ways =
            Ways { jumps, paths: MOST_PATHS, exhausted: false, whole: narrowings.is_ok() };
        let legal: Vec<Move> = walked.iter().map(|(mv, _)| *mv).collect();
        let told = walked.into_iter().map(|(mv, path)| {
            let paths = ways.of(self, &mv, path);
            let style = self.rules().naming().style;
            Surveyed {
                mv,
                text: self.write_by(&mv, &legal, style, || self.main_of(&mv, &paths)),
                paths,
            }
        });
        let moves = told.collect();
        Survey { moves, narrowings: narrowings.unwrap_or_default(), whole: ways.whole }
    }

    /// The legal moves as in [`legal_moves`](Self::legal_moves), each with one of its paths.
    fn walked_moves<S: Side>(&self) -> Vec<(Move, Path)> {
        if self.king_has_won() {
            return Vec::new();
        }
        let facts = self.rules().facts();
        let view = self.view::<S>();
        let mut tour = Tour::new(&facts);
        let captures = view.any_capture();
        if captures {
            view.captures_for(&mut tour);
        }
        let mut walked = tour.walked;
        if !captures || facts.capture == Duty::Optional {
            let mut quiet = MoveList::new();
            // As many as fit, as in the list of legal moves.
            let _ = view.fill_quiet(&mut quiet);
            let room = MAX_MOVES - walked.len();
            walked.extend(quiet.iter().take(room).map(|mv| (*mv, Path::of_step(mv))));
        }
        walked
    }
}

/// The effort left for finding paths.
struct Ways {
    jumps: u64,
    paths: usize,
    /// Whether a search exceeded the limit; then no more are made.
    exhausted: bool,
    whole: bool,
}

impl Ways {
    /// The paths of a move of which one is known: all of them, if there is enough effort left.
    fn of<R: Rules>(&mut self, position: &Position<R>, mv: &Move, known: Path) -> Vec<Path> {
        if !mv.is_capture() || self.exhausted {
            return vec![known];
        }
        let (found, spent) = measured(|| within(self.jumps, || position.paths(mv)));
        self.jumps = self.jumps.saturating_sub(spent);
        match found {
            Ok(paths) if paths.len() <= self.paths + 1 && !paths.is_empty() => {
                self.paths -= paths.len() - 1;
                paths
            }
            Ok(paths) if !paths.is_empty() => {
                self.whole = false;
                vec![position.main_of(mv, &paths)]
            }
            _ => {
                (self.whole, self.exhausted) = (false, true);
                vec![known]
            }
        }
    }
}
