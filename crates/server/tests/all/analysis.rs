//! Issue 19.1: engine lines as server-sent events, trees as text and PDN, and the analysis board without JavaScript.

use crate::common::{Folder, Running};
use crate::pages::{get, post, start};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The engine lines of a position, as they arrive.
struct Lines(Box<dyn Iterator<Item = String>>);

impl Lines {
    fn of(server: &Running, query: &str) -> Self {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "GET /api/analysis?{query} HTTP/1.0\r\nHost: x\r\n\r\n").unwrap();
        Self(Box::new(BufReader::new(stream).lines().map_while(Result::ok)))
    }
}

impl Iterator for Lines {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let data = self.0.find(|line| line.starts_with("data: "))?;
        Some(serde_json::from_str(&data["data: ".len()..]).unwrap())
    }
}

/// Whether the moves of a line can be played from a position.
fn is_playable(server: &Running, rules: &str, fen: &str, moves: &Value) -> bool {
    let question = json!({ "rules": rules, "fen": fen, "moves": moves });
    server.ask("POST", "/api/position", "", Some(question)).0 == 200
}

#[test]
fn lines_arrive_deeper_and_deeper_until_the_time_is_over() {
    let (_folder, server) = start();
    let fen = "B:W25,29,30,31:B1,3,6,K10";
    let views: Vec<Value> =
        Lines::of(&server, &format!("rules=american&fen={fen}&lines=2")).collect();
    let depths: Vec<u64> = views.iter().map(|view| view["depth"].as_u64().unwrap()).collect();
    assert!(views.len() > 1 && depths.is_sorted() && depths[0] < depths[depths.len() - 1]);
    let (last, first) = views.split_last().unwrap();
    assert_eq!(last["done"], true, "{last}");
    assert!(first.iter().all(|view| view["done"] == false), "{views:?}");
    for view in &views {
        let lines = view["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2, "{view}");
        for line in lines {
            assert!(is_playable(&server, "american", fen, &line["moves"]), "{line}");
            assert!(
                line["chance"].as_f64().unwrap() < 50.0,
                "Black, with a king, is ahead: {line}"
            );
        }
        assert!(view["nodes"].as_u64().unwrap() > 0 && view["exact"] == false, "{view}");
    }
}

/// A page's latest position is the one searched; other pages' searches continue.
#[test]
fn a_new_position_ends_the_search_of_the_one_before() {
    let (_folder, server) = start();
    let other = Lines::of(&server, "rules=russian&client=two");
    let mut before = Lines::of(&server, "rules=international&client=one");
    assert_eq!(before.next().unwrap()["lines"].as_array().unwrap().len(), 3);
    let mut now = Lines::of(&server, "rules=frisian&lines=1&client=one");
    let last = before.last().unwrap();
    assert_eq!(last["done"], true, "{last}");
    let spent = last["time"].as_u64().unwrap();
    assert!(spent < 6_000, "it ended before its time: {last}");
    assert_eq!(now.next().unwrap()["lines"].as_array().unwrap().len(), 1);
    assert!(other.last().unwrap()["time"].as_u64().unwrap() > spent, "the other page's goes on");
}

/// Disconnected clients leave no search behind, which others would have to wait for.
#[test]
fn many_who_go_away_leave_room() {
    let (_folder, server) = start();
    for page in 0..40 {
        let mut lines = Lines::of(&server, &format!("rules=american&client={page}"));
        if page % 4 == 0 {
            assert!(lines.next().is_some());
        }
    }
    crate::common::soon("there is room", || {
        Lines::of(&server, "rules=italian&client=last").next().is_some()
    });
}

#[test]
fn threats_tables_and_ends_are_told() {
    let (_folder, server) = start();
    let fen = "W:W32,38:B22,23,12";
    let threat =
        Lines::of(&server, &format!("rules=international&fen={fen}&threat=true")).next().unwrap();
    let other = fen.replace('W', "B").replacen("B:B32", "B:W32", 1);
    assert!(
        is_playable(&server, "international", &other, &threat["lines"][0]["moves"]),
        "{threat}"
    );
    // Tables of three pieces are built during the analysis.
    let won = "rules=american&fen=W:WK15,K18:BK1";
    crate::common::soon("the tables", || {
        Lines::of(&server, won).any(|view| view["endgame"]["category"] == "win")
    });
    let known = Lines::of(&server, won).next().unwrap();
    let (_, probed) = server.ask("GET", &format!("/api/endgame?{won}"), "", None);
    assert_eq!(known["endgame"], probed, "the same as whoever asks for it alone");
    assert_eq!(threat["endgame"], Value::Null);
    let over = Lines::of(&server, "rules=american&fen=W:W:B1").collect::<Vec<_>>();
    assert_eq!(over.len(), 1, "{over:?}");
    assert_eq!((&over[0]["done"], &over[0]["lines"]), (&json!(true), &json!([])));
}

#[test]
fn wrong_questions_are_refused() {
    let (_folder, server) = start();
    for (query, status) in [
        ("", 400),
        ("rules=chess", 422),
        ("rules=american&fen=W:W99:B1", 422),
        ("rules=american&lines=0", 400),
        ("rules=american&lines=6", 400),
        ("rules=american&client=", 400),
        ("rules=american&threat=perhaps", 400),
        ("rules=american&depth=99", 400),
    ] {
        let (answered, said) = server.ask("GET", &format!("/api/analysis?{query}"), "", None);
        assert_eq!(answered, status, "{query}: {said}");
        assert!(said["error"]["phrase"]["key"].is_string(), "{query}: {said}");
    }
}

#[test]
fn a_tree_is_written_as_pdn() {
    let (_folder, server) = start();
    let write = |question: Value| server.ask("POST", "/api/analysis/tree", "", Some(question));
    let text = "c3-d4! {usual} d6-c5 (f6-g5?? b2-c3) b2-c3";
    let (status, answer) = write(json!({ "rules": "russian", "text": text }));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["tree"], text);
    let pdn = answer["pdn"].as_str().unwrap();
    assert!(pdn.contains("1. c3-d4! {usual} d6-c5 (1... f6-g5?? 2. b2-c3) 2. b2-c3"), "{pdn}");
    let (_, again) = write(json!({ "text": pdn }));
    assert_eq!((&again["rules"], &again["tree"]), (&json!("russian"), &json!(text)));
    let fen = "B:W27:B18,19";
    let (_, from) = write(json!({ "rules": "international", "fen": fen, "text": "18-23" }));
    assert_eq!((&from["fen"], &from["tree"]), (&json!(fen), &json!("18-23")));
    assert!(from["pdn"].as_str().unwrap().contains("1... 18-23"), "{from}");
    for (question, status) in [
        (json!({}), 400),
        (json!({ "text": "", "rules": "chess" }), 422),
        (json!({ "text": "", "rules": "russian", "fen": "W:W99:B1" }), 422),
        (json!({ "text": "(".repeat(140_000) }), 400),
        (json!({ "text": "", "colour": "white" }), 400),
    ] {
        let (answered, said) = write(question);
        assert_eq!(answered, status, "{said}");
    }
    let (status, nothing) = write(json!({ "text": "hello {" }));
    assert_eq!((status, &nothing["tree"]), (200, &json!("")), "{nothing}");
}

/// Without scripts the page shows a position, with links for its legal moves.
#[test]
fn the_page_reads_without_a_script() {
    let (_folder, server) = start();
    let page = get(&server, "/analysis?rules=international&fen=W:W28,40:B23,8");
    assert_eq!(page.status, 200);
    let link =
        "href=\"/analysis?rules=international&amp;fen=W%3AW28%2C40%3AB8%2C23&amp;moves=28x19\"";
    let text = page.text.replace("&#x2f;", "/");
    assert_eq!(text.matches("class=\"button num\"").count(), 1, "28 must take: {text}");
    assert!(text.contains(link), "{text}");
    let next = get(&server, "/analysis?rules=international&fen=W%3AW28%2C40%3AB8%2C23&moves=28x19");
    let text = next.text.replace("&#x2f;", "/");
    assert!(text.contains("data-tree=\"28x19\"") && text.contains("moves=28x19+8-12"), "{text}");
    assert!(text.contains("fen=B%3AW19%2C40%3AB8"), "the picture is that after the move: {text}");
    for wrong in ["rules=chess", "rules=american&fen=W:W99:B1", "rules=american&moves=1-99"] {
        let page = get(&server, &format!("/analysis?{wrong}"));
        assert_eq!(page.status, 200, "{wrong}");
        assert!(page.text.contains("class=\"trouble\""), "{wrong}: {}", page.text);
    }
    let hostile = format!("/analysis?rules=%3Cscript%3E&fen=%22%3E&moves={}", "(".repeat(3_000));
    let page = get(&server, &hostile);
    assert!(page.status == 200 && !page.text.contains("<script>alert"), "{}", page.text);
}

/// Games in progress are not analysed; finished ones are, with all their moves.
#[test]
fn only_games_that_are_over_are_analysed() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "american", "color": "white", "seed": 1 }));
    for (side, text) in [("black", "11-15"), ("white", "22-18"), ("black", "15x22")] {
        assert_eq!(server.play(&id, &key, side, text).0, 200);
    }
    let address = format!("/analysis?game={id}&ply=2");
    assert_eq!(get(&server, &address).status, 422);
    assert_eq!(get(&server, "/analysis?game=aaaaaaaaaa").status, 404);
    server.act(&id, &key, json!({ "side": "white", "what": "resign" }));
    let text = get(&server, &address).text.replace("&#x2f;", "/");
    assert!(text.contains("data-tree=\"11-15 22-18 15x22\" data-ply=\"2\""), "{text}");
    assert!(text.contains(&format!("href=\"/game/{id}/report\"")), "{text}");
}

#[test]
fn a_game_in_pdn_is_opened_and_not_stored() {
    let (_folder, server) = start();
    let pdn = "[GameType \"20\"] 1. 32-28 19-23 (18-23! {sharp}) 2. 28x19 *";
    let text = post(&server, "/analysis", &[("text", pdn)]).text;
    let tree = "data-tree=\"32-28 19-23 (18-23! {sharp}) 28x19\" data-ply=\"0\"";
    assert!(text.contains("data-rules=\"international\"") && text.contains(tree), "{text}");
    assert_eq!(server.ask("GET", "/api/games", "", None).1, json!([]));
    let wrong = post(&server, "/analysis", &[("text", "1. 32-28 1-1-1 <b>")]);
    assert!(wrong.status == 200 && !wrong.text.contains("<b>\""), "{}", wrong.text);
}
