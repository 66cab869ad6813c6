//! International (French) draughts: requirements R-FR-1 to R-FR-8.

mod common;

use common::*;
use draughts::{
    Color, DrawWhen, Forces, Game, International, Outcome, Piece, PlayError, Position, Reason,
    Variant, Why,
};

/// A king and a man at the edge on each side, out of each other's reach.
const TWO_AGAINST_TWO: &str = "W:WK46,35:BK1,16";
const THERE_AND_BACK: &str = "46-41 1-6 41-46 6-1";

const SIXTEEN: DrawWhen = DrawWhen::Forces(Forces::ThreeAgainstKing);
const FIVE: DrawWhen = DrawWhen::Forces(Forces::TwoAgainstKing);

/// R-FR-1
#[test]
fn board_and_men_at_the_start() {
    let start = Position::<International>::start();
    assert_eq!(start.to_fen(), "W:W31-50:B1-20");
    assert_eq!(start.squares().len(), 50);
    assert_eq!(start.turn(), Color::White);
    for color in Color::BOTH {
        assert_eq!(start.board().men(color).len(), 20);
    }
    assert_eq!(start.row_column(start.square("46").unwrap()), (9, 0));
    assert_eq!(start.row_column(start.square("5").unwrap()), (0, 9));
}

/// R-FR-2
#[test]
fn men_step_forward_and_capture_both_ways() {
    assert_moves("international", "W:W28:B1", "28-22 28-23");
    assert_moves("international", "B:W50:B22", "22-27 22-28");
    assert_moves("international", "W:W28:B22,23,32,33", "28x17 28x19 28x37 28x39");
}

/// R-FR-3
#[test]
fn kings_fly() {
    assert_moves("international", "W:WK46:B5", "46-41 46-37 46-32 46-28 46-23 46-19 46-14 46-10");
    assert_moves("international", "W:WK46:B28", "46x23 46x19 46x14 46x10 46x5");
    // Two pieces one behind the other stop it.
    assert_moves("international", "W:WK46:B23,28", "46-41 46-37 46-32");
    // Its own pieces stop it, too.
    assert_moves("international", "W:WK46,37:B5", "46-41 37-31 37-32");
}

/// R-FR-4
#[test]
fn the_capture_of_most_pieces_is_mandatory() {
    assert_hub_moves("international", "W:W32,47,50:B19,28,41", "32x14x19x28");
    // A king counts as one piece, like a man.
    assert_hub_moves("international", "W:W32,47:B19,28,K41", "32x14x19x28");
    // Among equals the choice is free, whichever piece captures.
    assert_moves("international", "W:W31,K50:B27,39", "31x22 50x33 50x28 50x22 50x17 50x11 50x6");
}

/// R-FR-4: a capture goes on while it can.
#[test]
fn a_capture_is_finished() {
    let Why::MustGoOn { captures } = why("international", "W:W32:B19,28", "32", "23") else {
        panic!("19 can be taken, too");
    };
    assert_eq!(captures, [only_move(&position("international", "W:W32:B19,28"))]);
}

/// R-FR-4: the *coup turc*. The king captures 28, 21 and 31 and reaches 37, from where the path to 14 leads over 28:
/// that man is captured but still there, and blocks it.
#[test]
fn captured_pieces_leave_after_the_move_and_are_not_jumped_twice() {
    let fen = "W:WK50:B14,21,28,31";
    assert_hub_moves("international", fen, "50x37x21x28x31 50x42x21x28x31 50x48x21x28x31");
    assert_eq!(after("international", fen, "50x37").to_fen(), "B:WK37:B14");
    assert_hub_moves("international,removal=at-once", fen, "50x10x14x21x28x31 50x5x14x21x28x31");
}

/// R-FR-5
#[test]
fn a_man_is_crowned_only_where_its_move_ends() {
    let passing = position("international", "W:W14:B8,9");
    assert_eq!(texts(&passing), ["14x12"]);
    assert!(!only_move(&passing).promotes());
    let passed = after("international", "W:W14:B8,9,40", "14x12");
    assert_eq!(piece(&passed, "12"), Some(Piece::man(Color::White)));

    let stopped = after("international", "W:W14:B9,40", "14x3");
    assert_eq!(piece(&stopped, "3"), Some(Piece::king(Color::White)));
    let stepped = after("international", "W:W7:B40", "7-1");
    assert_eq!(piece(&stepped, "1"), Some(Piece::king(Color::White)));
}

/// R-FR-6
#[test]
fn without_pieces_or_moves_a_side_has_lost() {
    let mut taken = game("international", "W:W28:B23");
    play(&mut taken, "28x19");
    assert_eq!(taken.outcome(), Some(Outcome::win(Color::White, Reason::NoPieces)));
    let mut shut_in = game("international", "B:W6:BK12");
    play(&mut shut_in, "12-1");
    assert_eq!(shut_in.outcome(), Some(Outcome::win(Color::Black, Reason::NoMoves)));
    assert_eq!(shut_in.outcome().unwrap().to_string(), "black wins: no moves");
}

/// R-FR-7
#[test]
fn a_refused_move_says_why_and_changes_nothing() {
    let start = "W:W31-50:B1-20";
    assert_eq!(why("international", start, "20", "25"), Why::NotYours);
    assert_eq!(why("international", start, "25", "20"), Why::NoPiece);
    assert_eq!(why("international", start, "36", "31"), Why::Occupied);
    assert_eq!(why("international", start, "32", "22"), Why::NotOnALine);
    assert_eq!(why("international", start, "32", "23"), Why::ManOneSquare);
    let duty = why("international", "W:W32,47:B28", "47", "42");
    assert!(matches!(duty, Why::MustCapture { .. }), "{duty:?}");

    let mut game = Game::new(Variant::International.into());
    play(&mut game, "32-28 19-23");
    let before = *game.position();
    let quiet = position("international", start).parse_move("31-27").unwrap();
    let Err(PlayError::Illegal(illegal)) = game.play(&quiet) else {
        panic!("28x19 is mandatory");
    };
    assert_eq!(illegal.to_string(), "you must capture: 1 piece can");
    assert_eq!(*game.position(), before);
    assert_eq!(game.position().turn(), Color::White);
    assert_eq!(game.history().len(), 2);
}

/// R-FR-8, FMJD 6.1
#[test]
fn the_third_occurrence_draws_by_itself() {
    let mut game = game("international", TWO_AGAINST_TWO);
    shuttle(&mut game, THERE_AND_BACK, 7);
    assert_eq!(game.outcome(), None);
    assert_eq!(count(&game, DrawWhen::Repetition).count, 2);
    play(&mut game, "6-1");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::Repetition));
}

/// R-FR-8, FMJD 6.1: the same pieces, but the other side to move.
#[test]
fn a_position_is_the_same_only_with_the_same_side_to_move() {
    let mut game = game("international", "W:WK46,35:BK1,16");
    // White loses a tempo: 46-37-41-46 in three, Black there and back in two.
    play(&mut game, "46-37 1-6 37-41 6-1 41-46");
    assert_eq!(game.position().to_fen(), "B:W35,K46:BK1,16");
    assert_eq!(count(&game, DrawWhen::Repetition).count, 1);
}

/// R-FR-8, FMJD 6.2
#[test]
fn twenty_five_moves_of_kings_draw() {
    let mut game = game("international", TWO_AGAINST_TWO);
    wander(&mut game, 24, king_moves);
    assert_eq!(count(&game, DrawWhen::KingsOnly).to_string(), "12 of 25");
    wander(&mut game, 25, king_moves);
    assert_eq!(count(&game, DrawWhen::KingsOnly).to_string(), "24 of 25");
    assert_eq!(game.outcome(), None);
    wander(&mut game, 1, king_moves);
    assert_eq!(count(&game, DrawWhen::KingsOnly).to_string(), "25 of 25");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::KingsOnly));
}

/// R-FR-8, FMJD 6.2
#[test]
fn a_man_move_restarts_the_twenty_five_moves() {
    let mut game = game("international", TWO_AGAINST_TWO);
    shuttle(&mut game, THERE_AND_BACK, 6);
    assert_eq!(count(&game, DrawWhen::KingsOnly).count, 3);
    play(&mut game, "35-30");
    assert_eq!(count(&game, DrawWhen::KingsOnly).count, 0);
    assert_drawn_after(game, 50, DrawWhen::KingsOnly, king_moves);
}

/// R-FR-8, FMJD 6.3
#[test]
fn three_pieces_against_a_king_have_sixteen_moves() {
    for fen in ["W:WK46,K50,K48:BK45", "W:WK46,K50,45:BK35", "B:WK5:B31,K1,26"] {
        assert_drawn_after(game("international", fen), 32, SIXTEEN, king_moves);
    }
}

/// R-FR-8, FMJD 6.3: the count does not restart while the forces are of this kind.
#[test]
fn a_promotion_does_not_restart_the_sixteen_moves() {
    let mut game = game("international", "W:WK46,K50,6:BK35");
    play(&mut game, "6-1");
    assert_drawn_after(game, 31, SIXTEEN, any_move);
}

/// R-FR-8, FMJD 6.3: the capture that brings the endgame about does not count.
#[test]
fn the_sixteen_moves_start_after_the_capture() {
    let mut game = game("international", "W:WK46,K50,K48:B37,K45");
    play(&mut game, "46x5");
    assert_eq!(count(&game, SIXTEEN).to_string(), "0 of 16");
    assert_drawn_after(game, 32, SIXTEEN, any_move);
}

/// R-FR-8, FMJD 6.4
#[test]
fn two_pieces_or_one_against_a_king_have_five_moves() {
    for fen in ["W:WK46,K48:BK45", "W:WK46,45:BK35", "B:WK46:BK35"] {
        assert_drawn_after(game("international", fen), 10, FIVE, king_moves);
    }
}

/// R-FR-8: four against one is neither ending, nor are two against two.
#[test]
fn other_forces_have_no_limit_of_their_own() {
    for fen in ["W:WK46,K50,K48,K47:BK45", TWO_AGAINST_TWO, "W:W46,47:BK45"] {
        let mut game = game("international", fen);
        wander(&mut game, 12, any_move);
        assert_eq!((count(&game, SIXTEEN).count, count(&game, FIVE).count), (0, 0), "{fen}");
        assert_eq!(game.outcome(), None, "{fen}");
    }
}
