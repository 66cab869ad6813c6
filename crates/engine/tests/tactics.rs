//! Shots and endings that must be found.

mod common;

use common::*;
use draughts::AnyPosition;
use draughts_engine::{Limits, Score};

/// Sacrifices that win, found by searching random games and checked by [`gain`].
const SHOTS: &[(&str, &str, &str)] = &[
    ("american", "B:W13,15,19,23,27,29-31:B1,6,7,10,12,14,16,20", "14-18"),
    ("american", "B:W17,19,23-26,32:B2,4,10,12,15,16", "15-18"),
    ("international", "B:W15,21,27,32,34,37,42,46,48,49:B1,5,7,9,12,13,16,18", "18-22"),
    ("international", "W:W28,33,38,40,44,46,48,50:B2,4,8,12-14,18,30", "28-23"),
    ("italian", "W:W17,18,28-31:B3-5,9,11,19,20", "28-23"),
    ("russian", "W:Wd4,f4,h4,e3,f2,a1,c1,g1:Bd8,f8,g7,d6,f6,h6,b4,a3", "c1-b2"),
    ("russian", "B:Wb4,c3,e3,g3,c1,g1:Bd8,f8,d6,h6,a5,e5,g5", "g5-f4"),
    ("brazilian", "W:Wf4,g3,b2,d2,f2,h2,a1,e1,g1:Bb8,f8,h8,a7,c7,e7,g7,h6,b4,d4", "f4-g5"),
    ("frisian", "B:W29,30,37-40,48-50:B2,4-6,9,14-16,19", "19-23"),
];

/// What the side to move gains in material by force within so many plies and the captures after
/// them, by looking at everything.
fn gain(position: &AnyPosition, depth: u32) -> i32 {
    let lead = |position: &AnyPosition| {
        material(position, position.turn()) - material(position, !position.turn())
    };
    fn best(position: &AnyPosition, depth: u32, lead: &dyn Fn(&AnyPosition) -> i32) -> i32 {
        if depth == 0 && !position.any_capture() {
            return lead(position);
        }
        let values = position
            .legal_moves()
            .into_iter()
            .map(|mv| -best(&position.play_unchecked(&mv), depth.saturating_sub(1), lead));
        values.max().unwrap_or(-100)
    }
    best(position, depth, &lead) - lead(position)
}

#[test]
fn shots_are_found() {
    for &(rules, fen, shot) in SHOTS {
        let game = game(rules, fen);
        let position = game.position();
        assert_eq!(best(rules, fen, 7), shot, "{rules} {fen}");
        let mv = position.parse_move(shot).unwrap();
        let after = position.play(&mv).unwrap();
        assert!(!mv.is_capture() && after.any_capture(), "{fen}: {shot} is a sacrifice");
        let others = position.legal_moves().into_iter().filter(|other| *other != mv);
        let other = others.map(|mv| -gain(&position.play_unchecked(&mv), 3)).max().unwrap();
        assert!(-gain(&after, 3) > other, "{fen}: {shot} wins more than any other move");
    }
}

/// The fewest plies in which the game can be won or lost by force, by looking at everything, and
/// whether the side to move wins; `None` if it cannot be within so many.
fn decided(position: &AnyPosition, most: u32) -> Option<Score> {
    (0..=most).find_map(|plies| match (wins(position, plies), loses(position, plies)) {
        (true, _) => Some(Score::WinsIn(plies)),
        (_, true) => Some(Score::LosesIn(plies)),
        _ => None,
    })
}

fn wins(position: &AnyPosition, plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => outcome.winner == Some(position.turn()),
        None if plies == 0 => false,
        None => {
            position.legal_moves().iter().any(|mv| loses(&position.play_unchecked(mv), plies - 1))
        }
    }
}

fn loses(position: &AnyPosition, plies: u32) -> bool {
    match position.outcome() {
        Some(outcome) => outcome.winner == Some(!position.turn()),
        None if plies == 0 => false,
        None => {
            position.legal_moves().iter().all(|mv| wins(&position.play_unchecked(mv), plies - 1))
        }
    }
}

#[test]
fn wins_and_losses_have_the_right_distance() {
    let (win, loss) = (Score::WinsIn, Score::LosesIn);
    let endings = [
        // Two kings against one in either single corner.
        ("american", "W:WK22,K23:BK29", win(3)),
        ("american", "W:WK18,K15:BK4", win(3)),
        // Wins by blocking.
        ("american", "W:WK10,14:B5", win(3)),
        ("american", "W:W22,30:B13", win(3)),
        ("american", "B:WK10,14:B5", loss(2)),
        ("italian", "W:WK10,K11:BK1", win(3)),
        ("international", "W:WK33,K44:B45", win(1)),
        ("russian", "W:WKe1,Kd8:Ba3,h4", win(5)),
        ("killer", "W:WK1,K50:BK6", win(5)),
        ("turkish", "W:WKa1,Kh8:Bd5", win(5)),
        // The first king wins.
        ("breakthrough", "W:W20,45:B21,6", win(5)),
        ("breakthrough", "W:W18,46,47:B20,10,15", win(5)),
        ("american,first-king-wins=yes", "B:W11,32:B10,12", loss(4)),
        // Who has nothing left to move wins, so the game is won on one's own turn.
        ("antidraughts", "W:W28:B17,7", win(2)),
        ("antidraughts", "W:W32,38,43:B18", win(8)),
        ("antidraughts", "B:W28,33:B17", win(2)),
        ("russian,blocked=wins", "W:Wc3:Be5,h8", win(2)),
    ];
    for (rules, fen, score) in endings {
        let game = game(rules, fen);
        assert_eq!(decided(game.position(), 8), Some(score), "{rules} {fen}");
        assert_eq!(answer(&game, &Limits::depth(10)).score(), score, "{rules} {fen}");
    }
}

#[test]
fn two_kings_catch_one_in_american() {
    // Played out by itself, the longest such endings included: the lone king starts in the double
    // corner, where it is hardest to catch.
    let mut game = game("american", "W:WK2,K3:BK32");
    let mut engine = engine();
    while game.outcome().is_none() {
        let report = engine.search(&game, &Limits::nodes(60_000), &Default::default(), &mut |_| {});
        game.play(&report.unwrap().best).unwrap();
    }
    assert_eq!(game.outcome().unwrap().winner, Some(draughts::Color::White));
}
