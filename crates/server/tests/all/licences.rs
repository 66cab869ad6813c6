//! The licences of dependencies, as listed on the about page.
//!
//! `DAMIER_WRITE=1 cargo test -p server --test all licences` rewrites the lists.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The platform whose crates are listed: a build only fetches its own.
const PLATFORM: &str = "x86_64-unknown-linux-gnu";

/// The crates that are part of the program, that is its runtime dependencies.
fn parts() -> BTreeMap<(String, String), Value> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", PLATFORM])
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let by_id = |list: &Value| -> BTreeMap<String, Value> {
        let entry = |one: &Value| (one["id"].as_str().unwrap().to_owned(), one.clone());
        list.as_array().unwrap().iter().map(entry).collect()
    };
    let (packages, nodes) = (by_id(&metadata["packages"]), by_id(&metadata["resolve"]["nodes"]));
    let damier = packages.iter().find(|(_, package)| package["name"] == "damier").unwrap().0;
    let mut found = BTreeSet::new();
    let mut waiting = vec![damier.clone()];
    while let Some(id) = waiting.pop() {
        if !found.insert(id.clone()) {
            continue;
        }
        for dependency in nodes[&id]["deps"].as_array().unwrap() {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            if kinds.iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(dependency["pkg"].as_str().unwrap().to_owned());
            }
        }
    }
    let text = |package: &Value, name: &str| package[name].as_str().unwrap_or("?").to_owned();
    let others =
        found.iter().map(|id| &packages[id]).filter(|package| !package["source"].is_null());
    others
        .map(|package| ((text(package, "name"), text(package, "version")), package.clone()))
        .collect()
}

fn list(parts: &BTreeMap<(String, String), Value>) -> String {
    let rows = parts.iter().map(|((name, version), package)| {
        // Written out, because the order of fields depends on which crates are built.
        let licence = &package["license"];
        format!(
            " {{\"licence\":{licence},\"name\":{},\"version\":{}}}",
            json!(name),
            json!(version)
        )
    });
    format!("[\n{}\n]\n", rows.collect::<Vec<_>>().join(",\n"))
}

/// The licence under which a crate is used, as its author wrote it: MIT if there is a choice.
fn texts_of(package: &Value) -> Vec<String> {
    let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap().to_string_lossy().to_ascii_uppercase();
            let words = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
            path.is_file() && words.iter().any(|word| name.starts_with(word))
        })
        .collect();
    files.sort();
    let is_mit = |path: &PathBuf| path.to_string_lossy().to_ascii_uppercase().contains("MIT");
    if let Some(mit) = files.iter().find(|path| is_mit(path)) {
        files = vec![mit.clone()];
    }
    let read = |path: PathBuf| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
    let tidy = |text: String| {
        let lines = text.lines().map(str::trim_end).collect::<Vec<_>>();
        lines.join("\n").trim().to_owned()
    };
    files.into_iter().map(read).map(tidy).collect()
}

fn texts(parts: &BTreeMap<(String, String), Value>) -> String {
    let mut users: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for ((name, version), package) in parts {
        let mut texts = texts_of(package);
        if texts.is_empty() {
            let licence = package["license"].as_str().unwrap_or("?");
            texts.push(format!("Licence: {licence} (the crate comes without its text)"));
        }
        for text in texts {
            users.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    let mut sections: Vec<(Vec<String>, String)> =
        users.into_iter().map(|(text, users)| (users, text)).collect();
    sections.sort();
    let rule = "=".repeat(72);
    sections
        .into_iter()
        .map(|(users, text)| format!("{rule}\n{}\n{rule}\n\n{text}\n\n", users.join("\n")))
        .collect()
}

#[test]
fn the_lists_of_licences_are_up_to_date() {
    let parts = parts();
    assert!(parts.len() > 50, "only {} crates", parts.len());
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    for (name, content) in [("licences.json", list(&parts)), ("licences.txt", texts(&parts))] {
        let file = web.join(name);
        if std::env::var_os("DAMIER_WRITE").is_some() {
            std::fs::write(&file, &content).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept == content,
            "web/{name} is out of date; DAMIER_WRITE=1 cargo test -p server --test all licences"
        );
    }
}

#[test]
fn no_part_has_a_licence_that_binds_the_whole() {
    for ((name, _), package) in parts() {
        let licence = package["license"].as_str().unwrap_or_default().to_owned();
        let free =
            ["MIT", "Apache-2.0", "BSD-3-Clause", "BSD-2-Clause", "Unlicense", "Zlib", "ISC"];
        let more = ["BSL-1.0", "0BSD", "CC0-1.0", "Unicode-3.0", "MPL-2.0"];
        assert!(
            free.iter().chain(&more).any(|word| licence.contains(word)),
            "{name} is under \"{licence}\""
        );
    }
}
