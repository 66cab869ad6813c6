//! Files: damaged and foreign ones, interrupted builds, several builders, any number of threads.

mod common;
#[path = "../../../fuzz/src/endgame.rs"]
mod targets;

use common::{Folder, build};
use draughts::AnyPosition;
use draughts_endgame::{Build, BuildError, TableError, Tables};
use std::fs;
use std::sync::atomic::{AtomicU64, Ordering};

const SLICE: &str = "american/1m1k-0m1k.endgame";
const FEN: &str = "W:W29,K15:BK2";

fn probe(folder: &Folder) -> Result<(), TableError> {
    let tables = folder.tables("american");
    let position = AnyPosition::from_fen(tables.rules(), FEN).unwrap();
    tables.probe(&position).map(|entry| assert!(entry.is_some()))
}

#[test]
fn damaged_and_foreign_files_are_refused_by_name_and_place() {
    let folder = Folder::new("damaged");
    folder.built("american", 3);
    let path = folder.path().join(SLICE);
    let whole = fs::read(&path).unwrap();
    let says = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let error = probe(&folder).unwrap_err().to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
        error
    };
    let changed = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 0x10;
        bytes
    };
    assert!(says(b"").contains("no endgame table"));
    assert!(says(&changed(0)).contains("no endgame table"));
    assert!(says(&changed(8)).contains("format"));
    assert!(says(&changed(12)).contains("header"));
    assert!(says(&changed(40)).contains("header"));
    assert!(says(&whole[..30]).contains("header, which is cut"));
    assert!(says(&whole[..whole.len() - 1]).contains("the length is wrong"));
    assert!(says(&[&whole[..], b"more"].concat()).contains("the length is wrong"));
    let other = fs::read(folder.path().join("american/0m1k-1m1k.endgame")).unwrap();
    assert!(says(&other).contains("not its name"));
    // Whatever byte of the blocks is changed, some block says so when everything is read.
    for place in (whole.len() * 9 / 10..whole.len()).step_by(97) {
        fs::write(&path, changed(place)).unwrap();
        let error = folder.tables("american").verify(3, &|_| {}).unwrap_err().to_string();
        assert!(error.contains(SLICE) && error.contains("damaged at block"), "{error}");
    }
    fs::write(&path, &whole).unwrap();
    probe(&folder).unwrap();
}

/// A file of an older format is named, counts as missing, and is replaced by the next build.
#[test]
fn files_of_an_older_format_are_built_again() {
    let folder = Folder::new("older");
    let expected = digest(&folder.built("american", 2), 2);
    let path = folder.path().join("american/1m0k-1m0k.endgame");
    let mut bytes = fs::read(&path).unwrap();
    bytes[8..12].copy_from_slice(&1_u32.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let tables = folder.tables("american");
    assert!(!tables.has(2));
    let refused = tables.refused(2).unwrap().to_string();
    assert!(refused.contains("1m0k-1m0k.endgame") && refused.contains("format 1"), "{refused}");
    assert_eq!(build(&tables, 2, 1).slices, 1);
    assert!(tables.refused(2).is_none());
    assert_eq!(digest(&tables, 2), expected);
}

#[test]
fn tables_of_other_rules_are_refused() {
    let folder = Folder::new("foreign");
    folder.built("american", 2);
    let there = folder.path().join("italian");
    fs::rename(folder.path().join("american"), &there).unwrap();
    let tables = folder.tables("italian");
    let position = AnyPosition::from_fen(tables.rules(), "W:WK1:BK32").unwrap();
    let error = tables.probe(&position).unwrap_err().to_string();
    assert!(error.contains("it is for \"american\", not for \"italian\""), "{error}");
    assert!(!tables.has(2));
}

/// No bytes make the reader panic or promise what is not there.
#[test]
fn random_damage_never_panics() {
    let folder = Folder::new("fuzz");
    folder.built("american", 2);
    let path = folder.path().join("american/1m0k-1m0k.endgame");
    let whole = fs::read(&path).unwrap();
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..bytes.len());
            bytes[place] = random.u8(..);
        }
        bytes.truncate(random.usize(..=bytes.len()));
        fs::write(&path, &bytes).unwrap();
        let verified = folder.tables("american").verify(2, &|_| {});
        assert!(bytes == whole || verified.is_err());
    }
}

/// Issue 18: right checksums around wrong contents make nothing panic either, whatever is then asked.
#[test]
fn forged_files_never_panic() {
    let folder = Folder::new("forged");
    folder.built("american", 2);
    let path = folder.path().join("american/1m0k-1m0k.endgame");
    let whole = fs::read(&path).unwrap();
    let mut signed = whole.clone();
    targets::seal(&mut signed);
    assert_eq!(signed, whole, "the checksums are where they are looked for");
    let mut random = fastrand::Rng::with_seed(18);
    let (mut refused, mut wrong) = (0, 0);
    for _ in 0..2_000 {
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..6) {
            // Beyond the front, which is refused at once.
            let place = random.usize(20..bytes.len());
            bytes[place] = random.u8(..);
        }
        targets::seal(&mut bytes);
        fs::write(&path, &bytes).unwrap();
        match folder.tables("american").verify(2, &|_| {}) {
            Ok(verified) => wrong += usize::from(verified.errors > 0),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100 && wrong > 100, "{refused} refused, {wrong} with wrong values");
}

/// What the fuzzer does with its bytes, with random ones.
#[test]
fn the_fuzz_target_takes_any_bytes() {
    // Found by the fuzzer: a distance of 65,535 plies.
    targets::table(b"qQ#\x03");
    let mut random = fastrand::Rng::with_seed(20);
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..random.usize(..40)).map(|_| random.u8(..)).collect();
        targets::table(&bytes);
    }
}

fn digest(tables: &Tables, pieces: usize) -> String {
    tables.digest(pieces).unwrap().unwrap()
}

#[test]
fn the_number_of_threads_changes_no_byte() {
    let digests = [1, 2, 5].map(|threads| {
        let folder = Folder::new(&format!("threads-{threads}"));
        let tables = folder.tables("frisian");
        build(&tables, 2, threads);
        let other = folder.tables("brazilian");
        build(&other, 3, threads);
        (digest(&tables, 2), digest(&other, 3))
    });
    assert_eq!(digests[0], digests[1]);
    assert_eq!(digests[0], digests[2]);
}

#[test]
fn an_interrupted_build_goes_on_where_it_stopped() {
    let whole = Folder::new("whole");
    let expected = digest(&whole.built("american", 3), 3);
    let folder = Folder::new("interrupted");
    let (asked, progress) = (AtomicU64::new(0), |_, _| {});
    let mut interruptions: u64 = 0;
    loop {
        asked.store(0, Ordering::Relaxed);
        // After a while, later each time, whatever is being solved is given up.
        let patience = 400 * (interruptions + 1);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) > patience;
        let tables = folder.tables("american");
        let build =
            Build { pieces: 3, threads: 2, memory: 1 << 30, stop: &stop, progress: &progress };
        match tables.build(&build) {
            Err(BuildError::Stopped) => interruptions += 1,
            built => {
                built.unwrap();
                assert_eq!(digest(&tables, 3), expected);
                break;
            }
        }
    }
    assert!(interruptions >= 2, "{interruptions}");
}

#[test]
fn builders_beside_each_other_wait_and_build_once() {
    let folder = Folder::new("lock");
    let built: Vec<usize> = std::thread::scope(|scope| {
        let builders: Vec<_> =
            (0..3).map(|_| scope.spawn(|| build(&folder.tables("russian"), 3, 1).slices)).collect();
        builders.into_iter().map(|builder| builder.join().unwrap()).collect()
    });
    let slices = (2..=3).map(|pieces| folder.tables("russian").slices(pieces).len()).sum::<usize>();
    assert_eq!(built.iter().sum::<usize>(), slices, "{built:?}");
    assert_eq!(built.iter().filter(|built| **built > 0).count(), 1);
}

#[test]
fn where_nothing_can_be_written_tables_are_held_in_memory() {
    let folder = Folder::new("readonly");
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").unwrap();
    let tables = Tables::new(&file, &"italian".parse().unwrap());
    let built = build(&tables, 2, 1);
    assert!(built.unwritten.unwrap().to_string().contains("file"));
    let position = AnyPosition::from_fen(tables.rules(), "W:WK1:BK32").unwrap();
    assert!(tables.probe(&position).unwrap().is_some());
}

#[test]
fn too_little_memory_is_said() {
    let folder = Folder::new("memory");
    let (stop, progress) = (|| false, |_, _| {});
    let build = Build { pieces: 3, threads: 1, memory: 1 << 17, stop: &stop, progress: &progress };
    let error = folder.tables("american").build(&build).unwrap_err().to_string();
    assert!(error.contains("--memory"), "{error}");
    let none = Build { pieces: 9, ..build };
    assert!(matches!(folder.tables("american").build(&none), Err(BuildError::Pieces(9))));
}
