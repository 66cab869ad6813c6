//! Brazilian draughts: international rules on 64 squares.
//!
//! Articles are those of FMJD Annex 1, which the Brazilian confederation (CBJD) follows.
//!
//! Where sources disagree: one description lets the dark side start; the CBJD and PDN let White. For
//! draws the CBJD counts 20 king moves; some servers use the Russian rules instead, we do not.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

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
        facts: Facts {
            lines: Lines::Diagonal,
            // FMJD 4.1.
            men_capture: MenCapture::AllRound,
            men_take_kings: true,
            // FMJD 3.9.
            king_range: KingRange::Flying,
            // FMJD 4.3, 4.6.
            landing: Landing::Anywhere,
            // FMJD 4.2, 4.3.
            capture: Duty::Mandatory,
            // FMJD 4.5, 4.6.
            continuation: Duty::Mandatory,
            // FMJD 4.13: most pieces.
            precedence: Precedence::Number,
            // FMJD 3.5, 4.15.
            crowning: Crowning::AtMoveEnd,
            // FMJD 4.8, 4.11.
            removal: Removal::AfterMove,
            turning_back: false,
            // FMJD 7.2.2, 7.2.3.
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // CBJD: the third occurrence.
            DrawRule::automatic(DrawWhen::Repetition, 3),
            // CBJD: 20 moves each of kings only, without capture.
            DrawRule::automatic(DrawWhen::KingsOnly, 20),
        ],
    };
}
