//! American checkers: requirements R-AM-1 to R-AM-10.

mod common;

use common::*;
use draughts::{
    American, Board, Board8, Color, DrawWhen, Game, Move, Outcome, Piece, PlayError, Position,
    Reason, Setup, SetupError, Variant, Why,
};

/// Two kings far from each other, and moves that bring them back.
const TWO_KINGS: &str = "B:WK32:BK1";
const THERE_AND_BACK: &str = "1-5 32-28 5-1 28-32";

/// R-AM-1
#[test]
fn board_and_men_at_the_start() {
    let start = Position::<American>::start();
    assert_eq!(start.to_fen(), "B:W21-32:B1-12");
    assert_eq!(start.squares().len(), 32);
    for (color, rows) in [(Color::Black, 0..3), (Color::White, 5..8)] {
        assert_eq!(start.board().men(color).len(), 12);
        assert!(start.board().kings(color).is_empty());
        assert!(start.board().men(color).iter().all(|at| rows.contains(&start.row_column(at).0)));
    }
    // The single corner, a dark square, is at each player's left.
    assert_eq!(start.square_at(7, 0), start.square("29"));
    assert_eq!(start.square_at(0, 7), start.square("4"));
    assert_eq!(start.square_at(7, 7), None);
}

/// R-AM-2
#[test]
fn black_moves_first_and_turns_are_numbered() {
    let mut game = Game::new(Variant::American.into());
    let mut seen = vec![(game.position().turn(), game.move_number())];
    for text in ["11-15", "23-19", "8-11"] {
        play(&mut game, text);
        seen.push((game.position().turn(), game.move_number()));
    }
    use Color::{Black, White};
    assert_eq!(seen, [(Black, 1), (White, 1), (Black, 2), (White, 2)]);
}

/// R-AM-3
#[test]
fn men_step_forward_and_kings_all_round() {
    assert_moves("american", "B:W32:B14", "14-17 14-18");
    assert_moves("american", "W:W18:B1", "18-14 18-15");
    assert_moves("american", "B:W32:BK14", "14-9 14-10 14-17 14-18");
    // Both squares before 14 are taken.
    assert_moves("american", "B:W17,21:B14,18", "18-22 18-23");
    assert_eq!(why("american", "B:W32:BK14", "14", "7"), Why::KingOneSquare);
}

/// R-AM-4
#[test]
fn a_jump_takes_the_neighbour_and_lands_right_behind() {
    assert_moves("american", "B:W18:B14", "14x23");
    assert_eq!(after("american", "B:W18:B14", "14x23").to_fen(), "W:W:B23");
    assert_moves("american", "B:W18,23:B14", "14-17");
    assert_moves("american", "B:W32:B14,18", "14-17 18-22 18-23");
    assert_moves("american", "B:W9:B14", "14-17 14-18");
    assert_moves("american", "B:W9:BK14", "14x5");
    // Two squares away is too far for a short king.
    assert_moves("american", "B:W23:BK14", "14-9 14-10 14-17 14-18");
}

/// R-AM-5
#[test]
fn a_jump_is_mandatory_and_the_choice_is_free() {
    assert_moves("american", "B:W18,19:B3,14,16", "14x23 16x23");
    // One piece or two: no majority rule.
    assert_hub_moves("american", "B:W16,18,27:B12,14", "12x19x16 14x32x18x27");
}

/// R-AM-6
#[test]
fn a_jump_goes_on_with_the_same_piece() {
    assert_hub_moves("american", "B:W18,27:B9,14", "14x32x18x27");
    assert_hub_moves("american", "B:W18,26,27:B14", "14x30x18x26 14x32x18x27");
    let Why::MustGoOn { captures } = why("american", "B:W18,27:B9,14", "14", "23") else {
        panic!("the jump must go on");
    };
    assert_eq!(captures, [only_move(&position("american", "B:W18,27:B9,14"))]);
    // A king may return to where it started.
    assert_hub_moves("american", "B:W9,10,17,18:BK22", "22x22x9x10x17x18");
    assert_eq!(after("american", "B:W9,10,17,18:BK22", "22x22").to_fen(), "W:W:BK22");
}

/// R-AM-5, R-AM-6: from 10 straight over 6, or first around by 17, 26 and 19. Both are written unambiguously.
#[test]
fn a_jump_and_a_tour_with_the_same_end_are_told_apart() {
    let fen = "W:WK10:B6,14,15,22,23";
    assert_hub_moves("american", fen, "10x1x6 10x1x6x14x15x22x23");
    let position = position("american", fen);
    let jump = position.parse_move("10x1").unwrap();
    assert_eq!(position.hub(&jump), "10x1x6");
    let tour = position.parse_move("10x17x26x19x10x1").unwrap();
    assert_eq!(position.hub(&tour), "10x1x6x14x15x22x23");
}

/// R-AM-7
#[test]
fn crowning_is_immediate_and_ends_a_jump() {
    let crowned = after("american", "B:W12:B26", "26-30");
    assert_eq!(piece(&crowned, "30"), Some(Piece::king(Color::Black)));
    // A king on 31 could jump 27, but the man has only just become one.
    assert_hub_moves("american", "B:W26,27:B22", "22x31x26");
    assert_eq!(after("american", "B:W26,27:B22", "22x31").to_fen(), "W:W27:BK31");
    assert_hub_moves("american", "B:W26,27:BK22", "22x24x26x27");
}

/// R-AM-8
#[test]
fn without_pieces_or_moves_a_side_has_lost() {
    let mut taken = game("american", "B:W18:B14");
    assert_eq!(taken.outcome(), None);
    play(&mut taken, "14x23");
    assert_eq!(taken.outcome(), Some(Outcome::win(Color::Black, Reason::NoPieces)));
    assert_eq!(taken.outcome().unwrap().to_string(), "black wins: no pieces");

    let mut shut_in = game("american", "B:W5:BK6");
    play(&mut shut_in, "6-1");
    assert_eq!(shut_in.outcome(), Some(Outcome::win(Color::Black, Reason::NoMoves)));
    assert_eq!(shut_in.outcome().unwrap().to_string(), "black wins: no moves");
    assert!(shut_in.legal_moves().is_empty());
    let refused = shut_in.play(&taken.history().copied().next().unwrap());
    assert_eq!(refused, Err(PlayError::GameOver(shut_in.outcome().unwrap())));
}

/// R-AM-9
#[test]
fn forty_moves_each_without_a_capture_draw() {
    let mut game = game("american", TWO_KINGS);
    shuttle(&mut game, THERE_AND_BACK, 79);
    assert_eq!(game.outcome(), None);
    assert_eq!(count(&game, DrawWhen::NoCapture).to_string(), "39 of 40");
    play(&mut game, "28-32");
    assert_eq!(count(&game, DrawWhen::NoCapture).to_string(), "40 of 40");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCapture));
    let words = game.outcome().unwrap().to_string();
    assert!(words.contains("40-move rule"), "{words}");
    assert!(game.legal_moves().is_empty());
}

/// R-AM-9
#[test]
fn a_capture_restarts_the_forty_moves() {
    let mut game = game("american", "B:WK32,21:BK1,13");
    shuttle(&mut game, THERE_AND_BACK, 76);
    play(&mut game, "13-17");
    assert_eq!(count(&game, DrawWhen::NoCapture).count, 38);
    play(&mut game, "21x14");
    assert_eq!(count(&game, DrawWhen::NoCapture).count, 0);
    shuttle(&mut game, THERE_AND_BACK, 79);
    assert_eq!(game.outcome(), None);
    play(&mut game, "28-32");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCapture));
}

/// Sixty-eight king moves, then one move of a man on each side.
fn with_a_late_man_move(rules: &str) -> Game {
    let mut game = game(rules, "B:WK32,21:BK1,12");
    shuttle(&mut game, THERE_AND_BACK, 68);
    play(&mut game, "12-16 21-17");
    game
}

/// R-AM-9: our document counts captures only.
#[test]
fn a_man_move_does_not_restart_the_forty_moves() {
    let mut game = with_a_late_man_move("american");
    assert_eq!(count(&game, DrawWhen::NoCapture).to_string(), "35 of 40");
    shuttle(&mut game, THERE_AND_BACK, 9);
    assert_eq!(game.outcome(), None);
    play(&mut game, "32-28");
    assert_eq!(game.history().len(), 80);
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::NoCapture));
}

/// WCDF 1.32.2, the other side of the disagreement about R-AM-9.
#[test]
fn in_the_federations_count_a_man_move_restarts_it() {
    assert_eq!(rules("american-wcdf").title(), "American, WCDF count");
    let mut game = with_a_late_man_move("american-wcdf");
    assert_eq!(count(&game, DrawWhen::KingsOnly).to_string(), "0 of 40");
    shuttle(&mut game, THERE_AND_BACK, 79);
    assert_eq!(game.outcome(), None);
    play(&mut game, "28-32");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::KingsOnly));
}

/// WCDF 1.32.1: a player must claim it.
#[test]
fn the_third_occurrence_can_be_claimed_and_does_not_end_the_game() {
    let mut game = game("american", TWO_KINGS);
    shuttle(&mut game, THERE_AND_BACK, 7);
    assert_eq!(game.claims(), []);
    play(&mut game, "28-32");
    assert_eq!(count(&game, DrawWhen::Repetition).to_string(), "3 of 3");
    assert_eq!(game.claims().len(), 1);
    assert_eq!(game.claims()[0].when, DrawWhen::Repetition);
    assert_eq!(game.outcome(), None);
    play(&mut game, "1-6");
    assert_eq!(game.claims(), [], "another position stands on the board");
}

/// R-AM-10: the board knows no rules.
#[test]
fn a_board_is_edited_freely() {
    let start = Position::<American>::start();
    let at = |name| start.square(name).unwrap();
    let mut board = Board::<Board8>::empty();
    assert_eq!(Board::<Board8>::squares().len(), 32);
    assert_eq!(board.put(at("1"), Piece::man(Color::White)), None);
    assert_eq!(board.put(at("1"), Piece::man(Color::Black)), Some(Piece::man(Color::White)));
    assert_eq!(board.put(at("18"), Piece::king(Color::White)), None);
    assert_eq!(board.piece(at("1")), Some(Piece::man(Color::Black)));
    assert_eq!(board.piece(at("2")), None);
    assert_eq!(board.relocate(at("1"), at("32")), None);
    assert_eq!(board.piece(at("1")), None);
    board.promote(at("32"));
    assert_eq!(board.piece(at("32")), Some(Piece::king(Color::Black)));
    assert_eq!(board.relocate(at("32"), at("18")), Some(Piece::king(Color::White)));
    assert_eq!(board.pieces(Color::White).len(), 0);
    assert_eq!(board.pieces(Color::Black).iter().collect::<Vec<_>>(), [at("18")]);
    assert_eq!(board.remove(at("18")), Some(Piece::king(Color::Black)));
    assert_eq!(board.remove(at("18")), None);
    board.promote(at("18"));
    assert_eq!(board, Board::empty());
}

/// R-AM-10: the rules say which boards are positions.
#[test]
fn a_board_becomes_a_position_only_by_the_rules() {
    let mut setup = Setup::empty(American);
    assert_eq!(setup.position().unwrap_err(), SetupError::EmptyBoard);
    let far = setup.square("3").unwrap();
    setup.board.put(far, Piece::man(Color::White));
    assert_eq!(setup.position().unwrap_err(), SetupError::ManOnCrownRow(far));
    setup.board.promote(far);
    assert_eq!(setup.position().unwrap().to_fen(), "W:WK3:B");
}

/// R-AM-10: simple moves alone, jumps alone with all their multi-jumps, and the legal ones of both.
#[test]
fn simple_moves_and_jumps_are_listed_apart() {
    let start = position("american", "B:W21-32:B1-12");
    assert_eq!((start.simple_moves(), start.jumps()), (start.legal_moves(), vec![]));
    // 14 may capture one man and then one of two; 3 and 14 could step if there were no obligation to capture.
    let position = position("american", "B:W18,26,27:B3,14");
    let texts = |moves: &[Move]| moves.iter().map(|mv| position.hub(mv)).collect::<Vec<_>>();
    assert_eq!(texts(&position.simple_moves()), ["3-8", "3-7", "14-17"]);
    assert_eq!(texts(&position.jumps()), ["14x32x18x27", "14x30x18x26"]);
    assert_eq!(position.jumps(), position.legal_moves());
}

/// R-AM-10, R-AM-7: the promotion row.
#[test]
fn men_are_crowned_on_the_far_row() {
    let start = Position::<American>::start();
    let row = |color| {
        let row = start.promotion_row(color).iter();
        row.map(|square| start.number(square)).collect::<Vec<_>>()
    };
    assert_eq!(row(Color::White), [1, 2, 3, 4]);
    assert_eq!(row(Color::Black), [29, 30, 31, 32]);
}

/// R-AM-10: a game accepts a move, or refuses it with a reason, and keeps its history.
#[test]
fn a_game_plays_refuses_and_remembers() {
    let mut game = Game::new(Variant::American.into());
    let start = *game.position();
    assert_eq!(game.legal_moves().len(), 7);
    let of_white = position("american", "W:W21-32:B1-12").parse_move("23-19").unwrap();
    let Err(PlayError::Illegal(illegal)) = game.play(&of_white) else { panic!("not their turn") };
    assert_eq!(illegal.why, Why::NotYours);
    assert_eq!((game.position(), game.history().len()), (&start, 0));

    let opening = start.parse_move("11-15").unwrap();
    assert_eq!(game.play(&opening), Ok(()));
    assert_eq!(game.history().collect::<Vec<_>>(), [&opening]);
    assert_eq!(game.position_after(0), Some(&start), "playing leaves earlier positions alone");
    assert_eq!(game.position_after(1), Some(game.position()));
    assert_eq!(game.position_after(2), None);
    assert_eq!(game.take_back(), Some(opening));
    assert_eq!(game.position(), &start);
}

/// R-AM-8: a side without pieces has lost, whoever's turn it is.
#[test]
fn a_side_without_pieces_has_lost_on_either_turn() {
    for turn in ["W", "B"] {
        let position = Position::<American>::from_fen(&format!("{turn}:W18:B")).unwrap();
        let outcome = position.outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason), (Some(Color::White), Reason::NoPieces));
    }
}
