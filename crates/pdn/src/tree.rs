//! Games as trees: tags, annotated moves, and variations.

use crate::heading::{Heading, HeadingReader};
use crate::place::Place;
use crate::problem::{Flaw, Problem};
use crate::reader::Reader;
use crate::tags::{Tag, find_tag};
use crate::visitor::Visitor;
use std::io::{self, Read};

/// A recorded game as written; whether its moves are legal is up to [`Judge`](crate::Judge).
///
/// ```
/// let text = "[White \"Anna\"] 1. 32-28 {the usual} 19-23 (18-23!) 2. 28x19 *";
/// let game = pdn::Games::new(text.as_bytes()).next().unwrap()?;
/// assert_eq!(game.tag("White"), Some("Anna"));
/// assert_eq!(game.line.steps[0].comments, ["the usual"]);
/// assert_eq!(game.line.steps[1].variations[0].steps[0].marks, ["!"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The place in the file at which it starts.
    pub place: Place,
    /// Its tags, in order.
    pub tags: Vec<Tag>,
    /// The moves played, with annotations and variations.
    pub line: Variation,
    /// Whether the first move is the second of its number: `1... 19-23`.
    pub starts_second: bool,
    /// The number of the first move.
    pub first_number: u32,
    /// The result that ends the moves, if one does.
    pub terminator: Option<String>,
    /// The problems that the reader found.
    pub problems: Vec<Problem>,
    /// Its text as it was read, in UTF-8, up to four megabytes.
    pub text: String,
}

/// A line of moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Variation {
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves.
    pub steps: Vec<Step>,
}

/// A move, or what stands in its place, with its annotations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The action.
    pub action: Action,
    /// The place in the file.
    pub place: Place,
    /// Marks such as `!`.
    pub marks: Vec<String>,
    /// Numeric annotation glyphs: `$1`.
    pub nags: Vec<u16>,
    /// Comments after it.
    pub comments: Vec<String>,
    /// Lines that could have been played instead.
    pub variations: Vec<Variation>,
}

/// The action of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A move, as written but without spaces.
    Move(String),
    /// A position is set up.
    Setup(String),
    /// A move that was not written down.
    Unknown,
}

impl Step {
    /// A step without annotations.
    pub fn new(action: Action, place: Place) -> Self {
        let (marks, nags, comments, variations) = Default::default();
        Self { action, place, marks, nags, comments, variations }
    }

    /// The move as written; empty if this is not a move.
    pub fn text(&self) -> &str {
        match &self.action {
            Action::Move(text) => text,
            Action::Setup(_) | Action::Unknown => "",
        }
    }
}

impl Game {
    /// The value of a tag, by its English name or those used in other languages.
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name).map(|tag| tag.value.as_str())
    }

    /// Sets a tag, appending it if it is new.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => value.clone_into(&mut tag.value),
            None => self.tags.push(Tag {
                name: name.to_owned(),
                value: value.to_owned(),
                place: Place::START,
            }),
        }
    }

    /// The result as written: that of the tag, or else the one that ends the moves.
    pub fn result(&self) -> Option<&str> {
        let tag = self.tag("Result").map(str::trim).filter(|text| !matches!(*text, "" | "*" | "?"));
        tag.or(self.terminator.as_deref())
    }

    /// Its text from a place on, as far as it was kept.
    pub fn text_from(&self, place: Place) -> &str {
        let mut at = self.place;
        for (offset, letter) in self.text.char_indices() {
            if at >= place {
                return &self.text[offset..];
            }
            match letter {
                '\n' => at = Place { line: at.line + 1, column: 1 },
                _ => at.column += 1,
            }
        }
        ""
    }

    /// Whether there is neither a move nor a tag: words that are not a game.
    pub fn is_nothing(&self) -> bool {
        self.tags.is_empty() && self.line.steps.is_empty()
    }

    /// The first problem that makes the game unreliable.
    pub fn grave_problem(&self) -> Option<&Problem> {
        self.problems.iter().find(|problem| problem.flaw.is_grave())
    }
}

/// The games of a file, one by one.
pub struct Games<R> {
    reader: Reader<R>,
}

impl<R: Read> Games<R> {
    /// The games in these bytes.
    pub fn new(source: R) -> Self {
        Self { reader: Reader::new(source).keeping_text() }
    }

    /// Returns the heading of the next game, without building its tree. Words outside games are skipped.
    pub fn heading(&mut self) -> Option<io::Result<Heading>> {
        loop {
            let mut heading = HeadingReader::default();
            match self.reader.read_game(&mut heading) {
                Ok(true) => {
                    if let Some(heading) = heading.found() {
                        return Some(Ok(heading));
                    }
                }
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// See [`Reader::old_encoding`].
    pub fn old_encoding(&self) -> Option<&'static str> {
        self.reader.old_encoding()
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<io::Result<Game>> {
        let mut builder = Builder::default();
        match self.reader.read_game(&mut builder) {
            Ok(true) => Some(Ok(builder.built(&mut self.reader).0)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Capacity for as many moves as most games have.
const USUAL_LENGTH: usize = 100;

/// Limits on how much of a file is kept.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Games.
    pub games: usize,
    /// The total of moves, comments, marks, tags, variations and problems.
    pub pieces: usize,
}

/// The first games of a file, within the limits. Words outside games are left out.
///
/// ```
/// use pdn::{Bounds, Collection};
///
/// let text = "1. 32-28 * 1-0 1. 33-28 * 1. 34-30 *";
/// let read = Collection::read(text.as_bytes(), Bounds { games: 2, pieces: 1_000 })?;
/// assert_eq!((read.games.len(), read.more), (2, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The games kept.
    pub games: Vec<Game>,
    /// How many more there are.
    pub more: usize,
}

impl Collection {
    /// Reads a file to its end, in memory that does not grow with it.
    pub fn read<R: Read>(source: R, bounds: Bounds) -> io::Result<Self> {
        let mut reader = Reader::new(source).keeping_text();
        let mut read = Self::default();
        let mut left = bounds.pieces;
        while read.games.len() < bounds.games && left > 0 {
            let mut builder = Builder::default();
            if !reader.read_game(&mut builder)? {
                return Ok(read);
            }
            let (mut game, pieces) = builder.built(&mut reader);
            game.line.steps.shrink_to_fit();
            left = left.saturating_sub(pieces);
            if !game.is_nothing() {
                read.games.push(game);
            }
        }
        let mut rest = GameCounter::default();
        while reader.read_game(&mut rest)? {}
        read.more = rest.games;
        Ok(read)
    }
}

/// Counts games that are not empty.
#[derive(Default)]
struct GameCounter {
    games: usize,
    is_something: bool,
}

impl Visitor for GameCounter {
    fn begin_game(&mut self, _: Place) {
        self.is_something = false;
    }

    fn tag(&mut self, name: &str, _: &str, _: Place) {
        self.is_something |= !name.is_empty();
    }

    fn mv(&mut self, _: &str, _: Place) {
        self.is_something = true;
    }

    fn unknown_move(&mut self, _: Place) {
        self.is_something = true;
    }

    fn setup(&mut self, _: &str, _: Place) {
        self.is_something = true;
    }

    fn end_game(&mut self) {
        self.games += usize::from(self.is_something);
    }
}

/// The most moves, comments, marks, tags, variations and problems, in total, of one game. More is not a real game, and
/// must not fill the memory.
const MOST_PIECES: usize = 50_000;

/// Builds a tree from a reader's callbacks.
#[derive(Default)]
struct Builder {
    pieces: usize,
    game: Game,
    /// The lines that enclose the current one; the first is the main line.
    above: Vec<Variation>,
    line: Variation,
    numbered: bool,
}

impl Builder {
    /// Returns the game with its text, and its number of pieces.
    fn built<R: Read>(mut self, reader: &mut Reader<R>) -> (Game, usize) {
        self.game.text = reader.text().into_owned();
        (self.game, self.pieces)
    }

    fn say(&mut self, text: &str, place: Place) {
        if !self.has_room(place) {
            return;
        }
        let comments = match self.line.steps.last_mut() {
            Some(step) => &mut step.comments,
            None => &mut self.line.comments,
        };
        // Line breaks inside a comment are equivalent to spaces.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.is_empty() {
            comments.push(text);
        }
    }

    fn close(&mut self) {
        let Some(above) = self.above.pop() else { return };
        let variation = core::mem::replace(&mut self.line, above);
        if self.pieces >= MOST_PIECES {
            return;
        }
        match self.line.steps.last_mut() {
            Some(step) => step.variations.push(variation),
            // A variation without a move before it: only its text can be kept.
            None => self.line.comments.extend(variation.comments),
        }
    }

    fn step(&mut self, action: Action, place: Place) {
        if !self.has_room(place) {
            return;
        }
        if self.above.is_empty() && self.line.steps.is_empty() {
            self.line.steps.reserve(USUAL_LENGTH);
        }
        self.line.steps.push(Step::new(action, place));
    }

    /// Counts one more piece; returns whether the limit allows it.
    fn has_room(&mut self, place: Place) -> bool {
        self.pieces += 1;
        if self.pieces == MOST_PIECES {
            self.game.problems.push(Problem { place, flaw: Flaw::TooLong(MOST_PIECES) });
        }
        self.pieces < MOST_PIECES
    }
}

impl Visitor for Builder {
    fn begin_game(&mut self, place: Place) {
        self.game.place = place;
        self.game.first_number = 1;
    }

    fn tag(&mut self, name: &str, value: &str, place: Place) {
        if !name.is_empty() && self.has_room(place) {
            self.game.tags.push(Tag { name: name.to_owned(), value: value.to_owned(), place });
        }
    }

    fn number(&mut self, number: &str, dots: usize, place: Place) {
        let value: Option<u32> = number.parse().ok();
        let at_start = self.above.is_empty() && self.line.steps.is_empty();
        if at_start && !self.numbered && dots > 0 {
            self.numbered = true;
            self.game.starts_second = dots > 1;
            self.game.first_number = value.unwrap_or(1);
        } else if dots == 0 && self.above.is_empty() {
            // A number without a dot only counts as one if it is the next.
            let plies = self.line.steps.len() + usize::from(self.game.starts_second);
            let expected = self.game.first_number as usize + plies / 2;
            if value.is_none_or(|value| (value as usize).abs_diff(expected) > 1) {
                self.problem(Problem { place, flaw: Flaw::NotAMove(number.to_owned()) });
            }
        }
    }

    fn mv(&mut self, text: &str, place: Place) {
        let text = match text.contains([' ', '\t']) {
            true => text.replace([' ', '\t'], ""),
            false => text.to_owned(),
        };
        self.step(Action::Move(text), place);
    }

    fn unknown_move(&mut self, place: Place) {
        self.step(Action::Unknown, place);
    }

    fn strength(&mut self, mark: &str, place: Place) {
        if self.has_room(place)
            && let Some(step) = self.line.steps.last_mut()
        {
            step.marks.push(mark.to_owned());
        }
    }

    fn nag(&mut self, number: u16, place: Place) {
        if self.has_room(place)
            && let Some(step) = self.line.steps.last_mut()
        {
            step.nags.push(number);
        }
    }

    fn comment(&mut self, text: &str, place: Place) {
        self.say(text, place);
    }

    fn setup(&mut self, fen: &str, place: Place) {
        self.step(Action::Setup(fen.to_owned()), place);
    }

    fn begin_variation(&mut self, place: Place) {
        self.has_room(place);
        self.above.push(core::mem::take(&mut self.line));
    }

    fn end_variation(&mut self, _: Place) {
        self.close();
    }

    fn result(&mut self, text: &str, place: Place) {
        if !self.above.is_empty() {
            self.say(text, place);
        } else if self.game.terminator.is_none() {
            self.game.terminator = Some(text.to_owned());
        }
    }

    fn problem(&mut self, problem: Problem) {
        // At the end, the result tag's text counts as a result, whatever it is.
        if let Flaw::NotAMove(text) = &problem.flaw
            && self.game.tag("Result").map(str::trim) == Some(text)
            && self.above.is_empty()
        {
            self.game.terminator.get_or_insert_with(|| text.clone());
            return;
        }
        if self.has_room(problem.place) {
            self.game.problems.push(problem);
        }
    }

    fn end_game(&mut self) {
        while !self.above.is_empty() {
            self.close();
        }
        self.game.line = core::mem::take(&mut self.line);
        // Some results look like moves: `4-6` where ten points are shared.
        let result = self.game.tag("Result");
        if self.game.terminator.is_none()
            && let Some(Step { action: Action::Move(last), .. }) = self.game.line.steps.last()
            && result == Some(last)
        {
            self.game.terminator = Some(last.clone());
            self.game.line.steps.pop();
        }
    }
}
