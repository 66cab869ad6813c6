//! Breakthrough draughts: international moves, but the first king wins.
//!
//! Articles are those of FMJD Annex 1. No draw is possible: every move of a man is progress.

use crate::facts::*;
use crate::geometry::Board10;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Breakthrough draughts: international moves, but the first king wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Breakthrough;

impl Official for Breakthrough {
    type Board = Board10;

    const SPEC: Spec = Spec {
        name: "breakthrough",
        aliases: &["bt"],
        title: "Breakthrough draughts",
        rulebook: "FMJD Annex 1, with the first king winning",
        // PDN has no number for it.
        game_type: None,
        facts: Facts {
            // The first king ends the game; a side without moves loses as usual.
            first_king_wins: true,
            ..International::SPEC.facts
        },
        draws: &[],
        ..International::SPEC
    };
}
