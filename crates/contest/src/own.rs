//! Our own engine as a player.

use crate::options::OwnOptions;
use crate::player::{Choice, Contestant, Failure, MoveTime};
use draughts::{Color, Game, Ruleset};
use endgame::TableFolder;
use engine::{Book, Engine, EngineOptions, Evaluation, Limits, SearchOptions, Weights};
use std::path::Path;
use std::sync::Arc;

/// Our own engine.
pub(crate) struct OwnPlayer {
    engine: Engine,
    limits: Limits,
    search: SearchOptions,
    seed: Option<u64>,
    book: Option<Book>,
    book_margin: u16,
}

/// The size of the transposition table. It is cleared before each game; clearing a large one would take longer than a
/// fast game.
fn tt_bytes(nodes: Option<u64>) -> usize {
    const BYTES_OF_A_GAME: u64 = 16 * 64;
    const USUAL: u64 = 16 << 20;
    let needed = nodes.map_or(USUAL, |nodes| nodes.saturating_mul(BYTES_OF_A_GAME));
    needed.clamp(256 << 10, USUAL).next_power_of_two() as usize
}

/// Reads and parses a file.
fn load<T, E: ToString>(
    path: &Path,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, Failure> {
    let failure = |problem: &dyn ToString| {
        Failure::Start(format!("{}: {}", path.display(), problem.to_string()))
    };
    let bytes = engine::read_file(path).map_err(|error| failure(&error))?;
    read(&bytes).map_err(|error| failure(&error))
}

fn evaluation(options: &OwnOptions, rules: &Ruleset) -> Result<Evaluation, Failure> {
    let Some(path) = &options.weights else {
        let by_hand = options.hand_made;
        return Ok(if by_hand { Evaluation::HandMade } else { Evaluation::Best });
    };
    let Some(variant) = rules.official() else {
        let words = format!("weights are learned for official variants, not for {}", rules.title());
        return Err(Failure::Start(words));
    };
    let weights = load(path, |file| Weights::read(variant, file))?;
    Ok(Evaluation::Learned(Arc::new(weights)))
}

fn book(options: &OwnOptions, rules: &Ruleset) -> Result<Option<Book>, Failure> {
    let Some(path) = &options.book else { return Ok(None) };
    let book = load(path, Book::from_bytes)?;
    if book.rules() != rules {
        let (path, of) = (path.display(), book.rules().title());
        return Err(Failure::Start(format!("{path} is a book of {of}, not of {}", rules.title())));
    }
    Ok(Some(book))
}

/// The folder of endgame tables for an engine; all of them must exist.
fn endgame(
    options: &OwnOptions,
    rules: &Ruleset,
    endgame: Option<&TableFolder>,
) -> Result<Option<TableFolder>, Failure> {
    let pieces = options.table_pieces;
    if pieces == 0 {
        return Ok(None);
    }
    let there = |folder: &&TableFolder| folder.tables(rules).pieces() >= pieces;
    let missing = || Failure::Start(format!("there are no endgame tables for {pieces} pieces"));
    endgame.filter(there).cloned().ok_or_else(missing).map(Some)
}

impl OwnPlayer {
    /// An engine for a match with these rules and a node limit.
    pub fn open(
        options: &OwnOptions,
        rules: &Ruleset,
        nodes: Option<u64>,
        folder: Option<&TableFolder>,
    ) -> Result<Self, Failure> {
        let limits = options.limits.and(&Limits { nodes, ..Limits::infinite() });
        let tt_bytes = options.tt_bytes.unwrap_or_else(|| tt_bytes(limits.nodes));
        let mut engine = Engine::new(EngineOptions {
            tt_bytes,
            threads: options.threads.unwrap_or(1),
            evaluation: evaluation(options, rules)?,
            tuning: options.tuning,
            endgame: endgame(options, rules, folder)?,
            endgame_pieces: options.table_pieces,
        });
        engine.prepare(rules);
        Ok(Self {
            engine,
            limits: options.limits,
            search: SearchOptions { level: options.level, ..Default::default() },
            seed: options.seed,
            book: book(options, rules)?,
            book_margin: options.book_margin,
        })
    }

    fn known_move(&self, game: &Game) -> Option<Choice> {
        let known = self.book.as_ref()?.choose(game, self.book_margin, self.search.seed)?;
        // The book's statistics are not a score that an adjudication may rely on.
        Some(Choice { mv: known.mv, score: None, depth: None, nodes: None })
    }
}

impl Contestant for OwnPlayer {
    fn begin(&mut self, _: &Game, _: Color, seed: u64) -> Result<(), Failure> {
        self.engine.clear();
        self.search.seed = self.seed.unwrap_or(seed);
        self.search.game_seed = Some(self.search.seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game, turn: &MoveTime<'_>) -> Result<Choice, Failure> {
        if let Some(known) = self.known_move(game) {
            return Ok(known);
        }
        self.search.stop = turn.stop.clone();
        let limits = turn.limits.and(&self.limits);
        let report = self.engine.search(game, &limits, &self.search, &mut |_| {});
        let report = report.ok_or_else(|| Failure::Broken("it found no move".to_owned()))?;
        Ok(Choice {
            mv: report.best,
            score: Some(report.score()),
            depth: Some(report.info.depth),
            nodes: Some(report.info.nodes),
        })
    }
}
