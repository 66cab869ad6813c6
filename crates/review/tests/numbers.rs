//! The numbers of a review: shots by length, counter-shots, exchanges, kings, leads, stages, time. Issue 19.2.

use draughts::Color;
use draughts_review::{GameStage, Mark, NewKing, Review, Reviewer, ShotCount};
use engine::{Engine, EngineOptions, Evaluation, Limits, Stop};
use pdn::{Games, Judge};

const NODES: u64 = 20_000;

fn reviewed(text: &str) -> Review {
    let game = Games::new(text.as_bytes()).next().expect("a game").expect("text in memory");
    let replay = Judge::default().replay(&game);
    assert!(replay.problem.is_none(), "{:?}", replay.problem);
    let evaluation = Evaluation::HandMade;
    let mut engine =
        Engine::new(EngineOptions { tt_bytes: 4 << 20, evaluation, ..Default::default() });
    let limits = Limits::nodes(NODES);
    let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
    reviewer.review(&game, &replay, &mut |_, _| {})
}

/// American checkers from a position.
fn american(fen: &str, moves: &str) -> Review {
    reviewed(&format!("[GameType \"21\"][FEN \"{fen}\"] {moves} *"))
}

/// A shot of three moves: two men for three.
const SHOT: &str = "W:W6,12,27-31:B1,4,10,18-21";

#[test]
fn shots_are_counted_once_by_their_length() {
    let played = american(SHOT, "1. 12-8 4x11 2. 27-23 18x27 3. 31x8");
    let count = |missed| ShotCount { moves: 3, available: 1, missed };
    assert_eq!(played.shots(Color::White), [count(0)]);
    assert!(played.shots(Color::Black).is_empty());
    let missed = american(SHOT, "1. 29-25");
    assert_eq!(missed.shots(Color::White), [count(1)]);
}

#[test]
fn a_shot_right_after_a_capture_is_a_counter_shot() {
    let fen = "B:W6,12,17,27-31:B1,4,10,14,18-20";
    let review = american(fen, "1... 14x21 2. 29-25");
    assert!(review.moves[1].shot.is_some());
    assert_eq!(review.counter_shots(Color::Black), [0]);
    assert!(review.counter_shots(Color::White).is_empty());
    // The answers to a shot are no captures that allow another.
    let played = american(SHOT, "1. 12-8 4x11 2. 27-23 18x27 3. 31x8");
    assert!(played.counter_shots(Color::Black).is_empty());
}

#[test]
fn exchanges_cost_where_they_are_marked() {
    let mut review = reviewed("[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *");
    assert!(review.costly_exchanges(Color::Black).is_empty());
    for judged in &mut review.moves {
        judged.mark = Some(Mark::Inaccuracy);
    }
    assert_eq!(review.costly_exchanges(Color::Black), [1]);
    assert!(review.costly_exchanges(Color::White).is_empty(), "taking back begins nothing");
    // Nothing is taken back.
    let mut lost = reviewed("[GameType \"20\"] 1. 32-28 19-23 2. 28x19 *");
    lost.moves[1].mark = Some(Mark::Blunder);
    assert!(lost.costly_exchanges(Color::Black).is_empty());
}

#[test]
fn new_kings_are_safe_or_not() {
    let king = |moved, taken| NewKing { made: 0, moved, taken };
    let kings = |fen, moves| american(fen, moves).new_kings(Color::White);
    let beside = "W:W5,31:B2,12";
    assert_eq!(kings(beside, "1. 5-1 12-16 2. 1-6 2x9"), [king(Some(2), true)]);
    assert_eq!(kings(beside, "1. 5-1 12-16 2. 1-6"), [king(Some(2), true)], "it could be taken");
    assert_eq!(kings(beside, "1. 5-1 12-16 2. 1-5 16-19"), [king(Some(2), false)]);
    assert_eq!(kings(beside, "1. 5-1 12-16"), [king(None, false)]);
    assert!(american(beside, "1. 31-27").new_kings(Color::White).is_empty());
}

#[test]
fn the_highest_lead_is_told_for_whom_it_was() {
    // Black gives a man away, then White gives the game away.
    let review = american("B:WK11,K32,31:BK4,K5,12", "1... 5-9 2. 31-27 9-5 3. 11-7 4-8 *");
    for (color, lead) in Color::BOTH.map(|color| (color, review.highest_lead(color))) {
        let expected = review.expected();
        let own = expected.iter().skip(1).map(|white| match color {
            Color::White => *white,
            Color::Black => 1.0 - white,
        });
        let best = own.fold(0.0, f64::max);
        assert_eq!(lead.map(|lead| lead.expected), Some(best).filter(|best| *best > 0.5));
    }
}

#[test]
fn stages_follow_the_pieces() {
    let review = reviewed("[GameType \"20\"] 1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *");
    assert!(review.stages().iter().all(|stage| *stage == GameStage::Opening));
    assert!(review.accuracy_in(Color::White, GameStage::Opening).is_some());
    assert_eq!(review.accuracy_in(Color::White, GameStage::Endgame), None);
    assert_eq!(review.opening(), ["32-28", "19-23", "28x19", "14x23", "37-32"]);
    let ending = american("W:W5,31:B2,12", "1. 5-1 12-16");
    assert_eq!(ending.stages(), [GameStage::Endgame; 2]);
    assert!(ending.opening().is_empty(), "it began elsewhere");
}

#[test]
fn time_is_added_up() {
    let review = reviewed(
        "[GameType \"20\"][TimeControl \"300\"] 1. 32-28 {[%clk 0:04:50]} 19-23 \
         2. 28x19 {[%clk 0:04:05]} 14x23 *",
    );
    let time = review.time_use(Color::White).expect("its clock is on record");
    assert_eq!((time.moves, time.total.as_secs()), (2, 55));
    assert_eq!((time.longest.as_secs(), time.longest_at), (45, 2));
    assert_eq!(review.time_use(Color::Black), None);
}
