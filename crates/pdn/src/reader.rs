//! Reads games from a stream of bytes.

use crate::encoding::{Texts, Utf8Source};
use crate::lexer::{self, Kind};
use crate::place::Place;
use crate::problem::{Flaw, Problem};
use crate::visitor::Visitor;
use std::borrow::Cow;
use std::io::{self, Read};
use std::ops::Range;

/// Reads games one by one, in memory that does not grow with the file.
///
/// A reader never gives up on a file: it reports what it cannot understand to the [`Visitor`] as a [`Problem`], and
/// continues with the next word or, if that is hopeless, with the next game.
pub struct Reader<R> {
    source: Utf8Source<R>,
    buffer: Vec<u8>,
    /// The unread bytes of the buffer.
    rest: Range<usize>,
    ended: bool,
    line: u64,
    /// The number of characters on the line before them.
    column: u64,
    texts: Texts,
    word: Word,
    /// The text of the game so far, if it is kept.
    text: Vec<u8>,
    keeps_text: bool,
    /// Whether the current token ended one game and is still to begin the next.
    waiting: bool,
}

/// A token, with its place and the text before it.
#[derive(Clone, Debug)]
struct Word {
    kind: Kind,
    bytes: Range<usize>,
    place: Place,
    line_breaks: u32,
    /// Spaces before it on its line.
    blanks: u64,
}

impl Word {
    const NONE: Self =
        Self { kind: Kind::Filler, bytes: 0..0, place: Place::START, line_breaks: 0, blanks: 0 };
}

const CHUNK: usize = 1 << 16;
/// The deepest nesting of variations that is reported.
const DEEPEST: usize = 64;
/// How many tag names are remembered for finding repetitions.
const MOST_NAMES: usize = 64;
/// The maximum length of a game's kept text.
const LONGEST_TEXT: usize = 1 << 22;
/// How much of an unknown word is shown.
const SHOWN: usize = 40;

impl<R: Read> Reader<R> {
    /// Creates a reader.
    pub fn new(source: R) -> Self {
        Self {
            source: Utf8Source::new(source),
            buffer: vec![0; 2 * CHUNK],
            rest: 0..0,
            ended: false,
            line: 1,
            column: 0,
            texts: Texts::default(),
            word: Word::NONE,
            text: Vec::new(),
            keeps_text: false,
            waiting: false,
        }
    }

    /// Keeps the text of each game, for [`text`](Self::text).
    pub fn keeping_text(mut self) -> Self {
        self.keeps_text = true;
        self
    }

    /// The code page of texts that were not UTF-8, if there were any.
    pub fn old_encoding(&self) -> Option<&'static str> {
        self.texts.old()
    }

    /// Reads the next game; `false` if there is none.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        let mut game = GameState::default();
        self.text.clear();
        while self.waiting || self.read_word()? {
            self.waiting = game.ends_before(self);
            if self.waiting {
                break;
            }
            if self.keeps_text && (game.begun || !self.is_outside()) {
                self.keep_text();
            }
            self.tell(&mut game, visitor);
        }
        if !game.begun {
            return Ok(false);
        }
        if game.depth > 0 {
            visitor.problem(Problem { place: game.opened, flaw: Flaw::UnclosedVariation });
        }
        visitor.end_game();
        Ok(true)
    }

    /// The text of the last game, from its first word to its last; empty unless it is [kept](Self::keeping_text). An
    /// endless game is truncated.
    pub fn text(&mut self) -> Cow<'_, str> {
        self.texts.decode(&self.text, &self.text)
    }

    /// Keeps the text of a token and what precedes it, so that lines and columns are preserved.
    fn keep_text(&mut self) {
        let Word { bytes, line_breaks, blanks, .. } = &self.word;
        let (breaks, blanks) = match self.text.is_empty() {
            true => (0, 0),
            false => (*line_breaks as usize, *blanks as usize),
        };
        if self.text.len() + breaks + blanks + bytes.len() <= LONGEST_TEXT {
            self.text.resize(self.text.len() + breaks, b'\n');
            self.text.resize(self.text.len() + blanks, b' ');
            self.text.extend_from_slice(&self.buffer[bytes.clone()]);
        }
    }

    /// Whether the token means nothing outside a game.
    fn is_outside(&self) -> bool {
        matches!(
            self.word.kind,
            Kind::Filler | Kind::Junk | Kind::Close | Kind::Unknown | Kind::Strength
        )
    }

    fn tell<V: Visitor>(&mut self, game: &mut GameState, visitor: &mut V) {
        let Word { kind, place, bytes: Range { start, end }, line_breaks, blanks } = self.word;
        let glued = line_breaks == 0 && blanks == 0;
        let problem = |visitor: &mut V, flaw| visitor.problem(Problem { place, flaw });
        if !game.begun {
            if self.is_outside() {
                if kind != Kind::Filler && !game.outside {
                    game.outside = true;
                    let shown = self.shown(start..end);
                    problem(visitor, Flaw::OutsideGames(shown));
                }
                return;
            }
            game.begun = true;
            visitor.begin_game(place);
        }
        game.moves |= !matches!(kind, Kind::Tag | Kind::BrokenTag | Kind::Filler | Kind::Comment);
        if game.depth > DEEPEST && !matches!(kind, Kind::Open | Kind::Close) {
            return;
        }
        let ascii =
            |reader: &Self| String::from_utf8_lossy(&reader.buffer[start..end]).into_owned();
        match kind {
            Kind::Filler => {}
            Kind::Tag | Kind::BrokenTag => self.tell_tag(game, visitor),
            Kind::Number => {
                let text = &self.buffer[start..end];
                let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
                if let Ok(number) = str::from_utf8(&text[..digits]) {
                    visitor.number(number, text.len() - digits, place);
                }
            }
            Kind::Move => match str::from_utf8(&self.buffer[start..end]) {
                Ok(text) => visitor.mv(text, place),
                Err(_) => problem(visitor, Flaw::NotAMove(ascii(self))),
            },
            Kind::Unknown => visitor.unknown_move(place),
            Kind::Strength => visitor.strength(ascii(self).trim_matches(['(', ')']), place),
            Kind::Nag => visitor.nag(ascii(self)[1..].parse().unwrap_or(u16::MAX), place),
            Kind::Comment | Kind::LineComment | Kind::UnclosedComment => {
                if kind == Kind::UnclosedComment {
                    problem(visitor, Flaw::UnclosedComment);
                }
                let end = end - usize::from(kind == Kind::Comment);
                let text = self.decode(start + 1..end);
                visitor.comment(text.trim(), place);
            }
            Kind::Setup => {
                let text = ascii(self);
                let fen = text.trim_matches('/').trim();
                let fen = fen.strip_prefix("FEN").unwrap_or(fen);
                let fen = fen.replace(|sign: char| sign == '"' || sign.is_control(), "");
                visitor.setup(fen.trim(), place);
            }
            Kind::Open => {
                game.depth += 1;
                match game.depth {
                    1 => game.opened = place,
                    depth if depth == DEEPEST + 1 => problem(visitor, Flaw::TooDeep(DEEPEST)),
                    _ => {}
                }
                if game.depth <= DEEPEST {
                    visitor.begin_variation(place);
                }
            }
            Kind::Close if game.depth == 0 => problem(visitor, Flaw::StrayParenthesis),
            Kind::Close => {
                game.depth -= 1;
                if game.depth < DEEPEST {
                    visitor.end_variation(place);
                }
            }
            Kind::Star if glued && game.after_move && !self.before_new_game() => {
                visitor.strength("*", place);
            }
            Kind::Star | Kind::Result => {
                game.over |= game.depth == 0;
                visitor.result(&ascii(self), place);
            }
            Kind::Junk => {
                let flaw = match self.buffer[start] {
                    b'}' => Flaw::StrayBrace,
                    _ => Flaw::NotAMove(self.shown(start..end)),
                };
                problem(visitor, flaw);
            }
        }
        game.after_move = kind == Kind::Move;
    }

    fn tell_tag(&mut self, game: &mut GameState, visitor: &mut impl Visitor) {
        let word = &self.word;
        let tag = &self.buffer[word.bytes.clone()];
        let around = &self.buffer[word.bytes.start..self.rest.end];
        let (name, value) = lexer::tag_parts(tag);
        let mut name = self.texts.decode(&tag[name], around);
        let foreign = |letter: char| !(letter.is_alphanumeric() || "_-%".contains(letter));
        if name.contains(foreign) {
            name = Cow::Owned(name.replace(foreign, ""));
        }
        let mut value = unescape(self.texts.decode(&tag[value], around));
        if value.contains(char::is_control) {
            value = Cow::Owned(value.replace(char::is_control, " "));
        }
        let place = word.place;
        if word.kind == Kind::BrokenTag {
            let flaw = Flaw::BrokenTag(shortened(&name), shortened(&value));
            visitor.problem(Problem { place, flaw });
        }
        if game.tags.is_empty() && word.line_breaks == 0 && place.column > 1 {
            visitor.problem(Problem { place, flaw: Flaw::MissingLineBreak });
        }
        visitor.tag(&name, &value, place);
        if game.tags.len() < MOST_NAMES {
            game.tags.push(name.into_owned());
        }
    }

    /// Whether nothing more of this game can follow.
    fn before_new_game(&self) -> bool {
        let rest = &self.buffer[self.rest.clone()];
        let next = rest.iter().find(|byte| !lexer::is_space(**byte));
        next.is_none_or(|byte| *byte == b'[')
    }

    fn decode(&mut self, range: Range<usize>) -> Cow<'_, str> {
        self.texts.decode(&self.buffer[range.clone()], &self.buffer[range.start..self.rest.end])
    }

    fn shown(&mut self, range: Range<usize>) -> String {
        let text = self.decode(range);
        shortened(&text)
    }

    /// Reads the next token; `false` if there is none.
    fn read_word(&mut self) -> io::Result<bool> {
        let before = self.column;
        let mut line_breaks = 0;
        loop {
            line_breaks += self.skip_spaces();
            if self.rest.is_empty() {
                if self.ended {
                    return Ok(false);
                }
                self.fill()?;
                continue;
            }
            match lexer::word(&self.buffer[self.rest.clone()], self.ended) {
                None => self.fill()?,
                Some((kind, length)) => {
                    let bytes = self.rest.start..self.rest.start + length;
                    let place = Place { line: self.line, column: self.column + 1 };
                    let blanks = if line_breaks > 0 { self.column } else { self.column - before };
                    self.rest.start += length;
                    self.count(kind, bytes.clone());
                    self.word = Word { kind, bytes, place, line_breaks, blanks };
                    return Ok(true);
                }
            }
        }
    }

    fn skip_spaces(&mut self) -> u32 {
        let mut line_breaks = 0;
        for at in self.rest.clone() {
            let byte = self.buffer[at];
            if !lexer::is_space(byte) {
                break;
            }
            self.rest.start += 1;
            self.column += 1;
            // A line ends with a line feed or, as on old Macs, with a lone carriage return.
            let lone = byte == b'\r' && self.buffer.get(self.rest.start) != Some(&b'\n');
            if byte == b'\n' || (lone && !self.rest.is_empty()) {
                line_breaks += 1;
                self.column = 0;
            }
        }
        self.line += u64::from(line_breaks);
        line_breaks
    }

    /// Advances line and column over a token.
    fn count(&mut self, kind: Kind, range: Range<usize>) {
        if matches!(kind, Kind::Number | Kind::Move | Kind::Result) && range.len() < 16 {
            self.column += range.len() as u64;
            return;
        }
        let bytes = &self.buffer[range];
        let mut last = bytes;
        if let Some(end) = memchr::memrchr2(b'\n', b'\r', bytes) {
            let feeds = memchr::memchr_iter(b'\n', bytes).count();
            let lone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
            let returns = memchr::memchr_iter(b'\r', bytes).filter(lone).count();
            self.line += (feeds + returns) as u64;
            self.column = 0;
            last = &bytes[end + 1..];
        }
        self.column += match str::from_utf8(last) {
            Ok(text) => text.chars().count() as u64,
            Err(_) => last.len() as u64,
        };
    }

    /// Moves the unread bytes to the front of the buffer and appends more.
    fn fill(&mut self) -> io::Result<()> {
        self.buffer.copy_within(self.rest.clone(), 0);
        self.rest = 0..self.rest.len();
        if self.buffer.len() - self.rest.end < CHUNK {
            self.buffer.resize(2 * self.buffer.len(), 0);
        } else if self.buffer.len() > 2 * CHUNK && self.rest.end < CHUNK {
            // A long comment has ended.
            self.buffer.truncate(2 * CHUNK);
            self.buffer.shrink_to_fit();
        }
        // However the bytes arrive, the same ones are at hand when an encoding is guessed. An unfinished token is only
        // looked at again when its length has doubled.
        let goal = (2 * self.rest.end).max(self.rest.end + CHUNK).min(self.buffer.len());
        while self.rest.end < goal && !self.ended {
            match self.source.read(&mut self.buffer[self.rest.end..]) {
                Ok(0) => self.ended = true,
                Ok(length) => self.rest.end += length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// The start of a text, with invisible characters escaped.
fn shortened(text: &str) -> String {
    let letters = text.chars().take(SHOWN);
    let mut shown: String = letters
        .flat_map(|letter| match letter.is_control() {
            true => letter.escape_default().collect::<Vec<char>>(),
            false => vec![letter],
        })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

/// The state of reading one game.
#[derive(Default)]
struct GameState {
    begun: bool,
    outside: bool,
    tags: Vec<String>,
    moves: bool,
    after_move: bool,
    over: bool,
    /// How many variations are open, and where the outermost was opened.
    depth: usize,
    opened: Place,
}

impl GameState {
    /// Whether the current token belongs to the next game.
    fn ends_before<R: Read>(&self, reader: &Reader<R>) -> bool {
        let word = &reader.word;
        match word.kind {
            Kind::Tag | Kind::BrokenTag => {
                let again = || {
                    let tag = &reader.buffer[word.bytes.clone()];
                    let (name, _) = lexer::tag_parts(tag);
                    self.tags.iter().any(|other| other.as_bytes() == &tag[name.clone()])
                };
                self.moves || self.over || (word.line_breaks > 1 && again())
            }
            // Games written one after the other, without tags and results.
            Kind::Number => {
                let first = &reader.buffer[word.bytes.clone()] == b"1.";
                self.over || (first && word.line_breaks > 1 && self.moves && self.depth == 0)
            }
            // A comment after the result belongs to the game, and so does a `*`.
            Kind::Comment | Kind::LineComment | Kind::Filler | Kind::Nag | Kind::Star => false,
            _ => self.over,
        }
    }
}

fn unescape(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (character, characters.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                plain.push(escaped);
                characters.next();
            }
            _ => plain.push(character),
        }
    }
    Cow::Owned(plain)
}
