//! Rules as a short text for links: a variant, and the switches that differ from it.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::nonsense::Nonsense;
use crate::ruleset::{PRESETS, Ruleset, RulesetError, SIZES};
use crate::variants::{Variant, nearest};
use core::fmt::{self, Write};
use core::str::FromStr;

impl Ruleset {
    /// The switches that a text can set, each with its choices described.
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

    /// The values of a switch, if they are few; `None` if it takes a number or a name, or does not exist.
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

    /// Every switch but the name, with its current value as text.
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
}

/// The draw rule that a `no-capture` limit sets: as in the base variant.
fn no_capture(base: Variant) -> DrawWhen {
    let with_kings = base.spec().draws.iter().any(|rule| rule.when == DrawWhen::NoCaptureWithKings);
    if with_kings { DrawWhen::NoCaptureWithKings } else { DrawWhen::NoCapture }
}

/// A switch of the composer: its name, its choices, and how to read and set them.
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

    /// The switch, with the word for its value.
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
        ("free", Landing::Free),
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
pub(crate) const SWITCHES: [&str; 19] = [
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
        // A board of another size has another default number of men.
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
            // A modified preset loses its name.
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

    /// Sorts draw rules, whatever order they were written in: those of the variant first.
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
