//! Antidraughts, or losing draughts: international moves, but the side that cannot move wins.
//!
//! Articles are those of FMJD Annex 1; only the repetition (6.1) draws.

use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board10;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Antidraughts, or losing draughts: international moves, but the side that cannot move wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Antidraughts;

impl Official for Antidraughts {
    type Board = Board10;

    const SPEC: Spec = Spec {
        name: "antidraughts",
        aliases: &["anti", "losing", "giveaway"],
        title: "Antidraughts",
        rulebook: "FMJD Annex 1, with the aim reversed",
        // PDN has no number for it.
        game_type: None,
        facts: Facts {
            // A side without pieces or moves wins.
            blocked: Blocked::Wins,
            ..International::SPEC.facts
        },
        draws: &[DrawRule::automatic(DrawWhen::Repetition, 3)],
        ..International::SPEC
    };
}
