//! Explorer files from bytes.

use draughts::AnyPosition;
use draughts_study::explorer::{BuildOptions, Builder, Mask, Search, Segment};
use std::path::Path;
use std::sync::OnceLock;

/// Runs all queries on a file. The first byte chooses between arbitrary bytes, and a valid file of which three bytes at
/// a time change one: place, and the new byte. Its checksums are recomputed, so that the change is read.
pub fn segment(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let bytes = match first % 2 {
        0 => rest.to_vec(),
        _ => changed(rest),
    };
    let Ok(segment) = Segment::from_bytes(Path::new("fuzz"), bytes) else { return };
    let _ = segment.verify(&mut |_, _| {});
    for counted in segment.counts().rules.iter().take(4) {
        let rules = &counted.rules;
        let mut position = AnyPosition::start(rules);
        while let Ok(Some(found)) = segment.probe(rules, &position) {
            let Some(played) = found.moves.first().filter(|_| found.results.games > 0) else {
                break;
            };
            assert!(position.is_legal(&played.mv));
            position = position.play_unchecked(&played.mv);
            if position.pieces(draughts::Color::White).len() < 18 {
                break;
            }
        }
        let mask = Mask::new(rules, "", None, "W1").expect("a square of every board");
        let _ = segment.search(&Search { most_games: 100, ..Search::new(rules, &mask, 5) });
    }
    for id in 0..4 {
        let _ = segment.game(id);
    }
}

/// A file of some games.
fn sound() -> &'static [u8] {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let text = "[Rules \"international\"] 1. 32-28 18-23 2. 37-32 23-29 3. 33x24 20x29 1-1\n\
                    [Rules \"american\"] [WhiteElo \"1700\"] 1. 11-15 23-19 2. 8-11 22-17 1-0\n\
                    [Rules \"frisian\"] [FEN \"W:WK46:BK5\"] 1. 46-41 5-10 2. 41-46 2-0\n";
        let file = std::env::temp_dir().join(format!("fuzz-explorer-{}", std::process::id()));
        let options = BuildOptions { threads: 1, ..BuildOptions::default() };
        let mut builder = Builder::create(&file, options).expect("a folder for files");
        builder.add_pdn("fuzz", text.as_bytes(), None, &mut |_| {}).expect("bytes do not fail");
        builder.finish(&mut |_, _| {}).expect("room for a small file");
        let bytes = std::fs::read(&file).expect("it was just written");
        let _ = std::fs::remove_file(&file);
        bytes
    })
}

fn changed(changes: &[u8]) -> Vec<u8> {
    let mut bytes = sound().to_vec();
    for change in changes.chunks_exact(3) {
        let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % (bytes.len() - FRONT);
        bytes[FRONT + place] = change[2];
    }
    seal(&mut bytes);
    bytes
}

const FRONT: usize = 36;
const ENTRY: usize = 24;

/// Recomputes all checksums, from the last entry of the directories to the first.
pub fn seal(bytes: &mut [u8]) {
    let word = |bytes: &[u8], at: usize| {
        u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]) as usize
    };
    let tail = word(bytes, 12);
    let mut at = bytes.len();
    while at >= tail + ENTRY {
        at -= ENTRY;
        let (offset, length) = (word(bytes, at + 8), word(bytes, at + 16));
        let Some(block) = bytes.get(offset..offset + length) else { break };
        let checksum = crc32fast::hash(block);
        bytes[at + 20..at + 24].copy_from_slice(&checksum.to_le_bytes());
        if offset == FRONT {
            break;
        }
    }
    let checksum = crc32fast::hash(&bytes[tail..]);
    bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
    let checksum = crc32fast::hash(&bytes[..32]);
    bytes[32..36].copy_from_slice(&checksum.to_le_bytes());
}
