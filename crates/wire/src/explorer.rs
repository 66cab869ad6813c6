//! The explorer: which moves were played in a position, over a collection of games.

use crate::bounds::{Text, at_most};
use crate::player::{Player, Standing};
use crate::report::OpeningName;
use serde::{Deserialize, Serialize};

/// The most own games in a collection.
pub const MOST_OWN_GAMES: usize = 2_000;

/// The statistics of a position. White and Black are those of the requested position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerView {
    /// The number of games that reached it; games without a result count only here.
    #[cfg_attr(feature = "schema", schema(example = 37))]
    pub games: u64,
    /// Games won by White.
    #[cfg_attr(feature = "schema", schema(example = 15))]
    pub white: u64,
    /// Drawn games.
    #[cfg_attr(feature = "schema", schema(example = 12))]
    pub draws: u64,
    /// Games won by Black.
    #[cfg_attr(feature = "schema", schema(example = 10))]
    pub black: u64,
    /// Games that ended here.
    pub ended: u64,
    /// Whether the collection is complete: a server that has just started is still counting its own games.
    pub complete: bool,
    /// The names of the ballots that lead to the position.
    #[cfg_attr(feature = "schema", schema(example = json!(["57"])))]
    pub ballots: Vec<String>,
    /// The name of the opening that this position is, if it has one.
    pub opening: Option<OpeningName>,
    /// The moves played, most frequent first.
    pub moves: Vec<ExplorerMoveView>,
}

/// A move played in a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerMoveView {
    /// The move.
    #[cfg_attr(feature = "schema", schema(example = "32-28"))]
    pub text: String,
    /// The number of games with the move; games without a result count only here.
    pub games: u64,
    /// Games won by White.
    pub white: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// The average rating of the players who played it, where known.
    pub average_rating: Option<u16>,
    /// The last day it was played; unknown parts are `??`.
    #[cfg_attr(feature = "schema", schema(example = "2026.11.19"))]
    pub last_played: Option<String>,
    /// A few of the games: those of the strongest players, then the latest.
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
    /// The address of its page.
    #[cfg_attr(feature = "schema", schema(example = "/game/k3m7q2x9ab"))]
    pub link: String,
}

/// A collection that can be queried.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExplorerSource {
    /// The value of `source`.
    #[cfg_attr(feature = "schema", schema(example = "server"))]
    pub source: String,
    /// The number of games.
    #[cfg_attr(feature = "schema", schema(example = 1_200))]
    pub games: u64,
}

/// A game's id, `:`, and the key to a seat.
pub type OwnGameText = Text<1, 64>;

/// Own games to make a collection of; those of an account need not be listed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({ "games": [] })))]
#[serde(deny_unknown_fields)]
pub struct OwnGames {
    /// The games, each with `:` and the key to a seat.
    #[serde(default, deserialize_with = "at_most::<_, _, MOST_OWN_GAMES>")]
    #[cfg_attr(feature = "schema", schema(inline, max_items = 2_000))]
    pub games: Vec<OwnGameText>,
}
