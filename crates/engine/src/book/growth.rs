//! How a book grows: the nearest positions, each move of which is searched.

use super::{Expansion, value_of};
use crate::engine::{Engine, EngineOptions, SearchOptions};
use crate::limits::Limits;
use crate::stop::Stop;
use draughts::{AnyPosition, Game, Ruleset};
use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The limits to which a book grows.
#[derive(Clone, Debug)]
pub struct Growth {
    /// How many positions it shall have, those included that it has.
    pub positions: usize,
    /// How many nodes the search of one move takes.
    pub nodes: u64,
    /// How many searches run at a time. The book does not depend on it.
    pub threads: usize,
    /// Ends it before.
    pub stop: Stop,
}

impl Default for Growth {
    fn default() -> Self {
        Self { positions: 1_000, nodes: 100_000, threads: 1, stop: Stop::new() }
    }
}

/// Of so many positions that are there, one more is looked at in the same round.
const ROUND: usize = 64;

impl Expansion {
    /// Lets the book grow; `progress` sees it after each round. It ends before it has as many
    /// positions as wanted when it is stopped, or when every line has come to its end.
    ///
    /// The same book grows to the same book, whatever the number of threads, and one that was
    /// stopped and [resumed](Expansion::resume) to the one that it would have become.
    pub fn grow(&mut self, growth: &Growth, progress: &mut dyn FnMut(&Self)) {
        while self.positions() < growth.positions {
            let missing = growth.positions - self.positions();
            let round = self.nearest(missing.min(1 + self.positions() / ROUND));
            let mut seen = HashSet::new();
            let mut unknown: Vec<AnyPosition> =
                round.iter().flat_map(|position| self.unknown_after(position)).collect();
            unknown.retain(|position| seen.insert(position.hash()));
            let values = search_all(&self.rules, &unknown, growth);
            let (Some(values), false) = (values, round.is_empty()) else { break };
            for (position, value) in unknown.iter().zip(values) {
                self.learn(position, value);
            }
            for position in &round {
                self.expand(position);
            }
            self.settle();
            progress(self);
        }
    }
}

/// Bytes of a transposition table for each node, and the most in all.
const TT_BYTES: u64 = 16;
const LARGEST_TT: u64 = 64 << 20;

/// Searches positions and returns their scores, each for the side to move; `None` if the searches were stopped.
fn search_all(rules: &Ruleset, positions: &[AnyPosition], growth: &Growth) -> Option<Vec<i16>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let bytes = growth.nodes.saturating_mul(TT_BYTES).clamp(1 << 16, LARGEST_TT);
        let mut engine =
            Engine::new(EngineOptions { tt_bytes: bytes as usize, ..Default::default() });
        let options = SearchOptions { stop: growth.stop.clone(), ..Default::default() };
        let mut found = Vec::new();
        while let Some((index, position)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            positions.get(index).map(|position| (index, position))
        } && !growth.stop.is_stopped()
        {
            // What was seen in other positions must not count: their order is a matter of chance.
            engine.clear();
            let game = Game::from_position(rules.clone(), *position);
            let score = engine.assess(&game, &Limits::nodes(growth.nodes), &options).score;
            found.push((index, value_of(score)));
        }
        found
    };
    let mut found: Vec<(usize, i16)> = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..growth.threads.clamp(1, 256)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    found.sort_unstable_by_key(|(index, _)| *index);
    let whole = found.len() == positions.len() && !growth.stop.is_stopped();
    whole.then(|| found.into_iter().map(|(_, value)| value).collect())
}
