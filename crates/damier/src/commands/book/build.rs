use super::census::Census;
use super::{load, told};
use crate::collection::Collection;
use crate::input::Input;
use crate::target::Target;
use crate::{progress, stopping};
use anyhow::{Context, Result, bail, ensure};
use arbiter::Opening;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use draughts::{AnyPosition, Color, Ruleset, Variant};
use engine::{Book, BookOrigin, BookStatistics, Expansion, Growth, Stop};
use pdn::{Recorded, ReplayedStep};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Builds a book by searching, or from games
#[derive(Args)]
#[command(
    after_help = "When built by searching, the book grows where both sides are likely to play. The result depends neither
on --threads nor on interruptions: the book is saved every minute and after Ctrl-C, and the same command
continues from there. From games the book counts how often moves were played and how the games ended."
)]
pub struct Build {
    #[command(flatten)]
    input: Input,
    /// Book file
    #[arg(long, short)]
    out: PathBuf,
    /// Number of positions in the book
    #[arg(long, default_value_t = 1_000, conflicts_with = "from",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    positions: usize,
    /// Positions to search for each move
    #[arg(long, default_value_t = 100_000, conflicts_with = "from",
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of searches at the same time
    #[arg(long, default_value_t = 1, conflicts_with = "from",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Start from all ballots of the variant (american, russian, brazilian)
    #[arg(long, conflicts_with_all = ["from", "fen"])]
    ballots: bool,
    /// PDN files or folders of games to count
    #[arg(long, num_args = 1.., value_name = "FILE")]
    from: Vec<PathBuf>,
    /// Minimum number of games with a move
    #[arg(long, default_value_t = 2, requires = "from",
          value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// Plies of each game to count
    #[arg(long, default_value_t = 30, requires = "from",
          value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    plies: usize,
}

/// How often a growing book is saved.
const KEPT_EVERY: Duration = Duration::from_secs(60);

impl Build {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let rules = self.input.rules();
        let (book, whole) = match self.from.is_empty() {
            true => self.search(&rules)?,
            false => (self.count(&rules)?, true),
        };
        ensure!(book.positions() > 0, "{}, so no book was written", self.why_empty(whole));
        self.keep(&book)?;
        writeln!(out, "{}: {}", self.out.display(), told(&book))?;
        Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    fn why_empty(&self, whole: bool) -> String {
        match (self.from.is_empty(), whole) {
            (true, true) => "in this position nothing is left to play".to_owned(),
            (true, false) => "it was stopped before the first position was looked at".to_owned(),
            (false, _) => {
                format!("no move was played in {} games or more (see --min-games)", self.min_games)
            }
        }
    }

    fn keep(&self, book: &Book) -> Result<()> {
        let mut target = Target::create(&self.out)?;
        target.write_all(&book.to_bytes())?;
        target.finish()
    }

    /// Builds a book by searching; also returns whether it has reached its size or has nothing more to find.
    fn search(&self, rules: &Ruleset) -> Result<(Book, bool)> {
        let mut expansion = self.begin(rules)?;
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let growth = Growth {
            positions: self.positions,
            nodes: self.nodes,
            threads: self.threads.into(),
            stop: stop.clone(),
        };
        let bar = progress::counted(self.positions, "positions");
        bar.set_position(expansion.positions() as u64);
        bar.reset_eta();
        let (mut kept, mut failed) = (Instant::now(), None);
        expansion.grow(&growth, &mut |expansion| {
            bar.set_position(expansion.positions() as u64);
            if kept.elapsed() > KEPT_EVERY && failed.is_none() {
                failed = self.keep(&expansion.book()).err();
                kept = Instant::now();
                if failed.is_some() {
                    stop.stop();
                }
            }
        });
        bar.finish_and_clear();
        match failed {
            Some(error) => Err(error),
            None => {
                let whole = !stop.is_stopped();
                if !whole && expansion.positions() > 0 {
                    note!("stopped; run the same command to continue");
                }
                Ok((expansion.book(), whole))
            }
        }
    }

    /// Returns the existing book, or a new one.
    fn begin(&self, rules: &Ruleset) -> Result<Expansion> {
        let openings = self.openings(rules)?;
        if !self.out.exists() {
            return Ok(Expansion::new(rules.clone(), openings));
        }
        let book = load(&self.out)?;
        ensure!(
            book.rules() == rules,
            "{} is a book for {}, not for {rules}; choose another file",
            self.out.display(),
            book.rules()
        );
        Expansion::resume(&book, openings).with_context(|| self.out.display().to_string())
    }

    fn openings(&self, rules: &Ruleset) -> Result<Vec<AnyPosition>> {
        if !self.ballots {
            return Ok(vec![self.input.position()?]);
        }
        let openings: Vec<Opening> = match rules.base {
            Variant::American => arbiter::three_move_openings()
                .map(|ballot| Opening::ThreeMove(Some(ballot.number)))
                .collect(),
            Variant::Russian | Variant::Brazilian => arbiter::table_openings()
                .map(|table| Opening::Table(Some(table.name.to_owned())))
                .collect(),
            _ => bail!("there are no ballots in {}", rules.title()),
        };
        let set_up = |opening: &Opening| Ok(*opening.set_up(rules, 0)?.position());
        openings.iter().map(set_up).collect()
    }

    /// Makes sure that only a book from games is overwritten.
    fn keep_others(&self) -> Result<()> {
        ensure!(
            !self.out.exists() || load(&self.out)?.origin() == BookOrigin::Games,
            "{} is a book that was built by searches; choose another file",
            self.out.display()
        );
        Ok(())
    }

    /// Builds a book from games.
    fn count(&self, rules: &Ruleset) -> Result<Book> {
        self.keep_others()?;
        let mut statistics = BookStatistics::new(rules.clone());
        let mut census = Census::default();
        let unreadable = Collection::of(&self.from, None).each(|_, entry| {
            if !census.takes(entry.replay, rules) {
                return Ok(());
            }
            let result = result(entry.replay.recorded);
            let played = entry.replay.played.iter().zip(entry.replay.positions());
            for (played, position) in played.take(self.plies) {
                if let ReplayedStep::Move(mv) = played {
                    statistics.add(&position, mv, result)?;
                }
            }
            Ok(())
        })?;
        ensure!(unreadable == 0, "not all files could be read, so no book was written");
        census.tell(rules)?;
        Ok(statistics.book(self.min_games))
    }
}

/// The result, if known.
fn result(recorded: Recorded) -> Option<Option<Color>> {
    match recorded {
        Recorded::Win(color) => Some(Some(color)),
        Recorded::Draw => Some(None),
        Recorded::BothLost | Recorded::Unknown => None,
    }
}
