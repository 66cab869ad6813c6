//! Reports of finished games: requested once, computed in the background, kept with the game.

use crate::common::{Folder, Running, soon};
use crate::pages::{get, post, start};
use rusqlite::Connection;
use serde_json::{Value, json};

/// The first moves of a game.
const EXCHANGE: [&str; 4] = ["32-28", "19-23", "28x19", "14x23"];

/// A game on one device that ends with a resignation.
fn finished(server: &Running, rules: &str, moves: &[&str]) -> String {
    let (id, key) = server.create(json!({ "rules": rules, "color": "white", "seed": 1 }));
    for text in moves {
        let turn = server.game(&id, "")["table"]["turn"].clone();
        let (status, said) = server.play(&id, &key, turn.as_str().unwrap(), text);
        assert_eq!(status, 200, "{text}: {said}");
    }
    let resign = json!({ "side": "black", "what": "resign" });
    let (status, said) = server.act(&id, &key, resign);
    assert_eq!(status, 200, "{said}");
    id
}

/// A finished game with a blunder, and its report.
pub fn reported(server: &Running) -> String {
    let id = finished(server, "american", &["11-15", "23-19", "15-18"]);
    ask(server, "POST", &id);
    made(server, &id);
    id
}

fn ask(server: &Running, method: &str, id: &str) -> (u16, Value) {
    server.ask(method, &format!("/api/games/{id}/report"), "", None)
}

/// Waits for the report.
fn made(server: &Running, id: &str) -> Value {
    soon("the report", || ask(server, "GET", id).0 == 200);
    let (_, view) = ask(server, "GET", id);
    assert_eq!(view["state"], "done", "{view}");
    view["report"].clone()
}

/// Issue 17.5, 19.2: a report is started once, joined, stored, and kept over a restart.
#[test]
fn a_report_is_made_once_and_kept() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let id = finished(
        &server,
        "international",
        &["32-28", "17-22", "28x17", "12x21", "37-32", "20-25", "32-27", "21x32"],
    );
    let (status, view) = ask(&server, "GET", &id);
    assert_eq!((status, &view["state"], &view["plies"]), (200, &json!("none"), &json!(8)));
    let (status, first) = ask(&server, "POST", &id);
    assert_eq!(status, 202, "{first}");
    assert_eq!(first["report"], Value::Null);
    let (status, joined) = ask(&server, "POST", &id);
    assert!(status == 202 || joined["state"] == "done", "{joined}");
    let report = made(&server, &id);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 8);
    assert_eq!((&moves[1]["number"], &moves[1]["side"]), (&json!("1..."), &json!("black")));
    assert_eq!(moves[0]["text"], "32-28");
    assert_eq!(moves[2]["forced"], true);
    let accuracy = report["white"]["accuracy"].as_f64().unwrap();
    assert!((0.0..=100.0).contains(&accuracy), "{report}");
    assert!(report["phases"].as_array().is_some_and(|phases| !phases.is_empty()));
    drop(server);
    let server = Running::start(&folder.file());
    let (status, view) = ask(&server, "POST", &id);
    assert_eq!((status, &view["report"]), (200, &report), "it is stored");
}

/// Issue 19.2: a report of another version, or in another format, is computed again.
#[test]
fn a_report_of_an_older_version_is_made_again() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let id = finished(&server, "american", &["11-15", "23-19", "15-18"]);
    ask(&server, "POST", &id);
    let report = made(&server, &id);
    drop(server);
    let mut older = report.clone();
    older["version"] = json!(1);
    let mut other = report.clone();
    other.as_object_mut().unwrap().remove("version");
    for text in [older.to_string(), other.to_string(), "{".to_owned()] {
        let store = Connection::open(folder.file()).unwrap();
        let changed = store.execute("UPDATE game_reports SET text = ?1", [&text]).unwrap();
        assert_eq!(changed, 1);
        drop(store);
        let server = Running::start(&folder.file());
        assert_eq!(ask(&server, "GET", &id).1["state"], "none", "{text}");
        assert_eq!(get(&server, &format!("/game/{id}/report")).status, 200);
        assert_eq!(ask(&server, "POST", &id).0, 202);
        assert_eq!(made(&server, &id), report);
    }
}

/// Issue 19.2: the statistics of the game, by side.
#[test]
fn a_report_has_numbers() {
    let (_folder, server) = start();
    let id = finished(&server, "international", &EXCHANGE);
    ask(&server, "POST", &id);
    let report = made(&server, &id);
    assert_eq!(report["opening"], json!(EXCHANGE));
    for side in ["white", "black"] {
        let side = &report[side];
        assert!(side["stages"]["opening"].as_f64().is_some(), "{side}");
        assert_eq!(side["stages"]["endgame"], Value::Null, "{side}");
        assert_eq!(side["time"], Value::Null, "no clock: {side}");
        for list in ["shots", "counter_shots", "costly_exchanges", "new_kings"] {
            assert_eq!(side[list], json!([]), "{list}: {side}");
        }
    }
    for judged in report["moves"].as_array().unwrap() {
        let chances = &judged["chances"];
        let sum: f64 =
            ["white", "draw", "black"].map(|one| chances[one].as_f64().unwrap()).iter().sum();
        assert!((sum - 100.0).abs() < 0.3, "{judged}");
        let expected = chances["white"].as_f64().unwrap() + chances["draw"].as_f64().unwrap() / 2.0;
        assert!((expected - judged["after"].as_f64().unwrap()).abs() < 0.3, "{judged}");
    }
    let page = get(&server, &format!("/game/{id}/report")).text;
    assert!(page.contains("Accuracy in the opening"), "{page}");
    assert!(
        page.contains("<th scope=\"row\">Result</th><td><span class=\"num\">1</span>"),
        "{page}"
    );
    assert!(page.contains("<span class=\"num\">19-23</span>"), "{page}");
}

/// A blunder is marked, with the better line and what it allows, in house rules too.
#[test]
fn blunders_are_marked() {
    let (_folder, server) = start();
    for rules in ["american", "american,name=Ours"] {
        // Black, who moves first, gives away a man.
        let id = finished(&server, rules, &["11-15", "23-19", "15-18"]);
        ask(&server, "POST", &id);
        let report = made(&server, &id);
        let name = if rules == "american" { json!("Old Faithful") } else { Value::Null };
        assert_eq!(report["opening_name"]["name"], name, "{rules}");
        let page = get(&server, &format!("/game/{id}/report")).text;
        assert_eq!(page.contains("<b>Old Faithful</b>"), rules == "american");
        let last = &report["moves"][2];
        assert!(last["mark"].is_string(), "{rules}: {last}");
        assert!(!last["better"].as_array().unwrap().is_empty(), "{rules}: {last}");
        assert_eq!(report["turning_points"], json!([3]), "{report}");
        let marked =
            ["inaccuracies", "mistakes", "blunders"].map(|kind| report["black"][kind].as_u64());
        assert_eq!(marked.into_iter().flatten().sum::<u64>(), 1, "{report}");
    }
}

/// There is no engine help in games in progress, and nothing for missing games.
#[test]
fn a_running_game_has_no_report() {
    let (_folder, server) = start();
    let (id, key) = server.create(json!({ "rules": "russian", "color": "white" }));
    for method in ["GET", "POST"] {
        let (status, error) = ask(&server, method, &id);
        assert_eq!((status, &error["error"]["code"]), (422, &json!("refused")), "{error}");
        assert_eq!(error["error"]["phrase"]["key"], "error.not-over", "{error}");
        let (status, _) = ask(&server, method, "aaaaaaaaaa");
        assert_eq!(status, 404);
    }
    server.act(&id, &key, json!({ "side": "white", "what": "resign" }));
    assert_eq!(ask(&server, "POST", &id).0, 202, "now it is over");
    assert_eq!(made(&server, &id)["moves"], json!([]));
}

/// A server that stops during a report leaves no stuck state behind.
#[test]
fn a_report_begins_again_after_a_restart() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let id = finished(&server, "international", &EXCHANGE);
    assert_eq!(ask(&server, "POST", &id).0, 202);
    drop(server);
    let server = Running::start(&folder.file());
    ask(&server, "POST", &id);
    assert_eq!(made(&server, &id)["moves"].as_array().unwrap().len(), EXCHANGE.len());
}

/// Without JavaScript: a form starts the report, the page reloads until it is ready, and then shows all of it.
#[test]
fn the_page_reads_without_javascript() {
    let (_folder, server) = start();
    let id = finished(&server, "american", &["11-15", "23-19", "15-18"]);
    let address = format!("/game/{id}/report");
    let form = format!("action=\"{address}\"");
    assert!(get(&server, &format!("/game/{id}")).text.contains(&form), "the game leads there");
    assert!(get(&server, &address).text.contains(&form));
    let answer = post(&server, &address, &[]);
    assert_eq!((answer.status, answer.location.as_str()), (303, address.as_str()));
    soon("the report", || {
        let page = get(&server, &address).text;
        let is_done = page.contains("data-state=\"done\"");
        assert!(is_done || page.contains("http-equiv=\"refresh\""), "{page}");
        is_done
    });
    let page = get(&server, &address).text;
    assert!(page.contains("2. 15-18<b>??</b>"), "{page}");
    assert!(page.contains("class=\"arrow played\"") && page.contains("class=\"arrow better\""));
    assert!(page.contains("<path class=\"white\" d=\"M0 90V"), "{page}");
    let first = get(&server, &format!("{address}?ply=1")).text;
    assert!(first.contains("position.svg?ply=1"), "{first}");
    let (going, _) = server.create(json!({ "rules": "american" }));
    assert_eq!(get(&server, &format!("/game/{going}/report")).status, 422);
}

fn answer(server: &Running, id: &str, ply: usize, text: &str) -> (u16, Value) {
    let body = json!({ "ply": ply, "text": text });
    server.ask("POST", &format!("/api/games/{id}/report/answer"), "", Some(body))
}

/// Issue 19.3: instead of a mistake every move that keeps the result is right, and others are refuted.
#[test]
fn mistakes_are_solved() {
    let (_folder, server) = start();
    let id = finished(&server, "american", &["11-15", "23-19", "15-18"]);
    assert_eq!(answer(&server, &id, 3, "8-11").0, 404, "there is no report");
    ask(&server, "POST", &id);
    let report = made(&server, &id);
    let better = report["moves"][2]["better"][0].as_str().unwrap();
    let mut right = Vec::new();
    for text in [better, "8-11", "9-14", "12-16"] {
        let (status, found) = answer(&server, &id, 3, text);
        assert_eq!(status, 200, "{text}: {found}");
        assert_eq!(found["line"][0], text, "{found}");
        assert_eq!(found["right"], found["reasons"] == json!([]), "{found}");
        if found["right"] == true {
            right.push(text);
        }
    }
    assert!(right.contains(&better), "{right:?}");
    right.dedup();
    assert!(right.len() > 1, "more than one move keeps it: {right:?}");
    let (_, wrong) = answer(&server, &id, 3, "15-18");
    assert_eq!(wrong["right"], false, "{wrong}");
    assert!(wrong["loss"].as_f64().unwrap() > 30.0, "{wrong}");
    assert!(wrong["line"].as_array().unwrap().len() > 2, "it is refuted: {wrong}");
    assert!(!wrong["reasons"].as_array().unwrap().is_empty(), "{wrong}");
}

/// Only answers to mistakes are accepted.
#[test]
fn only_mistakes_are_asked() {
    let (_folder, server) = start();
    let id = reported(&server);
    for (ply, text, status) in [
        (0, "11-15", 404),
        (1, "11-15", 404),
        (4, "11-15", 404),
        (usize::MAX, "11-15", 404),
        (3, "15-19", 422),
        (3, "nonsense", 422),
    ] {
        let (found, error) = answer(&server, &id, ply, text);
        assert_eq!(found, status, "{ply} {text}: {error}");
    }
    let (going, key) = server.create(json!({ "rules": "american" }));
    assert_eq!(answer(&server, &going, 1, "11-15").0, 422);
    server.act(&going, &key, json!({ "side": "white", "what": "resign" }));
    let page = get(&server, &format!("/game/{id}/learn")).text;
    assert!(page.contains("data-ply=\"3\"") && page.contains("<details>"), "{page}");
    assert!(page.contains("0 of 1 solved"), "{page}");
    let other = get(&server, &format!("/game/{id}/learn?side=white")).text;
    assert!(other.contains("No mistakes found."), "{other}");
    let unasked = get(&server, &format!("/game/{going}/learn")).text;
    assert!(unasked.contains(&format!("action=\"/game/{going}/report\"")), "{unasked}");
}
