//! Portuguese draughts, *damas clássicas*: pieces move as in the Spanish game.
//!
//! Articles are those of the Federação Portuguesa de Damas (FPD). Its laws of limited moves ("lances
//! limitados") could not be consulted; only the repetition on claim is known here.

use crate::draws::{DrawRule, DrawWhen};
use crate::geometry::Board8Right;
use crate::rules::{Official, Spec};
use crate::variants::Spanish;

/// Portuguese draughts, *damas clássicas*: pieces move as in the Spanish game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Portuguese;

impl Official for Portuguese {
    type Board = Board8Right;

    const SPEC: Spec = Spec {
        name: "portuguese",
        aliases: &["classicas"],
        title: "Portuguese draughts",
        rulebook: "Federação Portuguesa de Damas (FPD)",
        game_type: Some("28,W,8,8,N1,1"),
        // FPD: quantity, then quality; which piece captures does not matter.
        facts: Spanish::SPEC.facts,
        // FPD: on claim.
        draws: &[DrawRule::on_claim(DrawWhen::Repetition, 3)],
        // FPD 3, 6: White first, the dark corner at the right, squares as in Spain.
        ..Spanish::SPEC
    };
}
