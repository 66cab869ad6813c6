//! Shared test helpers.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

pub mod invariants;
pub mod random;

use draughts::{
    AnyPosition, DrawCount, DrawWhen, Game, Move, Outcome, Piece, Ruleset, Square, Why,
};

#[track_caller]
pub fn rules(text: &str) -> Ruleset {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
pub fn position(rules_text: &str, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(&rules(rules_text), fen)
        .unwrap_or_else(|error| panic!("{rules_text} {fen}: {error}"))
}

#[track_caller]
pub fn square(position: &AnyPosition, name: &str) -> Square {
    position.square(name).unwrap_or_else(|| panic!("no square {name}"))
}

#[track_caller]
pub fn piece(position: &AnyPosition, name: &str) -> Option<Piece> {
    position.piece(square(position, name))
}

#[track_caller]
pub fn only_move(position: &AnyPosition) -> Move {
    let moves = position.legal_moves();
    assert_eq!(moves.len(), 1, "{}: {:?}", position.to_fen(), texts(position));
    moves[0]
}

pub fn texts(position: &AnyPosition) -> Vec<String> {
    let mut texts: Vec<_> = position.legal_moves().iter().map(|mv| position.text(mv)).collect();
    texts.sort();
    texts
}

/// Exactly these moves are legal, in any order.
#[track_caller]
pub fn assert_moves(rules_text: &str, fen: &str, expected: &str) {
    let mut expected: Vec<_> = expected.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(texts(&position(rules_text, fen)), expected, "{rules_text} {fen}");
}

/// Exactly these moves are legal, written with all captured squares.
#[track_caller]
pub fn assert_hub_moves(rules_text: &str, fen: &str, expected: &str) {
    let position = position(rules_text, fen);
    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| position.hub(mv)).collect();
    moves.sort();
    let mut expected: Vec<_> = expected.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(moves, expected, "{rules_text} {fen}");
}

#[track_caller]
pub fn after(rules_text: &str, fen: &str, text: &str) -> AnyPosition {
    let position = position(rules_text, fen);
    let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    position.play(&mv).unwrap_or_else(|error| panic!("{fen} {text}: {error}"))
}

#[track_caller]
pub fn why(rules_text: &str, fen: &str, from: &str, to: &str) -> Why {
    let position = position(rules_text, fen);
    let (from, to) = (square(&position, from), square(&position, to));
    let illegal = position.why_not(from, to).unwrap_or_else(|| panic!("{fen}: it is legal"));
    assert_eq!((illegal.from, illegal.to), (from, to));
    illegal.why
}

#[track_caller]
pub fn game(rules_text: &str, fen: &str) -> Game {
    Game::from_position(rules(rules_text), position(rules_text, fen))
}

#[track_caller]
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{} {text}: {error}", game.position().to_fen()));
        game.play(&mv).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// Plays the given moves repeatedly, up to a number of plies.
#[track_caller]
pub fn shuttle(game: &mut Game, round: &str, plies: usize) {
    for text in round.split_whitespace().cycle().take(plies) {
        play(game, text);
    }
}

#[track_caller]
pub fn count(game: &Game, when: DrawWhen) -> DrawCount {
    let count = game.counts().into_iter().find(|count| count.rule.when == when);
    count.unwrap_or_else(|| panic!("{when:?} is no draw rule of {}", game.rules()))
}

pub fn drawn_by(outcome: Option<Outcome>) -> Option<DrawWhen> {
    match outcome?.reason {
        draughts::Reason::Draw(rule) => Some(rule.when),
        _ => None,
    }
}

/// Plays a number of quiet moves that `allows` permits, never repeating a position and never letting the opponent
/// capture, so that only the rule under test ends the game.
#[track_caller]
pub fn wander(game: &mut Game, plies: usize, allows: impl Fn(&Game, &Move) -> bool) {
    let start = game.position().to_fen();
    assert!(wandered(game, plies, &allows), "no quiet way on from {start}");
}

fn wandered(game: &mut Game, plies: usize, allows: &dyn Fn(&Game, &Move) -> bool) -> bool {
    if plies == 0 {
        return true;
    }
    for mv in quiet_ways_on(game) {
        if allows(game, &mv) && game.play(&mv).is_ok() {
            if wandered(game, plies - 1, allows) {
                return true;
            }
            game.take_back();
        }
    }
    false
}

fn quiet_ways_on(game: &Game) -> Vec<Move> {
    let leads_on = |mv: &Move| {
        let after = game.position().play_unchecked(mv);
        let seen = (0..=game.history().len()).any(|ply| game.position_after(ply) == Some(&after));
        !mv.is_capture() && !seen && !after.any_capture()
    };
    game.legal_moves().into_iter().filter(leads_on).collect()
}

pub fn any_move(_: &Game, _: &Move) -> bool {
    true
}

pub fn king_moves(game: &Game, mv: &Move) -> bool {
    let position = game.position();
    position.kings(position.turn()).contains(mv.from())
}

pub fn man_moves(game: &Game, mv: &Move) -> bool {
    !king_moves(game, mv) && !mv.promotes()
}

/// The game lasts for all but one of this many moves, and the last one draws it by this rule.
#[track_caller]
pub fn assert_drawn_after(
    mut game: Game,
    plies: usize,
    when: DrawWhen,
    allows: impl Fn(&Game, &Move) -> bool,
) {
    let limit = count(&game, when).rule.limit;
    wander(&mut game, plies - 1, &allows);
    assert_eq!(game.outcome(), None, "{} after {} plies", game.start().to_fen(), plies - 1);
    assert_eq!(count(&game, when).count, limit - 1, "{}", game.start().to_fen());
    wander(&mut game, 1, &allows);
    assert_eq!(drawn_by(game.outcome()), Some(when), "{}", game.start().to_fen());
}

/// Unoptimised, the generator needs more stack than a test's thread has.
pub fn with_a_large_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
