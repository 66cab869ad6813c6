//! Canadian draughts: international rules on 144 squares.
//!
//! Articles are those of FMJD Annex 1, which the game follows on a larger board.

use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::geometry::Board12;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Canadian draughts: international rules on 144 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Canadian;

impl Official for Canadian {
    type Board = Board12;

    const SPEC: Spec = Spec {
        name: "canadian",
        aliases: &["canada"],
        title: "Canadian draughts",
        rulebook: "FMJD Annex 1, on 12×12",
        // Five rows of six: thirty men a side.
        rows: 5,
        game_type: Some("27,W,12,12,N2,0"),
        draws: &[
            DrawRule::automatic(DrawWhen::Repetition, 3),
            DrawRule::automatic(DrawWhen::Forces(Forces::ThreeKingsAgainstKing), 16),
        ],
        ..International::SPEC
    };
}
