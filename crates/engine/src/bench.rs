//! How fast an engine is, and whether it still searches as it did.

use crate::engine::{Engine, EngineOptions, SearchOptions};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::report::Report;
use crate::stop::Stop;
use core::fmt;
use draughts::{AnyPosition, Game, Ruleset, Variant};

/// An opening, a middle game and an ending of each variant, from games of the engine with itself.
const POSITIONS: &str = include_str!("bench/positions.txt");

/// Searches that can be compared with those of another day or another machine: each with an engine
/// that knows nothing yet.
///
/// ```
/// use draughts::Variant;
/// use draughts_engine::{Benchmark, Checksum, Limits};
///
/// let benchmark = Benchmark { tt_bytes: 1 << 20, ..Default::default() };
/// let mut checksum = Checksum::default();
/// for game in Benchmark::games(Variant::Italian) {
///     if let Some(report) = benchmark.search(&game, &Limits::depth(4)) {
///         checksum.add(&game, &report);
///     }
/// }
/// assert_eq!(checksum.to_string().len(), 16);
/// ```
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// Memory of each transposition table, in bytes; results depend on it.
    pub tt_bytes: usize,
    /// How many threads search together.
    pub threads: usize,
    /// Stops a search.
    pub stop: Stop,
}

impl Default for Benchmark {
    fn default() -> Self {
        Self { tt_bytes: 64 << 20, threads: 1, stop: Stop::new() }
    }
}

impl Benchmark {
    /// Returns the positions that are searched: the start of a game, an opening, a middle game and an ending.
    pub fn games(variant: Variant) -> Vec<Game> {
        let rules = Ruleset::from(variant);
        let fens = POSITIONS.lines().filter_map(|line| line.split_once(' '));
        let of_variant = fens.filter(|(name, _)| *name == variant.name());
        let positions = of_variant.filter_map(|(_, fen)| AnyPosition::from_fen(&rules, fen).ok());
        [AnyPosition::start(&rules)]
            .into_iter()
            .chain(positions)
            .map(|position| Game::from_position(rules.clone(), position))
            .collect()
    }

    /// Searches a position; nothing is found where the game is over.
    pub fn search(&self, game: &Game, limits: &Limits) -> Option<Report> {
        let evaluation = Evaluation::Best;
        // Weights are unpacked when they are first needed, which is not to be measured.
        let _ = evaluation.weights(game.rules());
        let mut engine = Engine::new(EngineOptions {
            evaluation,
            tt_bytes: self.tt_bytes,
            threads: self.threads,
            ..Default::default()
        });
        let options = SearchOptions { stop: self.stop.clone(), ..Default::default() };
        engine.search(game, limits, &options, &mut |_| {})
    }
}

/// One number for what searches have found: the nodes they searched, their moves and scores. It
/// changes when the search does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checksum(u64);

impl Default for Checksum {
    /// Of no search.
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    /// Adds what a search has found in a game, by FNV-1a.
    pub fn add(&mut self, game: &Game, report: &Report) {
        let mv = game.position().hub(&report.best);
        let found = format!("{} {mv} {}\n", report.info.nodes, report.score());
        self.0 = found
            .bytes()
            .fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3));
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(depth: u32, tt_bytes: usize) -> Checksum {
        let benchmark = Benchmark { tt_bytes, ..Default::default() };
        let mut checksum = Checksum::default();
        for game in Benchmark::games(Variant::Russian) {
            let report = benchmark.search(&game, &Limits::depth(depth)).unwrap();
            checksum.add(&game, &report);
        }
        checksum
    }

    #[test]
    fn every_variant_has_four_positions_worth_a_search() {
        for &variant in Variant::ALL {
            let games = Benchmark::games(variant);
            assert_eq!(games.len(), 4, "{variant:?}");
            for game in games {
                assert!(game.legal_moves().len() > 3, "{}", game.position().to_fen());
            }
        }
        assert_eq!(POSITIONS.lines().count(), 3 * Variant::ALL.len());
    }

    /// The checksum of what one thread finds in the positions of every variant and of some house rules. Every
    /// evaluation, extension and pruning contributes to it.
    ///
    /// To change what the search or the evaluation does, put the new value here in the same commit
    /// and say there what the change is worth in games. Any other change leaves it as it is.
    const PINNED: &str = "dd8ca0423ff0d8c3";

    #[test]
    fn the_search_does_what_it_did() {
        let house = [
            "american,capture=off,continue=no,blocked=draws,name=Casual checkers",
            "russian,blocked=wins",
            "american,first-king-wins=yes",
        ];
        let house = house.map(|text| Game::new(text.parse::<Ruleset>().unwrap()));
        let official = Variant::ALL.iter().flat_map(|variant| Benchmark::games(*variant));
        let benchmark = Benchmark { tt_bytes: 1 << 20, ..Default::default() };
        let mut checksum = Checksum::default();
        for game in official.chain(house) {
            // Fixed numbers of nodes end within an iteration; a fixed depth counts the nodes.
            for limits in [Limits::nodes(5_000), Limits::nodes(20_000), Limits::depth(7)] {
                let report = benchmark.search(&game, &limits).unwrap();
                checksum.add(&game, &report);
            }
        }
        assert_eq!(checksum.to_string(), PINNED, "the search or the evaluation has changed");
    }

    #[test]
    fn a_checksum_tells_one_search_from_another() {
        assert_eq!(checksum(7, 1 << 20), checksum(7, 1 << 20));
        assert_ne!(checksum(7, 1 << 20), checksum(8, 1 << 20));
    }
}
