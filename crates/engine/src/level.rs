//! Opponents of every strength.

use crate::limits::Limits;
use crate::random::SplitMix64;
use crate::report::PvLine;
use crate::score::{Value, is_decided};
use core::fmt;
use core::str::FromStr;

/// How strong the computer plays, from 1 to 10.
///
/// A lower level searches less deeply and evaluates quiet positions less accurately; it never gives
/// away what it sees. Levels 1 to 9 are limited by depth and nodes, not by time, so they play the same
/// on every machine. Level 10 uses whatever [`Limits`] it is given.
///
/// ```
/// use draughts_engine::Level;
///
/// let level: Level = "club player".parse()?;
/// assert_eq!(level, Level::new(6)?);
/// assert_eq!(level.to_string(), "6 Club player");
/// assert!(level.limits().nodes.is_some());
/// assert_eq!(Level::new(11).unwrap_err().to_string(), "there is no level \"11\"; levels are 1 to 10");
/// # Ok::<(), draughts_engine::UnknownLevel>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Level(u8);

/// What makes a level.
struct Skill {
    name: &'static str,
    depth: u32,
    nodes: u64,
    /// Captures in a row that its quiescence follows.
    max_captures: u32,
    /// By how much its evaluation is off at most, in hundredths of a man; far less than a man.
    inaccuracy: Value,
    /// Whether it has the evaluation learned from games, or the one made by hand only.
    learned: bool,
}

const fn skill(
    name: &'static str,
    depth: u32,
    nodes: u64,
    max_captures: u32,
    inaccuracy: Value,
    learned: bool,
) -> Skill {
    Skill { name, depth, nodes, max_captures, inaccuracy, learned }
}

const ALL: u32 = u32::MAX;

const SKILLS: [Skill; 10] = [
    skill("Novice", 1, 20_000, 2, 60, false),
    skill("Beginner", 2, 20_000, 3, 50, false),
    skill("Casual", 3, 20_000, 5, 40, false),
    skill("Apprentice", 4, 30_000, ALL, 30, false),
    skill("Journeyman", 5, 40_000, ALL, 24, true),
    skill("Club player", 7, 60_000, ALL, 16, true),
    skill("Expert", 9, 120_000, ALL, 10, true),
    skill("Candidate master", 11, 200_000, ALL, 8, true),
    skill("Master", 16, 600_000, ALL, 3, true),
    skill("Grandmaster", ALL, u64::MAX, ALL, 0, true),
];

impl Level {
    /// The lowest level.
    pub const LOWEST: Self = Self(1);
    /// The highest level: the best move that is found within the limits.
    pub const HIGHEST: Self = Self(10);

    /// The level of a number from 1 to 10.
    pub fn new(number: u8) -> Result<Self, UnknownLevel> {
        match number {
            1..=10 => Ok(Self(number)),
            _ => Err(UnknownLevel(number.to_string())),
        }
    }

    /// Every level, the lowest first.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        (1..11).map(Self)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its name for people.
    pub fn name(self) -> &'static str {
        self.skill().name
    }

    /// How far it looks; nothing is limited at level 10.
    pub fn limits(self) -> Limits {
        if self == Self::HIGHEST {
            return Limits::infinite();
        }
        let Skill { depth, nodes, .. } = *self.skill();
        Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::infinite() }
    }

    fn skill(self) -> &'static Skill {
        &SKILLS[usize::from(self.0 - 1)]
    }

    pub(crate) fn max_captures(self) -> u32 {
        self.skill().max_captures
    }

    pub(crate) fn uses_learned_evaluation(self) -> bool {
        self.skill().learned
    }

    /// Whether it asks endgame tables. Below, they would make its endings stronger than its middle games.
    pub(crate) fn uses_tables(self) -> bool {
        self.0 >= 8
    }

    pub(crate) fn inaccuracy(self) -> Value {
        self.skill().inaccuracy
    }

    /// Which of these variations, the best first, this level takes for the best.
    pub(crate) fn choose(self, variations: &[PvLine], random: &mut SplitMix64) -> usize {
        let inaccuracy = self.inaccuracy();
        let best = variations.first().map_or(0, |variation| variation.score.value());
        if inaccuracy == 0 || is_decided(best) {
            return 0;
        }
        let seen = variations.iter().enumerate().filter_map(|(index, variation)| {
            let value = variation.score.value();
            let error = random.up_to(inaccuracy as u64) as Value;
            (value >= best - inaccuracy).then_some((value + error, index))
        });
        seen.max_by_key(|(value, index)| (*value, usize::MAX - index)).map_or(0, |(_, index)| index)
    }
}

impl Default for Level {
    fn default() -> Self {
        Self::HIGHEST
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    /// Reads a number or a name.
    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let text = text.trim();
        let named = Self::all().find(|level| level.name().eq_ignore_ascii_case(text));
        let numbered = || text.parse().ok().and_then(|number| Self::new(number).ok());
        named.or_else(numbered).ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}

/// There is no such level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no level \"{0}\"; levels are 1 to 10")]
pub struct UnknownLevel(
    /// What was asked for.
    pub String,
);
