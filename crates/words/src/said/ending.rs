//! The result of a game.

use super::of_side;
use crate::Phrase;
use arbiter::{EndReason, Ending};
use draughts::{AnyPosition, Color, Reason};

/// The result of a game that ended in this position, as two sentences: the winner, and the reason.
pub fn ending(ending: &Ending, position: &AnyPosition) -> Vec<Phrase> {
    let result = match ending.winner {
        Some(winner) => of_side(winner, "end.white-wins", "end.black-wins"),
        None if ending.has_result() => Phrase::new("end.draw"),
        None => Phrase::new("end.no-result"),
    };
    vec![result, reason(ending, position)]
}

fn reason(ending: &Ending, position: &AnyPosition) -> Phrase {
    // An aborted game has no loser, and for a draw either side can be named.
    let winner = ending.winner.unwrap_or(Color::White);
    match ending.reason {
        EndReason::Rules(Reason::NoPieces) => {
            // If losing all pieces wins, the side without pieces is the winner.
            let empty = Color::BOTH.into_iter().find(|side| position.pieces(*side).is_empty());
            let empty = empty.unwrap_or(!winner);
            of_side(empty, "end.no-pieces-white", "end.no-pieces-black")
        }
        EndReason::Rules(Reason::NoMoves) => {
            of_side(position.turn(), "end.no-moves-white", "end.no-moves-black")
        }
        EndReason::Rules(Reason::FirstKing) => {
            of_side(winner, "end.first-king-white", "end.first-king-black")
        }
        EndReason::Rules(Reason::Draw(rule)) | EndReason::Claim(rule) => Phrase::from(&rule),
        EndReason::Agreement => Phrase::new("end.agreement"),
        EndReason::Resignation => of_side(!winner, "end.resigned-white", "end.resigned-black"),
        EndReason::Time => of_side(!winner, "end.time-white", "end.time-black"),
        EndReason::Abandoned => of_side(!winner, "end.left-white", "end.left-black"),
        EndReason::Aborted => Phrase::new("end.aborted"),
        EndReason::TooLong => Phrase::new("end.too-long"),
    }
}
