//! Backups of a store in use, and restoring them.

use crate::common::{Folder, Running};
use serde_json::{Value, json};
use server::backup::{BackupError, back_up, look_through, restore};
use server::store::Sqlite;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Keeps playing the first legal move of a game, and records how many lines are acknowledged.
fn play(server: &Running, stop: &AtomicBool, noted: &Mutex<HashMap<String, u64>>) {
    while !stop.load(Ordering::Relaxed) {
        let (id, key) = server.create(json!({ "rules": "international" }));
        for _ in 0..30 {
            let game = server.game(&id, &key);
            let Some(mv) = game["position"]["legal"][0]["text"].as_str() else { break };
            let side = game["table"]["turn"].as_str().unwrap();
            let (status, ack) = server.play(&id, &key, side, mv);
            assert_eq!(status, 200, "{ack}");
            noted.lock().unwrap().insert(id.clone(), ack["seq"].as_u64().unwrap() + 1);
        }
    }
}

/// The log of a game in a store.
fn log(store: &Path, id: &str) -> Vec<String> {
    let connection = rusqlite::Connection::open(store).unwrap();
    let mut lines =
        connection.prepare("SELECT line FROM events WHERE game = ? ORDER BY seq").unwrap();
    lines.query_map([id], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

fn has(server: &Running, id: &str) -> bool {
    server.ask("GET", &format!("/api/games/{id}"), "", None).0 == 200
}

/// A backup under load holds a prefix of every game, with all that was acknowledged before it began.
#[test]
fn a_backup_under_load() {
    let (folder, place) = (Folder::new(), Folder::new());
    let server = Running::start(&folder.file());
    let noted = Mutex::new(HashMap::new());
    let stop = AtomicBool::new(false);
    let copies: Vec<_> =
        (0..5).map(|number| place.file().with_extension(number.to_string())).collect();
    let before: Vec<HashMap<String, u64>> = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| play(&server, &stop, &noted));
        }
        let before = copies.iter().map(|copy| {
            std::thread::sleep(Duration::from_millis(400));
            let start = Instant::now();
            while noted.lock().unwrap().len() < 2
                || noted.lock().unwrap().values().sum::<u64>() <= 50
            {
                assert!(start.elapsed() < Duration::from_secs(120), "nothing is played");
                std::thread::sleep(Duration::from_millis(20));
            }
            let known = noted.lock().unwrap().clone();
            back_up(&folder.file(), copy, true).unwrap();
            known
        });
        let before = before.collect();
        stop.store(true, Ordering::Relaxed);
        before
    });
    for (copy, acknowledged) in copies.iter().zip(&before) {
        let contents = look_through(copy, false).unwrap();
        assert_eq!(contents.damaged, []);
        assert!(contents.games >= acknowledged.len() as u64);
        let there = Folder::new();
        restore(copy, &there.file(), false).unwrap();
        for (id, lines) in acknowledged {
            let (ours, whole) = (log(&there.file(), id), log(&folder.file(), id));
            assert!(ours.len() as u64 >= *lines, "{id}: {} of {lines}", ours.len());
            assert!(whole.starts_with(&ours), "{id} is no prefix");
        }
        let restored = Running::start(&there.file());
        assert!(acknowledged.keys().all(|id| has(&restored, id)), "all games go on");
    }
}

fn store_with_a_game(file: &Path) -> String {
    Running::start(file).create(json!({ "rules": "russian" })).0
}

#[test]
fn nothing_is_overwritten_by_mistake() {
    let (folder, place, other) = (Folder::new(), Folder::new(), Folder::new());
    let kept = store_with_a_game(&folder.file());
    let copy = place.file().with_extension("copy");
    back_up(&folder.file(), &copy, false).unwrap();
    let newer = store_with_a_game(&other.file());
    assert!(matches!(restore(&copy, &other.file(), false), Err(BackupError::Exists(_))));
    {
        let server = Running::start(&other.file());
        assert!(matches!(restore(&copy, &other.file(), true), Err(BackupError::InUse(_))));
        assert!(has(&server, &newer), "the server has not noticed");
    }
    restore(&copy, &other.file(), true).unwrap();
    assert_eq!(log(&other.file(), &kept).len(), 4);
    let server = Running::start(&other.file());
    assert!(has(&server, &kept) && !has(&server, &newer));
    drop(server);
    let aside = other.file().with_extension("sqlite.replaced");
    restore(&aside, &other.file(), true).unwrap();
    assert!(has(&Running::start(&other.file()), &newer), "it was put aside");
}

#[test]
fn what_is_no_good_copy() {
    let place = Folder::new();
    let copy = place.file().with_extension("copy");
    assert!(matches!(back_up(&place.file(), &copy, false), Err(BackupError::Missing(_))));
    assert!(!place.file().exists(), "looking for a store makes none");
    assert!(matches!(look_through(&copy, true), Err(BackupError::Missing(_))));
    std::fs::write(&copy, "no store").unwrap();
    assert!(matches!(look_through(&copy, true), Err(BackupError::Foreign(_))));
    let game = store_with_a_game(&place.file());
    back_up(&place.file(), &copy, false).unwrap();
    assert_eq!(look_through(&copy, false).unwrap().events, 4);
    let connection = rusqlite::Connection::open(&copy).unwrap();
    connection.execute("UPDATE events SET line = replace(line, 'Black', 'Block')", []).unwrap();
    drop(connection);
    assert_eq!(look_through(&copy, true).unwrap().damaged, [], "quick does not read the games");
    let damaged = look_through(&copy, false).unwrap().damaged;
    assert_eq!(damaged.len(), 1);
    assert_eq!(damaged[0].0, game);
    let whole = std::fs::read(&copy).unwrap();
    let mut broken = whole.clone();
    let middle = broken.len() / 2;
    broken[middle..].fill(0xff);
    std::fs::write(&copy, &broken).unwrap();
    assert!(look_through(&copy, true).is_err());
}

/// Damages a log in a store, like a disk error or manual change.
fn damage_a_game(store: &Path) {
    let connection = rusqlite::Connection::open(store).unwrap();
    connection.execute("UPDATE events SET line = replace(line, 'Black', 'Block')", []).unwrap();
}

/// Damages the pages of a file that hold games, but not its metadata.
fn damage_the_file(store: &Path) {
    const PAGE: usize = 4_096;
    let connection = rusqlite::Connection::open(store).unwrap();
    let roots = "SELECT rootpage FROM sqlite_master WHERE tbl_name IN ('games', 'events')";
    let mut roots = connection.prepare(roots).unwrap();
    let roots = roots.query_map([], |row| row.get::<_, usize>(0)).unwrap();
    let roots: Vec<usize> = roots.map(Result::unwrap).filter(|root| *root > 1).collect();
    assert!(roots.len() > 1, "{roots:?}");
    let mut bytes = std::fs::read(store).unwrap();
    for root in roots {
        bytes[(root - 1) * PAGE..root * PAGE].fill(0xff);
    }
    std::fs::write(store, bytes).unwrap();
}

/// Issue 15.7: a copy of a damaged store is put next to the good one.
#[test]
fn a_damaged_store_replaces_no_good_copy() {
    for damage in [damage_a_game, damage_the_file] {
        let (folder, place) = (Folder::new(), Folder::new());
        store_with_a_game(&folder.file());
        let copy = place.file().with_extension("copy");
        back_up(&folder.file(), &copy, false).unwrap();
        let good = std::fs::read(&copy).unwrap();
        damage(&folder.file());
        let error = back_up(&folder.file(), &copy, false).unwrap_err();
        assert!(std::fs::read(&copy).unwrap() == good, "the good copy is as it was: {error}");
        assert_eq!(look_through(&copy, false).unwrap().damaged, []);
        let BackupError::Unsound { aside, .. } = error else { panic!("{error}") };
        assert!(aside.exists() && aside != copy, "what there is to be had lies beside it");
        assert!(!copy.with_extension("copy.part").exists());
    }
    let (folder, place) = (Folder::new(), Folder::new());
    store_with_a_game(&folder.file());
    let copy = place.file().with_extension("copy");
    back_up(&folder.file(), &copy, false).unwrap();
    std::fs::write(folder.file(), "not a store any more").unwrap();
    assert!(back_up(&folder.file(), &copy, true).is_err());
    assert_eq!(look_through(&copy, false).unwrap().games, 1);
    let own = back_up(&copy, &copy, false);
    assert!(matches!(own, Err(BackupError::Same(_))), "a copy of a file in its own place");
    assert_eq!(look_through(&copy, false).unwrap().games, 1);
}

/// The class of 15.7: a store that was moved aside is not overwritten by a later one.
#[test]
fn what_was_put_aside_stays() {
    let (folder, place) = (Folder::new(), Folder::new());
    let first = store_with_a_game(&folder.file());
    let copy = place.file().with_extension("copy");
    back_up(&folder.file(), &copy, false).unwrap();
    for _ in 0..3 {
        restore(&copy, &folder.file(), true).unwrap();
    }
    for name in ["replaced", "replaced-2", "replaced-3"] {
        let aside = folder.file().with_extension(format!("sqlite.{name}"));
        assert_eq!(log(&aside, &first).len(), 4, "{name}");
    }
}

/// Issue 15, low: the error for a damaged file does not claim that nothing is lost.
#[test]
fn a_damaged_file_is_not_said_to_be_whole() {
    let folder = Folder::new();
    let id = store_with_a_game(&folder.file());
    damage_the_file(&folder.file());
    let server = Running::start(&folder.file());
    let (status, said) = server.ask("GET", &format!("/api/games/{id}"), "", None);
    assert_eq!((status, &said["error"]["code"]), (503, &json!("store")), "{said}");
    assert_eq!(said["error"]["phrase"]["key"], "error.store-damaged", "{said}");
    assert!(!said.to_string().contains("nothing is lost"), "{said}");
    let (status, page) = server.fetch("GET", &format!("/game/{id}"), "", None);
    assert!(
        status == 503 && page.contains("damaged") && !page.contains("Nothing is lost"),
        "{page}"
    );
}

/// Issue 15, low: all files the program writes are private, including existing ones.
#[cfg(unix)]
#[test]
fn only_the_owner_reads_stores_and_copies() {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (folder, place) = (Folder::new(), Folder::new());
    let store = folder.file();
    let beside = |suffix: &str| store.with_file_name(format!("games.sqlite{suffix}"));
    {
        let _server = Running::start(&store);
        for suffix in ["", "-wal", "-shm"] {
            assert_eq!(mode(&beside(suffix)), 0o600, "{suffix}");
            let open = std::fs::Permissions::from_mode(0o644);
            std::fs::set_permissions(beside(suffix), open).unwrap();
        }
        let _other = Sqlite::open(&store).unwrap();
        assert_eq!(["", "-wal", "-shm"].map(|suffix| mode(&beside(suffix))), [0o600; 3]);
    }
    let copy = place.file().with_extension("copy");
    std::fs::write(&copy, "an older one that all may read").unwrap();
    back_up(&store, &copy, false).unwrap();
    assert_eq!(mode(&copy), 0o600);
    let new = place.file().with_file_name("new").join("games.sqlite");
    restore(&copy, &new, false).unwrap();
    assert_eq!((mode(&new), mode(new.parent().unwrap())), (0o600, 0o700));
}

/// A restored store works like any other: many readers and a writer.
#[test]
fn a_store_that_was_put_back() {
    let (folder, place) = (Folder::new(), Folder::new());
    store_with_a_game(&folder.file());
    let copy = place.file().with_extension("copy");
    back_up(&folder.file(), &copy, false).unwrap();
    restore(&copy, &place.file(), false).unwrap();
    let _store: Arc<Sqlite> = Arc::new(Sqlite::open(&place.file()).unwrap());
    let connection = rusqlite::Connection::open(place.file()).unwrap();
    let mode: String = connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
    assert_eq!(mode, "wal");
    let contents: Value = json!(look_through(&copy, false).unwrap().games);
    assert_eq!(contents, 1);
}

/// A server killed while sending a copy leaves it behind; the next one deletes it.
#[test]
fn copies_that_were_left_are_removed() {
    let folder = Folder::new();
    let store = folder.file();
    let beside = |end: &str| store.with_file_name(format!("{}.{end}", stem(&store)));
    let (left, others) = (["copy-7-0", "copy-7-1.part"], ["backup", "copied"]);
    left.iter().chain(&others).for_each(|end| std::fs::write(beside(end), "-").unwrap());
    drop(Sqlite::open(&store).unwrap());
    assert_eq!(left.map(|end| beside(end).exists()), [true; 2], "they may be another's");
    Sqlite::tidy(&store);
    assert_eq!(left.map(|end| beside(end).exists()), [false; 2]);
    assert_eq!(others.map(|end| beside(end).exists()), [true; 2]);
}

fn stem(path: &Path) -> &str {
    path.file_stem().unwrap().to_str().unwrap()
}
