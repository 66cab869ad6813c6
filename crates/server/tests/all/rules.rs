//! The pages of variants and rules, and positions played on without a game.

use crate::common::{Folder, Running};
use draughts::{Ruleset, Variant};
use serde_json::{Value, json};

fn server() -> (Folder, Running) {
    let folder = Folder::new();
    let running = Running::start(&folder.file());
    (folder, running)
}

fn page(running: &Running, path: &str) -> String {
    let (status, html) = running.fetch("GET", path, "", None);
    assert_eq!(status, 200, "{path}: {html}");
    html.replace("&#x2f;", "/")
}

fn position(running: &Running, question: Value) -> (u16, Value) {
    running.ask("POST", "/api/position", "", Some(question))
}

#[test]
fn every_game_is_in_the_catalogue_and_has_a_page() {
    let (_folder, running) = server();
    let catalogue = page(&running, "/variants");
    let variants = Variant::ALL.iter().map(|variant| variant.name());
    for name in variants.chain(Ruleset::presets().map(|(word, _)| word)) {
        assert!(catalogue.contains(&format!("href=\"/variants/{name}\"")), "{name}");
        let rules = page(&running, &format!("/variants/{name}"));
        assert!(rules.contains("class=\"example\""), "{name} has no examples");
        assert!(rules.contains("Allowed: "), "{name} does not tell the moves");
    }
}

/// R-HR-4: rules can be shared as a link, whatever their name.
#[test]
fn a_composed_game_keeps_its_state_in_links() {
    let (_folder, running) = server();
    let form = "/compose?base=american&capture=off&continue=no&blocked=draws&board=10&men=\
        &repetition=&no-capture=30&no-capture-claim=on&name=Anna%2C+50+%25+%2F+%231";
    let composed = page(&running, form);
    let rules = "american,board=10,capture=off,continue=no,blocked=draws,repetition=none,\
        no-capture=30c,name=Anna%2C 50 %25 / #1";
    assert!(composed.contains(&format!("data-rules=\"{rules}\"")), "{composed}");
    assert!(composed.contains("6 rules differ from American checkers."));
    let address = "/variants/american,board=10,capture=off,continue=no,blocked=draws,\
        repetition=none,no-capture=30c,name=Anna%252C%2050%20%2525%20%2F%20%231";
    assert!(composed.contains(address));
    let shared = page(&running, address);
    assert!(shared.contains("<h1>Anna, 50 % / #1</h1>"));
    let link = shared.split("href=\"/compose?").nth(1).and_then(|rest| rest.split('"').next());
    let link = format!("/compose?{}", link.unwrap().replace("&amp;", "&"));
    let state = |html: &str| {
        let rest = html.split("<form id=\"draft\"").nth(1).unwrap();
        rest.split("<footer").next().unwrap().to_owned()
    };
    assert!(state(&page(&running, &link)) == state(&composed), "{link} shows other rules");
}

/// R-HR-1 to R-HR-3: the three most popular switches come first.
#[test]
fn the_composer_offers_the_usual_house_rules_first() {
    let (_folder, running) = server();
    let html = page(&running, "/compose");
    let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("no {text:?}"));
    let first =
        [place("Forced captures"), place("Must continue jumping"), place("No legal moves means")];
    assert!(first.is_sorted() && first[2] < place("name=\"board\""));
    let casual = page(&running, "/compose?rules=casual");
    assert!(casual.contains("<ins>"), "what is new is marked");
    assert!(casual.contains("<del>"), "what is gone is marked");
    assert!(!html.contains("<ins>"), "nothing is new in an official variant");
}

#[test]
fn what_contradicts_itself_is_said_and_the_form_keeps_it() {
    let (_folder, running) = server();
    let html = page(&running, "/compose?base=international&continue=no");
    assert!(html.contains("taking the most cannot be mandatory"), "{html}");
    assert!(html.contains("value=\"no\" checked"));
    assert!(!html.contains("data-rules"));
    let html = page(&running, "/compose?rules=italain");
    assert!(html.contains("italian"), "the nearest variant is named");
    let (status, _) = running.fetch("GET", "/variants/italain", "", None);
    assert_eq!(status, 422);
}

#[test]
fn positions_are_played_on() {
    let (_folder, running) = server();
    let fen = "W:W22,28:B10,18,23";
    let (status, answer) =
        position(&running, json!({ "rules": "italian", "fen": fen, "moves": ["22x6"] }));
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["position"]["fen"], "B:W6,28:B23");
    assert_eq!(answer["last"], json!({ "squares": [22, 13, 6], "takes": [18, 10] }));
    assert_eq!(answer["ending"], json!([]));
    let over = json!({ "rules": "american", "fen": "B:W18:B14", "moves": ["14x23"] });
    let (_, answer) = position(&running, over);
    assert_eq!(answer["ending"][0]["key"], "end.black-wins");
    assert_eq!(answer["position"]["legal"], json!([]));
}

/// R-UI-8, R-IT-4: the rule that forbids a move is named.
#[test]
fn a_move_that_is_not_allowed_is_explained() {
    let (_folder, running) = server();
    let ask = |missed: Value| {
        let fen = "W:W22,28:B10,18,23";
        position(&running, json!({ "rules": "italian", "fen": fen, "missed": missed }))
    };
    let (_, answer) = ask(json!([28, 19]));
    assert_eq!(answer["why"]["values"]["count"], 2, "{answer}");
    assert_eq!(ask(json!([22, 6])).1["why"], Value::Null);
    assert_eq!(ask(json!([22, 99])).0, 422);
    let illegal = json!({ "rules": "italian", "fen": "W:W22,28:B10,18,23", "moves": ["28x19"] });
    assert_eq!(position(&running, illegal).0, 422);
    let many = json!({ "rules": "italian", "moves": vec!["22-18"; 501] });
    assert_eq!(position(&running, many).0, 400);
}
