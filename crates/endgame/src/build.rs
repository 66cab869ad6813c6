//! Building tables: one slice with its other side after another, each file whole or not at all.

use crate::error::{BuildError, TableError};
use crate::file;
use crate::index::{Board, Index};
use crate::load;
use crate::material::{MAX_PIECES, Material};
use crate::slice::{Library, Slice};
use crate::solver::{self, Metric, Solver, Stopped};
use crate::tables::Tables;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

/// How tables are built.
pub struct Build<'a> {
    /// The most pieces.
    pub pieces: usize,
    /// Threads; 0 for as many as the machine has cores.
    pub threads: usize,
    /// Bytes of memory that may be used.
    pub memory: u64,
    /// Asked now and then whether to stop; what is finished by then is kept.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Told how many positions of how many are solved.
    pub progress: &'a (dyn Fn(u64, u64) + Sync),
}

/// The result of a build.
#[derive(Debug, Default)]
pub struct Built {
    /// Slices that were solved now.
    pub slices: usize,
    /// Positions in them.
    pub positions: u64,
    /// The error, if they could not be written: they are used for as long as the program runs.
    pub unwritten: Option<TableError>,
}

/// The distances that are kept for so many pieces.
pub(crate) fn metrics(board: Board, pieces: usize) -> &'static [Metric] {
    let small = board.squares <= 32;
    match pieces {
        ..=4 => &[Metric::Conversion, Metric::End],
        5 if small => &[Metric::Conversion, Metric::End],
        _ => &[Metric::Conversion],
    }
}

/// Whether distances to a capture or man's move are written.
fn keeps_dtc(pieces: usize) -> bool {
    pieces <= 5
}

impl Tables {
    /// Builds what is missing up to a number of pieces. Another program that builds the same tables is
    /// waited for.
    pub fn build(&self, build: &Build) -> Result<Built, BuildError> {
        self.build_slices(build, &|_| true)
    }

    /// Builds what positions of one slice, and all that can follow, need and have not. The number of
    /// pieces follows from it.
    pub fn build_for(&self, material: &Material, build: &Build) -> Result<Built, BuildError> {
        let needed = self.can_follow(material);
        let build = Build { pieces: material.pieces(), ..*build };
        self.build_slices(&build, &|material| needed.contains(material))
    }

    fn build_slices(
        &self,
        build: &Build,
        is_wanted: &dyn Fn(&Material) -> bool,
    ) -> Result<Built, BuildError> {
        if !(2..=MAX_PIECES).contains(&build.pieces) {
            return Err(BuildError::Pieces(build.pieces));
        }
        let pool = ThreadPoolBuilder::new().num_threads(build.threads).build();
        let pool = pool.map_err(BuildError::Threads)?;
        let (lock, unwritten) = match self.writes.then(|| self.lock(build.stop)).transpose() {
            Ok(lock) => (lock, None),
            Err(Waiting::Stopped) => return Err(BuildError::Stopped),
            Err(Waiting::Failed(error)) => (None, Some(error)),
        };
        let todo: Vec<Material> = (2..=build.pieces)
            .flat_map(|pieces| self.slices(pieces))
            .filter(|material| *material >= material.turned() && !self.has_both(material))
            .filter(is_wanted)
            .collect();
        let both = |material: &Material| {
            let len = self.positions(material);
            if *material == material.turned() { len } else { 2 * len }
        };
        let total = todo.iter().map(both).sum();
        let mut work = Work {
            tables: self,
            build,
            pool,
            library: Library::new(),
            done: Mutex::new(0),
            total,
            built: Built { unwritten, ..Built::default() },
        };
        (build.progress)(0, total);
        for material in todo {
            work.pair(material)?;
        }
        drop(lock);
        Ok(work.built)
    }

    fn has_both(&self, material: &Material) -> bool {
        let there = |material: &Material| matches!(self.table(material), Ok(Some(_)));
        there(material) && there(&material.turned())
    }

    /// Waits until nobody else builds here.
    fn lock(&self, stop: &(dyn Fn() -> bool + Sync)) -> Result<File, Waiting> {
        let failed = |error| Waiting::Failed(TableError::Io { file: self.folder.clone(), error });
        fs::create_dir_all(&self.folder).map_err(failed)?;
        let file = File::create(self.folder.join("lock")).map_err(failed)?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::Error(error)) => return Err(failed(error)),
                Err(TryLockError::WouldBlock) if stop() => return Err(Waiting::Stopped),
                Err(TryLockError::WouldBlock) => thread::sleep(LOOK_AGAIN),
            }
        }
    }
}

/// How often a builder looks whether another has finished.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The reasons why a builder has no lock.
enum Waiting {
    Stopped,
    Failed(TableError),
}

struct Work<'a> {
    tables: &'a Tables,
    build: &'a Build<'a>,
    pool: ThreadPool,
    library: Library,
    done: Mutex<u64>,
    total: u64,
    built: Built,
}

impl Work<'_> {
    fn pair(&mut self, material: Material) -> Result<(), BuildError> {
        let board = self.tables.board();
        let metrics = metrics(board, material.pieces());
        self.gather(material, solver::memory(&Index::new(board, material), metrics.len()))?;
        let progress = |more| {
            let mut done = self.done.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *done += more;
            (self.build.progress)(*done, self.total);
        };
        let solver = Solver {
            game: &*self.tables.game,
            library: &self.library,
            metrics,
            stop: self.build.stop,
            progress: &progress,
        };
        let solved = self.pool.install(|| solver.solve(material));
        let slices = solved.map_err(|Stopped| BuildError::Stopped)?;
        for mut slice in slices {
            if !keeps_dtc(material.pieces()) {
                slice.dtc = Vec::new();
            }
            self.built.slices += 1;
            self.built.positions += slice.index.len();
            let bytes = self.pool.install(|| file::write(&slice, &self.tables.rules.to_string()));
            self.keep(&slice, bytes)?;
            self.library.insert(slice.known());
        }
        Ok(())
    }

    /// Writes a table, or keeps it in memory if nothing can be written.
    fn keep(&mut self, slice: &Slice, bytes: Vec<u8>) -> Result<(), BuildError> {
        let material = slice.index.material;
        let path = self.tables.path(&material);
        if self.tables.writes && self.built.unwritten.is_none() {
            match write(&path, &bytes) {
                Ok(()) => return Ok(()),
                Err(error) => self.built.unwritten = Some(TableError::Io { file: path, error }),
            }
        }
        Ok(self.tables.hold(&material, bytes)?)
    }

    /// Sees that all slices are in memory which this one and its other side lead to, and that there is
    /// room for the work.
    fn gather(&mut self, material: Material, work: u64) -> Result<(), BuildError> {
        let mut needed = material.followers();
        needed.extend(material.turned().followers());
        if self.library.bytes() + work > self.build.memory {
            self.library.retain(|other| needed.contains(other));
        }
        for follower in &needed {
            self.require(*follower)?;
        }
        if self.library.bytes() + work > self.build.memory {
            self.library.retain(|other| needed.contains(other));
        }
        let needs = self.library.bytes() + work;
        if needs > self.build.memory {
            let allowed = self.build.memory;
            return Err(BuildError::Memory { material, needed: needs, allowed });
        }
        Ok(())
    }

    /// Loads a slice, and before it those that its captures lead to.
    fn require(&mut self, material: Material) -> Result<(), BuildError> {
        let over = !self.tables.with_kings() && material.kings + material.opp_kings > 0;
        if over || self.library.get(&material).is_some() {
            return Ok(());
        }
        for follower in material.followers() {
            if follower.pieces() < material.pieces() {
                self.require(follower)?;
            }
        }
        let Some(table) = self.tables.table(&material)? else { return Ok(()) };
        let slice = self.pool.install(|| load::slice(table, &*self.tables.game, &self.library))?;
        self.library.insert(slice.known());
        Ok(())
    }
}

/// Writes a file under another name, and gives it its own when it is on the disk.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use io::Write as _;
    let unfinished = path.with_extension("unfinished");
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&unfinished, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&unfinished);
    }
    written
}
