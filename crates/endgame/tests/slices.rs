//! Tables of single slices, tables in memory only, and builders that wait.

mod common;

use common::{Folder, build};
use draughts::AnyPosition;
use draughts_endgame::{Build, BuildError, Material, Tables};
use std::fs::{self, File};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

const KINGS: Material = Material::new(0, 2, 0, 1);

fn for_slice(
    tables: &Tables,
    material: &Material,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<usize, BuildError> {
    let build = Build { pieces: 0, threads: 1, memory: 1 << 30, stop, progress: &|_, _| {} };
    tables.build_for(material, &build).map(|built| built.slices)
}

/// Two kings against one need no tables with men; what is built is what a whole build makes.
#[test]
fn only_what_a_slice_needs_is_built() {
    let folder = Folder::new("slice");
    let tables = folder.tables("russian");
    let missing = tables.missing(&KINGS);
    assert_eq!(missing.len(), 3, "{missing:?}");
    assert_eq!(tables.positions(&KINGS), 32 * 31 / 2 * 30);
    assert_eq!(for_slice(&tables, &KINGS, &|| false).unwrap(), 3);
    assert!(tables.missing(&KINGS).is_empty() && !tables.has(3));
    let position = AnyPosition::from_fen(tables.rules(), "W:WKa1,Kc1:BKh2").unwrap();
    assert_eq!(Tables::material(&position), Some(KINGS));
    let alone = tables.probe(&position).unwrap();
    assert!(alone.is_some() && tables.decoded() > 0);

    let other = Folder::new("whole");
    assert_eq!(other.built("russian", 3).probe(&position).unwrap(), alone);
    let [one, two] = [&folder, &other]
        .map(|folder| fs::read(folder.path().join("russian/0m2k-0m1k.endgame")).unwrap());
    assert_eq!(one, two);
    assert_eq!(for_slice(&tables, &KINGS, &|| false).unwrap(), 0, "nothing is built twice");
}

/// From two men against one all slices of three pieces can follow.
#[test]
fn two_men_against_one_lead_to_all_of_three_pieces() {
    for rules in ["american", "frisian", "breakthrough", "turkish"] {
        let tables = Tables::in_memory(None, &rules.parse().unwrap());
        let mut all: Vec<Material> = (2..=3).flat_map(|pieces| tables.slices(pieces)).collect();
        let mut missing = tables.missing(&Material::new(2, 0, 1, 0));
        all.sort();
        missing.sort();
        assert_eq!(missing, all, "{rules}");
    }
}

#[test]
fn tables_in_memory_write_nothing_and_read_what_is_there() {
    let folder = Folder::new("memory");
    let rules = "italian".parse().unwrap();
    let tables = Tables::in_memory(Some(folder.path()), &rules);
    assert_eq!(build(&tables, 2, 1).slices, 4);
    assert!(tables.has(2) && fs::read_dir(folder.path()).unwrap().next().is_none());

    folder.built("italian", 2);
    let reading = Tables::in_memory(Some(folder.path()), &rules);
    assert!(reading.has(2) && !Tables::in_memory(None, &rules).has(2));
}

/// A builder that waits for another can be stopped, and goes on when the other is done.
#[test]
fn a_builder_that_waits_can_be_stopped() {
    let folder = Folder::new("waits");
    let tables = folder.tables("american");
    fs::create_dir_all(tables.folder()).unwrap();
    let other = File::create(tables.folder().join("lock")).unwrap();
    other.lock().unwrap();
    let end = Instant::now() + Duration::from_millis(100);
    let stopped = for_slice(&tables, &KINGS, &|| Instant::now() > end);
    assert!(matches!(stopped, Err(BuildError::Stopped)));
    assert!(!tables.has(2));
    drop(other);
    assert_eq!(for_slice(&tables, &KINGS, &|| false).unwrap(), 3);
}

/// Wherever a build is stopped, it stops: nothing half done is looked at.
#[test]
fn a_build_can_be_stopped_anywhere() {
    let rules = "american".parse().unwrap();
    for after in (0..200).step_by(7) {
        let asked = AtomicU32::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= after;
        let tables = Tables::in_memory(None, &rules);
        let stopped = for_slice(&tables, &Material::new(1, 1, 0, 1), &stop);
        assert!(matches!(stopped, Err(BuildError::Stopped)), "{after}");
    }
}
