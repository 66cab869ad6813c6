//! American pool checkers.
//!
//! Articles are those of the American Pool Checkers Association (APCA).

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::facts::*;
use crate::geometry::Board8;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// American pool checkers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pool;

impl Official for Pool {
    type Board = Board8;

    const SPEC: Spec = Spec {
        name: "pool",
        aliases: &["poolcheckers"],
        title: "Pool checkers",
        rulebook: "American Pool Checkers Association (APCA), tournament rules",
        // APCA 7: the dark side.
        first: Color::Black,
        // APCA 5.
        rows: 3,
        rows_behind: 0,
        // APCA 2.
        naming: Naming::NUMBERS,
        capture_separator: 'x',
        game_type: Some("23,B,8,8,N1,0"),
        facts: Facts {
            lines: Lines::Diagonal,
            // APCA 14: men capture forwards and backwards.
            men_capture: MenCapture::AllRound,
            men_take_kings: true,
            // APCA 15: kings fly.
            king_range: KingRange::Flying,
            // Any empty square behind, but one from which the capture continues if there is one.
            landing: Landing::Anywhere,
            capture: Duty::Mandatory,
            // A capture must be completed.
            continuation: Duty::Mandatory,
            // APCA 20: free choice among captures.
            precedence: Precedence::Free,
            // APCA 16, 22, 23: a man continues as a man, and is crowned only if its move ends there.
            crowning: Crowning::AtMoveEnd,
            // APCA 17 to 19.
            removal: Removal::AfterMove,
            turning_back: false,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            // A lone king that survives 13 moves against three kings draws.
            DrawRule::automatic(DrawWhen::Forces(Forces::ThreeKingsAgainstKing), 13),
            // APCA 26: 15 moves each by kings only, without capture; the third occurrence.
            DrawRule::automatic(DrawWhen::KingsOnly, 15),
            DrawRule::on_claim(DrawWhen::Repetition, 3),
        ],
    };
}
