//! Segments that grow like a log-structured merge tree: small ones are added as games end and merged into larger ones,
//! so that there are never many.

use super::folder::SegmentFolder;
use crate::locks::lock;
use draughts::{AnyPosition, Ruleset};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use study::explorer::{
    BuildError, BuildOptions, Builder, ExplorerPosition, PlayedGame, Segment, SegmentError,
};

/// This many segments of similar size are merged.
const FAN_IN: usize = 8;
/// Memory limit for building, in bytes.
const MEMORY: u64 = 16 << 20;
/// The extension of segment files.
const ENDING: &str = ".explorer";

/// A set of segments that counts no game twice.
pub struct Levels {
    folder: SegmentFolder,
    segments: RwLock<Vec<Arc<LevelSegment>>>,
    /// Hashes of the ids of all games in them.
    ids: Mutex<HashSet<u64>>,
}

struct LevelSegment {
    path: PathBuf,
    segment: Segment,
}

impl LevelSegment {
    fn level(&self) -> u32 {
        self.segment.counts().games().max(1).ilog(FAN_IN as u64)
    }
}

/// The contents of an existing folder.
#[derive(Default)]
pub struct FoundSegments {
    /// The time of the last event of the known games; 0 if games may be missing before it.
    pub last: u64,
    /// A game's id from each segment.
    pub samples: Vec<String>,
}

fn hash(id: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    hasher.finish()
}

impl Levels {
    /// Creates an empty set.
    pub fn new(folder: SegmentFolder) -> Self {
        Self { folder, segments: RwLock::default(), ids: Mutex::default() }
    }

    fn all(&self) -> Vec<Arc<LevelSegment>> {
        self.segments.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Arc<LevelSegment>>)) {
        change(&mut self.segments.write().unwrap_or_else(PoisonError::into_inner));
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.all().iter().map(|one| one.segment.counts().games()).sum()
    }

    /// Whether a game is counted or is to be skipped.
    pub fn knows(&self, id: &str) -> bool {
        lock(&self.ids).contains(&hash(id))
    }

    /// Marks a game that is not to be counted.
    pub fn pass_over(&self, id: &str) {
        lock(&self.ids).insert(hash(id));
    }

    /// Loads the segments of an earlier run. Damaged and already merged ones are deleted: their games are in the store.
    pub fn take_up(&self) -> FoundSegments {
        let mut found = FoundSegments::default();
        let mut whole = true;
        let mut segments = self.opened(&mut whole);
        // Larger ones first: of a merged segment and its parts, the merged one is kept.
        segments.sort_by_key(|one| std::cmp::Reverse(one.segment.counts().games()));
        for one in segments {
            match self.learn(&one.segment, &mut found) {
                Ok(()) => self.change(|all| all.push(Arc::new(one))),
                Err(Overlap::Whole) => delete(&one.path),
                Err(Overlap::Partly) => {
                    whole = false;
                    delete(&one.path);
                }
            }
        }
        if !whole {
            found.last = 0;
        }
        found
    }

    fn opened(&self, whole: &mut bool) -> Vec<LevelSegment> {
        let Ok(entries) = std::fs::read_dir(self.folder.path()) else { return Vec::new() };
        let mut opened = Vec::new();
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            if !name.is_some_and(|name| name.ends_with(ENDING)) {
                continue;
            }
            match Segment::open(&path) {
                Ok(segment) => opened.push(LevelSegment { path, segment }),
                Err(error) => {
                    tracing::warn!(%error, "a file of the explorer is made again");
                    *whole = false;
                    delete(&path);
                }
            }
        }
        opened
    }

    /// Registers the games of a segment, unless some are already known.
    fn learn(&self, segment: &Segment, found: &mut FoundSegments) -> Result<(), Overlap> {
        let (mut ids, mut last) = (Vec::new(), (0, String::new()));
        let read = segment.infos(|info| {
            ids.push(hash(&info.event));
            last = std::mem::take(&mut last).max((info.number, info.event));
        });
        if let Err(error) = read {
            tracing::warn!(%error, "a file of the explorer is made again");
            return Err(Overlap::Partly);
        }
        let mut known = lock(&self.ids);
        let twice = ids.iter().filter(|id| known.contains(id)).count();
        match twice {
            0 => {}
            _ if twice == ids.len() => return Err(Overlap::Whole),
            _ => return Err(Overlap::Partly),
        }
        known.extend(ids);
        found.last = found.last.max(last.0);
        found.samples.push(last.1);
        Ok(())
    }

    /// Deletes everything, because it belongs to another store.
    pub fn forget(&self) {
        lock(&self.ids).clear();
        self.change(|all| all.drain(..).for_each(|one| delete(&one.path)));
    }

    /// Adds games, and merges segments if there are too many.
    pub fn add(
        &self,
        games: &[PlayedGame],
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), BuildError> {
        if games.is_empty() {
            return Ok(());
        }
        let added = self.build(stop, &mut |builder| {
            games.iter().try_for_each(|game| builder.add_game(game).map(drop))
        })?;
        lock(&self.ids).extend(games.iter().map(|game| hash(&game.info.event)));
        self.change(|all| all.push(Arc::new(added)));
        while let Some(parts) = self.crowded() {
            let merged = self.build(stop, &mut |builder| {
                parts.iter().try_for_each(|one| builder.add_segment(&one.segment).map(drop))
            })?;
            self.change(|all| {
                all.retain(|one| !parts.iter().any(|part| Arc::ptr_eq(one, part)));
                all.push(Arc::new(merged));
            });
            parts.iter().for_each(|part| delete(&part.path));
        }
        Ok(())
    }

    /// Returns segments of similar size if there are enough to merge.
    fn crowded(&self) -> Option<Vec<Arc<LevelSegment>>> {
        let all = self.all();
        let of_level = |level: u32| all.iter().filter(move |one| one.level() == level);
        let level =
            all.iter().map(|one| one.level()).find(|level| of_level(*level).count() >= FAN_IN)?;
        Some(of_level(level).cloned().collect())
    }

    fn build(
        &self,
        stop: &(dyn Fn() -> bool + Sync),
        fill: &mut dyn FnMut(&mut Builder<'_>) -> Result<(), BuildError>,
    ) -> Result<LevelSegment, BuildError> {
        let path = self.unused();
        let options = BuildOptions { threads: 1, memory: MEMORY, plies: None, stop };
        let mut builder = Builder::create(&path, options)?;
        fill(&mut builder)?;
        builder.finish(&mut |_, _| {})?;
        let segment = Segment::open(&path)?;
        Ok(LevelSegment { path, segment })
    }

    fn unused(&self) -> PathBuf {
        let name = |number: usize| self.folder.file(&format!("games-{number}{ENDING}"));
        (1..).map(name).find(|path| !path.exists()).expect("there are numbers enough")
    }

    /// Looks a position up in all segments.
    pub fn probe(
        &self,
        rules: &Ruleset,
        position: &AnyPosition,
    ) -> Result<Option<ExplorerPosition>, SegmentError> {
        sum(self.all().iter().map(|one| one.segment.probe(rules, position)))
    }
}

/// How a segment overlaps with the registered ones.
enum Overlap {
    /// All of its games are already known.
    Whole,
    /// Some of its games are already known, or it cannot be read.
    Partly,
}

/// Sums answers about one position.
pub fn sum(
    answers: impl Iterator<Item = Result<Option<ExplorerPosition>, SegmentError>>,
) -> Result<Option<ExplorerPosition>, SegmentError> {
    let mut all: Option<ExplorerPosition> = None;
    for answer in answers {
        let Some(found) = answer? else { continue };
        match &mut all {
            Some(all) => all.add(found),
            none => *none = Some(found),
        }
    }
    Ok(all)
}

fn delete(path: &std::path::Path) {
    if let Err(error) = std::fs::remove_file(path) {
        tracing::warn!(path = %path.display(), %error, "a file of the explorer cannot be deleted");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use study::explorer::GameInfo;

    fn game(number: u64) -> PlayedGame {
        let rules = Ruleset::from(Variant::American);
        let start = AnyPosition::start(&rules);
        let moves = start.legal_moves()[..1].to_vec();
        let info = GameInfo { event: format!("game{number}"), number, ..GameInfo::default() };
        PlayedGame { rules, info, start, moves }
    }

    fn games(levels: &Levels) -> u64 {
        let rules = Ruleset::from(Variant::American);
        let found = levels.probe(&rules, &AnyPosition::start(&rules)).unwrap();
        found.map_or(0, |found| found.results.games)
    }

    /// Hundreds of games added one by one end up in few files, and each counts once.
    #[test]
    fn games_that_come_one_by_one_make_few_files() {
        const GAMES: u64 = 150;
        let place = std::env::temp_dir().join(format!("damier-levels-{}", std::process::id()));
        let levels = Levels::new(SegmentFolder::open(Some(&place)).unwrap());
        let mut most = 0;
        for number in 0..GAMES {
            levels.add(&[game(number)], &|| false).unwrap();
            most = most.max(levels.all().len());
        }
        assert_eq!((levels.games(), games(&levels)), (GAMES, GAMES));
        assert!(most < 3 * FAN_IN, "{most} files");
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), levels.all().len());
        let again = Levels::new(SegmentFolder::open(Some(&place)).unwrap());
        let found = again.take_up();
        assert_eq!((games(&again), found.last), (GAMES, GAMES - 1));
        assert!(again.knows("game7") && !again.knows("game150"));
        again.forget();
        assert_eq!((games(&again), std::fs::read_dir(&place).unwrap().count()), (0, 0));
        std::fs::remove_dir_all(&place).unwrap();
    }
}
