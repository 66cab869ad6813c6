//! Italian draughts, *dama italiana*.
//!
//! Articles are those of the Federazione Italiana Dama (FID); R-IT numbers those of our requirements, which take
//! precedence: the 40 moves of R-IT-7 restart on a capture only, while FID 10.4 also restarts them when a man moves
//! (the ruleset "Italian, FID count").
//!
//! Where sources disagree: FID 6.9 says only that the capture is mandatory "where the king is met first". Like dctl and
//! CheckerBoard we read this as comparing the sequences piece by piece, so that captures which meet their first king at
//! the same point are decided by the next one. Repetition: the regulations (FID 9.3 b1) require the fourth occurrence,
//! a course page the third; we follow the regulations.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board8Right;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Italian draughts, *dama italiana*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Italian;

impl Official for Italian {
    type Board = Board8Right;

    const SPEC: Spec = Spec {
        name: "italian",
        aliases: &["dama", "italiana"],
        title: "Italian draughts",
        rulebook: "Federazione Italiana Dama (FID), Regolamento tecnico",
        // R-IT-1.
        first: Color::White,
        // Twelve men a side on three rows.
        rows: 3,
        rows_behind: 0,
        // FID 2.3 to 2.6, R-IT-1: the dark corner at the right, numbered from the top left.
        naming: Naming::NUMBERS,
        capture_separator: 'x',
        game_type: Some("22,W,8,8,N2,1"),
        facts: Facts {
            lines: Lines::Diagonal,
            // FID 5.3 a, R-IT-2: men capture forwards only…
            men_capture: MenCapture::Forward,
            // FID 5.3 b, R-IT-3: … and never a king.
            men_take_kings: false,
            // FID 4.7, R-IT-2: kings move one square.
            king_range: KingRange::Short,
            landing: Landing::Anywhere,
            // R-IT-4.
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // FID 6.6 to 6.9, R-IT-4: most pieces; with a king; most kings; the king met earliest.
            precedence: Precedence::Italian,
            // R-IT-6: promotion is immediate and ends the move.
            crowning: Crowning::EndsMove,
            // R-IT-5: a square may be crossed twice, but a piece is captured only once.
            removal: Removal::AfterMove,
            turning_back: false,
            // R-IT-7.
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // R-IT-7: both sides have a king and 40 moves each without a capture.
            DrawRule::automatic(DrawWhen::NoCaptureWithKings, 40),
            // FID 9.3 b1: the fourth occurrence, on claim.
            DrawRule::on_claim(DrawWhen::Repetition, 4),
        ],
    };
}
