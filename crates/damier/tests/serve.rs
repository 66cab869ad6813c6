//! The app as people start it: it survives being killed, and stops when asked.

mod common;
#[cfg(feature = "postgres")]
#[path = "../../server/tests/all/common/postgres.rs"]
mod postgres;

use common::{Folder, complained};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

struct App {
    child: Child,
    page: String,
}

impl App {
    /// Starts it with a place for its games: `--data` and a folder, or `--store` and an address.
    fn start(place: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["serve", "--addr", "127.0.0.1:0", "--no-open"])
            .args(place)
            .env("DAMIER_OPERATOR_TOKEN", "the-operators-own-token")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let page =
            line.trim().strip_prefix("Damier is at ").unwrap().trim_end_matches('/').to_owned();
        Self { child, page }
    }

    fn post(&self, path: &str, key: &str, body: Value) -> Value {
        let request = ureq::post(format!("{}{path}", self.page))
            .header("Authorization", format!("Bearer {key}"))
            .header("Content-Type", "application/json");
        let text = request.send(body.to_string()).unwrap().body_mut().read_to_string().unwrap();
        serde_json::from_str(&text).unwrap()
    }

    fn get(&self, path: &str) -> String {
        let mut answer = ureq::get(format!("{}{path}", self.page)).call().unwrap();
        answer.body_mut().read_to_string().unwrap()
    }
}

impl Drop for App {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills it after every move, which must be stored; then stops it.
fn every_acknowledged_move_survives_a_kill(place: &[&str]) {
    let app = App::start(place);
    assert!(app.get("/").contains("<h1>Your move.</h1>"));
    let made = app.post("/api/games", "", json!({ "rules": "american" }));
    let (id, key) =
        (made["id"].as_str().unwrap().to_owned(), made["key"].as_str().unwrap().to_owned());
    let events = format!("/api/games/{id}/events");
    let moves = ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25"];
    let mut app = app;
    for (ply, mv) in moves.iter().enumerate() {
        let side = if ply % 2 == 0 { "black" } else { "white" };
        app.post(&events, &key, json!({ "side": side, "what": "move", "value": mv, "ply": ply }));
        // Killed without warning the moment the move was acknowledged.
        app.child.kill().unwrap();
        app.child.wait().unwrap();
        app = App::start(place);
        let game: Value = serde_json::from_str(&app.get(&format!("/api/games/{id}"))).unwrap();
        assert_eq!(game["history"].as_array().unwrap().len(), ply + 1);
    }
    assert!(app.get(&format!("/game/{id}")).contains("role=\"grid\""));
    assert!(app.get(&format!("/api/games/{id}/game.pdn")).contains("3. 8-11 29-25 *"));

    #[cfg(unix)]
    {
        let asked = Command::new("kill").arg(app.child.id().to_string()).status().unwrap();
        assert!(asked.success());
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) {
            if let Some(status) = app.child.try_wait().unwrap() {
                assert!(status.success(), "it stops as if nothing had happened: {status}");
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(app.child.try_wait().unwrap().is_some(), "asked to stop, it stops");
    }
}

#[test]
fn in_a_file_every_acknowledged_move_survives_a_kill() {
    let folder = Folder::new("serve");
    every_acknowledged_move_survives_a_kill(&["--data", &folder.path("")]);
}

#[cfg(feature = "postgres")]
#[test]
fn in_a_database_every_acknowledged_move_survives_a_kill() {
    let Some(database) = postgres::Database::start() else { return };
    every_acknowledged_move_survives_a_kill(&["--store", &database.create()]);
}

#[test]
fn an_address_that_is_none_is_not_repeated() {
    let text = complained(&["serve", "--no-open", "--store", "mysql://me:secret@host/games"]);
    assert!(text.contains("their address must be like postgres://user@host/name"), "{text}");
    assert!(!text.contains("secret"), "{text}");
}
