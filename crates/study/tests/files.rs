//! Files that are damaged, cut off, of another kind, or forged with the right checksums.

mod common;
#[path = "../../../fuzz/src/explorer.rs"]
mod targets;

use common::{Folder, RandomGame, build, rules};
use draughts::{AnyPosition, Ruleset};
use draughts_study::explorer::{Mask, Search, Segment, SegmentError};
use std::path::Path;

/// A small segment of several rules, and its bytes.
fn small(folder: &Folder) -> Vec<u8> {
    let games: String = ["american", "frisian", "italian,capture=on"]
        .into_iter()
        .flat_map(|name| (0..25).map(move |seed| RandomGame::new(&rules(name), seed, 40).pdn()))
        .collect();
    drop(build(folder, &games));
    std::fs::read(folder.path("a.explorer")).unwrap()
}

/// Asks everything that can be asked; the first error.
fn ask(segment: &Segment) -> Result<(), SegmentError> {
    segment.verify(&mut |_, _| {})?;
    ask_around(segment)
}

fn ask_around(segment: &Segment) -> Result<(), SegmentError> {
    let known: Vec<Ruleset> =
        segment.counts().rules.iter().map(|counted| counted.rules.clone()).collect();
    for rules in &known {
        let mut position = AnyPosition::start(rules);
        for _ in 0..6 {
            let Some(found) = segment.probe(rules, &position)? else { break };
            let Some(first) = found.moves.first() else { break };
            assert!(position.is_legal(&first.mv));
            position = position.play_unchecked(&first.mv);
        }
        let mask = Mask::new(rules, "", None, "W1").unwrap();
        segment.search(&Search::new(rules, &mask, 5))?;
    }
    for id in 0..segment.counts().games().min(100) as u32 {
        segment.game(id)?;
    }
    Ok(())
}

fn named(error: &SegmentError) -> String {
    let text = error.to_string();
    assert!(text.starts_with("bad.explorer is "), "{text}");
    text
}

/// Every byte counts: one that is changed is found, by name and place.
#[test]
fn a_changed_byte_is_found() {
    let folder = Folder::new("changed");
    let sound = small(&folder);
    ask(&Segment::from_bytes(Path::new("sound"), sound.clone()).unwrap()).unwrap();
    let mut random = fastrand::Rng::with_seed(5);
    let front = 0..40;
    let anywhere = std::iter::repeat_with(|| random.usize(..sound.len())).take(700);
    for at in front.chain(anywhere) {
        let mut bytes = sound.clone();
        bytes[at] ^= 1 << (at % 8);
        let opened = Segment::from_bytes(Path::new("bad.explorer"), bytes);
        let error = opened.and_then(|segment| ask(&segment)).expect_err("it is damaged");
        named(&error);
    }
}

#[test]
fn a_file_that_is_cut_off_or_of_another_kind_is_refused() {
    let folder = Folder::new("cut");
    let sound = small(&folder);
    let lengths = (0..60).chain((60..sound.len()).step_by(sound.len() / 50));
    for length in lengths {
        let opened = Segment::from_bytes(Path::new("bad.explorer"), sound[..length].to_vec());
        named(&opened.err().expect("it is cut off"));
    }
    let longer = [&sound[..], &[0]].concat();
    let error = Segment::from_bytes(Path::new("bad.explorer"), longer).err().unwrap();
    assert_eq!(
        named(&error),
        "bad.explorer is damaged at its end: the length is wrong; build it again"
    );
    let mut newer = sound.clone();
    newer[8] = 77;
    let error = Segment::from_bytes(Path::new("bad.explorer"), newer).err().unwrap();
    assert_eq!(
        named(&error),
        "bad.explorer is not used: it has format 77, and this program reads 1"
    );
    let error = Segment::from_bytes(Path::new("bad.explorer"), b"DraughEG0000".to_vec());
    assert!(named(&error.err().unwrap()).contains("it is no explorer file"));
    assert!(matches!(Segment::open(&folder.path("")), Err(SegmentError::Foreign { .. })));
    assert!(matches!(Segment::open(&folder.path("none")), Err(SegmentError::Io { .. })));
    std::fs::write(folder.path("empty"), "").unwrap();
    assert!(Segment::open(&folder.path("empty")).is_err());
}

/// Bytes changed by somebody who knows the format and puts the checksums right: whatever comes out, it is legal or
/// an error, in time and memory that the file's length bounds.
#[test]
fn forged_files_are_refused_or_answer_with_legal_moves() {
    let folder = Folder::new("forged");
    let sound = small(&folder);
    let tail = u64::from_le_bytes(sound[12..20].try_into().unwrap()) as usize;
    let mut random = fastrand::Rng::with_seed(8);
    let mut refused = 0;
    for round in 0..1_500 {
        let mut bytes = sound.clone();
        for _ in 0..random.usize(1..4) {
            // The tail is small and says most.
            let at = if round % 3 == 0 {
                random.usize(tail..bytes.len())
            } else {
                random.usize(36..tail)
            };
            bytes[at] = if random.bool() { random.u8(..) } else { bytes[at] ^ 1 << random.u8(..8) };
        }
        targets::seal(&mut bytes);
        match Segment::from_bytes(Path::new("bad.explorer"), bytes) {
            Ok(segment) => {
                // Whatever one question says, the next must be answered too.
                refused += usize::from(segment.verify(&mut |_, _| {}).is_err());
                let _ = ask_around(&segment).map_err(|error| named(&error));
            }
            Err(error) => {
                named(&error);
                refused += 1;
            }
        }
    }
    assert!(refused > 100, "{refused}");
}

/// What the fuzz target does, with random bytes.
#[test]
fn random_changes_go_through_the_fuzz_target() {
    let mut random = fastrand::Rng::with_seed(13);
    for first in 0..600 {
        let changes = std::iter::repeat_with(|| random.u8(..)).take(3 * (1 + first % 5));
        targets::segment(&[vec![first as u8], changes.collect()].concat());
    }
}
