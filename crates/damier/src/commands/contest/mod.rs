mod live;
mod result;

use super::endgame::{TablesFolder, require};
use crate::stopping;
use anyhow::Result;
use clap::Args;
use contest::{
    Adjudication, Agreement, Conditions, Contest, Entrant, MatchClock, OpeningSource, Pace,
    RecordFile, Sprt, Standings,
};
use draughts::Ruleset;
use endgame::TableFolder;
use engine::Stop;
use live::Live;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Plays engines against each other and measures which is stronger
#[derive(Args)]
#[command(after_help = "Players:
  level:6                        our engine at a level from 1 to 10
  damier                         our engine at its best
  damier:nodes=5000,threads=2    with options: level, seed, nodes, time, depth, hash, threads, name
  damier:eval=handmade           with the handmade evaluation; weights=FILE for weights of your own
  damier:book=FILE               with an opening book; book-margin is how much worse than the best a move may be
  damier:bb-size=4               with endgame tables of up to 4 pieces (see damier endgame)
  damier:probcut_margin=15        with other numbers in its search (a wrong name lists them all)
  hub:/opt/scan/scan,book=false  a program that speaks Hub, with its parameters
  dxp:localhost:27531            a program that speaks DXP and waits for us to connect
  random, random:seed=7          any legal move, each equally likely
  careful                        any move that loses no material within two plies, each equally likely

Examples:
  damier match level:6 level:5 --variant american --games 100 -j 2
  damier match damier:nodes=4000 damier:nodes=1000 --sprt 0,20 --pdn test.pdn
  damier match damier hub:/opt/scan/scan --clock 1m+600ms --pdn games.pdn
  damier match level:1 level:2 level:3 level:4 --games 40

Each opening is played twice, with both colours. To continue an interrupted match, run the same command
with --resume.")]
pub struct MatchArgs {
    /// Two players, or more for a round-robin tournament
    #[arg(required = true, num_args = 2..)]
    players: Vec<Entrant>,
    /// Variant or house rules, such as american, casual or "russian,board=10" (see `damier variants`)
    #[arg(long, short, visible_alias = "rules", default_value = "international")]
    variant: Ruleset,
    /// Games for each pair of players, an even number; a maximum with --sprt [default: 20, with --sprt
    /// 40000]
    #[arg(long, short = 'n')]
    games: Option<usize>,
    /// Positions that a player may search for each move
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    time_per_move: Option<Duration>,
    /// Time for the game, plus an increment for each move: 1m or 1m+600ms
    #[arg(long, value_name = "TIME")]
    clock: Option<MatchClock>,
    /// Search depth in plies
    #[arg(long, short, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    depth: Option<u32>,
    /// Seconds by which a player may exceed its time
    #[arg(long, default_value = "0.2", value_parser = read_seconds)]
    margin: Duration,
    /// Seconds to wait for a move if time is not limited
    #[arg(long, default_value = "60", value_parser = positive_seconds)]
    patience: Duration,
    /// start, ballots, random:6, or a file: PDN, or a position or moves on each line [default: ballots
    /// where there are enough, else random:6]
    #[arg(long)]
    openings: Option<OpeningSource>,
    /// Plies of each game in a PDN file that make an opening
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(..=200))]
    opening_plies: u16,
    /// Seed for everything random: the same seed gives the same openings
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// End the match when ELO0 or ELO1 is accepted: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Adjudicate a win when both players see one side ahead by SCORE men for MOVES moves: 4.00,3
    #[arg(long, value_name = "SCORE,MOVES")]
    resign: Option<Agreement>,
    /// Adjudicate a draw when both players see a score within SCORE for MOVES moves, after AFTER moves
    #[arg(long, value_name = "SCORE,MOVES,AFTER")]
    draw: Option<Agreement>,
    /// Adjudicate by endgame tables as soon as this number of pieces is left
    #[arg(long, value_name = "PIECES", value_parser = clap::value_parser!(u8).range(2..=8))]
    adjudicate: Option<u8>,
    /// Adjudicate a draw after this many moves of both sides together
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plies: u32,
    /// Games to play at the same time
    #[arg(long, short, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// PDN file for all games, each written when it ends
    #[arg(long)]
    pdn: Option<PathBuf>,
    /// Continue the match in the file of --pdn
    #[arg(long, requires = "pdn")]
    resume: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    place: TablesFolder,
}

const BAD_SECONDS: &str = "this is not a number of seconds such as 0.1";

fn read_seconds(text: &str) -> Result<Duration, &'static str> {
    contest::seconds(text).ok_or(BAD_SECONDS)
}

fn positive_seconds(text: &str) -> Result<Duration, &'static str> {
    contest::seconds(text).filter(|time| !time.is_zero()).ok_or(BAD_SECONDS)
}

/// Deterministic players repeat their games when openings are repeated.
fn warn_of_repetition(contest: &Contest) -> Result<()> {
    if let Some(openings) = contest.openings()?.len().filter(|openings| *openings < contest.rounds)
    {
        let rounds = contest.rounds;
        note!("note: there are {openings} openings for {rounds} rounds, so they are repeated");
    }
    Ok(())
}

impl MatchArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let contest = self.contest()?;
        warn_of_repetition(&contest)?;
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let mut live = Live::new();
        let standings = contest.run(&stop, &mut |progress| live.tell(progress));
        live.finish();
        let standings = standings?;
        match self.json {
            true => super::write_json(out, &result::json(&contest, &standings))?,
            false => write!(out, "{standings}")?,
        }
        out.flush()?;
        if standings.is_over() {
            return Ok(ExitCode::SUCCESS);
        }
        self.say_stopped(&standings);
        Ok(ExitCode::FAILURE)
    }

    fn contest(&self) -> Result<Contest> {
        let usual = if self.sprt.is_some() { 40_000 } else { 20 };
        let games = self.games.unwrap_or(usual);
        anyhow::ensure!(games.is_multiple_of(2), "each opening is two games: give an even number");
        let mut contest = Contest::new(self.variant.clone(), self.players.clone());
        contest.conditions = self.conditions();
        let usual = || OpeningSource::usual(&self.variant, games / 2);
        contest.openings = self.openings.clone().unwrap_or_else(usual);
        contest.opening_plies = self.opening_plies.into();
        contest.seed = self.seed;
        contest.rounds = games / 2;
        contest.sprt = self.sprt;
        contest.jobs = self.jobs.into();
        let record = |path: &PathBuf| RecordFile { path: path.clone(), resume: self.resume };
        contest.record = self.pdn.as_ref().map(record);
        contest.endgame = self.endgame()?;
        Ok(contest)
    }

    /// The endgame tables for players or adjudication, if needed.
    fn endgame(&self) -> Result<Option<TableFolder>> {
        let asked = self.players.iter().map(Entrant::table_pieces);
        let pieces = asked.chain(self.adjudicate.map(usize::from)).max().unwrap_or(0);
        if pieces == 0 {
            return Ok(None);
        }
        let folder = TableFolder::new(self.place.folder()?);
        require(&folder.tables(&self.variant), pieces)?;
        Ok(Some(folder))
    }

    fn conditions(&self) -> Conditions {
        let pace = Pace {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time_per_move,
            clock: self.clock,
            margin: self.margin,
            patience: self.patience,
        };
        let tables = self.adjudicate.map_or(0, usize::from);
        let plies = self.plies as usize;
        Conditions {
            pace,
            adjudication: Adjudication { resign: self.resign, draw: self.draw, tables, plies },
        }
    }

    fn say_stopped(&self, standings: &Standings) {
        let (finished, games) = (standings.finished(), standings.games());
        match &self.pdn {
            Some(_) => note!(
                "stopped after {finished} of {games} games; run the same command with --resume to continue"
            ),
            None => note!("stopped after {finished} of {games} games"),
        }
    }
}
