//! Issue 19.5: `damier explorer`, as scripts and people call it.

mod common;

use common::{Folder, complained, damier, said};
use draughts::{AnyPosition, Color, Ruleset};
use pdn::{Action, Form, Game, Place, Step};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

fn json_of(arguments: &[&str], code: i32) -> Value {
    serde_json::from_str(&said(arguments, code)).unwrap()
}

/// Games, results and moves of a position, by plain counting.
#[derive(Default)]
struct Count {
    games: [u64; 4],
    moves: HashMap<String, [u64; 4]>,
}

fn add(counts: &mut [u64; 4], result: Option<Color>) {
    counts[0] += 1;
    counts[match result {
        Some(Color::White) => 1,
        None => 2,
        Some(Color::Black) => 3,
    }] += 1;
}

/// Random games with some rules as PDN, with the statistics of each of their positions.
fn games(rules: &Ruleset, seeds: std::ops::Range<u64>) -> (String, HashMap<String, Count>) {
    let mut text = String::new();
    let mut counts: HashMap<String, Count> = HashMap::new();
    for seed in seeds {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game { first_number: 1, ..Game::default() };
        let winner = [None, Some(Color::White), Some(Color::Black)][random.usize(..3)];
        game.set_tag("White", &format!("Anna {seed}"));
        game.set_tag("Black", "Bo");
        game.set_tag("Date", &format!("20{:02}.05.17", seed % 30));
        game.set_tag("WhiteRating", "2000");
        game.set_tag(
            "Result",
            ["1/2-1/2", "1-0", "0-1"][winner.map_or(0, |color| 1 + color as usize)],
        );
        game.set_tag("Winner", winner.map_or("none", |color| ["White", "Black"][color as usize]));
        game.set_tag("Rules", &rules.to_string());
        let mut position = AnyPosition::start(rules);
        // Short enough that no position is repeated, from either side.
        for ply in 0..24 {
            let legal = position.legal_moves();
            let most = if ply < 6 { legal.len().min(2) } else { legal.len() };
            if most == 0 {
                break;
            }
            let mv = legal[random.usize(..most)];
            let text = position.text(&mv);
            let counted = counts.entry(position.to_fen()).or_default();
            add(&mut counted.games, winner);
            add(counted.moves.entry(text.clone()).or_default(), winner);
            game.line.steps.push(Step::new(Action::Move(text), Place::START));
            position = position.play_unchecked(&mv);
        }
        text += &game.to_pdn(Form::Pdn3);
    }
    (text, counts)
}

#[test]
fn probes_of_several_variants_are_what_was_played() {
    let folder = Folder::new("explorer-probe");
    let out = folder.path("all.explorer");
    let house = "american,capture=off,continue=no";
    let variants = ["american", "international", "russian", house];
    let mut files = Vec::new();
    let mut expected = Vec::new();
    for (name, first) in variants.iter().zip([0, 1_000, 2_000, 3_000]) {
        let (text, counts) = games(&name.parse().unwrap(), first..first + 60);
        files.push(folder.file(&format!("{first}.pdn"), text));
        expected.push((name, counts));
    }
    let mut arguments = vec!["explorer", "build", "-o", &out, "--memory", "16"];
    arguments.extend(files.iter().map(String::as_str));
    let told = said(&arguments, 0);
    assert!(told.contains(": 240 games; "), "{told}");

    let stats = json_of(&["explorer", "stats", &out, "--json", "--verify"], 0);
    assert_eq!(stats["games"], 240);
    assert_eq!(stats["files"].as_array().unwrap().len(), 4);
    let rules: Vec<&Value> =
        stats["rules"].as_array().unwrap().iter().map(|counted| &counted["rules"]).collect();
    assert_eq!(rules, variants);
    assert_eq!(stats["rules"][0]["games"], 60);
    assert_eq!(stats["rules"][0]["first_date"], "2000.05.17");

    for (name, counts) in &expected {
        // The most frequent ones, and some that occurred once.
        let mut positions: Vec<(&String, &Count)> = counts.iter().collect();
        positions.sort_by_key(|(fen, count)| (std::cmp::Reverse(count.games[0]), *fen));
        for (fen, count) in positions.iter().take(8).chain(positions.iter().rev().take(4)) {
            let answer =
                json_of(&["explorer", "probe", &out, "--variant", name, "--fen", fen, "--json"], 0);
            assert_eq!(answer["fen"], **fen);
            assert_eq!(results(&answer), count.games, "{name} {fen}");
            let moves = answer["moves"].as_array().unwrap();
            assert_eq!(moves.len(), count.moves.len(), "{name} {fen}");
            let mut before = u64::MAX;
            for played in moves {
                let text = played["text"].as_str().unwrap();
                assert_eq!(results(played), count.moves[text], "{name} {fen} {text}");
                let games = played["games"].as_u64().unwrap();
                assert!(games <= before, "most played first");
                before = games;
                let white = answer["turn"] == "white";
                let rating = if white { json!(2_000) } else { Value::Null };
                assert_eq!(played["average_rating"], rating, "of those who played it");
                let examples = played["examples"].as_array().unwrap();
                assert_eq!(examples.len() as u64, games.min(3));
                assert!(examples[0]["white"].as_str().unwrap().starts_with("Anna "));
                assert!(played["last_played"].as_str().unwrap().ends_with(".05.17"));
            }
        }
    }
}

fn results(value: &Value) -> [u64; 4] {
    ["games", "white", "draws", "black"].map(|name| value[name].as_u64().unwrap())
}

/// An example says where its game is; the other commands find it there.
#[test]
fn an_example_leads_back_to_its_game() {
    let folder = Folder::new("explorer-example");
    let (text, _) = games(&"italian".parse().unwrap(), 0..30);
    let (pdn, out) = (folder.file("club.pdn", text), folder.path("club.explorer"));
    said(&["explorer", "build", &pdn, "-o", &out], 0);
    let answer = json_of(&["explorer", "probe", &out, "--json"], 0);
    let game = &answer["moves"][0]["examples"][0];
    assert_eq!(game["file"], pdn);
    let number = game["game"].to_string();
    let found = said(&["export", &pdn, "--game", &number], 0);
    assert!(found.contains(&format!("[White {}]", game["white"])), "{found}");
    let line: usize = game["line"].to_string().parse().unwrap();
    let begins = folder.read("club.pdn").lines().nth(line - 1).unwrap().to_owned();
    assert_eq!(begins, format!("[White {}]", game["white"]));
    let human = said(&["explorer", "probe", &out], 0);
    assert!(
        human
            .contains(&format!("(club.pdn, game {number}, line {line})").replace("club.pdn", &pdn))
    );
}

#[test]
fn searches_find_patterns_and_go_on() {
    let folder = Folder::new("explorer-search");
    let (text, counts) = games(&"international".parse().unwrap(), 0..40);
    let (pdn, out) = (folder.file("club.pdn", text), folder.path("club.explorer"));
    said(&["explorer", "build", &pdn, "-o", &out], 0);
    let everything = ["explorer", "search", &out, "--must", "WP50", "--limit", "100", "--json"];
    let all = json_of(&everything, 0);
    assert_eq!((all["games"].as_array().unwrap().len(), &all["next"]), (40, &Value::Null));
    assert_eq!(all["games"][0]["ply"], 0);

    // Exactly one position: all games that reached it.
    let (fen, count) = counts.iter().max_by_key(|(fen, count)| (count.games[0], *fen)).unwrap();
    let exact = json_of(&["explorer", "search", &out, "--fen", fen, "--limit", "100", "--json"], 0);
    assert_eq!(exact["games"].as_array().unwrap().len() as u64, count.games[0]);

    // In pages, the result is the same.
    let pattern = ["explorer", "search", &out, "--must", "E32", "--must-not", "B20", "--json"];
    let whole = json_of(&[&pattern[..], &["--limit", "100"]].concat(), 0);
    let (mut parts, mut from) = (Vec::new(), "0".to_owned());
    loop {
        let part = json_of(&[&pattern[..], &["--limit", "3", "--from", &from]].concat(), 0);
        parts.extend(part["games"].as_array().unwrap().clone());
        match part["next"].as_u64() {
            Some(next) => from = next.to_string(),
            None => break,
        }
    }
    assert!(parts.len() > 5, "{parts:?}");
    assert_eq!(&parts, whole["games"].as_array().unwrap());
    for game in &parts {
        let fen = game["fen"].as_str().unwrap();
        let rules = "international".parse().unwrap();
        let position = AnyPosition::from_fen(&rules, fen).unwrap();
        assert_eq!(position.piece(position.square("32").unwrap()), None, "{fen}");
        assert_eq!(position.piece(position.square("20").unwrap()), None, "{fen}");
    }

    let none = damier(&["explorer", "search", &out, "--must", "WK50"]);
    assert_eq!((none.status.code(), &none.stdout[..]), (Some(1), &b"nothing was found\n"[..]));
    let error = complained(&["explorer", "search", &out, "--must", "W27:X3"]);
    assert!(error.contains("\"X3\" in \"W27:X3\" begins neither"), "{error}");
    let error = complained(&["explorer", "search", &out, "--must", "W27,99"]);
    assert!(error.contains("\"99\" in \"W27,99\" is no square of this board"), "{error}");
    assert!(complained(&["explorer", "search", &out]).contains("what to search for?"));
}

/// Errors in single games are reported and do not affect others.
#[test]
fn bad_games_are_told_and_the_rest_is_counted() {
    let folder = Folder::new("explorer-bad");
    let pdn = folder.file(
        "mixed.pdn",
        "[White \"A\"][Result \"2-0\"] 1. 32-28 19-23 2. 28x19 14x23 *\n\n\
         [White \"B\"][Rules \"international\"] 1. 32-28 19-23 2. 50-1 *\n\n\
         [White \"C\"][Rules \"international\"] 1. 99-98 *\n\n\
         [White \"D\"][Result \"1-1\"] 1. 32-28 18-23 *\n",
    );
    let out = folder.path("mixed.explorer");
    let output = damier(&["explorer", "build", &pdn, "-o", &out]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{told}");
    assert!(told.contains("mixed.pdn: game 2, line 3, column 54: 2. 50-1 is not legal"), "{told}");
    assert!(told.contains("; counted up to there\n"), "{told}");
    assert!(told.contains("game 3, line 5") && told.contains("; left out\n"), "{told}");
    let said_ = String::from_utf8(output.stdout).unwrap();
    assert!(
        said_.contains("3 games, 1 of them only up to a move that cannot be played, 1 left out"),
        "{said_}"
    );
    let answer = json_of(&["explorer", "probe", &out, "--json", "--moves", "32-28"], 0);
    assert_eq!(results(&answer), [3, 1, 1, 0]);
    assert_eq!(answer["moves"][0]["text"], "19-23");

    let missing = damier(&["explorer", "probe", &out, "--json", "--moves", "31-27"]);
    assert_eq!(missing.status.code(), Some(1));
    let missing: Value = serde_json::from_slice(&missing.stdout).unwrap();
    assert_eq!((&missing["games"], &missing["moves"]), (&json!(0), &json!([])));
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = Folder::new("explorer-files");
    let (text, _) = games(&"russian".parse().unwrap(), 0..50);
    let (pdn, out) = (folder.file("club.pdn", text), folder.path("club.explorer"));
    said(&["explorer", "build", &pdn, "-o", &out], 0);
    let sound = folder.bytes("club.explorer");

    assert!(complained(&["explorer", "probe", &pdn]).contains("it is no explorer file"));
    let mut damaged = sound.clone();
    damaged[100] ^= 1;
    let path = folder.file("damaged.explorer", &damaged);
    let error = complained(&["explorer", "stats", &path, "--verify"]);
    assert!(error.contains("damaged.explorer is damaged at block 0 of its games"), "{error}");
    let path = folder.file("cut.explorer", &sound[..sound.len() - 1]);
    let error = complained(&["explorer", "stats", &path]);
    assert!(error.contains("cut.explorer is damaged at its end"), "{error}");
    let mut newer = sound.clone();
    newer[8] = 9;
    let path = folder.file("newer.explorer", &newer);
    assert!(complained(&["explorer", "probe", &path]).contains("it has format 9"));
    assert!(
        complained(&["explorer", "probe", &folder.path("none")]).contains("none: No such file")
    );

    // A failed build leaves the existing file alone.
    let nothing = folder.file("nothing.pdn", "");
    assert!(complained(&["explorer", "build", &nothing, "-o", &out]).contains("no games"));
    let error = complained(&["explorer", "build", &pdn, &folder.path("gone.pdn"), "-o", &out]);
    assert!(error.contains("gone.pdn: No such file"), "{error}");
    let picture = folder.file("picture.pdn", [0; 2_000]);
    let error = complained(&["explorer", "build", &picture, "-o", &out]);
    assert!(error.contains("not a text file"), "{error}");
    assert_eq!(folder.bytes("club.explorer"), sound);
    let error = complained(&["explorer", "build", &pdn, "-o", &folder.path("no/where")]);
    assert!(error.contains("where cannot be written: No such file"), "{error}");
}

/// A full disk, simulated by a file size limit: the error names the file, and nothing is left behind.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told() {
    let folder = Folder::new("explorer-full");
    let (text, _) = games(&"international".parse().unwrap(), 0..1_500);
    let (pdn, out) = (folder.file("club.pdn", text), folder.path("club.explorer"));
    let build = |blocks: u32| {
        let line = format!(
            "trap '' XFSZ; ulimit -f {blocks}; exec {} explorer build {pdn} -o {out} --memory 16",
            env!("CARGO_BIN_EXE_damier")
        );
        Command::new("sh").args(["-c", &line]).output().unwrap()
    };
    for blocks in [1, 100, 400] {
        let full = build(blocks);
        let told = String::from_utf8(full.stderr).unwrap();
        assert_eq!(full.status.code(), Some(1), "{blocks}: {told}");
        assert!(told.contains("club.explorer cannot be written: File too large"), "{told}");
        for ending in ["", ".unfinished", ".runs"] {
            assert!(!std::path::Path::new(&format!("{out}{ending}")).exists(), "{ending}");
        }
    }
    assert!(build(1 << 20).status.success());
}

/// Whether a process handles the signal to stop.
#[cfg(target_os = "linux")]
fn listens(process: u32) -> bool {
    const TERMINATE: u64 = 1 << (15 - 1);
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(caught.trim(), 16).unwrap() & TERMINATE != 0
}

/// A build that is asked to stop does so and leaves nothing behind.
#[cfg(target_os = "linux")]
#[test]
fn a_build_that_is_stopped_leaves_nothing() {
    use std::io::Write;
    let folder = Folder::new("explorer-stop");
    let (text, _) = games(&"american".parse().unwrap(), 0..200);
    let out = folder.path("club.explorer");
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["explorer", "build", "-", "-o", &out])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // It has started once its file exists, and continues while more input comes.
    let unfinished = format!("{out}.unfinished");
    while !std::path::Path::new(&unfinished).exists() || !listens(child.id()) {
        input.write_all(text.as_bytes()).unwrap();
    }
    let asked = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(asked.success());
    while child.try_wait().unwrap().is_none() {
        // It may have exited before reading this.
        let _ = input.write_all(text.as_bytes());
    }
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("stopped; nothing was written"), "{told}");
    for ending in ["", ".unfinished", ".runs"] {
        assert!(!std::path::Path::new(&format!("{out}{ending}")).exists(), "{ending}");
    }
}

/// A damaged collection is reported, and the server starts with the others.
#[test]
fn a_server_names_a_damaged_collection_and_starts() {
    let folder = Folder::new("explorer-served");
    let pdn = folder.file("club.pdn", "[GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2-0\n");
    let whole = folder.path("club.explorer");
    said(&["explorer", "build", &pdn, "-o", &whole], 0);
    let mut bytes = folder.bytes("club.explorer");
    let middle = bytes.len() - 2;
    bytes[middle] ^= 1;
    let damaged = folder.file("damaged.explorer", bytes);
    let mut server = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--addr", "127.0.0.1:0", "--no-open", "--data", &folder.path("data")])
        .env("DAMIER_EXPLORER", format!("{damaged},{whole}"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
    let page = lines.find_map(|line| Some(line.unwrap().split_once("Damier is at ")?.1.to_owned()));
    let page = page.expect("it starts");
    let mut sources = ureq::get(format!("{page}api/explorer/sources")).call().unwrap();
    let sources: Value = sources.body_mut().read_to_string().unwrap().parse().unwrap();
    server.kill().unwrap();
    let mut log = String::new();
    server.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    server.wait().unwrap();
    assert!(log.contains(&damaged) && log.contains("damaged"), "{log}");
    assert_eq!(sources[1], json!({ "source": "club", "games": 1 }), "{sources}");
}
