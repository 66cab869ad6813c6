//! Playing on against the computer, from any position of a game or of the editor, in a browser without JavaScript.

use crate::common::Running;
use crate::pages::{get, hidden_text, import, name_and_key, opened, post, start};
use serde_json::{Value, json};

/// A game that starts from a position of another.
fn from_here(server: &Running, id: &str, fields: &[(&str, &str)]) -> Value {
    let answer = post(server, &format!("/game/{id}/play"), fields);
    assert_eq!(answer.status, 303, "{fields:?}: {}", answer.text);
    let (next, key) = name_and_key(&answer.location);
    server.game(&next, &key)
}

fn play(server: &Running, id: &str, key: &str, moves: &[&str]) {
    for (ply, text) in moves.iter().enumerate() {
        let turn = server.game(id, "")["table"]["turn"].clone();
        let act = json!({ "side": turn, "what": "move", "value": text });
        let (status, said) = server.ask("POST", &format!("/api/games/{id}/events"), key, Some(act));
        assert_eq!(status, 200, "{ply}: {said}");
    }
}

/// R-GM-2: from any move of a finished game, the side to move plays on against the computer by the same rules.
#[test]
fn a_finished_game_goes_on_from_any_move() {
    let (_folder, server) = start();
    let rules = "american,capture=off,name=Lazy checkers";
    let (id, key) = server.create(json!({ "rules": rules, "color": "white" }));
    play(&server, &id, &key, &["11-15", "22-18", "8-11"]);
    let resign = json!({ "side": "white", "what": "resign" });
    server.ask("POST", &format!("/api/games/{id}/events"), &key, Some(resign));
    for (ply, side) in [("0", "black"), ("1", "white"), ("3", "white"), ("", "white")] {
        let at = if ply.is_empty() { "3" } else { ply };
        let path = format!("/api/games/{id}/position.fen?ply={at}");
        let fen = get(&server, &path).text;
        let game = from_here(&server, &id, &[("ply", ply), ("level", "2")]);
        assert_eq!(game["table"]["start"], fen.trim(), "{ply}");
        assert_eq!(game["yours"], json!([side]), "{ply}: who is to move plays");
        assert_eq!(game["table"]["rules"], server.game(&id, "")["table"]["rules"]);
        assert_eq!(game["history"], json!([]), "it begins anew");
        let computer = if side == "white" { json!([null, 2]) } else { json!([2, null]) };
        assert_eq!(game["computer"], computer, "{ply}");
    }
    // Without a level, the default is used.
    assert_eq!(from_here(&server, &id, &[])["computer"], json!([null, 3]));
    let page = get(&server, &format!("/game/{id}")).text;
    let action = format!("action=\"/game/{id}/play\"");
    assert!(page.contains(&action), "there is a form for it");
    assert!(page.contains("name=\"ply\" min=\"0\" max=\"3\" value=\"3\""), "{page}");
}

/// R-GM-2: a game that stops at an illegal move can be played on from there.
#[test]
fn an_imported_game_goes_on_from_an_illegal_move() {
    let (_folder, server) = start();
    let found = import(&server, "1. 32-28 19-23 2. 28x19 14x23 3. 1-50 *", "international", None);
    let text = hidden_text(&found.text);
    let (id, _) = opened(&server, &text);
    let game = from_here(&server, &id, &[("level", "1")]);
    assert_eq!(game["yours"], json!(["white"]));
    assert_eq!(game["computer"], json!([null, 1]));
    let fen = get(&server, &format!("/api/games/{id}/position.fen")).text;
    assert_eq!(game["table"]["start"], fen.trim());
}

/// R-DR-1: the counters of draw rules start again in the new game.
#[test]
fn counters_begin_anew() {
    let (_folder, server) = start();
    let order = json!({ "rules": "international", "fen": "W:WK46,K47:BK5,K10", "color": "white" });
    let (id, key) = server.create(order);
    play(&server, &id, &key, &["47-33", "10-4", "33-47", "4-10", "47-33", "10-4"]);
    let said = |game: &Value| game["said"]["counters"].as_array().unwrap().clone();
    let most = |game: &Value| said(game).iter().filter_map(|one| one["count"].as_u64()).max();
    assert!(most(&server.game(&id, "")) > Some(2), "{}", server.game(&id, ""));
    assert!(most(&from_here(&server, &id, &[])) <= Some(1));
}

#[test]
fn what_cannot_be_played_is_told() {
    let (_folder, server) = start();
    let (id, key) =
        server.create(json!({ "rules": "american", "fen": "W:W10:B7", "color": "white" }));
    play(&server, &id, &key, &["10x3"]);
    assert_eq!(server.game(&id, "")["table"]["phase"], "finished");
    let path = format!("/game/{id}/play");
    for (fields, status, said) in [
        (vec![("ply", "1")], 422, "already be over"),
        (vec![("ply", "2")], 404, "reached ply 1"),
        (vec![("ply", "-1")], 400, "is not a number"),
        (vec![("ply", "0"), ("level", "11")], 400, "1 to 10"),
        (vec![("ply", "0"), ("level", "x")], 400, "is not a number"),
    ] {
        let answer = post(&server, &path, &fields);
        assert_eq!(answer.status, status, "{fields:?}: {}", answer.text);
        assert!(answer.text.contains(said), "{fields:?}: {}", answer.text);
    }
    assert_eq!(post(&server, "/game/nothing/play", &[]).status, 404);
    // Changing the language on the error page returns to the game.
    let back = get(&server, &path);
    assert_eq!((back.status, back.location), (303, format!("/game/{id}")));
    assert_eq!(get(&server, "/game/nothing/play").status, 404);
    // Without a ply, it is the last position with a legal move.
    assert_eq!(from_here(&server, &id, &[])["table"]["start"], "W:W10:B7");
}

/// Games between people cannot be used before they are over; an unlisted one leads to an unlisted one.
#[test]
fn games_between_people_are_left_to_them() {
    let (_folder, server) = start();
    let order = json!({ "rules": "italian", "opponent": "friend", "public": false });
    let (_, made) = server.ask("POST", "/api/games", "", Some(order));
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let join = json!({ "invitation": made["invitation"] });
    assert_eq!(server.ask("POST", &format!("/api/games/{id}/join"), "", Some(join)).0, 200);
    let offers = || get(&server, &format!("/game/{id}")).text.contains("id=\"from-ply\"");
    assert!(!offers());
    let abort = json!({ "side": server.game(id, key)["yours"][0], "what": "abort" });
    assert_eq!(server.ask("POST", &format!("/api/games/{id}/events"), key, Some(abort)).0, 200);
    assert!(offers());
    let next = from_here(&server, id, &[])["id"].as_str().unwrap().to_owned();
    assert!(!get(&server, "/").text.contains(&next), "unlisted as before");
}

/// The editor's form creates the game at once.
#[test]
fn a_position_of_the_editor_is_played_at_once() {
    let (_folder, server) = start();
    let page = get(&server, "/editor?rules=international&fen=B%3AW28%3ABK12").text;
    let form = page.split("id=\"against\"").nth(1).unwrap().split("</form>").next().unwrap();
    let value = |part: &str, name: &str| {
        let text = part.split(&format!("{name}=\"")).nth(1).unwrap();
        text.split('"').next().unwrap().to_owned()
    };
    let fields: Vec<(String, String)> = form
        .split("<input")
        .skip(1)
        .map(|part| (value(part, "name"), value(part, "value")))
        .collect();
    let fields: Vec<(&str, &str)> =
        fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let answer = post(&server, "/new", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let (id, key) = name_and_key(&answer.location);
    let game = server.game(&id, &key);
    assert_eq!(game["table"]["start"], "B:W28:BK12");
    assert_eq!(game["yours"], json!(["black"]));
    assert_eq!(game["computer"], json!([3, null]));
}
