//! The search stack: the positions from the start of the game to the node searched, with what draws
//! depend on (repetitions, and the counters of every draw rule) and the last moves.

use crate::squares::index;
use draughts::{Color, DrawRule, DrawWhen, Forces, Game, Geometry, Lines, Move, Position, Rules};

/// No variant has as many draw rules that count moves.
const MOST_RULES: usize = 8;

/// A position of the game or of the line searched.
#[derive(Clone, Copy, Debug)]
struct StackEntry {
    hash: u64,
    /// Whether the move that led here could be taken back by moving.
    reversible: bool,
    /// Whether it took something.
    captured: bool,
    /// The square on which it ended.
    to: u8,
    /// Whether a rule may be running.
    counting: bool,
    /// For each rule how many single moves it has run.
    runs: [u16; MOST_RULES],
}

impl StackEntry {
    #[inline(always)]
    fn start(hash: u64) -> Self {
        let runs = [0; MOST_RULES];
        Self { hash, reversible: false, captured: false, to: 0, counting: true, runs }
    }

    #[inline(always)]
    fn by(self, mv: &Move) -> Self {
        Self { captured: mv.is_capture(), to: index(mv.to()) as u8, ..self }
    }
}

/// The positions from the start of the game to the node searched.
#[derive(Debug)]
pub(super) struct Stack {
    rules: Vec<DrawRule>,
    sideways: bool,
    /// Whether nothing is counted while there are no kings.
    only_kings: bool,
    entries: Vec<StackEntry>,
}

impl Stack {
    /// The positions of a game so far.
    pub fn new(game: &Game) -> Self {
        let sideways = game.rules().facts.lines == Lines::Orthogonal;
        let runs = game.runs().into_iter();
        let counted: Vec<_> =
            runs.filter(|(rule, _)| rule.when != DrawWhen::Repetition).take(MOST_RULES).collect();
        let mut stack = Self {
            rules: counted.iter().map(|(rule, _)| *rule).collect(),
            sideways,
            only_kings: counted.iter().all(|(rule, _)| needs_kings(rule.when)),
            entries: vec![StackEntry::start(game.start().hash())],
        };
        for (plies, mv) in game.history().enumerate() {
            let (before, after) = (game.position_after(plies), game.position_after(plies + 1));
            let (Some(before), Some(after)) = (before, after) else { break };
            let king = before.kings(before.turn()).contains(mv.from());
            let reversible = stack.is_reversible(mv, king);
            let start = StackEntry::start(after.hash());
            stack.entries.push(StackEntry { reversible, ..start }.by(mv));
        }
        if let Some(now) = stack.entries.last_mut() {
            for (run, (rule, so_far)) in now.runs.iter_mut().zip(&counted) {
                *run = match rule.when {
                    DrawWhen::KingAgainstKing => 2 * so_far,
                    _ => *so_far,
                };
            }
        }
        stack
    }

    fn is_reversible(&self, mv: &Move, king: bool) -> bool {
        !mv.is_capture() && (king || self.sideways)
    }

    /// Makes a move.
    #[inline]
    pub fn push<R: Rules>(&mut self, before: &Position<R>, mv: &Move, after: &Position<R>) {
        let king = before.board().kings(before.turn()).contains(mv.from());
        let counting = !self.only_kings || has_kings(after);
        let runs = if counting { self.counted(before, mv, king, after) } else { [0; MOST_RULES] };
        let reversible = self.is_reversible(mv, king);
        let start = StackEntry::start(after.hash());
        self.entries.push(StackEntry { reversible, counting, runs, ..start }.by(mv));
    }

    fn counted<R: Rules>(
        &self,
        before: &Position<R>,
        mv: &Move,
        king: bool,
        after: &Position<R>,
    ) -> [u16; MOST_RULES] {
        let mut runs = self.entries.last().map_or([0; MOST_RULES], |entry| entry.runs);
        for (run, rule) in runs.iter_mut().zip(&self.rules) {
            let goes_on = goes_on(rule.when, before, mv, king, after);
            *run = match rule.when {
                DrawWhen::KingAgainstKing if goes_on => 2 * rule.limit,
                _ if goes_on => *run + 1,
                _ => 0,
            };
        }
        runs
    }

    /// How many plies are left until a rule that is running draws the game, unless something happens.
    pub fn plies_left(&self) -> u16 {
        let Some(now) = self.entries.last() else { return u16::MAX };
        let running = self.rules.iter().zip(&now.runs).filter(|(_, run)| **run > 0);
        running.map(|(rule, run)| (2 * rule.limit).saturating_sub(*run)).min().unwrap_or(u16::MAX)
    }

    /// Returns the square on which the last move ended.
    #[inline]
    pub fn last_to(&self) -> usize {
        self.entries.last().map_or(0, |entry| usize::from(entry.to))
    }

    /// Whether the last move took something.
    #[inline]
    pub fn last_was_capture(&self) -> bool {
        self.entries.last().is_some_and(|entry| entry.captured)
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        self.entries.pop();
    }

    /// Whether the position is drawn. The first repetition counts as a draw already, as whoever can
    /// repeat once can do so again.
    #[inline]
    pub fn is_draw(&self) -> bool {
        let Some(now) = self.entries.last() else { return false };
        let mut rules = self.rules.iter().zip(&now.runs);
        now.counting && rules.any(|(rule, run)| *run >= 2 * rule.limit)
            || self.is_repeated(now.hash)
    }

    fn is_repeated(&self, hash: u64) -> bool {
        let mut at = self.entries.len() - 1;
        let mut plies = 0;
        while self.entries[at].reversible && at > 0 {
            at -= 1;
            plies += 1;
            if plies >= 4 && plies % 2 == 0 && self.entries[at].hash == hash {
                return true;
            }
        }
        false
    }
}

/// Whether a rule's counter goes on with this move.
#[inline]
fn goes_on<R: Rules>(
    when: DrawWhen,
    before: &Position<R>,
    mv: &Move,
    king: bool,
    after: &Position<R>,
) -> bool {
    let quiet = !mv.is_capture();
    match when {
        DrawWhen::Repetition => false,
        DrawWhen::NoCapture => quiet,
        DrawWhen::NoCaptureWithKings => quiet && both_have_kings(before),
        DrawWhen::KingsOnly => quiet && king,
        DrawWhen::NoChange(least, most) => {
            let pieces = Color::BOTH.map(|color| before.board().pieces(color).len()).iter().sum();
            quiet
                && !mv.promotes()
                && both_have_kings(before)
                && (usize::from(least)..=usize::from(most)).contains(&pieces)
        }
        DrawWhen::Forces(forces) => face(forces, before) && face(forces, after),
        DrawWhen::KingAgainstKing => king_against_king(after),
    }
}

/// Whether a rule counts nothing while there are no kings.
fn needs_kings(when: DrawWhen) -> bool {
    !matches!(when, DrawWhen::NoCapture | DrawWhen::Forces(Forces::OneAgainstOne))
}

#[inline]
fn has_kings<R: Rules>(position: &Position<R>) -> bool {
    Color::BOTH.into_iter().any(|color| !position.board().kings(color).is_empty())
}

fn both_have_kings<R: Rules>(position: &Position<R>) -> bool {
    Color::BOTH.into_iter().all(|color| !position.board().kings(color).is_empty())
}

fn king_against_king<R: Rules>(position: &Position<R>) -> bool {
    let board = position.board();
    let lone = |color| board.pieces(color).len() == 1 && board.kings(color).len() == 1;
    let escapes = |mv: &Move| !position.play_unchecked(mv).any_capture();
    Color::BOTH.into_iter().all(lone)
        && !position.any_capture()
        && position.legal_moves().iter().any(escapes)
}

fn face<R: Rules>(forces: Forces, position: &Position<R>) -> bool {
    let board = position.board();
    Color::BOTH.into_iter().any(|strong| {
        let lone = board.pieces(!strong);
        if lone.len() != 1 {
            return false;
        }
        let lone_king = board.kings(!strong) == lone;
        let (pieces, kings) = (board.pieces(strong), board.kings(strong).len());
        match forces {
            Forces::ThreeAgainstKing => lone_king && pieces.len() == 3 && kings >= 1,
            Forces::ThreeAgainstKingOnLongDiagonal => {
                let diagonal = R::Geometry::layout().long_diagonal_squares();
                let only = (lone | pieces) & diagonal == lone;
                lone_king && pieces.len() == 3 && kings >= 1 && only
            }
            Forces::TwoAgainstKing => lone_king && (1..=2).contains(&pieces.len()) && kings >= 1,
            Forces::TwoKingsAgainstKing => lone_king && pieces.len() == 2 && kings == 2,
            Forces::ThreeKingsAgainstKing => lone_king && kings >= 3 && kings == pieces.len(),
            Forces::OneAgainstOne => pieces.len() == 1,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;
    use draughts::{AnyPosition, Variant, dispatch};

    fn pushed(stack: &mut Stack, before: &AnyPosition, mv: &Move) {
        dispatch!(before, inner => stack.push(inner, mv, &inner.play_unchecked(mv)));
    }

    #[test]
    fn counters_run_as_those_of_a_game_do() {
        for (variant, seed) in Variant::ALL.iter().flat_map(|v| (0..8).map(move |seed| (v, seed))) {
            let mut dice = SplitMix64::new(seed);
            let mut game = Game::new((*variant).into());
            let mut stack = Stack::new(&game);
            while game.outcome().is_none() && game.history().len() < 300 {
                let moves = game.legal_moves();
                let mv = moves[dice.up_to(moves.len() as u64 - 1) as usize];
                pushed(&mut stack, game.position(), &mv);
                game.play(&mv).unwrap();
                let anew = Stack::new(&game);
                let runs = |stack: &Stack| stack.entries.last().map(|entry| entry.runs);
                let fen = game.position().to_fen();
                assert_eq!(runs(&stack), runs(&anew), "{} {fen}", variant.name());
            }
        }
    }
}
