//! Endgame tables over HTTP: verdicts, errors, limits, and what is built when.

use crate::common::{Folder, Running, free, soon};
use serde_json::{Value, json};
use server::endgames::{TablePlace, TableSettings};
use server::guard::{Limits, Rate, Settings};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn server(folder: &Folder, endgame: TableSettings) -> Running {
    Running::start_with(&folder.file(), Settings { endgame, ..free() })
}

fn at(place: TablePlace) -> TableSettings {
    TableSettings { place, ..TableSettings::default() }
}

fn tables_of(folder: &Folder) -> PathBuf {
    folder.file().with_file_name("endgame")
}

/// The path of a query for a position.
fn path(rules: &str, fen: &str, moves: &str) -> String {
    let moves = moves.replace(' ', "+");
    format!("/api/endgame?rules={rules}&fen={fen}&moves={moves}")
}

fn probe(server: &Running, rules: &str, fen: &str, moves: &str) -> (u16, Value) {
    server.ask("GET", &path(rules, fen, moves), "", None)
}

fn found(server: &Running, rules: &str, fen: &str, moves: &str) -> Value {
    let (status, answer) = probe(server, rules, fen, moves);
    assert_eq!(status, 200, "{rules} {fen}: {answer}");
    answer
}

fn refused(server: &Running, rules: &str, fen: &str) -> (u16, String, String) {
    let (status, answer) = probe(server, rules, fen, "");
    let text = |name: &str| answer["error"][name].as_str().unwrap_or_default().to_owned();
    (status, text("code"), text("message"))
}

/// Issue 18.6: the object of `probe --json`, plus one word that combines the result and the draw rules.
#[test]
fn verdicts_have_a_category() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let won = found(&server, "american", "W:WK15,K18:BK1", "");
    assert_eq!((&won["category"], &won["verdict"]), (&json!("win"), &json!("win")));
    assert_eq!(won["rule"], Value::Null);
    let moves = won["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[0]["dtw"]), (6, &won["dtw"]));
    for field in ["text", "verdict", "dtc", "dtw", "rule"] {
        assert!(moves.iter().all(|mv| mv.get(field).is_some()), "{field}");
    }
    let lost = found(&server, "american", "B:WK15,K18:BK1", "");
    assert_eq!((&lost["category"], &lost["verdict"]), (&json!("loss"), &json!("loss")));
    let drawn = found(&server, "international", "W:WK1,K2:BK28", "");
    assert_eq!((&drawn["category"], &drawn["dtw"]), (&json!("draw"), &Value::Null));

    // Kings that move back and forth use up the five moves of two kings against one.
    let (fen, moves) = ("W:WK1,K2:BK45", "1-6 45-50 6-1 50-45");
    assert_eq!(found(&server, "international", fen, "")["category"], "win");
    let spoiled = found(&server, "international", fen, moves);
    assert_eq!((&spoiled["category"], &spoiled["verdict"]), (&json!("win-spoiled"), &json!("win")));
    let name = "5 moves of two pieces at most, a king among them, against a king";
    assert_eq!(spoiled["rule"], json!({ "name": name, "verdict": "draw", "moves": 1 }));
    let best = spoiled["moves"][0]["text"].as_str().unwrap();
    let saved = found(&server, "international", fen, &format!("{moves} {best}"));
    assert_eq!((&saved["category"], &saved["verdict"]), (&json!("loss-saved"), &json!("loss")));

    let over = found(&server, "american", "W:W:BK1", "");
    assert_eq!((&over["category"], &over["moves"]), (&json!("loss"), &json!([])));
}

/// Issue 18, "done means": three kings against one on the long diagonal. Flying kings cannot drive it away, the short
/// kings of American and Italian can; nothing has been built before. A rule that may draw first is named.
#[test]
fn three_kings_against_one_on_the_long_diagonal() {
    let folder = Folder::new();
    let server = server(&folder, at(TablePlace::Folder(tables_of(&folder))));
    for (rules, fen, category) in [
        ("american", "W:WK26,K27,K28:BK18", "win"),
        ("italian", "W:WK25,K26,K27:BK19", "win"),
        ("russian", "W:WKd2,Kf2,Kh2:BKh8", "draw"),
        ("brazilian", "B:WKd2,Kf2,Kh2:BKd4", "draw"),
        ("pool", "W:WK26,K27,K28:BK4", "draw"),
        ("spanish", "W:WK2,K3,K4:BK19", "draw"),
        ("czech", "B:WKd2,Kf2,Kh2:BKd4", "draw"),
    ] {
        let answer = found(&server, rules, fen, "");
        assert_eq!(
            (&answer["category"], &answer["rule"]),
            (&json!(category), &Value::Null),
            "{rules}"
        );
    }
    // Five moves without a capture, and the win takes eleven plies: a capture on the way may save it.
    let doubtful = found(&server, "american,no-capture=5", "W:WK26,K27,K28:BK18", "");
    let rule = json!({ "name": "5-move rule: no capture", "verdict": "unknown", "moves": 0 });
    assert_eq!((&doubtful["category"], &doubtful["rule"]), (&json!("unknown"), &rule));
}

/// Issue 18.4: for positions outside the tables there is a clear error with its own code, which names the command.
#[test]
fn what_the_tables_do_not_have() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (status, code, message) = refused(&server, "russian", "W:WKa1,Kc1,c3:BKh2,g5");
    assert_eq!((status, code.as_str()), (404, "no-table"));
    assert!(message.contains("damier endgame build russian --pieces 5"), "{message}");
    // Four pieces on 12×12, with house rules.
    let house = "international,board=12,capture=off,name=Ours";
    let (status, code, message) = refused(&server, house, "W:W70,K1:B5,K8");
    assert_eq!((status, code.as_str()), (404, "no-table"), "{message}");
    assert!(message.contains("capture=off --pieces 4") && !message.contains("Ours"), "{message}");
    let many = "W:W21,22,23,24,25:B1,2,3,4";
    let (status, code, message) = refused(&server, "american", many);
    assert_eq!((status, code.as_str()), (404, "no-table"));
    assert!(message.contains("at most 8") && message.contains('9'), "{message}");
    for (rules, fen) in [("chess", "W:WK1:BK8"), ("american", "W:WK1:BK99"), ("american", "tea")] {
        let (status, code, _) = refused(&server, rules, fen);
        assert_eq!((status, code.as_str()), (422, "terms"), "{rules} {fen}");
    }
    let (status, answer) = probe(&server, "american", "W:WK18:BK1", "18-1");
    assert_eq!((status, &answer["error"]["code"]), (422, &json!("refused")));
    let (status, answer) = server.ask("GET", "/api/endgame?rules=american", "", None);
    assert_eq!((status, &answer["error"]["code"]), (400, &json!("malformed")));
    let long = vec!["18-15"; 301].join(" ");
    let (status, answer) = probe(&server, "american", "W:WK18,K1:BK32", &long);
    assert!(status == 400 || status == 422, "{answer}");

    let folder = Folder::new();
    let none = server_without(&folder);
    let (status, code, message) = refused(&none, "american", "W:WK18:BK1");
    assert_eq!((status, code.as_str()), (404, "no-table"));
    assert_eq!(message, "This server has no endgame tables.");
}

fn server_without(folder: &Folder) -> Running {
    server(folder, at(TablePlace::Off))
}

/// The rules that have tables in a folder.
fn folders(place: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(place).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Issue 18.4: small tables are built on demand, and stored; those of house rules, which have no end, and those that
/// cannot be stored are kept in memory.
#[test]
fn small_tables_are_built_on_first_use() {
    let folder = Folder::new();
    let place = tables_of(&folder);
    let known = server(&folder, at(TablePlace::Folder(place.clone())));
    let answer = found(&known, "frysk", "W:WK46:BK5", "");
    assert!(answer["verdict"].is_string(), "{answer}");
    assert_eq!(folders(&place), ["frisian"]);
    assert_eq!(found(&known, "american,capture=off", "W:WK18,K1:BK32", "")["verdict"], "win");
    assert_eq!(folders(&place), ["frisian"]);

    // A file stands where the folder should be.
    let folder = Folder::new();
    let place = tables_of(&folder);
    std::fs::write(&place, "full").unwrap();
    let full = server(&folder, at(TablePlace::Folder(place)));
    for _ in 0..2 {
        assert_eq!(found(&full, "american", "W:WK15,K18:BK1", "")["category"], "win");
    }
}

/// Concurrent requests for the same tables get the same answer.
#[test]
fn many_ask_at_once() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let answers: Vec<Value> = std::thread::scope(|scope| {
        let asked: Vec<_> = (0..8)
            .map(|_| scope.spawn(|| found(&server, "brazilian", "W:Wa1,Kc1:BKh2", "")))
            .collect();
        asked.into_iter().map(|answer| answer.join().unwrap()).collect()
    });
    assert!(answers.iter().all(|answer| *answer == answers[0]));
}

/// Building tables is charged to an address; probing existing ones is not.
#[test]
fn building_is_limited() {
    let folder = Folder::new();
    let hints = Rate { burst: 2, every: Duration::from_secs(10_000) };
    let limits = Some(Limits { hints, ..Limits::default() });
    let server = Running::start_with(&folder.file(), Settings { limits, ..free() });
    let ask = |rules: &str| probe(&server, rules, "W:WK18:BK1", "").0;
    assert_eq!([ask("american"), ask("american,capture=off")], [200, 200]);
    let (status, code, _) = refused(&server, "american,continue=no", "W:WK18:BK1");
    assert_eq!((status, code.as_str()), (429, "too-many"));
    assert_eq!([ask("american"), ask("american,capture=off")], [200, 200]);
}

/// Issue 18.4: four pieces are built in the background for the variants played here; until then the error says so.
#[test]
fn four_pieces_are_built_in_the_background() {
    // Tables too large to build on demand are announced. Here nothing is built before an hour has passed.
    let folder = Folder::new();
    let place = at(TablePlace::Folder(tables_of(&folder)));
    let later =
        server(&folder, TableSettings { pieces: 4, delay: Duration::from_secs(3_600), ..place });
    later.create(json!({ "rules": "international" }));
    let (status, code, message) = refused(&later, "international", "W:W31,32:B19,20");
    assert_eq!((status, code.as_str()), (404, "no-table"));
    assert!(message.contains("are being built"), "{message}");

    let folder = Folder::new();
    let place = tables_of(&folder);
    let settings = TableSettings { pieces: 4, ..at(TablePlace::Folder(place.clone())) };
    server(&folder, settings.clone()).create(json!({ "rules": "russian" }));
    // Building resumes without a request, because a game of the variant is stored.
    let server = server(&folder, settings);
    soon("four pieces", || place.join("russian/2m0k-2m0k.endgame").exists());
    assert_eq!(folders(&place), ["russian"]);
    let played = found(&server, "russian", "W:W21,22:B11,12", "");
    assert!(played["dtw"].is_number() || played["verdict"] == "draw", "{played}");
}

/// A page for a browser without JavaScript, after redirects.
fn page(server: &Running, path: &str) -> String {
    let (status, text) = server.fetch("GET", path, "", None);
    assert_eq!(status, 200, "{path}: {text}");
    let signs = [("&quot;", "\""), ("&#x2f;", "/"), ("&#x27;", "'"), ("&amp;", "&")];
    signs.iter().fold(text, |text, (sign, letter)| text.replace(sign, letter))
}

/// The links of a page's moves, best first.
fn moves(page: &str) -> Vec<&str> {
    let list = page.split("<ol class=\"verdicts\">").nth(1).unwrap_or_default();
    let list = list.split("</ol>").next().unwrap_or_default();
    list.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Issue 18.6: without JavaScript every move is a link to the position after it, and the tables reply to a player. In
/// American checkers the side that FEN calls White is called Black, and the other Red (R-UI-1).
#[test]
fn the_page_is_played_by_links() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let first = page(&server, "/endgame?rules=american&fen=W:WK15,K18:BK1");
    assert!(first.contains("Black wins in ") && first.contains("wins in "), "{first}");
    assert_eq!(moves(&first).len(), 6);
    let next = page(&server, moves(&first)[0]);
    assert!(next.contains("Moves played") && next.contains("Red to move."), "{next}");

    let playing = "href=\"/endgame?rules=american&fen=W%3AWK15%2CK18%3ABK1&play=white\"";
    assert!(first.contains(playing), "{first}");
    let dtw = found(&server, "american", "W:WK15,K18:BK1", "")["dtw"].as_u64().unwrap();
    let mut shown = page(&server, "/endgame?rules=american&fen=W:WK15,K18:BK1&play=white");
    assert!(shown.contains("You play Black against perfect play."), "{shown}");
    for _ in 0..dtw.div_ceil(2) {
        assert!(shown.contains("Black to move."), "the table has answered: {shown}");
        shown = page(&server, moves(&shown)[0]);
    }
    assert!(shown.contains("Black wins.") && moves(&shown).is_empty(), "{shown}");
    let black = page(&server, "/endgame?rules=american&fen=W:WK15,K18:BK1&play=black");
    assert!(black.contains("Red to move.") && black.contains("You play Red"), "{black}");
}

/// Issue 18.6: the longest wins of each slice are links, and an address without a position shows one of them.
#[test]
fn the_page_leads_to_the_longest_wins() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    for rules in ["american", "breakthrough", "casual"] {
        let shown = page(&server, &format!("/endgame?rules={rules}"));
        assert!(!moves(&shown).is_empty(), "{rules}: {shown}");
        assert!(shown.contains("Longest wins") && shown.contains("&longest="), "{rules}");
    }
    let longest = page(&server, "/endgame?rules=american&longest=0m2k-0m1k");
    assert!(longest.contains("Black wins in 17"), "33 plies: {longest}");
    let list = page(&server, "/endgame?rules=american");
    assert!(list.contains("2 kings against 1 king</a> <span class=\"num\">17 moves"), "{list}");
}

/// An invalid address gets a page that says what is wrong, with a form to try again.
#[test]
fn the_page_says_what_is_wrong() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    for (query, said) in [
        ("rules=chess", "chess"),
        ("rules=american&fen=W:WK99:BK1", "There is no such square"),
        ("rules=american&fen=W:WK18:BK1&moves=18-1", "That square is occupied"),
        ("rules=russian&fen=W:WKa1,Kc1,c3:BKh2,g5", "damier endgame build russian --pieces 5"),
        ("rules=american&longest=tea", "tea"),
        ("rules=american&longest=9m0k-1m0k", "9m0k-1m0k"),
        ("rules=american&longest=4m0k-4m0k", "no win to show"),
    ] {
        let shown = page(&server, &format!("/endgame?{query}"));
        let trouble = shown.split("role=\"alert\">").nth(1).and_then(|rest| rest.split('<').next());
        assert!(trouble.is_some_and(|trouble| trouble.contains(said)), "{query}: {trouble:?}");
        assert!(shown.contains("<form id=\"setup\""), "{query}");
    }
    let folder = Folder::new();
    let none = page(&server_without(&folder), "/endgame");
    assert!(none.contains("This server has no endgame tables."), "{none}");
}
