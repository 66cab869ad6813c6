use super::book::load_for;
use super::endgame::TablesFolder;
use crate::input::marked;
use crate::play::{Look, Recorder, Sitting, play, sentence};
use anyhow::{Result, ensure};
use arbiter::{Colors, ControlError, Opening, Terms, TermsError, TimeControl};
use clap::Args;
use draughts::Ruleset;
use engine::Level;
use server::time::now;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plays a game in the terminal, against the computer or another person
#[derive(Args)]
#[command(after_help = "Examples:
  damier play
  damier play --variant american --level 6 --color black
  damier play --variant russian --two --clock 5m+3s --record game.log
  damier play --variant american,capture=off --fen 'W:W21-32:B1-12'

Move around the board with the arrow keys and select with Enter, click, or type a move such as 32-28 or
c3-d4. ? shows all shortcuts. You can export a recorded game: damier export game.log -o game.pdn")]
pub struct PlayArgs {
    /// Variant or house rules, such as american, casual or "russian,board=10" (see `damier variants`)
    #[arg(long, short, visible_alias = "rules", default_value = "international")]
    variant: Ruleset,
    /// Position to start from, in PDN style (W:W31-50:B1-20) or Hub style
    #[arg(long, short)]
    fen: Option<String>,
    /// Strength of the computer, from 1 to 10
    #[arg(long, short, default_value = "3", conflicts_with = "two")]
    level: Level,
    /// Opening book for the computer, built with `damier book build`
    #[arg(long, conflicts_with = "two")]
    book: Option<PathBuf>,
    /// Your colour: white, black or drawn (random)
    #[arg(long, short, default_value = "drawn", conflicts_with = "two")]
    color: Colors,
    /// Two people play on this terminal
    #[arg(long)]
    two: bool,
    /// Time control, such as 5m, 5m+3s, 40/2h,1h or fmjd-blitz
    #[arg(long, default_value = "none", value_parser = read_clock)]
    clock: TimeControl,
    /// Seed for everything random: the same seed gives the same opening, colours and computer moves
    #[arg(long)]
    seed: Option<u64>,
    /// Touch-move: a selected piece must be moved
    #[arg(long)]
    touch_move: bool,
    /// File for the log of the game, written move by move; a number is added for further games
    #[arg(long)]
    record: Option<PathBuf>,
    /// Draw with plain letters: w, b men; W, B kings
    #[arg(long)]
    ascii: bool,
    /// Draw without colours (the variable NO_COLOR does the same)
    #[arg(long)]
    no_color: bool,
    #[command(flatten)]
    place: TablesFolder,
}

fn read_clock(text: &str) -> Result<TimeControl, ControlError> {
    match arbiter::presets().find(|preset| preset.word == text) {
        Some(preset) => Ok(preset.control),
        None => text.parse(),
    }
}

impl PlayArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let opponent = (!self.two).then_some(self.level);
        let sitting = Sitting::new(self.terms()?, opponent, self.look(), now());
        let sitting = sitting.map_err(|error| self.explained(error))?;
        let book = self.book.as_deref().map(|path| load_for(path, &self.variant)).transpose()?;
        let mut sitting = sitting.with_book(book);
        let terminal = stdin().is_terminal() && stdout().is_terminal();
        ensure!(terminal, "damier play needs a terminal; for scripts there is damier moves");
        let mut recorder = self.record.as_deref().map(Recorder::create).transpose()?;
        let played = play(&mut sitting, &mut recorder, self.place.for_engine());
        said_at_the_end(out, &sitting, recorder.as_ref().map(Recorder::path))?;
        played.map(|()| ExitCode::SUCCESS)
    }

    fn terms(&self) -> Result<Terms> {
        // As many digits as a browser can represent.
        let seed = self.seed.map_or_else(|| getrandom::u64().map(|bits| bits >> 11), Ok)?;
        let opening = self.fen.clone().map_or(Opening::Standard, Opening::Position);
        Ok(Terms {
            clock: self.clock.clone(),
            colors: self.color,
            opening,
            touch_move: self.touch_move,
            ..Terms::new(self.variant.clone(), seed)
        })
    }

    fn look(&self) -> Look {
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Look { ascii: self.ascii, color: !self.no_color && !forbidden }
    }

    fn explained(&self, error: TermsError) -> anyhow::Error {
        match (error, &self.fen) {
            (TermsError::Fen(error), Some(fen)) => marked(fen, &error),
            (error, _) => error.into(),
        }
    }
}

/// The result of the last game, and where its record is or could have been.
fn said_at_the_end(out: &mut impl Write, sitting: &Sitting, record: Option<&Path>) -> Result<()> {
    let table = sitting.log().table();
    let ending = match table.ending() {
        Some(ending) => sentence(&ending.to_string()),
        None => "The game is not finished".to_owned(),
    };
    let seed = table.terms().seed;
    writeln!(out, "{ending} ({}, seed {seed}).", table.terms().rules.title())?;
    match record {
        Some(path) => {
            let path = path.display();
            writeln!(out, "It is in {path}; as PDN: damier export {path} -o game.pdn")?;
        }
        None => writeln!(out, "It was not kept; to keep a game: damier play --record game.log")?,
    }
    Ok(())
}
