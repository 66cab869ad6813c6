//! The lexer: turns bytes into tags, moves, comments and so on. It knows no rules and no games.

use core::ops::Range;
use memchr::{memchr, memchr2, memchr3};

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `[White "Anna"]`
    Tag,
    /// A tag that lacks a quote or a bracket.
    BrokenTag,
    /// `12.`, `12...`, or a bare `12`.
    Number,
    /// `32-28`, `c3xe5`, `3228`.
    Move,
    /// A move that was not recorded: `-`.
    Unknown,
    /// `!`, `?!`, `(?)`.
    Strength,
    /// `$1`
    Nag,
    /// `{ … }`
    Comment,
    /// `; …` to the end of the line.
    LineComment,
    /// `{ …` without an end before the next game.
    UnclosedComment,
    /// `/FEN "W:W31-50:B1-20"/`
    Setup,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `*`: the end of a game, or the mark of a forced move.
    Star,
    /// `1-0`, `1/2-1/2`.
    Result,
    /// A token without meaning: dots between moves, lines after `%`.
    Filler,
    /// Anything else.
    Junk,
}

/// A longer comment or tag is considered unterminated.
const LONGEST: usize = 1 << 24;
/// How many of the following bytes can affect a token, apart from comments and tags.
const LOOKAHEAD: usize = 256;

/// Results other than two numbers with a dash.
const LONG_RESULTS: [&str; 9] = [
    "1/2-1/2",
    "1/2 - 1/2",
    "1/2 - 1 1/2",
    "1 1/2 - 1/2",
    "1+ - 1-",
    "1- - 1+",
    "0.5-0.5",
    "½-½",
    "1/2",
];

/// The token that these bytes start with, and its length; `None` if more bytes are needed. `whole` means that no more
/// will come. There must be a first byte, which is not white space.
pub(crate) fn word(bytes: &[u8], whole: bool) -> Option<(Kind, usize)> {
    match bytes[0] {
        b'[' => tag(bytes, whole),
        b'{' => comment(bytes, whole),
        b';' => line(bytes, whole, Kind::LineComment),
        b'%' => line(bytes, whole, Kind::Filler),
        // For everything else, a short lookahead is enough.
        _ if bytes.len() < LOOKAHEAD && !whole => None,
        b'(' => Some(opening(bytes)),
        b')' => Some((Kind::Close, 1)),
        b'}' | b']' => Some((Kind::Junk, 1)),
        b'*' => Some((Kind::Star, 1)),
        b'!' | b'?' => Some((Kind::Strength, run(bytes, |byte| matches!(byte, b'!' | b'?')))),
        b'.' | b',' => Some((Kind::Filler, run(bytes, |byte| matches!(byte, b'.' | b',')))),
        // Quoted in an e-mail.
        b'>' => Some((Kind::Filler, 1)),
        b'$' => Some(match run(&bytes[1..], |byte| byte.is_ascii_digit()) {
            0 => junk(bytes),
            digits => (Kind::Nag, 1 + digits),
        }),
        b'/' => setup(bytes, whole),
        b'-' => Some(match run(bytes, |byte| byte == b'-') {
            dashes if ends_word(bytes, dashes) => (Kind::Unknown, dashes),
            _ => junk(bytes),
        }),
        _ => Some(move_or_number(bytes)),
    }
}

/// Returns the ranges of a tag's name and value, without quotes, as far as they are there.
pub(crate) fn tag_parts(tag: &[u8]) -> (Range<usize>, Range<usize>) {
    let inner = within(tag, 0..tag.len(), b'[', b']');
    let name = inner.start..inner.start + run(&tag[inner.clone()], is_name);
    let value = within(tag, name.end..inner.end, b'"', b'"');
    (name, value)
}

/// A part of the bytes, trimmed; then without one of each of these signs; then trimmed again outside quotes.
fn within(bytes: &[u8], part: Range<usize>, open: u8, close: u8) -> Range<usize> {
    let trim = |part: Range<usize>| {
        let start = part.start + run(&bytes[part.clone()], is_space);
        let blanks = bytes[start..part.end].iter().rev().take_while(|byte| is_space(**byte));
        start..part.end - blanks.count()
    };
    let mut part = trim(part);
    part.start += usize::from(bytes[part.clone()].first() == Some(&open));
    part.end -= usize::from(bytes[part.clone()].last() == Some(&close));
    if open == b'"' { part } else { trim(part) }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'%') || byte >= 0x80
}

/// A tag ends with the first quote followed by a bracket, so that quotes inside do no harm; it never extends beyond its
/// line.
fn tag(bytes: &[u8], whole: bool) -> Option<(Kind, usize)> {
    let mut at = 1;
    let mut quotes = 0;
    loop {
        let Some(found) = memchr3(b'"', b']', b'\n', &bytes[at.min(bytes.len())..]) else {
            return (whole || bytes.len() > LONGEST).then_some((Kind::BrokenTag, bytes.len()));
        };
        if let Some(end) = memchr(b'\r', &bytes[at..at + found]) {
            return Some((Kind::BrokenTag, at + end));
        }
        at += found + 1;
        match bytes[at - 1] {
            b'\n' => return Some((Kind::BrokenTag, at - 1)),
            // A bracket inside the quotes belongs to the value.
            b']' if quotes == 0 => return Some((Kind::BrokenTag, at)),
            b']' => {}
            _ => {
                quotes += 1;
                let escaped = bytes[..at - 1].iter().rev().take_while(|byte| **byte == b'\\');
                if quotes == 1 || escaped.count() % 2 == 1 {
                    continue;
                }
                let spaces = run(&bytes[at..], is_blank);
                match bytes.get(at + spaces) {
                    Some(b']') => return Some((Kind::Tag, at + spaces + 1)),
                    Some(_) => {}
                    None if whole => return Some((Kind::BrokenTag, bytes.len())),
                    None => return None,
                }
            }
        }
    }
}

/// A comment ends with its brace. A line that starts a tag ends it too, so that a missing brace in one game does not
/// swallow the next.
fn comment(bytes: &[u8], whole: bool) -> Option<(Kind, usize)> {
    let mut at = 1;
    while let Some(found) = memchr3(b'}', b'\n', b'\r', &bytes[at..]) {
        at += found + 1;
        if bytes[at - 1] == b'}' {
            return Some((Kind::Comment, at));
        }
        match starts_tag(&bytes[at..]) {
            Some(true) => return Some((Kind::UnclosedComment, at)),
            None if !whole => return None,
            _ => {}
        }
    }
    (whole || bytes.len() > LONGEST).then_some((Kind::UnclosedComment, bytes.len()))
}

/// Whether a tag starts here; `None` if the bytes do not tell.
fn starts_tag(line: &[u8]) -> Option<bool> {
    match line.first() {
        None => return None,
        Some(b'[') => {}
        Some(_) => return Some(false),
    }
    let name = run(&line[1..], |byte| byte.is_ascii_alphanumeric());
    let blanks = run(&line[1 + name..], is_blank);
    if name > 64 || blanks > 64 {
        return Some(false);
    }
    Some(name > 0 && blanks > 0 && *line.get(1 + name + blanks)? == b'"')
}

fn line(bytes: &[u8], whole: bool, kind: Kind) -> Option<(Kind, usize)> {
    match memchr2(b'\n', b'\r', bytes) {
        Some(end) => Some((kind, end)),
        None => (whole || bytes.len() > LONGEST).then_some((kind, bytes.len())),
    }
}

/// `(?)` is an annotation of the move; any other parenthesis opens a variation.
fn opening(bytes: &[u8]) -> (Kind, usize) {
    let marks = run(&bytes[1..], |byte| matches!(byte, b'!' | b'?'));
    match bytes.get(1 + marks) {
        Some(b')') if marks > 0 => (Kind::Strength, marks + 2),
        _ => (Kind::Open, 1),
    }
}

fn setup(bytes: &[u8], whole: bool) -> Option<(Kind, usize)> {
    const LONGEST_SETUP: usize = 4096;
    match memchr2(b'/', b'\n', &bytes[1..]) {
        Some(end) if bytes[1 + end] == b'/' => Some((Kind::Setup, end + 2)),
        None if !whole && bytes.len() < LONGEST_SETUP => None,
        _ => Some(junk(bytes)),
    }
}

fn move_or_number(bytes: &[u8]) -> (Kind, usize) {
    if let Some(length) = long_result(bytes) {
        return (Kind::Result, length);
    }
    let digits = run(bytes, |byte| byte.is_ascii_digit());
    if digits > 0 && bytes.get(digits) == Some(&b'.') {
        return (Kind::Number, digits + run(&bytes[digits..], |byte| byte == b'.'));
    }
    let length = squares(bytes);
    if !ends_word(bytes, length) || length == 0 {
        return headless_tag(bytes).unwrap_or_else(|| junk(bytes));
    }
    let kind = match digits {
        // `3228` is a move without a separator.
        4 if length == 4 => Kind::Move,
        _ if length == digits => Kind::Number,
        1 if is_short_result(&bytes[..length]) => Kind::Result,
        _ => Kind::Move,
    };
    (kind, length)
}

/// `Result "2-0"]`: a tag without its opening bracket.
fn headless_tag(bytes: &[u8]) -> Option<(Kind, usize)> {
    let name = run(bytes, |byte| byte.is_ascii_alphabetic());
    let blanks = run(&bytes[name..], is_blank);
    let end = memchr2(b'\n', b'\r', bytes).unwrap_or(bytes.len());
    let quoted = name > 0 && blanks > 0 && bytes.get(name + blanks) == Some(&b'"');
    (quoted && bytes[..end].trim_ascii_end().ends_with(b"\"]")).then_some((Kind::BrokenTag, end))
}

fn long_result(bytes: &[u8]) -> Option<usize> {
    let possible =
        matches!(bytes, [b'0' | b'1', b'/' | b' ' | b'+' | b'-' | b'.', ..] | [0xC2, ..]);
    let found = LONG_RESULTS.iter().find(|text| possible && bytes.starts_with(text.as_bytes()))?;
    ends_word(bytes, found.len()).then_some(found.len())
}

/// `1-0`, `0-1`, `2-0`, `0-2`, `1-1` or `0-0`, possibly with spaces.
fn is_short_result(word: &[u8]) -> bool {
    let mut points = word.iter().filter(|byte| !is_blank(**byte) && **byte != b'-');
    let (left, right, more) = (points.next(), points.next(), points.next());
    let sums = [(b'1', b'0'), (b'0', b'1'), (b'2', b'0'), (b'0', b'2'), (b'1', b'1'), (b'0', b'0')];
    let pair = left.copied().zip(right.copied());
    more.is_none() && pair.is_some_and(|pair| sums.contains(&pair))
}

/// The length of squares with separators; spaces around a separator are allowed.
fn squares(bytes: &[u8]) -> usize {
    let whole = square(bytes);
    // The short form in letters, `cd4` or `c:e5`, starts with a bare column.
    let column = usize::from(whole == 0 && is_column(bytes.first()));
    let mut end = whole.max(column);
    if whole == 4 && !is_column(bytes.first()) {
        return whole;
    }
    let mut first = true;
    while end > 0 {
        // After a complete move, a dash on its own is the next one, which was not recorded.
        let before = end + if first { run(&bytes[end..], is_blank) } else { 0 };
        first = false;
        let sign = sign(&bytes[before..]);
        let next = match sign {
            // Squares in letters need no separator.
            0 if is_column(bytes.get(end)) => end,
            0 => break,
            _ => before + sign + run(&bytes[before + sign..], is_blank),
        };
        let blanks = next > end + sign;
        match square(&bytes[next..]) {
            0 => break,
            // `17 - 3.` is a number, an unrecorded move, and the next number.
            length if blanks && bytes.get(next + length) == Some(&b'.') => break,
            length => end = next + length,
        }
    }
    if end == column { 0 } else { end }
}

/// The length of a square: up to three digits, or a column and up to two.
fn square(bytes: &[u8]) -> usize {
    let column = usize::from(is_column(bytes.first()));
    match run(&bytes[column..], |byte| byte.is_ascii_digit()) {
        0 => 0,
        digits if digits > 4 - 2 * column => 0,
        digits => column + digits,
    }
}

fn is_column(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| matches!(byte.to_ascii_lowercase(), b'a'..=b'l'))
}

/// The characters that word processors use instead of `x` and `-`.
const SIGNS: [&str; 5] = ["×", "–", "—", "−", "‐"];

fn sign(bytes: &[u8]) -> usize {
    match bytes {
        [b'-' | b'x' | b'X' | b':', ..] => 1,
        _ => SIGNS
            .iter()
            .find(|sign| bytes.starts_with(sign.as_bytes()))
            .map_or(0, |sign| sign.len()),
    }
}

/// An unknown word, up to the next space or delimiter.
fn junk(bytes: &[u8]) -> (Kind, usize) {
    let delimiter =
        |byte: u8| is_space(byte) || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']');
    (Kind::Junk, 1 + run(&bytes[1..], |byte| !delimiter(byte)))
}

/// Whether a word may end here.
fn ends_word(bytes: &[u8], length: usize) -> bool {
    bytes.get(length).is_none_or(|&byte| {
        let sign = matches!(
            byte,
            b'{' | b'}'
                | b'('
                | b')'
                | b'['
                | b']'
                | b'!'
                | b'?'
                | b'*'
                | b'$'
                | b';'
                | b'%'
                | b','
                | b'.'
        );
        is_space(byte) || sign
    })
}

pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0)
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// How many of the first bytes satisfy the condition.
fn run(bytes: &[u8], such: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| !such(*byte)).unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::Kind::*;
    use super::*;

    /// The tokens of a text, read at once and, to check streaming, byte by byte.
    fn words(text: &str) -> Vec<(Kind, &str)> {
        let mut words = Vec::new();
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let (kind, length) = word(rest.as_bytes(), true).expect("nothing more will come");
            let early = (1..rest.len()).find_map(|end| word(&rest.as_bytes()[..end], false));
            assert!(early.is_none_or(|early| early == (kind, length)), "{rest}: {early:?}");
            words.push((kind, &rest[..length]));
            rest = rest[length..].trim_ascii_start();
        }
        words
    }

    #[test]
    fn knows_what_pdn_is_made_of() {
        assert_eq!(
            words("[White \"A\"] 1. 32-28! {a} (1... c3xe5 $7) /FEN \"W::\"/ 3228 2-0"),
            [
                (Tag, "[White \"A\"]"),
                (Number, "1."),
                (Move, "32-28"),
                (Strength, "!"),
                (Comment, "{a}"),
                (Open, "("),
                (Number, "1..."),
                (Move, "c3xe5"),
                (Nag, "$7"),
                (Close, ")"),
                (Setup, "/FEN \"W::\"/"),
                (Move, "3228"),
                (Result, "2-0"),
            ]
        );
    }

    #[test]
    fn moves_are_not_results() {
        assert_eq!(
            words("1-18 1-1 1-10 0-1 1-0[Event \"x\"]")[..4],
            [(Move, "1-18"), (Result, "1-1"), (Move, "1-10"), (Result, "0-1"),]
        );
        assert_eq!(
            words("1/2-1/2 1+ - 1- 1 1/2 - 1/2 ½-½ *"),
            [
                (Result, "1/2-1/2"),
                (Result, "1+ - 1-"),
                (Result, "1 1/2 - 1/2"),
                (Result, "½-½"),
                (Star, "*"),
            ]
        );
    }

    #[test]
    fn blanks_inside_moves() {
        assert_eq!(
            words(" 1- 7  2.35x 4 17 - 22 32-28 - 2. 1823 - 3. 8-"),
            [
                (Move, "1- 7"),
                (Number, "2."),
                (Move, "35x 4"),
                (Move, "17 - 22"),
                (Move, "32-28"),
                (Unknown, "-"),
                (Number, "2."),
                (Move, "1823"),
                (Unknown, "-"),
                (Number, "3."),
                (Junk, "8-"),
            ]
        );
    }

    #[test]
    fn letters_long_and_short() {
        assert_eq!(
            words("a3b4 cd4 c:e5 A1-b2 j10xl12 a Black wins"),
            [
                (Move, "a3b4"),
                (Move, "cd4"),
                (Move, "c:e5"),
                (Move, "A1-b2"),
                (Move, "j10xl12"),
                (Junk, "a"),
                (Junk, "Black"),
                (Junk, "wins"),
            ]
        );
    }

    #[test]
    fn quotes_and_brackets_inside_tags() {
        let cut = |tag: &'static str| {
            let (name, value) = tag_parts(tag.as_bytes());
            (&tag[name], &tag[value])
        };
        let parts = |text: &'static str| match words(text)[..] {
            [(Tag, tag)] => cut(tag),
            ref other => panic!("{other:?}"),
        };
        assert_eq!(
            parts("[Event \"The \"Big\" [one] match\"]"),
            ("Event", "The \"Big\" [one] match")
        );
        assert_eq!(parts("[ Event   \"\" ]"), ("Event", ""));
        assert_eq!(parts(r#"[E "a\"] b"]"#), ("E", r#"a\"] b"#));
        assert_eq!(words("[Date \"1950\n[White \"x\"]")[0], (BrokenTag, "[Date \"1950"));
        assert_eq!(cut("[Date \"1950"), ("Date", "1950"));
        assert_eq!(words("[Event]")[0], (BrokenTag, "[Event]"));
    }

    #[test]
    fn a_forgotten_brace_costs_one_game() {
        assert_eq!(
            words("{never closed\n12-16\n[Event \"next\"]"),
            [(UnclosedComment, "{never closed\n12-16\n"), (Tag, "[Event \"next\"]"),]
        );
        assert_eq!(words("{two\n[%clk 1]\nlines}")[0].0, Comment);
    }

    #[test]
    fn tags_without_their_first_bracket() {
        let text = "Result \"2-0\"]\n> [White \"x\"]";
        assert_eq!(words(text)[..2], [(BrokenTag, "Result \"2-0\"]"), (Filler, ">")]);
        assert_eq!(words("said \"no\" and")[0], (Junk, "said"));
    }

    #[test]
    fn what_word_processors_write() {
        assert_eq!(
            words("32–28 19—23 28×19 14−23 1‐7").iter().filter(|word| word.0 == Move).count(),
            5
        );
    }

    #[test]
    fn text_glued_to_a_move_is_no_move() {
        assert_eq!(words("26-22White 1-0"), [(Junk, "26-22White"), (Result, "1-0")]);
    }
}
