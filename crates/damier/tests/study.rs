//! `damier analyse` and `damier book`, run as the real binary in folders of their own.

mod common;

use common::*;
use serde_json::{Value, json};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// 28-24 allows a shot, which Black misses.
const SHOT: &str = "[Event \"Cup\"]\n[White \"Anna\"]\n[Black \"Bruno\"]\n[Result \"1-0\"]\n\
    [GameType \"21\"]\n[FEN \"W:W13,21,22,27,28,30-32:B1,2,4,6-8,14,16\"]\n\n\
    {A trap?} 1. 28-24 $3 {Careful!} (1. 27-23 16-20) 7-11 1-0\n\n";
const BROKEN: &str = "[White \"Carl\"]\n[Result \"1-1\"]\n1. 32-28 19-23 2. 37-31 1-1\n\n";
const SOUND: &str = "[White \"Dora\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n";

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_game_comes_back_with_all_it_had_and_more() {
    let folder = Folder::new("analyse");
    let file = folder.file("game.pdn", SHOT);
    let out = folder.path("out.pdn");
    let summary = said(&["analyse", &file, "--nodes", "20000", "--out", &out], 0);
    assert!(summary.starts_with("game 1: Anna - Bruno\n  "), "{summary}");
    assert!(summary.contains("1... 7-11?? misses the shot 14-18 (Black wins a man)"), "{summary}");
    let text = folder.read("out.pdn");
    for kept in ["[Event \"Cup\"]", "{A trap?}", "$3", "{Careful!}", "(1. 27-23 16-20)", " 1-0\n"] {
        assert!(text.contains(kept), "{kept} is lost:\n{text}");
    }
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!text.contains("[Rules "), "GameType says it: {text}");
    assert!(flat.contains("(1... 14-18! {-"), "{text}");
    assert!(flat.contains("7-11 $4 {+"), "{text}");
    assert!(flat.contains(" {Blunder: misses the shot 14-18 (Black wins a man)"), "{text}");
    said(&["pdn", "check", &out], 0);
    let printed = said(&["analyze", &file, "--nodes", "20000"], 0);
    assert_eq!(printed, text, "without --out it is printed, and it is the same every time");
    // A second run adds no duplicate comments; and a file can be replaced.
    said(&["analyse", &out, "--nodes", "20000", "--out", &out], 0);
    assert_eq!(folder.read("out.pdn"), text);
}

#[test]
fn a_broken_game_is_told_and_left_and_costs_no_other() {
    let folder = Folder::new("analyse-broken");
    let file = folder.file("games.pdn", format!("{SHOT}{BROKEN}{SOUND}"));
    let out = folder.path("out.pdn");
    let output = damier(&["analyse", &file, "--nodes", "500", "--out", &out, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("game 2, line 12, column 19: 2. 37-31 is not legal"), "{told}");
    let text = folder.read("out.pdn");
    assert!(text.contains(BROKEN.trim_end()), "{text}");
    assert_eq!(text.matches("Damier ").count(), 2, "{text}");
    let games = objects(&String::from_utf8(output.stdout).unwrap());
    assert_eq!(games.len(), 3);
    assert_eq!((&games[1]["game"], &games[1]["line"]), (&json!(2), &json!(12)));
    assert_eq!(games[2]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(games[2]["moves"][2]["forced"], true);
    let first = &games[0]["moves"][1];
    assert_eq!(first["color"], "black");
    assert_eq!(first["missed_shot"]["line"][0], "14-18");
    assert_eq!(first["missed_shot"]["men"], 1);
    assert!(first["loss"].as_f64().unwrap() > 0.3);
    assert!(games[0]["sides"]["black"]["accuracy"].is_f64());
}

/// Issue 19.2: the report as one file: it loads nothing, runs nothing, and names are only text.
#[test]
fn a_report_is_one_file() {
    let folder = Folder::new("analyse-html");
    let hostile = SHOT
        .replace("Anna", "<script>alert(1)</script>")
        .replace("Bruno", "\\\"><img src=x onerror=alert(2)>")
        .replace("Cup", "</style></title>{{ 7*7 }}&amp;");
    let file = folder.file("game.pdn", &hostile);
    let page = folder.path("report.html");
    let printed = said(&["analyse", &file, "--nodes", "20000", "--html", &page], 0);
    assert_eq!(printed, "", "the file is what was asked for");
    let html = folder.read("report.html");
    for text in ["<script", "<img", "<link rel=\"s", "http://", "https://", "@import"] {
        let html = html.replace("http://www.w3.org/2000/svg", "").replace("url(#", "");
        assert!(!html.contains(text) && !html.contains("url("), "{text}:\n{html}");
    }
    assert!(html.contains("&lt;script&gt;alert(1)&lt;"), "{html}");
    assert!(html.contains("{{ 7*7 }}&amp;amp;"), "{html}");
    assert!(html.contains("default-src 'none'"), "{html}");
    assert!(html.contains("Misses the shot 14-18."), "{html}");
    assert!(html.contains("<svg xmlns") && html.contains("class=\"chances\""), "{html}");
    assert_eq!(html.matches("<style>").count(), html.matches("</style>").count());
    let german = folder.path("bericht.html");
    let arguments =
        ["analyse", &file, "--nodes", "500", "--html", &german, "--lang", "de", "--json"];
    let told: Value = serde_json::from_str(&said(&arguments, 0)).unwrap();
    assert!(folder.read("bericht.html").contains("<html lang=\"de\">"));
    assert_eq!(told["sides"]["white"]["time"], Value::Null, "{told}");
    assert!(told["sides"]["black"]["shots"].is_array(), "{told}");
    assert_eq!(told["opening"], json!([]), "it began elsewhere");
}

#[test]
fn a_page_shows_one_game() {
    let folder = Folder::new("analyse-html-many");
    let file = folder.file("games.pdn", [SHOT, SOUND].concat());
    let page = folder.path("report.html");
    let error = complained(&["analyse", &file, "--depth", "3", "--html", &page]);
    assert!(error.contains("choose it with --game"), "{error}");
    assert!(!std::path::Path::new(&page).exists());
    said(&["analyse", &file, "--depth", "3", "--html", &page, "--game", "2"], 0);
    assert!(folder.read("report.html").contains("Dora"));
    let unknown = damier(&["analyse", &file, "--html", &page, "--lang", "xx"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert_eq!(damier(&["analyse", &file, "--lang", "de"]).status.code(), Some(2));
}

#[test]
fn one_game_of_many_and_none_that_is_not_there() {
    let folder = Folder::new("analyse-one");
    let file = folder.file("games.pdn", format!("{SHOT}{SOUND}"));
    let text = said(&["analyse", &file, "--game", "2", "--depth", "3"], 0);
    assert!(text.contains("Dora") && !text.contains("Anna"), "{text}");
    assert!(text.contains("3 plies a move"), "{text}");
    assert!(text.contains("[Rules \"international\"]\n"), "it does not say so itself: {text}");
    let error = complained(&["analyse", &file, "--game", "3", "--depth", "3"]);
    assert!(error.contains("there is no game 3"), "{error}");
    let error = complained(&["analyse", &file, "--game", "2", "--depth", "3", "--out", &file]);
    assert!(error.contains("would be left with game 2 alone"), "{error}");
    assert_eq!(folder.read("games.pdn"), format!("{SHOT}{SOUND}"));
    assert_eq!(damier(&["analyse", &file, "--time", "0"]).status.code(), Some(2));
    assert!(complained(&["analyse", &folder.path("none.pdn")]).contains("No such file"));
}

/// Starts a run, and interrupts it after a while.
#[cfg(unix)]
#[test]
fn whoever_reads_no_summary_still_gets_the_file() {
    let folder = Folder::new("analyse-deaf");
    let file = folder.file("games.pdn", format!("{SHOT}{SOUND}{SOUND}"));
    let out = folder.path("out.pdn");
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["analyse", &file, "--nodes", "500", "--out", &out])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert_eq!(folder.read("out.pdn").matches("Damier ").count(), 3);
}

/// A program that is stopped by Ctrl-C when it has done enough, however slow the machine is.
fn interrupted(arguments: &[&str], is_enough: impl Fn(&Output) -> bool) -> Output {
    let mut wait = Duration::from_secs(1);
    loop {
        let child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(wait);
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        let asked = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(60));
        if is_enough(&output) {
            return output;
        }
        wait *= 2;
        assert!(wait < Duration::from_secs(100), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_writes_what_is_done_and_loses_no_game() {
    let folder = Folder::new("analyse-stopped");
    let file = folder.file("games.pdn", format!("{SOUND}{SHOT}{SHOT}"));
    let out = folder.path("out.pdn");
    let endless = ["analyse", &file, "--depth", "100", "--out", &out];
    let output = interrupted(&endless, |output| output.status.code().is_some());
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("stopped: "), "{output:?}");
    let text = folder.read("out.pdn");
    assert_eq!((text.matches("Dora").count(), text.matches("Anna").count()), (1, 2), "{text}");
    said(&["pdn", "check", &out], 0);
}

const SMALL: [&str; 6] = ["book", "build", "--nodes", "300", "-v", "american"];

fn build(more: &[&str], code: i32) -> String {
    said(&[&SMALL[..], more].concat(), code)
}

#[test]
fn books_are_built_resumed_and_asked() {
    let folder = Folder::new("book");
    let [one, two] = ["one.book", "two.book"].map(|name| folder.path(name));
    let told = build(&["--positions", "40", "--out", &one], 0);
    assert!(told.contains("american: 40 positions, "), "{told}");
    build(&["--positions", "25", "--threads", "2", "--out", &two], 0);
    assert_ne!(folder.bytes("one.book"), folder.bytes("two.book"));
    build(&["--positions", "40", "--threads", "2", "--out", &two], 0);
    assert_eq!(folder.bytes("one.book"), folder.bytes("two.book"));

    let ask = |more: &[&str], code| {
        let text = said(&[&["book", "probe", one.as_str(), "--json"], more].concat(), code);
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let start = ask(&[], 0);
    assert_eq!((&start["rules"], &start["positions"]), (&json!("american"), &json!(40)));
    assert_eq!(start["moves"].as_array().unwrap().len(), 7);
    assert_eq!(start["chosen"], start["moves"][0]["move"]);
    let first = start["chosen"].as_str().unwrap();
    assert_eq!(ask(&["--moves", first], 0)["fen"].as_str().unwrap()[..1], *"W");
    assert_eq!(ask(&["--fen", "W:WK1:BK32"], 1)["moves"], json!([]));
    let with_seed = |seed: &str| ask(&["--margin", "40", "--seed", seed], 0)["chosen"].clone();
    assert_eq!(with_seed("7"), with_seed("7"));
    let seeds: Vec<String> = (0..20).map(|seed| seed.to_string()).collect();
    assert!(seeds.iter().any(|seed| with_seed(seed) != with_seed("0")));
    let table = said(&["book", "probe", &one], 0);
    assert!(table.contains("  chosen\n"), "{table}");
    assert!(table.contains("\nvalues in men for black, who is to move\n"), "{table}");
    let error = complained(&["book", "probe", &one, "--moves", "11-15 1-2"]);
    assert!(error.contains("--moves 1-2: "), "{error}");
}

#[test]
fn a_book_knows_ballots() {
    let folder = Folder::new("book-ballots");
    let book = folder.path("ballots.book");
    build(&["--positions", "174", "--ballots", "--out", &book], 0);
    for ballot in ["9-13 21-17 5-9", "12-16 24-20 8-12", "10-14 22-17 9-13"] {
        said(&["book", "probe", &book, "--moves", ballot], 0);
    }
    said(&["book", "probe", &book], 1);
    let error = complained(&["book", "build", "-v", "italian", "--ballots", "--out", &book]);
    assert!(error.contains("no ballots in"), "{error}");
}

#[test]
fn books_that_are_not_what_they_should_be_are_refused() {
    let folder = Folder::new("book-bad");
    let book = folder.path("my.book");
    build(&["--positions", "5", "--out", &book], 0);
    let error = complained(&["book", "build", "-v", "russian", "--out", &book]);
    assert!(error.contains("is a book for american, not for russian"), "{error}");
    let other = ["--positions", "9", "--fen", "W:W30:B1", "--out", &book];
    let error = complained(&[&SMALL[..], &other].concat());
    assert!(error.contains("built from other openings"), "{error}");
    let error = complained(&["play", "-v", "russian", "--book", &book]);
    assert!(error.contains("is a book for american, not for russian"), "{error}");
    let mut bytes = folder.bytes("my.book");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    let damaged = folder.file("damaged.book", bytes);
    let error = complained(&["book", "probe", &damaged]);
    assert!(error.contains("damaged.book: the book is damaged"), "{error}");
    let text = folder.file("game.pdn", SOUND);
    assert!(complained(&["book", "probe", &text]).contains("this is no opening book"));
    assert!(complained(&["book", "build", "--out", &text]).contains("this is no opening book"));
    assert!(
        complained(&["book", "build", "--from", &text, "--out", &text]).contains("is no opening")
    );
    assert_eq!(folder.read("game.pdn"), SOUND);
    let error = complained(&["book", "build", "--from", &text, "--out", &book]);
    assert!(error.contains("was built by searches"), "{error}");
}

#[test]
fn books_from_games_count_results() {
    let folder = Folder::new("book-games");
    let file = folder.file("games.pdn", format!("{SOUND}{SOUND}{BROKEN}{SHOT}"));
    let book = folder.path("played.book");
    let told = said(&["book", "build", "--from", &file, "--out", &book], 0);
    assert!(told.contains("international: 4 positions, 4 moves, judged by games"), "{told}");
    let text = said(&["book", "probe", &book, "--json"], 0);
    let start: Value = serde_json::from_str(&text).unwrap();
    // Won, won, and drawn, with two draws added.
    assert_eq!(start["moves"], json!([{ "move": "32-28", "value": 40, "weight": 3 }]));
    let error = complained(&["book", "build", "-v", "frisian", "--from", &file, "--out", &book]);
    assert!(error.contains("none of the 4 games is frisian"), "{error}");
    let error = complained(&["book", "build", "--out", &book]);
    assert!(error.contains("was made from games"), "{error}");
}

#[test]
fn a_book_of_nothing_is_not_written() {
    let folder = Folder::new("book-nothing");
    let book = folder.path("none.book");
    let no_move = "[White \"Eva\"]\n[Result \"2-0\"]\n\n2-0\n\n";
    for (name, text, told) in [
        ("empty.pdn", String::new(), "no games were read"),
        ("rubbish.pdn", "It was a fine evening.\n".repeat(9), "no games were read"),
        ("bare.pdn", no_move.to_owned(), "games is international: 1 without a move that can"),
        ("other.pdn", SHOT.to_owned(), "games is international: 1 of american"),
        ("once.pdn", SOUND.to_owned(), "no move was played in 2 games or more"),
    ] {
        let file = folder.file(name, text);
        let error = complained(&["book", "build", "--from", &file, "--out", &book]);
        assert!(error.contains(told), "{name}: {error}");
    }
    let over = ["book", "build", "-v", "american", "--fen", "W:W32:B27,28,23,24", "--out", &book];
    assert!(complained(&over).contains("nothing is left to play"));
    for zero in [["--positions", "0"], ["--plies", "0"]] {
        let more = if zero[0] == "--plies" { &["--from", "x.pdn"][..] } else { &[] };
        let arguments = [&["book", "build", "--out", &book], more, &zero].concat();
        assert_eq!(damier(&arguments).status.code(), Some(2), "{zero:?}");
    }
    assert!(!std::path::Path::new(&book).exists());
}

#[test]
fn games_that_are_left_out_of_a_book_are_told() {
    let folder = Folder::new("book-part");
    let no_move = "[White \"Eva\"]\n[Result \"2-0\"]\n\n2-0\n\n";
    let file = folder.file("games.pdn", format!("{SOUND}{SOUND}{BROKEN}{SHOT}{no_move}"));
    let book = folder.path("played.book");
    let output = damier(&["book", "build", "--from", &file, "--out", &book]);
    assert_eq!(output.status.code(), Some(0));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("3 of 5 games counted, 1 of them only up to a move that"), "{told}");
    assert!(
        told.contains("left out: 1 of american, 1 without a move that can be played"),
        "{told}"
    );
    let text = said(&["book", "probe", &book], 0);
    assert!(text.contains("values for white, who is to move: from +1.00, games won"), "{text}");
}

#[test]
fn a_file_without_a_game_is_told() {
    let folder = Folder::new("analyse-empty");
    let out = folder.path("out.pdn");
    for text in ["", "\n\n", "It was a fine evening.\n"] {
        let file = folder.file("empty.pdn", text);
        for more in [&[][..], &["--json"], &["--out", &out]] {
            let error = complained(&[&["analyse", file.as_str()], more].concat());
            assert!(error.contains("empty.pdn: it has no games"), "{error}");
        }
    }
    let names =
        std::fs::read_dir(folder.path(".")).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.collect::<Vec<_>>(), ["empty.pdn"], "and nothing is written");
}

#[cfg(unix)]
#[test]
fn a_build_that_is_interrupted_goes_on_from_there() {
    let folder = Folder::new("book-stopped");
    let [whole, stopped] = ["whole.book", "stopped.book"].map(|name| folder.path(name));
    let build = |out: &str, positions: usize| {
        let positions = positions.to_string();
        let terms = ["book", "build", "--nodes", "2000", "--positions", &positions, "--out", out];
        said(&terms, 0)
    };
    let endless = ["book", "build", "--nodes", "2000", "--positions", "1000000", "--out", &stopped];
    let is_begun = |output: &Output| String::from_utf8_lossy(&output.stdout).contains(" positions");
    let output = interrupted(&endless, is_begun);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    let (before, _) = told.split_once(" positions").unwrap();
    let positions: usize = before.rsplit(' ').next().unwrap().parse().unwrap();
    for book in [&stopped, &whole] {
        build(book, positions + 20);
    }
    assert_eq!(folder.bytes("whole.book"), folder.bytes("stopped.book"));
}

#[test]
fn nobody_has_to_hear_what_is_wrong() {
    let folder = Folder::new("deaf");
    let file = folder.file("broken.pdn", BROKEN.repeat(50));
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(["analyse", &file, "--nodes", "100"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}
