//! The special rules of the other variants, and each decision of RULES.md §7 where sources disagree (its letter
//! precedes the test).

mod common;

use common::*;
use draughts::{
    AnyPosition, Color, DrawRule, DrawWhen, Forces, Game, Move, Outcome, Piece, Reason, Variant,
    Why,
};

fn start(variant: Variant) -> AnyPosition {
    AnyPosition::start(&variant.into())
}

/// §7 a, c, d
#[test]
fn who_moves_first() {
    for &variant in Variant::ALL {
        use Variant::*;
        let black = matches!(variant, American | Pool | Thai);
        let first = if black { Color::Black } else { Color::White };
        assert_eq!(start(variant).turn(), first, "{variant}");
    }
}

/// §7 m: eight men in Thai draughts, not twelve.
#[test]
fn men_at_the_start() {
    assert_eq!(start(Variant::Thai).to_fen(), "B:W1-8:B25-32");
    assert_eq!(start(Variant::Canadian).to_fen(), "W:W43-72:B1-30");
    assert_eq!(start(Variant::Frysk).to_fen(), "W:W46-50:B1-5");
    assert_eq!(start(Variant::Spanish).to_fen(), "W:W1-12:B21-32");
    let turkish = start(Variant::Turkish);
    for file in 'a'..='h' {
        for (rank, color) in
            [(2, Color::White), (3, Color::White), (6, Color::Black), (7, Color::Black)]
        {
            assert_eq!(piece(&turkish, &format!("{file}{rank}")), Some(Piece::man(color)));
        }
    }
    assert_eq!(turkish.pieces(Color::White).len(), 16);
    assert_eq!(start(Variant::Canadian).layout().squares, 72);
}

#[test]
fn a_russian_man_goes_on_as_a_king() {
    // From d8 a man could not take g5.
    assert_moves("russian", "W:Wb6:Bc7,g5", "b6xh4");
    let crowned = after("russian", "W:Wb6:Bc7,g5", "b6xh4");
    assert_eq!(piece(&crowned, "h4"), Some(Piece::king(Color::White)));
    assert_moves("russian", "W:Wb6:Bc7,e7", "b6xf6 b6xg5 b6xh4");
}

#[test]
fn a_russian_king_lands_where_it_can_go_on() {
    // Of the squares behind c3 only e5 leads to g3.
    assert_moves("russian", "W:WKa1:Bc3,g3", "a1xh2");
    assert_moves("russian", "W:WKa1:Bc3", "a1xd4 a1xe5 a1xf6 a1xg7 a1xh8");
    // One piece or two: the choice is free.
    assert_moves("russian", "W:Wc3:Bb4,d4,f6", "c3xa5 c3xg7");
}

#[test]
fn a_pool_man_jumps_on_as_a_man() {
    assert_moves("pool", "W:W9:B6,16", "9x2");
    assert_eq!(after("pool", "W:W9:B6,16", "9x2").to_fen(), "B:WK2:B16");
    assert_moves("pool", "W:W9:B6,7", "9x11");
    assert_eq!(after("pool", "W:W9:B6,7,28", "9x11").to_fen(), "B:W11:B28");
    // One piece or two: the choice is free, forwards and backwards.
    assert_hub_moves("pool", "W:W18:B15,22,8", "18x4x8x15 18x25x22");
}

#[test]
fn brazilian_is_international_on_the_small_board() {
    assert_moves("brazilian", "W:Wc3:Bb4,d4,f6", "c3xg7");
    assert_moves("brazilian", "W:Wb6:Bc7,e7", "b6xf6");
    let passed = after("brazilian", "W:Wb6:Bc7,e7,a3", "b6xf6");
    assert_eq!(piece(&passed, "f6"), Some(Piece::man(Color::White)));
}

#[test]
fn a_czech_king_captures_before_any_man() {
    // The man could take two pieces, the king takes one.
    assert_moves("czech", "W:Wa3,d4,Kg1:Bb4,d6,f2", "g1xe3");
    // Among men the choice is free.
    assert_moves("czech", "W:Wa3,h2:Bb4,d6,g3", "a3xe7 h2xf4");
    // A man stops on the far row, though a king could continue.
    assert_moves("czech", "W:Wb6:Bc7,e7", "b6xd8");
    assert_moves("czech", "W:WKa1:Bc3,g3", "a1xh2");
}

/// §7 f
#[test]
fn spanish_and_portuguese_quality_follows_quantity() {
    for rules in ["spanish", "portuguese"] {
        assert_hub_moves(rules, "W:W11:BK14,15", "11x18x14");
        // Two men are more than one king.
        assert_hub_moves(rules, "W:W11:BK14,15,23", "11x27x15x23");
        // Which piece captures does not matter.
        assert_hub_moves(rules, "W:W11,K24:BK14,K28", "11x18x14 24x31x28");
    }
}

#[test]
fn frisian_pieces_capture_in_eight_directions() {
    for (black, to) in
        [(22, 17), (23, 19), (32, 37), (33, 39), (18, 8), (38, 48), (27, 26), (29, 30)]
    {
        assert_moves("frisian", &format!("W:W28:B{black}"), &format!("28x{to}"));
    }
    assert_moves("frisian", "W:W28:B1", "28-22 28-23");
    assert_moves("frisian", "W:WK46:B26", "46x16 46x6");
}

/// §7 g, FRI 11 and 12
#[test]
fn the_frisian_capture_of_highest_value() {
    assert_moves("frisian", "W:W28:BK22,23", "28x17");
    assert_moves("frisian", "W:W32:B19,K27,28", "32x14");
    assert_moves("frisian", "W:W28,K50:B23,30", "50x20 50x10");
    // Three kings and a man are worth more than six men.
    assert_moves("frisian", "W:WK26:B9,K11,K16,21,33,35,K36,39,43", "26x46");
    let position = position("frisian", "W:WK26:B9,K11,K16,21,33,35,K36,39,43");
    assert_eq!(only_move(&position).captured().len(), 4);
}

/// White's king on 41 has moved three times in a row.
fn with_a_tired_king(fen: &str) -> Game {
    let mut game = game("frisian", fen);
    play(&mut game, "46-41 1-6 41-46 2-7 46-41 3-8");
    game
}

/// FRI 17
#[test]
fn a_frisian_king_moves_three_times_in_a_row() {
    let mut game = with_a_tired_king("W:WK46,45:B1-5");
    assert_eq!(texts(game.position()), ["45-40"]);
    let at = |name| square(game.position(), name);
    let illegal = game.position().why_not(at("41"), at("46")).unwrap();
    assert_eq!(illegal.why, Why::KingTired { limit: 3 });
    // Any move of another piece resets its count.
    play(&mut game, "45-40 4-9");
    assert!(game.position().parse_move("41-46").is_ok());
}

/// FRI 17: another king's move resets the count as well.
#[test]
fn a_frisian_king_rests_while_another_moves() {
    let mut game = with_a_tired_king("W:WK46,K50,45:B1-5");
    assert!(game.position().parse_move("41-46").is_err());
    play(&mut game, "50-44 4-9");
    assert!(game.position().parse_move("41-46").is_ok());
}

/// FRI 17: a capture is always allowed, and the count starts again after it.
#[test]
fn a_tired_frisian_king_may_capture() {
    let fen = "W:WK41,45:B1,32:+0+341";
    let tired = position("frisian", fen);
    assert!(tired.legal_moves().iter().all(|mv| mv.is_capture()));
    let mut game = game("frisian", fen);
    play(&mut game, "41x5 1-6");
    assert!(game.position().parse_move("5-10").is_ok());
}

/// FRI 17 is for players who still have a man.
#[test]
fn a_frisian_king_without_men_is_never_tired() {
    let mut game = with_a_tired_king("W:WK46:B1-5");
    play(&mut game, "41-46 4-9 46-41");
    assert_eq!(game.history().len(), 9);
}

/// FRI 18
#[test]
fn two_frisian_kings_have_seven_moves_against_one() {
    let rule = DrawWhen::Forces(Forces::TwoKingsAgainstKing);
    assert_drawn_after(game("frisian", "W:WK46,K47:BK4"), 14, rule, any_move);
    // A king and a man are no two kings.
    let mut man = game("frisian", "W:WK46,45:BK4");
    wander(&mut man, 6, any_move);
    assert_eq!(count(&man, rule).count, 0);
}

/// §7 l, FRI 21.1
#[test]
fn frisian_king_against_king_is_drawn_at_once() {
    let rule = DrawWhen::KingAgainstKing;
    assert_eq!(drawn_by(game("frisian", "W:WK46:BK3").outcome()), Some(rule));
    // A capture is possible.
    assert_eq!(game("frisian", "W:WK46:BK28").outcome(), None);
    // Wherever White goes on the long diagonal, Black captures.
    assert_eq!(game("frisian", "W:WK46:BK5").outcome(), None);
    // With one more man, the game continues.
    assert_eq!(game("frisian", "W:WK46,45:BK3").outcome(), None);

    let mut exchange = game("frisian", "W:WK46:B37,K50");
    play(&mut exchange, "46x32");
    assert_eq!(drawn_by(exchange.outcome()), Some(rule));
}

#[test]
fn a_killer_king_stops_behind_a_king_taken_last() {
    assert_moves("killer", "W:WK46:BK28", "46x23");
    assert_moves("killer", "W:WK46:B28", "46x23 46x19 46x14 46x10 46x5");
    // A king captured on the way lets it land anywhere; only from 23 it can continue.
    assert_moves("killer", "W:WK46:BK41,29", "46x34 46x40 46x45");
    assert_moves("killer", "W:WK46:B41,K29", "46x34");
}

#[test]
fn in_antidraughts_no_move_left_wins() {
    let blocked = position("antidraughts", "W:W6:B1");
    assert_eq!(blocked.outcome(), Some(Outcome::win(Color::White, Reason::NoMoves)));
    let given = after("antidraughts", "W:W28:B23", "28x19");
    assert_eq!(given.outcome(), Some(Outcome::win(Color::Black, Reason::NoPieces)));
    let mut game = game("antidraughts", "W:WK46:BK1");
    shuttle(&mut game, "46-41 1-6 41-46 6-1", 7);
    assert_eq!(game.outcome(), None);
    play(&mut game, "6-1");
    assert_eq!(drawn_by(game.outcome()), Some(DrawWhen::Repetition));
}

#[test]
fn in_breakthrough_the_first_king_wins() {
    let crowned = after("breakthrough", "W:W7:B40", "7-1");
    assert_eq!(crowned.outcome(), Some(Outcome::win(Color::White, Reason::FirstKing)));
    assert!(crowned.legal_moves().is_empty());
    // A man that only passes through the far row is not a king.
    let passed = after("breakthrough", "W:W14:B8,9,40", "14x12");
    assert_eq!(passed.outcome(), None);
    let blocked = position("breakthrough", "W:W6:B1");
    assert_eq!(blocked.outcome(), Some(Outcome::win(Color::Black, Reason::NoMoves)));
}

#[test]
fn a_thai_king_lands_directly_behind() {
    assert_moves("thai", "W:WK4:B15", "4x18");
    // 17 could be taken from 22, but not from 18.
    assert_hub_moves("thai", "W:WK4:B15,17", "4x18x15");
    assert_hub_moves("thai", "W:WK4:B9,15", "4x5x9x15");
}

/// §7 i
#[test]
fn a_thai_king_may_turn_back_over_the_piece_it_took() {
    assert_hub_moves("thai", "W:WK11:B8,15", "11x4x8x15 11x18x8x15");
    assert_hub_moves("thai,turn-back=no", "W:WK11:B8,15", "11x4x8 11x18x15");
}

#[test]
fn turkish_men_go_forwards_and_sideways() {
    assert_moves("turkish", "W:Wd4:Bh8", "d4-d5 d4-c4 d4-e4");
    assert_moves("turkish", "W:Wd4:Bd5", "d4xd6");
    assert_moves("turkish", "W:Wd4:Be4", "d4xf4");
    assert_moves("turkish", "W:Wd4:Bd3", "d4-d5 d4-c4 d4-e4");
    assert_moves("turkish", "W:WKa1:Ba5,Kc1", "a1xa6 a1xa7 a1xa8 a1xd1 a1xe1 a1xf1 a1xg1 a1xh1");
}

/// The king goes around by d5, a5 and a3, and continues over d3, where it captured its first piece.
#[test]
fn turkish_pieces_leave_the_board_at_once() {
    let fen = "W:WKd1:Bd3,b5,a4,f3";
    assert_moves("turkish", fen, "d1xg3 d1xh3");
    assert_eq!(after("turkish", fen, "d1xg3").to_fen(), "B:WKg3:B");
    assert_moves("turkish,removal=after", fen, "d1xa1 d1xa2 d1xa3");
}

#[test]
fn a_turkish_king_does_not_turn_round() {
    assert_moves("turkish", "W:WKd4:Bd2,d6", "d4xd1 d4xd7 d4xd8");
    let both = position("turkish,turn-back=yes", "W:WKd4:Bd2,d6");
    assert!(both.legal_moves().iter().all(|mv| mv.captured().len() == 2));
}

/// §7 h
#[test]
fn a_turkish_man_is_crowned_at_the_end_of_its_move() {
    let fen = "W:Wc6:Bc7,d8,a3";
    assert_moves("turkish", fen, "c6xe8");
    assert_eq!(piece(&after("turkish", fen, "c6xe8"), "e8"), Some(Piece::king(Color::White)));
    // A king on c8 could take f8; the man stops there.
    assert_moves("turkish", "W:Wc6:Bc7,f8", "c6xc8");
}

/// fmjd64 7.2.3, and all other automatic draws by the third occurrence.
#[test]
fn where_repetition_draws_and_where_it_is_claimed() {
    let third = |variant: Variant| {
        let mut rules = variant.spec().draws.iter();
        rules.find(|rule| rule.when == DrawWhen::Repetition).map(|rule| (rule.limit, rule.claimed))
    };
    use Variant::*;
    for variant in [International, Russian, Brazilian, Canadian, Killer, Antidraughts] {
        assert_eq!(third(variant), Some((3, false)), "{variant}");
    }
    for variant in [American, Pool, Spanish, Portuguese, Turkish] {
        assert_eq!(third(variant), Some((3, true)), "{variant}");
    }
    assert_eq!(third(Italian), Some((4, true)));
    for variant in [Frisian, Frysk, Czech, Thai, Breakthrough] {
        assert_eq!(third(variant), None, "{variant}");
    }
}

const LONG_DIAGONAL: DrawWhen = DrawWhen::Forces(Forces::ThreeAgainstKingOnLongDiagonal);
const THREE_KINGS: DrawWhen = DrawWhen::Forces(Forces::ThreeKingsAgainstKing);
const TWO: DrawWhen = DrawWhen::Forces(Forces::TwoAgainstKing);

/// A king and a man at the edge on each side.
const RUSSIAN_TWO_AGAINST_TWO: &str = "W:WKc1,a3:BKf8,h6";

/// fmjd64 7.2.4. White's king on a1 prevents 7.2.7.
#[test]
fn three_russian_kings_have_fifteen_moves() {
    let stays = |game: &Game, mv: &Move| game.position().letters(mv.from()) != "a1";
    assert_drawn_after(game("russian", "W:WKa1,Kb8,Kh4:BKh6"), 30, THREE_KINGS, stays);
    assert_drawn_after(game("russian", "B:WKa1,Kb8,Kc7,Kh4:BKh6"), 30, THREE_KINGS, stays);
}

/// fmjd64 7.2.5
#[test]
fn fifteen_moves_of_russian_kings_draw() {
    let game = game("russian", RUSSIAN_TWO_AGAINST_TWO);
    assert_drawn_after(game, 30, DrawWhen::KingsOnly, king_moves);
}

/// King moves, and now and then a man's, so that 7.2.5 does not end the game.
fn mostly_kings(game: &Game, mv: &Move) -> bool {
    if game.history().len() % 29 == 28 { man_moves(game, mv) } else { king_moves(game, mv) }
}

/// §7 j, fmjd64 7.2.6: pieces of both sides together.
#[test]
fn russian_endings_without_change_of_forces() {
    let four = game("russian", RUSSIAN_TWO_AGAINST_TWO);
    assert_drawn_after(four, 60, DrawWhen::NoChange(4, 5), mostly_kings);
    let five = game("russian", "W:WKc1,a3,h2:BKf8,h6");
    assert_drawn_after(five, 60, DrawWhen::NoChange(4, 5), mostly_kings);
    let six = game("russian", "W:WKc1,a3,h2:BKf8,h6,a7");
    assert_drawn_after(six, 120, DrawWhen::NoChange(6, 7), mostly_kings);
}

/// fmjd64 7.2.6: a promotion is a change.
#[test]
fn a_promotion_restarts_the_russian_count() {
    let mut game = game("russian", "W:WKc1,a7:BKf8,h6");
    wander(&mut game, 4, king_moves);
    assert_eq!(count(&game, DrawWhen::NoChange(4, 5)).count, 2);
    play(&mut game, "a7-b8");
    assert_eq!(count(&game, DrawWhen::NoChange(4, 5)).count, 0);
}

fn on_long_diagonal(game: &Game, mv: &Move) -> bool {
    game.position().layout().long_diagonal_squares().contains(mv.to())
}

/// Black's king stays on the long diagonal, White's pieces off it.
fn black_holds_the_diagonal(game: &Game, mv: &Move) -> bool {
    on_long_diagonal(game, mv) == (game.position().turn() == Color::Black)
}

/// §7 k, fmjd64 7.2.7
#[test]
fn a_russian_king_on_the_long_diagonal_draws_in_five_moves() {
    let fen = "W:WKb8,Ka7,Kh2:BKa1";
    assert_drawn_after(game("russian", fen), 10, LONG_DIAGONAL, black_holds_the_diagonal);
    let mixed = game("russian", "W:WKb8,a3,h2:BKa1");
    assert_drawn_after(mixed, 10, LONG_DIAGONAL, black_holds_the_diagonal);

    let mut leaving = game("russian", fen);
    wander(&mut leaving, 6, black_holds_the_diagonal);
    assert_eq!(count(&leaving, LONG_DIAGONAL).count, 3);
    wander(&mut leaving, 2, |game, mv| !on_long_diagonal(game, mv));
    assert_eq!(count(&leaving, LONG_DIAGONAL).count, 0);
    assert_eq!(count(&leaving, THREE_KINGS).count, 4);
}

/// fmjd64 7.2.8
#[test]
fn two_russian_pieces_have_five_moves_against_a_king() {
    for fen in ["W:WKb8,Kc1:BKf8", "W:WKb8,a3:BKf8", "B:WKb8:BKf8"] {
        assert_drawn_after(game("russian", fen), 10, TWO, king_moves);
    }
}

/// §7 j: the counts of the other federations.
#[test]
fn limits_of_other_variants() {
    for (rules, fen, plies, when) in [
        ("brazilian", RUSSIAN_TWO_AGAINST_TWO, 40, DrawWhen::KingsOnly),
        ("pool", "W:WK30,21:BK3,12", 30, DrawWhen::KingsOnly),
        ("pool", "W:WK29,K1,K20:BK12", 26, THREE_KINGS),
        ("spanish", "W:WK2,9:BK31,24", 40, DrawWhen::KingsOnly),
        ("killer", "W:WK46,35:BK1,16", 50, DrawWhen::KingsOnly),
        ("canadian", "W:WK67,K72,K70:BK42", 32, THREE_KINGS),
        ("turkish", "W:WKa1:BKh8", 4, DrawWhen::Forces(Forces::OneAgainstOne)),
        ("frysk", "W:WK46,K47:BK4", 14, DrawWhen::Forces(Forces::TwoKingsAgainstKing)),
    ] {
        assert_drawn_after(game(rules, fen), plies, when, king_moves);
    }
}

/// No federation counts moves in these games.
#[test]
fn czech_and_thai_games_are_never_drawn_by_rule() {
    for (rules, fen, round) in [
        ("czech", "W:WKa1:BKb8", "a1-b2 b8-a7 b2-a1 a7-b8"),
        ("thai", "W:WK4:BK32", "4-8 32-28 8-4 28-32"),
    ] {
        let mut game = game(rules, fen);
        shuttle(&mut game, round, 200);
        assert_eq!(game.outcome(), None, "{rules}");
        assert_eq!(game.claims(), Vec::<DrawRule>::new(), "{rules}");
    }
}

#[test]
fn the_short_form_in_letters() {
    let start = AnyPosition::start(&Variant::Russian.into());
    let text = |short: &str| start.parse_move(short).map(|mv| start.text(&mv));
    assert_eq!(text("cd4"), Ok("c3-d4".to_owned()));
    assert_eq!(text(" g-h4 "), Ok("g3-h4".to_owned()));
    assert_eq!(text("ab4"), Ok("a3-b4".to_owned()));
    assert_eq!(text("cd9").unwrap_err().place(), Some(1..3));
    assert_eq!(text("ae4").unwrap_err().place(), Some(1..3), "e4 is not played on");
    assert_eq!(text("ad4").unwrap_err().to_string(), "pieces do not move along that line");
    let captures = AnyPosition::from_fen(&Variant::Russian.into(), "W:Wc3,e3:Bd4").unwrap();
    assert_eq!(captures.parse_move("c:e5").map(|mv| captures.text(&mv)), Ok("c3xe5".to_owned()));
    assert!(captures.parse_move("xe5").is_err());
}
