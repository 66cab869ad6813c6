//! Games from files: arbiters' logs, and PDN games.

use crate::collection::{name, open};
use anyhow::{Context, Result, anyhow, bail};
use arbiter::{Log, ReplayError};
use clap::Args;
use draughts::Ruleset;
use pdn::{Game, Games, Judge, Replay};
use record::Record;
use std::io::{Cursor, Read};
use std::path::Path;

/// The selection of a game in a file.
#[derive(Args)]
pub struct GameSelection {
    /// Number of the game in a PDN file
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Variant or house rules of a PDN file, whatever its tags and moves say
    #[arg(long, short)]
    rules: Option<Ruleset>,
}

/// A game read from a file.
pub enum Recording {
    Log(Box<Log>),
    Pdn(Box<(Game, Replay, Judge)>),
}

/// A recording, with the problem that ends it early, if any.
pub struct Loaded {
    pub recording: Recording,
    pub wrong: Option<String>,
}

/// The first bytes of every log.
const LOG: &[u8] = b"damier-log";
/// No log of a game is longer.
const LONGEST_LOG: u64 = 64 << 20;

impl GameSelection {
    pub fn new(game: u64, rules: Option<Ruleset>) -> Self {
        Self { game, rules }
    }

    pub fn load(&self, path: &Path) -> Result<Loaded> {
        let (mut source, _) = open(path).with_context(|| name(path))?;
        let mut head = Vec::new();
        (&mut source).take(LOG.len() as u64).read_to_end(&mut head).with_context(|| name(path))?;
        let whole = Cursor::new(head.clone()).chain(source);
        if head == LOG { load_log(path, whole) } else { self.load_pdn(path, whole) }
    }

    fn load_pdn(&self, path: &Path, source: impl Read) -> Result<Loaded> {
        let mut judge = self.rules.clone().map_or_else(Judge::default, Judge::of);
        let mut games = Games::new(source);
        let wanted = usize::try_from(self.game)? - 1;
        let mut sample = Vec::new();
        let mut found = None;
        for (index, game) in games.by_ref().enumerate() {
            let game = game.with_context(|| name(path))?;
            if index == wanted {
                found = Some(game.clone());
            }
            if sample.len() < Judge::SAMPLE {
                sample.push(game);
            } else if found.is_some() {
                break;
            }
        }
        let Some(game) = found else {
            bail!("{} has no game {}; it has {}", name(path), self.game, sample.len());
        };
        judge.learn(&sample);
        let replay = judge.replay(&game);
        let wrong = replay.problem.as_ref();
        let wrong = wrong.map(|problem| format!("{}:{}: {problem}", name(path), problem.place));
        Ok(Loaded { recording: Recording::Pdn(Box::new((game, replay, judge))), wrong })
    }
}

fn load_log(path: &Path, source: impl Read) -> Result<Loaded> {
    let mut bytes = Vec::new();
    source.take(LONGEST_LOG + 1).read_to_end(&mut bytes).with_context(|| name(path))?;
    if bytes.len() as u64 > LONGEST_LOG {
        bail!("{} is too long for the log of a game", name(path));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].split(|byte| *byte == b'\n');
        anyhow!("{}: line {}: the text is not UTF-8", name(path), line.count())
    })?;
    match arbiter::replay(&text) {
        Ok(log) => Ok(Loaded { recording: Recording::Log(Box::new(log)), wrong: None }),
        Err(error) => {
            let wrong = format!("{}: {error}", name(path));
            match ReplayError::into_good(error) {
                Some(log) => {
                    Ok(Loaded { recording: Recording::Log(Box::new(log)), wrong: Some(wrong) })
                }
                None => bail!(wrong),
            }
        }
    }
}

impl Recording {
    pub fn record(&self) -> Record {
        match self {
            Self::Log(log) => Record::of_log(log),
            Self::Pdn(parts) => Record::of_game(&parts.0, &parts.1),
        }
    }

    /// The game as normalised PDN.
    pub fn pdn(&self) -> Game {
        match self {
            Self::Log(log) => record::pdn_of(log),
            Self::Pdn(parts) => parts.2.tidy(&parts.0, &parts.1),
        }
    }

    /// The game as a log.
    pub fn log(&self) -> Result<Log> {
        match self {
            Self::Log(log) => Ok((**log).clone()),
            Self::Pdn(parts) => Ok(record::log_of(&parts.0, &parts.1)?),
        }
    }
}
