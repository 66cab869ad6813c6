//! Player names, which must be readable and not impersonate others.
//!
//! Account names are shown with a leading `@`, which no other name can have.

use crate::error::ApiError;
use crate::people::People;
use crate::words::{Catalogue, Language};
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The character shown before account names.
pub const ACCOUNT: char = '@';

/// The name of a guest, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GuestName {
    /// The colour, for games on one device.
    Side,
    /// No name given.
    Unnamed,
    /// The name as typed.
    Own(String),
    /// The name as typed, which resembles that of an existing or deleted account.
    LikeAccount(String),
}

impl GuestName {
    /// The name in logs.
    pub fn log_name(&self, side: Color) -> String {
        match (self, side) {
            (Self::Side, Color::White) => "White".to_owned(),
            (Self::Side, Color::Black) => "Black".to_owned(),
            (Self::Unnamed, _) => "Guest".to_owned(),
            (Self::Own(name), _) => name.clone(),
            (Self::LikeAccount(name), _) => format!("{name} (guest)"),
        }
    }
}

/// Reserved names, which would mislead others.
pub const RESERVED: [&str; 9] =
    ["admin", "arbiter", "computer", "damier", "moderator", "operator", "root", "server", "system"];

/// The words for the computer in every language.
static COMPUTER: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let level = BTreeMap::from([("level", String::new())]);
    let said = Language::ALL.map(|one| Catalogue::of(one).say("player.computer", &level));
    said.iter().flat_map(|said| [first_word(&look(said)), letters(&look(said))]).collect()
});

/// Whether a character is invisible or changes how others look: controls, direction marks, zero-width characters, and
/// blanks other than spaces.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Normalises a name for storage and display: NFKC, without invisible characters, with single spaces, and without the
/// mark of accounts. It may be empty, or longer than before.
///
/// ```
/// use server::names::normalised;
///
/// assert_eq!(normalised("  Ａda\u{200b}\u{202e}  L. "), "Ada L.");
/// assert_eq!(normalised("＠Ada"), "Ada");
/// ```
pub fn normalised(name: &str) -> String {
    // Most names need no change, and this runs after every move.
    if is_plain(name) {
        return name.to_owned();
    }
    // Normalising can produce invisible characters, and removing those can require normalising again.
    let visible = name.nfkc().filter(|c| !is_hidden(*c) || c.is_whitespace());
    let name: String = visible.nfkc().collect();
    let name = name.trim_start_matches(|c: char| c == ACCOUNT || c.is_whitespace());
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a name is plain ASCII that normalising does not change.
fn is_plain(name: &str) -> bool {
    let is_seen = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    name.bytes().all(is_seen)
        && !name.starts_with([ACCOUNT, ' '])
        && !name.ends_with(' ')
        && !name.contains("  ")
}

/// Returns a name's skeleton for comparing looks: without accents and capitals, and with lookalike letters of other
/// scripts replaced by Latin ones.
pub fn look(name: &str) -> String {
    let plain = name.nfkd().filter(|c| !is_combining_mark(*c) && !is_hidden(*c));
    plain.flat_map(char::to_lowercase).map(latin).collect()
}

/// The Latin letter that a letter resembles.
fn latin(c: char) -> char {
    match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'н' | 'һ' => 'h',
        'і' | 'ι' | 'ı' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ӏ' => 'l',
        'м' | 'μ' => 'm',
        'η' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' => 'u',
        'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        other => other,
    }
}

/// The leading letters.
fn first_word(look: &str) -> String {
    look.chars().skip_while(|c| !c.is_alphanumeric()).take_while(|c| c.is_alphabetic()).collect()
}

fn letters(look: &str) -> String {
    look.chars().filter(|c| c.is_alphabetic()).collect()
}

/// Replaces digits by the letters they stand in for.
fn spelled(look: &str) -> String {
    let letter = |c| match c {
        '0' => 'o',
        '1' | '|' => 'l',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        other => other,
    };
    look.chars().map(letter).filter(|c| c.is_alphabetic()).collect()
}

/// Whether a name pretends to be the computer's or the server's.
pub fn imitates(name: &str) -> bool {
    let look = look(name);
    let readings = [first_word(&look), letters(&look), spelled(&look)];
    let [_, whole, spelled] = &readings;
    readings.iter().any(|reading| COMPUTER.contains(reading))
        || [whole, spelled].iter().any(|reading| RESERVED.contains(&reading.as_str()))
}

/// Returns the display name of a guest, from what they typed. A name that resembles an account's is marked as a
/// guest's.
pub async fn of_guest(people: &People, typed: &str) -> Result<GuestName, ApiError> {
    let name = normalised(typed);
    if imitates(&name) {
        return Err(ApiError::NameKept);
    }
    let is_taken = people.has_been(&look(&name)).await?;
    Ok(if is_taken { GuestName::LikeAccount(name) } else { GuestName::Own(name) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_form() {
        for (typed, kept) in [
            ("Ada", "Ada"),
            ("e\u{301}ric", "éric"),
            ("\u{202e}adA\u{202c}", "adA"),
            ("A\u{200d}d\u{2066}a\u{feff}", "Ada"),
            ("A\u{0}d\ta\u{a0}B", "Ad a B"),
            ("\u{3164}\u{2800}\u{ad}", ""),
            (" @ @\u{200b}@Ada", "Ada"),
            ("ﷺ", &"ﷺ".nfkc().collect::<String>()),
        ] {
            assert_eq!(normalised(typed), kept, "{typed:?}");
            assert_eq!(normalised(&normalised(typed)), kept, "{typed:?} again");
        }
    }

    #[test]
    fn nobody_passes_for_the_computer() {
        for bad in [
            "Computer",
            "computer, level 10",
            "Соmрutеr",
            "C0mputer",
            "Computer10",
            "C o m p u t e r",
            "Ordinateur, niveau 3",
            "Ordenador",
            "Computador 7",
            "КОМПЬЮТЕР, уровень 2",
            "Computer 3 · Club",
            "Operator",
            "Mоderatоr",
            "Damier",
        ] {
            assert!(imitates(&normalised(bad)), "{bad}");
        }
        for good in
            ["Ada", "Guest", "My computer", "Computers", "White", "Компания", "3", "—", "Ødegård"]
        {
            assert!(!imitates(&normalised(good)), "{good}");
        }
    }
}
