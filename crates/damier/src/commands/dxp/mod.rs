//! Playing other programs over a network.

mod notes;

use super::book::load_for;
use super::endgame::TablesFolder;
use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use draughts::{AnyPosition, Color, Ruleset};
use engine::{Engine, EngineOptions, Level, Limits, SearchOptions};
use notes::Notes;
use protocol::dxp::{Challenge, Connection, DxpPlayer, PORT};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

/// Plays against other programs over the network protocol DXP
#[derive(Args)]
#[command(after_help = "Examples:
  damier dxp listen
  damier dxp listen --addr 0.0.0.0:27531 --level 6 --pdn games.pdn
  damier dxp connect 192.168.1.7 --games 4 --minutes 5 --moves 75
  damier dxp connect localhost --variant russian --color black --book russian.book

DXP is made for international draughts. Other variants work if you set up both sides for them.")]
pub struct DxpArgs {
    #[command(subcommand)]
    role: Role,
}

#[derive(Subcommand)]
enum Role {
    /// Waits for programs to connect and play
    Listen {
        /// Address to listen on; only this machine can reach 127.0.0.1
        #[arg(long, default_value_t = format!("127.0.0.1:{PORT}"))]
        addr: String,
        /// Exit after the first opponent
        #[arg(long)]
        once: bool,
        #[command(flatten)]
        style: Style,
    },
    /// Connects to a program that is waiting for games
    Connect {
        /// Host or HOST:PORT
        host: String,
        /// Number of games
        #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
        games: u32,
        /// Minutes for each side; 0 for no clock
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(..=999))]
        minutes: u16,
        /// Moves in that time, after which the game ends; 0 for the whole game
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(..=999))]
        moves: u16,
        /// Our colour; with turns we start with White
        #[arg(long, short, visible_alias = "colour", default_value = "turns")]
        color: Sides,
        /// Position to start from, in PDN style (W:W31-50:B1-20) or Hub style
        #[arg(long, short)]
        fen: Option<String>,
        #[command(flatten)]
        style: Style,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Sides {
    White,
    Black,
    Turns,
}

/// How our engine plays.
#[derive(Args)]
struct Style {
    /// Variant or house rules (see `damier variants`); both sides must agree
    #[arg(long, short, visible_alias = "rules", default_value = "international")]
    variant: Ruleset,
    /// Strength of our engine, from 1 to 10
    #[arg(long, short, default_value = "10")]
    level: Level,
    /// Seed for the inaccuracies of lower levels and the choice of book moves
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Seconds per move in games without a clock
    #[arg(long, default_value_t = 5.0, value_parser = seconds)]
    move_time: f64,
    /// Number of search threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Hash table size in megabytes
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=16_384))]
    hash: u32,
    /// Opening book, built with `damier book build`
    #[arg(long)]
    book: Option<PathBuf>,
    /// How much worse than the best a book move may be, in hundredths of a man
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u16).range(..=1_000))]
    book_margin: u16,
    /// Refuse take-backs
    #[arg(long)]
    no_take_backs: bool,
    /// PDN file to append the games to
    #[arg(long)]
    pdn: Option<PathBuf>,
    #[command(flatten)]
    place: TablesFolder,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "expected seconds, from 0.001 to 86400".to_owned())
}

/// How long to wait for an opponent that sends nothing and has no clock.
const PATIENCE: Duration = Duration::from_secs(3_600);
/// How long an opponent may take to request its first game, while others may be waiting.
const ASKING: Duration = Duration::from_secs(60);
/// The pause after a failure to accept a connection, which may persist.
const REST: Duration = Duration::from_secs(1);
/// The timeout for connecting.
const CONNECTING: Duration = Duration::from_secs(10);

impl DxpArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.role {
            Role::Listen { addr, once, style } => listen(&addr, once, &style, out)?,
            Role::Connect { host, games, minutes, moves, color, fen, style } => {
                let rules = &style.variant;
                let start = fen.map(|fen| {
                    AnyPosition::from_fen(rules, &fen)
                        .map_err(|error| crate::input::marked(&fen, &error))
                });
                let (side, same_side) = match color {
                    Sides::White => (Color::White, true),
                    Sides::Black => (Color::Black, true),
                    Sides::Turns => (Color::White, false),
                };
                let start = start.transpose()?;
                let challenge = Challenge { games, side, same_side, minutes, moves, start };
                connect(&host, &challenge, &style, out)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn listen(addr: &str, once: bool, style: &Style, out: &mut impl Write) -> Result<()> {
    let mut player = style.player()?;
    let mut notes = Notes::new(out, style.pdn.as_deref())?;
    let listener = TcpListener::bind(addr).with_context(|| format!("cannot listen on {addr}"))?;
    let title = style.variant.title();
    notes.say(&format!("Waiting on {} for games of {title}", listener.local_addr()?))?;
    loop {
        let (stream, visitor) = match listener.accept() {
            Ok(come) => come,
            Err(error) => {
                notes.say(&format!("Nobody can be let in: {error}"))?;
                thread::sleep(REST);
                continue;
            }
        };
        notes.say(&format!("{visitor} has come"))?;
        let end = receive(&mut player, stream, &mut notes);
        notes.check()?;
        match end {
            Ok(()) => notes.say(&format!("{visitor} has gone"))?,
            Err(error) if once => return Err(error),
            Err(error) => notes.say(&format!("{visitor} has gone: {error}"))?,
        }
        if once {
            return Ok(());
        }
    }
}

/// Plays with an opponent for as long as it wants.
fn receive(
    player: &mut DxpPlayer,
    stream: TcpStream,
    notes: &mut Notes<'_, impl Write>,
) -> Result<()> {
    let mut connection = Connection::over(stream)?;
    Ok(player.follow(&mut connection, &mut |event| notes.note(event))?)
}

fn connect(host: &str, challenge: &Challenge, style: &Style, out: &mut impl Write) -> Result<()> {
    let address = match host.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => host.to_owned(),
        _ => format!("{host}:{PORT}"),
    };
    let mut player = style.player()?;
    let mut notes = Notes::new(out, style.pdn.as_deref())?;
    let mut connection = Connection::open(&address, CONNECTING)?;
    let end = player.initiate(&mut connection, challenge, &mut |event| notes.note(event));
    notes.check()?;
    notes.say(&notes.score())?;
    Ok(end?)
}

impl Style {
    fn player(&self) -> Result<DxpPlayer> {
        let engine = Engine::new(EngineOptions {
            tt_bytes: (self.hash as usize) << 20,
            threads: usize::from(self.threads),
            endgame: self.place.for_engine(),
            ..Default::default()
        });
        let options = SearchOptions { level: self.level, seed: self.seed, ..Default::default() };
        let book = self.book.as_deref().map(|path| load_for(path, &self.variant)).transpose()?;
        Ok(DxpPlayer {
            rules: self.variant.clone(),
            engine,
            options,
            book,
            book_margin: self.book_margin,
            limits: Limits::infinite(),
            without_clock: Duration::from_secs_f64(self.move_time),
            take_backs: !self.no_take_backs,
            asking: ASKING,
            patience: PATIENCE,
        })
    }
}
