//! Frysk!: Frisian draughts with five men a side.
//!
//! All articles are those of Frisian draughts.

use crate::geometry::Board10Sideways;
use crate::rules::{Official, Spec};
use crate::variants::Frisian;

/// Frysk!: Frisian draughts with five men a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frysk;

impl Official for Frysk {
    type Board = Board10Sideways;

    const SPEC: Spec = Spec {
        name: "frysk",
        aliases: &["frysk!"],
        title: "Frysk!",
        rulebook: "Official rules of Frisian draughts (FRI), 2011, with five men a side",
        // Five men on the last row.
        rows: 1,
        // PDN has no number for it.
        game_type: None,
        ..Frisian::SPEC
    };
}
