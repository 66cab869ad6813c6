//! Players without an engine, and the lowest levels measured against them.

use draughts::{AnyPosition, Game, Ruleset};
use draughts_contest::*;
use engine::Stop;
use std::collections::HashSet;

fn game(rules: &str, fen: &str) -> Game {
    let rules: Ruleset = rules.parse().unwrap();
    let position = AnyPosition::from_fen(&rules, fen).unwrap();
    Game::from_position(rules, position)
}

/// The moves a player chooses in a position, over many seeds.
fn choices(player: &str, game: &Game) -> HashSet<String> {
    let entrant: Entrant = player.parse().unwrap();
    let mut player = entrant.open(game.rules(), &Pace::default(), None).unwrap();
    let stop = Stop::new();
    let mut chosen = HashSet::new();
    for seed in 0..200 {
        player.begin(game, game.position().turn(), seed).unwrap();
        let turn = MoveTime { limits: engine::Limits::infinite(), stop: &stop };
        chosen.insert(game.position().text(&player.choose(game, &turn).unwrap().mv));
    }
    chosen
}

fn set(moves: &[&str]) -> HashSet<String> {
    moves.iter().map(|mv| (*mv).to_owned()).collect()
}

#[test]
fn a_random_player_plays_every_legal_move() {
    for rules in ["american", "international", "turkish", "russian,blocked=wins"] {
        let game = Game::new(rules.parse().unwrap());
        let legal = game.legal_moves().iter().map(|mv| game.position().text(mv)).collect();
        assert_eq!(choices("random", &game), legal, "{rules}");
        assert_eq!(choices("random:seed=7", &game).len(), 1, "{rules}");
    }
}

#[test]
fn a_careful_player_keeps_its_pieces() {
    // 22-18 and 22-17 lose a man for nothing; 30-26 guards neither, and is safe.
    let one = game("american", "W:W22,30:B13,14");
    assert_eq!(choices("random", &one).len(), 4);
    assert_eq!(choices("careful", &one), set(&["30-26", "30-25"]));
}

#[test]
fn where_losing_wins_a_careful_player_is_not_made_to_capture() {
    // After any other move, 14-18 forces it to capture.
    let one = game("american,blocked=wins", "W:W22,30:B13,14");
    assert_eq!(choices("careful", &one), set(&["22-17", "22-18"]));
}

/// The score of the first of two players, which is the same on every machine.
fn score(rules: &str, players: [&str; 2], games: usize) -> f64 {
    let rules: Ruleset = rules.parse().unwrap();
    let entrants = players.iter().map(|text| text.parse().unwrap()).collect();
    let mut contest = Contest::new(rules.clone(), entrants);
    contest.openings = OpeningSource::usual(&rules, games / 2);
    contest.rounds = games / 2;
    contest.seed = 17;
    let score = contest.run(&Stop::new(), &mut |_| {}).unwrap().score(0, 1);
    println!("{rules}: {} against {}: {score}", players[0], players[1]);
    score.average().unwrap()
}

/// BARS: random moves score 15 to 40 % against level 1, and careful ones at least 80 % there and half against level 3.
#[test]
fn the_lowest_levels_are_for_beginners() {
    for rules in ["american", "international", "italian", "russian"] {
        let random = score(rules, ["random", "level:1"], 120);
        assert!((0.15..=0.4).contains(&random), "{rules}: random scores {random} against level 1");
        let careful = score(rules, ["careful", "level:1"], 40);
        assert!(careful >= 0.8, "{rules}: careful scores {careful} against level 1");
        let careful = score(rules, ["careful", "level:3"], 60);
        assert!(careful >= 0.5, "{rules}: careful scores {careful} against level 3");
    }
}
