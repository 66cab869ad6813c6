//! Opponents of every strength.

use crate::limits::Limits;
use crate::random::Dice;
use crate::report::Line;
use crate::score::{Value, is_decided};
use core::fmt;
use core::str::FromStr;

/// How strong the computer plays, from 1 to 10.
///
/// A lower level looks less far ahead and judges quiet positions less accurately; it never gives away
/// what it sees. Levels 1 to 9 are limited by depth and positions, not by time, so they play the same
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
    /// Captures in a row that it looks at beyond its depth.
    captures: u32,
    /// By how much it misjudges at most, in hundredths of a man; far less than a man.
    inaccuracy: Value,
    /// Whether it knows what was learned from games, or counts pieces and squares only.
    learned: bool,
}

const fn skill(
    name: &'static str,
    depth: u32,
    nodes: u64,
    captures: u32,
    inaccuracy: Value,
    learned: bool,
) -> Skill {
    Skill { name, depth, nodes, captures, inaccuracy, learned }
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

    pub(crate) fn captures(self) -> u32 {
        self.skill().captures
    }

    pub(crate) fn knows_what_was_learned(self) -> bool {
        self.skill().learned
    }

    pub(crate) fn inaccuracy(self) -> Value {
        self.skill().inaccuracy
    }

    /// Which of these lines, the best first, this level takes for the best.
    pub(crate) fn choose(self, lines: &[Line], dice: &mut Dice) -> usize {
        let inaccuracy = self.inaccuracy();
        let best = lines.first().map_or(0, |line| line.score.value());
        if inaccuracy == 0 || is_decided(best) {
            return 0;
        }
        let judged = lines.iter().enumerate().filter_map(|(index, line)| {
            let value = line.score.value();
            let error = dice.up_to(inaccuracy as u64) as Value;
            (value >= best - inaccuracy).then_some((value + error, index))
        });
        judged
            .max_by_key(|(value, index)| (*value, usize::MAX - index))
            .map_or(0, |(_, index)| index)
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownLevel(
    /// What was asked for.
    pub String,
);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level \"{}\"; levels are 1 to 10", self.0)
    }
}

impl core::error::Error for UnknownLevel {}
