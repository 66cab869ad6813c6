//! `damier match` as people and scripts run it, also when it is killed.

mod common;

use common::Folder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A match as a command.
fn contest(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.arg("match").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    contest(arguments).output().unwrap()
}

fn json_of(arguments: &[&str]) -> Value {
    let output = run(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_match_is_a_contract_for_scripts() {
    let found = json_of(&[
        "level:3",
        "damier:nodes=300,name=fast",
        "level:1",
        "-v",
        "american",
        "--games",
        "4",
        "-j",
        "2",
        "--seed",
        "5",
        "--openings",
        "random:4",
    ]);
    assert_eq!(found["rules"], "american");
    assert_eq!((&found["seed"], &found["openings"]), (&json!(5), &json!("random:4")));
    assert_eq!((&found["games"], &found["finished"]), (&json!(12), &json!(12)));
    assert_eq!((&found["over"], &found["sprt"]), (&json!(true), &Value::Null));
    let players = found["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    let games = |player: &Value| {
        let counts = ["wins", "draws", "losses"].map(|result| player[result].as_u64().unwrap());
        counts.iter().sum::<u64>()
    };
    assert!(players.iter().all(|player| games(player) == 8 && player["failures"] == 0));
    assert!(players.windows(2).all(|pair| pair[0]["score"].as_f64() >= pair[1]["score"].as_f64()));
    let matches = found["matches"].as_array().unwrap();
    assert_eq!(matches[0]["players"], json!(["level:3", "fast"]));
    assert!(matches.iter().all(|encounter| games(encounter) == 4));
    let pairs = |encounter: &Value| -> u64 {
        encounter["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum()
    };
    assert!(matches.iter().all(|encounter| pairs(encounter) == 2));
}

#[test]
fn a_sequential_test_says_what_it_accepts() {
    let found = json_of(&["level:5", "level:1", "-v", "american", "--sprt", "-10,60", "-j", "2"]);
    assert_eq!(found["sprt"]["accepted"], 60.0);
    assert!(found["finished"].as_u64().unwrap() < 400);
    assert!(found["sprt"]["ratio"].as_f64() >= found["sprt"]["bounds"][1].as_f64());
}

#[test]
fn mistakes_are_told_before_anything_is_played() {
    for (arguments, said) in [
        (&["level:3"][..], "PLAYERS"),
        (&["level:3", "level:30"], "1 to 10"),
        (&["level:3", "damier"], "nothing limits damier"),
        (&["level:3", "level:2", "-n", "7"], "even number"),
        (&["level:3", "level:2", "--sprt", "5,0"], "lower than the second"),
        (&["level:3", "level:2", "--clock", "soon"], "write it like 5m"),
        (&["level:3", "level:2", "--clock", "60+0.6"], "1m+600ms"),
        (&["level:3", "level:2", "--time-per-move", "0"], "not a number of seconds"),
        (&["level:3", "level:2", "--resume"], "--pdn"),
        (&["level:3", "level:2", "-v", "frisian", "--openings", "ballots"], "no ballots"),
        (&["level:3", "level:2", "--openings", "/no/such/file"], "/no/such/file"),
        (&["level:3", "hub:/no/such/engine", "--nodes", "9"], "cannot be started"),
    ] {
        let output = run(arguments);
        assert!(!output.status.success() && output.stdout.is_empty(), "{arguments:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}

/// The games of a record by number, without the date.
fn games(path: &str) -> BTreeMap<usize, String> {
    let text = fs::read(path).unwrap();
    let mut games = BTreeMap::new();
    for game in pdn::Games::new(&text[..]) {
        let mut game = game.unwrap();
        game.tags.retain(|tag| !matches!(tag.name.as_str(), "Date" | "UTCTime"));
        let number = game.tag("Pairing").unwrap().parse().unwrap();
        let before = games.insert(number, game.to_pdn(pdn::Form::Pdn3));
        assert!(before.is_none(), "game {number} stands twice in {path}");
    }
    games
}

/// Waits until a record has grown by some games, or its match is over.
fn wait_for_games(child: &mut Child, path: &str, longer_than: u64) {
    let length = || fs::metadata(Path::new(path)).map_or(0, |metadata| metadata.len());
    while child.try_wait().unwrap().is_none() && length() <= longer_than {
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_match_that_is_killed_again_and_again_loses_and_doubles_no_game() {
    let folder = Folder::new("match-killed");
    let (whole, killed) = (folder.path("whole.pdn"), folder.path("killed.pdn"));
    let terms = ["level:2", "damier:nodes=400", "-v", "american", "-n", "40", "-j", "2"];
    let result = json_of(&[&terms[..], &["--pdn", &whole]].concat());
    let resumed = [&terms[..], &["--pdn", &killed, "--resume"]].concat();
    let mut kills = 0;
    loop {
        let mut child =
            contest(&resumed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let length = fs::metadata(&killed).map_or(0, |metadata| metadata.len());
        wait_for_games(&mut child, &killed, length + 5_000);
        let over = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        if over.is_some_and(|status| status.success()) {
            break;
        }
        kills += 1;
        assert!(kills < 100, "it does not come to an end");
    }
    assert!(kills >= 1, "it was killed {kills} times only");
    assert_eq!(games(&killed).len(), 40);
    assert_eq!(games(&killed), games(&whole));
    assert_eq!(json_of(&resumed), result, "all is counted from the record");
    let error = String::from_utf8(run(&[&terms[..], &["--pdn", &killed]].concat()).stderr).unwrap();
    assert!(error.contains("--resume"), "{error}");
}

/// `damier dxp listen`, which ends with the test.
struct Listener(Child, String);

impl Listener {
    fn new() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["dxp", "listen", "--addr", "127.0.0.1:0", "--level", "2"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(' ').find(|word| word.starts_with("127.")).unwrap();
        let address = address.to_owned();
        Self(child, address)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn our_own_program_takes_part_behind_both_protocols() {
    let folder = Folder::new("match-protocols");
    let path = folder.path("games.pdn");
    let listener = Listener::new();
    let hub = format!("hub:{},level=3,name=by Hub", env!("CARGO_BIN_EXE_damier"));
    let dxp = format!("dxp:{},name=by DXP", listener.1);
    let arguments = ["--nodes", "500", "--plies", "24", "-n", "2", "--pdn", &path];
    let found = json_of(&[&["level:3", &hub, &dxp][..], &arguments].concat());
    assert_eq!((&found["finished"], &found["over"]), (&json!(6), &json!(true)));
    let players = found["players"].as_array().unwrap();
    assert!(players.iter().all(|player| player["failures"] == 0), "{found}");
    let games = games(&path);
    assert!(games.values().all(|game| game.contains("[Termination")), "{games:?}");
    assert_eq!(games.values().filter(|game| game.contains("by DXP")).count(), 4);
}
