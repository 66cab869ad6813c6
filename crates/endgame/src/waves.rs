//! The states of the positions of a level while results spread through it.
//!
//! Each position is one atomic word, so that threads can share a wave. Which thread is first does not
//! matter: a wave has one distance, and the word ends the same in every order.

use crate::value::Wld;
use std::sync::atomic::{AtomicU32, Ordering};

/// The state of a position: its distance (16 bits), how many moves that can be taken back are not yet
/// known to lose (11 bits), whether it must capture, its kind, and its result once that is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WaveState(u32);

const DISTANCE: u32 = 0xFFFF;
const ONE_MOVE: u32 = 1 << 16;
const MOVES: u32 = 0x7FF << 16;
const CAPTURES: u32 = 1 << 27;
const KIND: u32 = 3 << 28;
/// All moves known so far lose, in at most the distance of the word.
const PENDING: u32 = 0;
/// A move draws.
const HOLDING: u32 = 1 << 28;
/// A move wins, in the distance of the word, unless a quicker one is found.
const WINNING: u32 = 2 << 28;
/// The result is known, and spreads when the wave of its distance comes.
const DECIDED: u32 = 3 << 28;
const RESULT: u32 = 30;

impl WaveState {
    pub fn decided(wld: Wld, distance: u16, captures: bool) -> Self {
        let captures = if captures { CAPTURES } else { 0 };
        Self(u32::from(wld.code()) << RESULT | DECIDED | captures | u32::from(distance))
    }

    pub fn winning(distance: u16) -> Self {
        Self(WINNING | u32::from(distance))
    }

    pub fn holding() -> Self {
        Self(HOLDING)
    }

    pub fn pending(longest: u16, moves: u16) -> Self {
        Self(PENDING | u32::from(moves) << 16 | u32::from(longest))
    }

    fn kind(self) -> u32 {
        self.0 & KIND
    }

    fn distance(self) -> u16 {
        (self.0 & DISTANCE) as u16
    }

    fn result(self) -> Wld {
        Wld::of_code((self.0 >> RESULT) as u8)
    }

    /// The wave that this position belongs to, if it is known already.
    pub fn due(self) -> Option<u16> {
        let due = match self.kind() {
            WINNING => true,
            DECIDED => self.result() != Wld::Draw,
            _ => false,
        };
        due.then(|| self.distance())
    }
}

/// The positions of a level and the waves that are to come.
pub(crate) struct Waves {
    states: Vec<AtomicU32>,
    buckets: Vec<Vec<u32>>,
    current: usize,
}

/// Set on a position whose result has spread.
const SPREAD: u32 = MOVES;

impl Waves {
    pub fn new(positions: usize) -> Self {
        let states = (0..positions).map(|_| AtomicU32::new(0)).collect();
        Self { states, buckets: Vec::new(), current: 0 }
    }

    pub fn set(&self, number: usize, state: WaveState) {
        self.states[number].store(state.0, Ordering::Relaxed);
    }

    /// Puts positions into the waves of their distances.
    pub fn push(&mut self, found: &[(u16, u32)]) {
        for (distance, number) in found {
            let distance = usize::from(*distance);
            if self.buckets.len() <= distance {
                self.buckets.resize_with(distance + 1, Vec::new);
            }
            self.buckets[distance].push(*number);
        }
    }

    /// The next wave and its distance.
    pub fn next(&mut self) -> Option<(u16, Vec<u32>)> {
        while let Some(bucket) = self.buckets.get_mut(self.current) {
            let wave = std::mem::take(bucket);
            self.current += 1;
            if !wave.is_empty() {
                return Some((self.current as u16 - 1, wave));
            }
        }
        None
    }

    /// Decides a position in the wave of its distance; `None` if that has been done.
    pub fn decide(&self, number: usize, distance: u16) -> Option<Wld> {
        let decide = |word: u32| {
            let state = WaveState(word);
            let wld = match state.kind() {
                WINNING => Wld::Win,
                _ => state.result(),
            };
            let spread = WaveState::decided(wld, distance, word & CAPTURES != 0).0 | SPREAD;
            (word != spread && state.distance() == distance).then_some(spread)
        };
        let state = &self.states[number];
        state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, decide).ok()?;
        Some(WaveState(state.load(Ordering::Relaxed)).result())
    }

    /// Learns that a move leads to this result for the opponent in so many plies; the wave in which
    /// the position is to be decided, if it is now known.
    pub fn learn(&self, number: usize, next: Wld, distance: u16) -> Option<u16> {
        let here = distance + 1;
        let learned = |word: u32| {
            let state = WaveState(word);
            match (next, state.kind()) {
                (Wld::Loss, PENDING | HOLDING) => Some(WaveState::winning(here).0),
                (Wld::Loss, WINNING) if here < state.distance() => Some(WaveState::winning(here).0),
                (Wld::Win, PENDING) => {
                    let word = word - ONE_MOVE;
                    let longest = WaveState(word).distance().max(here);
                    match word & MOVES {
                        0 => Some(WaveState::decided(Wld::Loss, longest, false).0),
                        _ => Some(word),
                    }
                }
                _ => None,
            }
        };
        let state = &self.states[number];
        let before = state.fetch_update(Ordering::Relaxed, Ordering::Relaxed, learned).ok()?;
        WaveState(learned(before)?).due()
    }

    /// Result, distance, and whether the position must capture.
    pub fn result(&self, number: usize) -> (Wld, u16, bool) {
        let word = self.states[number].load(Ordering::Relaxed);
        let state = WaveState(word);
        match state.kind() {
            DECIDED => (state.result(), state.distance(), word & CAPTURES != 0),
            _ => (Wld::Draw, 0, false),
        }
    }
}
