//! Rules chosen by people: an official variant, or one that is changed in some points, named,
//! checked, and written as a short text that fits in a link.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::{Geometry, Shade};
use crate::house::House;
use crate::nonsense::Nonsense;
use crate::rules::Spec;
use crate::variants::{UnknownVariant, Variant, nearest};
use core::fmt::{self, Write};
use core::marker::PhantomData;
use core::str::FromStr;

/// The rules of a game as people choose them.
///
/// ```
/// use draughts::{Ruleset, Variant};
///
/// let casual = Ruleset::casual();
/// assert_eq!(casual.to_string(), "american,capture=off,continue=no,blocked=draws,name=Casual checkers");
/// assert_eq!(casual.to_string().parse::<Ruleset>().unwrap(), casual);
/// assert_eq!("russian".parse::<Ruleset>().unwrap(), Ruleset::from(Variant::Russian));
/// assert_eq!(
///     "american,capture=most,continue=no".parse::<Ruleset>().unwrap_err().to_string(),
///     "a capture that may stop at any jump cannot also have to take the most",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruleset {
    /// The variant it starts from; squares are called as there.
    pub base: Variant,
    /// Its name, where it has one of its own.
    pub name: Option<String>,
    /// Squares from left to right: 8, 10 or 12. On a board of another size than the variant's own
    /// the dark corner is at the left.
    pub size: u8,
    /// Rows of men a side at the start.
    pub rows: u8,
    /// Who moves first.
    pub first: Color,
    /// How pieces move.
    pub facts: Facts,
    /// When a game is drawn.
    pub draws: Vec<DrawRule>,
}

impl From<Variant> for Ruleset {
    fn from(base: Variant) -> Self {
        let Spec { rows, first, facts, draws, .. } = *base.spec();
        let size = base.layout().width;
        Self { base, name: None, size, rows, first, facts, draws: draws.to_vec() }
    }
}

/// The rulesets that have a name of their own, each as a text.
const PRESETS: [(&str, &str); 3] = [
    ("casual", "american,capture=off,continue=no,blocked=draws,name=Casual checkers"),
    ("american-wcdf", "american,no-capture=none,kings-only=40,name=American%2C WCDF count"),
    ("italian-fid", "italian,no-capture=none,kings-only=40,name=Italian%2C FID count"),
];

impl Ruleset {
    /// Casual checkers: American, but captures may be left or broken off, and a side that cannot
    /// move draws.
    pub fn casual() -> Self {
        let mut rules = Self::from(Variant::American);
        rules.name = Some("Casual checkers".to_owned());
        rules.facts.capture = Duty::Optional;
        rules.facts.continuation = Duty::Optional;
        rules.facts.blocked = Blocked::Draws;
        rules
    }

    /// The rulesets that come with the program: the word to ask for each, and its rules.
    pub fn presets() -> impl Iterator<Item = (&'static str, Ruleset)> {
        PRESETS.iter().filter_map(|(word, text)| Some((*word, text.parse().ok()?)))
    }

    /// The switches that a text can set, each with its choices in words.
    pub fn switches() -> Vec<(&'static str, String)> {
        let limit = || "a number, or none".to_owned();
        let draw = || "a number, with c for a draw on claim, or none".to_owned();
        vec![
            (SIZE, "8, 10, 12".to_owned()),
            (MEN, "a number that fills whole rows".to_owned()),
            FIRST.described(),
            MEN_CAPTURE.described(),
            MEN_TAKE_KINGS.described(),
            KINGS.described(),
            LANDING.described(),
            CAPTURE.described(),
            CONTINUE.described(),
            CROWNING.described(),
            REMOVAL.described(),
            TURN_BACK.described(),
            BLOCKED.described(),
            FIRST_KING_WINS.described(),
            (KING_RUN, limit()),
            (REPETITION, draw()),
            (NO_CAPTURE, draw()),
            (KINGS_ONLY, draw()),
            (NAME, "up to 60 characters".to_owned()),
        ]
    }

    /// The words that a switch can be set to, where they are few; `None` where it takes a number or a
    /// name, or does not exist.
    pub fn words(switch: &str) -> Option<Vec<&'static str>> {
        let all = [
            (SIZE, vec!["8", "10", "12"]),
            (FIRST.word, FIRST.words()),
            (MEN_CAPTURE.word, MEN_CAPTURE.words()),
            (MEN_TAKE_KINGS.word, MEN_TAKE_KINGS.words()),
            (KINGS.word, KINGS.words()),
            (LANDING.word, LANDING.words()),
            (CAPTURE.word, CAPTURE.words()),
            (CONTINUE.word, CONTINUE.words()),
            (CROWNING.word, CROWNING.words()),
            (REMOVAL.word, REMOVAL.words()),
            (TURN_BACK.word, TURN_BACK.words()),
            (BLOCKED.word, BLOCKED.words()),
            (FIRST_KING_WINS.word, FIRST_KING_WINS.words()),
        ];
        all.into_iter().find(|(word, _)| *word == switch).map(|(_, words)| words)
    }

    /// Every switch but the name, and how it is set here, in the words of the text.
    ///
    /// ```
    /// use draughts::{Ruleset, Variant};
    ///
    /// let choices = Ruleset::from(Variant::International).choices();
    /// assert!(choices.contains(&("capture", "most".to_owned())));
    /// assert!(choices.contains(&("repetition", "3".to_owned())));
    /// assert!(choices.contains(&("no-capture", "none".to_owned())));
    /// ```
    pub fn choices(&self) -> Vec<(&'static str, String)> {
        let facts = &self.facts;
        let run = facts.king_run.map_or("none".to_owned(), |limit| limit.to_string());
        let draw = |when| match self.draw_limit(when) {
            Some(rule) => format!("{}{}", rule.limit, if rule.claimed { "c" } else { "" }),
            None => "none".to_owned(),
        };
        vec![
            (SIZE, self.size.to_string()),
            (MEN, self.men().to_string()),
            FIRST.set_to(self.first),
            MEN_CAPTURE.set_to(facts.men_capture),
            MEN_TAKE_KINGS.set_to(facts.men_take_kings),
            KINGS.set_to(facts.king_range),
            LANDING.set_to(facts.landing),
            CAPTURE.set_to((facts.capture, facts.precedence)),
            CONTINUE.set_to(facts.continuation),
            CROWNING.set_to(facts.crowning),
            REMOVAL.set_to(facts.removal),
            TURN_BACK.set_to(facts.turning_back),
            BLOCKED.set_to(facts.blocked),
            FIRST_KING_WINS.set_to(facts.first_king_wins),
            (KING_RUN, run),
            (REPETITION, draw(DrawWhen::Repetition)),
            (NO_CAPTURE, draw(no_capture(self.base))),
            (KINGS_ONLY, draw(DrawWhen::KingsOnly)),
        ]
    }

    /// The official variant that these rules are, unless they differ from it.
    pub fn official(&self) -> Option<Variant> {
        (Self::from(self.base) == *self).then_some(self.base)
    }

    /// A name for people.
    pub fn title(&self) -> String {
        match (&self.name, self.official()) {
            (Some(name), _) => name.clone(),
            (None, Some(variant)) => variant.spec().title.to_owned(),
            (None, None) => format!("{}, house rules", self.base.spec().title),
        }
    }

    /// Men a side at the start.
    pub fn men(&self) -> u8 {
        self.rows * self.squares_in_a_row()
    }

    /// Rows of men where nothing else is said: those of the variant, and one more or less on each
    /// side for every two rows that the board is larger or smaller.
    fn usual_rows(&self) -> u8 {
        let usual = self.base.spec().rows + self.size / 2;
        usual.saturating_sub(self.base.layout().height / 2).max(1)
    }

    fn squares_in_a_row(&self) -> u8 {
        match self.base.layout().shade {
            Shade::Every => self.size,
            _ => self.size / 2,
        }
    }

    /// Checks that the rules make a game.
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

    pub(crate) fn house<G: Geometry>(&self) -> House<G> {
        House {
            facts: self.facts,
            naming: self.base.spec().naming,
            first: self.first,
            rows: self.rows,
            rows_behind: self.base.spec().rows_behind,
            board: PhantomData,
        }
    }

    fn draw_limit(&self, when: DrawWhen) -> Option<DrawRule> {
        self.draws.iter().copied().find(|rule| rule.when == when)
    }
}

const SIZES: [u8; 3] = [8, 10, 12];

/// The rule that a `no-capture` limit sets: as in the variant it starts from.
fn no_capture(base: Variant) -> DrawWhen {
    let with_kings = base.spec().draws.iter().any(|rule| rule.when == DrawWhen::NoCaptureWithKings);
    if with_kings { DrawWhen::NoCaptureWithKings } else { DrawWhen::NoCapture }
}

/// A switch of the composer: its word, its choices, and how to read and set them.
struct Switch<T: 'static> {
    word: &'static str,
    choices: &'static [(&'static str, T)],
}

impl<T: Copy + PartialEq> Switch<T> {
    fn words(&self) -> Vec<&'static str> {
        self.choices.iter().map(|(word, _)| *word).collect()
    }

    fn described(&self) -> (&'static str, String) {
        (self.word, self.words().join(", "))
    }

    /// The switch, and the word for how it is set.
    fn set_to(&self, value: T) -> (&'static str, String) {
        let choice = self.choices.iter().find(|(_, choice)| *choice == value);
        (self.word, choice.map_or("?", |(word, _)| word).to_owned())
    }

    fn read(&self, choice: &str) -> Result<T, RulesetError> {
        let found = self.choices.iter().find(|(word, _)| *word == choice);
        found.map(|(_, value)| *value).ok_or_else(|| RulesetError::UnknownChoice {
            switch: self.word,
            choice: choice.to_owned(),
            choices: self.words(),
        })
    }
}

const YES_NO: &[(&str, bool)] = &[("yes", true), ("no", false)];
const FIRST: Switch<Color> =
    Switch { word: "first", choices: &[("white", Color::White), ("black", Color::Black)] };
const MEN_CAPTURE: Switch<MenCapture> = Switch {
    word: "men-capture",
    choices: &[("forward", MenCapture::Forward), ("all", MenCapture::AllRound)],
};
const MEN_TAKE_KINGS: Switch<bool> = Switch { word: "men-take-kings", choices: YES_NO };
const KINGS: Switch<KingRange> = Switch {
    word: "kings",
    choices: &[("short", KingRange::Short), ("flying", KingRange::Flying)],
};
const LANDING: Switch<Landing> = Switch {
    word: "landing",
    choices: &[
        ("anywhere", Landing::Anywhere),
        ("behind", Landing::Behind),
        ("behind-last-king", Landing::BehindLastKing),
    ],
};
const CAPTURE: Switch<(Duty, Precedence)> = Switch {
    word: "capture",
    choices: &[
        ("off", (Duty::Optional, Precedence::Free)),
        ("on", (Duty::Mandatory, Precedence::Free)),
        ("most", (Duty::Mandatory, Precedence::Number)),
        ("most-kings", (Duty::Mandatory, Precedence::NumberThenKings)),
        ("italian", (Duty::Mandatory, Precedence::Italian)),
        ("value", (Duty::Mandatory, Precedence::Value)),
        ("king-first", (Duty::Mandatory, Precedence::KingFirst)),
    ],
};
const CONTINUE: Switch<Duty> =
    Switch { word: "continue", choices: &[("yes", Duty::Mandatory), ("no", Duty::Optional)] };
const CROWNING: Switch<Crowning> = Switch {
    word: "crowning",
    choices: &[
        ("stops", Crowning::EndsMove),
        ("passes", Crowning::AtMoveEnd),
        ("goes-on", Crowning::GoesOnAsKing),
    ],
};
const REMOVAL: Switch<Removal> = Switch {
    word: "removal",
    choices: &[("after", Removal::AfterMove), ("at-once", Removal::AtOnce)],
};
const TURN_BACK: Switch<bool> = Switch { word: "turn-back", choices: YES_NO };
const BLOCKED: Switch<Blocked> = Switch {
    word: "blocked",
    choices: &[("loses", Blocked::Loses), ("draws", Blocked::Draws), ("wins", Blocked::Wins)],
};
const FIRST_KING_WINS: Switch<bool> = Switch { word: "first-king-wins", choices: YES_NO };

const SIZE: &str = "board";
const MEN: &str = "men";
const KING_RUN: &str = "king-run";
const REPETITION: &str = "repetition";
const NO_CAPTURE: &str = "no-capture";
const KINGS_ONLY: &str = "kings-only";
const NAME: &str = "name";

/// Every switch of the composer, in the order in which they are written.
const SWITCHES: [&str; 19] = [
    SIZE,
    MEN,
    FIRST.word,
    MEN_CAPTURE.word,
    MEN_TAKE_KINGS.word,
    KINGS.word,
    LANDING.word,
    CAPTURE.word,
    CONTINUE.word,
    CROWNING.word,
    REMOVAL.word,
    TURN_BACK.word,
    BLOCKED.word,
    FIRST_KING_WINS.word,
    KING_RUN,
    REPETITION,
    NO_CAPTURE,
    KINGS_ONLY,
    NAME,
];

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::from(self.base.name());
        let base = Self::from(self.base);
        // A board of another size has another usual number of men.
        let usual = Self { rows: self.usual_rows(), size: self.size, ..base.clone() };
        for ((switch, choice), (_, usual)) in self.choices().into_iter().zip(usual.choices()) {
            let differs = if switch == SIZE { self.size != base.size } else { choice != usual };
            if differs {
                write!(text, ",{switch}={choice}")?;
            }
        }
        if let Some(name) = &self.name {
            write!(text, ",{NAME}={}", name.replace('%', "%25").replace(',', "%2C"))?;
        }
        f.write_str(&text)
    }
}

impl FromStr for Ruleset {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        let text = text.trim();
        if text.len() > 1_000 {
            return Err(RulesetError::Nonsense(Nonsense::TooLong));
        }
        let mut parts = text.split(',');
        let start = parts.next().unwrap_or_default();
        let preset = PRESETS.iter().find(|(word, _)| word.eq_ignore_ascii_case(start.trim()));
        let mut rules = match preset {
            None => Self::from(start.parse::<Variant>()?),
            Some((_, preset)) if start == text => return preset.parse(),
            // With changes it is no longer what its name says.
            Some((_, preset)) => Self { name: None, ..preset.parse()? },
        };
        let mut men = None;
        for part in parts {
            let (word, choice) = part.split_once('=').unwrap_or((part, ""));
            rules.set(word.trim(), choice.trim(), &mut men)?;
        }
        if !SIZES.contains(&rules.size) {
            return Err(RulesetError::Nonsense(Nonsense::BoardSize));
        }
        match men {
            Some(men) => rules.set_men(men)?,
            None => rules.rows = rules.usual_rows(),
        }
        rules.sort_draws();
        rules.check()?;
        Ok(rules)
    }
}

impl Ruleset {
    fn set(&mut self, word: &str, choice: &str, men: &mut Option<u8>) -> Result<(), RulesetError> {
        let facts = &mut self.facts;
        match word {
            SIZE => self.size = number(SIZE, choice)?,
            MEN => *men = Some(number(MEN, choice)?),
            NAME => self.name = Some(choice.replace("%2C", ",").replace("%25", "%")),
            KING_RUN => facts.king_run = limit(KING_RUN, choice)?,
            REPETITION => self.set_draw(REPETITION, DrawWhen::Repetition, choice)?,
            NO_CAPTURE => self.set_draw(NO_CAPTURE, no_capture(self.base), choice)?,
            KINGS_ONLY => self.set_draw(KINGS_ONLY, DrawWhen::KingsOnly, choice)?,
            _ if word == FIRST.word => self.first = FIRST.read(choice)?,
            _ if word == MEN_CAPTURE.word => facts.men_capture = MEN_CAPTURE.read(choice)?,
            _ if word == MEN_TAKE_KINGS.word => {
                facts.men_take_kings = MEN_TAKE_KINGS.read(choice)?
            }
            _ if word == KINGS.word => facts.king_range = KINGS.read(choice)?,
            _ if word == LANDING.word => facts.landing = LANDING.read(choice)?,
            _ if word == CAPTURE.word => {
                (facts.capture, facts.precedence) = CAPTURE.read(choice)?;
            }
            _ if word == CONTINUE.word => facts.continuation = CONTINUE.read(choice)?,
            _ if word == CROWNING.word => facts.crowning = CROWNING.read(choice)?,
            _ if word == REMOVAL.word => facts.removal = REMOVAL.read(choice)?,
            _ if word == TURN_BACK.word => facts.turning_back = TURN_BACK.read(choice)?,
            _ if word == BLOCKED.word => facts.blocked = BLOCKED.read(choice)?,
            _ if word == FIRST_KING_WINS.word => {
                facts.first_king_wins = FIRST_KING_WINS.read(choice)?;
            }
            _ => {
                return Err(RulesetError::UnknownSwitch {
                    word: word.to_owned(),
                    nearest: nearest(word, SWITCHES.into_iter()),
                });
            }
        }
        Ok(())
    }

    /// Puts draw rules in one order, whatever the order they were written in: first those of the
    /// variant.
    fn sort_draws(&mut self) {
        let usual = self.base.spec().draws;
        let own = [DrawWhen::Repetition, no_capture(self.base), DrawWhen::KingsOnly];
        self.draws.sort_by_key(|rule| {
            let in_usual = usual.iter().position(|other| other.when == rule.when);
            let in_own = own.iter().position(|when| *when == rule.when);
            (in_usual.unwrap_or(usize::MAX), in_own)
        });
    }

    fn set_men(&mut self, men: u8) -> Result<(), RulesetError> {
        let row = self.squares_in_a_row().max(1);
        if !men.is_multiple_of(row) {
            return Err(RulesetError::Nonsense(Nonsense::BrokenRow));
        }
        self.rows = men / row;
        Ok(())
    }

    fn set_draw(
        &mut self,
        word: &'static str,
        when: DrawWhen,
        choice: &str,
    ) -> Result<(), RulesetError> {
        let count = choice.strip_suffix('c');
        let rule = limit(word, count.unwrap_or(choice))?.map(|limit| DrawRule {
            when,
            limit,
            claimed: count.is_some(),
        });
        let at = self.draws.iter().position(|other| other.when == when);
        match (at, rule) {
            (Some(at), Some(rule)) => self.draws[at] = rule,
            (None, Some(rule)) => self.draws.push(rule),
            (Some(at), None) => drop(self.draws.remove(at)),
            (None, None) => {}
        }
        Ok(())
    }
}

fn number<N: FromStr>(switch: &'static str, choice: &str) -> Result<N, RulesetError> {
    let choices = || vec!["a number"];
    choice.parse().map_err(|_| RulesetError::UnknownChoice {
        switch,
        choice: choice.to_owned(),
        choices: choices(),
    })
}

fn limit<N: FromStr>(switch: &'static str, choice: &str) -> Result<Option<N>, RulesetError> {
    if choice == "none" { Ok(None) } else { number(switch, choice).map(Some) }
}

/// Why a text is no ruleset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RulesetError {
    /// It does not start with a variant.
    Variant(UnknownVariant),
    /// There is no such switch.
    UnknownSwitch {
        /// What was written.
        word: String,
        /// The switch most like it, if there is one.
        nearest: Option<&'static str>,
    },
    /// A switch has no such choice.
    UnknownChoice {
        /// The switch.
        switch: &'static str,
        /// What was written.
        choice: String,
        /// What could be.
        choices: Vec<&'static str>,
    },
    /// The rules do not make a game, for this reason.
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
