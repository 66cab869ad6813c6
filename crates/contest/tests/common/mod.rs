//! Shared test helpers.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts_contest::Contest;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder that is deleted after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("contest-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn file(&self, name: &str, content: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A match of American checkers.
pub fn contest(players: &[&str], rounds: usize) -> Contest {
    let players = players.iter().map(|text| text.parse().unwrap()).collect();
    let mut contest = Contest::new("american".parse().unwrap(), players);
    contest.rounds = rounds;
    contest
}

/// The games of a record by number, without the date.
pub fn games(path: &Path) -> HashMap<usize, String> {
    let text = fs::read(path).unwrap();
    let mut games = HashMap::new();
    for game in pdn::Games::new(&text[..]) {
        let mut game = game.unwrap();
        game.tags.retain(|tag| !matches!(tag.name.as_str(), "Date" | "UTCTime"));
        let number = game.tag("Pairing").unwrap().parse().unwrap();
        let before = games.insert(number, game.to_pdn(pdn::Form::Pdn3));
        assert!(before.is_none(), "game {number} stands twice in {}", path.display());
    }
    games
}
