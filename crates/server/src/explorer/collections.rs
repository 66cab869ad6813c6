//! The operator's collections.

use super::{OWN, SERVER};
use draughts::AnyPosition;
use pdn::{Action, Form, Game, Place, Step};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use study::explorer::{Segment, SegmentError, StoredGame};

/// The maximum number of collections.
const MOST: usize = 100;
/// The extension of explorer files.
const ENDING: &str = "explorer";

/// A collection of games.
pub struct Collection {
    /// The file name without the extension.
    pub name: String,
    /// The games and the statistics of their positions.
    pub segment: Segment,
}

impl Collection {
    /// Returns a game by its number.
    pub fn pdn(&self, number: u32) -> Result<Option<String>, SegmentError> {
        if u64::from(number) >= self.segment.counts().games() {
            return Ok(None);
        }
        let StoredGame { rules, info, start, moves, .. } = self.segment.game(number)?;
        let mut game = Game { first_number: 1, ..Game::default() };
        for (tag, value) in [("White", &info.white), ("Black", &info.black), ("Event", &info.event)]
        {
            if !value.is_empty() {
                game.set_tag(tag, value);
            }
        }
        if let Some(date) = info.date {
            game.set_tag("Date", &date.to_string());
        }
        game.set_tag("Rules", &rules.to_string());
        if start != AnyPosition::start(&rules) {
            game.set_tag("FEN", &start.to_fen());
        }
        game.starts_second = start.turn() != rules.first;
        let mut position = start;
        for mv in &moves {
            game.line.steps.push(Step::new(Action::Move(position.text(mv)), Place::START));
            position = position.play_unchecked(mv);
        }
        Ok(Some(game.to_pdn(Form::Pdn3)))
    }
}

/// The operator's collections, in the order of their paths.
pub struct Collections(Vec<Arc<Collection>>);

impl Collections {
    /// Opens explorer files, and those in folders. Files that cannot be opened are logged and left out.
    pub fn open(paths: &[PathBuf]) -> Self {
        let mut all: Vec<Arc<Collection>> = Vec::new();
        for path in paths.iter().flat_map(|path| files(path)) {
            let refused = match Segment::open(&path) {
                Ok(segment) => {
                    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let is_taken = [SERVER, OWN].contains(&name.as_str())
                        || all.iter().any(|other| other.name == name);
                    if !is_taken && all.len() < MOST {
                        tracing::info!(name, games = segment.counts().games(), "collection opened");
                        all.push(Arc::new(Collection { name, segment }));
                        continue;
                    }
                    let reason = match is_taken {
                        true => format!("another collection is called \"{name}\""),
                        false => format!("there are {MOST} collections already"),
                    };
                    format!("{} is left out: {reason}", path.display())
                }
                Err(error) => error.to_string(),
            };
            tracing::error!("the explorer lacks a collection: {refused}");
        }
        Self(all)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Collection>> {
        self.0.iter()
    }

    /// Finds a collection by name.
    pub fn find(&self, name: &str) -> Option<Arc<Collection>> {
        self.0.iter().find(|collection| collection.name == name).cloned()
    }
}

/// Returns the explorer files that a path stands for.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let read = || -> io::Result<Vec<PathBuf>> {
        let entries = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
        entries.collect()
    };
    let mut files = read().unwrap_or_else(|error| {
        tracing::error!("the explorer cannot read the folder {}: {error}", path.display());
        Vec::new()
    });
    files.retain(|file| file.extension().is_some_and(|ending| ending == ENDING));
    files.sort();
    files
}
