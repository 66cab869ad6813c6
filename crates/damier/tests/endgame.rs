//! `damier endgame`, as scripts and people call it.

mod common;

use common::app::{App, soon};
use common::{Folder, complained, said};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn stats_are_the_published_totals() {
    let folder = Folder::new("endgame-stats");
    let place = folder.path("tables");
    let arguments = ["endgame", "stats", "english", "--pieces", "3", "--json", "--endgame", &place];
    let lines: Vec<Value> = said(&arguments, 0).lines().map(json).collect();
    let published = include_str!("../../endgame/tests/data/american-2-4.tsv");
    let mut lines_of = published.lines().skip(1);
    let names: Vec<&str> = lines_of.next().unwrap().split('\t').collect();
    let mut compared = 0;
    for line in lines_of {
        let numbers: Vec<u64> = line.split('\t').map(|number| number.parse().unwrap()).collect();
        let same = |object: &&Value| (0..4).all(|at| object[names[at]] == numbers[at]);
        let Some(object) = lines.iter().find(same) else { continue };
        compared += 1;
        for (name, number) in names.iter().zip(&numbers) {
            assert_eq!(object[name], *number, "{line}: {name}");
        }
    }
    assert_eq!((compared, lines.len()), (16, 16));

    let table = said(&["endgame", "stats", "american", "-p", "2", "--endgame", &place], 0);
    assert!(table.contains("1m0k-1m0k") && table.contains("W:W"), "{table}");
    let list = said(&["endgame", "list", "--endgame", &place, "--json"], 0);
    let sets: Vec<Value> = list.lines().map(json).collect();
    assert_eq!(sets.len(), 2);
    assert_eq!(sets[1]["rules"], "american");
    assert_eq!(sets[1]["positions"], 196_032);
    assert_eq!(sets[1]["sha256"].as_str().unwrap().len(), 64);
    let verified = said(&["endgame", "verify", "american", "--endgame", &place], 0);
    assert_eq!(verified, "199520 positions in 16 tables: 0 errors\n");
}

#[test]
fn a_probe_answers_for_the_position_and_every_move() {
    let folder = Folder::new("endgame-probe");
    let place = folder.path("tables");
    let probe = |variant: &str, fen: &str| {
        let arguments =
            ["endgame", "probe", "--variant", variant, "--fen", fen, "--json", "--endgame", &place];
        json(&said(&arguments, 0))
    };
    let won = probe("american", "W:WK15,K18:BK1");
    assert_eq!(won["verdict"], "win");
    assert_eq!(won["rule"], Value::Null);
    let moves = won["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 6);
    assert_eq!(moves[0]["verdict"], "win");
    assert_eq!(moves[0]["dtw"], won["dtw"]);
    for field in ["text", "verdict", "dtc", "dtw", "rule"] {
        assert!(moves.iter().all(|mv| mv.get(field).is_some()), "{field}");
    }
    let capture = probe("international", "W:WK1:BK23");
    assert_eq!((&capture["verdict"], &capture["dtw"]), (&"win".into(), &1.into()));
    let drawn = probe("international", "W:WK1,K2:BK28");
    assert_eq!(drawn["verdict"], "draw");
    assert_eq!((&drawn["dtc"], &drawn["dtw"]), (&Value::Null, &Value::Null));

    let human =
        said(&["endgame", "probe", "-v", "casual", "-f", "W:WK18:BK1", "--endgame", &place], 0);
    assert!(human.starts_with("W:WK18:BK1\nwhite: "), "{human}");
}

#[test]
fn a_position_without_a_table_names_the_command_that_builds_it() {
    let folder = Folder::new("endgame-missing");
    let place = folder.path("tables");
    let fen = "W:WK1,K2,K3:BK30,K31";
    let error = complained(&["endgame", "probe", "-v", "russian", "-f", fen, "--endgame", &place]);
    assert!(error.contains("damier endgame build russian --pieces 5"), "{error}");
    let rules = "american,capture=off";
    let error = complained(&["endgame", "stats", "--rules", rules, "-p", "4", "--endgame", &place]);
    assert!(error.contains("damier endgame build american,capture=off --pieces 4"), "{error}");
}

/// Issue 18, "Done means": three kings against one on the long diagonal, asked for by somebody who has no tables yet.
#[test]
fn three_kings_against_one_are_answered_without_tables() {
    let folder = Folder::new("endgame-kings");
    let place = folder.path("tables");
    for (variant, kings, lone, verdict) in [
        ("american", "K10,K12,K13", "K32", "win"),
        ("italian", "K10,K12,K13", "K32", "win"),
        ("russian", "Kc1,Ke1,Kb8", "Ka1", "draw"),
        ("brazilian", "Kc1,Ke1,Kb8", "Ka1", "draw"),
        ("pool", "Kc1,Ke1,Kb8", "Ka1", "draw"),
        ("spanish", "K2,K3,K31", "K1", "draw"),
        ("czech", "Kc1,Ke1,Kb8", "Ka1", "draw"),
    ] {
        let fen = format!("W:W{kings}:B{lone}");
        let arguments =
            ["endgame", "probe", "-v", variant, "-f", &fen, "--json", "--endgame", &place];
        let answer = json(&said(&arguments, 0));
        assert_eq!(answer["verdict"], verdict, "{variant}: {answer}");
        assert_eq!(answer["dtw"].is_null(), verdict == "draw", "{variant}: {answer}");
    }
}

#[test]
fn the_environment_names_the_folder_too() {
    let folder = Folder::new("endgame-environment");
    let place = folder.path("elsewhere");
    let output = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["endgame", "build", "breakthrough", "--pieces", "2", "--threads", "1"])
        .env("DAMIER_ENDGAME", &place)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(folder.bytes("elsewhere/breakthrough/1m0k-1m0k.endgame").starts_with(b"DraughEG"));
}

/// A folder with the tables of American checkers up to three pieces.
fn with_small_tables(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let place = folder.path("tables");
    said(&["endgame", "stats", "american", "-p", "3", "--endgame", &place], 0);
    (folder, place)
}

/// What an older version stored is named, does not stand in the way, and is built again.
#[test]
fn tables_of_an_older_format_are_named_and_built_again() {
    let (folder, place) = with_small_tables("endgame-older");
    let path = folder.path("tables/american/1m0k-1m0k.endgame");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8..12].copy_from_slice(&1_u32.to_le_bytes());
    std::fs::write(&path, bytes).unwrap();
    let run = |arguments: &[&str]| {
        let arguments = [&["endgame"], arguments, &["--endgame", &place]].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_damier")).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let [out, notes] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (out, notes.contains(&path) && notes.contains("format 1"))
    };
    let (list, is_named) = run(&["list"]);
    assert!(is_named && list.contains("incomplete (1 of another format or damaged)"), "{list}");
    let (sets, _) = run(&["list", "--json"]);
    let sets: Vec<Value> = sets.lines().map(json).collect();
    assert_eq!((&sets[0]["refused"], &sets[0]["complete"]), (&1.into(), &false.into()));
    assert_eq!((&sets[1]["refused"], &sets[1]["complete"]), (&0.into(), &true.into()));
    let (_, is_named) = run(&["probe", "-v", "american", "-f", "W:WK15,K18:BK1"]);
    assert!(is_named);
    let (list, is_named) = run(&["list"]);
    assert!(!is_named && !list.contains("incomplete"), "{list}");
}

#[test]
fn hub_asks_tables_up_to_bb_size() {
    let (_folder, place) = with_small_tables("endgame-hub");
    let answer = |size: &str| {
        let mut hub = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(["hub", "--endgame", &place])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let fen = format!("W{}", position(&[(18, 'W'), (22, 'W'), (1, 'B')]));
        let lines = format!(
            "set-param name=variant value=american\nset-param name=bb-size value={size}\ninit\n\
             pos pos={fen}\nlevel depth=2\ngo think\n"
        );
        hub.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = hub.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let with = answer("3");
    assert!(with.contains(" nodes=0 ") && with.contains("score=99."), "{with}");
    for size in ["0", "2"] {
        let without = answer(size);
        assert!(!without.contains(" nodes=0 ") && without.contains("done move="), "{without}");
    }
}

/// The position with these pieces on a small board.
fn position(pieces: &[(usize, char)]) -> String {
    let letter = |square| pieces.iter().find(|(there, _)| *there == square);
    (1..=32).map(|square| letter(square).map_or('e', |(_, piece)| *piece)).collect()
}

#[test]
fn matches_are_adjudicated_by_tables() {
    let (folder, place) = with_small_tables("endgame-match");
    let openings = folder.path("openings");
    // Won for the side to move, and drawn.
    std::fs::write(&openings, "W:WK18,K22:BK1\nW:WK22:BK13\n").unwrap();
    let pdn = folder.path("match.pdn");
    let arguments = [
        "match",
        "level:1",
        "level:2",
        "--variant",
        "american",
        "--games",
        "4",
        "--openings",
        &openings,
        "--adjudicate",
        "3",
        "--endgame",
        &place,
        "--pdn",
        &pdn,
    ];
    let result = said(&arguments, 0);
    assert!(result.contains("score 50.0 %"), "{result}");
    let games = std::fs::read_to_string(&pdn).unwrap();
    assert_eq!(games.matches("white wins: adjudicated by endgame tables\"]").count(), 2, "{games}");
    assert_eq!(games.matches("draw: adjudicated by endgame tables\"]").count(), 2, "{games}");
    let terms = std::fs::read_to_string(format!("{pdn}.match")).unwrap();
    assert!(terms.contains("by endgame tables up to 3 pieces"), "{terms}");

    let more =
        ["match", "level:8", "damier:bb-size=5,nodes=9", "--endgame", &place, "-v", "american"];
    let missing = complained(&more);
    assert!(missing.contains("damier endgame build american --pieces 5"), "{missing}");
}

#[test]
fn analysis_says_what_was_thrown_away() {
    let (folder, place) = with_small_tables("endgame-analyse");
    let pdn = folder.path("game.pdn");
    // A king that moves into the corner loses; the reply wins by force.
    std::fs::write(&pdn, "[GameType \"21\"]\n[FEN \"W:WK22:BK13\"]\n\n1. 22-25 13-17 *\n").unwrap();
    let arguments = ["analyse", &pdn, "--nodes", "2000", "--endgame", &place];
    let analysed = said(&arguments, 0);
    assert!(analysed.contains("throws away the draw (endgame table)"), "{analysed}");
    let moves = json(&said(&[&arguments[..], &["--json"]].concat(), 0));
    let thrown = &moves["moves"][0]["thrown_away"];
    assert_eq!((&thrown["had"], &thrown["kept"]), (&"draw".into(), &"loss".into()));
    assert_eq!(moves["moves"][0]["mark"], "blunder");
    // Issue 19.2: tables judge where they can.
    assert_eq!(moves["moves"][0]["theory"], "loss");
    assert_eq!(
        (&moves["moves"][0]["before"]["draw"], &moves["moves"][0]["loss"]),
        (&1.0.into(), &0.5.into())
    );
    assert_eq!(moves["moves"][1]["theory"], "win");
    assert_eq!(moves["moves"][0]["played"]["score"]["loses_in"], 6);
    assert_eq!(moves["moves"][1]["thrown_away"], Value::Null);
}

/// Issue 18.6: the server returns the object of `probe --json`, plus a category.
#[test]
fn the_server_answers_as_the_command_does() {
    let folder = Folder::new("endgame-server");
    let data = folder.path("data");
    let app = App::start(&["--data", &data]);
    for (rules, fen, moves) in [
        ("american", "W:WK15,K18:BK1", ""),
        ("international", "W:WK1,K2:BK45", "1-6 45-50 6-1 50-45"),
        ("frisian", "W:WK46:BK5", ""),
    ] {
        let query = format!("rules={rules}&fen={fen}&moves={}", moves.replace(' ', "+"));
        let url = format!("http://{}/api/endgame?{query}", app.address);
        let answer = ureq::get(&url).call().unwrap().body_mut().read_to_string().unwrap();
        let mut answer = json(&answer);
        let category = answer.as_object_mut().unwrap().remove("category").unwrap();
        assert!(category.is_string(), "{category}");
        let place = folder.path("data/endgame");
        let arguments = ["endgame", "probe", "--variant", rules, "--fen", fen, "--moves", moves];
        let arguments = [&arguments[..], &["--json", "--endgame", &place]].concat();
        assert_eq!(answer, json(&said(&arguments, 0)), "{rules} {fen}");
    }
}

/// Issue 18.4: tables are stored next to the games, or nowhere; the thread that builds them has low priority.
#[cfg(target_os = "linux")]
#[test]
fn the_builder_of_a_server_comes_last() {
    let folder = Folder::new("endgame-builder");
    let data = folder.path("data");
    let app = App::start(&["--data", &data, "--endgame-pieces", "4"]);
    soon("the builder has the lowest priority", || niceness(app.process(), "endgame") == Some(19));
    drop(app);
    let off = App::start(&["--data", &data, "--endgame-pieces", "4", "--endgame", "off"]);
    assert_eq!(niceness(off.process(), "endgame"), None);
    let off = complained(&["endgame", "list", "--endgame", "off"]);
    assert!(off.contains("endgame tables are off"), "{off}");
}

/// The nice value of a thread, by its name.
#[cfg(target_os = "linux")]
fn niceness(process: u32, name: &str) -> Option<i32> {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    threads.filter_map(Result::ok).find_map(|thread| {
        let stat = std::fs::read_to_string(thread.path().join("stat")).ok()?;
        let (before, after) = stat.rsplit_once(')')?;
        // The fields of proc(5) after the name, from the third on; nice is the nineteenth.
        let nice = after.split_whitespace().nth(16)?;
        before.ends_with(&format!("({name}")).then(|| nice.parse().ok())?
    })
}
