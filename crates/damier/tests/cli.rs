//! The real binary, as scripts and people call it.

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn damier(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier")).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = damier(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

fn error_of(arguments: &[&str]) -> String {
    let output = damier(arguments);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn perft_is_a_contract_for_scripts() {
    let plain = json_of(&["perft", "--variant", "american", "--depth", "6", "--json"]);
    assert_eq!(plain["nodes"], 36_768);
    assert!(plain["seconds"].is_f64());
    let all = ["--count", "keep", "--threads", "2", "--hash", "1", "--divide"];
    let frisian = ["perft", "--variant", "frisian", "--depth", "4", "--json"];
    let divided = json_of(&[&frisian[..], &all[..]].concat());
    let moves = divided["moves"].as_object().unwrap();
    let sum: u64 = moves.values().map(|nodes| nodes.as_u64().unwrap()).sum();
    assert_eq!(Some(sum), divided["nodes"].as_u64());
    assert_eq!(json_of(&["perft", "--depth", "0", "--json"])["nodes"], 1);
    let endless = ["perft", "-v", "american", "--fen", "W:WK18:BK1", "-d", "40", "--hash", "16"];
    assert!(error_of(&endless).contains("does not fit 64 bits"));
}

#[test]
fn moves_are_a_contract_for_scripts() {
    let fen = "W:WK14,K22,25:B6,8,9,10,11,18,K19";
    let found = json_of(&["moves", "--variant", "english", "--fen", fen, "--json"]);
    assert_eq!(found["fen"], fen);
    let texts: Vec<&Value> =
        found["moves"].as_array().unwrap().iter().map(|mv| &mv["text"]).collect();
    assert_eq!(texts, ["14x5", "14x7x16x23x14x5", "22x24"]);
    let long = &found["moves"][1];
    assert_eq!(long["hub"], "14x5x9x10x11x18x19");
    assert_eq!(long["path"], json!([14, 7, 16, 23, 14, 5]));
    assert_eq!(long["captured"], json!([10, 11, 19, 18, 9]));
    assert_eq!(long["promotes"], false);
}

#[test]
fn moves_of_many_positions_one_a_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["moves", "--variant", "russian", "--fen", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = b"W:W18,22:B5,7,9,15,16,20\r\n\nnonsense \xff\nW:Wc3:Bf6\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["moves"][0]["text"], "d4xa5");
    assert_eq!(lines[0]["moves"][0]["hub"], "18x13x7x9x15");
    assert_eq!(lines[0]["moves"][0]["promotes"], true);
    assert!(lines[1]["error"]["message"].as_str().unwrap().contains("empty"));
    assert_eq!(lines[2]["error"]["at"], 0);
    assert_eq!(lines[3]["moves"].as_array().unwrap().len(), 2);
    assert_eq!(output.status.code(), Some(1), "a bad line is told by the exit status");
}

#[test]
fn variants_show_and_explain() {
    let table = stdout(&["variants"]);
    assert_eq!(table.lines().filter(|line| line.contains('×')).count(), 17);
    assert_eq!(json_of(&["variants", "--json"]).as_array().unwrap().len(), 17);
    assert_eq!(json_of(&["variants", "thai", "--json"])["start"], "B:W1-8:B25-32");
    assert!(
        stdout(&["show", "--variant", "italian", "--ascii"]).contains(" 8   1 │ b   b   b   b")
    );
    assert_eq!(json_of(&["show", "--rules", "casual", "--json"])["moves"], 7);

    let forced = ["explain", "--variant", "italian", "--fen", "W:WK10:B14,K22,23,K30"];
    let text = stdout(&forced);
    assert!(
        text.contains("You must take as many kings as possible: here 1. Not legal: 10x28"),
        "{text}"
    );
    let refused = ["explain", "--variant", "american", "--fen", "B:W18:B14,1", "1-5", "--json"];
    let refused = json_of(&refused);
    assert_eq!(refused["reason"], "MustCapture");
    assert_eq!(refused["captures"], json!(["14x23"]));
    assert_eq!(json_of(&["explain", "32-28", "--json"])["legal"], true);
}

/// R-HR-1, R-HR-4: the commands take house rules.
#[test]
fn house_rules() {
    let fen = "B:W18:B14";
    let forced = stdout(&["moves", "--variant", "american", "--fen", fen]);
    assert_eq!(forced.trim(), "14x23");
    let casual = stdout(&["moves", "--rules", "casual", "--fen", fen]);
    assert_eq!(casual.trim(), "14-17 14x23");
    assert_eq!(stdout(&["moves", "-v", "casual", "--fen", fen]), casual);
}

#[test]
fn mistakes_are_marked() {
    let error = error_of(&["moves", "--fen", "W:W31,99:B1"]);
    assert!(error.contains("  W:W31,99:B1\n        ^^"), "{error}");
    let error = error_of(&["show", "--variant", "italain"]);
    assert!(error.contains("did you mean \"italian\"?"), "{error}");
    let error = error_of(&["show", "--rules", "american,captur=off"]);
    assert!(error.contains("did you mean \"capture\"?"), "{error}");
    let error = error_of(&["explain", "31/27"]);
    assert!(error.contains("  31/27\n    ^"), "{error}");
    assert!(error_of(&["show", "--fen", "W:W3:B20"]).contains("^"));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["variants", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
