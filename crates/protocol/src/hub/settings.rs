//! The parameters of our own engine.

use super::HubLine;
use super::names::{variant_name, variant_named, variant_names};
use draughts::{Game, Ruleset, Variant};
use engine::endgame::{MAX_PIECES, TableFolder};
use engine::{Book, EngineOptions, Level, SearchOptions};
use std::ops::RangeInclusive;

/// The parameters that can be set before and between games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    variant: Variant,
    /// House rules, which take precedence over the variant.
    house: Option<Ruleset>,
    threads: u64,
    megabytes: u64,
    level: Level,
    seed: u64,
    /// An opening book, with its file.
    book: Option<(String, Book)>,
    book_margin: u64,
    /// Endgame tables with more pieces are not used.
    table_pieces: u64,
    /// The folder of endgame tables; not a parameter, because the user chooses it and not the controller.
    endgame: Option<TableFolder>,
}

const THREADS: RangeInclusive<u64> = 1..=256;
const MEGABYTES: RangeInclusive<u64> = 1..=16_384;
const LEVELS: RangeInclusive<u64> = 1..=10;
/// Integers that a floating-point number holds exactly, for controllers that treat all numbers as such.
const SEEDS: RangeInclusive<u64> = 0..=1 << 53;
const MARGINS: RangeInclusive<u64> = 0..=1_000;
const TABLE_PIECES: RangeInclusive<u64> = 0..=MAX_PIECES as u64;

/// What a parameter changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Changes {
    /// The rules.
    Rules,
    /// The engine, which must be recreated.
    Engine,
    /// The next search.
    Search,
}

impl Settings {
    /// The default settings, with endgame tables if there are any.
    pub fn new(endgame: Option<TableFolder>) -> Self {
        Self {
            variant: Variant::International,
            house: None,
            threads: 1,
            megabytes: 64,
            level: Level::HIGHEST,
            seed: 0,
            book: None,
            book_margin: 15,
            table_pieces: *TABLE_PIECES.end(),
            endgame,
        }
    }

    pub fn rules(&self) -> Ruleset {
        self.house.clone().unwrap_or_else(|| self.variant.into())
    }

    pub fn engine(&self) -> EngineOptions {
        let bytes = usize::try_from(self.megabytes << 20).unwrap_or(usize::MAX);
        EngineOptions {
            tt_bytes: bytes,
            threads: self.threads as usize,
            endgame: self.endgame.clone(),
            endgame_pieces: self.table_pieces as usize,
            ..Default::default()
        }
    }

    pub fn search(&self) -> SearchOptions {
        SearchOptions { level: self.level, seed: self.seed, ..Default::default() }
    }

    /// The book's move, and the reply it expects.
    pub fn book_moves(&self, game: &Game) -> Vec<draughts::Move> {
        let Some((_, book)) = &self.book else { return Vec::new() };
        let Some(known) = book.choose(game, self.book_margin as u16, self.seed) else {
            return Vec::new();
        };
        let mut after = game.clone();
        let answer = after.play(&known.mv).ok().and_then(|()| book.choose(&after, 0, 0));
        [known].into_iter().chain(answer).map(|known| known.mv).collect()
    }

    /// The lines that declare the parameters with their current values.
    pub fn declarations(&self) -> Vec<HubLine> {
        let param = |name: &str, value: String, kind: &str| {
            HubLine::new("param").with("name", name).with("value", value).with("type", kind)
        };
        let int = |name, value: u64, range: RangeInclusive<u64>| {
            let line = param(name, value.to_string(), "int");
            line.with("min", range.start()).with("max", range.end())
        };
        let variant = param("variant", variant_name(self.variant).to_owned(), "enum");
        let house = self.house.as_ref().map_or(String::new(), Ruleset::to_string);
        let book = self.book.as_ref().map_or(String::new(), |(file, _)| file.clone());
        vec![
            variant.with("values", variant_names()),
            param("rules", house, "string"),
            int("threads", self.threads, THREADS),
            int("hash", self.megabytes, MEGABYTES),
            int("level", u64::from(self.level.number()), LEVELS),
            int("seed", self.seed, SEEDS),
            param("book", book, "string"),
            int("book-margin", self.book_margin, MARGINS),
            int("bb-size", self.table_pieces, TABLE_PIECES),
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
            "book" if value.trim().is_empty() => {
                self.book = None;
                Changes::Search
            }
            "book" => {
                let book = load(value).map_err(|problem| format!("{value}: {problem}"))?;
                self.book = Some((value.to_owned(), book));
                Changes::Search
            }
            "book-margin" => {
                self.book_margin = whole(MARGINS)?;
                Changes::Search
            }
            "bb-size" => {
                self.table_pieces = whole(TABLE_PIECES)?;
                Changes::Engine
            }
            _ => return Err(unknown(self, name)),
        })
    }
}

fn load(file: &str) -> Result<Book, String> {
    let bytes = engine::read_file(file.as_ref()).map_err(|error| error.to_string())?;
    Book::from_bytes(&bytes).map_err(|error| error.to_string())
}

fn unknown(settings: &Settings, name: &str) -> String {
    let lines = settings.declarations();
    let known: Vec<&str> = lines.iter().filter_map(|line| line.value("name")).collect();
    format!("there is no parameter \"{name}\"; there are {}", known.join(", "))
}
