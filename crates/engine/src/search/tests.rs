//! The search against a plain minimax that looks at everything.

use super::*;
use crate::engine::{Engine, EngineOptions, SearchOptions};
use crate::eval::{Evaluation, Judge, ended};
use crate::limits::Limits;
use crate::random::Dice;
use crate::report::Info;
use crate::score::{DRAW, INFINITE, Score, WIN};
use draughts::{American, AnyPosition, Duty, Game, Ruleset, Variant, dispatch};

/// Looks at every move, without windows.
struct Minimax<'a, R: Rules> {
    judge: Judge<'a, R>,
    past: Past,
    captures: bool,
}

impl<R: Rules> Minimax<'_, R> {
    fn value(&mut self, position: &Position<R>, depth: i32, ply: usize) -> Value {
        let outcome = position.outcome();
        if let Some(outcome) = outcome {
            return ended(&outcome, position, ply);
        }
        if ply > 0 && self.past.is_drawn() {
            return DRAW;
        }
        if depth == 0 {
            return self.leaf(position, ply);
        }
        let mut best = -INFINITE;
        for mv in position.legal_moves() {
            let after = position.play_unchecked(&mv);
            self.past.push(position, &mv, &after);
            best = best.max(-self.value(&after, depth - 1, ply + 1));
            self.past.pop();
        }
        best
    }

    fn leaf(&mut self, position: &Position<R>, ply: usize) -> Value {
        if let Some(outcome) = position.outcome() {
            return ended(&outcome, position, ply);
        }
        let resting = self.judge.evaluate(position);
        let captures = position.legal_moves().into_iter().filter(Move::is_capture);
        let mut best = match position.rules().facts().capture {
            _ if !self.captures || !position.any_capture() => return resting,
            Duty::Optional => resting,
            Duty::Mandatory => -INFINITE,
        };
        for mv in captures {
            best = best.max(-self.leaf(&position.play_unchecked(&mv), ply + 1));
        }
        best
    }
}

fn task<'a>(game: &'a Game, watch: &'a Watch, depth: u32, tuning: Tuning) -> Task<'a> {
    Task {
        game,
        weights: None,
        depth: Some(depth),
        watch,
        lines: 1,
        inaccuracy: 0,
        captures: u32::MAX,
        ponder_forced: true,
        tuning,
    }
}

fn searched(game: &Game, depth: u32, tuning: Tuning, evaluation: &Evaluation) -> Info {
    let watch = Watch::new(&Limits::infinite(), &SearchOptions::default());
    let weights = evaluation.weights(game.rules());
    let task = Task { weights, ..task(game, &watch, depth, tuning) };
    let table = Table::new(1 << 16);
    dispatch!(game.position(), position => {
        think(position, &task, &table, &mut [Desk::new()], &mut |_| {})
    })
}

fn minimax(game: &Game, depth: u32, captures: bool, evaluation: &Evaluation) -> Score {
    let past = Past::new(game);
    let weights = evaluation.weights(game.rules());
    Score::of(dispatch!(game.position(), position => {
        let judge = Judge::new(*position.rules(), weights);
        Minimax { judge, past, captures }.value(position, depth as i32, 0)
    }))
}

/// A game after so many random moves, or fewer if it ended.
fn random_game(rules: &Ruleset, plies: u32, dice: &mut Dice) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            game.take_back();
            break;
        }
        let mv = moves[dice.up_to(moves.len() as u64 - 1) as usize];
        game.play(&mv).unwrap();
    }
    game
}

fn games() -> Vec<Game> {
    let house =
        ["casual", "american,first-king-wins=yes", "russian,blocked=wins", "italian,board=10"];
    let house = house.map(|text| text.parse::<Ruleset>().unwrap());
    let all = Variant::ALL.iter().map(|variant| Ruleset::from(*variant)).chain(house);
    let mut dice = Dice::new(5);
    all.flat_map(|rules| [6, 25, 50, 70].map(|plies| random_game(&rules, plies, &mut dice)))
        .filter(|game| game.outcome().is_none())
        .collect()
}

/// Asks of all games whether a search is a minimax, with either evaluation and with or without what
/// the table knows.
fn assert_minimax(tuning: Tuning) {
    let captures = tuning.captures != 0;
    for game in games() {
        for (evaluation, depth) in [Evaluation::HandMade, Evaluation::Best]
            .iter()
            .flat_map(|evaluation| (1..=3).map(move |depth| (evaluation, depth)))
        {
            let expected = minimax(&game, depth, captures, evaluation);
            for table in [0, 1] {
                let info = searched(&game, depth, Tuning { table, ..tuning }, evaluation);
                let fen = game.position().to_fen();
                assert_eq!(info.score(), expected, "{} {fen} {evaluation:?} {table}", game.rules());
            }
        }
    }
}

#[test]
fn without_pruning_the_search_is_a_plain_minimax() {
    assert_minimax(Tuning::PLAIN);
}

#[test]
fn with_captures_the_search_is_a_minimax_to_quiet_positions() {
    assert_minimax(Tuning { captures: 1, ..Tuning::PLAIN });
}

#[test]
fn a_side_that_is_blocked_has_lost_however_good_it_looks() {
    let position: Position<American> =
        Position::from_fen("B:W26,30,K31:B13,17,21,22,25,K29").unwrap();
    assert!(position.legal_moves().is_empty());
    let game = Game::from_position(Variant::American.into(), position.into());
    let judge = Judge::new(American, None);
    assert!(judge.evaluate(&position) > 200, "it looks good");
    let watch = Watch::new(&Limits::infinite(), &SearchOptions::default());
    let task = task(&game, &watch, 4, Tuning::default());
    let (table, mut desk) = (Table::new(1 << 16), Desk::new());
    let mut search = Search::new(&position, &judge, &task, &table, &mut desk);
    for depth in 1..8 {
        assert_eq!(search.node(&position, depth, 1, Window::at_least(0)), 1 - WIN);
    }
}

#[test]
fn a_shot_by_sacrifice_is_seen_behind_the_depth() {
    let rules: Ruleset = Variant::International.into();
    // A king is made on 49 at once, and lost to a sacrifice.
    let position = AnyPosition::from_fen(&rules, "B:W6,36,40,42,44:B5,10,14,18,43").unwrap();
    let game = Game::from_position(rules, position);
    for (sacrifices, best) in [(0, "43-49"), (Tuning::default().sacrifices, "14-19")] {
        let tuning = Tuning { sacrifices, ..Tuning::default() };
        let evaluation = Evaluation::HandMade;
        let mut engine = Engine::new(EngineOptions { tuning, evaluation, ..Default::default() });
        let options = SearchOptions::default();
        let report = engine.search(&game, &Limits::depth(1), &options, &mut |_| {}).unwrap();
        assert_eq!(position.text(&report.best), best, "sacrifices {sacrifices}");
    }
}

#[test]
fn a_threat_is_welcome_where_losing_is_wanted() {
    let rules = Ruleset::from(Variant::Antidraughts);
    let position = AnyPosition::from_fen(&rules, "W:W28,50:B17,22").unwrap();
    let game = Game::from_position(rules, position);
    let watch = Watch::new(&Limits::infinite(), &SearchOptions::default());
    let (task, table) = (task(&game, &watch, 1, Tuning::default()), Table::new(1 << 16));
    dispatch!(game.position(), position => {
        let judge = Judge::new(*position.rules(), None);
        let looks = judge.evaluate(position);
        let mut desk = Desk::new();
        let mut search = Search::new(position, &judge, &task, &table, &mut desk);
        let value = search.horizon(position, 1, Window::at_least(looks + 50));
        assert!(value >= looks + 50, "{value} with the threat, {looks} without");
    });
}
