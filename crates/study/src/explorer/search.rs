//! Searching positions by a pattern: all games are replayed, by all threads.

use super::bytes::ByteReader;
use super::error::SegmentError;
use super::game::{GameRecord, read_game};
use super::mask::Mask;
use super::segment::Segment;
use draughts::{AnyPosition, Color, Layout, Ruleset};
use rayon::prelude::*;

/// What is searched for, and how far.
pub struct Search<'a> {
    /// The rules of the games.
    pub rules: &'a Ruleset,
    /// The pattern.
    pub mask: &'a Mask,
    /// The side to move, where it matters.
    pub turn: Option<Color>,
    /// Whether the pattern turned half round with the colours changed will do as well.
    pub turned: bool,
    /// The number of the first game that is looked at.
    pub from: u32,
    /// The most games that are looked at, whatever their rules.
    pub most_games: u32,
    /// The most games that are found.
    pub most_hits: usize,
    /// Asked from time to time whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Search<'a> {
    /// A search in all games of these rules, for so many that match.
    pub fn new(rules: &'a Ruleset, mask: &'a Mask, most_hits: usize) -> Self {
        let (turn, turned, from, most_games) = (None, false, 0, u32::MAX);
        Self { rules, mask, turn, turned, from, most_games, most_hits, stop: &|| false }
    }
}

/// A game in which the pattern was found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// The number of the game in the segment.
    pub game: u32,
    /// How many plies were played before it was there for the first time.
    pub ply: u32,
    /// The position.
    pub position: AnyPosition,
}

/// What was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The games, in their order.
    pub hits: Vec<Hit>,
    /// The number of the game at which to go on; `None` if all were looked at.
    pub next: Option<u32>,
}

/// Blocks that are searched before somebody asks whether that is enough.
const AT_ONCE: usize = 64;

/// The pattern as it is tested.
struct Pattern {
    rules: u16,
    mask: Mask,
    turned: Option<Mask>,
    turn: Option<Color>,
    layout: Layout,
}

impl Pattern {
    fn matches(&self, position: &AnyPosition) -> bool {
        let is_turn = |turn: Option<Color>| turn.is_none_or(|turn| turn == position.turn());
        (is_turn(self.turn) && self.mask.matches(position))
            || (is_turn(self.turn.map(|turn| !turn))
                && self.turned.is_some_and(|mask| mask.matches(position)))
    }
}

impl Segment {
    /// Searches for a pattern. The games that are found are the same with any number of threads.
    pub fn search(&self, search: &Search<'_>) -> Result<Found, SegmentError> {
        let end = search.from.saturating_add(search.most_games);
        let total = self.counts().games().min(u32::MAX.into()) as u32;
        let mut found = Found { hits: Vec::new(), next: None };
        let Some(rules) = self.number_of(search.rules) else { return Ok(found) };
        let pattern = Pattern {
            rules,
            mask: *search.mask,
            turned: search.turned.then(|| search.mask.turned(search.rules)),
            turn: search.turn,
            layout: AnyPosition::start(search.rules).layout(),
        };
        let blocks = self.game_blocks();
        let mut block = self.game_block_of(search.from);
        while block < blocks {
            let last = (block + AT_ONCE).min(blocks);
            let hits: Vec<Vec<Hit>> = (block..last)
                .into_par_iter()
                .map(|block| self.search_block(block, &pattern, search.from..end))
                .collect::<Result<_, _>>()?;
            found.hits.extend(hits.into_iter().flatten());
            block = last;
            if found.hits.len() > search.most_hits {
                found.hits.truncate(search.most_hits);
                found.next = Some(found.hits.last().map_or(search.from, |hit| hit.game + 1));
                return Ok(found);
            }
            let begins = self.first_game(block).unwrap_or(total);
            if begins >= end || ((search.stop)() && begins < total) {
                found.next = Some(end.min(begins)).filter(|next| *next < total);
                return Ok(found);
            }
        }
        Ok(found)
    }

    fn search_block(
        &self,
        block: usize,
        pattern: &Pattern,
        games: std::ops::Range<u32>,
    ) -> Result<Vec<Hit>, SegmentError> {
        let (first, bytes) = self.game_block(block)?;
        let unread = || self.damaged(format!("block {block} of its games"));
        let mut reader = ByteReader(bytes);
        let mut hits = Vec::new();
        let mut id = u32::try_from(first).map_err(|_| unread())?;
        while !reader.is_empty() && id < games.end {
            let record = read_game(&mut reader).ok_or_else(unread)?;
            if id >= games.start && record.rules == pattern.rules {
                hits.extend(self.search_game(id, &record, pattern).ok_or_else(unread)?);
            }
            id = id.saturating_add(1);
        }
        Ok(hits)
    }

    /// The first position of a game that matches; `None` outside if the game cannot be played.
    fn search_game(
        &self,
        game: u32,
        record: &GameRecord<'_>,
        pattern: &Pattern,
    ) -> Option<Option<Hit>> {
        let (mut ply, mut hit) = (0, None);
        record.replay(self.rules(record.rules)?, &pattern.layout, |position, _| {
            if pattern.matches(position) {
                hit = Some(Hit { game, ply, position: *position });
            }
            ply += 1;
            hit.is_none()
        })?;
        Some(hit)
    }
}
