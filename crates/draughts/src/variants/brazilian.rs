//! Brazilian draughts: international rules on 64 squares.
//!
//! Articles are those of FMJD Annex 1, which the Brazilian confederation (CBJD) follows.
//!
//! Where sources disagree: one description lets the dark side start; the CBJD and PDN let White. For draws the CBJD
//! counts 20 king moves; some servers use the Russian rules instead, which we do not.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};
use crate::variants::International;

/// Brazilian draughts: international rules on 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Brazilian;

impl Official for Brazilian {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "brazilian",
        aliases: &["brazil"],
        title: "Brazilian draughts",
        rulebook: "Confederação Brasileira de Jogo de Damas (CBJD); FMJD Annex 1",
        // CBJD: White.
        first: Color::White,
        rows: 3,
        rows_behind: 0,
        naming: Naming::LETTERS,
        capture_separator: 'x',
        game_type: Some("26,W,8,8,A0,0"),
        // As in international draughts, article by article.
        facts: International::SPEC.facts,
        draws: &[
            // CBJD: the third occurrence.
            DrawRule::automatic(DrawWhen::Repetition, 3),
            // CBJD: 20 moves each by kings only, without capture.
            DrawRule::automatic(DrawWhen::KingsOnly, 20),
        ],
    };
}
