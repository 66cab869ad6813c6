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

    #[inline(always)]
    fn kind(self) -> u32 {
        self.0 & KIND
    }

    #[inline(always)]
    fn distance(self) -> u16 {
        (self.0 & DISTANCE) as u16
    }

    /// Its result, now or when its wave comes; what no wave reaches is drawn.
    #[inline(always)]
    fn result(self) -> Wld {
        match self.kind() {
            DECIDED => Wld::of_code((self.0 >> RESULT) as u8),
            WINNING => Wld::Win,
            _ => Wld::Draw,
        }
    }

    /// The wave that this position belongs to, if it is known already.
    #[inline(always)]
    pub fn due(self) -> Option<u16> {
        (self.result() != Wld::Draw).then(|| self.distance())
    }
}

/// The positions of a level and the waves that are to come.
pub(crate) struct Waves {
    states: Vec<AtomicU32>,
    buckets: Vec<Vec<u32>>,
    current: usize,
}

impl Waves {
    pub fn new(positions: usize) -> Self {
        let states = (0..positions).map(|_| AtomicU32::new(0)).collect();
        Self { states, buckets: Vec::new(), current: 0 }
    }

    #[inline(always)]
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

    /// The result of a position in the wave of its distance; `None` if a quicker way was found, and its wave
    /// has been. While that wave lasts, nobody changes the position any more.
    #[inline(always)]
    pub fn decided(&self, number: usize, distance: u16) -> Option<Wld> {
        let state = WaveState(self.states[number].load(Ordering::Relaxed));
        (state.distance() == distance).then(|| state.result())
    }

    /// Learns that a move leads to this result for the opponent in so many plies; the wave in which
    /// the position is to be decided, if it is now known.
    #[inline(always)]
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
    #[inline(always)]
    pub fn result(&self, number: usize) -> (Wld, u16, bool) {
        let state = WaveState(self.states[number].load(Ordering::Relaxed));
        match state.result() {
            Wld::Draw => (Wld::Draw, 0, state.0 & CAPTURES != 0),
            wld => (wld, state.distance(), state.0 & CAPTURES != 0),
        }
    }
}
