//! Files of endgame tables from bytes.

use draughts::{AnyPosition, Ruleset};
use draughts_endgame::{Build, Material, Tables};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A table of one block and one of two, with positions of each.
const TABLES: [(Material, [&str; 3]); 2] = [
    (Material::new(1, 0, 1, 0), ["W:W30:B2", "W:W5:B28", "W:W14:B10"]),
    (Material::new(1, 1, 0, 1), ["W:W29,K15:BK2", "W:W5,K1:BK32", "W:W14,K22:BK10"]),
];

/// Runs all queries on a file. The first byte chooses a table, and between arbitrary bytes and its valid file, of which
/// three bytes at a time change one: place, and the new byte. Its checksums are recomputed, so that the change is read.
pub fn table(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let which = usize::from(first >> 1 & 1);
    let (material, positions) = &TABLES[which];
    let sound = &sound()[which];
    let bytes = if first % 2 == 0 { rest.to_vec() } else { changed(sound, rest) };
    let tables = Tables::new(folder(), &rules());
    let path = tables.folder().join(format!("{material}.endgame"));
    fs::write(path, bytes).expect("room for a small file");
    let _ = (tables.totals(material), tables.size(material));
    for fen in positions {
        let position = AnyPosition::from_fen(tables.rules(), fen).expect("a position");
        assert_eq!(Tables::material(&position), Some(*material));
        let _ = tables.probe(&position).map(|entry| assert!(entry.is_some()));
        if let AnyPosition::American(position) = &position {
            let found = tables.find(position);
            let _ = found.map(|found| (found.wld(), found.dtw(), found.dtc(), found.longest()));
        }
    }
    // Queries that visit every position would take too long on the larger table.
    if material.pieces() == 2 {
        let _ = (tables.longest_win(material), tables.verify(2, &|_| {}));
    }
}

fn rules() -> Ruleset {
    "american".parse().expect("a variant")
}

fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| std::env::temp_dir().join(format!("fuzz-endgame-{}", std::process::id())))
}

/// The valid files of the tables, next to which all others up to three pieces are built.
fn sound() -> &'static [Vec<u8>; 2] {
    static SOUND: OnceLock<[Vec<u8>; 2]> = OnceLock::new();
    SOUND.get_or_init(|| {
        let tables = Tables::new(folder(), &rules());
        let (stop, progress) = (|| false, |_, _| {});
        let build =
            Build { pieces: 3, threads: 1, memory: 1 << 30, stop: &stop, progress: &progress };
        tables.build(&build).expect("room for small tables");
        TABLES.map(|(material, _)| {
            let file = tables.folder().join(format!("{material}.endgame"));
            fs::read(file).expect("it was just written")
        })
    })
}

/// The bytes that are read before any checksum.
const FRONT: usize = 20;

fn changed(sound: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % (bytes.len() - FRONT);
        bytes[FRONT + place] = change[2];
    }
    seal(&mut bytes);
    bytes
}

/// Recomputes a file's checksums, as a forger would.
pub fn seal(bytes: &mut [u8]) {
    let number = |bytes: &[u8], at: usize| -> Option<usize> {
        bytes.get(at..)?.first_chunk().map(|number| u32::from_le_bytes(*number) as usize)
    };
    let Some(len) = number(bytes, 12) else { return };
    let end = FRONT.saturating_add(len).min(bytes.len());
    let Some(rules) = bytes.get(FRONT..FRONT + 2) else { return };
    let rules = usize::from(u16::from_le_bytes([rules[0], rules[1]]));
    let (mut entry, mut block) = (FRONT + 2 + rules + 46, end);
    while entry + 8 <= end {
        let size = number(bytes, entry).unwrap_or(0);
        let Some(content) = bytes.get(block..block.saturating_add(size)) else { break };
        let checksum = crc32fast::hash(content).to_le_bytes();
        bytes[entry + 4..entry + 8].copy_from_slice(&checksum);
        (entry, block) = (entry + 8, block + size);
    }
    let checksum = crc32fast::hash(&bytes[FRONT..end]).to_le_bytes();
    bytes[16..FRONT].copy_from_slice(&checksum);
}
