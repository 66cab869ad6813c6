//! International draughts on 100 squares, also called Polish draughts; in France simply *dames*.
//!
//! Articles are those of the Fédération Mondiale du Jeu de Dames (FMJD), Annex 1 of November 2015;
//! R-FR numbers those of our requirements.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::facts::*;
use crate::geometry::Board10;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// International draughts on 100 squares, also called Polish draughts; in France simply *dames*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct International;

impl Official for International {
    type Board = Board10;

    const SPEC: Spec = Spec {
        name: "international",
        aliases: &["french", "polish", "dames", "normal"],
        title: "International draughts",
        rulebook: "Fédération Mondiale du Jeu de Dames (FMJD), Annex 1, November 2015",
        // FMJD 3.3, R-FR-1.
        first: Color::White,
        // FMJD 2.8, R-FR-1: twenty men a side on four rows.
        rows: 4,
        rows_behind: 0,
        // FMJD 2.6: 1 to 50 from the top left; 46 at White's lower left.
        naming: Naming::NUMBERS,
        capture_separator: 'x',
        game_type: Some("20,W,10,10,N2,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // FMJD 4.1, R-FR-2: men capture forwards and backwards.
            men_capture: MenCapture::AllRound,
            men_take_kings: true,
            // FMJD 3.9, R-FR-3: kings fly.
            king_range: KingRange::Flying,
            // FMJD 4.3, 4.6, R-FR-3: a king lands on any empty square behind the captured piece.
            landing: Landing::Anywhere,
            // FMJD 4.2, 4.3, R-FR-4.
            capture: Duty::Mandatory,
            // FMJD 4.5, 4.6, R-FR-4: a capture goes on while it can.
            continuation: Duty::Mandatory,
            // FMJD 4.13, 4.14, R-FR-4: most pieces, a king counting as one; free choice among equals.
            precedence: Precedence::Number,
            // FMJD 3.5, 4.15, R-FR-5: a man that only passes through the far row stays a man.
            crowning: Crowning::AtMoveEnd,
            // FMJD 4.8, 4.11, R-FR-4: a piece is jumped once, and all leave after the move.
            removal: Removal::AfterMove,
            turning_back: false,
            // FMJD 7.2.2, 7.2.3, R-FR-6.
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // FMJD 6.1, R-FR-8: the third occurrence with the same side to move.
            DrawRule::automatic(DrawWhen::Repetition, 3),
            // FMJD 6.2: 25 moves each by kings only, without capture.
            DrawRule::automatic(DrawWhen::KingsOnly, 25),
            // FMJD 6.3: 16 moves each. The count starts when the forces arise and is never restarted.
            DrawRule::automatic(DrawWhen::Forces(Forces::ThreeAgainstKing), 16),
            // FMJD 6.4: 5 moves each.
            DrawRule::automatic(DrawWhen::Forces(Forces::TwoAgainstKing), 5),
        ],
    };
}
