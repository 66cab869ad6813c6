//! The engine: one opponent, with its transposition table and its threads.

use crate::endgame_root::{TableRoot, look_up};
use crate::eval::{Evaluation, Weights};
use crate::level::Level;
use crate::limits::{Limits, TimeManager};
use crate::outlook::Outlook;
use crate::ponder::Ponder;
use crate::random::SplitMix64;
use crate::report::{Info, Report};
use crate::score::{Score, drawn_by_table};
use crate::search::{SearchTask, ThreadData, TreeTables, Tuning, search_root};
use crate::stop::Stop;
use crate::tt::TranspositionTable;
use draughts::{Blocked, Game, Ruleset, dispatch};
use endgame::{MAX_PIECES, TableFolder, Tables};
use std::sync::Arc;

/// How an engine is made.
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// Memory for the transposition table, in bytes; rounded down to a power of two.
    pub tt_bytes: usize,
    /// How many threads search together; one plays the same every time it is limited by nodes.
    pub threads: usize,
    /// How it evaluates positions.
    pub evaluation: Evaluation,
    /// The numbers of its search.
    pub tuning: Tuning,
    /// Endgame tables for levels from 8 on: those that are there when a search begins. Nothing is built.
    pub endgame: Option<TableFolder>,
    /// Tables with more pieces are not used.
    pub endgame_pieces: usize,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            tt_bytes: 16 << 20,
            threads: 1,
            evaluation: Evaluation::Best,
            tuning: Tuning::default(),
            endgame: None,
            endgame_pieces: MAX_PIECES,
        }
    }
}

/// How a search is made.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// How strong it plays.
    pub level: Level,
    /// The seed for the inaccuracies of lower levels. The same seed, position and level give the same move; it
    /// may be the same for all moves of a game.
    pub seed: u64,
    /// The seed of the game, if it has one: levels below the highest err more in some games than in others.
    pub game_seed: Option<u64>,
    /// How many principal variations are wanted; at least one is given.
    pub multi_pv: usize,
    /// Stops the search.
    pub stop: Stop,
    /// The handle for thinking in the opponent's time: no time runs until it is [hit](Ponder::hit).
    pub ponder: Option<Ponder>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            level: Level::HIGHEST,
            seed: 0,
            game_seed: None,
            multi_pv: 1,
            stop: Stop::new(),
            ponder: None,
        }
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
    tt: TranspositionTable,
    /// The table of levels below the highest: empty at the start of each move, so that their play
    /// depends on the position alone.
    level_tt: TranspositionTable,
    threads: Vec<ThreadData>,
    evaluation: Evaluation,
    tuning: Tuning,
    endgame: Option<TableFolder>,
    endgame_pieces: usize,
    /// The rules of the last game; positions of other rules have the same hashes.
    rules: Option<Ruleset>,
    /// The endgame tables of these rules.
    tables: Option<Arc<Tables>>,
}

/// Returns the size of a level's transposition table: no more than its nodes fill, since emptying it can take
/// longer than its search.
fn level_tt_bytes(nodes: Option<u64>) -> usize {
    const BYTES_OF_A_NODE: u64 = 16;
    const MOST: u64 = 4 << 20;
    let needed = nodes.map_or(MOST, |nodes| nodes.saturating_mul(BYTES_OF_A_NODE));
    needed.clamp(1 << 16, MOST).next_power_of_two() as usize
}

/// Nodes searched for a hint.
const HINT_NODES: u64 = 200_000;

impl Engine {
    /// An engine that knows nothing yet.
    pub fn new(options: EngineOptions) -> Self {
        Self {
            tt: TranspositionTable::new(options.tt_bytes),
            level_tt: TranspositionTable::new(0),
            threads: (0..options.threads.max(1)).map(|_| ThreadData::new()).collect(),
            evaluation: options.evaluation,
            tuning: options.tuning,
            endgame: options.endgame,
            endgame_pieces: options.endgame_pieces,
            rules: None,
            tables: None,
        }
    }

    /// Gets ready for games under these rules, so that the first search does not have to: what was
    /// learned about them is unpacked, and endgame tables are opened.
    pub fn prepare(&mut self, rules: &Ruleset) {
        self.evaluation.weights(rules);
        self.turn_to(rules);
        self.table_pieces();
    }

    /// The endgame tables that it was given.
    pub fn endgame(&self) -> Option<&TableFolder> {
        self.endgame.as_ref()
    }

    /// The most pieces for which endgame tables can be asked now; 0 if none can.
    fn table_pieces(&self) -> usize {
        let there = self.tables.as_ref().filter(|_| self.endgame_pieces > 0);
        there.map_or(0, |tables| tables.pieces().min(self.endgame_pieces))
    }

    /// Forgets what was thought about under other rules, as their positions have the same hashes.
    fn turn_to(&mut self, rules: &Ruleset) {
        if self.rules.as_ref() != Some(rules) {
            if self.rules.is_some() {
                self.clear();
            }
            self.rules = Some(rules.clone());
            self.tables = self.endgame.as_ref().map(|folder| folder.tables(rules));
        }
    }

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Finds a move, unless the game is over.
    ///
    /// `progress` is called after each iteration. The search ends at the first of
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
        let level = options.level;
        let form = level.form(game, options.game_seed);
        let limits = limits.and(&form.limits(level.limits()));
        if level == Level::HIGHEST {
            let info = self.start_search(game, &limits, options, false, progress);
            return Some(report(info, options.multi_pv));
        }
        // Who overlooks something has a mind of their own about every move.
        let multi_pv = if level.overlooks() { usize::MAX } else { options.multi_pv };
        let wide = SearchOptions { multi_pv, ..options.clone() };
        let mut glances = Vec::new();
        let mut info = self.start_search(game, &limits, &wide, true, &mut |info| {
            if info.depth == level.glance() {
                glances.clone_from(&info.variations);
            }
            let wanted = info.variations.iter().take(options.multi_pv.max(1)).cloned().collect();
            progress(&Info { variations: wanted, ..info.clone() });
        });
        let weights = self.weights(game, level);
        let outlook = |variation| Outlook::of(game.position(), variation, &glances, weights);
        let outlooks: Vec<_> = info.variations.iter().map(outlook).collect();
        let mut random = SplitMix64::new(options.seed ^ game.position().hash());
        // Where losing wins, one overlooked move decides, whatever was learned.
        let losing = game.rules().facts.blocked == Blocked::Wins;
        let by_hand = !level.uses_learned_evaluation();
        let learned = by_hand || weights.is_some() && !losing;
        let chosen = form.choose(&outlooks, learned, &mut random);
        info.variations[..=chosen].rotate_right(1);
        Some(report(info, options.multi_pv))
    }

    /// Returns the weights of a level's evaluation; `None` if it is the handmade one.
    fn weights(&self, game: &Game, level: Level) -> Option<&Weights> {
        self.evaluation.weights(game.rules()).filter(|_| level.uses_learned_evaluation())
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
        let info = self.start_search(game, &limits, &SearchOptions::default(), true, &mut |_| {});
        Some(report(info, 1))
    }

    fn start_search(
        &mut self,
        game: &Game,
        limits: &Limits,
        options: &SearchOptions,
        fresh: bool,
        progress: &mut dyn FnMut(&Info),
    ) -> Info {
        let time = TimeManager::new(limits, options);
        self.turn_to(game.rules());
        let pieces = if options.level.uses_tables() { self.table_pieces() } else { 0 };
        let tables = self.tables.clone().filter(|_| pieces > 0);
        let multi_pv = options.multi_pv.max(1);
        let root = tables.as_ref().and_then(|tables| look_up(tables, pieces, game, multi_pv));
        let (root_moves, drawn) = match root {
            Some(TableRoot::Known(variations)) => {
                let depth = variations[0].moves.len() as u32;
                let info = Info { depth, variations, nodes: 0, time: time.elapsed() };
                progress(&info);
                return info;
            }
            Some(TableRoot::Choice { moves, drawn }) => (Some(moves), drawn),
            None => (None, false),
        };
        // Where the root is in the tables, all that it leads to is: the search looks for what they do not
        // say, how to make progress or set problems.
        let pieces = if root_moves.is_some() { Tables::needs(game.position()) - 1 } else { pieces };
        let tree = tables.as_deref().map(|tables| TreeTables { tables, pieces });
        let (tt, threads) = if fresh {
            self.level_tt.reset(level_tt_bytes(limits.nodes));
            self.threads[0].clear();
            (&self.level_tt, &mut self.threads[..1])
        } else {
            self.tt.new_search();
            (&self.tt, &mut self.threads[..])
        };
        let learned = options.level.uses_learned_evaluation();
        let weights = self.evaluation.weights(game.rules()).filter(|_| learned);
        let task = SearchTask {
            game,
            weights,
            depth: limits.depth,
            time: &time,
            multi_pv,
            inaccuracy: options.level.form(game, options.game_seed).inaccuracy,
            max_captures: options.level.max_captures(),
            deepens_forced: limits.is_infinite(),
            tuning: self.tuning,
            tables: tree,
            root_moves: root_moves.as_deref(),
        };
        let known_result = |info: Info| if drawn { as_drawn(info) } else { info };
        let mut progress = |info: &Info| progress(&known_result(info.clone()));
        let info = dispatch!(game.position(), position => {
            search_root(position, &task, tt, threads, &mut progress)
        });
        Info { nodes: time.nodes_searched(), ..known_result(info) }
    }
}

/// The scores of a position that tables know to be drawn.
fn as_drawn(mut info: Info) -> Info {
    for variation in &mut info.variations {
        if let Score::Centimen(value) = variation.score {
            variation.score = Score::Centimen(drawn_by_table(value));
        }
    }
    info
}

fn report(mut info: Info, multi_pv: usize) -> Report {
    info.variations.truncate(multi_pv.max(1));
    let best = info.variations[0].moves[0];
    Report { best, info }
}
