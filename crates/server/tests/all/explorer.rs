//! Issue 19.5: the explorer over this server's games, the operator's collections, and one's own games.

use crate::common::{Folder, Running, free, raw, soon};
use crate::pages::{get, start};
use draughts::{AnyPosition, Ruleset, dispatch};
use serde_json::{Value, json};
use server::explorer::ExplorerSettings;
use server::guard::Settings;
use std::path::{Path, PathBuf};
use study::explorer::{BuildOptions, Builder};

/// A finished game on one device: its id and key. The side to move resigns.
fn played(server: &Running, order: Value, moves: &str) -> (String, String) {
    let (id, key) = server.create(order);
    let mut side = "white";
    for mv in moves.split(' ') {
        assert_eq!(server.play(&id, &key, side, mv).0, 200, "{mv}");
        side = if side == "white" { "black" } else { "white" };
    }
    let (status, _) = server.act(&id, &key, json!({ "side": side, "what": "resign" }));
    assert_eq!(status, 200);
    (id, key)
}

fn public() -> Value {
    json!({ "rules": "international" })
}

fn private() -> Value {
    json!({ "rules": "international", "public": false })
}

fn explored(server: &Running, query: &str) -> Value {
    let path = format!("/api/explorer?rules=international&{query}");
    let (status, view) = server.ask("GET", &path, "", None);
    assert_eq!(status, 200, "{view}");
    view
}

/// Games and results, White's first.
fn counts(view: &Value) -> [u64; 4] {
    ["games", "white", "draws", "black"].map(|name| view[name].as_u64().unwrap())
}

fn texts(view: &Value) -> Vec<&str> {
    let moves = view["moves"].as_array().unwrap();
    moves.iter().map(|played| played["text"].as_str().unwrap()).collect()
}

fn after(moves: &str) -> AnyPosition {
    let start = AnyPosition::start(&Ruleset::from(draughts::Variant::International));
    moves
        .split(' ')
        .fold(start, |position, text| position.play_unchecked(&position.parse_move(text).unwrap()))
}

#[test]
fn public_games_are_counted_as_they_end_and_private_ones_never_are() {
    let (_folder, server) = start();
    played(&server, private(), "31-27 19-23");
    let (id, _) = played(&server, public(), "32-28 19-23 28x19");
    soon("the game is counted", || counts(&explored(&server, ""))[0] > 0);
    played(&server, private(), "33-28 19-23");
    let (running, key) = server.create(public());
    assert_eq!(server.play(&running, &key, "white", "34-29").0, 200);
    played(&server, public(), "32-28 18-22 37-32");
    soon("the next one too", || counts(&explored(&server, ""))[0] == 2);
    let view = explored(&server, "");
    assert_eq!((texts(&view), counts(&view)), (vec!["32-28"], [2, 2, 0, 0]), "{view}");
    assert_eq!(view["complete"], true);
    let examples = view["moves"][0]["examples"].as_array().unwrap();
    assert_eq!(examples.len(), 2, "{view}");
    let link = format!("/game/{id}");
    let shown = examples.iter().find(|game| game["link"] == link.as_str()).unwrap();
    assert_eq!((&shown["result"], &shown["players"][0]["kind"]), (&json!("white"), &json!("here")));
    assert_eq!(get(&server, &link).status, 200);
    let day = view["moves"][0]["last_played"].as_str().unwrap();
    assert!(day.starts_with("20") && day.len() == 10, "{day}");
    // No position of a private game is included.
    for moves in ["31-27", "33-28", "34-29"] {
        let fen = after(moves).to_fen();
        assert_eq!(counts(&explored(&server, &format!("fen={fen}"))), [0; 4], "{moves}");
    }
    let (_, sources) = server.ask("GET", "/api/explorer/sources", "", None);
    assert_eq!(sources, json!([{ "source": "server", "games": 2 }]));
}

/// A position and its mirror image count as one; results are those of the requested position.
#[test]
fn turned_positions_are_one_and_results_those_of_the_side_asked_about() {
    let (_folder, server) = start();
    played(&server, public(), "32-28 19-23 28x19");
    let position = after("32-28 19-23");
    soon("it is counted", || counts(&explored(&server, ""))[0] == 1);
    let view = explored(&server, &format!("fen={}", position.to_fen()));
    assert_eq!((texts(&view), counts(&view)), (vec!["28x19"], [1, 1, 0, 0]));
    let turned: AnyPosition = dispatch!(&position, inner => inner.rotated().into());
    let view = explored(&server, &format!("fen={}", turned.to_fen()));
    assert_eq!((texts(&view), counts(&view)), (vec!["23x32"], [1, 0, 0, 1]), "{view}");
}

/// Own games: also private ones, from both sides or as one colour, and nobody else's.
#[test]
fn own_games_are_found_by_their_keys_alone() {
    let (_folder, server) = start();
    let order = json!({
        "rules": "international", "opponent": "friend", "public": false, "color": "white",
    });
    let (_, made) = server.ask("POST", "/api/games", "", Some(order));
    let text = |value: &Value, name: &str| value[name].as_str().unwrap().to_owned();
    let (id, white) = (text(&made, "id"), text(&made, "key"));
    let join = json!({ "invitation": made["invitation"] });
    let (_, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(join));
    let black = text(&joined, "key");
    for (side, key, mv) in [("white", &white, "32-28"), ("black", &black, "18-22")] {
        assert_eq!(server.play(&id, key, side, mv).0, 200);
    }
    assert_eq!(server.act(&id, &white, json!({ "side": "white", "what": "resign" })).0, 200);
    let own = |key: &str| {
        let games = json!({ "games": [format!("{id}:{key}")] });
        let (status, own) = server.ask("POST", "/api/explorer/own", "", Some(games));
        assert_eq!(status, 200, "{own}");
        own
    };
    let source = text(&own(&black), "source");
    let side = |side: &str| counts(&explored(&server, &format!("source={source}{side}")));
    assert_eq!(side(""), [1, 0, 0, 1]);
    assert_eq!((side("&side=black"), side("&side=white")), ([1, 0, 0, 1], [0; 4]));
    assert_eq!(own(&black)["source"], source.as_str(), "the same games are the same collection");
    let stranger = own("0123456789abcdef0123456789abcdef");
    assert_eq!(stranger["games"], 0, "{stranger}");
    let invented = "source=0123456789abcdef0123456789abcdef";
    let path = format!("/api/explorer?rules=international&{invented}");
    assert_eq!(server.ask("GET", &path, "", None).0, 404);
    let many: Vec<String> = (0..2_001).map(|number| format!("game{number}:key")).collect();
    let (status, _) = server.ask("POST", "/api/explorer/own", "", Some(json!({ "games": many })));
    assert_eq!(status, 400, "the list is limited");
}

/// The games of an account need no keys.
#[test]
fn accounts_explore_their_own_games() {
    let (_folder, server) = start();
    let cookie = server.register("Ada", "a long sentence is good");
    let headers = [("Cookie", cookie.as_str())];
    let order = private().to_string();
    let made = raw::ask(server.address, "POST", "/api/games", &headers, &order);
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    assert_eq!(server.play(id, key, "white", "32-28").0, 200);
    assert_eq!(server.act(id, key, json!({ "side": "black", "what": "resign" })).0, 200);
    let path = "/api/explorer?variant=international&source=own";
    let view = raw::ask(server.address, "GET", path, &headers, "");
    let view: Value = serde_json::from_str(&view.body).unwrap();
    assert_eq!(counts(&view), [1, 1, 0, 0], "{view}");
    assert_eq!(server.ask("GET", path, "", None).0, 401);
    let other = server.register("Bob", "another long sentence");
    let view = raw::ask(server.address, "GET", path, &[("Cookie", other.as_str())], "");
    let view: Value = serde_json::from_str(&view.body).unwrap();
    assert_eq!(counts(&view), [0; 4], "{view}");
}

/// Builds an explorer file from a collection.
fn build(path: &Path, pdn: &str) {
    let mut builder = Builder::create(path, BuildOptions::default()).unwrap();
    builder.add_pdn("club.pdn", pdn.as_bytes(), None, &mut |problem| panic!("{problem}")).unwrap();
    builder.finish(&mut |_, _| {}).unwrap();
}

fn with(explorer: ExplorerSettings) -> Settings {
    Settings { explorer, ..free() }
}

const CLUB: &str = r#"[White "Anna"]
[Black "Bo"]
[WhiteRating "1800"]
[Date "1999.05.03"]
[GameType "20"]
[Result "1-1"]
1. 32-28 19-23 2. 28x19 14x23 1-1

[White "Cleo"]
[GameType "20"]
[Result "0-2"]
1. 32-28 18-22 0-2
"#;

/// The operator's collections are found by name; a damaged file is left out, and the server starts anyway.
#[test]
fn collections_of_the_operator_are_explored() {
    let folder = Folder::new();
    let place = folder.file().with_file_name("collections");
    std::fs::create_dir(&place).unwrap();
    build(&place.join("club.explorer"), CLUB);
    let mut bytes = std::fs::read(place.join("club.explorer")).unwrap();
    let last = bytes.len() - 3;
    bytes[last] ^= 1;
    std::fs::write(place.join("damaged.explorer"), bytes).unwrap();
    std::fs::write(place.join("notes.txt"), "no collection").unwrap();
    let missing = place.join("missing.explorer");
    let collections = vec![place, missing];
    let settings = with(ExplorerSettings { collections, ..ExplorerSettings::default() });
    let server = Running::start_with(&folder.file(), settings);
    let (_, sources) = server.ask("GET", "/api/explorer/sources", "", None);
    let named = json!([{ "source": "server", "games": 0 }, { "source": "club", "games": 2 }]);
    assert_eq!(sources, named);
    let view = explored(&server, "source=club");
    assert_eq!((texts(&view), counts(&view)), (vec!["32-28"], [2, 0, 1, 1]));
    let played = &view["moves"][0];
    assert_eq!(
        (&played["average_rating"], &played["last_played"]),
        (&json!(1800), &json!("1999.05.03"))
    );
    let game = &played["examples"][0];
    assert_eq!(
        game["players"][0],
        json!({ "kind": "guest", "name": "Anna", "like_account": false })
    );
    assert_eq!((&game["ratings"], &game["result"]), (&json!([1800, null]), &json!("draw")));
    let page = get(&server, game["link"].as_str().unwrap());
    assert!(page.status == 200 && page.text.contains("32-28 19-23 28x19 14x23"), "{}", page.text);
    assert_eq!(get(&server, "/analysis?source=club&number=2").status, 404);
    assert_eq!(get(&server, "/analysis?source=nothing&number=0").status, 404);
    assert!(page.text.contains(r#"<option value="file-club">club</option>"#));
}

/// A restarted server counts no game twice and forgets none, whatever happened to its files.
#[test]
fn what_is_counted_outlasts_a_restart() {
    let folder = Folder::new();
    let place = folder.file().with_file_name("explorer");
    let begin = || {
        let settings =
            ExplorerSettings { folder: Some(place.clone()), ..ExplorerSettings::default() };
        Running::start_with(&folder.file(), with(settings))
    };
    let known = |server: &Running| {
        let view = explored(server, "");
        (view["complete"] == true).then(|| counts(&view)[0])
    };
    let server = begin();
    for _ in 0..3 {
        played(&server, public(), "32-28 19-23");
    }
    soon("three", || known(&server) == Some(3));
    drop(server);
    let server = begin();
    soon("the same", || known(&server) == Some(3));
    played(&server, public(), "32-28 19-23");
    soon("one more", || known(&server) == Some(4));
    drop(server);
    let files = || -> Vec<PathBuf> {
        let entries = std::fs::read_dir(&place).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    // A truncated file, and a leftover of an interrupted merge.
    let all = files();
    let whole = std::fs::read(&all[0]).unwrap();
    std::fs::write(&all[0], &whole[..whole.len() / 2]).unwrap();
    std::fs::copy(all.last().unwrap(), place.join("games-99.explorer")).unwrap();
    let server = begin();
    soon("again", || known(&server) == Some(4));
    drop(server);
    // The files of another store are not used for this one.
    std::fs::remove_file(folder.file()).unwrap();
    for ending in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.file().with_file_name(format!("games.sqlite{ending}")));
    }
    let server = begin();
    soon("nothing", || known(&server) == Some(0));
}

#[test]
fn wrong_questions_are_refused_and_house_rules_and_ballots_answered() {
    let (_folder, server) = start();
    for (query, status) in [
        ("", 400),
        ("rules=nonsense", 422),
        ("rules=international&fen=W:W99:B1", 422),
        ("rules=international&source=nothing", 404),
        ("rules=international&side=green", 400),
    ] {
        let (told, body) = server.ask("GET", &format!("/api/explorer?{query}"), "", None);
        assert_eq!(told, status, "{query}: {body}");
    }
    let order = json!({ "rules": "international,capture=off" });
    played(&server, order, "32-28 19-23 31-27");
    let house = "/api/explorer?rules=international,capture=off";
    soon("house rules", || counts(&server.ask("GET", house, "", None).1)[0] == 1);
    assert_eq!(counts(&explored(&server, "")), [0; 4]);
    let american = Ruleset::from(draughts::Variant::American);
    let position =
        "9-14 24-20 11-15".split(' ').fold(AnyPosition::start(&american), |position, text| {
            position.play_unchecked(&position.parse_move(text).unwrap())
        });
    let path = format!("/api/explorer?rules=american&fen={}", position.to_fen());
    assert_eq!(server.ask("GET", &path, "", None).1["ballots"], json!(["57"]));
}

/// Issue 19.8: the same as a page of plain links, by which one goes through the games.
#[test]
fn the_explorer_reads_without_javascript() {
    let (_folder, server) = start();
    let moves = "32-28 17-22 28x17";
    let (id, _) = played(&server, public(), moves);
    soon("the game is counted", || counts(&explored(&server, ""))[0] == 1);
    let link = |text: &str, page: &str| {
        let end = format!("\">{text}</a>");
        let before = page.split_once(&end).unwrap_or_else(|| panic!("no {text} in {page}")).0;
        before.rsplit_once("href=\"").unwrap().1.to_owned()
    };
    let get = |path: &str| {
        let answer = get(&server, path);
        (answer.status, answer.text.replace("&amp;", "&").replace("&#x2f;", "/"))
    };
    let mut page = get("/analysis?rules=international").1;
    let mut next = link("Explorer", &page);
    for (at, text) in moves.split(' ').enumerate() {
        page = get(&next).1;
        assert!(page.contains("1 game"), "{page}");
        assert_eq!(page.contains("Raphaël"), at == 2, "{page}");
        assert!(page.contains("100 · 0 · 0"), "{page}");
        assert!(page.contains(&format!("href=\"/game/{id}\"")), "{page}");
        next = link(text, &page);
    }
    let page = get(&next).1;
    assert!(page.contains("1 game ended here"), "{page}");
    for (query, status) in [("rules=nothing", 422), ("fen=nothing", 422), ("source=nothing", 404)] {
        assert_eq!(get(&format!("/explorer?{query}")).0, status, "{query}");
    }
    let fen = after("32-28 17-22").to_fen();
    assert_eq!(explored(&server, &format!("fen={fen}"))["opening"]["name"], "Raphaël");
}
