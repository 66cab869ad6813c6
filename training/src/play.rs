//! One game of the engine against itself.

use crate::record::LabelledPosition;
use draughts::{Game, Ruleset};
use endgame::{Tables, Wld};
use engine::{Engine, Limits, Score, SearchOptions};

/// A game that lasts longer is drawn.
const LONGEST: usize = 240;
/// An opening that a side is ahead in by more, in hundredths of a man, is not played.
const FAIR: i32 = 120;
/// Moves at the start that are made at random: at least so many, and up to so many more.
const RANDOM_MOVES: (u64, u64) = (4, 9);

/// Random numbers: splitmix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % limit
    }
}

/// Plays a game and gives the records of its quiet positions; none where the opening was not fair. Where
/// endgame tables have the result, the game ends with it.
pub fn play(
    rules: &Ruleset,
    engine: &mut Engine,
    nodes: u64,
    tables: Option<&Tables>,
    dice: &mut Dice,
) -> Vec<Vec<u8>> {
    engine.clear();
    let Some(mut game) = opening(rules, dice) else { return Vec::new() };
    let options = SearchOptions::default();
    let mut records = Vec::new();
    let mut first = true;
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner;
        }
        if let Some(result) = tables.and_then(|tables| tables.verdict(&game).ok()??.result()) {
            break match result {
                Wld::Win => Some(game.position().turn()),
                Wld::Draw => None,
                Wld::Loss => Some(!game.position().turn()),
            };
        }
        let report = engine.search(&game, &Limits::nodes(nodes), &options, &mut |_| {});
        let (Some(report), true) = (report, game.history().len() < LONGEST) else { break None };
        let score = report.score();
        if first && !is_fair(score) {
            return Vec::new();
        }
        first = false;
        let turn = game.position().turn();
        match score {
            Score::WinsIn(_) => break Some(turn),
            Score::LosesIn(_) => break Some(!turn),
            Score::Centimen(_) if is_quiet(&game) => {
                records.push(LabelledPosition::new(game.position(), score));
            }
            Score::Centimen(_) => {}
        }
        if game.play(&report.best).is_err() {
            return Vec::new();
        }
    };
    records.into_iter().map(|record| record.ended(winner)).collect()
}

/// A game after some moves at random, unless it is over.
fn opening(rules: &Ruleset, dice: &mut Dice) -> Option<Game> {
    let mut game = Game::new(rules.clone());
    for _ in 0..RANDOM_MOVES.0 + dice.below(RANDOM_MOVES.1) {
        let moves = game.legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            return None;
        }
        game.play(&moves[dice.below(moves.len() as u64) as usize]).ok()?;
    }
    game.outcome().is_none().then_some(game)
}

fn is_fair(score: Score) -> bool {
    matches!(score, Score::Centimen(value) if value.abs() <= FAIR)
}

/// Whether neither side can capture: positions that the search judges.
fn is_quiet(game: &Game) -> bool {
    let position = game.position();
    let threat = draughts::dispatch!(position, inner => inner.any_threat());
    !position.any_capture() && !threat
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use engine::EngineOptions;

    fn records(variant: Variant, number: u64) -> Vec<Vec<u8>> {
        let mut engine = Engine::new(EngineOptions { tt_bytes: 1 << 16, ..Default::default() });
        play(&variant.into(), &mut engine, 60, None, &mut Dice(number))
    }

    fn some_games(variant: Variant) -> Vec<Vec<Vec<u8>>> {
        let games = (0..30).map(|number| records(variant, number));
        games.filter(|game| !game.is_empty()).collect()
    }

    #[test]
    fn the_same_number_plays_the_same_game() {
        for variant in [Variant::American, Variant::Frisian] {
            assert_eq!(some_games(variant), some_games(variant));
        }
    }

    #[test]
    fn all_positions_of_a_game_have_its_result_and_fewer_and_fewer_pieces() {
        for game in some_games(Variant::International) {
            let results: Vec<i8> = game.iter().map(|record| record[34] as i8).collect();
            assert!(results.iter().all(|result| *result == results[0] && result.abs() <= 1));
            let pieces = |record: &Vec<u8>| -> u32 {
                record[..32].iter().map(|byte| byte.count_ones()).sum()
            };
            assert!(game.iter().all(|record| (2..=40).contains(&pieces(record))));
            assert!(game.is_sorted_by_key(|record| std::cmp::Reverse(pieces(record))));
            assert!(game.iter().all(|record| matches!(record[35] as i8, 1 | -1)));
        }
    }
}
