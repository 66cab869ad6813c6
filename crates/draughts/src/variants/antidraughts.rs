//! Antidraughts, or losing draughts: international moves, but who cannot move has won.
//!
//! Articles are those of FMJD Annex 1; only the repetition (6.1) draws.

use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board10;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Antidraughts, or losing draughts: international moves, but who cannot move has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Antidraughts;

impl Official for Antidraughts {
    type Board = Board10;

    const SPEC: Spec = Spec {
        name: "antidraughts",
        aliases: &["anti", "losing", "giveaway"],
        title: "Antidraughts",
        rulebook: "FMJD Annex 1, with the aim reversed",
        // PDN knows no number for it.
        game_type: None,
        facts: Facts {
            // Whoever has no piece or no move left has won.
            blocked: Blocked::Wins,
            ..International::SPEC.facts
        },
        draws: &[DrawRule::automatic(DrawWhen::Repetition, 3)],
        ..International::SPEC
    };
}
