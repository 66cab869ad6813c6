//! American checkers, also called English draughts.
//!
//! Articles are those of the World Checkers/Draughts Federation (WCDF); R-AM numbers those of our requirements, which
//! take precedence: the 40 moves of R-AM-9 restart on a capture only, while WCDF 1.32.2 also restarts them when a man
//! moves. The ruleset "American, WCDF count" uses the federation's count.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen};
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// American checkers, also called English draughts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct American;

impl Official for American {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "american",
        aliases: &["english", "checkers"],
        title: "American checkers",
        rulebook: "World Checkers/Draughts Federation (WCDF), Rules of Draughts",
        // R-AM-2: the dark side (red or black) moves first.
        first: Color::Black,
        // WCDF 1.11, R-AM-1: twelve men on the first three rows.
        rows: 3,
        rows_behind: 0,
        // WCDF 1.4, 1.5: single corner at the left; black men start on 1 to 12.
        naming: Naming::NUMBERS,
        capture_separator: 'x',
        game_type: Some("21,B,8,8,N1,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // WCDF 1.18, R-AM-4: men jump forwards only.
            men_capture: MenCapture::Forward,
            men_take_kings: true,
            // WCDF 1.17, R-AM-3: kings go one square in all four directions.
            king_range: KingRange::Short,
            landing: Landing::Anywhere,
            // WCDF 1.20, R-AM-5: a jump must be made, and there is free choice among jumps.
            capture: Duty::Mandatory,
            precedence: Precedence::Free,
            // R-AM-6: a jump must be completed.
            continuation: Duty::Mandatory,
            // WCDF 1.19, R-AM-7: a man crowned by a jump stops there.
            crowning: Crowning::EndsMove,
            removal: Removal::AfterMove,
            turning_back: false,
            // R-AM-8: no pieces or no moves left loses.
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // R-AM-9.
            DrawRule::automatic(DrawWhen::NoCapture, 40),
            // WCDF 1.32.1: the third occurrence, on claim.
            DrawRule::on_claim(DrawWhen::Repetition, 3),
        ],
    };
}
