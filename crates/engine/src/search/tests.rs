//! The search against a plain minimax that looks at everything.

use super::*;
use crate::engine::{Engine, EngineOptions, SearchOptions};
use crate::eval::{Evaluation, Evaluator, terminal_value};
use crate::limits::Limits;
use crate::random::SplitMix64;
use crate::report::Info;
use crate::score::{DRAW, INFINITE, Score, WIN};
use draughts::{American, AnyPosition, Duty, Game, Ruleset, Variant, dispatch};

/// Looks at every move, without windows.
struct Minimax<'a, R: Rules> {
    evaluator: Evaluator<'a, R>,
    stack: Stack,
    captures: bool,
}

impl<R: Rules> Minimax<'_, R> {
    fn value(&mut self, position: &Position<R>, depth: i32, ply: usize) -> Value {
        let outcome = position.outcome();
        if let Some(outcome) = outcome {
            return terminal_value(&outcome, position, ply);
        }
        if ply > 0 && self.stack.is_draw() {
            return DRAW;
        }
        if depth == 0 {
            return self.leaf(position, ply);
        }
        let mut best = -INFINITE;
        for mv in position.legal_moves() {
            let after = position.play_unchecked(&mv);
            self.stack.push(position, &mv, &after);
            best = best.max(-self.value(&after, depth - 1, ply + 1));
            self.stack.pop();
        }
        best
    }

    fn leaf(&mut self, position: &Position<R>, ply: usize) -> Value {
        if let Some(outcome) = position.outcome() {
            return terminal_value(&outcome, position, ply);
        }
        let stand_pat = self.evaluator.evaluate(position);
        let captures = position.legal_moves().into_iter().filter(Move::is_capture);
        let mut best = match position.rules().facts().capture {
            _ if !self.captures || !position.any_capture() => return stand_pat,
            Duty::Optional => stand_pat,
            Duty::Mandatory => -INFINITE,
        };
        for mv in captures {
            best = best.max(-self.leaf(&position.play_unchecked(&mv), ply + 1));
        }
        best
    }
}

fn task<'a>(game: &'a Game, time: &'a TimeManager, depth: u32, tuning: Tuning) -> SearchTask<'a> {
    SearchTask {
        game,
        weights: None,
        depth: Some(depth),
        time,
        multi_pv: 1,
        inaccuracy: 0,
        max_captures: u32::MAX,
        deepens_forced: true,
        tuning,
        tables: None,
        root_moves: None,
    }
}

fn searched(game: &Game, depth: u32, tuning: Tuning, evaluation: &Evaluation) -> Info {
    let time = TimeManager::new(&Limits::infinite(), &SearchOptions::default());
    let weights = evaluation.weights(game.rules());
    let task = SearchTask { weights, ..task(game, &time, depth, tuning) };
    let tt = TranspositionTable::new(1 << 16);
    dispatch!(game.position(), position => {
        search_root(position, &task, &tt, &mut [ThreadData::new()], &mut |_| {})
    })
}

fn minimax(game: &Game, depth: u32, captures: bool, evaluation: &Evaluation) -> Score {
    let stack = Stack::new(game);
    let weights = evaluation.weights(game.rules());
    Score::of(dispatch!(game.position(), position => {
        let evaluator = Evaluator::new(*position.rules(), weights);
        Minimax { evaluator, stack, captures }.value(position, depth as i32, 0)
    }))
}

/// A game after so many random moves, or fewer if it ended.
fn random_game(rules: &Ruleset, plies: u32, random: &mut SplitMix64) -> Game {
    let mut game = Game::new(rules.clone());
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            game.take_back();
            break;
        }
        let mv = moves[random.up_to(moves.len() as u64 - 1) as usize];
        game.play(&mv).unwrap();
    }
    game
}

fn games() -> Vec<Game> {
    let house =
        ["casual", "american,first-king-wins=yes", "russian,blocked=wins", "italian,board=10"];
    let house = house.map(|text| text.parse::<Ruleset>().unwrap());
    let all = Variant::ALL.iter().map(|variant| Ruleset::from(*variant)).chain(house);
    let mut random = SplitMix64::new(5);
    all.flat_map(|rules| [6, 25, 50, 70].map(|plies| random_game(&rules, plies, &mut random)))
        .filter(|game| game.outcome().is_none())
        .collect()
}

/// Asks of all games whether a search is a minimax, with either evaluation and with or without the
/// transposition table.
fn assert_minimax(tuning: Tuning) {
    let captures = tuning.quiescence != 0;
    for game in games() {
        for (evaluation, depth) in [Evaluation::HandMade, Evaluation::Best]
            .iter()
            .flat_map(|evaluation| (1..=3).map(move |depth| (evaluation, depth)))
        {
            let expected = minimax(&game, depth, captures, evaluation);
            for tt in [0, 1] {
                let info = searched(&game, depth, Tuning { tt, ..tuning }, evaluation);
                let fen = game.position().to_fen();
                assert_eq!(info.score(), expected, "{} {fen} {evaluation:?} {tt}", game.rules());
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
    assert_minimax(Tuning { quiescence: 1, ..Tuning::PLAIN });
}

#[test]
fn a_side_that_is_blocked_has_lost_however_good_it_looks() {
    let position: Position<American> =
        Position::from_fen("B:W26,30,K31:B13,17,21,22,25,K29").unwrap();
    assert!(position.legal_moves().is_empty());
    let game = Game::from_position(Variant::American.into(), position.into());
    let evaluator = Evaluator::new(American, None);
    assert!(evaluator.evaluate(&position) > 200, "it looks good");
    let time = TimeManager::new(&Limits::infinite(), &SearchOptions::default());
    let task = task(&game, &time, 4, Tuning::default());
    let (tt, mut thread) = (TranspositionTable::new(1 << 16), ThreadData::new());
    let mut worker = Worker::new(&position, &evaluator, &task, &tt, &mut thread);
    for depth in 1..8 {
        assert_eq!(worker.search(&position, depth, 1, Window::null(0)), 1 - WIN);
    }
}

#[test]
fn a_shot_by_sacrifice_is_seen_behind_the_depth() {
    let rules: Ruleset = Variant::International.into();
    // A king is made on 49 at once, and lost to a sacrifice.
    let position = AnyPosition::from_fen(&rules, "B:W6,36,40,42,44:B5,10,14,18,43").unwrap();
    let game = Game::from_position(rules, position);
    let hoped = Tuning::default().quiescence_sacrifices;
    for (quiescence_sacrifices, best) in [(0, "43-49"), (hoped, "14-19")] {
        let tuning = Tuning { quiescence_sacrifices, ..Tuning::default() };
        let evaluation = Evaluation::HandMade;
        let mut engine = Engine::new(EngineOptions { tuning, evaluation, ..Default::default() });
        let options = SearchOptions::default();
        let report = engine.search(&game, &Limits::depth(1), &options, &mut |_| {}).unwrap();
        assert_eq!(position.text(&report.best), best, "{quiescence_sacrifices}");
    }
}

#[test]
fn a_threat_is_welcome_where_losing_is_wanted() {
    let rules = Ruleset::from(Variant::Antidraughts);
    let position = AnyPosition::from_fen(&rules, "W:W28,50:B17,22").unwrap();
    let game = Game::from_position(rules, position);
    let time = TimeManager::new(&Limits::infinite(), &SearchOptions::default());
    let tt = TranspositionTable::new(1 << 16);
    let task = task(&game, &time, 1, Tuning::default());
    dispatch!(game.position(), position => {
        let evaluator = Evaluator::new(*position.rules(), None);
        let static_eval = evaluator.evaluate(position);
        let mut thread = ThreadData::new();
        let mut worker = Worker::new(position, &evaluator, &task, &tt, &mut thread);
        let value = worker.quiescence(position, 1, Window::null(static_eval + 50));
        assert!(value >= static_eval + 50, "{value} with the threat, {static_eval} without");
    });
}
