//! Collections of games: files and folders of PDN, read one game at a time.

use crate::progress;
use anyhow::{Context, Result};
use clap::Args;
use draughts::Ruleset;
use indicatif::ProgressBar;
use pdn::{Game, Games, Judge, Replay};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Which files, and what is known about their games.
#[derive(Args)]
pub struct Collection {
    /// PDN files, folders of PDN files, or - for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Variant or house rules of all games, overriding their tags and moves
    #[arg(long, short)]
    rules: Option<Ruleset>,
}

/// One game of a collection.
pub struct CollectionGame<'a> {
    /// Its number in its file, from 1.
    pub number: usize,
    pub game: &'a Game,
    pub replay: &'a Replay,
    pub judge: &'a Judge,
}

/// Information about a whole file.
#[derive(Default)]
pub struct FileReport {
    pub games: usize,
    /// The code page of its texts, if they are not UTF-8.
    pub encoding: Option<&'static str>,
    /// Whose points come first in its results, if that was detected.
    pub sense: Option<pdn::Sense>,
}

impl Collection {
    /// Creates a collection of files, with rules if they are known.
    pub fn of(files: &[PathBuf], rules: Option<Ruleset>) -> Self {
        Self { files: files.to_vec(), rules }
    }

    /// Lists the files, including those in folders, by name.
    pub fn paths(&self) -> Result<Vec<PathBuf>> {
        let mut paths = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                let before = paths.len();
                find_files(path, &mut paths)?;
                anyhow::ensure!(paths.len() > before, "no PDN file in {}", path.display());
            } else {
                paths.push(path.clone());
            }
        }
        Ok(paths)
    }

    /// Passes every game of a file to `visit`, with a progress bar for reading.
    pub fn each_game(
        &self,
        path: &Path,
        visit: impl FnMut(CollectionGame<'_>) -> Result<()>,
    ) -> Result<FileReport> {
        self.read(path, |length| progress::bytes(length, &name(path)), visit)
    }

    /// Passes every game of a file to `visit`, where reading is the smaller part of the work.
    pub fn each_game_slowly(
        &self,
        path: &Path,
        visit: impl FnMut(CollectionGame<'_>) -> Result<()>,
    ) -> Result<FileReport> {
        self.read(path, |_| ProgressBar::hidden(), visit)
    }

    fn read(
        &self,
        path: &Path,
        bar: impl FnOnce(Option<u64>) -> ProgressBar,
        mut visit: impl FnMut(CollectionGame<'_>) -> Result<()>,
    ) -> Result<FileReport> {
        let (source, length) = open(path).with_context(|| name(path))?;
        let source = text_of(source).with_context(|| name(path))?;
        let bar = bar(length);
        let mut games = Games::new(bar.wrap_read(source));
        let mut judge = self.rules.clone().map_or_else(Judge::default, Judge::of);
        let reading = || format!("{} cannot be read", path.display());
        let mut sample: VecDeque<Game> = VecDeque::new();
        for game in games.by_ref().take(Judge::SAMPLE) {
            sample.push_back(game.with_context(reading)?);
        }
        judge.learn(sample.make_contiguous());
        let mut report = FileReport { sense: judge.sense(), ..FileReport::default() };
        while let Some(game) = sample.pop_front().map(Ok).or_else(|| games.next()) {
            let game = game.with_context(reading)?;
            report.games += 1;
            let replay = judge.replay(&game);
            visit(CollectionGame {
                number: report.games,
                game: &game,
                replay: &replay,
                judge: &judge,
            })?;
        }
        report.encoding = games.old_encoding();
        bar.finish_and_clear();
        Ok(report)
    }

    /// Passes every game of every file to `visit`. A file that cannot be read is reported on standard error and
    /// skipped; returns how many were.
    pub fn each(
        &self,
        mut visit: impl FnMut(&Path, CollectionGame<'_>) -> Result<()>,
    ) -> Result<usize> {
        let mut unreadable = 0;
        for path in self.paths()? {
            let mut failed = None;
            let report = self
                .each_game(&path, |entry| visit(&path, entry).inspect_err(|_| failed = Some(())));
            match report {
                Ok(_) => {}
                Err(error) if failed.is_some() => return Err(error),
                Err(error) => {
                    unreadable += 1;
                    note!("error: {error:#}");
                }
            }
        }
        Ok(unreadable)
    }
}

fn find_files(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
        .with_context(|| folder.display().to_string())?;
    entries.sort();
    for path in entries {
        let is_pdn =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn"));
        // Links to folders are not followed: they could form cycles.
        if path.is_dir() && !path.is_symlink() {
            find_files(&path, paths)?;
        } else if is_pdn && path.is_file() {
            paths.push(path);
        }
    }
    Ok(())
}

/// Opens a file, or standard input for `-`; also returns its length if known.
pub fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    Ok((Box::new(file), metadata.is_file().then_some(metadata.len())))
}

/// Checks that a source is text: other files contain zero bytes.
pub fn text_of(mut source: Box<dyn Read>) -> io::Result<impl Read> {
    const LOOKED_AT: u64 = 1_024;
    let mut head = Vec::new();
    (&mut source).take(LOOKED_AT).read_to_end(&mut head)?;
    // In UTF-16, every other byte of plain text is zero, and never two in a row.
    let zeros = head.windows(2).any(|pair| pair == [0, 0]);
    let archive = head.starts_with(b"PK\x03\x04");
    if zeros || archive {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "this is not a text file"));
    }
    Ok(io::Cursor::new(head).chain(source))
}

/// The name of a file in reports.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}
