//! Drop-out expansion (Lincke, 2000): a book that grows where both sides are likely to play.

use super::{
    Book, BookBuilder, BookError, BookOrigin, is_decided, value_after, value_before, value_of,
};
use draughts::{AnyPosition, Move, Ruleset};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A book that is being built: positions with all their moves, each evaluated by a search until the
/// position behind it is looked at move by move as well.
///
/// Next comes always the position that is nearest to the openings, where each ply counts, and so
/// does each loss against the best move. Values go back from the last positions to the first; a
/// position that comes back is a draw.
#[derive(Clone, Debug)]
pub struct Expansion {
    pub(super) rules: Ruleset,
    roots: Vec<AnyPosition>,
    nodes: Vec<BookNode>,
    /// The place among the nodes by the hash of the position.
    index: HashMap<u64, usize>,
    /// The values of positions that are no nodes yet, for the side to move.
    leaves: HashMap<u64, i16>,
}

/// A position whose moves are known.
#[derive(Clone, Debug)]
struct BookNode {
    position: AnyPosition,
    edges: Vec<Edge>,
}

/// A move of a position, where it leads, and its value for the side that plays it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    after: u64,
    value: i16,
}

/// The cost of one ply, in hundredths of a man given away.
const PLY: u32 = 10;

/// How likely the best move of a position is chosen, and how much less likely a worse one for each
/// hundredth that it is worse.
const BEST_WEIGHT: i32 = 100;

impl Expansion {
    /// A book that knows nothing yet, for games that start from these positions.
    pub fn new(rules: Ruleset, openings: Vec<AnyPosition>) -> Self {
        let (nodes, index, leaves) = Default::default();
        Self { rules, roots: openings, nodes, index, leaves }
    }

    /// Goes on with a book that was built before from the same openings.
    pub fn resume(book: &Book, openings: Vec<AnyPosition>) -> Result<Self, BookError> {
        if book.origin() != BookOrigin::Search {
            return Err(BookError::FromGames);
        }
        let mut expansion = Self::new(book.rules().clone(), openings);
        let mut waiting = expansion.roots.clone();
        while let Some(position) = waiting.pop() {
            let known = book.moves_of(&position);
            if known.is_empty() || expansion.index.contains_key(&position.hash()) {
                continue;
            }
            // In the order of the rules again, which decides where a position comes back.
            let found = |mv: Move| known.iter().find(|known| known.mv == mv);
            let legal = position.legal_moves().into_iter().filter_map(found);
            expansion
                .insert(position, legal.map(|known| (known.mv, value_of(known.value))).collect());
            waiting.extend(known.iter().map(|known| position.play_unchecked(&known.mv)));
        }
        let Self { nodes, index, leaves, .. } = &mut expansion;
        for edge in nodes.iter().flat_map(|node| &node.edges) {
            if !index.contains_key(&edge.after) {
                leaves.insert(edge.after, value_after(edge.value));
            }
        }
        match book.positions() - expansion.positions() {
            0 => Ok(expansion),
            missing => Err(BookError::OtherOpenings(missing)),
        }
    }

    /// How many positions it knows with all their moves.
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The book, as far as it was built.
    pub fn book(&self) -> Book {
        let mut builder = BookBuilder::new(self.rules.clone(), BookOrigin::Search);
        for node in &self.nodes {
            let best = node.best();
            let weight = |edge: &Edge| {
                let loss = i32::from(best) - i32::from(edge.value);
                (BEST_WEIGHT - loss).max(1) as u16
            };
            let moves: Vec<_> =
                node.edges.iter().map(|edge| (edge.mv, edge.value, weight(edge))).collect();
            builder.add(&node.position, &moves);
        }
        builder.build()
    }

    /// The positions to be looked at next, the nearest first, as many as are wanted and there are.
    pub(super) fn nearest(&self, wanted: usize) -> Vec<AnyPosition> {
        let mut found = Vec::new();
        let mut seen = HashSet::new();
        let mut waiting: BinaryHeap<_> =
            self.roots.iter().map(|root| Reverse(Reached::at_start(*root))).collect();
        while let Some(Reverse(reached)) = waiting.pop()
            && found.len() < wanted
        {
            if !seen.insert(reached.position.hash()) {
                continue;
            }
            match self.index.get(&reached.position.hash()) {
                None if reached.position.outcome().is_none() => found.push(reached.position),
                None => {}
                Some(node) => self.nodes[*node].reach_on(&reached, &mut waiting),
            }
        }
        found
    }

    /// The positions behind a position of which nothing is known, in the order of its moves.
    pub(super) fn unknown_after(&self, position: &AnyPosition) -> Vec<AnyPosition> {
        let after = position.legal_moves().into_iter().map(|mv| position.play_unchecked(&mv));
        let known = |hash| self.index.contains_key(&hash) || self.leaves.contains_key(&hash);
        after.filter(|after| !known(after.hash())).collect()
    }

    /// Notes what a search thinks of a position, for its side to move.
    pub(super) fn learn(&mut self, position: &AnyPosition, value: i16) {
        self.leaves.insert(position.hash(), value);
    }

    /// Takes a position in; what is behind each of its moves was learnt before.
    pub(super) fn expand(&mut self, position: &AnyPosition) {
        let value = |mv: &Move| {
            let after = position.play_unchecked(mv).hash();
            let leaf = self.leaves.get(&after).copied();
            let node = || self.index.get(&after).map(|node| self.nodes[*node].best());
            leaf.or_else(node).map(value_before)
        };
        let legal = position.legal_moves();
        let moves = legal.into_iter().filter_map(|mv| Some((mv, value(&mv)?))).collect();
        self.insert(*position, moves);
    }

    fn insert(&mut self, position: AnyPosition, moves: Vec<(Move, i16)>) {
        let edge = |(mv, value)| {
            let after = position.play_unchecked(&mv).hash();
            Edge { mv, after, value }
        };
        let edges = moves.into_iter().map(edge).collect();
        self.leaves.remove(&position.hash());
        self.index.insert(position.hash(), self.nodes.len());
        self.nodes.push(BookNode { position, edges });
    }

    /// Takes values back from the last positions to the first.
    pub(super) fn settle(&mut self) {
        let mut states = vec![State::New; self.nodes.len()];
        for root in self.roots.clone() {
            if let Some(&first) = self.index.get(&root.hash()) {
                self.settle_from(first, &mut states);
            }
        }
    }

    /// Walks everything behind a position, by a stack of our own: a book can be deep.
    fn settle_from(&mut self, first: usize, states: &mut [State]) {
        if states[first] != State::New {
            return;
        }
        states[first] = State::Open;
        let mut path = vec![(first, 0)];
        while let Some((node, next)) = path.last_mut() {
            let (node, edge) = (*node, *next);
            let Some(Edge { after, .. }) = self.nodes[node].edges.get(edge) else {
                states[node] = State::Settled;
                path.pop();
                continue;
            };
            let Some(&behind) = self.index.get(after) else {
                *next += 1;
                continue;
            };
            match states[behind] {
                State::New => {
                    states[behind] = State::Open;
                    path.push((behind, 0));
                    continue;
                }
                // It leads back to where it came from.
                State::Open => self.nodes[node].edges[edge].value = 0,
                State::Settled => {
                    self.nodes[node].edges[edge].value = value_before(self.nodes[behind].best());
                }
            }
            *next += 1;
        }
    }
}

/// Whether a position was walked, or is being walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Settled,
}

impl BookNode {
    fn best(&self) -> i16 {
        self.edges.iter().map(|edge| edge.value).max().unwrap_or_default()
    }

    /// Adds the positions that can be reached from here, with the cost of coming there.
    fn reach_on(&self, reached: &Reached, waiting: &mut BinaryHeap<Reverse<Reached>>) {
        let best = i32::from(self.best());
        for edge in &self.edges {
            // What is won or lost needs no book.
            if !is_decided(edge.value) {
                let loss = (best - i32::from(edge.value)) as u32;
                waiting.push(Reverse(Reached {
                    cost: reached.cost + PLY + loss,
                    position: self.position.play_unchecked(&edge.mv),
                }));
            }
        }
    }
}

/// A position, and what it costs to come there.
struct Reached {
    cost: u32,
    position: AnyPosition,
}

impl Reached {
    fn at_start(position: AnyPosition) -> Self {
        Self { cost: 0, position }
    }

    fn order(&self) -> (u32, u64) {
        (self.cost, self.position.hash())
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}
