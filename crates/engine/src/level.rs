//! Opponents of every strength.

use crate::limits::Limits;
use crate::outlook::Outlook;
use crate::random::SplitMix64;
use crate::score::{Value, is_decided};
use core::fmt;
use core::str::FromStr;
use draughts::{Color, Game};

/// How strong the computer plays, from 1 to 10.
///
/// A lower level searches less deeply and evaluates less accurately. Levels 1 to 7 overlook, as people do:
/// some moves they only glance at. The lowest judge these by how the board looks right after, whatever the answer may
/// be: captures look good, and they like to come forward. From level 5 on a glance shows the captures that answer, but
/// no shot. None gives away what it sees. They have good days and bad ones, which the
/// [seed of a game](crate::SearchOptions::game_seed) draws. Levels 1 to 9 are limited by depth and nodes, not by
/// time, so they play the same on every machine. Level 10 uses whatever [`Limits`] it is given.
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

/// The settings of a level.
#[derive(Clone, Copy)]
pub(crate) struct Skill {
    name: &'static str,
    depth: u32,
    nodes: u64,
    /// Captures in a row that its quiescence follows.
    max_captures: u32,
    /// By how much its evaluation is off at most, in hundredths of a man; less than a man.
    inaccuracy: Value,
    /// Of a thousand moves, how many it only glances at.
    overlooks: u64,
    /// How much of both there is on boards of more than 32 squares, in per cent.
    on_large_boards: u64,
    /// The depth of a glance: at 0 it sees its own move but no answer, at 1 the captures that answer it.
    glance: u32,
    /// By how much it likes a man to come forward a row, in hundredths of a man.
    eager: Value,
    /// Whether it has the evaluation learned from games, or the one made by hand only.
    learned: bool,
}

/// How much of its usual errors a level makes in a game, in per cent: from a good day to a bad one.
const DAYS: [u64; 9] = [25, 35, 50, 71, 100, 141, 200, 283, 400];
/// The place of a usual day.
const USUAL_DAY: usize = 4;

const ALL: u32 = u32::MAX;

/// A man: levels see when one is lost.
const MAN: Value = 100;

/// Ten thousand, of which errors are so many.
const WHOLE: u64 = 10_000;

const SKILLS: [Skill; 10] = [
    Skill { name: "Novice", overlooks: 520, on_large_boards: 78, ..BY_HAND },
    Skill { name: "Beginner", overlooks: 190, on_large_boards: 63, ..BY_HAND },
    Skill { name: "Casual", inaccuracy: 53, overlooks: 142, on_large_boards: 70, ..TWO_PLIES },
    Skill { name: "Apprentice", inaccuracy: 38, overlooks: 25, on_large_boards: 66, ..TWO_PLIES },
    Skill {
        name: "Journeyman",
        depth: 3,
        max_captures: 5,
        inaccuracy: 72,
        overlooks: 400,
        on_large_boards: 66,
        eager: 2,
        ..LEARNED
    },
    Skill {
        name: "Club player",
        depth: 4,
        nodes: 30_000,
        inaccuracy: 35,
        overlooks: 105,
        on_large_boards: 52,
        eager: 1,
        ..LEARNED
    },
    Skill {
        name: "Expert",
        depth: 5,
        nodes: 40_000,
        inaccuracy: 25,
        overlooks: 40,
        on_large_boards: 42,
        ..LEARNED
    },
    Skill {
        name: "Candidate master",
        depth: 7,
        nodes: 60_000,
        inaccuracy: 12,
        on_large_boards: 90,
        ..LEARNED
    },
    Skill {
        name: "Master",
        depth: 10,
        nodes: 150_000,
        inaccuracy: 6,
        on_large_boards: 80,
        ..LEARNED
    },
    Skill { name: "Grandmaster", depth: ALL, nodes: u64::MAX, ..LEARNED },
];

/// Sees its own move, and captures and recaptures of those it does not overlook.
const BY_HAND: Skill = Skill {
    name: "",
    depth: 1,
    nodes: 5_000,
    max_captures: 2,
    inaccuracy: 60,
    overlooks: 0,
    glance: 0,
    eager: 4,
    learned: false,
    on_large_boards: 100,
};

/// Thinks of the answer as well.
const TWO_PLIES: Skill = Skill { depth: 2, max_captures: 3, inaccuracy: 50, eager: 3, ..BY_HAND };

/// Knows what games have taught; sees captures and recaptures at a glance.
const LEARNED: Skill = Skill {
    nodes: 20_000,
    max_captures: ALL,
    inaccuracy: 0,
    glance: 1,
    eager: 0,
    learned: true,
    ..BY_HAND
};

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

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the name of the level.
    pub fn name(self) -> &'static str {
        self.skill().name
    }

    /// Returns the limits of its search; there are none at level 10.
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

    /// Whether there are moves that it only glances at.
    pub(crate) fn overlooks(self) -> bool {
        self.skill().overlooks > 0
    }

    /// Returns the depth of its glance; at 0 it sees no answer.
    pub(crate) fn glance(self) -> u32 {
        self.skill().glance
    }

    /// Returns how it plays in a game: its form is drawn from the seed of the game, and usual without one.
    pub(crate) fn form(self, game: &Game, seed: Option<u64>) -> Form {
        let Skill { inaccuracy, overlooks, eager, learned, on_large_boards, .. } = *self.skill();
        let position = game.position();
        let day = seed.map_or(USUAL_DAY, |seed| {
            // Both sides may have the seed, and may be of one level.
            let side = u64::from(self.0) << 1 | u64::from(position.turn() == Color::White);
            SplitMix64::new(seed ^ side << 32).up_to(2 * USUAL_DAY as u64) as usize
        });
        let board = if position.layout().squares > 32 { on_large_boards } else { 100 };
        let share = DAYS[day] * board;
        Form {
            inaccuracy: (inaccuracy as u64 * share / WHOLE).min(MAN as u64 - 1) as Value,
            overlooks: overlooks * share / 1_000,
            eager,
            deeper: if learned { (USUAL_DAY as i32 - day as i32) / 2 } else { 0 },
        }
    }
}

/// How a level plays in one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// By how much its evaluation is off at most.
    pub inaccuracy: Value,
    /// Of ten thousand moves, how many it only glances at.
    overlooks: u64,
    eager: Value,
    /// By how many plies it looks further than usual.
    deeper: i32,
}

impl Form {
    /// Returns the limits of a search in this form.
    pub fn limits(self, usual: Limits) -> Limits {
        let depth = usual.depth.map(|depth| depth.saturating_add_signed(self.deeper).max(1));
        Limits { depth, ..usual }
    }

    /// Returns the move that is taken for the best of these, which come best first; `learned` says whether
    /// they have the values that the level is used to, and a game is not lost by one move.
    pub fn choose(mut self, moves: &[Outlook], learned: bool, random: &mut SplitMix64) -> usize {
        // Where nothing was learned, less has to make up for it.
        if !learned {
            self.inaccuracy /= 2;
            self.overlooks /= 3;
        }
        if self.inaccuracy == 0 && self.overlooks == 0 {
            return 0;
        }
        let seen = moves.iter().enumerate().map(|(index, outlook)| {
            let error = random.up_to(self.inaccuracy as u64) as Value;
            let overlooked = self.overlooks > 0 && random.up_to(WHOLE - 1) < self.overlooks;
            let value = if overlooked { outlook.glanced } else { outlook.searched };
            // Whoever sees the end of the game is not mistaken about it.
            let liked = if is_decided(value) { 0 } else { error + self.eager * outlook.forward };
            (value + liked, index)
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
    /// The text that was asked for.
    pub String,
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::WIN;

    fn outlook(searched: Value, glanced: Value) -> Outlook {
        Outlook { searched, glanced, forward: 0 }
    }

    fn game(rules: &str) -> Game {
        Game::new(rules.parse().unwrap())
    }

    /// How often of a thousand times a level in this form chooses each of these moves.
    fn chosen_in<const N: usize>(form: Form, moves: [Outlook; N]) -> [u32; N] {
        let mut times = [0; N];
        for seed in 0..1_000 {
            times[form.choose(&moves, true, &mut SplitMix64::new(seed))] += 1;
        }
        times
    }

    fn chosen<const N: usize>(level: u8, moves: [Outlook; N]) -> [u32; N] {
        chosen_in(Level(level).form(&game("american"), None), moves)
    }

    #[test]
    fn what_is_overlooked_is_taken_for_what_it_looks_like() {
        // The second move looks like a man won, and loses one.
        let tempting = [outlook(0, 0), outlook(-100, 100)];
        for level in Level::all() {
            for (rules, board) in [("american", 100), ("frisian", level.skill().on_large_boards)] {
                let [_, blunders] = chosen_in(level.form(&game(rules), None), tempting);
                let expected = (level.skill().overlooks * board / 100) as u32;
                assert!(blunders.abs_diff(expected) <= 50, "{level}: {blunders} of {expected}");
                assert_eq!(blunders == 0, expected == 0, "{level}");
            }
        }
    }

    #[test]
    fn form_differs_from_game_to_game() {
        let start = game("russian");
        let mut later = start.clone();
        later.play(&start.legal_moves()[0]).unwrap();
        let level = Level(6);
        let form = |game, seed| level.form(game, Some(seed));
        let mut days = [0; DAYS.len()];
        for seed in 0..1_000 {
            let one = form(&start, seed);
            assert_eq!(one.overlooks, form(&start, seed).overlooks, "the same all the game");
            let day =
                DAYS.iter().position(|day| one.overlooks == level.skill().overlooks * day / 10);
            days[day.expect("one of the days")] += 1;
        }
        assert!(days.iter().all(|times| (70..=150).contains(times)), "{days:?}");
        // Two of one level in a game have each a form of their own.
        let same = (0..1_000)
            .filter(|seed| form(&start, *seed).overlooks == form(&later, *seed).overlooks);
        assert!((60..=170).contains(&same.count()));
    }

    #[test]
    fn what_is_seen_is_not_given_away() {
        for level in Level::all() {
            // Nothing is to be overlooked here, but a man or the game.
            for worse in [-100, 5 - WIN] {
                let lost = chosen(level.number(), [outlook(0, 0), outlook(worse, worse)]);
                assert_eq!(lost[1], 0, "{level}");
            }
            let won = chosen(level.number(), [outlook(WIN - 3, WIN - 3), outlook(900, 900)]);
            assert_eq!(won[1], 0, "{level}");
        }
    }

    #[test]
    fn low_levels_like_to_come_forward() {
        let moves = [outlook(0, 0), Outlook { forward: 1, ..outlook(0, 0) }];
        let [back, forward] = chosen(1, moves);
        assert!(forward > back + 50, "{forward} forward, {back} not");
        let [back, forward] = chosen(9, moves);
        assert!(forward.abs_diff(back) < 200, "{forward} forward, {back} not");
    }

    #[test]
    fn the_highest_level_takes_the_best() {
        let moves = [outlook(1, 0), Outlook { forward: 3, ..outlook(0, 900) }];
        assert_eq!(chosen(10, moves), [1_000, 0]);
    }
}
