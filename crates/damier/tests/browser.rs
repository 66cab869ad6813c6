//! The pages in a real browser: each area of `browser/tests` is one test here. They need Node 20 and Chromium, and are
//! skipped with a message if those are missing, unless `DAMIER_REQUIRE_TOOLS=1`. The same goes for the three font
//! families in which some of them look at pages.

use server::words::Language;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{OnceLock, RwLock};
use std::time::{Duration, Instant, SystemTime};

/// The tools that browser tests need.
struct Tools {
    chromium: PathBuf,
}

const OLDEST_NODE: u32 = 20;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../browser").canonicalize().unwrap()
}

/// The tools, found and prepared once, or what is missing.
fn found() -> &'static Result<Tools, String> {
    static FOUND: OnceLock<Result<Tools, String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let version = output("node", &["--version"]).ok_or("node is not installed")?;
        let major = version.trim_start_matches('v').split('.').next().unwrap_or_default();
        if major.parse::<u32>().unwrap_or(0) < OLDEST_NODE {
            return Err(format!("node is {}, older than {OLDEST_NODE}", version.trim()));
        }
        let chromium = chromium().ok_or("there is no chromium, and DAMIER_CHROMIUM names none")?;
        install()?;
        Ok(Tools { chromium })
    })
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let done = Command::new(program).args(arguments).stderr(Stdio::null()).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

fn chromium() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("DAMIER_CHROMIUM") {
        return Some(PathBuf::from(named)).filter(|path| path.exists());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| path.exists())
}

/// Installs what `package-lock.json` lists, unless that was done since it last changed.
fn install() -> Result<(), String> {
    let changed =
        |path: &str| -> Option<SystemTime> { folder().join(path).metadata().ok()?.modified().ok() };
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    let mut npm = Command::new("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder());
    let done = npm.output().map_err(|error| format!("npm: {error}"))?;
    let said = String::from_utf8_lossy(&done.stderr);
    if done.status.success() { Ok(()) } else { Err(format!("npm ci failed:\n{said}")) }
}

/// Areas run in parallel, but what is timed has the machine for itself.
static MACHINE: RwLock<()> = RwLock::new(());

/// Runs a part of an area, such as `1/2`.
fn area(name: &str, part: &str) {
    let tools = match found() {
        Ok(tools) => tools,
        Err(missing) if std::env::var_os("DAMIER_REQUIRE_TOOLS").is_some_and(|one| one == "1") => {
            panic!("{missing}")
        }
        Err(missing) => {
            eprintln!("skipped: {missing}");
            return;
        }
    };
    let began = Instant::now();
    let first = run(name, part, tools);
    let _ = writeln!(std::io::stderr(), "{name} {part}: {} s", began.elapsed().as_secs());
    let Err(first) = first else { return };
    // A real browser on a busy machine: a first failure is reported, bypassing the test framework's capture, and a
    // second one fails.
    let again = run(name, part, tools);
    let then = if again.is_ok() { "passed" } else { "failed" };
    let _ = writeln!(std::io::stderr(), "{first}\n{name} was run again and {then}");
    again.unwrap_or_else(|second| panic!("{second}"));
}

/// The time the slowest area, `pages`, takes on a busy machine, with some reserve. An area that hangs is reported after
/// that.
const LONGEST_AREA: Duration = Duration::from_secs(15 * 60);

/// Runs an area; returns its output if it failed.
fn run(name: &str, part: &str, tools: &Tools) -> Result<(), String> {
    let done = Command::new("node")
        .args([
            "--test",
            "--test-reporter=spec",
            &format!("--test-timeout={}", LONGEST_AREA.as_millis()),
        ])
        .arg(format!("tests/{name}.test.js"))
        .current_dir(folder())
        .env("DAMIER_BIN", env!("CARGO_BIN_EXE_damier"))
        .env("DAMIER_CHROMIUM", &tools.chromium)
        .env("DAMIER_PLURALS", plurals())
        .env("DAMIER_PART", part)
        // Set by cargo for its own tests, this would make Node talk to a parent that does not exist.
        .env_remove("NODE_TEST_CONTEXT")
        .output()
        .unwrap();
    let (said, complained) =
        (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    match (done.status.success(), said.contains("tests 0")) {
        (true, false) => {
            tell(name, &said);
            Ok(())
        }
        (true, true) => Err(format!("browser/tests/{name}.test.js has no tests:\n{said}")),
        (false, _) => Err(format!("browser/tests/{name}.test.js failed:\n{said}\n{complained}")),
    }
}

/// Reports skipped tests and measurements, bypassing the test framework's capture.
fn tell(name: &str, said: &str) {
    for line in said.lines().map(str::trim) {
        if line.starts_with('﹣') {
            let _ = writeln!(std::io::stderr(), "skipped in {name}: {line}");
        } else if let Some(measured) = line.strip_prefix("ℹ measured: ") {
            let _ = writeln!(std::io::stderr(), "{name}: {measured}");
        }
    }
}

/// The server's plural categories in each language, for comparison with the browser's.
fn plurals() -> String {
    let counts = |language: Language| (0..=200).map(|count| language.plural(count)).collect();
    let all: BTreeMap<&str, Vec<&str>> =
        Language::with_overlays().map(|one| (one.code(), counts(one))).collect();
    serde_json::to_string(&all).unwrap()
}

macro_rules! areas {
    ($lock:ident: $($name:ident)*) => {
        $(#[test]
        fn $name() {
            // A failed area leaves nothing behind that could affect others.
            let _machine = MACHINE.$lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            area(stringify!($name), "1/1");
        })*
    };
}

areas! {
    read: accounts analysis around boards chat checks course endgame explorer games hardships input journeys learn live lobby looks online onward report report_file scene sides story studies tools types weight words
}
// Tests start in alphabetical order. What needs the machine for itself comes early, before anything long that it would
// have to wait for; the longest area is next, so that nothing waits for it at the end.
mod alone {
    use super::*;
    areas! { write: lighthouse pace speed }
}
mod alongside {
    use super::*;

    /// A part of the pages, with a server and a browser of its own.
    fn pages(part: &str) {
        let _machine = MACHINE.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        area("pages", part);
    }

    #[test]
    fn pages_first_half() {
        pages("1/2");
    }

    #[test]
    fn pages_second_half() {
        pages("2/2");
    }
}

/// A test file that is not run proves nothing.
#[test]
fn every_file_is_run() {
    let source = include_str!("browser.rs");
    let files = std::fs::read_dir(folder().join("tests")).unwrap();
    for file in files {
        let name = file.unwrap().file_name().into_string().unwrap();
        let area = name.strip_suffix(".test.js").unwrap();
        let lists = source.split("areas! {").skip(1).filter_map(|rest| rest.split('}').next());
        let listed = lists.flat_map(str::split_whitespace).any(|word| word == area);
        let named = listed || source.contains(&format!("area(\"{area}\", part)"));
        assert!(named, "browser/tests/{name} is in no list of areas");
    }
}
