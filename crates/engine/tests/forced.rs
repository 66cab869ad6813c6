//! Forced wins and losses in every variant, against a solver that looks at everything.

mod common;

use common::*;
use draughts::{Color, Game, Ruleset};
use draughts_engine::{Engine, EngineOptions, Info, Limits, Score, Tuning};

/// The longest way to the end that the solver looks for.
const MOST_PLIES: u32 = 9;

/// Looks at every line of a game, draw rules included, until it has looked at so many positions.
struct Solver {
    left: u32,
}

impl Solver {
    /// The fewest plies in which a game can be won or lost by force; `None` where it cannot be in a
    /// few, or where that takes too long to find out.
    fn solve(game: &mut Game) -> Option<Score> {
        let turn = game.position().turn();
        let mut solver = Self { left: 20_000 };
        let found = (0..=MOST_PLIES).find_map(|plies| {
            if solver.can_force(game, turn, plies) {
                Some(Score::WinsIn(plies))
            } else if solver.can_force(game, !turn, plies) {
                Some(Score::LosesIn(plies))
            } else {
                None
            }
        });
        found.filter(|_| solver.left > 0)
    }

    fn can_force(&mut self, game: &mut Game, winner: Color, plies: u32) -> bool {
        self.left = self.left.saturating_sub(1);
        if let Some(outcome) = game.outcome() {
            return outcome.winner == Some(winner);
        }
        if plies == 0 || self.left == 0 {
            return false;
        }
        let chooses = game.position().turn() == winner;
        for mv in game.position().legal_moves() {
            game.play(&mv).expect("a legal move");
            let forced = self.can_force(game, winner, plies - 1);
            game.take_back();
            if forced == chooses {
                return chooses;
            }
        }
        !chooses
    }
}

/// Positions of games that ended by random moves, as far from the end as the solver sees it.
fn decided(rules: &Ruleset, random: &mut Random) -> Option<(Game, Score)> {
    let mut played = random_game(rules, 400, random);
    played.outcome()?.winner?;
    let mut farthest = None;
    for _ in 0..12 {
        played.take_back()?;
        let mut game = Game::from_position(rules.clone(), *played.position());
        match Solver::solve(&mut game) {
            Some(score) => farthest = Some((game, score)),
            None => break,
        }
    }
    farthest
}

fn plies(score: Score) -> u32 {
    match score {
        Score::WinsIn(plies) | Score::LosesIn(plies) => plies,
        Score::Centimen(_) => panic!("{score} is not decided"),
    }
}

/// Forced wins and forced losses of these rules, none of them seen at a glance.
fn forced(rules: &Ruleset) -> Vec<(Game, Score)> {
    const OF_EACH: usize = 3;
    let mut random = Random(7);
    let (mut wins, mut losses) = (Vec::new(), Vec::new());
    for _ in 0..4_000 {
        let Some((game, score)) = decided(rules, &mut random) else { continue };
        let kept = if matches!(score, Score::WinsIn(_)) { &mut wins } else { &mut losses };
        // A move that must be played anyway is not thought about.
        let thinks = game.legal_moves().len() > 1;
        if thinks && plies(score) >= 3 && kept.len() < OF_EACH {
            kept.push((game, score));
        }
        if wins.len() == OF_EACH && losses.len() == OF_EACH {
            wins.extend(losses);
            return wins;
        }
    }
    panic!("{rules}: {} wins and {} losses found", wins.len(), losses.len())
}

fn engine_with(tuning: Tuning) -> Engine {
    Engine::new(EngineOptions { tt_bytes: 4 << 20, tuning, ..Default::default() })
}

/// A search that looks at every move to the same depth.
fn plain() -> Tuning {
    let mut tuning = Tuning::default();
    for name in Tuning::NAMES {
        tuning.set(name, "0").unwrap();
    }
    tuning
}

#[track_caller]
fn assert_exact(game: &Game, score: Score, tuning: Tuning) {
    let limits = Limits::depth(plies(score));
    let report = engine_with(tuning).search(game, &limits, &Default::default(), &mut |_| {});
    let report = report.expect("the game goes on");
    assert_playable(game, &report);
    assert_eq!(report.score(), score, "{} {}", game.rules(), game.position().to_fen());
}

/// Whether what an engine found can be true: a way to the end may be longer than the shortest.
fn is_sound(found: Score, score: Score) -> bool {
    match (found, score) {
        (Score::WinsIn(found), Score::WinsIn(fewest))
        | (Score::LosesIn(found), Score::LosesIn(fewest)) => found >= fewest,
        (found, _) => !found.is_decided(),
    }
}

#[track_caller]
fn assert_found(game: &Game, score: Score) {
    let limits = Limits { depth: Some(40), ..Limits::nodes(1_000_000) };
    let which = format!("{} {}", game.rules(), game.position().to_fen());
    let mut hear = |info: &Info| {
        let (found, depth) = (info.score(), info.depth);
        assert!(is_sound(found, score), "{which}: {found} at depth {depth} is no {score}");
    };
    let mut engine = engine_with(Tuning::default());
    let report = engine.search(game, &limits, &Default::default(), &mut hear);
    let report = report.expect("the game goes on");
    assert_playable(game, &report);
    let (found, depth) = (report.score(), report.info.depth);
    assert!(is_sound(found, score), "{which}: {found} is no {score}");
    assert!(found.is_decided(), "{which}: {found} at depth {depth}, but it is {score}");
}

#[test]
fn forced_wins_and_losses_are_seen_and_never_too_soon() {
    for rules in all_rules() {
        for (game, score) in forced(&rules) {
            assert_exact(&game, score, plain());
            assert_exact(&game, score, Tuning { tt: 1, ..plain() });
            assert_found(&game, score);
        }
    }
}
