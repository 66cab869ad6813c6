//! Thai draughts, *makhos*.
//!
//! Rules as published by mindsports.nl and coldmoon.io; there is no rulebook of a federation.
//!
//! Where sources disagree: PDN lets Black start, others White or either; we follow PDN. A king may turn back over the
//! piece it has just captured (coldmoon, dctl), which mindsports does not allow. No draw by count is known.

use crate::color::Color;
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Thai draughts, *makhos*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Thai;

impl Official for Thai {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "thai",
        aliases: &["makhos", "makhorse"],
        title: "Thai draughts",
        rulebook: "Makhos, as described by mindsports.nl and coldmoon.io",
        // PDN GameType 31.
        first: Color::Black,
        // Two rows of four: eight men a side.
        rows: 2,
        rows_behind: 0,
        // Square 1 is the top left as Black, who starts, sees it.
        naming: Naming::NUMBERS_FROM_WHITE,
        capture_separator: '-',
        game_type: Some("31,B,8,8,N2,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // Men capture forwards only.
            men_capture: MenCapture::Forward,
            men_take_kings: true,
            // Kings fly…
            king_range: KingRange::Flying,
            // … but land directly behind the piece they capture.
            landing: Landing::Behind,
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // Free choice among captures.
            precedence: Precedence::Free,
            // A man that reaches the far row stops there.
            crowning: Crowning::EndsMove,
            // A piece leaves the board as soon as it is jumped…
            removal: Removal::AtOnce,
            // … and the king may turn back over its square.
            turning_back: true,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[],
    };
}
