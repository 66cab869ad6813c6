//! Headings: the parts of a game shown in lists.

use crate::place::Place;
use crate::tags::{Tag, find_tag, standard_name};
use crate::visitor::Visitor;

/// The tags that a heading includes.
const LISTED: [&str; 7] = ["Event", "Date", "White", "Black", "Result", "Winner", "Opening"];
/// The maximum length of a tag, in characters.
const LONGEST_VALUE: usize = 120;
/// The maximum number of moves, and of bytes per move.
const MOST_MOVES: usize = 20;
const LONGEST_MOVE: usize = 24;

/// The heading of a game in a list: some tags and the first moves. Reading it takes the same memory for every
/// game.
///
/// ```
/// let text = "[White \"Anna\"] 1. 32-28 {the usual} 19-23 (18-23!) 2. 28x19 * [White \"Bo\"] 1. 31-27 *";
/// let mut games = pdn::Games::new(text.as_bytes());
/// let heading = games.heading().unwrap()?;
/// assert_eq!((heading.tag("White"), heading.plies), (Some("Anna"), 3));
/// assert_eq!(heading.moves, ["32-28", "19-23", "28x19"]);
/// assert_eq!(games.next().unwrap()?.tag("White"), Some("Bo"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heading {
    /// The place in the file at which the game starts.
    pub place: Place,
    /// The tags that lists show, in order; long values are cut.
    pub tags: Vec<Tag>,
    /// The first moves as written, without spaces.
    pub moves: Vec<String>,
    /// The number of moves.
    pub plies: usize,
    /// The result that ends the moves, if one does.
    pub terminator: Option<String>,
}

impl Heading {
    /// The value of a tag, like [`Game::tag`](crate::Game::tag).
    pub fn tag(&self, name: &str) -> Option<&str> {
        find_tag(&self.tags, name).map(|tag| tag.value.as_str())
    }

    /// The result as written, like [`Game::result`](crate::Game::result).
    pub fn result(&self) -> Option<&str> {
        let tag = self.tag("Result").map(str::trim).filter(|text| !matches!(*text, "" | "*" | "?"));
        tag.or(self.terminator.as_deref())
    }
}

/// A visitor that collects a heading.
#[derive(Default)]
pub(crate) struct HeadingReader {
    heading: Heading,
    depth: usize,
    is_something: bool,
}

impl HeadingReader {
    /// The heading, if it belongs to a game.
    pub fn found(self) -> Option<Heading> {
        self.is_something.then_some(self.heading)
    }

    fn ply(&mut self) -> bool {
        let is_of_game = self.depth == 0;
        self.is_something |= is_of_game;
        self.heading.plies += usize::from(is_of_game);
        is_of_game
    }
}

impl Visitor for HeadingReader {
    fn begin_game(&mut self, place: Place) {
        self.heading.place = place;
    }

    fn tag(&mut self, name: &str, value: &str, place: Place) {
        self.is_something |= !name.is_empty();
        let is_new = !self.heading.tags.iter().any(|tag| tag.name == name);
        if is_new && LISTED.contains(&standard_name(name)) {
            let value = value.chars().take(LONGEST_VALUE).collect();
            self.heading.tags.push(Tag { name: name.to_owned(), value, place });
        }
    }

    fn mv(&mut self, text: &str, _: Place) {
        if self.ply() && self.heading.moves.len() < MOST_MOVES {
            let letters = text.chars().filter(|letter| !letter.is_whitespace());
            self.heading.moves.push(letters.take(LONGEST_MOVE).collect());
        }
    }

    fn unknown_move(&mut self, _: Place) {
        self.ply();
    }

    fn setup(&mut self, _: &str, _: Place) {
        self.ply();
    }

    fn begin_variation(&mut self, _: Place) {
        self.depth += 1;
    }

    fn end_variation(&mut self, _: Place) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn result(&mut self, text: &str, _: Place) {
        if self.depth == 0 && self.heading.terminator.is_none() {
            self.heading.terminator = Some(text.chars().take(LONGEST_MOVE).collect());
        }
    }
}
