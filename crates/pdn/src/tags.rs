//! Tags: their names in several languages, the order in which they are written, and dates.

use crate::place::Place;

/// A tag: `[White "Anna"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The name, as written.
    pub name: String,
    /// The value.
    pub value: String,
    /// The place in the file.
    pub place: Place,
}

/// The tags that every game should have, in the order in which they are written.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Tag names with a standard meaning, each with its names in other languages.
const ALIASES: [(&str, &[&str]); 14] = [
    ("Event", &["Dati", "Evento", "Gara", "Torneo", "Evenement", "Toernooi", "Turnier"]),
    ("Site", &["Luogo", "Lieu", "Plaats", "Ort", "Lugar", "Local"]),
    ("Date", &["Data", "Anno", "Datum", "Fecha", "Annee"]),
    ("Round", &["Turno", "Ronde", "Runde", "Ronda", "Rodada"]),
    ("White", &["Bianco", "Blancs", "Wit", "Weiss", "Weiß", "Blancas", "Brancas"]),
    ("Black", &["Nero", "Noirs", "Zwart", "Schwarz", "Negras", "Pretas"]),
    ("Result", &["Risultato", "Resultat", "Uitslag", "Ergebnis", "Resultado"]),
    ("Opening", &["Apertura", "Ouverture", "Abertura"]),
    ("SetUp", &[]),
    ("FEN", &[]),
    ("GameType", &[]),
    ("Rules", &[]),
    ("Variant", &[]),
    ("Winner", &[]),
];

/// The English name of a tag.
pub fn standard_name(name: &str) -> &str {
    let known = |(standard, aliases): &&(&str, &[&str])| {
        standard.eq_ignore_ascii_case(name) || is_among(aliases, name)
    };
    ALIASES.iter().find(known).map_or(name, |(standard, _)| standard)
}

fn is_among(names: &[&str], name: &str) -> bool {
    names.iter().any(|other| other.eq_ignore_ascii_case(name))
}

/// The tag with this English name, or else with an alias.
pub(crate) fn find_tag<'a>(tags: &'a [Tag], name: &str) -> Option<&'a Tag> {
    tags.iter().find(|tag| tag.name.eq_ignore_ascii_case(name)).or_else(|| {
        let (_, aliases) = ALIASES.iter().find(|(standard, _)| *standard == name)?;
        tags.iter().find(|tag| is_among(aliases, &tag.name))
    })
}

/// A date in PDN's form, `YYYY.MM.DD`, if the text is an unambiguous date.
///
/// ```
/// assert_eq!(pdn::standard_date("1841-??-??").as_deref(), Some("1841.??.??"));
/// assert_eq!(pdn::standard_date("1.12.1965").as_deref(), Some("1965.12.01"));
/// assert_eq!(pdn::standard_date("2005").as_deref(), Some("2005.??.??"));
/// assert_eq!(pdn::standard_date("03.07.20"), None);
/// ```
pub fn standard_date(text: &str) -> Option<String> {
    let mut parts: Vec<&str> = text.trim().split(['.', '-', '/']).map(str::trim).collect();
    while parts.last().is_some_and(|part| part.is_empty()) {
        parts.pop();
    }
    let is_year = |part: &str| {
        part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'?')
    };
    if parts.len() == 3 && !is_year(parts[0]) && is_year(parts[2]) {
        // 1/12/1965 is ambiguous unless one number can only be a day.
        if text.contains('/') && in_range(parts[0], 12).is_some() {
            return None;
        }
        parts.reverse();
    }
    let (year, rest) = parts.split_first()?;
    if !is_year(year) || rest.len() > 2 {
        return None;
    }
    let month = in_range(rest.first().unwrap_or(&"??"), 12)?;
    let day = in_range(rest.get(1).unwrap_or(&"??"), 31)?;
    Some(format!("{year}.{month}.{day}"))
}

/// Two digits, or two question marks.
fn in_range(part: &str, most: u8) -> Option<String> {
    if !part.is_empty() && part.len() <= 2 && part.bytes().all(|byte| byte == b'?') {
        return Some("??".to_owned());
    }
    let number: u8 = part.parse().ok()?;
    (number <= most).then(|| if number == 0 { "??".to_owned() } else { format!("{number:02}") })
}
