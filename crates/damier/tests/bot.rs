//! The bot of `docs/protocol.md`, extracted from there and run as a user would: with bash, curl and jq.

mod common;

use common::app::{App, soon};
use common::{Folder, is_there};
use serde_json::{Value, json};
use std::process::{Child, Command};

const DESCRIPTION: &str = include_str!("../../../docs/protocol.md");

/// The script in the documentation.
fn script() -> &'static str {
    let (_, rest) = DESCRIPTION.split_once("A bot in ten lines").unwrap();
    let (_, rest) = rest.split_once("```sh\n").unwrap();
    rest.split_once("```").unwrap().0
}

/// The running bot, until dropped.
struct Bot(Child);

impl Bot {
    fn start(app: &App, id: &str, key: &str) -> Self {
        let mut bash = Command::new("bash");
        bash.args(["-c", script()]);
        Self(bash.env("URL", app.url()).env("ID", id).env("KEY", key).spawn().unwrap())
    }

    /// Whether it has exited by itself.
    fn has_ended(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some_and(|status| status.success())
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn post(app: &App, path: &str, body: &Value) -> Value {
    let request = ureq::post(app.url() + path).header("Content-Type", "application/json");
    let text = request.send(body.to_string()).unwrap().body_mut().read_to_string().unwrap();
    serde_json::from_str(&text).unwrap()
}

fn game(app: &App, id: &str) -> Value {
    serde_json::from_str(&app.get(&format!("/api/games/{id}")).unwrap()).unwrap()
}

#[test]
fn it_has_ten_lines() {
    assert_eq!(script().lines().count(), 10, "{}", script());
}

#[test]
fn it_plays_a_whole_game_though_the_server_is_killed() {
    if !is_there(&["bash", "curl", "jq"]) {
        return;
    }
    let folder = Folder::new("bot");
    let mut app = App::start(&["--data", &folder.path("")]);
    let order = json!({ "rules": "american", "color": "white", "level": 1, "clock": "10m" });
    let made = post(&app, "/api/games", &order);
    let (id, key) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
    let mut bot = Bot::start(&app, id, key);
    let moves = |app: &App| game(app, id)["history"].as_array().unwrap().len();
    soon("the bot plays", || moves(&app) > 6);
    app.kill();
    app.again();
    let after = moves(&app);
    soon("the bot goes on, or the game is over", || {
        moves(&app) > after + 2 || game(&app, id)["table"]["phase"] == "finished"
    });
    soon("the bot has played to the end", || bot.has_ended());
    let table = game(&app, id)["table"].take();
    assert_eq!(table["phase"], "finished");
    let reason = table["ending"]["reason"].as_str().unwrap();
    assert!(!["time", "abandoned", "aborted", "resigned"].contains(&reason), "{reason}");
}
