//! Italian draughts: requirements R-IT-1 to R-IT-7, as far as the rules decide them.

mod common;

use common::*;
use draughts::{Color, DrawWhen, Game, Italian, Outcome, Piece, Position, Preference, Reason, Why};

/// A king each in opposite corners, a man each at the edge.
const TWO_AGAINST_TWO: &str = "W:WK4,24:BK29,9";
const THERE_AND_BACK: &str = "4-8 29-25 8-4 25-29";

/// R-IT-1
#[test]
fn board_and_men_at_the_start() {
    let start = Position::<Italian>::start();
    assert_eq!(start.to_fen(), "W:W21-32:B1-12");
    assert_eq!(start.squares().len(), 32);
    assert_eq!(start.turn(), Color::White);
    // The dark corner is at each player's right.
    assert_eq!(start.row_column(start.square("32").unwrap()), (7, 7));
    assert_eq!(start.row_column(start.square("1").unwrap()), (0, 0));
    assert_eq!(start.row_column(start.square("4").unwrap()), (0, 6));
    assert_eq!(start.row_column(start.square("5").unwrap()), (1, 1));
    assert_eq!(start.square_at(7, 0), None);
}

/// R-IT-2
#[test]
fn men_go_forward_and_kings_one_square_all_round() {
    assert_moves("italian", "W:W18:B1", "18-13 18-14");
    assert_moves("italian", "W:W18:B22", "18-13 18-14");
    assert_moves("italian", "W:W18:B14", "18x11");
    assert_moves("italian", "B:W32:B14", "14-18 14-19");
    assert_moves("italian", "W:WK18:B1", "18-13 18-14 18-21 18-22");
    assert_moves("italian", "W:WK18:B22", "18x27");
    assert_moves("italian", "W:WK18:B11", "18-13 18-14 18-21 18-22");
}

/// R-IT-3
#[test]
fn men_cannot_capture_kings() {
    assert_moves("italian", "W:W18:BK14", "18-13");
    assert_moves("italian", "W:WK18:BK14", "18x11");
    // The king also blocks a capture that has started.
    assert_hub_moves("italian", "W:W22:BK10,18", "22x13x18");
    assert_hub_moves("italian", "W:W22:B10,18", "22x6x10x18");
}

/// R-IT-4, first rule: most pieces, even though a king could capture.
#[test]
fn most_pieces_come_first() {
    assert_hub_moves("italian", "W:W22,28:B10,18,23", "22x6x10x18");
    assert_hub_moves("italian", "W:W22,K28:B10,18,23", "22x6x10x18");
    // Two men weigh more than one king.
    assert_hub_moves("italian", "W:W22,K28:B10,18,K23", "22x6x10x18");
}

/// R-IT-4, second rule: with a king, among captures of as many pieces.
#[test]
fn then_the_king_captures() {
    assert_hub_moves("italian", "W:W22,K28:B18,23", "28x19x23");
    assert_hub_moves("italian", "W:W22,28:B18,23", "22x13x18 28x19x23");
}

/// R-IT-4, third rule: most kings, among captures of as many pieces with a king.
#[test]
fn then_most_kings_are_captured() {
    assert_hub_moves("italian", "W:WK25,K28:BK21,23", "25x18x21");
    assert_hub_moves("italian", "W:WK25,K28:B21,K23", "28x19x23");
    assert_hub_moves("italian", "W:WK25,K28:B21,23", "25x18x21 28x19x23");
}

/// R-IT-4, fourth rule: the king met earliest, all else being equal; then the choice is free.
#[test]
fn then_the_king_is_met_earliest() {
    assert_hub_moves("italian", "W:WK26,K32:B13,K20,K21,28", "26x10x13x21");
    assert_hub_moves("italian", "W:WK26,K32:BK13,20,21,K28", "32x16x20x28");
    assert_hub_moves("italian", "W:WK26,K32:B13,20,K21,K28", "26x10x13x21 32x16x20x28");
}

/// R-IT-4, fourth rule: where the first kings are met equally early, the next ones decide. On the
/// way to 5 stand K26, K18 and 10; on the way to 7 stand K27, 20 and K12.
#[test]
fn then_the_next_king_is_met_earliest() {
    assert_moves("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x5");
    let Why::Outranked { rule, captures } =
        why("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30", "7")
    else {
        panic!("30x7 is a capture, but not this one");
    };
    assert_eq!(rule, Preference::EarliestKing);
    assert_eq!(captures.len(), 1);
}

/// R-IT-5
#[test]
fn a_square_is_crossed_twice_but_a_piece_captured_once() {
    // From 14 once around the right side and back to 14, then over 10.
    let position = position("italian", "W:WK21:B10,11,12,18,19,20");
    let round = only_move(&position);
    assert_eq!(position.hub(&round), "21x5x10x11x12x18x19x20");
    let crossing = square(&position, "14");
    for path in position.paths(&round) {
        assert_eq!(path.squares.iter().filter(|at| **at == crossing).count(), 2, "{path:?}");
    }
    // Back at its start the king does not go around again.
    assert_hub_moves("italian", "W:WK22:B10,11,18,19", "22x22x10x11x18x19");
    assert_moves("italian", "W:WK22,18:B1", "22-19 22-26 22-27 18-13 18-14");
}

/// R-IT-6
#[test]
fn promotion_is_immediate_and_ends_the_move() {
    let stepped = after("italian", "W:W6:B28", "6-2");
    assert_eq!(piece(&stepped, "2"), Some(Piece::king(Color::White)));
    assert_hub_moves("italian", "W:W10:B6,7", "10x3x6");
    assert_eq!(after("italian", "W:W10:B6,7", "10x3").to_fen(), "B:WK3:B7");
    assert_hub_moves("italian", "W:WK10:B6,7", "10x12x6x7");
}

/// R-IT-7
#[test]
fn without_pieces_or_moves_a_side_has_lost() {
    let mut taken = game("italian", "W:W18:B14");
    play(&mut taken, "18x11");
    assert_eq!(taken.outcome(), Some(Outcome::win(Color::White, Reason::NoPieces)));
    // A man in front of a king that it may not capture cannot move.
    let mut shut_in = game("italian", "B:W9:BK2");
    play(&mut shut_in, "2-5");
    assert_eq!(shut_in.outcome(), Some(Outcome::win(Color::Black, Reason::NoMoves)));
}

/// R-IT-7
#[test]
fn forty_moves_with_kings_on_both_sides_draw() {
    let mut game = game("italian", TWO_AGAINST_TWO);
    shuttle(&mut game, THERE_AND_BACK, 79);
    assert_eq!(count(&game, DrawWhen::NoCaptureWithKings).to_string(), "39 of 40");
    assert_eq!(game.outcome(), None);
    play(&mut game, "25-29");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCaptureWithKings));
    let words = game.outcome().unwrap().to_string();
    assert!(words.contains("40-move rule"), "{words}");
}

/// R-IT-7
#[test]
fn the_forty_moves_start_when_both_have_a_king() {
    let mut game = game("italian", "W:WK4:B17");
    play(&mut game, "4-8 17-21 8-4 21-25 4-8 25-29");
    assert_eq!(count(&game, DrawWhen::NoCaptureWithKings).count, 0);
    shuttle(&mut game, "8-4 29-25 4-8 25-29", 79);
    assert_eq!(game.outcome(), None);
    play(&mut game, "25-29");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCaptureWithKings));
}

/// Seventy-six king moves, then one move of a man on each side.
fn with_a_late_man_move(rules: &str) -> Game {
    let mut game = game(rules, TWO_AGAINST_TWO);
    shuttle(&mut game, THERE_AND_BACK, 76);
    play(&mut game, "24-20 9-13");
    game
}

/// R-IT-7: our document counts captures only; the federation's count is a ruleset of its own.
#[test]
fn a_man_move_restarts_the_federations_count_only() {
    let mut game = with_a_late_man_move("italian");
    assert_eq!(count(&game, DrawWhen::NoCaptureWithKings).to_string(), "39 of 40");
    play(&mut game, "4-8 29-25");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCaptureWithKings));

    let mut game = with_a_late_man_move("italian-fid");
    assert_eq!(count(&game, DrawWhen::KingsOnly).to_string(), "0 of 40");
    shuttle(&mut game, THERE_AND_BACK, 79);
    assert_eq!(game.outcome(), None);
    play(&mut game, "25-29");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::KingsOnly));
}

/// R-IT-7
#[test]
fn a_capture_restarts_the_forty_moves() {
    let mut game = game("italian", "W:WK4,24:BK29,15");
    shuttle(&mut game, THERE_AND_BACK, 76);
    play(&mut game, "4-8 15-20 24x15");
    assert_eq!(count(&game, DrawWhen::NoCaptureWithKings).count, 0);
    shuttle(&mut game, "29-25 8-4 25-29 4-8", 79);
    assert_eq!(game.outcome(), None);
    play(&mut game, "4-8");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCaptureWithKings));
}

/// FID 9.3 b1
#[test]
fn the_fourth_occurrence_can_be_claimed() {
    let mut game = game("italian", TWO_AGAINST_TWO);
    shuttle(&mut game, THERE_AND_BACK, 11);
    assert_eq!(game.claims(), []);
    play(&mut game, "25-29");
    assert_eq!(count(&game, DrawWhen::Repetition).to_string(), "4 of 4");
    assert_eq!(game.claims().len(), 1);
    assert_eq!(game.outcome(), None);
}
