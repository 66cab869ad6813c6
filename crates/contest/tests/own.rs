//! Our engine in matches, by its options.

mod common;

use common::*;
use draughts::{AnyPosition, Game, Ruleset};
use draughts_contest::*;
use engine::{Book, Expansion, Growth, Stop};
use std::fs;

fn weights(variant: &str) -> String {
    format!("{}/../engine/weights/{variant}.weights", env!("CARGO_MANIFEST_DIR"))
}

fn book_of(rules: &str) -> Book {
    let rules: Ruleset = rules.parse().unwrap();
    let mut expansion = Expansion::new(rules.clone(), vec![AnyPosition::start(&rules)]);
    expansion.grow(&Growth { positions: 20, nodes: 300, ..Default::default() }, &mut |_| {});
    expansion.book()
}

/// A player's choice in a game.
fn choice(player: &str, game: &Game) -> Choice {
    let pace = Pace { nodes: Some(2_000), ..Default::default() };
    let mut player = player.parse::<Entrant>().unwrap().open(game.rules(), &pace, None).unwrap();
    player.begin(game, game.position().turn(), 1).unwrap();
    let stop = Stop::new();
    let limits = engine::Limits::nodes(2_000);
    player.choose(game, &MoveTime { limits, stop: &stop }).unwrap()
}

#[test]
fn a_book_is_played_while_it_lasts() {
    let folder = Folder::new("book");
    let book = book_of("american");
    let path = folder.path("a.book");
    fs::write(&path, book.to_bytes()).unwrap();
    let mut game = Game::new(book.rules().clone());
    let player = format!("damier:book={},book-margin=0", path.display());
    let first = choice(&player, &game);
    assert_eq!((first.mv, first.nodes), (book.probe(&game)[0].mv, None));
    while !book.probe(&game).is_empty() {
        game.play(&choice(&player, &game).mv).unwrap();
    }
    assert!(choice(&player, &game).nodes.is_some());
}

#[test]
fn the_search_and_the_evaluation_can_be_chosen() {
    let mut game = Game::new("american".parse().unwrap());
    let mut games = vec![game.clone()];
    for _ in 0..8 {
        game.play(&choice("damier", &game).mv).unwrap();
        games.push(game.clone());
    }
    // Two searches may well find the same move in a single position.
    let choices =
        |player: &str| -> Vec<Choice> { games.iter().map(|game| choice(player, game)).collect() };
    let usual = choices("damier");
    assert_eq!(choices(&format!("damier:weights={}", weights("american"))), usual);
    assert_ne!(choices("damier:eval=handmade"), usual);
    assert_ne!(
        choices("damier:lmr_min_move=0,probcut_min_depth=0,single_reply_extension=0"),
        usual
    );
}

#[test]
fn files_that_are_of_no_use_end_the_match_with_a_reason() {
    let folder = Folder::new("files");
    let book = folder.path("b.book");
    fs::write(&book, book_of("russian").to_bytes()).unwrap();
    let none = folder.file("none", "nothing");
    for (option, said) in [
        (format!("weights={}", folder.path("gone").display()), "gone"),
        (format!("weights={}", none.display()), "no file of weights"),
        (format!("weights={}", weights("international")), "weights"),
        (format!("book={}", none.display()), "none"),
        (format!("book={}", book.display()), "Russian"),
    ] {
        let contest = contest(&[&format!("damier:nodes=9,name=Ours,{option}"), "level:1"], 2);
        let error = contest.run(&Stop::new(), &mut |_| {}).unwrap_err().to_string();
        assert!(error.contains("Ours cannot be started") && error.contains(said), "{error}");
    }
}
