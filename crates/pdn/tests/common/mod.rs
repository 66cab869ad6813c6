//! Generated games.

use draughts::{Game, Variant};
use pdn::GameType;
use std::fmt::Write;

/// A reproducible pseudorandom sequence.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// A game of random moves, with its result.
pub fn random_game(variant: Variant, seed: u64) -> Game {
    let mut numbers = Numbers::new(seed);
    let mut game = Game::new(variant.into());
    for _ in 0..120 {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[numbers.below(legal.len())];
        game.play(&mv).unwrap();
    }
    game
}

/// The tag that names the variant.
pub fn rules_tag(variant: Variant) -> String {
    let kind = GameType::of(&variant.into())
        .filter(|kind| kind.parse::<GameType>().unwrap().rules() == Some(variant.into()));
    match kind {
        Some(kind) => format!("[GameType \"{kind}\"]"),
        None => format!("[Variant \"{variant}\"]"),
    }
}

/// Games of random moves as programs write them: tags, numbers, moves, a result.
pub fn random_games(variant: Variant, count: u64) -> String {
    let mut text = String::new();
    for seed in 0..count {
        let game = random_game(variant, seed);
        writeln!(text, "[Event \"Club evening\"]\n[Site \"?\"]\n[Date \"2026.11.15\"]").unwrap();
        writeln!(text, "[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"*\"]").unwrap();
        writeln!(text, "{}\n", rules_tag(variant)).unwrap();
        let mut column = 0;
        for (ply, mv) in game.history().enumerate() {
            let mv = game.position_after(ply).unwrap().text(mv);
            let word = if ply % 2 == 0 { format!("{}. {mv}", ply / 2 + 1) } else { mv };
            column += word.len() + 1;
            text.push_str(&word);
            text.push(if column > 70 { '\n' } else { ' ' });
            column %= 71;
        }
        text.push_str("*\n\n");
    }
    text
}
