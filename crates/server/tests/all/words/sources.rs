//! Which sentences the sources use: calls such as `t("key", name=value)`, `say('key', {…})` and `Phrase::new("key")`,
//! and anything else in quotes that looks like a key.

use std::collections::BTreeSet;
use std::path::Path;

/// A source file.
pub struct Source {
    pub name: String,
    pub text: String,
}

/// A use of a sentence; `*` stands for what is only known at run time.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Asked {
    pub key: String,
    /// The text of the values in a call, if any.
    pub values: Option<String>,
}

/// All sources in a folder with one of these extensions.
pub fn sources(folder: &Path, endings: &[&str]) -> Vec<Source> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all.extend(sources(&path, endings));
        } else if path.extension().is_some_and(|end| endings.iter().any(|one| end == *one)) {
            let text = std::fs::read_to_string(&path).unwrap();
            all.push(Source { name: path.display().to_string(), text });
        }
    }
    all
}

/// The text between quotes, from the quote on; and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|first| "\"'`".contains(*first))?;
    text[1..].split_once(quote)
}

/// A quoted text as a pattern: interpolated and concatenated parts become `*`.
fn pattern(inside: &str, after: &str) -> String {
    let mut key = String::new();
    let mut rest = inside;
    while let Some((before, hole)) = rest.split_once('{') {
        key += before.strip_suffix('$').unwrap_or(before);
        key.push('*');
        rest = hole.split_once('}').map_or("", |(_, rest)| rest);
    }
    key += rest;
    if after.trim_start().starts_with(['~', '+']) || key.ends_with('.') {
        key.push('*');
    }
    key
}

/// The text up to the bracket that closes the one before it.
fn within(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth == 0 => return &text[..at],
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    text
}

fn is_key(key: &str) -> bool {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let known = |letter: char| plain(letter) || ".-_*".contains(letter);
    key.contains('.') && key.chars().all(known) && key.starts_with(plain)
}

/// The keys used directly by calls with this name.
pub fn calls(text: &str, call: &str) -> Vec<Asked> {
    let is_whole = |at: usize| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || "_.".contains(letter))
    };
    let places = text.match_indices(call).filter(|(at, _)| is_whole(*at));
    let asked = places.filter_map(|(at, _)| {
        let arguments = within(&text[at + call.len()..]).trim_start();
        let (inside, after) = quoted(arguments)?;
        let key = pattern(inside, after);
        let values = after.trim_start().strip_prefix(',').map(str::to_owned);
        Some(Asked { key, values: Some(values.unwrap_or_default()) })
    });
    asked.filter(|asked| is_key(&asked.key)).collect()
}

/// Every quoted text that starts with an area of the catalogue and a dot.
pub fn mentions(text: &str, areas: &BTreeSet<&str>) -> Vec<Asked> {
    let starts = text.match_indices(['"', '\'', '`']);
    let quotes = starts.filter_map(|(at, _)| quoted(&text[at..]));
    let in_area = quotes
        .filter(|(inside, _)| inside.split_once('.').is_some_and(|(area, _)| areas.contains(area)));
    let keys = in_area.map(|(inside, after)| pattern(inside, after)).filter(|key| is_key(key));
    keys.map(|key| Asked { key, values: None }).collect()
}

/// Whether a quoted text is a file name instead.
pub fn is_file(name: &str) -> bool {
    const ENDINGS: [&str; 10] =
        ["pdn", "fen", "svg", "png", "log", "js", "css", "html", "json", "sqlite"];
    name.rsplit('.').next().is_some_and(|ending| ENDINGS.contains(&ending))
}

/// Whether a key matches a pattern. A concatenated end may contain dots.
pub fn fits(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((before, "")) => key.strip_prefix(before).is_some_and(|rest| !rest.is_empty()),
        Some((before, after)) => key.strip_prefix(before).is_some_and(|rest| {
            let ends = rest.char_indices().skip(1).map(|(at, _)| at);
            ends.take_while(|at| !rest[..*at].contains('.')).any(|at| fits(after, &rest[at..]))
        }),
    }
}
