//! Games and positions for pages. A page knows no rules: it gets the legal moves with their paths, and the reasons why
//! others are illegal.

use crate::part::Part;
use crate::player::Player;
use arbiter::Snapshot;
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use words::Phrase;

/// The state of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameView {
    /// The id of the game, for links.
    pub id: String,
    /// The number of lines in its log: a view with a higher number is newer.
    pub seq: u64,
    /// The state of the table.
    pub table: Snapshot,
    /// The board.
    #[cfg_attr(feature = "schema", schema(value_type = BoardView))]
    pub board: Part<BoardView>,
    /// The current position.
    #[cfg_attr(feature = "schema", schema(value_type = PositionView))]
    pub position: Part<PositionView>,
    /// The square of each piece, by its identity, which stays the same through the game: `white-1`, `white-2` and so
    /// on, numbered by the starting squares.
    #[cfg_attr(feature = "schema", schema(value_type = std::collections::BTreeMap<String, u8>))]
    pub pieces: Part<Pieces>,
    /// The position before the first move, in Hub style.
    pub start: String,
    /// The moves so far.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<PlyView>))]
    pub history: Vec<Part<PlyView>>,
    /// The players, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    /// The level of the computer on each side, White's first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub computer: [Option<u8>; 2],
    /// The accounts of the players, White first; null for a player without one.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub people: [Option<SeatedAccountView>; 2],
    /// Whether the game is rated.
    pub rated: bool,
    /// The rating changes, White's first; null until the result of a rated game is counted, right after its end.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<RatingChange>; 2],
    /// The score of the two players over a series of rematches, including this game's result; null in the first game.
    pub score: Option<MatchScore>,
    /// The sides the requester may play.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<arbiter::SideSchema>))]
    pub yours: Vec<Color>,
    /// The game's result and counters in words.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the rematch, if the players agreed on one.
    pub next: Option<String>,
}

/// Square numbers by the identities of the pieces on them.
pub type Pieces = BTreeMap<String, u8>;

/// A player with an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatedAccountView {
    /// The account's name: `/people/NAME` shows more.
    #[cfg_attr(feature = "schema", schema(example = "Ada"))]
    pub name: String,
    /// The rating when they joined, in games of this kind.
    pub rating: Option<u32>,
    /// Whether that rating was provisional.
    pub provisional: bool,
}

/// A rating change after a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// The rating before, rounded.
    #[cfg_attr(feature = "schema", schema(example = 1512))]
    pub before: u32,
    /// The rating after it.
    #[cfg_attr(feature = "schema", schema(example = 1524))]
    pub after: u32,
}

/// The results of games between the same two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MatchScore {
    /// Games won by the player who is White in this one.
    #[cfg_attr(feature = "schema", schema(example = 2))]
    pub white: u32,
    /// Games won by the player who is Black in this one.
    #[cfg_attr(feature = "schema", schema(example = 1))]
    pub black: u32,
    /// Drawn games.
    pub drawn: u32,
}

impl MatchScore {
    /// Adds a game, won by this side or drawn.
    pub fn with(mut self, winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => self.white += 1,
            Some(Color::Black) => self.black += 1,
            None => self.drawn += 1,
        }
        self
    }

    /// Swaps the sides.
    pub fn swapped(self) -> Self {
        Self { white: self.black, black: self.white, ..self }
    }
}

/// The result and the counters of a game, as sentences of the catalogues.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Said {
    /// The result and the reason; empty while the game is in progress.
    pub ending: Vec<Phrase>,
    /// The counters of the draw rules, in the order of `table.counters`.
    pub counters: Vec<SaidCounter>,
    /// The draws that can be claimed, in the order of `table.claims`.
    pub claims: Vec<Phrase>,
}

/// A draw rule's counter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SaidCounter {
    /// The whole sentence: "Moves without a capture: 12 of 25".
    pub phrase: Phrase,
    /// The count so far.
    pub count: u16,
    /// The count at which the game is drawn.
    pub limit: u16,
    /// Whether a player must claim it.
    pub claimed: bool,
}

/// The board: its squares and their names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardView {
    /// Squares from left to right.
    pub width: u8,
    /// Squares from top to bottom.
    pub height: u8,
    /// Whether every square is played on.
    pub every: bool,
    /// Whether moves are written in letters.
    pub letters: bool,
    /// Whether captured pieces are removed as they are jumped, not after the move.
    pub removes_at_once: bool,
    /// The playing squares in the order of their numbers, from 1: row and column from the top left with White at the
    /// bottom, and the name in letters.
    pub squares: Vec<(u8, u8, String)>,
}

/// A position, with its legal moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// The position in PDN style.
    pub fen: String,
    /// The position in Hub style: the side to move, then a letter for each square, by number.
    pub hub: String,
    /// The hash, in sixteen hexadecimal digits.
    pub hash: String,
    /// The legal moves.
    pub legal: Vec<MoveView>,
    /// The rules that forbid other moves, in the order they apply; empty if there are too many captures to tell.
    pub because: Vec<Because>,
}

/// A move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// The notation of the move.
    pub text: String,
    /// Its paths; only one if there are too many.
    pub paths: Vec<PathView>,
    /// Whether it promotes a man.
    pub crowns: bool,
}

/// A path of a move, as square numbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathView {
    /// The squares of the path, from start to end.
    pub squares: Vec<u8>,
    /// The captured squares, in order.
    pub takes: Vec<u8>,
}

/// A rule, and the moves that it forbids.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Because {
    /// The rule in words.
    pub rule: Phrase,
    /// The moves; only the first if there are very many.
    pub rejected: Vec<MoveView>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyView {
    /// The notation of the move.
    pub text: String,
    /// The path to show.
    pub path: PathView,
    /// The identity of the piece that moved.
    pub piece: String,
    /// The identities of the captured pieces.
    pub taken: Vec<String>,
    /// The position after it, in Hub style.
    pub hub: String,
    /// The hash, in sixteen hexadecimal digits.
    pub hash: String,
}

/// A new game, with its keys.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedView {
    /// The id of the game, for links.
    #[cfg_attr(feature = "schema", schema(example = "k3m7q2x9ab"))]
    pub id: String,
    /// The key to the creator's seats. It is shown only once.
    #[cfg_attr(feature = "schema", schema(example = "0123456789abcdef0123456789abcdef"))]
    pub key: String,
    /// The invitation to the other seat, in a game with a friend; it works once.
    #[cfg_attr(feature = "schema", schema(example = "fedcba9876543210fedcba9876543210"))]
    pub invitation: Option<String>,
}

/// Whether a move is legal, and if not, why.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WhyNot {
    /// Whether it is legal.
    pub legal: bool,
    /// Why the move is illegal, in a sentence.
    pub message: Option<Phrase>,
}

/// A move that a strong player would make.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The move; none when the game is over.
    #[cfg_attr(feature = "schema", schema(example = "c3-d4"))]
    pub text: Option<String>,
}
