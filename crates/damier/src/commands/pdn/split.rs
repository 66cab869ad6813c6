use super::output::Output;
use super::{code, counted};
use crate::collection::{Collection, CollectionGame};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Splits games into one file per event, year, player or variant, or into files of a given size
#[derive(Args)]
pub struct Split {
    #[command(flatten)]
    collection: Collection,
    #[command(flatten)]
    output: Output,
    /// What the games of one file have in common
    #[arg(long, value_enum, conflicts_with = "games", required_unless_present = "games")]
    by: Option<SplitKey>,
    /// Games in each file
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Output folder; it must be empty or not exist yet
    #[arg(long, short)]
    into: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
enum SplitKey {
    Event,
    Year,
    /// Each player's games; a game goes to both players' files
    Player,
    Variant,
}

/// How much text is buffered before it is written.
const MOST_WAITING: usize = 16 << 20;

impl Split {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let folder = &self.into;
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let occupied = fs::read_dir(folder)?.next().is_some();
        anyhow::ensure!(!occupied, "{} is not empty", folder.display());
        let mut writer = self.output.writer();
        let mut files = SplitFiles::new(folder.clone(), self.output.extension());
        let unreadable = self.collection.each(|_, entry| {
            let Some(text) = writer.text(&entry) else { return Ok(()) };
            for key in self.keys(&entry, writer.written) {
                files.add(&key, &text)?;
            }
            Ok(())
        })?;
        files.flush()?;
        writeln!(out, "{} in {}", writer.summary(), counted(files.names.len(), "file"))?;
        Ok(code(unreadable == 0))
    }

    /// The files that a game belongs to.
    fn keys(&self, entry: &CollectionGame<'_>, written: usize) -> Vec<String> {
        let tag = |name: &str| entry.game.tag(name).unwrap_or_default().trim().to_owned();
        match (self.by, self.games) {
            (Some(SplitKey::Event), _) => vec![tag("Event")],
            (Some(SplitKey::Variant), _) => vec![entry.replay.rules.to_string()],
            (Some(SplitKey::Year), _) => {
                let date = pdn::standard_date(&tag("Date"));
                vec![date.and_then(|date| Some(date.get(..4)?.to_owned())).unwrap_or_default()]
            }
            (Some(SplitKey::Player), _) => {
                let mut players = vec![tag("White"), tag("Black")];
                players.dedup();
                players
            }
            (None, Some(games)) => {
                vec![format!("part-{:04}", (written - 1) / games as usize + 1)]
            }
            (None, None) => Vec::new(),
        }
    }
}

/// The files of a folder, by what their games have in common.
struct SplitFiles {
    folder: PathBuf,
    extension: &'static str,
    /// The name of each key's file, and all names in lower case.
    names: BTreeMap<String, String>,
    taken: HashSet<String>,
    /// The number to try next if a name is taken.
    numbers: HashMap<String, usize>,
    waiting: BTreeMap<String, String>,
    length: usize,
}

impl SplitFiles {
    fn new(folder: PathBuf, extension: &'static str) -> Self {
        let (names, waiting, taken, numbers) = Default::default();
        Self { folder, extension, names, taken, numbers, waiting, length: 0 }
    }

    fn add(&mut self, key: &str, text: &str) -> Result<()> {
        if !self.names.contains_key(key) {
            let name = self.free_name(key);
            self.names.insert(key.to_owned(), name);
        }
        self.waiting.entry(self.names[key].clone()).or_default().push_str(text);
        self.length += text.len();
        if self.length > MOST_WAITING { self.flush() } else { Ok(()) }
    }

    /// Returns an unused file name for a key, also on case-insensitive file systems.
    fn free_name(&mut self, key: &str) -> String {
        let plain = file_name(key);
        let number = self.numbers.entry(plain.to_lowercase()).or_insert(1);
        let mut name = plain.clone();
        while !self.taken.insert(name.to_lowercase()) {
            *number += 1;
            name = format!("{plain}-{number}");
        }
        name
    }

    fn flush(&mut self) -> Result<()> {
        self.length = 0;
        for (name, text) in std::mem::take(&mut self.waiting) {
            let path = self.folder.join(format!("{name}.{}", self.extension));
            let context = || path.display().to_string();
            let file = OpenOptions::new().create(true).append(true).open(&path);
            file.with_context(context)?.write_all(text.as_bytes()).with_context(context)?;
        }
        Ok(())
    }
}

/// Turns a text into a file name that every file system accepts.
fn file_name(key: &str) -> String {
    let mut name = String::new();
    for character in key.chars().take(80) {
        match character.is_alphanumeric() || character == '=' {
            true => name.push(character),
            false if !name.ends_with('-') => name.push('-'),
            false => {}
        }
    }
    let name = name.trim_matches('-');
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn names_stay_inside_the_folder() {
        assert_eq!(file_name("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_name("69° Assoluto: 1/2"), "69-Assoluto-1-2");
        assert_eq!(file_name("X чемпионат СССР"), "X-чемпионат-СССР");
        assert_eq!(file_name("?"), "unknown");
    }
}
