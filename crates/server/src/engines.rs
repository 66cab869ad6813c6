//! A bounded pool of engines that play for all games.

use crate::error::ApiError;
use crate::locks::lock;
use crate::metrics::{EngineFigures, Waiting};
use crate::panics::joined;
use crate::queue::{Capacity, FairQueue, QueueTurn, WorkCost};
use draughts::Game;
use endgame::TableFolder;
use engine::{Engine, EngineOptions, Level, Limits, SearchOptions};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The size of each engine's transposition table, in bytes.
const TABLE_BYTES: usize = 16 << 20;
/// The maximum time for a move at any level.
const LONGEST: Duration = Duration::from_secs(3);
/// The limit on jumps a search may follow in positions with very many captures, where occasional looks at the clock are
/// not enough; that many take about as long.
const MOST_JUMPS: u64 = 12_000_000;
/// The number of nodes any machine searches in a millisecond.
const NODES_PER_MILLISECOND: u64 = 1_000;

/// A pool of engines. When all are busy, requests are queued, the shortest searches first; the server itself never
/// blocks.
pub struct Engines {
    idle: Arc<Mutex<Vec<Engine>>>,
    queue: FairQueue,
    figures: EngineFigures,
    /// The most jumps a search follows.
    jumps: u64,
    /// Endgame tables for the levels that use them.
    tables: Option<TableFolder>,
}

/// Returns the cost of a level's search.
fn cost(level: Level) -> WorkCost {
    let longest = LONGEST.as_millis() as WorkCost;
    level.limits().nodes.map_or(longest, |nodes| (nodes / NODES_PER_MILLISECOND).min(longest))
}

/// Returns the engine's move, as text. A search that exceeds its jumps ends early: it may overlook something, but its
/// move is legal.
fn chosen(engine: &mut Engine, game: &Game, options: &SearchOptions, jumps: u64) -> Option<String> {
    let mut report = None;
    let in_bounds = draughts::within(jumps, || {
        report = engine.search(game, &Limits::time(LONGEST), options, &mut |_| {});
    });
    let legal = game.legal_moves();
    let best = report.map(|report| report.best);
    let best = best.filter(|best| in_bounds.is_ok() || legal.contains(best));
    best.or_else(|| legal.first().copied()).map(|mv| game.position().text(&mv))
}

impl Engines {
    /// Creates a pool with as many engines as this machine has cores to spare. Each game requests one move at a time,
    /// so that the number of games bounds the queue.
    pub fn new(figures: EngineFigures) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::of(Capacity::of((cores - 1).max(1), usize::MAX), figures)
    }

    /// Creates a pool of a given capacity that reports to these metrics.
    pub fn of(capacity: Capacity, figures: EngineFigures) -> Self {
        let queue = FairQueue::new(capacity);
        Self { idle: Arc::default(), queue, figures, jumps: MOST_JUMPS, tables: None }
    }

    /// Uses the endgame tables of a folder, if there is one.
    #[must_use]
    pub fn with_tables(self, tables: Option<TableFolder>) -> Self {
        Self { tables, ..self }
    }

    /// Waits for an engine to search at this level. However many games an address has, others only wait for its fair
    /// share; and short searches go first.
    async fn turn(&self, level: Level, address: Option<IpAddr>) -> Result<QueueTurn, ApiError> {
        let asked = Instant::now();
        let _waiting = Waiting::begin(&self.figures.waiting);
        let turn = self.queue.turn(address, cost(level)).await.map_err(|_| ApiError::Busy)?;
        self.figures.waited.took(asked.elapsed());
        Ok(turn)
    }

    /// Creates an engine outside the pool, for work that takes many searches.
    pub fn analysis_engine(&self) -> Engine {
        let endgame = self.tables.clone();
        Engine::new(EngineOptions { tt_bytes: TABLE_BYTES, endgame, ..Default::default() })
    }

    /// Waits for one slice of an analysis, with this many nodes.
    pub async fn analysis_turn(
        &self,
        nodes: u64,
        address: Option<IpAddr>,
    ) -> Result<QueueTurn, ApiError> {
        let cost = nodes / NODES_PER_MILLISECOND;
        self.queue.turn(address, cost).await.map_err(|_| ApiError::Busy)
    }

    /// Whether any request is queued.
    pub fn is_waited_for(&self) -> bool {
        self.queue.is_waited_for()
    }

    /// Returns the move of a search, as text; `None` when the game is over. Fails if too many requests of the address are
    /// queued.
    pub async fn think(
        &self,
        game: Game,
        options: SearchOptions,
        address: Option<IpAddr>,
    ) -> Result<Option<String>, ApiError> {
        let turn = self.turn(options.level, address).await?;
        let (idle, figures, jumps) = (Arc::clone(&self.idle), self.figures.clone(), self.jumps);
        let endgame = self.tables.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let begun = Instant::now();
            let engine = lock(&idle).pop();
            let mut engine = engine.unwrap_or_else(|| {
                Engine::new(EngineOptions { tt_bytes: TABLE_BYTES, endgame, ..Default::default() })
            });
            let text = chosen(&mut engine, &game, &options, jumps);
            lock(&idle).push(engine);
            drop(turn);
            figures.thought.took(begun.elapsed());
            text
        });
        joined(thinking).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::poll;

    /// An address with many games delays only its own games.
    #[tokio::test]
    async fn an_address_has_its_share() {
        let engines = Engines::of(Capacity::of(1, 64), EngineFigures::default());
        let [busy, many, one] = [0, 1, 2].map(|last| Some(IpAddr::from([192, 0, 2, last])));
        let level = Level::LOWEST;
        let busy = engines.turn(level, busy).await;
        let mut theirs: Vec<_> = (0..12).map(|_| Box::pin(engines.turn(level, many))).collect();
        for turn in &mut theirs {
            assert!(poll!(turn).is_pending());
        }
        let mut other = Box::pin(engines.turn(level, one));
        assert!(poll!(&mut other).is_pending());
        drop(busy);
        let mut before = 0;
        while poll!(&mut other).is_pending() {
            let mut next = 0;
            while poll!(&mut theirs[next]).is_pending() {
                next += 1;
            }
            drop(theirs.remove(next));
            before += 1;
        }
        assert!(before <= 2, "after {before} games of somebody else");
    }

    /// Issue 15: with forty addresses queued for moves of level 10, a request for a move of level 3 goes next. So do
    /// hints.
    #[tokio::test]
    async fn a_short_search_comes_before_long_ones() {
        let engines = Engines::of(Capacity::of(1, 64), EngineFigures::default());
        let address = |last| Some(IpAddr::from([192, 0, 2, last]));
        let level = |number| Level::new(number).unwrap();
        let busy = engines.turn(level(10), address(0)).await;
        let mut long: Vec<_> =
            (1..=40).map(|last| Box::pin(engines.turn(level(10), address(last)))).collect();
        for turn in &mut long {
            assert!(poll!(turn).is_pending());
        }
        let mut short = Box::pin(engines.turn(level(3), address(41)));
        assert!(poll!(&mut short).is_pending());
        assert_eq!(engines.figures.waiting.get(), 41);
        drop(busy);
        for turn in &mut long {
            assert!(poll!(turn).is_pending(), "a long search came before the short one");
        }
        assert!(poll!(&mut short).is_ready());
    }

    /// Issue 15.5: a position with very many captures occupies no engine for minutes.
    #[test]
    fn a_nasty_position_is_thought_about_in_bounds() {
        let rules: draughts::Ruleset = "frisian,removal=at-once,turn-back=yes".parse().unwrap();
        let fen = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";
        // Unoptimised, the generator needs more stack than threads get by default.
        let thread = std::thread::Builder::new().stack_size(64 << 20).spawn(move || {
            let position = draughts::AnyPosition::from_fen(&rules, fen).unwrap();
            let game = Game::from_position(rules, position);
            let mut engine = Engine::new(EngineOptions { tt_bytes: 1 << 20, ..Default::default() });
            let options = SearchOptions { level: Level::new(10).unwrap(), ..Default::default() };
            let (text, jumps) =
                draughts::measured(|| chosen(&mut engine, &game, &options, 300_000));
            assert!(position.parse_move(&text.unwrap()).is_ok());
            // The search, the list of legal moves, and the path of one.
            assert!(jumps <= 4 * 300_000, "{jumps}");
        });
        thread.unwrap().join().unwrap();
    }

    #[test]
    fn higher_levels_cost_more() {
        let costs: Vec<WorkCost> = Level::all().map(cost).collect();
        assert!(costs.is_sorted() && costs[2] < costs[9] / 100, "{costs:?}");
    }
}
