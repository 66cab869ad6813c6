//! A game or a position as a page shows it. The page has no rules of its own: it gets the legal moves with
//! their whole paths, and why there are no others.

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
    /// The position now.
    #[cfg_attr(feature = "schema", schema(value_type = PositionView))]
    pub position: Part<PositionView>,
    /// The square of each piece, by its identity, which it keeps through the game: `white-1`, `white-2` and so
    /// on, numbered by the squares of the start.
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
    /// Whether the result counts for their ratings.
    pub rated: bool,
    /// What the result has made of their ratings, White's first: nothing until it is counted, right after the end of a
    /// rated game.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<RatingChange>; 2],
    /// The score of the two players over all games in which this one follows by rematch, its own result included; nothing
    /// in the first.
    pub score: Option<MatchScore>,
    /// The sides the requester may play.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<arbiter::SideSchema>))]
    pub yours: Vec<Color>,
    /// The game's ending and counters in words.
    #[cfg_attr(feature = "schema", schema(value_type = Said))]
    pub said: Part<Said>,
    /// The id of the next game between the same players, if they agreed on one.
    pub next: Option<String>,
}

/// The numbers of squares by the identities of the pieces on them.
pub type Pieces = BTreeMap<String, u8>;

/// A player with an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SeatedAccountView {
    /// The account's name: `/people/NAME` shows more.
    #[cfg_attr(feature = "schema", schema(example = "Ada"))]
    pub name: String,
    /// The rating when they sat down, in games of this kind.
    pub rating: Option<u32>,
    /// Whether too little was known for it to be compared.
    pub provisional: bool,
}

/// What a game has made of a rating.
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
    /// How many were won by whoever plays White in this one.
    #[cfg_attr(feature = "schema", schema(example = 2))]
    pub white: u32,
    /// How many were won by whoever plays Black in this one.
    #[cfg_attr(feature = "schema", schema(example = 1))]
    pub black: u32,
    /// How many were drawn.
    pub drawn: u32,
}

impl MatchScore {
    /// With a further game, won by this side or drawn.
    pub fn with(mut self, winner: Option<Color>) -> Self {
        match winner {
            Some(Color::White) => self.white += 1,
            Some(Color::Black) => self.black += 1,
            None => self.drawn += 1,
        }
        self
    }

    /// The players have changed sides.
    pub fn swapped(self) -> Self {
        Self { white: self.black, black: self.white, ..self }
    }
}

/// The ending and the counters of a game, as sentences of the catalogues.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Said {
    /// How the game ended: the winner and the reason. Empty while it goes on.
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
    /// The whole of it: "Moves without a capture: 12 of 25".
    pub phrase: Phrase,
    /// The count so far.
    pub count: u16,
    /// The count at which the game is drawn.
    pub limit: u16,
    /// Whether a player must claim it.
    pub claimed: bool,
}

/// The board: which squares there are, and what they are called.
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
    /// Whether captured pieces leave the board as they are jumped, not after the move.
    pub removes_at_once: bool,
    /// The squares played on in the order of their numbers, from 1: row and column from the top
    /// left with White below, and the name in letters.
    pub squares: Vec<(u8, u8, String)>,
}

/// A position, and all that may be done in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// The position in PDN style.
    pub fen: String,
    /// The position in Hub style: the side to move, then a letter for each square by number.
    pub hub: String,
    /// Sixteen hexadecimal digits.
    pub hash: String,
    /// The legal moves.
    pub legal: Vec<MoveView>,
    /// The rules that left no others, in the order in which they apply; none where there are too many ways
    /// to capture to tell.
    pub because: Vec<Because>,
}

/// A move.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveView {
    /// The notation of the move.
    pub text: String,
    /// The ways to walk it; where there are too many to tell, one of them.
    pub paths: Vec<PathView>,
    /// Whether it makes a king.
    pub crowns: bool,
}

/// A way to walk a move, in numbers of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PathView {
    /// The squares of the path, from start to end.
    pub squares: Vec<u8>,
    /// The pieces taken, in order.
    pub takes: Vec<u8>,
}

/// A rule, and the moves that it does not allow.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Because {
    /// The rule in words.
    pub rule: Phrase,
    /// The moves; of very many, the first.
    pub rejected: Vec<MoveView>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlyView {
    /// The notation of the move.
    pub text: String,
    /// The way it is shown.
    pub path: PathView,
    /// The identity of the piece that moved.
    pub piece: String,
    /// The identities of the pieces that it took.
    pub taken: Vec<String>,
    /// The position after it, in Hub style.
    pub hub: String,
    /// Sixteen hexadecimal digits.
    pub hash: String,
}

/// A new game, and the key to its seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedView {
    /// The id of the game, for links.
    #[cfg_attr(feature = "schema", schema(example = "k3m7q2x9ab"))]
    pub id: String,
    /// The key to the seats of the creator; it is shown only once.
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
    /// Why the move is not legal, in a sentence.
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
