use super::pdn::game_json;
use crate::drawing::{DrawingStyle, TextBoard};
use crate::input::Input;
use crate::recording::{GameSelection, Recording};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use draughts::{AnyPosition, Ruleset, Square};
use pdn::{Form, Judge};
use picture::{Coordinates, Picture, Theme};
use std::io::{IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a game as PDN, JSON or log, or a position as a picture
#[derive(Args)]
#[command(after_help = "Examples:
  damier export --variant italian -o start.svg
  damier export --fen 'W:W31,K12:B20' --theme wood --width 800 -o position.png
  damier export club.pdn --game 12 --ply 31 -o diagram.png
  damier export game.log -o game.pdn
  damier export club.pdn --game 12 -o game.log

The format follows from the name of the output file, or from --to. Without FILE, the position of
--variant, --rules and --fen is exported; with FILE, the game, or for pictures the position after --ply.
A log has the players, the moves and the result, but no other information from a PDN file.")]
pub struct ExportArgs {
    /// Log or PDN file; - for standard input
    #[arg(conflicts_with_all = ["variant", "fen"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    input: Input,
    /// Number of the game in a PDN file
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    game: u64,
    /// Position after this many plies; by default the last position
    #[arg(long, short)]
    ply: Option<usize>,
    /// Format
    #[arg(long, value_enum)]
    to: Option<ExportFormat>,
    /// Output file; by default standard output
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Draw the board with Black below
    #[arg(long)]
    flip: bool,
    /// Width of the picture in pixels
    #[arg(long, default_value_t = 480, value_parser = clap::value_parser!(u32).range(64..=4096))]
    width: u32,
    /// Theme of the board: wood, classic, tournament, blue, contrast or print; by default classic for American
    /// checkers, and wood for every other game
    #[arg(long)]
    theme: Option<Theme>,
    /// Where to show the names of squares
    #[arg(long, value_enum, default_value_t = CoordinateStyle::Usual)]
    coordinates: CoordinateStyle,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    Pdn,
    Json,
    /// Damier log
    Log,
    Fen,
    Svg,
    Png,
    /// A drawn board
    Text,
}

#[derive(Clone, Copy, ValueEnum)]
enum CoordinateStyle {
    Usual,
    Inside,
    Border,
    Off,
}

/// What to export: a position, and the game it belongs to.
struct Subject {
    position: AnyPosition,
    recording: Recording,
    last_move: Vec<Square>,
}

impl ExportArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let format = self.format()?;
        let subject = self.subject()?;
        let bytes = self.bytes(format, &subject)?;
        match &self.output {
            Some(path) => {
                std::fs::write(path, bytes).with_context(|| path.display().to_string())?;
            }
            None => {
                let hidden = format != ExportFormat::Png || !stdout().is_terminal();
                ensure!(hidden, "a PNG is not for the terminal; give a file with -o");
                out.write_all(&bytes)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn format(&self) -> Result<ExportFormat> {
        if let Some(format) = self.to {
            return Ok(format);
        }
        let Some(path) = &self.output else { return Ok(ExportFormat::Pdn) };
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.and_then(|extension| ExportFormat::from_str(extension, true).ok()) {
            Some(format) => Ok(format),
            None if extension == Some("txt") => Ok(ExportFormat::Text),
            None => bail!(
                "the name {} does not say which format; use .pdn, .json, .log, .fen, .svg, .png or .txt, or --to",
                path.display()
            ),
        }
    }

    fn subject(&self) -> Result<Subject> {
        match &self.file {
            Some(path) => self.of_file(path),
            None => {
                ensure!(self.ply.is_none(), "--ply is for a game; give its file");
                let position = self.input.position()?;
                let recording = of_position(&self.input.rules(), &position)?;
                Ok(Subject { position, recording, last_move: Vec::new() })
            }
        }
    }

    fn of_file(&self, path: &Path) -> Result<Subject> {
        let loaded = GameSelection::new(self.game, self.input.given_rules()).load(path)?;
        if let Some(wrong) = loaded.wrong {
            bail!(wrong);
        }
        let record = loaded.recording.record();
        let plies = self.ply.unwrap_or(record.plies.len());
        let Some(position) = record.position(plies) else {
            bail!("the game has {} plies, not {plies}", record.plies.len());
        };
        let last = plies.checked_sub(1).and_then(|before| {
            Some(record.position(before)?.main_path(record.plies[before].mv.as_ref()?).squares)
        });
        Ok(Subject {
            position: *position,
            last_move: last.unwrap_or_default(),
            recording: loaded.recording,
        })
    }

    fn bytes(&self, format: ExportFormat, subject: &Subject) -> Result<Vec<u8>> {
        let Subject { position, recording, last_move } = subject;
        let rules = &recording.record().rules;
        let theme = self.theme.map_or_else(|| Theme::usual(rules), |theme| theme.for_game(rules));
        let picture = || {
            Picture::new(position)
                .flipped(self.flip)
                .width(self.width)
                .theme(theme)
                .coordinates(self.coordinates.into())
                .last_move(last_move.iter().copied())
        };
        let style = DrawingStyle { ascii: false, flipped: self.flip };
        Ok(match format {
            ExportFormat::Pdn => recording.pdn().to_pdn(Form::Pdn3).into_bytes(),
            ExportFormat::Json => {
                let game = recording.pdn();
                let judge = Judge::of(recording.record().rules);
                format!("{:#}\n", game_json(&game, &judge.replay(&game))).into_bytes()
            }
            ExportFormat::Log => recording.log()?.text().into_bytes(),
            ExportFormat::Fen => format!("{}\n", position.to_fen()).into_bytes(),
            ExportFormat::Svg => picture().svg().into_bytes(),
            ExportFormat::Png => png(&picture())?,
            ExportFormat::Text => TextBoard { position, style }.to_string().into_bytes(),
        })
    }
}

#[cfg(feature = "png")]
fn png(picture: &Picture<'_>) -> Result<Vec<u8>> {
    Ok(picture.png()?)
}

#[cfg(not(feature = "png"))]
fn png(_: &Picture<'_>) -> Result<Vec<u8>> {
    bail!("this program was built without PNG; build it with `--features png`, or use SVG")
}

impl From<CoordinateStyle> for Coordinates {
    fn from(names: CoordinateStyle) -> Self {
        match names {
            CoordinateStyle::Usual => Self::Usual,
            CoordinateStyle::Inside => Self::Inside,
            CoordinateStyle::Border => Self::Border,
            CoordinateStyle::Off => Self::Off,
        }
    }
}

/// A game that consists of a position.
fn of_position(rules: &Ruleset, position: &AnyPosition) -> Result<Recording> {
    let mut game = pdn::Game { first_number: 1, ..pdn::Game::default() };
    game.set_tag("FEN", &position.to_fen());
    let judge = Judge::of(rules.clone());
    let replay = judge.replay(&game);
    if let Some(problem) = replay.problem {
        bail!("{problem}");
    }
    Ok(Recording::Pdn(Box::new((game, replay, judge))))
}
