//! The engine: one opponent, with a memory of what it has thought.

use crate::eval::Evaluation;
use crate::level::Level;
use crate::limits::{Limits, Watch};
use crate::ponder::Ponder;
use crate::random::Dice;
use crate::report::{Info, Report};
use crate::search::{Desk, Task, Tuning, think};
use crate::stop::Stop;
use crate::table::Table;
use draughts::{Game, Ruleset, dispatch};

/// How an engine is made.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Memory for what it has found out, in bytes; rounded down to a power of two.
    pub table_bytes: usize,
    /// How many threads think together; one plays the same every time it is limited by positions.
    pub threads: usize,
    /// How it judges positions.
    pub evaluation: Evaluation,
    /// How its search looks at less, or more.
    pub tuning: Tuning,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            table_bytes: 16 << 20,
            threads: 1,
            evaluation: Evaluation::Best,
            tuning: Tuning::default(),
        }
    }
}

/// How a search is made.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// How strong it plays.
    pub level: Level,
    /// Where the inaccuracies of lower levels come from. The same seed, position and level give the
    /// same move; it may be the same for all moves of a game.
    pub seed: u64,
    /// How many lines are wanted; at least one is given.
    pub lines: usize,
    /// Stops the search.
    pub stop: Stop,
    /// Where it thinks in the opponent's time: until the handle is [hit](Ponder::hit) no time runs.
    pub ponder: Option<Ponder>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { level: Level::HIGHEST, seed: 0, lines: 1, stop: Stop::new(), ponder: None }
    }
}

/// A computer opponent. It thinks about one position at a time.
///
/// ```
/// use draughts::{AnyPosition, Game, Ruleset, Variant};
/// use draughts_engine::{Engine, EngineOptions, Limits, SearchOptions};
///
/// let rules = Ruleset::from(Variant::International);
/// let position = AnyPosition::from_fen(&rules, "W:W27,28,32,37,38:B12,16,17,18,19")?;
/// let game = Game::from_position(rules, position);
/// let mut engine = Engine::new(EngineOptions::default());
/// let options = SearchOptions::default();
/// let report = engine.search(&game, &Limits::depth(6), &options, &mut |_| {}).unwrap();
/// assert!(position.is_legal(&report.best));
/// println!("{} {}", position.text(&report.best), report.score());
/// # Ok::<(), draughts::FenError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    table: Table,
    /// What is known to levels below the highest: nothing at the start of each move, so that their
    /// play depends on the position alone.
    short_memory: Table,
    /// One for each thread.
    desks: Vec<Desk>,
    evaluation: Evaluation,
    tuning: Tuning,
    /// The rules of the last game; positions of other rules have the same hashes.
    rules: Option<Ruleset>,
}

const SHORT_MEMORY: usize = 4 << 20;

/// Positions looked at for a hint.
const HINT_NODES: u64 = 200_000;

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Self {
        Self {
            table: Table::new(options.table_bytes),
            short_memory: Table::new(SHORT_MEMORY),
            desks: (0..options.threads.max(1)).map(|_| Desk::new()).collect(),
            evaluation: options.evaluation,
            tuning: options.tuning,
            rules: None,
        }
    }

    /// Gets ready for games under these rules, so that the first search does not have to: what was
    /// learned about them is unpacked.
    pub fn prepare(&mut self, rules: &Ruleset) {
        self.evaluation.weights(rules);
        self.turn_to(rules);
    }

    /// Forgets what was thought about under other rules, as their positions have the same hashes.
    fn turn_to(&mut self, rules: &Ruleset) {
        if self.rules.as_ref() != Some(rules) {
            if self.rules.is_some() {
                self.clear();
            }
            self.rules = Some(rules.clone());
        }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.desks.iter_mut().for_each(Desk::clear);
    }

    /// Finds a move, unless the game is over.
    ///
    /// `progress` is called each time it has looked one ply deeper. The search ends at the first of
    /// the limits given and those of the [level](Level::limits), when the game is seen to its end,
    /// or, unless nothing at all is limited, at once where there is one legal move only.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &SearchOptions,
        progress: &mut dyn FnMut(&Info),
    ) -> Option<Report> {
        if game.outcome().is_some() {
            return None;
        }
        let limits = limits.and(&options.level.limits());
        let fresh = options.level != Level::HIGHEST;
        let mut info = self.think(game, &limits, options, fresh, progress);
        let mut dice = Dice::new(options.seed ^ game.position().hash());
        let chosen = options.level.choose(&info.lines, &mut dice);
        info.lines[..=chosen].rotate_right(1);
        Some(report(info, options.lines))
    }

    /// A good move for somebody who asks, unless the game is over. The same position gets the same
    /// answer.
    ///
    /// ```
    /// use draughts::{Game, Variant};
    /// use draughts_engine::{Engine, EngineOptions};
    ///
    /// let mut engine = Engine::new(EngineOptions::default());
    /// let game = Game::new(Variant::American.into());
    /// let hint = engine.hint(&game).unwrap();
    /// assert!(game.legal_moves().contains(&hint.best));
    /// ```
    pub fn hint(&mut self, game: &Game) -> Option<Report> {
        if game.outcome().is_some() {
            return None;
        }
        let limits = Limits::nodes(HINT_NODES);
        let info = self.think(game, &limits, &SearchOptions::default(), true, &mut |_| {});
        Some(report(info, 1))
    }

    fn think(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &SearchOptions,
        fresh: bool,
        progress: &mut dyn FnMut(&Info),
    ) -> Info {
        let watch = Watch::new(limits, options);
        self.turn_to(game.rules());
        let (table, desks) = if fresh {
            self.short_memory.clear();
            self.desks[0].clear();
            (&self.short_memory, &mut self.desks[..1])
        } else {
            self.table.next_search();
            (&self.table, &mut self.desks[..])
        };
        let known = options.level.knows_what_was_learned();
        let weights = self.evaluation.weights(game.rules()).filter(|_| known);
        let task = Task {
            game,
            weights,
            depth: limits.depth,
            watch: &watch,
            lines: options.lines.max(1),
            inaccuracy: options.level.inaccuracy(),
            captures: options.level.captures(),
            ponder_forced: limits.is_infinite(),
            tuning: self.tuning,
        };
        let info = dispatch!(game.position(), position => {
            think(position, &task, table, desks, progress)
        });
        Info { nodes: watch.counted(), ..info }
    }
}

fn report(mut info: Info, lines: usize) -> Report {
    info.lines.truncate(lines.max(1));
    let best = info.lines[0].moves[0];
    Report { best, info }
}
