//! Serialization with the feature `serde`, for types that are written as text. Plain values derive it where they are
//! defined; squares and moves only mean something in a position, which writes and reads them.

use crate::any::AnyPosition;
use crate::game::Game;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::variants::Variant;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! as_text {
    ($($name:ident)*) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.collect_str(self)
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
                }
            }
        )*
    };
}

as_text! { Variant Ruleset }

/// A position is its FEN.
impl<R: Rules> Serialize for Position<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_fen())
    }
}

impl<'de, R: Rules + Default> Deserialize<'de> for Position<R> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_fen(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A game is its rules, its start position, and its moves as text.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Game")]
struct Transcript {
    rules: Ruleset,
    start: String,
    moves: Vec<String>,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let positions = (0..).map_while(|plies| self.position_after(plies));
        let moves = self.history().zip(positions).map(|(mv, before)| before.text(mv)).collect();
        let transcript =
            Transcript { rules: self.rules().clone(), start: self.start().to_fen(), moves };
        transcript.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Transcript { rules, start, moves } = Transcript::deserialize(deserializer)?;
        let start = AnyPosition::from_fen(&rules, &start).map_err(D::Error::custom)?;
        let mut game = Game::from_position(rules, start);
        for text in moves {
            let mv = game.position().parse_move(&text).map_err(D::Error::custom)?;
            game.play(&mv).map_err(D::Error::custom)?;
        }
        Ok(game)
    }
}
