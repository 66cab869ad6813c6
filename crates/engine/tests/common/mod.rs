//! What several test files share.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts::{AnyPosition, Color, Game, Ruleset, Variant};
use draughts_engine::{Engine, EngineOptions, Limits, Report, SearchOptions};

#[track_caller]
pub fn rules(text: &str) -> Ruleset {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[track_caller]
pub fn game(rules_text: &str, fen: &str) -> Game {
    let rules = rules(rules_text);
    let position = AnyPosition::from_fen(&rules, fen).unwrap_or_else(|error| panic!("{error}"));
    Game::from_position(rules, position)
}

pub fn engine() -> Engine {
    Engine::new(EngineOptions { tt_bytes: 1 << 20, ..Default::default() })
}

/// The highest level's answer.
#[track_caller]
pub fn answer(game: &Game, limits: &Limits) -> Report {
    let options = SearchOptions::default();
    engine().search(game, limits, &options, &mut |_| {}).expect("the game goes on")
}

#[track_caller]
pub fn best(rules: &str, fen: &str, depth: u32) -> String {
    let game = game(rules, fen);
    game.position().text(&answer(&game, &Limits::depth(depth)).best)
}

/// Every official variant, and house rules that change how a game is won or how captures work.
pub fn all_rules() -> Vec<Ruleset> {
    let house = [
        "casual",
        "american,capture=off,kings=flying",
        "american,first-king-wins=yes",
        "russian,blocked=wins",
        "international,blocked=draws",
        "italian,board=12,kings=flying",
        "frisian,king-run=1,first-king-wins=yes",
        "turkish,capture=on,blocked=draws",
    ];
    let official = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    official.chain(house.map(rules)).collect()
}

/// A small generator, enough to choose moves.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A game after so many random moves; fewer if it ended before.
pub fn random_game(rules: &Ruleset, plies: usize, random: &mut Random) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
    game
}

/// Pieces of a side, a king counting as two.
pub fn material(position: &AnyPosition, color: Color) -> i32 {
    (position.pieces(color).len() + position.kings(color).len()) as i32
}

/// Checks that every line of a report can be played.
#[track_caller]
pub fn assert_playable(game: &Game, report: &Report) {
    assert_eq!(report.info.variations[0].moves[0], report.best);
    for line in &report.info.variations {
        let mut position = *game.position();
        for mv in &line.moves {
            position = match position.play(mv) {
                Ok(after) => after,
                Err(reason) => panic!("{} {}: {reason}", game.rules(), position.to_fen()),
            };
        }
    }
}
