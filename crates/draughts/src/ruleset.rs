//! Rules chosen by users: an official variant, possibly modified and named, and validated.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::dynamic_rules::DynamicRules;
use crate::facts::*;
use crate::geometry::{Geometry, Shade};
use crate::nonsense::Nonsense;
use crate::rules::Spec;
use crate::switches::SWITCHES;
use crate::variants::{UnknownVariant, Variant};
use core::fmt;
use core::marker::PhantomData;

/// Rules chosen by users.
///
/// ```
/// use draughts::{Ruleset, Variant};
///
/// let casual = Ruleset::casual();
/// assert_eq!(
///     casual.to_string(),
///     "american,capture=off,continue=no,crowning=goes-on,blocked=draws,name=Casual checkers",
/// );
/// assert_eq!(casual.to_string().parse::<Ruleset>().unwrap(), casual);
/// assert_eq!("russian".parse::<Ruleset>().unwrap(), Ruleset::from(Variant::Russian));
/// assert_eq!(
///     "american,capture=most,continue=no".parse::<Ruleset>().unwrap_err().to_string(),
///     "when a capture may stop after any jump, taking the most cannot be mandatory",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ruleset {
    /// The variant it is based on, which names the squares.
    pub base: Variant,
    /// The rules' own name, if any.
    pub name: Option<String>,
    /// The width in squares: 8, 10 or 12. If it is not the variant's own, the dark corner is at the left.
    pub size: u8,
    /// Rows of men per side at the start.
    pub rows: u8,
    /// The side that moves first.
    pub first: Color,
    /// The facts about the moves.
    pub facts: Facts,
    /// The draw rules.
    pub draws: Vec<DrawRule>,
}

impl From<Variant> for Ruleset {
    fn from(base: Variant) -> Self {
        let Spec { rows, first, facts, draws, .. } = *base.spec();
        let size = base.layout().width;
        Self { base, name: None, size, rows, first, facts, draws: draws.to_vec() }
    }
}

/// The built-in rulesets with names of their own, as text.
pub(crate) const PRESETS: [(&str, &str); 4] = [
    (
        "casual",
        "american,capture=off,continue=no,crowning=goes-on,blocked=draws,name=Casual checkers",
    ),
    ("french-free-landing", "international,landing=free,name=French%2C free landing"),
    ("american-wcdf", "american,no-capture=none,kings-only=40,name=American%2C WCDF count"),
    ("italian-fid", "italian,no-capture=none,kings-only=40,name=Italian%2C FID count"),
];

impl Ruleset {
    /// Casual checkers: American, but captures are optional and may be broken off, a man crowned in mid-capture may
    /// continue as a king, and a side that cannot move draws.
    pub fn casual() -> Self {
        let mut rules = Self::from(Variant::American);
        rules.name = Some("Casual checkers".to_owned());
        rules.facts.capture = Duty::Optional;
        rules.facts.continuation = Duty::Optional;
        rules.facts.crowning = Crowning::GoesOnAsKing;
        rules.facts.blocked = Blocked::Draws;
        rules
    }

    /// The built-in rulesets: the name of each, and its rules.
    pub fn presets() -> impl Iterator<Item = (&'static str, Ruleset)> {
        PRESETS.iter().filter_map(|(word, text)| Some((*word, text.parse().ok()?)))
    }

    /// The official variant that these rules are equal to, if any.
    pub fn official(&self) -> Option<Variant> {
        (Self::from(self.base) == *self).then_some(self.base)
    }

    /// A display name.
    pub fn title(&self) -> String {
        match (&self.name, self.official()) {
            (Some(name), _) => name.clone(),
            (None, Some(variant)) => variant.spec().title.to_owned(),
            (None, None) => format!("{}, house rules", self.base.spec().title),
        }
    }

    /// Men per side at the start.
    pub fn men(&self) -> u8 {
        self.rows * self.squares_in_a_row()
    }

    /// The default number of rows of men: those of the variant, and one more or fewer per side for every two rows that
    /// the board is larger or smaller.
    pub(crate) fn usual_rows(&self) -> u8 {
        let usual = self.base.spec().rows + self.size / 2;
        usual.saturating_sub(self.base.layout().height / 2).max(1)
    }

    pub(crate) fn squares_in_a_row(&self) -> u8 {
        match self.base.layout().shade {
            Shade::Every => self.size,
            _ => self.size / 2,
        }
    }

    /// Checks that the rules make a playable game.
    pub fn check(&self) -> Result<(), RulesetError> {
        let wrong = |reason| Err(RulesetError::Nonsense(reason));
        let facts = &self.facts;
        let layout = self.base.layout();
        let behind = self.base.spec().rows_behind;
        if !SIZES.contains(&self.size) {
            return wrong(Nonsense::BoardSize);
        }
        if facts.lines != self.base.spec().facts.lines {
            return wrong(Nonsense::OtherLines);
        }
        if self.size != layout.width && facts.lines != Lines::Diagonal {
            return wrong(Nonsense::OwnBoardOnly);
        }
        if self.rows == 0 {
            return wrong(Nonsense::NoMen);
        }
        if 2 * u16::from(self.rows + behind) >= u16::from(self.size) {
            return wrong(Nonsense::NoEmptyRow);
        }
        let chooses = !matches!(facts.precedence, Precedence::Free | Precedence::KingFirst);
        if facts.capture == Duty::Optional && facts.precedence != Precedence::Free {
            return wrong(Nonsense::OptionalYetOrdered);
        }
        if facts.continuation == Duty::Optional && chooses {
            return wrong(Nonsense::StopsYetTakesMost);
        }
        if facts.capture == Duty::Optional && facts.blocked == Blocked::Wins {
            return wrong(Nonsense::LosingYetOptional);
        }
        if facts.king_range == KingRange::Short && facts.landing != Landing::Anywhere {
            return wrong(Nonsense::ShortKingLanding);
        }
        if facts.landing == Landing::Free && facts.precedence == Precedence::Italian {
            return wrong(Nonsense::FreeLandingYetItalian);
        }
        if facts.king_run == Some(0) {
            return wrong(Nonsense::KingNeverMoves);
        }
        if self.draws.iter().any(|rule| rule.limit == 0 || rule.limit > 500) {
            return wrong(Nonsense::DrawLimit);
        }
        let too_rare = |rule: &DrawRule| rule.when == DrawWhen::Repetition && rule.limit < 2;
        if self.draws.iter().any(too_rare) {
            return wrong(Nonsense::RepetitionAtOnce);
        }
        if let Some(name) = &self.name
            && (name.trim() != name
                || !(1..=60).contains(&name.chars().count())
                || name.contains(char::is_control))
        {
            return wrong(Nonsense::Name);
        }
        Ok(())
    }

    pub(crate) fn house<G: Geometry>(&self) -> DynamicRules<G> {
        DynamicRules {
            facts: self.facts,
            naming: self.base.spec().naming,
            first: self.first,
            rows: self.rows,
            rows_behind: self.base.spec().rows_behind,
            board: PhantomData,
        }
    }

    pub(crate) fn draw_limit(&self, when: DrawWhen) -> Option<DrawRule> {
        self.draws.iter().copied().find(|rule| rule.when == when)
    }
}

pub(crate) const SIZES: [u8; 3] = [8, 10, 12];

/// The reasons why a text is not a ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesetError {
    /// The text does not start with a variant.
    Variant(UnknownVariant),
    /// There is no such switch.
    UnknownSwitch {
        /// The unknown word.
        word: String,
        /// The most similar switch, if there is one.
        nearest: Option<&'static str>,
    },
    /// A switch has no such choice.
    UnknownChoice {
        /// The switch.
        switch: &'static str,
        /// The unknown choice.
        choice: String,
        /// The possible choices.
        choices: Vec<&'static str>,
    },
    /// The rules make no playable game, for this reason.
    Nonsense(Nonsense),
}

impl From<UnknownVariant> for RulesetError {
    fn from(error: UnknownVariant) -> Self {
        Self::Variant(error)
    }
}

impl fmt::Display for RulesetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(error) => write!(f, "{error}"),
            Self::UnknownSwitch { word, nearest: Some(nearest) } => {
                write!(f, "no rule is called \"{word}\"; did you mean \"{nearest}\"?")
            }
            Self::UnknownSwitch { word, nearest: None } => {
                write!(f, "no rule is called \"{word}\"; there are {}", SWITCHES.join(", "))
            }
            Self::UnknownChoice { switch, choice, choices } => {
                write!(f, "\"{switch}\" cannot be \"{choice}\"; it is {}", choices.join(", "))
            }
            Self::Nonsense(reason) => write!(f, "{reason}"),
        }
    }
}

impl core::error::Error for RulesetError {}
