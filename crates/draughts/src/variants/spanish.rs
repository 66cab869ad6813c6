//! Spanish draughts, *damas españolas*.
//!
//! Articles are those of section 64's description of the Spanish game (S64).
//!
//! Where sources disagree: the "law of quality" (more kings among equal numbers) is in S64, in the
//! Portuguese regulations and in dctl, and missing in some lists of rules; we keep it.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board8Right;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Spanish draughts, *damas españolas*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Spanish;

impl Official for Spanish {
    type Board = Board8Right;

    const SPEC: Spec = Spec {
        name: "spanish",
        aliases: &["damas"],
        title: "Spanish draughts",
        rulebook: "FMJD section 64, Spanish draughts (S64)",
        first: Color::White,
        rows: 3,
        rows_behind: 0,
        // S64: the dark corner at the right, numbered from White's lower right corner.
        naming: Naming::NUMBERS_FROM_WHITE,
        capture_separator: 'x',
        game_type: Some("24,W,8,8,N1,1"),
        facts: Facts {
            lines: Lines::Diagonal,
            // S64: men capture forwards only.
            men_capture: MenCapture::Forward,
            men_take_kings: true,
            // S64: kings fly.
            king_range: KingRange::Flying,
            landing: Landing::Anywhere,
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // S64: law of quantity, then law of quality.
            precedence: Precedence::NumberThenKings,
            // S64: a man that reaches the far row by capturing stops there.
            crowning: Crowning::EndsMove,
            removal: Removal::AfterMove,
            turning_back: false,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            DrawRule::on_claim(DrawWhen::Repetition, 3),
            // S64: 40 successive king moves, 20 of each side, without capture.
            DrawRule::automatic(DrawWhen::KingsOnly, 20),
        ],
    };
}
