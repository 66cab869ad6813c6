//! The commands for recorded games, run as the real binary in folders of their own; R-GM-2, R-DT-2.

mod common;

use common::*;
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const GOOD: &str = "[Event \"Cup\"]\n[Date \"2001.5.3\"]\n[White \"Anna\"]\n[Black \"Bruno\"]\n\
                    [Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n";
const BAD: &str =
    "[White \"Carl\"]\n[Black \"Anna\"]\n[Result \"1-1\"]\n1. 32-28 19-23 2. 37-31 1-1\n\n";
const AMERICAN: &str = "[Event \"Match\"]\n[Date \"1999\"]\n[Black \"Bruno\"]\n[White \"Dora\"]\n\
                        [Result \"1-0\"]\n1. 11-15 22-18 2. 15x22 25x18 1-0\n";

fn club() -> Folder {
    let folder = Folder::new("club");
    folder.file("a.pdn", format!("{GOOD}{BAD}{GOOD}"));
    folder.file("old/B.PDN", AMERICAN);
    folder.file("old/readme.txt", "not a game");
    folder
}

fn named(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("a.pdn", format!("{GOOD}{BAD}{GOOD}"));
    folder.file("old/B.PDN", AMERICAN);
    folder
}

#[test]
fn check_is_a_contract_for_scripts() {
    let folder = club();
    let files = folder.path("");
    let text = said(&["pdn", "check", &files, "--json"], 1);
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 2, "one object a file, and only PDN files of a folder");
    assert_eq!(objects[0]["file"], folder.path("a.pdn"));
    assert_eq!((&objects[0]["games"], &objects[0]["ok"]), (&json!(3), &json!(2)));
    let bad = &objects[0]["bad"];
    assert_eq!(bad.as_array().unwrap().len(), 1);
    assert_eq!(
        (&bad[0]["game"], &bad[0]["line"], &bad[0]["column"]),
        (&json!(2), &json!(12), &json!(19))
    );
    assert!(bad[0]["reason"].as_str().unwrap().starts_with("2. 37-31 is not legal: "));
    assert_eq!(objects[1]["bad"], json!([]));
    assert_eq!(objects[1]["rules"], json!({ "american": 1 }));
    said(&["pdn", "check", &folder.path("old")], 0);
    let text = said(&["pdn", "check", &files], 1);
    assert!(text.contains("  game 2, line 12, column 19: 2. 37-31 is not legal: "), "{text}");
    assert!(text.ends_with("2 files, 4 games, 1 bad\n"), "{text}");
    assert!(
        said(&["pdn", "check", &folder.path("old/nothing")], 1).contains("old/nothing: No such")
    );
    let missing = said(&["pdn", "check", &folder.path("no.pdn"), &folder.path("old"), "--json"], 1);
    assert!(missing.lines().next().unwrap().contains("\"error\""));
    assert_eq!(missing.lines().count(), 2, "a file that is missing does not cost the others");
}

#[test]
fn standard_input_and_given_rules() {
    let run = |arguments: &[&str], input: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = run(&["pdn", "check", "-"], GOOD);
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with("standard input: 1 game, 1 ok, 0 bad (international by their moves"),
        "{text}"
    );
    let (code, text) = run(&["pdn", "check", "-", "--rules", "american"], GOOD);
    assert_eq!(code, Some(1), "{text}");
    let (_, text) = run(&["pdn", "check", "-"], "just a letter");
    assert!(text.contains("0 games found"), "{text}");
    let (_, text) = run(&["pdn", "check", "-"], "[White \"Anna\"]\n\n1-0\n");
    assert!(text.contains("(unknown"), "nothing shows the rules: {text}");
    let (_, text) =
        run(&["pdn", "check", "-", "--notes"], "[White \"Anna\"]\n\n1. - - 2. - - 1-0\n");
    assert!(text.contains("none of the moves was recorded"), "{text}");
    assert!(!text.contains("by their moves"), "{text}");
}

/// Converts a folder of club files to a clean collection, with a report of all problems.
#[test]
fn convert_cleans_a_folder() {
    let folder = named("convert");
    let (clean, report) = (folder.path("clean.out"), folder.path("report.txt"));
    let arguments =
        ["pdn", "convert", &folder.path(""), "-o", &clean, "--report", &report, "--unique"];
    let output = damier(&arguments);
    assert!(output.status.success(), "{output:?}");
    let summary = String::from_utf8(output.stderr).unwrap();
    assert!(summary.contains("3 games written, 1 cut off at a problem"), "{summary}");
    assert!(summary.contains("1 left out because they were there before"), "{summary}");
    let text = fs::read_to_string(&clean).unwrap();
    let flowing = text.replace('\n', " ");
    assert!(text.contains("[Date \"2001.05.03\"]") && !text.contains("[Winner"), "{text}");
    assert!(flowing.contains("as written from here: 37-31"), "{text}");
    let report = fs::read_to_string(&report).unwrap();
    assert!(report.contains("game 2, line 12, column 19: 2. 37-31 is not legal"), "{report}");
    assert!(!Path::new(&format!("{clean}.unfinished")).exists());
    let nowhere = damier(&["pdn", "convert", &clean, "-o", "/no/such/folder/x.pdn"]);
    let error = String::from_utf8(nowhere.stderr).unwrap();
    assert!(error.starts_with("error: /no/such/folder/x.pdn cannot be written: "), "{error}");
    said(&["pdn", "check", &clean], 0);
    assert_eq!(said(&["pdn", "convert", &clean], 0), text, "what is clean stays as it is");

    let dropped = said(&["pdn", "convert", &folder.path("a.pdn"), "--bad", "drop"], 0);
    assert_eq!(dropped.matches("[White \"Anna\"]").count(), 2);
    assert!(!dropped.contains("Carl"));
    let kept = said(&["pdn", "convert", &folder.path("a.pdn"), "--bad", "keep", "--to", "pdn2"], 0);
    assert!(kept.contains("2. 37-31 1-1"), "{kept}");
    let written = said(&["pdn", "convert", &folder.path("old"), "--as-written", "--to", "pdn2"], 0);
    assert!(written.contains("[Date \"1999\"]") && written.ends_with("25x18 1-0\n\n"), "{written}");
    let fens = said(&["pdn", "convert", &folder.path("old"), "--to", "fen"], 0);
    assert!(fens.starts_with("B:W"), "{fens}");
    let json = said(&["pdn", "convert", &folder.path("old"), "--to", "json"], 0);
    let json: Value = serde_json::from_str(json.trim()).unwrap();
    assert_eq!((&json["winner"], &json["moves"][3]["move"]), (&json!("black"), &json!("25x18")));
}

#[test]
fn split_filter_and_count() {
    let folder = named("split");
    let (all, into) = (folder.path(""), folder.path("parts"));
    let text = said(&["pdn", "split", &all, "--by", "player", "--into", &into], 0);
    assert!(text.contains("in 4 files"), "{text}");
    let anna = fs::read_to_string(Path::new(&into).join("Anna.pdn")).unwrap();
    assert_eq!(anna.matches("[Event ").count(), 3);
    assert!(
        complained(&["pdn", "split", &all, "--by", "year", "--into", &into]).contains("not empty")
    );
    let games = folder.path("each");
    said(&["pdn", "split", &folder.path("a.pdn"), "--games", "2", "--into", &games], 0);
    assert_eq!(fs::read_dir(&games).unwrap().count(), 2);

    let a = folder.path("a.pdn");
    let old = folder.path("old");
    let count = |conditions: &[&str], code| {
        let arguments = [&["pdn", "filter", &a, &old], conditions].concat();
        said(&arguments, code).matches("[Event ").count()
    };
    assert_eq!(count(&["--player", "anna"], 0), 3);
    assert_eq!(count(&["--white", "anna"], 0), 2);
    assert_eq!(count(&["--result", "black"], 0), 1, "1-0 in an American file");
    assert_eq!(count(&["--result", "draw"], 0), 1);
    assert_eq!(count(&["--until", "2000"], 0), 1);
    assert_eq!(count(&["--opening", "1. 32-28 19-23"], 0), 3);
    assert_eq!(count(&["--variant", "american"], 0), 1);
    assert_eq!(count(&["--only-bad"], 0), 1);
    assert_eq!(count(&["--tag", "Event=cup", "--limit", "1"], 0), 1);
    assert_eq!(count(&["--position", "W:W28,31,33-50:B1-18,20,23"], 0), 3);
    assert_eq!(count(&["--player", "nobody"], 1), 0);
    assert!(complained(&["pdn", "filter", &a, "--position", "W:W99"]).contains("--position"));

    let counts: Value =
        serde_json::from_str(&said(&["pdn", "stats", &a, &old, "--json"], 0)).unwrap();
    assert_eq!((&counts["games"], &counts["bad"]), (&json!(4), &json!(1)));
    assert_eq!(counts["results"], json!({ "white": 2, "black": 1, "draw": 1, "unknown": 0 }));
    assert_eq!(counts["players"]["Anna"], 3);
    assert_eq!(counts["years"], json!({ "2001": 2, "1999": 1 }));
    assert!(said(&["pdn", "stats", &a], 0).contains("       3 games, 1 of them with a problem"));
}

/// R-DT-2: a log can be verified anywhere, and shows where it was changed.
#[test]
fn a_log_proves_itself() {
    let folder = named("log");
    let log = folder.path("game.log");
    said(&["export", &folder.path("a.pdn"), "-o", &log], 0);
    let verdict = said(&["replay", &log, "--verify"], 0);
    assert!(verdict.starts_with("sound: 4 plies"), "{verdict}");
    let text = fs::read_to_string(&log).unwrap();
    let forged = folder.file("forged.log", text.replace("black 19-23", "black 18-23"));
    let complaint = complained(&["replay", &forged, "--verify"]);
    assert!(complaint.contains("line 6, ply 2:"), "{complaint}");
    let cut = folder.file("cut.log", &text[..text.len() - 20]);
    let output = damier(&["replay", &cut]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stdout).unwrap().contains("14x23"), "what is sound is shown");
    let newer = folder.file("newer.log", text.replace("damier-log 1", "damier-log 2"));
    assert!(complained(&["replay", &newer]).contains("version 2"));

    let moves = said(&["replay", &log], 0);
    assert!(
        moves.contains("2...   14x23") && moves.ends_with("white wins: black resigned\n"),
        "{moves}"
    );
    let boards = said(&["replay", &log, "--board", "--ascii"], 0);
    assert_eq!(boards.matches("a b c d e f g h i j").count(), 5);
    let object: Value = serde_json::from_str(&said(&["replay", &log, "--json"], 0)).unwrap();
    assert_eq!((&object["sound"], &object["plies"][3]["move"]), (&json!(true), &json!("14x23")));
    let hash = object["plies"][3]["hash"].as_str().unwrap();
    assert!(text.contains(&format!("#{hash}")));
    assert!(complained(&["replay", &folder.path("a.pdn"), "-g", "9"]).contains("no game 9"));
    assert!(
        complained(&["replay", &folder.path("a.pdn"), "-g", "2", "--verify"])
            .contains("a.pdn:12:19: ")
    );
    let object = damier(&["replay", &folder.path("a.pdn"), "-g", "2", "--json"]);
    assert_eq!(object.status.code(), Some(1));
    let object: Value = serde_json::from_slice(&object.stdout).unwrap();
    assert_eq!(object["sound"], false);
}

#[test]
fn exports() {
    let folder = named("export");
    let a = folder.path("a.pdn");
    let svg = said(&["export", "--variant", "italian", "--to", "svg", "--width", "300"], 0);
    assert!(svg.starts_with("<svg") && svg.contains("width=\"300\""), "{}", &svg[..200]);
    let png = folder.path("d.png");
    said(&["export", &a, "--ply", "2", "--theme", "wood", "--flip", "-o", &png], 0);
    let bytes = fs::read(&png).unwrap();
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(bytes[16..24], [0, 0, 1, 0xE0, 0, 0, 1, 0xE0], "480 by 480 pixels");
    let pdn = said(&["export", "--rules", "casual", "--fen", "B:W18:B14"], 0);
    assert!(
        pdn.contains("[FEN \"B:W18:B14\"]") && pdn.contains("[Rules \"american,capture=off"),
        "{pdn}"
    );
    let json: Value = serde_json::from_str(&said(&["export", &a, "--to", "json"], 0)).unwrap();
    assert_eq!(json["winner"], "white");
    assert_eq!(said(&["export", &a, "--ply", "0", "--to", "fen"], 0), "W:W31-50:B1-20\n");
    assert!(said(&["export", "--to", "text"], 0).contains("a b c d e f g h i j"));
    assert!(complained(&["export", &a, "--ply", "9", "--to", "fen"]).contains("4 plies"));
    assert!(complained(&["export", "-o", "x.bmp"]).contains("does not say which format"));
    assert!(complained(&["export", &a, "--game", "2"]).contains("is not legal"));
}

/// Each of these was found by a club archivist.
#[test]
fn what_an_archivist_found() {
    let folder = Folder::new("archivist");
    let bare = "[White \"A\"]\n[Black \"B\"]\n1. 32-28 19-23 *\n\n";
    let fuller = "[White \"A\"]\n[Black \"B\"]\n[Annotator \"C\"]\n1. 32-28 {solid} 19-23 *\n\n";
    let twice = folder.file("twice.pdn", format!("{bare}{fuller}{bare}"));
    let unique = said(&["pdn", "convert", &twice, "--unique"], 0);
    assert_eq!((unique.matches("[White").count(), unique.matches("{solid}").count()), (2, 1));
    let apart = folder.file("apart.pdn", "1. 34-30 20-25 2-0\n\n1. 34-30 20-25 0-2\n");
    assert_eq!(said(&["pdn", "convert", &apart, "--unique"], 0).matches("[White").count(), 2);

    let raw = "[GameType \"20\"]\n1. 32-28 19/23 2. 28x19 {a (b)} $3 17/22 *";
    let bad = folder.file("bad.pdn", raw);
    assert_eq!(said(&["pdn", "convert", &bad, "--bad", "keep"], 0), format!("{raw}\n\n"));
    assert_eq!(said(&["pdn", "convert", &bad, "--as-written"], 0), format!("{raw}\n\n"));

    let zip = folder.file("zip.pdn", b"PK\x03\x04 and so on");
    assert!(said(&["pdn", "check", &zip], 1).contains("this is not a text file"));
    let log = folder.path("game.log");
    said(&["export", &twice, "-o", &log], 0);
    let windows = fs::read_to_string(&log).unwrap().replace('\n', "\r\n");
    said(&["replay", &folder.file("windows.log", windows), "--verify"], 0);

    #[cfg(unix)]
    {
        let real = folder.file("real.pdn", "");
        let link = folder.path("link.pdn");
        std::os::unix::fs::symlink(&real, &link).unwrap();
        said(&["pdn", "convert", &twice, "-o", &link], 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::read_to_string(&real).unwrap().contains("{solid}"));
    }
}

/// Two games as `damier match` records them, and one of somebody else.
fn match_record() -> String {
    let tags = "[GameType \"20\"]\n[White \"Damier\"]\n[Black \"Scan\"]\n";
    format!(
        "{tags}[Result \"1-0\"]\n[Pairing \"1\"]\n\n1. 32-28 {{+0.10/10 0.10s}} 19-23 {{-0.20/12 0.10s}} \
         2. 28x19 {{+1.20/4 0.00s}} 14x23 {{loses in 9/13 0.10s}} 1-0\n\n\
         {tags}[Result \"1/2-1/2\"]\n[Pairing \"2\"]\n\n1. 32-28 {{+0.10}} 19-23 {{-0.20/8 0.10s}} 1/2-1/2\n\n\
         {tags}[Result \"1-0\"]\n\n1. 32-28 {{+0.10/50}} 1-0\n\n"
    )
}

#[test]
fn what_engines_said_is_summed_up_20_1() {
    let folder = Folder::new("engines");
    let games = folder.file("match.pdn", match_record());
    let found: Value =
        serde_json::from_str(&said(&["pdn", "engines", &games, "--json"], 0)).unwrap();
    assert_eq!((&found["games"], &found["others"]), (&json!(2), &json!(1)));
    let depths = json!([{
        "pieces": "37-40",
        "players": {
            "Damier": { "depth": 10.0, "moves": 1 },
            "Scan": { "depth": 11.0, "moves": 3 },
        },
    }]);
    assert_eq!(
        found["depths"], depths,
        "remarks without a depth, forced moves and games of others do not count"
    );
    let decided = json!([{
        "game": 1, "plies": 4, "winner": "Damier", "loser": "Scan",
        "seenByWinner": { "ply": 2, "pieces": 40, "score": 120, "depth": 4 },
        "seenByLoser": { "ply": 3, "pieces": 39, "score": -99_991, "depth": 13 },
        "loserThen": -20,
    }]);
    assert_eq!(found["decided"], decided);
    let text = said(&["pdn", "engines", &games, "--lead", "2"], 0);
    assert!(text.starts_with("2 games; 1 game not recorded by damier match\n"), "{text}");
    assert!(text.contains("   37-40            10.0 (1)            11.0 (3)\n"), "{text}");
    assert!(text.contains("never                  3 39 loses in 9/13"), "{text}");
}
