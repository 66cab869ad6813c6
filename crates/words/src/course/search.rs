//! Exhaustive search for exercises, which have few pieces and short solutions.

use draughts::{AnyPosition, Color, Move, Ruleset};

/// Whether this side wins within this many plies against any defence.
pub fn wins(position: &AnyPosition, side: Color, plies: u32) -> bool {
    if let Some(outcome) = position.outcome() {
        return outcome.winner == Some(side);
    }
    let Some(plies) = plies.checked_sub(1) else { return false };
    let mut moves = position.legal_moves().into_iter();
    let mut leads = |mv: Move| wins(&position.play_unchecked(&mv), side, plies);
    if position.turn() == side { moves.any(leads) } else { moves.all(&mut leads) }
}

/// Whether the side that is not to move threatens to capture.
pub fn is_threatened(rules: &Ruleset, position: &AnyPosition) -> bool {
    let fen = position.to_fen().replacen('W', "B", 1);
    AnyPosition::from_fen(rules, &fen).is_ok_and(|turned| turned.any_capture())
}

/// How many pieces a sacrifice wins back at least with the player's next move, without promoting, if the other side can
/// only capture fewer before.
pub fn shot(position: &AnyPosition, mv: &Move) -> Option<u32> {
    if mv.promotes() {
        return None;
    }
    let offered = position.play_unchecked(mv);
    let replies = offered.legal_moves();
    let taken = |mv: &Move| mv.captured().len() as u32;
    let pays = |reply: &Move| {
        let legal = offered.play_unchecked(reply).legal_moves();
        let most = legal.iter().map(taken).max().filter(|most| *most > taken(reply));
        most.filter(|_| reply.is_capture())
    };
    let all: Option<Vec<u32>> = replies.iter().map(pays).collect();
    all?.into_iter().min()
}
