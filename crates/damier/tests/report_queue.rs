//! Issue 19: `kill -9` while reports are made in the background: they go on.

mod common;

use common::Folder;
use common::app::{App, soon};
use serde_json::{Value, json};

fn post(app: &App, path: &str, key: &str, body: &Value) -> Value {
    let request = ureq::post(app.url() + path)
        .header("Authorization", format!("Bearer {key}"))
        .header("Content-Type", "application/json");
    let mut answer = request.send(body.to_string()).unwrap();
    serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap_or_default()
}

/// A finished game: its id.
fn finished(app: &App, seed: u64) -> String {
    let order = json!({ "rules": "international", "seed": seed });
    let game = post(app, "/api/games", "", &order);
    let text = |name: &str| game[name].as_str().unwrap().to_owned();
    let (id, key) = (text("id"), text("key"));
    for _ in 0..12 {
        let view: Value =
            serde_json::from_str(&app.get(&format!("/api/games/{id}")).unwrap()).unwrap();
        let turn = view["table"]["turn"].as_str().unwrap();
        let mv = view["position"]["legal"][0]["text"].as_str().unwrap_or_else(|| panic!("{view}"));
        let event = json!({ "side": turn, "what": "move", "value": mv });
        post(app, &format!("/api/games/{id}/events"), &key, &event);
    }
    let resign = json!({ "side": "white", "what": "resign" });
    post(app, &format!("/api/games/{id}/events"), &key, &resign);
    id
}

fn state(app: &App, game: &str) -> String {
    let view = app.get(&format!("/api/games/{game}/report")).unwrap();
    let view: Value = serde_json::from_str(&view).unwrap();
    view["state"].as_str().unwrap().to_owned()
}

#[test]
fn reports_go_on_after_a_kill() {
    let folder = Folder::new("report-queue");
    let mut app = App::start(&["--data", &folder.path("")]);
    let games: Vec<String> = (0..6).map(|seed| finished(&app, seed)).collect();
    post(&app, "/api/reports", "a key", &json!({ "games": games }));
    let made = |app: &App| games.iter().filter(|game| state(app, game) == "done").count();
    for kills in 0..2 {
        soon("a report is being made", || {
            games.iter().any(|game| state(&app, game) == "working") || made(&app) > kills
        });
        app.kill();
        app.again();
    }
    soon("all reports", || made(&app) == games.len());
    soon("nobody waits", || {
        let view = ureq::get(app.url() + "/api/reports").header("Authorization", "Bearer a key");
        let text = view.call().unwrap().body_mut().read_to_string().unwrap();
        let view: Value = serde_json::from_str(&text).unwrap();
        view["waiting"] == json!([])
    });
}
