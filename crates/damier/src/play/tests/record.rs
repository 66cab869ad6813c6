use super::*;
use crate::play::recorder::Recorder;
use std::fs;
use std::path::PathBuf;

/// A folder that is deleted after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-play-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_event_is_in_the_file_and_every_game_in_a_file_of_its_own() {
    let folder = Folder::new("record");
    let path = folder.0.join("evening.log");
    let mut recorder = Recorder::create(&path).unwrap();
    let mut sitting = two("american");
    for text in ["11-15", "22-18"] {
        enter(&mut sitting, text);
        recorder.follow(&sitting).unwrap();
        let log = arbiter::replay(&fs::read_to_string(&path).unwrap()).unwrap();
        assert_eq!(log.fingerprint(), sitting.log().fingerprint());
    }
    let first = fs::read_to_string(&path).unwrap();
    fs::write(folder.0.join("evening-2.log"), "somebody else's").unwrap();
    type_in(&mut sitting, "ryn");
    enter(&mut sitting, "9-14");
    recorder.follow(&sitting).unwrap();
    assert_eq!(recorder.path(), folder.0.join("evening-3.log"));
    let second = arbiter::replay(&fs::read_to_string(recorder.path()).unwrap()).unwrap();
    assert_eq!(second.table().moves(), ["9-14"]);
    let finished = fs::read_to_string(&path).unwrap();
    assert!(finished.starts_with(&first));
    let words: Vec<&str> =
        finished[first.len()..].lines().filter_map(|line| line.split(' ').nth(2)).collect();
    assert_eq!(
        words,
        ["resign", "offer", "accept"],
        "the end and the rematch are in the first file"
    );
    let theirs = fs::read_to_string(folder.0.join("evening-2.log")).unwrap();
    assert_eq!(theirs, "somebody else's");
}

#[test]
fn a_file_that_is_there_is_never_written_over() {
    let folder = Folder::new("there");
    let path = folder.0.join("game.log");
    fs::write(&path, "precious").unwrap();
    let error = Recorder::create(&path).err().unwrap().to_string();
    assert!(error.contains("already exists"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
}
