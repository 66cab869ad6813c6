//! Issue 15: attacks on the program, from other addresses than honest players. Nobody but the attackers may notice.
#![cfg(target_os = "linux")]

mod common;

use common::app::App;
use common::{Folder, complained, damier};
use serde_json::{Value, json};

/// Runs every attack briefly: nobody else is refused anything, nothing is lost, and memory stays bounded. Latencies are
/// only judged loosely, because this is a development build on a busy machine; docs/load.md has the command for a
/// release build.
#[test]
fn nobody_else_notices_an_attack() {
    let folder = Folder::new("attack");
    let app = App::start(&["--data", &folder.path(""), "--limits", "on", "--limit-loopback"]);
    let (url, process) = (app.url(), app.process().to_string());
    let server = ["load", "--url", &url, "--process", &process, "--json"];
    let attack = ["--attack", "all", "--attackers", "2", "--seconds", "3"];
    let honest = ["--games", "6", "--moves-per-second", "12", "--p99", "30000"];
    let output = damier(&[&server[..], &attack, &honest].concat());
    let said = String::from_utf8_lossy(&output.stdout);
    let report: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!(report["missed"], json!([]), "{report:#}");
    let attacks = report["attacks"].as_array().unwrap();
    assert_eq!(attacks.len(), 6);
    for attacked in attacks {
        let figure = |name: &str| attacked[name].as_u64().unwrap();
        assert!(figure("sent") >= figure("wanted") && figure("wanted") > 0, "{attacked}");
        assert!(attacked["visits"]["errands"].as_u64() > Some(16), "{attacked}");
        assert!(attacked["honest"]["moves"].as_u64() > Some(0), "{attacked}");
    }
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_machines_are_not_attacked() {
    let error = complained(&["load", "--url", "http://192.0.2.1:3210", "--attack", "all"]);
    assert!(error.contains("may not be attacked") && error.contains("loopback"), "{error}");
    let unknown = damier(&["load", "--url", "http://127.0.0.1:1", "--attack", "ping-of-death"]);
    let error = String::from_utf8_lossy(&unknown.stderr);
    assert!(unknown.status.code() == Some(2) && error.contains("rematch-storms"), "{error}");
}
