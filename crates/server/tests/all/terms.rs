//! Terms that people write down or share: the seed of a game, and house rules.

use crate::pages::{get, name_and_key, post, start};
use serde_json::json;

/// R-DT-1: the form takes every possible seed, to its last digit.
#[test]
fn the_form_takes_every_seed() {
    let (_folder, server) = start();
    let field = get(&server, "/").text.split("id=\"seed\"").nth(1).unwrap().to_owned();
    assert!(!field.split('>').next().unwrap().contains("maxlength"), "nothing is cut off");
    for seed in ["6492001106719095", "9007199254740991", "18446744073709551615"] {
        // Without a computer that would move before the position is checked.
        let here = ("opponent", "here");
        let mut order = json!({ "rules": "american", "opening": "three-move", "seed": seed });
        order[here.0] = here.1.into();
        let (asked, _) = server.create(order);
        let asked = server.game(&asked, "");
        assert_eq!(asked["table"]["seed"], seed);
        let fields = [("rules", "american"), ("opening", "three-move"), ("seed", seed), here];
        let (formed, _) = name_and_key(&post(&server, "/new", &fields).location);
        let formed = server.game(&formed, "");
        assert_eq!(formed["table"]["seed"], seed);
        assert_eq!(formed["position"]["fen"], asked["position"]["fen"], "{seed}");
        let cut = [("rules", "american"), ("opening", "three-move"), ("seed", &seed[..15])];
        let (cut, _) = name_and_key(&post(&server, "/new", &cut).location);
        assert_ne!(server.game(&cut, "")["table"]["seed"], seed);
    }
    let by_number = json!({ "rules": "american", "seed": 6_492_001_106_719_095_u64 });
    let (id, _) = server.create(by_number);
    assert_eq!(server.game(&id, "")["table"]["seed"], "6492001106719095");
    for wrong in ["18446744073709551616", "-1", "1.5", "one"] {
        let answer = post(&server, "/new", &[("rules", "american"), ("seed", wrong)]);
        assert_eq!(answer.status, 422, "{wrong}");
        let order = json!({ "rules": "american", "seed": wrong });
        assert_eq!(server.ask("POST", "/api/games", "", Some(order)).0, 400, "{wrong}");
    }
}

/// The fields of the form on a game's page that creates the same game.
fn same_again(page: &str) -> Vec<(String, String)> {
    let form = page.split("class=\"seed\"").nth(1).unwrap().split("</form>").next().unwrap();
    let value = |part: &str, name: &str| {
        let start = part.find(name).unwrap() + name.len();
        let text = part[start..].split('"').next().unwrap();
        text.replace("&#x2f;", "/").replace("&amp;", "&")
    };
    let fields = form.split("<input").skip(1);
    fields.map(|part| (value(part, "name=\""), value(part, "value=\""))).collect()
}

/// R-DT-1: a game's page shows its seed, with which the same game can be played again.
#[test]
fn the_same_game_can_be_played_again() {
    let (_folder, server) = start();
    for order in [
        json!({ "rules": "american", "opening": "three-move", "level": 1 }),
        json!({ "rules": "american", "opening": "three-move:57", "color": "black", "level": 2 }),
        json!({ "rules": "russian", "opening": "table", "clock": "5m+3s", "opponent": "here" }),
        json!({ "rules": "italian", "opening": "random:6", "touch_move": true, "opponent": "here" }),
        json!({ "rules": "casual", "fen": "B:W21,22:B1,K5", "opponent": "friend" }),
        json!({ "rules": "brazilian", "seed": "18446744073709551615", "opponent": "here" }),
    ] {
        let (id, _) = server.create(order.clone());
        let page = get(&server, &format!("/game/{id}")).text;
        let first = server.game(&id, "");
        let seed = first["table"]["seed"].as_str().unwrap();
        assert!(page.contains(&format!("id=\"seed\" class=\"num\">{seed}<")), "{order}");
        let fields = same_again(&page);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let answer = post(&server, "/new", &fields);
        assert_eq!(answer.status, 303, "{order}: {}", answer.text);
        let (again, _) = answer.location[6..].split_once('#').unwrap();
        let again = server.game(again, "");
        for field in ["seed", "rules", "opening", "start", "host", "touch_move", "opening_plies"] {
            assert_eq!(again["table"][field], first["table"][field], "{order}: {field}");
        }
        assert_eq!(again["table"]["clock"]["control"], first["table"]["clock"]["control"]);
        assert_eq!(again["computer"], first["computer"], "{order}");
        // The computer may have moved already in either.
        let plies = first["table"]["opening_plies"].as_u64().unwrap() as usize;
        for ply in 0..plies {
            assert_eq!(again["history"][ply]["text"], first["history"][ply]["text"], "{order}");
        }
    }
}

/// R-HR-4: shared house rules are described in words and can be played; the composer is one click away.
#[test]
fn shared_house_rules_open_on_their_words() {
    let (_folder, server) = start();
    let shared = get(&server, "/compose?rules=american%2Ccapture%3Doff%2Cname%3DLazy+checkers");
    assert_eq!(shared.status, 303);
    assert_eq!(shared.location, "/variants/american,capture=off,name=Lazy%20checkers");
    let html = get(&server, &shared.location).text;
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("no {text:?}"));
    place("<h1>Lazy checkers</h1>");
    assert!(place("Play this game") < place("Change these rules"), "playing comes first");
    assert!(html.contains("<ins>"), "what differs from the game they come from is marked");
    // Known rules, and rules being edited, open in the composer.
    let composed =
        ["rules=casual", "rules=american", "from=american%2Ccapture%3Doff", "rules=italain"];
    for asked in composed {
        let html = get(&server, &format!("/compose?{asked}")).text;
        assert!(html.contains("<form id=\"draft\""), "{asked}");
    }
}
