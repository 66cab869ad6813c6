//! Turkish draughts, *dama*, played along rows and columns on all 64 squares.
//!
//! There is no rulebook of a federation; the rules are collected from our sources.
//!
//! Where sources disagree: a man that reaches the far row by capturing continues as a man, sideways, and is crowned at
//! the end of its move (older descriptions, pydraughts, hcheckers); others crown it at once or end the move. One piece
//! against one is drawn after two moves each.

use crate::color::Color;
use crate::draws::{DrawRule, DrawWhen, Forces};
use crate::facts::*;
use crate::geometry::Board64;
use crate::naming::Naming;
use crate::rules::{Official, Spec};

/// Turkish draughts, *dama*, played along rows and columns on all 64 squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turkish;

impl Official for Turkish {
    type Board = Board64;

    const SPEC: Spec = Spec {
        name: "turkish",
        aliases: &["turk"],
        title: "Turkish draughts",
        rulebook: "Turkish dama, as commonly described",
        first: Color::White,
        // Sixteen men a side on the second and third rows.
        rows: 2,
        rows_behind: 1,
        naming: Naming::LETTERS,
        capture_separator: 'x',
        game_type: Some("30,W,8,8,A0,0"),
        facts: Facts {
            // Pieces move and capture along rows and columns.
            lines: Lines::Orthogonal,
            // Men move forwards and sideways, never backwards.
            men_capture: MenCapture::Forward,
            men_take_kings: true,
            // Kings fly.
            king_range: KingRange::Flying,
            landing: Landing::Anywhere,
            capture: Duty::Mandatory,
            continuation: Duty::Mandatory,
            // Most pieces, a king counting as one.
            precedence: Precedence::Number,
            crowning: Crowning::AtMoveEnd,
            // A piece leaves the board as soon as it is jumped, which may open lines.
            removal: Removal::AtOnce,
            // No turn by 180° between two captures.
            turning_back: false,
            blocked: Blocked::Loses,
            first_king_wins: false,
            king_run: None,
        },
        draws: &[
            DrawRule::automatic(DrawWhen::Forces(Forces::OneAgainstOne), 2),
            DrawRule::on_claim(DrawWhen::Repetition, 3),
        ],
    };
}
