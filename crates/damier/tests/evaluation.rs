//! `damier eval` and `damier bench`, run as the real binary.

mod common;

use common::*;
use serde_json::Value;

fn object(arguments: &[&str]) -> Value {
    serde_json::from_str(&said(&[arguments, &["--json"]].concat(), 0)).unwrap()
}

/// Hundredths of a man.
fn hundredths(value: &Value) -> i64 {
    (value["men"].as_f64().unwrap() * 100.0).round() as i64
}

#[test]
fn parts_are_told_to_programs_and_sum_to_the_score() {
    let fen = "W:W25,28,30,34-36,42:B2,6,12,13,19,23,K46";
    for (arguments, learned, king_patterns) in [
        (vec!["eval", "--fen", fen], true, 5),
        (vec!["eval", "--fen", fen, "--by-hand"], false, 0),
        (vec!["eval", "-v", "turkish", "--moves", "a3-a4 a6-a5"], true, 0),
        (vec!["eval", "-v", "canadian"], false, 0),
        (vec!["eval", "--rules", "casual", "--moves", "11-15"], false, 0),
    ] {
        let told = object(&arguments);
        let parts = told["parts"].as_array().unwrap();
        let sum: i64 = parts.iter().map(hundredths).sum();
        assert_eq!(sum, hundredths(&told["score"]), "{arguments:?}: {told}");
        let patterns = parts.iter().filter(|part| part["feature"] == "kings-pattern").count();
        assert_eq!((told["learned"] == true, patterns), (learned, king_patterns), "{arguments:?}");
    }
    let told = object(&["eval", "--fen", fen]);
    assert_eq!(told["pieces"].as_array().unwrap().len(), 14);
    assert_eq!(told["phase"]["pieces"], 14);
}

#[test]
fn people_see_a_table_the_pieces_and_the_patterns() {
    let fen = "B:W18,20-23,25,28-32:B1-4,6-11,16";
    let text = said(&["eval", "-v", "american", "--fen", fen, "--plain", "--patterns", "2"], 0);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[3].contains("black to move (learned from games; 22 of 24 pieces are left)"));
    assert_eq!(lines[4].trim(), "Numbers in men: + is good for White, - for Black");
    let values = lines[6..]
        .iter()
        .map_while(|line| line.split_whitespace().next()?.parse::<f64>().ok().map(f64::abs));
    let values: Vec<f64> = values.collect();
    assert!(values.len() > 3 && values.is_sorted_by(|one, next| one >= next), "{text}");
    assert!(
        text.contains("What each piece contributes (+ for White, - for Black):\n\n 8   1 │"),
        "{text}"
    );
    assert_eq!(text.matches("on White's squares  ").count(), 2, "{text}");
    assert!(text.contains("2 of ") && text.contains(" patterns are drawn; --patterns "), "{text}");
    assert!(!text.contains("No number"), "{text}");
    assert_eq!(text.matches("Black's squares: ").count(), 2, "{text}");
    assert!(text.chars().all(|sign| sign.is_ascii() || sign == '│'), "{text}");
    let pictured = said(&["eval", "-v", "american", "--fen", fen], 0);
    assert!(pictured.contains('⛀') && pictured.contains('⛂'), "{pictured}");
    let last = said(&["eval", "--fen", "W:WK25:BK2,K46"], 0);
    assert!(last.contains("No number: the last piece of its side"), "{last}");
    let over = said(&["eval", "-v", "american", "--fen", "W:W32:B27,28,23,24"], 0);
    assert!(over.contains("the game is over: "), "{over}");
    let error = complained(&["eval", "--moves", "32-28 1-2"]);
    assert!(error.contains("--moves 1-2: "), "{error}");
}

#[test]
fn a_picture_is_written_and_whole() {
    let folder = Folder::new("eval-svg");
    let path = folder.path("why.svg");
    let fen = "W:W25,28,30,34-36,42:B2,6,12,13,19,23,K46";
    said(&["eval", "--fen", fen, "--patterns", "4", "--svg", &path], 0);
    let svg = folder.read("why.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("role=\"img\"").count(), 1 + 2 * 4, "{svg}");
    assert!(
        svg.contains(">What each piece contributes (+ for White, - for Black)</text>"),
        "{svg}"
    );
    assert!(svg.contains(">Numbers in men: + is good for White, - for Black</text>"), "{svg}");
    assert!(svg.contains(" on White's squares</text>"), "{svg}");
    said(&["eval", "--rules", "casual", "--svg", &path], 0);
    assert_eq!(folder.read("why.svg").matches("role=\"img\"").count(), 1);
    said(&["eval", "-v", "american", "--fen", "W:W32:B27,28,23,24", "--svg", &path], 0);
    assert!(!folder.read("why.svg").contains("No number"), "the game is over");
    let error = complained(&["eval", "--svg", &folder.path("none/why.svg")]);
    assert!(error.contains("why.svg"), "{error}");
}

#[test]
fn a_bench_gives_the_same_checksum_until_something_changes() {
    let bench = |more: &[&str]| {
        object(&[&["bench", "american", "frisian", "--seconds", "0.2"], more].concat())
    };
    let first = bench(&["--depth", "5"]);
    let variants = first["variants"].as_array().unwrap();
    assert_eq!(variants.len(), 2);
    let searches = variants[1]["searches"].as_array().unwrap();
    let names: Vec<&str> =
        searches.iter().map(|search| search["position"].as_str().unwrap()).collect();
    assert_eq!(names, ["timed", "start", "opening", "middle", "ending"]);
    assert!(searches.iter().all(|search| search["one_thread"]["nodes"].as_u64().unwrap() > 0));
    assert_eq!(bench(&["--depth", "5"])["checksum"], first["checksum"]);
    let together = bench(&["--depth", "5", "--threads", "2"]);
    assert_eq!(together["checksum"], first["checksum"], "it is that of one thread");
    assert!(together["gain"].as_f64().unwrap() > 0.0);
    assert_ne!(bench(&["--depth", "6"])["checksum"], first["checksum"]);
    let text = said(&["bench", "american", "frisian", "--seconds", "0", "--depth", "5"], 0);
    let checksum = first["checksum"].as_str().unwrap();
    assert!(text.contains(&format!("checksum {checksum} (depth 5, ")), "{text}");
    assert!(!text.contains("timed"), "{text}");
    assert!(text.lines().next().unwrap().ends_with(" for black"), "{text}");
    assert_eq!(damier(&["bench", "nothing"]).status.code(), Some(2));
}
