//! Python packages for tests, each in an environment of its own below the target folder.

use std::path::PathBuf;
use std::process::Command;

/// The environment with a package, which is installed if missing. If that is impossible the test is skipped, or fails
/// if tools are required.
pub fn package(name: &str, version: &str) -> Option<PathBuf> {
    match install(name, version) {
        Ok(home) => Some(home),
        Err(reason) if std::env::var("DAMIER_REQUIRE_TOOLS").is_ok_and(|value| value == "1") => {
            panic!("{reason}")
        }
        Err(reason) => {
            eprintln!("skipped: {reason}");
            None
        }
    }
}

fn install(name: &str, version: &str) -> Result<PathBuf, String> {
    let home = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{version}"));
    // Written last, so that an incomplete installation does not count.
    let whole = home.join("installed");
    if whole.exists() {
        return Ok(home);
    }
    let run = |command: &mut Command| match command.output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        Err(error) => Err(error.to_string()),
    };
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))
        .map_err(|error| format!("python3 makes no virtual environment: {error}"))?;
    let package = format!("{name}=={version}");
    run(Command::new(home.join("bin/python")).args(["-m", "pip", "install", "--quiet", &package]))
        .map_err(|error| format!("{package} cannot be installed: {error}"))?;
    std::fs::write(whole, package).map_err(|error| error.to_string())?;
    Ok(home)
}
