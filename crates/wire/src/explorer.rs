//! The explorer: what was played in a position, over a collection of games.

use crate::bounds::{Text, at_most};
use crate::player::{Player, Standing};
use serde::{Deserialize, Serialize};

/// The most games of one's own that a collection is made of.
pub const MOST_OWN_GAMES: usize = 2_000;

/// What a collection knows of a position. White and Black are those of the position that was asked about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerView {
    /// The games that came to it; those without a result are counted only here.
    #[cfg_attr(feature = "schema", schema(example = 37))]
    pub games: u64,
    /// Those that White won.
    #[cfg_attr(feature = "schema", schema(example = 15))]
    pub white: u64,
    /// Drawn games.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub draws: u64,
    /// Those that Black won.
    #[cfg_attr(feature = "schema", schema(example = 10))]
    pub black: u64,
    /// Those that ended here.
    pub ended: u64,
    /// Whether all games of the collection were read: a server that has just started is still reading its own.
    pub complete: bool,
    /// The names of the ballots that lead here.
    #[cfg_attr(feature = "schema", schema(example = json!(["57"])))]
    pub ballots: Vec<String>,
    /// The moves that were played, most played first.
    pub moves: Vec<ExplorerMoveView>,
}

/// A move that was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerMoveView {
    /// The move.
    #[cfg_attr(feature = "schema", schema(example = "32-28"))]
    pub text: String,
    /// The games in which it was played; those without a result are counted only here.
    pub games: u64,
    /// Those that White won.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Those that Black won.
    pub black: u64,
    /// The average rating of those who played it, as far as their ratings are known.
    pub average_rating: Option<u16>,
    /// The last day on which it was played; unknown parts are `??`.
    #[cfg_attr(feature = "schema", schema(example = "2026.11.19"))]
    pub last_played: Option<String>,
    /// A few of the games: of the strongest players, then the latest.
    pub examples: Vec<ExplorerGameView>,
}

/// A game of a collection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerGameView {
    /// The players, White first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub players: [Player; 2],
    /// Their ratings, White's first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub ratings: [Option<u16>; 2],
    /// The event.
    pub event: Option<String>,
    /// The day; unknown parts are `??`.
    pub date: Option<String>,
    /// The result.
    pub result: Standing,
    /// The page that shows it.
    #[cfg_attr(feature = "schema", schema(example = "/game/k3m7q2x9ab"))]
    pub link: String,
}

/// A collection that can be asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerSource {
    /// The value of `source`.
    #[cfg_attr(feature = "schema", schema(example = "server"))]
    pub source: String,
    /// How many games it has.
    #[cfg_attr(feature = "schema", schema(example = 1_200))]
    pub games: u64,
}

/// The name of a game, `:`, and the key to a seat in it.
pub type OwnGameText = Text<1, 64>;

/// Games of one's own to make a collection of; those of an account need not be named.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "games": [] })))]
#[serde(deny_unknown_fields)]
pub struct OwnGames {
    /// The games, each with `:` and the key to a seat in it.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_OWN_GAMES>")]
    #[cfg_attr(feature = "schema", schema(inline, max_items = 2_000))]
    pub games: Vec<OwnGameText>,
}
