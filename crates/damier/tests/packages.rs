//! The crates as the registry would get them. `.ci/run` also builds the packages made here.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Crates that are only useful together with this program.
const OURS_ALONE: [&str; 6] = ["damier", "load", "server", "training", "wire", "words"];

fn cargo(arguments: &[&str]) -> String {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let (command, rest) = arguments.split_first().unwrap();
    let output = Command::new(env!("CARGO"))
        .args([command, "--offline", "--locked", "--quiet", "--manifest-path"])
        .arg(manifest)
        .args(rest)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn packages() -> Vec<Value> {
    let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    let mut metadata: Value = serde_json::from_str(&metadata).unwrap();
    let Value::Array(packages) = metadata["packages"].take() else { panic!("no packages") };
    packages
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

/// `publish = false` is an empty list of registries.
fn is_published(package: &Value) -> bool {
    package["publish"].is_null()
}

#[test]
fn only_libraries_of_use_elsewhere_are_published() {
    let packages = packages();
    let kept: BTreeSet<&str> =
        packages.iter().filter(|package| !is_published(package)).map(name).collect();
    assert_eq!(kept, OURS_ALONE.into());
    for package in packages.iter().filter(|package| is_published(package)) {
        let name = name(package);
        assert!(name == "pdn" || name.starts_with("draughts"), "{name} says too little");
    }
}

/// A crate's metadata on the registry, within its limits.
#[test]
fn every_published_crate_says_what_it_is() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = name(package);
        for field in
            ["description", "license", "repository", "documentation", "readme", "rust_version"]
        {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        assert_eq!(package["documentation"], format!("https://docs.rs/{name}"));
        let words = |field: &str| package[field].as_array().unwrap().clone();
        assert!((1..=5).contains(&words("keywords").len()), "keywords of {name}");
        assert!(words("keywords").iter().all(|word| word.as_str().unwrap().len() <= 20));
        assert!(words("categories").contains(&"game-development".into()), "{name}");
        for dependency in package["dependencies"].as_array().unwrap() {
            let ours = dependency["path"].is_string() && dependency["kind"] != "dev";
            assert!(!ours || dependency["req"] != "*", "{name}: {dependency} has no version");
        }
    }
}

#[test]
fn every_published_crate_is_packed_with_licences_and_readme() {
    for package in packages().iter().filter(|package| is_published(package)) {
        let name = name(package);
        let files = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/lib.rs"] {
            assert!(files.lines().any(|line| line == file), "{name} lacks {file}:\n{files}");
        }
        // They read files of the repository.
        assert!(!files.lines().any(|line| line.starts_with("tests/")), "{name}:\n{files}");
    }
}
