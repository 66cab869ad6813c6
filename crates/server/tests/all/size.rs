//! Many games in one store. It takes minutes and prints timings: `cargo test --release -p server --test all size --
//! --ignored --nocapture`
//!
//! With `DAMIER_FILL=FOLDER` the games stay in that folder, for `damier serve --data FOLDER`.

use crate::common::games::seats;
use crate::common::{Folder, Running};
use arbiter::{Event, Log, Terms, Time};
use draughts::{Color, Variant};
use futures_util::future::join_all;
use server::store::{Append, Sqlite, Store, Summary};
use std::path::Path;
use std::time::Instant;

const GAMES: u64 = 100_000;
/// The length of the write queue.
const AT_ONCE: u64 = 4_000;

/// A short stored game.
fn lines() -> Vec<(String, Option<String>)> {
    let mut log = Log::open(Terms::new(Variant::International.into(), 1), Time(0)).unwrap();
    for (side, name) in [(Color::White, "Anna"), (Color::Black, "Bo")] {
        log.record(&Event::Join { side, name: name.to_owned() }, Time(0)).unwrap();
    }
    for text in ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14"] {
        let side = log.table().turn();
        log.record(&Event::Move { side, text: text.to_owned(), lag: 0 }, Time(0)).unwrap();
    }
    log.lines().iter().map(|line| (line.clone(), None)).collect()
}

fn game(number: u64, lines: &[(String, Option<String>)]) -> Append {
    let summary = Summary {
        id: format!("game{number:06}"),
        created: number,
        // Not in the order of their ids.
        updated: number.wrapping_mul(7_919) % GAMES,
        rules: "international".to_owned(),
        clock: "none".to_owned(),
        white: Some("Anna".to_owned()),
        black: Some("Bo".to_owned()),
        plies: 6,
        ending: None,
        rated: false,
        players: seats("key").players(),
        share_key: seats("key").share_key(),
    };
    let seats = Some(seats("key"));
    Append { summary, seats, due: None, public: true, open: false, seq: 0, lines: lines.to_vec() }
}

fn fill(file: &Path) {
    let store = Sqlite::open(file).unwrap();
    let lines = lines();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    for first in (0..GAMES).step_by(AT_ONCE as usize) {
        let some = (first..first + AT_ONCE).map(|number| store.append(game(number, &lines)));
        for kept in runtime.block_on(join_all(some)) {
            kept.unwrap();
        }
    }
}

#[test]
#[ignore = "writes 100,000 games"]
fn a_store_of_many_games_opens_at_once() {
    let folder = Folder::new();
    let kept = std::env::var_os("DAMIER_FILL");
    let file = kept.map_or(folder.file(), |folder| Path::new(&folder).join("games.sqlite"));
    let begin = Instant::now();
    fill(&file);
    println!("{GAMES} games written in {:?}", begin.elapsed());

    let begin = Instant::now();
    let server = Running::start(&file);
    println!("server ready after {:?}", begin.elapsed());
    let (status, page) = server.fetch("GET", "/", "", None);
    println!("first page after {:?}", begin.elapsed());
    assert_eq!(status, 200);
    assert!(page.contains("Anna – Bo"));
    let begin = Instant::now();
    assert_eq!(server.game("game050000", "")["history"].as_array().unwrap().len(), 6);
    println!("a game out of the middle in {:?}", begin.elapsed());
    let begin = Instant::now();
    server.create(serde_json::json!({ "rules": "italian" }));
    println!("a new game in {:?}", begin.elapsed());
}
