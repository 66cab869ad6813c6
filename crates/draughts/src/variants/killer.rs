//! Killer draughts: international draughts with a king's last step shortened.
//!
//! Articles are those of FMJD Annex 1. As two kings beat one here, the endgames of articles 6.3 and 6.4 are not drawn
//! by count.

use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board10;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Killer draughts: international draughts with a king's last step shortened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Killer;

impl Official for Killer {
    type Board = Board10;

    const SPEC: Spec = Spec {
        name: "killer",
        aliases: &["killer draughts"],
        title: "Killer draughts",
        rulebook: "FMJD Annex 1, with the killer rule",
        facts: Facts {
            // The killer rule: when the last piece taken is a king, the king stops directly behind it.
            landing: Landing::BehindLastKing,
            ..International::SPEC.facts
        },
        draws: &[
            DrawRule::automatic(DrawWhen::Repetition, 3),
            DrawRule::automatic(DrawWhen::KingsOnly, 25),
        ],
        ..International::SPEC
    };
}
