//! Russian draughts, *shashki*.
//!
//! Articles on moves are those of the codex of draughts (2004), those on draws of the draughts-64
//! section of the FMJD (fmjd64).
//!
//! Where sources disagree: 7.2.6 speaks of "4- and 5-piece endings"; we count the pieces of both sides together, as the
//! text does. 7.2.7 is counted while the lone king stays on the long diagonal. The 32 moves of the Russian federation
//! are not used.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Russian draughts, *shashki*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Russian;

impl Official for Russian {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "russian",
        aliases: &["shashki"],
        title: "Russian draughts",
        rulebook: "FMJD section 64, Official rules of Russian draughts",
        first: Color::White,
        // Twelve men a side on three rows.
        rows: 3,
        rows_behind: 0,
        // a1 at White's lower left.
        naming: Naming::LETTERS,
        capture_separator: ':',
        game_type: Some("25,W,8,8,A0,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // Codex 1.5.3: men capture forwards and backwards.
            men_capture: MenCapture::AllRound,
            men_take_kings: true,
            // Codex 1.4.5: kings fly.
            king_range: KingRange::Flying,
            // Any empty square behind, but one from which the capture continues if there is one.
            landing: Landing::Anywhere,
            capture: Duty::Mandatory,
            // A capture must be completed.
            continuation: Duty::Mandatory,
            // Free choice among captures.
            precedence: Precedence::Free,
            // Codex 1.5.15: crowned on the way, it continues as a king.
            crowning: Crowning::GoesOnAsKing,
            // Removed after the move, none jumped twice.
            removal: Removal::AfterMove,
            turning_back: false,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // fmjd64 7.2.3: the third occurrence.
            DrawRule::automatic(DrawWhen::Repetition, 3),
            // fmjd64 7.2.4: three or more kings against one do not win within 15 moves.
            DrawRule::automatic(DrawWhen::Forces(Forces::ThreeKingsAgainstKing), 15),
            // fmjd64 7.2.5: 15 moves each by kings only, without capture.
            DrawRule::automatic(DrawWhen::KingsOnly, 15),
            // fmjd64 7.2.6: no change of balance for 30 moves (4 or 5 pieces) or 60 (6 or 7 pieces).
            DrawRule::automatic(DrawWhen::NoChange(4, 5), 30),
            DrawRule::automatic(DrawWhen::NoChange(6, 7), 60),
            // fmjd64 7.2.7: three against a king that holds the long diagonal: 5 moves.
            DrawRule::automatic(DrawWhen::Forces(Forces::ThreeAgainstKingOnLongDiagonal), 5),
            // fmjd64 7.2.8: two against a king: 5 moves.
            DrawRule::automatic(DrawWhen::Forces(Forces::TwoAgainstKing), 5),
        ],
    };
}
