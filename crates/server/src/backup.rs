//! Backups of a store: taken while it is in use, verified, and restored.

use crate::private;
use crate::store::{Lock, LockError};
use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long to wait for a locked store.
const PATIENCE: Duration = Duration::from_secs(10);

/// Why a backup could not be made, verified or restored. The existing files are untouched.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no store.
    #[error("there are no games at {}", .0.display())]
    Missing(PathBuf),
    /// A file is in the way and would be lost.
    #[error("{} has games; use --force to replace them (they are kept)", .0.display())]
    Exists(PathBuf),
    /// A server uses the store.
    #[error("{} is in use; stop the server first", .0.display())]
    InUse(PathBuf),
    /// A server uses the store, and the lock says which.
    #[error(transparent)]
    Locked(#[from] LockError),
    /// The copy would replace the store itself.
    #[error("{} is the store itself; give the copy another name", .0.display())]
    Same(PathBuf),
    /// The store is damaged, and so is its copy, which was put next to the path of a good one.
    #[error("{why}; {} is not replaced, and the new copy is next to it as {}", .copy.display(), .aside.display())]
    Unsound {
        /// The error found in it.
        why: String,
        /// Games whose log does not replay, and why.
        damaged: Vec<(String, String)>,
        /// The path of a good copy.
        copy: PathBuf,
        /// The path of the damaged copy.
        aside: PathBuf,
    },
    /// The file is not a store of this program.
    #[error("{} is not a Damier database", .0.display())]
    Foreign(PathBuf),
    /// The file has changed since it was written.
    #[error("{} is damaged: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// The file cannot be read or written.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, io::Error),
    /// SQLite cannot read or write the file.
    #[error("{}: {}", .0.display(), .1)]
    Sqlite(PathBuf, rusqlite::Error),
}

/// The contents of a copy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Contents {
    /// The number of games.
    pub games: u64,
    /// The number of events in them.
    pub events: u64,
    /// Games whose log does not replay, and why.
    pub damaged: Vec<(String, String)>,
}

/// Copies a consistent snapshot of the store, even while a server writes to it. An older copy is only replaced by one
/// that has been verified.
pub fn back_up(store: &Path, copy: &Path, quick: bool) -> Result<Contents, BackupError> {
    let same = |path: &Path| path.canonicalize().ok();
    if same(copy).is_some_and(|copy| Some(copy) == same(store)) {
        return Err(BackupError::Same(copy.to_owned()));
    }
    let part = beside(copy, ".part");
    snapshot(store, &part)?;
    let (why, damaged) = match look_through(&part, quick) {
        Ok(contents) if contents.damaged.is_empty() => {
            rename(&part, copy)?;
            return Ok(contents);
        }
        Ok(Contents { games, damaged, .. }) => {
            (format!("{} of {games} games do not replay", damaged.len()), damaged)
        }
        Err(BackupError::Damaged(_, why)) => {
            (format!("{} is damaged: {why}", store.display()), Vec::new())
        }
        Err(error) => (error.to_string(), Vec::new()),
    };
    let aside = beside(copy, ".damaged");
    rename(&part, &aside)?;
    Err(BackupError::Unsound { why, damaged, copy: copy.to_owned(), aside })
}

/// Copies a consistent snapshot of the store without verifying it.
pub fn snapshot(store: &Path, copy: &Path) -> Result<(), BackupError> {
    if !store.exists() {
        return Err(BackupError::Missing(store.to_owned()));
    }
    transfer(store, copy, "DELETE").inspect_err(|_| {
        let _ = std::fs::remove_file(copy);
    })
}

/// Verifies a copy: the file is intact and, unless `quick`, every game replays.
pub fn look_through(copy: &Path, quick: bool) -> Result<Contents, BackupError> {
    if !copy.exists() {
        return Err(BackupError::Missing(copy.to_owned()));
    }
    let wrong = |error| BackupError::Sqlite(copy.to_owned(), error);
    let connection =
        Connection::open_with_flags(copy, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(wrong)?;
    let version: Result<u32, _> = connection.query_row("PRAGMA user_version", [], |row| row.get(0));
    if !version.is_ok_and(|version| version > 0) {
        return Err(BackupError::Foreign(copy.to_owned()));
    }
    let found: String =
        connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(wrong)?;
    if found != "ok" {
        return Err(BackupError::Damaged(copy.to_owned(), found));
    }
    let count =
        |question: &str| connection.query_row(question, [], |row| row.get(0)).map_err(wrong);
    let mut contents = Contents {
        games: count("SELECT count(*) FROM games")?,
        events: count("SELECT count(*) FROM events")?,
        damaged: Vec::new(),
    };
    if !quick {
        contents.damaged = replay_all(&connection).map_err(wrong)?;
    }
    Ok(contents)
}

/// Replaces the store by a copy; the old store is moved aside.
pub fn restore(copy: &Path, store: &Path, force: bool) -> Result<(), BackupError> {
    if store.exists() && !force {
        return Err(BackupError::Exists(store.to_owned()));
    }
    let folder = store.parent().unwrap_or(Path::new("."));
    let name = store.file_name().expect("a store is a file in a folder").to_string_lossy();
    private::folder(folder, &name).map_err(|error| BackupError::File(folder.to_owned(), error))?;
    // No server can start meanwhile.
    let _lock = Lock::take(folder)?;
    if is_in_use(store) {
        return Err(BackupError::InUse(store.to_owned()));
    }
    let part = beside(store, ".part");
    transfer(copy, &part, "WAL")?;
    let aside = place_aside(store);
    // A leftover journal would be taken for the new file's.
    for suffix in ["-wal", "-shm", "-journal", ""] {
        let old = beside(store, suffix);
        if old.exists() {
            rename(&old, &beside(&aside, suffix))?;
        }
    }
    rename(&part, store)
}

/// Returns an unused path for moving a store aside, so that no earlier one is overwritten.
fn place_aside(store: &Path) -> PathBuf {
    let first = beside(store, ".replaced");
    let later = (2..).map(|number| beside(store, &format!(".replaced-{number}")));
    let mut places = std::iter::once(first.clone()).chain(later);
    places.find(|place| !place.exists()).unwrap_or(first)
}

/// Copies one file to another and syncs it to disk.
fn transfer(from: &Path, to: &Path, journal: &str) -> Result<(), BackupError> {
    let wrong = |error| BackupError::Sqlite(from.to_owned(), error);
    let _ = std::fs::remove_file(to);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = Connection::open_with_flags(from, flags).map_err(wrong)?;
    source.busy_timeout(PATIENCE).map_err(wrong)?;
    private::open(to).map_err(|error| BackupError::File(to.to_owned(), error))?;
    let mut target =
        Connection::open(to).map_err(|error| BackupError::Sqlite(to.to_owned(), error))?;
    let start = Instant::now();
    let backup = Backup::new(&source, &mut target).map_err(wrong)?;
    // Copying all pages in one step makes a consistent snapshot.
    while backup.step(-1).map_err(wrong)? != StepResult::Done {
        if start.elapsed() > PATIENCE {
            return Err(BackupError::InUse(from.to_owned()));
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(backup);
    target.pragma_update(None, "journal_mode", journal).map_err(wrong)?;
    target.close().map_err(|(_, error)| wrong(error))?;
    let synced = File::open(to).and_then(|file| file.sync_all());
    synced.map_err(|error| BackupError::File(to.to_owned(), error))
}

/// Whether some process has the store open. One that cannot be read is not in use.
fn is_in_use(store: &Path) -> bool {
    if !store.exists() {
        return false;
    }
    let locked = || {
        let connection = Connection::open_with_flags(store, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        connection.busy_timeout(Duration::ZERO)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, u32>(0))
    };
    let code = locked().err().and_then(|error: rusqlite::Error| error.sqlite_error_code());
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// Returns the games whose logs do not replay.
fn replay_all(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut damaged = Vec::new();
    let mut judge = |game: &str, log: &str| {
        if let Err(error) = arbiter::replay(log) {
            damaged.push((game.to_owned(), error.to_string()));
        }
    };
    let mut events = connection.prepare("SELECT game, line FROM events ORDER BY game, seq")?;
    let mut rows = events.query([])?;
    let (mut game, mut log) = (String::new(), String::new());
    while let Some(row) = rows.next()? {
        let next = row.get_ref(0)?.as_str()?;
        if next != game {
            if !log.is_empty() {
                judge(&game, &log);
            }
            next.clone_into(&mut game);
            log.clear();
        }
        log.push_str(row.get_ref(1)?.as_str()?);
        log.push('\n');
    }
    if !log.is_empty() {
        judge(&game, &log);
    }
    let mut empty = connection
        .prepare("SELECT id FROM games WHERE NOT EXISTS (SELECT 1 FROM events WHERE game = id)")?;
    let empty = empty.query_map([], |row| Ok((row.get(0)?, "it has no events".to_owned())))?;
    damaged.extend(empty.collect::<rusqlite::Result<Vec<_>>>()?);
    Ok(damaged)
}

/// Appends a suffix to a file's name.
pub(crate) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// Renames a file and syncs the folder.
fn rename(from: &Path, to: &Path) -> Result<(), BackupError> {
    let wrong = |error| BackupError::File(to.to_owned(), error);
    std::fs::rename(from, to).map_err(wrong)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(wrong)?;
    }
    Ok(())
}
