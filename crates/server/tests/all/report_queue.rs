//! Reports of many games, made in the background. Issue 19.4.

use crate::common::places::{Place, on_every_store};
use crate::common::{Folder, Running, free, raw, soon};
use crate::pages::{get, post, start};
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use server::guard::{Limits, Rate, Settings};
use std::time::Duration;

on_every_store! {
    another_server_goes_on
}

/// So far in the future that nobody takes it.
const FOR_EVER: i64 = 1 << 50;

/// A finished game between two on one device: its name and key.
fn finished(server: &Running, moves: &[&str]) -> (String, String) {
    let order = json!({ "rules": "international", "color": "white" });
    let (id, key) = server.create(order);
    for (at, text) in moves.iter().enumerate() {
        let side = if at % 2 == 0 { "white" } else { "black" };
        assert_eq!(server.play(&id, &key, side, text).0, 200, "{text}");
    }
    assert_eq!(server.act(&id, &key, json!({ "side": "white", "what": "resign" })).0, 200);
    (id, key)
}

fn games(server: &Running, count: usize) -> Vec<String> {
    (0..count).map(|_| finished(server, &["32-28", "19-23", "28x19", "14x23"]).0).collect()
}

fn order(server: &Running, key: &str, games: &[String]) -> (u16, Value) {
    server.ask("POST", "/api/reports", key, Some(json!({ "games": games })))
}

fn waiting(server: &Running, key: &str) -> Vec<String> {
    let (status, view) = server.ask("GET", "/api/reports", key, None);
    assert_eq!(status, 200, "{view}");
    serde_json::from_value(view["waiting"].clone()).unwrap()
}

/// Whether each game has its report; nobody asks for one by this.
fn are_made(server: &Running, games: &[String]) -> bool {
    games.iter().all(|game| {
        let (_, view) = server.ask("GET", &format!("/api/games/{game}/report"), "", None);
        view["state"] == "done"
    })
}

/// Puts a row into the queue that nobody takes.
fn held(folder: &Folder, owner: &str, game: &str, turn: i64) {
    let store = Connection::open(folder.file()).unwrap();
    store.busy_timeout(Duration::from_secs(20)).unwrap();
    let add = "INSERT INTO report_queue VALUES (?1, ?2, ?3, 0, ?4)";
    store.execute(add, params![owner, game, turn, FOR_EVER]).unwrap();
}

/// All reports are made though nobody asks for one of them, and a guest is known by a key.
#[test]
fn reports_are_made_with_nobody_there() {
    let (_folder, server) = start();
    let games = games(&server, 3);
    let (running, _) = server.create(json!({ "rules": "russian" }));
    let unknown = "aaaaaaaaaa".to_owned();
    let all = [&games[..], &[running.clone(), unknown, games[0].clone()]].concat();
    let (status, view) = order(&server, "", &all);
    assert_eq!(status, 200, "{view}");
    let key = view["key"].as_str().expect("a guest gets a key").to_owned();
    let first: Vec<String> = serde_json::from_value(view["waiting"].clone()).unwrap();
    assert!(first.iter().all(|game| games.contains(game)), "{view}");
    soon("all reports", || waiting(&server, &key).is_empty());
    assert!(are_made(&server, &games));
    let (_, none) = server.ask("GET", &format!("/api/games/{running}/report"), "", None);
    assert_eq!(none["error"]["code"], "refused", "{none}");
    let (status, view) = order(&server, &key, &games);
    assert_eq!((status, &view["waiting"], &view["key"]), (200, &json!([]), &Value::Null));
}

/// A server that is started again makes what an earlier one was asked for, and what it was making.
#[test]
fn the_queue_outlives_a_restart() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let games = games(&server, 4);
    assert_eq!(order(&server, "a key", &games).0, 200);
    drop(server);
    let store = Connection::open(folder.file()).unwrap();
    // As if the last one had been killed in the middle of each of them.
    for game in &games {
        let again = "INSERT INTO report_queue SELECT 'x', ?1, 0, 1, ?2 ON CONFLICT DO NOTHING";
        store.execute(again, params![game, FOR_EVER]).unwrap();
        store.execute("DELETE FROM game_reports WHERE game = ?1", [game]).unwrap();
    }
    drop(store);
    let server = Running::start(&folder.file());
    soon("all reports", || are_made(&server, &games));
    soon("nobody waits", || waiting(&server, "a key").is_empty());
}

/// What one server was asked for another one makes, in every store.
async fn another_server_goes_on(place: Place) {
    let server = Running::beside_others(place.open().await, None);
    let games = games(&server, 3);
    assert_eq!(order(&server, "a key", &games).0, 200);
    drop(server);
    let server = Running::beside_others(place.open().await, None);
    soon("all reports", || are_made(&server, &games));
    soon("nobody waits", || waiting(&server, "a key").is_empty());
    assert_eq!(order(&server, "a key", &games).1["waiting"], json!([]));
    assert_eq!(server.ask("POST", "/api/reports/cancel", "a key", None).0, 204);
}

/// The first game of somebody comes no later than what others have waited for, and their next ones one after the other.
#[test]
fn turns_are_fair_and_bounded() {
    let (folder, server) = start();
    let games = games(&server, 3);
    let store = Connection::open(folder.file()).unwrap();
    store.busy_timeout(Duration::from_secs(20)).unwrap();
    let log = "CREATE TABLE turns (owner TEXT, turn INTEGER);
        CREATE TRIGGER turns AFTER INSERT ON report_queue BEGIN
            INSERT INTO turns VALUES (new.owner, new.turn); END";
    store.execute_batch(log).unwrap();
    for turn in 7..12 {
        held(&folder, "somebody", &format!("held{turn}"), turn);
    }
    assert_eq!(order(&server, "a key", &games[..2]).0, 200);
    let turns = "SELECT owner, turn FROM turns WHERE owner <> 'somebody' ORDER BY turn";
    let mut turns = store.prepare(turns).unwrap();
    let turns = turns.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let turns: Vec<(String, i64)> = turns.map(Result::unwrap).collect();
    assert_eq!([turns[0].1, turns[1].1], [7, 8], "{turns:?}");
    soon("both are made", || are_made(&server, &games[..2]));
    // As many as one may wait for leave no room for another, until they are cancelled.
    for number in 0..100 {
        held(&folder, &turns[0].0, &format!("full{number}"), 20 + number);
    }
    let (status, view) = order(&server, "a key", &games[2..]);
    assert_eq!((status, view["waiting"].as_array().unwrap().len()), (200, 100), "{view}");
    assert!(!waiting(&server, "a key").contains(&games[2]));
    assert_eq!(server.ask("POST", "/api/reports/cancel", "a key", None).0, 204);
    assert!(waiting(&server, "a key").is_empty());
    assert_eq!(order(&server, "a key", &games[2..]).0, 200);
    soon("there is room again", || are_made(&server, &games[2..]));
}

/// What stops the server again and again is given up.
#[test]
fn what_cannot_be_made_is_given_up() {
    let (folder, server) = start();
    let game = games(&server, 1).remove(0);
    drop(server);
    let store = Connection::open(folder.file()).unwrap();
    store.execute("INSERT INTO report_queue VALUES ('x', ?1, 0, 10, 0)", [&game]).unwrap();
    store.execute("INSERT INTO report_queue VALUES ('x', 'nothing', 1, 0, 0)", []).unwrap();
    drop(store);
    let server = Running::start(&folder.file());
    let store = Connection::open(folder.file()).unwrap();
    let left = || {
        let count = "SELECT count(*) FROM report_queue";
        store.query_row(count, [], |row| row.get::<_, u32>(0)).unwrap()
    };
    soon("both are out of the queue", || left() == 0);
    assert!(!are_made(&server, &[game]));
}

/// Issue 19.8: an address has its quota.
#[test]
fn an_address_may_ask_for_so_many() {
    let folder = Folder::new();
    let reports = Rate { burst: 2, every: Duration::from_secs(3_600) };
    let limits = Limits { reports, ..Limits::default() };
    let server = Running::start_with(&folder.file(), Settings { limits: Some(limits), ..free() });
    let games = games(&server, 3);
    assert_eq!(order(&server, "a key", &games).0, 429);
    assert_eq!(order(&server, "a key", &games[..2]).0, 200);
    assert_eq!(order(&server, "another", &games[2..]).0, 429);
    let many = vec!["aaaaaaaaaa".to_owned(); 51];
    assert_eq!(order(&server, "a key", &many).0, 400);
}

/// The page of one's own games has them made without JavaScript, and says how many are left.
#[test]
fn the_page_of_own_games_asks_for_reports() {
    let (folder, server) = start();
    let cookie = server.register("Ada", "correct horse battery");
    let headers =
        [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    let ask = |method: &str, path: &str, body: &str| {
        raw::ask(server.address, method, path, &headers, body)
    };
    let page = |path: &str| ask("GET", path, "").body;
    let (id, key) = finished(&server, &["32-28", "19-23"]);
    assert!(page("/games").contains("action=\"/games/reports\""));
    let answer = ask("POST", "/games/reports", &format!("ids={id}%3A{key}"));
    assert_eq!(answer.status, 303, "{answer:?}");
    soon("the report", || are_made(&server, std::slice::from_ref(&id)));
    assert!(!page("/games").contains("/games/reports/cancel"));
    let store = Connection::open(folder.file()).unwrap();
    let owner: String = store.query_row("SELECT id FROM people", [], |row| row.get(0)).unwrap();
    held(&folder, &owner, "one", 0);
    held(&folder, &owner, "other", 1);
    assert!(page("/games").contains("2 reports are still to be made."));
    assert_eq!(ask("POST", "/games/reports/cancel", "").status, 303);
    assert!(!page("/games").contains("still to be made"));
    // A browser without an account gets a key of its own.
    let answer = post(&server, "/games/reports", &[("ids", &format!("{id}:{key}"))]);
    assert_eq!((answer.status, answer.location.as_str()), (303, "/games"));
    assert_eq!(get(&server, "/games").status, 200);
}
