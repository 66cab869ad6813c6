use crate::collection::{self, Collection};
use crate::{progress, stopping};
use anyhow::{Context, Result, ensure};
use clap::Args;
use draughts::Ruleset;
use engine::Stop;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use study::explorer::{BuildError, BuildOptions, Builder, GameProblem, Imported, Segment};

/// Builds an explorer file from PDN, or from other explorer files
#[derive(Args)]
#[command(
    after_help = "The rules of each game are those that its tags name or its moves show; --rules overrides them. A game that
cannot be played to its end counts up to there and is reported; one without a move that can be played is left out.

Beside the file the build needs about 1.5 GB of disk for each million games, and gives it back at the end. The file is
the same whatever the number of threads and the memory. It replaces a file of that name only when it is whole."
)]
pub struct BuildExplorer {
    /// PDN files, folders of PDN files, other explorer files, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Explorer file
    #[arg(long, short)]
    out: PathBuf,
    /// Variant or house rules of all games, overriding their tags and moves
    #[arg(long, short, visible_alias = "variant")]
    rules: Option<Ruleset>,
    /// Memory limit in megabytes
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Number of threads; 0 for all cores
    #[arg(long, short, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=256))]
    threads: u16,
    /// Plies of each game to index; by default all. Searches always look at whole games
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
}

/// The most problems reported per file.
const MOST_TOLD: u64 = 10;

impl BuildExplorer {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let paths = Collection::of(&self.files, self.rules.clone()).paths()?;
        let stop = Stop::new();
        stopping::stop_when_asked(stop.clone());
        let start = Instant::now();
        match self.build(&paths, &stop, out, start) {
            Err(error) if stopped(&error) => {
                note!("stopped; nothing was written");
                Ok(ExitCode::FAILURE)
            }
            built => built.map(|()| ExitCode::SUCCESS),
        }
    }

    fn build(
        &self,
        paths: &[PathBuf],
        stop: &Stop,
        out: &mut impl Write,
        start: Instant,
    ) -> Result<()> {
        let stop = || stop.is_stopped();
        let options = BuildOptions {
            threads: self.threads.into(),
            memory: self.memory << 20,
            plies: self.plies,
            stop: &stop,
        };
        let mut builder = Builder::create(&self.out, options)?;
        let mut all = Imported::default();
        for path in paths {
            let Imported { read, added, cut } = self.import(&mut builder, path)?;
            all = Imported { read: all.read + read, added: all.added + added, cut: all.cut + cut };
        }
        ensure!(all.added > 0, "there are no games in these files, so nothing was written");
        let bar = progress::steps();
        let built = builder.finish(&mut |done, total| {
            bar.set_length(total);
            bar.set_position(done);
        });
        bar.finish_and_clear();
        let counts = built?.counts;
        let left_out = match all.read - all.added {
            0 => String::new(),
            left_out => format!(", {left_out} left out"),
        };
        let cut = match all.cut {
            0 => String::new(),
            cut => format!(", {cut} of them only up to a move that cannot be played"),
        };
        let seconds = start.elapsed().as_secs_f64();
        writeln!(
            out,
            "{}: {} games{cut}{left_out}; {} positions, {} bytes, in {seconds:.1} s",
            self.out.display(),
            all.added,
            counts.positions(),
            counts.bytes,
        )?;
        Ok(())
    }

    fn import(&self, builder: &mut Builder<'_>, path: &Path) -> Result<Imported> {
        if Segment::is_segment(path) {
            let added = builder.add_segment(&Segment::open(path)?)?;
            return Ok(Imported { read: added, added, cut: 0 });
        }
        let name = collection::name(path);
        let (source, length) = collection::open(path).with_context(|| name.clone())?;
        let source = collection::text_of(source).with_context(|| name.clone())?;
        let bar = progress::bytes(length, &name);
        let mut problems = 0;
        let mut report = |problem: GameProblem| {
            problems += 1;
            if problems <= MOST_TOLD {
                bar.suspend(|| note!("{name}: {problem}"));
            }
        };
        let imported =
            builder.add_pdn(&name, bar.wrap_read(source), self.rules.as_ref(), &mut report);
        bar.finish_and_clear();
        if problems > MOST_TOLD {
            note!(
                "{name}: {} more games with problems (see `damier pdn check`)",
                problems - MOST_TOLD
            );
        }
        Ok(imported?)
    }
}

fn stopped(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(BuildError::Stopped))
}
