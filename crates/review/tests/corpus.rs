//! Real collections, where `DAMIER_GAMES` names their folder: nothing of any game is lost.

mod common;

use common::is_kept;
use draughts_review::{Reviewer, annotate};
use engine::{Engine, EngineOptions, Limits, Stop};
use pdn::{Form, Game, Games, Judge};
use std::fs;

fn read(bytes: &[u8]) -> Vec<Game> {
    Games::new(bytes).map(|game| game.expect("bytes do not fail")).collect()
}

fn tags(game: &Game) -> Vec<(&str, &str)> {
    game.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect()
}

#[test]
fn games_of_real_collections_keep_all_they_had() {
    let Some(folder) = std::env::var_os("DAMIER_GAMES") else {
        println!("DAMIER_GAMES names no folder of games: nothing is read");
        return;
    };
    let mut engine = Engine::new(EngineOptions { tt_bytes: 1 << 16, ..Default::default() });
    let mut games_read = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.extension().is_none_or(|extension| extension != "pdn") {
            continue;
        }
        let games = read(&fs::read(&path).unwrap());
        let mut judge = Judge::default();
        judge.learn(&games[..games.len().min(Judge::SAMPLE)]);
        for old in &games {
            let replay = judge.replay(old);
            if replay.problem.is_some() {
                continue;
            }
            let mut reviewer =
                Reviewer { engine: &mut engine, limits: Limits::nodes(50), stop: Stop::new() };
            let review = reviewer.review(old, &replay, &mut |_, _| {});
            let mut new = old.clone();
            annotate(&mut new, &review, "Looked at.");
            let text = new.to_pdn(Form::AsRead);
            let again = read(text.as_bytes());
            assert_eq!(again.len(), 1, "{}: {text}", path.display());
            assert!(is_kept(&old.line, &again[0].line), "{}: {}\n{text}", path.display(), old.text);
            assert_eq!(tags(&again[0]), tags(old), "{}: {text}", path.display());
            let end = |game: &Game| game.terminator.clone().unwrap_or("*".to_owned());
            assert_eq!(end(&again[0]), end(old), "{}: {text}", path.display());
            assert_eq!(judge.replay(&again[0]).played, replay.played, "{text}");
            games_read += 1;
        }
    }
    println!("{games_read} games");
    assert!(games_read > 0);
}
