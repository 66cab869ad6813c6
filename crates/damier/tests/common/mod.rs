//! Shared test helpers.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

pub mod app;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A folder that is deleted after the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }

    pub fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn damier(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_damier")).args(arguments).output().unwrap()
}

/// The standard output of a run with this exit status.
pub fn said(arguments: &[&str], code: i32) -> String {
    let output = damier(arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The standard error of a run that failed.
pub fn complained(arguments: &[&str]) -> String {
    let output = damier(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Whether these programs are installed. If one is missing, a test says so and is skipped, unless
/// `DAMIER_REQUIRE_TOOLS=1`.
pub fn is_there(programs: &[&str]) -> bool {
    let missing =
        programs.iter().find(|name| Command::new(name).arg("--version").output().is_err());
    let Some(missing) = missing else { return true };
    let required = std::env::var_os("DAMIER_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(!required, "{missing} is not installed");
    eprintln!("skipped: {missing} is not installed");
    false
}
