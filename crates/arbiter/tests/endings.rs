//! Whole games, from the first move to the reason why they end.

mod common;

use common::*;
use draughts::Color::{self, Black, White};
use draughts::{DrawWhen, Reason, Why};
use draughts_arbiter::{EndReason, Event, Refusal};

/// Two kings far from each other, and moves that bring them back; in American and Italian numbers.
const THERE_AND_BACK: &str = "1-5 32-28 5-1 28-32";

/// R-AM-8
#[test]
fn a_side_without_pieces_has_lost() {
    let mut game = Sitting::begin(from_position("american", "B:W18:B14"));
    game.plays("14x23");
    assert_eq!(game.ending(), "black wins: no pieces");
    assert_eq!(game.table().ending().map(|ending| ending.winner), Some(Some(Black)));
    let over = game.refuses(&mv(White, "18-15")).to_string();
    assert_eq!(over, "the game is over (black wins: no pieces)");
}

/// R-AM-8
#[test]
fn a_side_that_cannot_move_has_lost() {
    let mut game = Sitting::begin(from_position("american", "B:W21:B9,17"));
    game.plays("9-14");
    assert_eq!(game.ending(), "black wins: no moves");
    // R-HR-3: in casual checkers the same is a draw.
    let mut game = Sitting::begin(from_position("casual", "B:W21:B9,17"));
    game.plays("9-14");
    assert_eq!(game.ending(), "draw: no moves");
}

/// R-AM-9
#[test]
fn forty_moves_each_without_a_capture_draw_in_american() {
    let mut game = Sitting::begin(from_position("american", "B:WK32:BK1"));
    game.repeats(THERE_AND_BACK, 79);
    assert!(game.is_on());
    assert_eq!(game.table().counters()[0].to_string(), "39 of 40");
    game.plays("28-32");
    assert_eq!(game.ending(), "draw: 40-move rule: no capture");
    assert_eq!(game.table().moves().len(), 80);
}

/// R-AM-9: a capture restarts the count.
#[test]
fn a_capture_restarts_the_forty_moves() {
    let mut game = Sitting::begin(from_position("american", "B:WK32,22:BK1,15"));
    game.repeats(THERE_AND_BACK, 76);
    game.plays("15-19").plays("22-18").plays("1-5").plays("18-14");
    assert_eq!(game.ending(), "draw: 40-move rule: no capture");
    let mut game = Sitting::begin(from_position("american", "B:WK32,22:BK1,15"));
    game.repeats(THERE_AND_BACK, 76).plays("15-18").plays("22x15");
    assert_eq!(game.table().counters()[0].count, 0);
    game.repeats(THERE_AND_BACK, 79);
    assert!(game.is_on());
    game.plays("28-32");
    assert_eq!(game.ending(), "draw: 40-move rule: no capture");
}

/// R-GM-1: threefold repetition in American checkers is drawn on claim only.
#[test]
fn repetition_in_american_must_be_claimed() {
    let mut game = Sitting::begin(from_position("american", "B:WK32:BK1"));
    game.repeats(THERE_AND_BACK, 7);
    let claim = Event::ClaimDraw { side: Black };
    assert_eq!(game.refuses(&claim), Refusal::NothingToClaim);
    game.plays("28-32");
    assert!(game.is_on());
    assert_eq!(game.table().claims().len(), 1);
    game.does(&claim);
    assert_eq!(game.table().claims(), []);
    assert_eq!(game.ending(), "draw: the same position 3 times (on claim)");
    let reason = game.table().ending().map(|ending| ending.reason);
    assert!(matches!(reason, Some(EndReason::Claim(rule)) if rule.when == DrawWhen::Repetition));
}

/// R-GM-1: a player who is out of time can claim nothing any more; the other side still can.
#[test]
fn a_claim_needs_time() {
    let clock = "1m".parse().unwrap();
    let terms = draughts_arbiter::Terms { clock, ..from_position("american", "B:WK32:BK1") };
    let mut game = Sitting::begin(terms);
    game.repeats(THERE_AND_BACK, 8).wait(60_000);
    let claim = Event::ClaimDraw { side: Black };
    assert_eq!(game.refuses(&claim), Refusal::OutOfTime { side: Black });
    game.does(&Event::ClaimDraw { side: White });
    assert_eq!(game.ending(), "draw: the same position 3 times (on claim)");
}

/// R-IT-7
#[test]
fn forty_moves_each_with_kings_draw_in_italian() {
    let mut game = Sitting::begin(from_position("italian", "W:WK1:BK32"));
    game.repeats(THERE_AND_BACK, 79);
    assert!(game.is_on());
    game.plays("28-32");
    assert_eq!(game.ending(), "draw: 40-move rule: no capture, with kings on both sides");
    // A side without a king: nothing is counted.
    let mut game = Sitting::begin(from_position("italian", "W:WK1:B4,8,12"));
    game.plays("1-5").thinks_of_any(1);
    assert_eq!(game.table().counters()[0].count, 0);
}

/// R-IT-7: the fourth occurrence, on claim.
#[test]
fn repetition_in_italian_must_be_claimed() {
    let mut game = Sitting::begin(from_position("italian", "W:WK1:BK32"));
    game.repeats(THERE_AND_BACK, 11);
    assert_eq!(game.refuses(&Event::ClaimDraw { side: Black }), Refusal::NothingToClaim);
    game.plays("28-32").does(&Event::ClaimDraw { side: White });
    assert_eq!(game.ending(), "draw: the same position 4 times (on claim)");
}

/// R-IT-7
#[test]
fn resignation_and_abandonment_lose_whoever_is_to_move() {
    for side in Color::BOTH {
        let mut game = Sitting::begin(terms("italian"));
        game.does(&Event::Resign { side });
        assert_eq!(game.ending(), format!("{} wins: {side} resigned", !side));
        let mut game = Sitting::begin(terms("italian"));
        game.does(&Event::Abandon { side });
        assert_eq!(game.ending(), format!("{} wins: {side} left the game", !side));
    }
}

/// R-FR-8
#[test]
fn the_third_occurrence_draws_in_international() {
    let mut game = Sitting::begin(from_position("international", "W:WK46,K47:BK5,K4"));
    // Kings on lines of their own that never meet.
    let moves = "47-42 4-10 42-47 10-4";
    game.repeats(moves, 7);
    assert!(game.is_on());
    assert_eq!(game.refuses(&Event::ClaimDraw { side: Black }), Refusal::NothingToClaim);
    game.plays("10-4");
    assert_eq!(game.ending(), "draw: the same position 3 times");
}

fn ends_by_rule_after(rules: &str, fen: &str, plies: usize, when: DrawWhen) {
    let mut game = Sitting::begin(from_position(rules, fen));
    game.wanders(plies - 1);
    assert!(game.is_on(), "{fen}: {}", game.ending());
    let mut game = Sitting::begin(from_position(rules, fen));
    game.wanders(plies);
    let ending = game.table().ending().copied();
    let drawn = ending.is_some_and(|ending| {
        ending.winner.is_none()
            && matches!(ending.reason, EndReason::Rules(Reason::Draw(rule)) if rule.when == when)
    });
    assert!(drawn, "{fen}: {}", game.ending());
}

/// R-FR-8
#[test]
fn twenty_five_king_moves_each_draw_in_international() {
    let fen = "W:WK46,K47,26:BK5,K4,15";
    ends_by_rule_after("international", fen, 50, DrawWhen::KingsOnly);
}

/// R-FR-8
#[test]
fn sixteen_moves_of_three_against_a_king_draw_in_international() {
    use draughts::Forces::ThreeAgainstKing;
    let when = DrawWhen::Forces(ThreeAgainstKing);
    ends_by_rule_after("international", "W:WK1,K2,K3:BK46", 32, when);
    ends_by_rule_after("international", "B:WK46:BK1,K2,K3", 32, when);
}

/// R-FR-8
#[test]
fn five_moves_of_two_against_a_king_draw_in_international() {
    use draughts::Forces::TwoAgainstKing;
    let when = DrawWhen::Forces(TwoAgainstKing);
    ends_by_rule_after("international", "W:WK1,K2:BK46", 10, when);
    ends_by_rule_after("international", "W:WK1:BK46", 10, when);
}

/// Russian draughts counts 15 moves for three kings against one.
#[test]
fn fifteen_moves_of_three_kings_draw_in_russian() {
    let when = DrawWhen::Forces(draughts::Forces::ThreeKingsAgainstKing);
    ends_by_rule_after("russian", "W:WKb8,Kd8,Kf8:BKa1", 30, when);
}

/// R-FR-7: a refused move leaves state and turn as they were, and says why. `refuses` compares the
/// whole state.
#[test]
fn refused_moves_change_nothing_and_say_why() {
    let mut game = Sitting::begin(terms("international"));
    let why = |game: &mut Sitting, side, text: &str| match game.refuses(&mv(side, text)) {
        Refusal::Move(draughts::MoveError::Illegal(illegal)) => illegal.why,
        other => panic!("{text}: {other}"),
    };
    assert_eq!(game.refuses(&mv(Black, "20-24")).to_string(), "it is white's turn");
    assert_eq!(why(&mut game, White, "20-24"), Why::NotYours);
    assert_eq!(why(&mut game, White, "28-22"), Why::NoPiece);
    assert_eq!(why(&mut game, White, "32-32"), Why::SameSquare);
    assert_eq!(why(&mut game, White, "37-32"), Why::Occupied);
    assert_eq!(why(&mut game, White, "31-22"), Why::ManOneSquare);
    assert_eq!(
        game.refuses(&mv(White, "32-99")).to_string(),
        "there is no such square on this board (at character 4)"
    );
    game.plays("32-28").plays("19-23");
    assert!(matches!(why(&mut game, White, "34-30"), Why::MustCapture { .. }));
    game.plays("28x19");
    assert_eq!(game.table().turn(), Black);
}
