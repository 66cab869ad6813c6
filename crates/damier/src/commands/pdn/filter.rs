use super::code;
use super::output::{Files, Output};
use crate::collection::{Collection, CollectionGame};
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use draughts::{AnyPosition, Color, Ruleset};
use pdn::{Recorded, ReplayedStep};
use std::io::Write;
use std::process::ExitCode;

/// Writes the games that meet all conditions
#[derive(Args)]
#[command(after_help = "Texts match anywhere in a tag, in upper or lower case.

The exit code is 1 if a file cannot be read, or if no game meets the conditions.")]
pub struct Filter {
    #[command(flatten)]
    collection: Collection,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    files: Files,
    /// Player of either side
    #[arg(long)]
    player: Option<String>,
    /// Player of White
    #[arg(long)]
    white: Option<String>,
    /// Player of Black
    #[arg(long)]
    black: Option<String>,
    /// Event
    #[arg(long)]
    event: Option<String>,
    /// Any tag, as Name=text; can be repeated
    #[arg(long, value_parser = tag_condition)]
    tag: Vec<(String, String)>,
    /// First year
    #[arg(long)]
    from: Option<u16>,
    /// Last year
    #[arg(long)]
    until: Option<u16>,
    /// Who won
    #[arg(long, value_enum)]
    result: Option<Winner>,
    /// Variant or house rules of the game
    #[arg(long)]
    variant: Option<Ruleset>,
    /// The first moves, such as "11-15 23-18"
    #[arg(long)]
    opening: Option<String>,
    /// A position that the game reached (FEN)
    #[arg(long)]
    position: Option<String>,
    /// Minimum length, in moves of both sides together
    #[arg(long)]
    longer: Option<usize>,
    /// Maximum length, in moves of both sides together
    #[arg(long)]
    shorter: Option<usize>,
    /// Only games that cannot be replayed to their end
    #[arg(long)]
    only_bad: bool,
    /// Maximum number of games
    #[arg(long)]
    limit: Option<usize>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Winner {
    White,
    Black,
    /// A draw
    Draw,
    /// The record does not say
    Unknown,
}

fn tag_condition(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("write it like Site=Paris")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Filter {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        self.check_position()?;
        let mut writer = self.output.writer();
        let sound = self.files.write(&self.collection, &mut writer, out, |entry, writer| {
            self.limit.is_none_or(|limit| writer.written < limit) && self.wants(entry)
        })?;
        Ok(code(sound && writer.written > 0))
    }

    /// A position that no variant can parse is an error; one that some can may be intended.
    fn check_position(&self) -> Result<()> {
        let Some(fen) = &self.position else { return Ok(()) };
        let rules: Vec<Ruleset> = match &self.variant {
            Some(rules) => vec![rules.clone()],
            None => draughts::Variant::ALL.iter().map(|variant| (*variant).into()).collect(),
        };
        let read: Vec<_> = rules.iter().map(|rules| AnyPosition::from_fen(rules, fen)).collect();
        let reason = read.iter().find_map(|read| read.as_ref().err());
        ensure!(
            read.iter().any(Result::is_ok),
            "--position: {}",
            reason.map(ToString::to_string).unwrap_or_default()
        );
        Ok(())
    }

    fn wants(&self, entry: &CollectionGame<'_>) -> bool {
        let CollectionGame { game, replay, .. } = entry;
        let holds = |name: &str, text: &str| {
            let value = game.tag(name).unwrap_or_default().to_lowercase();
            value.contains(&text.to_lowercase())
        };
        let tag =
            |name: &str, text: &Option<String>| text.as_ref().is_none_or(|text| holds(name, text));
        let year =
            || -> Option<u16> { pdn::standard_date(game.tag("Date")?)?.get(..4)?.parse().ok() };
        let plies = replay.played.len();
        tag("White", &self.white)
            && tag("Black", &self.black)
            && tag("Event", &self.event)
            && self.player.as_ref().is_none_or(|name| holds("White", name) || holds("Black", name))
            && self.tag.iter().all(|(name, text)| holds(name, text))
            && self.from.is_none_or(|from| year().is_some_and(|year| year >= from))
            && self.until.is_none_or(|until| year().is_some_and(|year| year <= until))
            && self.result.is_none_or(|winner| winner.fits(replay.recorded))
            && self.variant.as_ref().is_none_or(|rules| *rules == replay.rules)
            && self.longer.is_none_or(|least| plies >= least)
            && self.shorter.is_none_or(|most| plies <= most)
            && (!self.only_bad || replay.problem.is_some())
            && self.opening.as_ref().is_none_or(|moves| opens_with(entry, moves))
            && self.position.as_ref().is_none_or(|fen| reaches(entry, fen))
    }
}

impl Winner {
    fn fits(self, recorded: Recorded) -> bool {
        match self {
            Self::White => recorded == Recorded::Win(Color::White),
            Self::Black => recorded == Recorded::Win(Color::Black),
            Self::Draw => recorded == Recorded::Draw,
            Self::Unknown => recorded == Recorded::Unknown,
        }
    }
}

/// Whether a game starts with these moves; numbers between them are ignored.
fn opens_with(entry: &CollectionGame<'_>, moves: &str) -> bool {
    let words = moves.split_whitespace().filter(|word| !word.ends_with('.'));
    let mut position = entry.replay.start;
    let mut played = entry.replay.played.iter();
    for word in words {
        match (position.parse_move(word), played.next()) {
            (Ok(mv), Some(ReplayedStep::Move(other))) if mv == *other => {
                position = position.play_unchecked(&mv);
            }
            _ => return false,
        }
    }
    true
}

fn reaches(entry: &CollectionGame<'_>, fen: &str) -> bool {
    AnyPosition::from_fen(&entry.replay.rules, fen).is_ok_and(|wanted| {
        entry.replay.positions().any(|position| position.hash() == wanted.hash())
    })
}
