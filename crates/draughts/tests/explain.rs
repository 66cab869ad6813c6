//! Why moves are illegal: every reason, with its squares and moves (R-FR-7), in the words that the board shows
//! (R-UI-8).

mod common;

use common::*;
use draughts::{
    AnyPosition, Color, MoveError, Narrowed, Outcome, Preference, Reason, SquareSet, Why,
};

fn squares(position: &AnyPosition, names: &[&str]) -> SquareSet {
    names.iter().map(|name| square(position, name)).collect()
}

#[test]
fn a_finished_game() {
    let why = why("american", "W:W5:B1", "5", "1");
    assert_eq!(why, Why::GameOver(Outcome::win(Color::Black, Reason::NoMoves)));
    assert_eq!(why.to_string(), "the game is over (black wins: no moves)");
}

#[test]
fn the_wrong_piece_or_square() {
    let start = "B:W21-32:B1-12";
    for (from, to, expected, words) in [
        ("14", "18", Why::NoPiece, "there is no piece on that square"),
        ("22", "18", Why::NotYours, "that is your opponent's piece"),
        ("11", "11", Why::SameSquare, "the piece must leave its square"),
        ("5", "9", Why::Occupied, "that square is occupied"),
        ("11", "19", Why::NotOnALine, "pieces do not move along that line"),
    ] {
        let why = why("american", start, from, to);
        assert_eq!(why, expected, "{from}-{to}");
        assert_eq!(why.to_string(), words);
    }
    // A circular capture does end where it started.
    let round = position("american", "B:W9,10,17,18:BK22");
    assert_eq!(round.why_not(square(&round, "22"), square(&round, "22")), None);
}

#[test]
fn too_far_or_backwards() {
    for (fen, from, to, expected, words) in [
        ("B:W32:B14", "14", "10", Why::ManBackwards, "men do not move backwards"),
        ("B:W32:B14", "14", "23", Why::ManOneSquare, "a man moves one square"),
        ("B:W32:BK14", "14", "23", Why::KingOneSquare, "a king moves one square"),
    ] {
        let why = why("american", fen, from, to);
        assert_eq!(why, expected, "{fen}");
        assert_eq!(why.to_string(), words);
    }
}

#[test]
fn pieces_in_the_way() {
    let fen = "W:WK46,K50:B23,28,33";
    let at = |name| square(&position("international", fen), name);
    assert_eq!(why("international", fen, "46", "19"), Why::Blocked { by: at("28") });
    assert_eq!(why("international", fen, "50", "22"), Why::Blocked { by: at("33") });
    let own = "W:WK46,28:B1";
    assert_eq!(why("international", own, "46", "19"), Why::OwnPiece { over: at("28") });
    let jump = why("american", "B:W32:B14,18", "14", "23");
    let over = square(&position("american", "B:W32:B14,18"), "18");
    assert_eq!(jump, Why::OwnPiece { over });
    assert_eq!(jump.to_string(), "you cannot jump over your own piece");
}

#[test]
fn a_capture_must_be_made() {
    let fen = "B:W18,19:B3,14,16";
    let position = position("american", fen);
    let captures = ["14x23", "16x23"].map(|text| position.parse_move(text).unwrap());
    let Why::MustCapture { captures: mut named } = why("american", fen, "3", "7") else {
        panic!("two pieces can capture");
    };
    named.sort();
    assert_eq!(named, captures);
    assert_eq!(why("american", fen, "14", "17").to_string(), "you must capture: 2 pieces can");
    let one = why("american", "B:W18:B3,14", "3", "7");
    assert_eq!(one.to_string(), "you must capture: 1 piece can");
}

/// With this many kings there are thousands of captures if precedence is ignored; the reason is still that a capture
/// must be made.
#[test]
fn a_capture_must_be_made_among_many_kings() {
    let fen = "W:WK23:BK9,K14,K17,K18,K22,K27,K38,K44,K45,K48";
    let why = why("frisian", fen, "23", "34");
    assert!(matches!(why, Why::MustCapture { .. }), "{why:?}");
}

#[test]
fn another_capture_comes_first() {
    use Preference::*;
    for (rules, fen, from, to, rule, captures, words) in [
        (
            "international",
            "W:W32,47:B10,19,28,41",
            "47",
            "36",
            MostPieces(3),
            "32x5",
            "you must take as many pieces as possible: here 3",
        ),
        (
            "frisian",
            "W:W28:BK22,23",
            "28",
            "19",
            HighestValue,
            "28x17",
            "you must make the capture with the highest value",
        ),
        (
            "italian",
            "W:W22,K28:B18,23",
            "22",
            "13",
            WithKing,
            "28x19",
            "the king must make the capture, not the man",
        ),
        (
            "italian",
            "W:WK25,K28:BK21,23",
            "28",
            "19",
            MostKings(1),
            "25x18",
            "you must take as many kings as possible: here 1",
        ),
        (
            "italian",
            "W:WK26,K32:B13,K20,K21,28",
            "32",
            "16",
            EarliestKing,
            "26x10",
            "you must make the capture that meets a king first",
        ),
    ] {
        let position = position(rules, fen);
        let why = why(rules, fen, from, to);
        assert_eq!(why.to_string(), words);
        let captures = vec![position.parse_move(captures).unwrap()];
        assert_eq!(why, Why::Outranked { rule, captures }, "{fen}");
    }
    assert_eq!(
        why("frisian", "W:W28,K50:B23,30", "28", "19").to_string(),
        "the king must make the capture, not the man"
    );
    let czech = why("czech", "W:Wa3,d4,Kg1:Bb4,d6,f2", "a3", "e7");
    assert_eq!(czech.to_string(), "the king must make the capture, not the man");
}

#[test]
fn a_capture_must_go_on() {
    let fen = "B:W18,26,27:B14";
    let position = position("american", fen);
    let Why::MustGoOn { captures } = why("american", fen, "14", "23") else {
        panic!("26 or 27 can be taken, too");
    };
    let expected = ["14x30", "14x32"].map(|text| position.parse_move(text).unwrap());
    assert_eq!(captures.len(), 2);
    assert!(expected.iter().all(|mv| captures.contains(mv)));
    assert_eq!(Why::MustGoOn { captures }.to_string(), "the capture must go on");
    // The king must come down on e5.
    let Why::MustGoOn { captures } = why("russian", "W:WKa1:Bc3,g3", "a1", "d4") else {
        panic!("g3 can be taken, too");
    };
    assert_eq!(captures, [only_move(&common::position("russian", "W:WKa1:Bc3,g3"))]);
}

#[test]
fn a_king_that_has_moved_too_often() {
    let why = why("frisian", "W:WK41,45:B1:+0+341", "41", "46");
    assert_eq!(why, Why::KingTired { limit: 3 });
    assert_eq!(why.to_string(), "a king may move at most 3 times in a row");
}

#[test]
fn what_men_may_not_capture() {
    let fen = "W:W18:B5,K14";
    let king = why("italian", fen, "18", "11");
    let kings = squares(&position("italian", fen), &["14"]);
    assert_eq!(king, Why::ManTakesNoKing { kings });
    assert_eq!(king.to_string(), "a man may not take a king");

    let fen = "B:W9:B14";
    let behind = why("american", fen, "14", "5");
    let over = squares(&position("american", fen), &["9"]);
    assert_eq!(behind, Why::ManCapturesForward { over });
    assert_eq!(behind.to_string(), "men capture forwards only");
}

#[test]
fn where_a_capture_may_end() {
    for (rules, fen, from, to) in
        [("thai", "W:WK4:B15", "4", "22"), ("killer", "W:WK46:BK28", "46", "19")]
    {
        let why = why(rules, fen, from, to);
        assert_eq!(why, Why::StopsBehind, "{fen}");
        assert_eq!(why.to_string(), "the king must stop directly behind the piece it takes");
    }
    // Only a king, which the man has just become, could continue over 27.
    assert_eq!(why("american", "B:W26,27:B22", "22", "24"), Why::Crowning);
    // Only a man that became a king at once could capture g5.
    assert_eq!(why("brazilian", "W:Wb6:Bc7,g5", "b6", "h4"), Why::Crowning);
}

#[test]
fn a_way_that_no_capture_takes() {
    let position = position("american", "B:W18,27:B14");
    assert!(position.parse_move("14x23x32").is_ok());
    let Err(MoveError::Illegal(illegal)) = position.parse_move("14x24x32") else {
        panic!("24 is not on the way");
    };
    assert_eq!(illegal.why, Why::WrongWay);
    assert_eq!(illegal.to_string(), "no capture goes through these squares");
}

#[test]
fn hop_by_hop() {
    let position = position("american", "B:W18,26,27:B14");
    let path =
        |names: &[&str]| -> Vec<_> { names.iter().map(|name| square(&position, name)).collect() };
    assert_eq!(position.why_not_path(&path(&["14", "23", "32"])), None);
    let unfinished = position.why_not_path(&path(&["14", "23"])).unwrap();
    assert!(matches!(unfinished.why, Why::MustGoOn { .. }), "{unfinished:?}");
    let astray = position.why_not_path(&path(&["14", "24", "32"])).unwrap();
    assert_eq!(astray.why, Why::WrongWay);
}

/// The rules that narrow the moves down, each with what it rejected.
#[track_caller]
fn assert_narrowings(rules: &str, fen: &str, expected: &[(Narrowed, &str)]) {
    let position = position(rules, fen);
    let narrowings = position.narrowings();
    let rules: Vec<_> = narrowings.iter().map(|step| step.rule).collect();
    assert_eq!(rules, expected.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), "{fen}");
    for (step, (rule, moves)) in narrowings.iter().zip(expected) {
        let mut rejected: Vec<_> = step.rejected.iter().map(|mv| position.hub(mv)).collect();
        rejected.sort();
        let mut moves: Vec<_> = moves.split(' ').collect();
        moves.sort_unstable();
        assert_eq!(rejected, moves, "{fen} {rule:?}");
    }
}

#[test]
fn how_the_moves_were_narrowed_down() {
    use Narrowed::{KingTired, MustCapture, Preference as Prefer};
    use Preference::*;
    assert_narrowings("italian", "W:W22:B1", &[]);
    assert_narrowings(
        "italian",
        "W:W22,28:B10,18,23",
        &[(MustCapture, "22-19 28-24"), (Prefer(MostPieces(2)), "28x19x23")],
    );
    assert_narrowings(
        "italian",
        "W:W22,K28:B18,23",
        &[(MustCapture, "22-19 28-24 28-31 28-32"), (Prefer(WithKing), "22x13x18")],
    );
    assert_narrowings(
        "italian",
        "W:WK25,K28:BK21,23",
        &[(MustCapture, "25-29 28-24 28-31 28-32"), (Prefer(MostKings(1)), "28x19x23")],
    );
    assert_narrowings(
        "italian",
        "W:WK26,K32:B13,K20,K21,28",
        &[(MustCapture, "26-22 26-29 26-30"), (Prefer(EarliestKing), "32x16x20x28")],
    );
    assert_narrowings("frisian", "W:W28:BK22,23", &[(Prefer(HighestValue), "28x19x23")]);
    assert_narrowings(
        "frisian",
        "W:WK46,45:B1:+0+346",
        &[(KingTired(3), "46-41 46-37 46-32 46-28 46-23 46-19 46-14 46-10 46-5")],
    );
}
