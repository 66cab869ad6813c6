//! Real collections. Other people's files are not part of this project: `DAMIER_GAMES` names their folder, and without
//! it there is nothing to read.

use pdn::{Games, Judge, Sense};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("DAMIER_GAMES").map(PathBuf::from);
    if folder.is_none() {
        println!("DAMIER_GAMES is not set: no collection is read");
    }
    folder
}

/// File, variant, games, the games that cannot be replayed to their end with line and reason, and what `1-0` means
/// where that matters.
type Expected =
    (&'static str, &'static str, usize, &'static [(usize, u64, &'static str)], Option<Sense>);

const COLLECTIONS: [Expected; 11] = [
    (
        "tinsley.pdn",
        "american",
        724,
        &[
            (541, 5588, "62. 32-28 is not legal: there is no piece on that square"),
            (623, 6434, "“8-11Redoversteppedthetimecontrolonthismo…” is not a move"),
            (693, 7170, "“26-22Whiteoversteppedthetimecontrolonthi…” is not a move"),
        ],
        Some(Sense::BlackFirst),
    ),
    ("OCA_2.0.pdn", "american", 43, &[], Some(Sense::BlackFirst)),
    ("goulds.pdn", "american", 262, &[], Some(Sense::BlackFirst)),
    ("Tricks_traps_and_shots.pdn", "american", 91, &[], Some(Sense::BlackFirst)),
    ("wk2003.pdn", "international", 23, &[], None),
    ("sur01.pdn", "international", 77, &[], None),
    ("kurnik.pdn", "international", 4, &[], None),
    // Two captures are ambiguous here; what follows shows which were meant.
    ("schildpad.pdn", "international", 34, &[], None),
    ("Campionato_Assoluto_2005.pdn", "italian", 53, &[], None),
    ("ussr1947.pdn", "russian", 153, &[], None),
    ("mrcd2007.pdn", "czech", 102, &[], None),
];

#[test]
fn every_game_replays_or_is_reported_with_its_reason() {
    let Some(folder) = folder() else { return };
    for (file, variant, count, bad, sense) in COLLECTIONS {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let games: Vec<_> = Games::new(&bytes[..]).map(Result::unwrap).collect();
        assert_eq!(games.len(), count, "{file}");
        let mut judge = Judge::default();
        judge.learn(&games[..games.len().min(Judge::SAMPLE)]);
        assert_eq!(judge.sense(), sense, "{file}");
        let mut problems = Vec::new();
        for (index, game) in games.iter().enumerate() {
            let replay = judge.replay(game);
            assert_eq!(replay.rules.to_string(), variant, "{file}, game {}", index + 1);
            if let Some(problem) = replay.problem {
                problems.push((index + 1, problem.place.line, problem.to_string()));
            }
        }
        assert_eq!(problems.len(), bad.len(), "{file}: {problems:?}");
        for (problem, (game, line, reason)) in problems.iter().zip(bad) {
            assert_eq!((problem.0, problem.1), (*game, *line), "{file}");
            assert!(problem.2.starts_with(reason), "{file}: {}", problem.2);
        }
    }
}

/// A normalised game is read back as the same game.
#[test]
fn tidied_games_are_the_same_games() {
    let Some(folder) = folder() else { return };
    for (file, ..) in COLLECTIONS {
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let games: Vec<_> = Games::new(&bytes[..]).map(Result::unwrap).collect();
        let mut judge = Judge::default();
        judge.learn(&games[..games.len().min(Judge::SAMPLE)]);
        for (index, game) in games.iter().enumerate() {
            let replay = judge.replay(game);
            let text = judge.tidy(game, &replay).to_pdn(pdn::Form::Pdn3);
            let again = Games::new(text.as_bytes()).next().unwrap().unwrap();
            let stranger = Judge::default();
            let second = stranger.replay(&again);
            let what = format!("{file}, game {}:\n{text}", index + 1);
            assert_eq!(second.problem, None, "{what}");
            assert_eq!(second.rules, replay.rules, "{what}");
            assert_eq!(second.recorded, replay.recorded, "{what}");
            if replay.problem.is_none() {
                assert_eq!(second.end, replay.end, "{what}");
                assert!(
                    stranger
                        .notes(&again, &second)
                        .iter()
                        .all(|note| matches!(note.flaw, pdn::Flaw::InVariation(_))),
                    "{what}"
                );
            }
            assert_eq!(stranger.tidy(&again, &second).to_pdn(pdn::Form::Pdn3), text, "{what}");
        }
    }
}
