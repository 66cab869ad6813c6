//! Endgame tables for everybody who asks: one handle for each game, shared by all; small tables are built when they
//! are first needed, larger ones in the background.

mod background;
mod table_cache;

use crate::blocking::{Pool, Task};
use crate::error::ApiError;
use crate::guard::Guard;
use crate::locks::lock;
use background::Queue;
use draughts::{Game, Move, Ruleset};
use endgame::{
    Build, BuildError, MAX_PIECES, Material, TableError, TableFolder, Tables, Totals, Verdict, Wld,
    table_rules,
};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table_cache::TableCache;

/// The most positions that are solved while somebody waits: all of three pieces on any board, and four kings on
/// boards up to 10×10.
const AT_ONCE: u64 = 3_000_000;
/// How long they may take, and how much memory, in bytes. What is finished by then is kept.
const LONGEST: Duration = Duration::from_secs(20);
const MEMORY: u64 = 256 << 20;
/// The slice from which all of three pieces can follow: two men against one.
const OF_THREE: Material = Material::new(2, 0, 1, 0);
/// The most pieces of slices whose longest wins are looked for.
const LISTED: usize = 4;

/// The place where tables are kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TablePlace {
    /// There are none.
    Off,
    /// In memory, as long as the server runs.
    Memory,
    /// In a folder. Tables of house rules are read there, but never written: there is no end of house rules.
    Folder(PathBuf),
}

/// The operator's settings for tables.
#[derive(Clone, Debug)]
pub struct TableSettings {
    /// The place where tables are kept.
    pub place: TablePlace,
    /// Up to how many pieces they are built in the background, for the games that are played here.
    pub pieces: usize,
    /// How long after the start that begins.
    pub delay: Duration,
    /// Lets the thread that calls it come after all others.
    pub lower_priority: fn(),
}

impl Default for TableSettings {
    fn default() -> Self {
        Self {
            place: TablePlace::Memory,
            pieces: background::AT_FIRST,
            delay: Duration::ZERO,
            lower_priority: || {},
        }
    }
}

/// The tables of all games.
pub struct Endgames {
    settings: TableSettings,
    table_cache: TableCache,
    queue: Queue,
    pool: Arc<Pool>,
    guard: Arc<Guard>,
}

/// The tables' verdict on a game and on its moves, best first.
pub struct Probed {
    /// About the position.
    pub verdict: Verdict,
    /// About each move, for the side that plays it.
    pub moves: Vec<(Move, Verdict)>,
    /// The moves of best play on both sides, as text.
    pub line: Vec<String>,
}

/// The reasons why there is no answer.
enum Missing {
    /// So much is to be built first.
    Tables(Material, u64),
    /// A file cannot be used.
    Broken(TableError),
}

impl From<TableError> for Missing {
    fn from(error: TableError) -> Self {
        Self::Broken(error)
    }
}

impl Endgames {
    /// The tables at a place, worked on in this pool.
    pub(crate) fn new(pool: Arc<Pool>, guard: Arc<Guard>) -> Self {
        let settings = guard.settings.endgame.clone();
        let (table_cache, queue) = (TableCache::new(settings.place.clone()), Queue::default());
        Self { settings, table_cache, queue, pool, guard }
    }

    /// The tables for these rules, which many may use at the same time; none if there are none here.
    pub fn tables(&self, rules: &Ruleset) -> Option<Arc<Tables>> {
        self.table_cache.take(rules)
    }

    /// What the tables that are there know of a game and its moves, without best play. Nothing is built.
    pub fn known(&self, game: &Game) -> Option<Probed> {
        let slice = Tables::material(game.position())?;
        let tables = self.tables(game.rules())?;
        if !tables.missing(&slice).is_empty() {
            return None;
        }
        let verdict = tables.verdict(game).ok()??;
        let moves = tables.moves(game).ok()??;
        Some(Probed { verdict, moves, line: Vec::new() })
    }

    /// The folder of the tables, for engines; none if they are not in one.
    pub fn folder(&self) -> Option<TableFolder> {
        match &self.settings.place {
            TablePlace::Folder(folder) => Some(TableFolder::new(folder)),
            TablePlace::Off | TablePlace::Memory => None,
        }
    }

    /// Games by these rules are played here: their tables are built when there is time for it.
    pub fn played(&self, rules: &Ruleset) {
        if self.builds_on() && table_cache::is_known(rules) {
            self.queue.push(table_rules(rules));
        }
    }

    /// Builds in the background what is asked for, on a thread of its own, until the server stops.
    pub(crate) fn start_building(self: &Arc<Self>) {
        if self.builds_on() {
            background::start(Arc::clone(self));
        }
    }

    /// Whether anything is built in the background.
    pub(crate) fn builds_on(&self) -> bool {
        self.settings.place != TablePlace::Off && self.settings.pieces > background::AT_FIRST
    }

    /// Lets nothing be built any more.
    pub(crate) fn stop(&self) {
        self.queue.close();
    }

    /// Probes the tables for a game on behalf of an address, with so many plies of best play. Small tables are
    /// built if they are missing.
    pub async fn probe(
        &self,
        game: &Game,
        plies: usize,
        address: Option<IpAddr>,
    ) -> Result<Probed, ApiError> {
        let asked = game.clone();
        let slice = Tables::material(game.position());
        let pieces = Tables::needs(game.position());
        if slice.is_none() && pieces > MAX_PIECES {
            return Err(ApiError::TooManyPieces { pieces: pieces as u64 });
        }
        self.ask(game.rules(), slice, (address, Task::Probe), move |tables| {
            let Some(verdict) = tables.verdict(&asked)? else { return Ok(None) };
            let Some(moves) = tables.moves(&asked)? else { return Ok(None) };
            let line = best_play(tables, &asked, plies)?;
            Ok(Some(Probed { verdict, moves, line }))
        })
        .await
    }

    /// The slices of few pieces that there are tables for, with their totals. Those of three pieces are built if
    /// they are missing.
    pub async fn slices(
        &self,
        rules: &Ruleset,
        address: Option<IpAddr>,
    ) -> Result<Vec<(Material, Totals)>, ApiError> {
        self.ask(rules, Some(OF_THREE), (address, Task::Probe), |tables| {
            let mut slices = Vec::new();
            for material in (2..=LISTED).flat_map(|pieces| tables.slices(pieces)) {
                slices.extend(tables.totals(&material)?.map(|totals| (material, totals)));
            }
            Ok(Some(slices))
        })
        .await
    }

    /// A position of the longest win of a slice as a FEN, White to move.
    pub async fn longest_win(
        &self,
        rules: &Ruleset,
        slice: Material,
        address: Option<IpAddr>,
    ) -> Result<Option<String>, ApiError> {
        if !(2..=LISTED).contains(&slice.pieces()) {
            return Err(ApiError::NoLongestWin);
        }
        let game_tables = self.table_cache.game_tables(rules).ok_or(ApiError::NoTables)?;
        if let Some(found) = lock(&game_tables.longest).get(&slice) {
            return Ok(found.clone());
        }
        // All positions of the slice may have to be looked at.
        let find = move |tables: &Tables| Ok(Some(tables.longest_win(&slice)?));
        let found = self.ask(rules, Some(slice), (address, Task::Search), find).await?;
        lock(&game_tables.longest).insert(slice, found.clone());
        Ok(found)
    }

    /// Asks the tables of a game in the pool, after what a slice needs has been built if that is little.
    async fn ask<T: Send + 'static>(
        &self,
        rules: &Ruleset,
        slice: Option<Material>,
        (address, task): (Option<IpAddr>, Task),
        question: impl Fn(&Tables) -> Result<Option<T>, TableError> + Clone + Send + 'static,
    ) -> Result<T, ApiError> {
        let game_tables = self.table_cache.game_tables(rules).ok_or(ApiError::NoTables)?;
        let ask = || {
            let (tables, question) = (Arc::clone(&game_tables.tables), question.clone());
            self.pool.run_blocking(address, task, move || answer(&tables, slice, question))
        };
        let mut answered = ask().await?;
        if is_small(&answered) {
            // Whoever asks for the same tables meanwhile waits for them, and takes up no thread.
            let turn = tokio::time::timeout(LONGEST, game_tables.building.lock()).await;
            let _turn = turn.map_err(|_| ApiError::Busy)?;
            answered = ask().await?;
            if let (true, Some(slice)) = (is_small(&answered), slice) {
                self.guard.charge_work(address)?;
                self.build(&game_tables.tables, slice, address).await?;
                answered = ask().await?;
            }
        }
        self.table_cache.tidy();
        answered.map_err(|missing| match missing {
            Missing::Tables(slice, _) => self.not_built(rules, slice),
            Missing::Broken(error) => {
                tracing::error!(%error, "an endgame table cannot be used");
                ApiError::BrokenTable
            }
        })
    }

    async fn build(
        &self,
        tables: &Arc<Tables>,
        slice: Material,
        address: Option<IpAddr>,
    ) -> Result<(), ApiError> {
        let tables = Arc::clone(tables);
        let build = move || {
            let end = Instant::now() + LONGEST;
            let stop = || Instant::now() >= end;
            let progress = |_, _| {};
            let build =
                Build { pieces: 0, threads: 1, memory: MEMORY, stop: &stop, progress: &progress };
            tables.build_for(&slice, &build)
        };
        match self.pool.run_blocking(address, Task::Build, build).await? {
            Ok(built) => background::tell(built.unwritten.as_ref()),
            // What is missing is said after another look.
            Err(BuildError::Stopped) => {}
            Err(error) => tracing::warn!(%error, "endgame tables were not built"),
        }
        Ok(())
    }

    /// Tables of more positions than somebody may wait for; those of games that are played here are built in the
    /// background.
    fn not_built(&self, rules: &Ruleset, slice: Material) -> ApiError {
        self.played(rules);
        let pieces = slice.pieces();
        let is_coming = pieces <= self.settings.pieces && self.queue.has(&table_rules(rules));
        match is_coming {
            true => ApiError::TableComing { pieces: pieces as u64 },
            false => {
                let command = wire::build_command(rules, pieces);
                ApiError::NoTable { pieces: pieces as u64, command }
            }
        }
    }
}

/// Returns the line of best play of both sides, as text; empty for draws, which have no end.
fn best_play(tables: &Tables, game: &Game, plies: usize) -> Result<Vec<String>, TableError> {
    let (mut game, mut line) = (game.clone(), Vec::new());
    while line.len() < plies {
        let moves = tables.moves(&game)?.unwrap_or_default();
        let best = moves.first().filter(|(_, verdict)| verdict.entry.wld != Wld::Draw);
        let Some((best, _)) = best else { break };
        line.push(game.position().text(best));
        game.play_unchecked(best);
    }
    Ok(line)
}

/// Whether so little is missing that it can be built while somebody waits.
fn is_small<T>(answered: &Result<T, Missing>) -> bool {
    matches!(answered, Err(Missing::Tables(_, positions)) if *positions <= AT_ONCE)
}

/// Returns the answer of the tables, if they are there.
fn answer<T>(
    tables: &Tables,
    slice: Option<Material>,
    question: impl Fn(&Tables) -> Result<Option<T>, TableError>,
) -> Result<T, Missing> {
    if let Some(slice) = slice {
        let missing = tables.missing(&slice);
        if !missing.is_empty() {
            let positions = missing.iter().map(|slice| tables.positions(slice)).sum();
            return Err(Missing::Tables(slice, positions));
        }
    }
    match (question(tables)?, slice) {
        (Some(answer), _) => Ok(answer),
        // Nobody asks about what they do not have but by way of a file that is gone by now.
        (None, slice) => Err(Missing::Tables(slice.unwrap_or(OF_THREE), u64::MAX)),
    }
}
