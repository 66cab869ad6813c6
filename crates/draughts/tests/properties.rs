//! Properties of every variant: random games and random set-ups, reproducible.

mod common;

use common::invariants::*;
use common::random::Dice;
use common::with_a_large_stack;
use draughts::{AnyPosition, FenErrorKind, Game, Ruleset, Variant};
use std::time::{Duration, Instant};

/// Every variant, and mixes that cover what no variant does.
fn all_rules() -> Vec<Ruleset> {
    let mixes = [
        "casual",
        "american,board=10,kings=flying,capture=most",
        "american,board=12,men-capture=all",
        "italian,men-capture=all,men-take-kings=yes",
        "russian,capture=off,continue=no",
        "russian,board=10,capture=most",
        "spanish,crowning=goes-on,capture=value",
        "international,capture=on,continue=no,blocked=draws",
        "international,removal=at-once,turn-back=yes",
        "canadian,landing=behind,king-run=2",
        "french-free-landing",
        "russian,landing=free,capture=most-kings",
        "frisian,capture=most,landing=behind-last-king",
        "frisian,men-capture=forward,crowning=goes-on",
        "turkish,men-capture=all,removal=after",
        "turkish,crowning=goes-on,turn-back=yes",
    ];
    let variants = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    variants.chain(mixes.iter().map(|text| common::rules(text))).collect()
}

/// A multiplier for the effort of a short run: `TEST_EFFORT=100` takes a night.
fn effort() -> usize {
    std::env::var("TEST_EFFORT").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

const GAMES: usize = 8;
const PLIES: usize = 150;

/// Explaining every pair of squares is slow, so it is done occasionally.
const EXPLAINED: usize = 40;

#[test]
fn games() {
    with_a_large_stack(random_games);
}

fn random_games() {
    for rules in all_rules() {
        for seed in 0..GAMES * effort() {
            let mut dice = Dice::new(seed as u64 + 1);
            let mut game = Game::new(rules.clone());
            let mut next_explained = dice.below(EXPLAINED);
            for ply in 0..PLIES {
                let before = *game.position();
                check_board(&before);
                check_texts(&rules, &before);
                if ply == next_explained {
                    check_explanations(&rules, &before);
                    next_explained += 1 + dice.below(2 * EXPLAINED);
                }
                let legal = game.legal_moves();
                assert_eq!(legal.is_empty(), game.outcome().is_some(), "{}", before.to_fen());
                if legal.is_empty() {
                    break;
                }
                let mv = dice.pick(&legal);
                game.play(&mv).unwrap_or_else(|error| panic!("{}: {error}", before.hub(&mv)));
                check_move(&before, &mv, game.position());
            }
        }
    }
}

const BALANCED: &[char] = &['W', 'W', 'B', 'B', 'w', 'b'];
const LOPSIDED: &[char] = &['W', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'B', 'b'];

/// A board with a given share of occupied squares, mostly by kings.
fn random_setup(dice: &mut Dice, squares: usize, share: usize, pieces: &[char]) -> String {
    let mut setup = String::from(dice.pick(&['W', 'B']));
    for _ in 0..squares {
        setup.push(if dice.below(100) < share { dice.pick(pieces) } else { 'e' });
    }
    setup
}

const SETUPS: usize = 24;

#[test]
fn setups() {
    with_a_large_stack(random_setups);
}

fn random_setups() {
    for rules in all_rules() {
        let squares = usize::from(AnyPosition::start(&rules).layout().squares);
        let mut dice = Dice::new(99);
        let mut positions = 0;
        for round in 0..SETUPS * effort() {
            let pieces = if round % 2 == 0 { BALANCED } else { LOPSIDED };
            let setup = random_setup(&mut dice, squares, 5 * (1 + round / 2 % 12), pieces);
            let started = Instant::now();
            match AnyPosition::from_fen(&rules, &setup) {
                Ok(position) => {
                    positions += 1;
                    check_board(&position);
                    check_texts(&rules, &position);
                    // With one king among dozens of enemies each pair of squares is slow.
                    if pieces == BALANCED && dice.below(2) == 0 {
                        check_explanations(&rules, &position);
                    }
                    for mv in position.legal_moves().iter().take(20) {
                        let after = position.play_unchecked(mv);
                        check_move(&position, mv, &after);
                        check_board(&after);
                    }
                }
                Err(error) => {
                    let refused = matches!(error.kind, FenErrorKind::Setup(_));
                    assert!(refused, "{rules} {setup}: {error}");
                }
            }
            let taken = started.elapsed();
            assert!(taken < Duration::from_secs(20), "{rules} {setup}: {taken:?}");
        }
        assert!(positions > 0, "{rules}: every set-up was refused");
    }
}
