//! Czech draughts, *česká dáma*.
//!
//! Articles are those of the Czech federation's rules (damweb.cz). No draw by count is known: games are drawn by
//! agreement.

use crate::color::Color;
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Czech draughts, *česká dáma*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Czech;

impl Official for Czech {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "czech",
        aliases: &["ceska"],
        title: "Czech draughts",
        rulebook: "Czech draughts federation, rules of Czech draughts",
        first: Color::White,
        rows: 3,
        rows_behind: 0,
        // 2.4, 2.6.
        naming: Naming::LETTERS,
        capture_separator: 'x',
        game_type: Some("29,W,8,8,A0,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // 4.1: men capture forwards only.
            men_capture: MenCapture::Forward,
            men_take_kings: true,
            // 3.9: kings fly.
            king_range: KingRange::Flying,
            // Any empty square behind, but one from which the capture continues if there is one.
            landing: Landing::Anywhere,
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // 4.14: a king's capture takes precedence over any man's; otherwise free choice.
            precedence: Precedence::KingFirst,
            // A man that reaches the far row stops there.
            crowning: Crowning::EndsMove,
            removal: Removal::AfterMove,
            turning_back: false,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[],
    };
}
