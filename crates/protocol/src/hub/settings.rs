//! The parameters of our own engine.

use super::Line;
use super::names::{variant_name, variant_named, variant_names};
use draughts::{Ruleset, Variant};
use engine::{EngineOptions, Level, SearchOptions};
use std::ops::RangeInclusive;

/// What can be set before and between games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    variant: Variant,
    /// House rules; the variant is played where there are none.
    house: Option<Ruleset>,
    threads: u64,
    megabytes: u64,
    level: Level,
    seed: u64,
}

const THREADS: RangeInclusive<u64> = 1..=256;
const MEGABYTES: RangeInclusive<u64> = 1..=16_384;
const LEVELS: RangeInclusive<u64> = 1..=10;
/// As much as a real number holds exactly, for those who treat all numbers as such.
const SEEDS: RangeInclusive<u64> = 0..=1 << 53;

/// What a parameter changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Changes {
    /// The game that is played.
    Rules,
    /// What the engine is made of.
    Engine,
    /// How the next search is made.
    Search,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            variant: Variant::International,
            house: None,
            threads: 1,
            megabytes: 64,
            level: Level::HIGHEST,
            seed: 0,
        }
    }
}

impl Settings {
    pub fn rules(&self) -> Ruleset {
        self.house.clone().unwrap_or_else(|| self.variant.into())
    }

    // An engine may come to have more options than we set.
    #[allow(clippy::needless_update)]
    pub fn engine(&self) -> EngineOptions {
        let bytes = usize::try_from(self.megabytes << 20).unwrap_or(usize::MAX);
        EngineOptions { table_bytes: bytes, threads: self.threads as usize, ..Default::default() }
    }

    pub fn search(&self) -> SearchOptions {
        SearchOptions { level: self.level, seed: self.seed, ..Default::default() }
    }

    /// The lines that declare the parameters, with their values now.
    pub fn declarations(&self) -> Vec<Line> {
        let param = |name: &str, value: String, kind: &str| {
            Line::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let int = |name, value: u64, range: RangeInclusive<u64>| {
            let line = param(name, value.to_string(), "int");
            line.with("min", range.start()).with("max", range.end())
        };
        let variant = param("variant", variant_name(self.variant).to_owned(), "enum");
        let house = self.house.as_ref().map_or(String::new(), Ruleset::to_string);
        vec![
            variant.with("values", variant_names()),
            param("rules", house, "string"),
            int("threads", self.threads, THREADS),
            int("hash", self.megabytes, MEGABYTES),
            int("level", u64::from(self.level.number()), LEVELS),
            int("seed", self.seed, SEEDS),
        ]
    }

    pub fn set(&mut self, name: &str, value: &str) -> Result<Changes, String> {
        let whole = |range: RangeInclusive<u64>| {
            let number = value.trim().parse().ok().filter(|number| range.contains(number));
            let (least, most) = range.into_inner();
            number.ok_or_else(|| {
                format!("{name} is a whole number from {least} to {most}, not \"{value}\"")
            })
        };
        Ok(match name {
            "variant" => {
                self.variant = variant_named(value).map_err(|error| error.to_string())?;
                self.house = None;
                Changes::Rules
            }
            "rules" if value.trim().is_empty() => {
                self.house = None;
                Changes::Rules
            }
            "rules" => {
                let rules: Ruleset =
                    value.parse().map_err(|error: draughts::RulesetError| error.to_string())?;
                self.house = Some(rules);
                Changes::Rules
            }
            "threads" => {
                self.threads = whole(THREADS)?;
                Changes::Engine
            }
            "hash" => {
                self.megabytes = whole(MEGABYTES)?;
                Changes::Engine
            }
            "level" => {
                let number = whole(LEVELS)? as u8;
                self.level = Level::new(number).map_err(|error| error.to_string())?;
                Changes::Search
            }
            "seed" => {
                self.seed = whole(SEEDS)?;
                Changes::Search
            }
            _ => return Err(unknown(self, name)),
        })
    }
}

fn unknown(settings: &Settings, name: &str) -> String {
    let lines = settings.declarations();
    let known: Vec<&str> = lines.iter().filter_map(|line| line.value("name")).collect();
    format!("there is no parameter \"{name}\"; there are {}", known.join(", "))
}
