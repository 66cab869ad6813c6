//! Frisian draughts, *Frysk damjen*.
//!
//! Articles are those of the official rules of Frisian draughts (FRI, 2011).
//!
//! Where sources disagree: art. 21.1 draws king against king at once, unless a capture is possible or unavoidable;
//! servers count two moves each instead. We follow the article. Art. 11 gives `k` kings less than `2k` men and more
//! than `2k - 1`; a fixed 1.5 is wrong from three kings on.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::facts::*;
use crate::geometry::Board10Sideways;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Frisian draughts, *Frysk damjen*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Frisian;

impl Official for Frisian {
    type Board = Board10Sideways;

    const SPEC: Spec = Spec {
        name: "frisian",
        aliases: &["frysk damjen", "fries"],
        title: "Frisian draughts",
        rulebook: "Official rules of Frisian draughts (FRI), 2011",
        // FRI 6.
        first: Color::White,
        // FRI 4: twenty men a side.
        rows: 4,
        rows_behind: 0,
        // FRI 3, 5: 46 at White's left.
        naming: Naming::NUMBERS,
        capture_separator: 'x',
        game_type: Some("40,W,10,10,N2,0"),
        facts: Facts {
            // FRI 7, 9: pieces move diagonally and capture in all eight directions.
            lines: Lines::DiagonalCaptureAll,
            // FRI 7.
            men_capture: MenCapture::AllRound,
            men_take_kings: true,
            // FRI 9.
            king_range: KingRange::Flying,
            landing: Landing::Anywhere,
            // FRI 10.
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // FRI 11, 12: highest value; at equal value the king captures.
            precedence: Precedence::Value,
            // FRI 8.
            crowning: Crowning::AtMoveEnd,
            // FRI 13, 14.
            removal: Removal::AfterMove,
            turning_back: false,
            // FRI 20 a, f.
            blocked: Blocked::Loses,
            first_king_wins: false,
            // FRI 17: with a man left, no king moves more than three times in a row without capturing.
            king_run: Some(3),
        },
        draws: &[
            // FRI 18: two kings against one: 7 moves each.
            DrawRule::automatic(DrawWhen::Forces(Forces::TwoKingsAgainstKing), 7),
            // FRI 21.1: neither king can capture now, or will inevitably be captured after its next move.
            DrawRule::automatic(DrawWhen::KingAgainstKing, 1),
        ],
    };
}
