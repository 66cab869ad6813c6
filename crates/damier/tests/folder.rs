//! The data folder: one server at a time, private permissions, and valid backups.

mod common;

use common::app::App;
use common::{Folder, damier};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

fn said(output: &Output) -> String {
    let [out, error] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    format!("{out}{error}")
}

/// Starts a server on a folder without a command; returns its output if it exits by itself.
fn refused(folder: &str) -> String {
    let mut second = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["--no-open", "--addr", "127.0.0.1:0", "--data", folder])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(second.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    if !line.is_empty() {
        second.kill().unwrap();
    }
    let output = second.wait_with_output().unwrap();
    assert!(line.is_empty() && !output.status.success(), "it starts: {line}{}", said(&output));
    said(&output)
}

/// Issue 15.16: a second server is told where the first one is; after `kill -9` the folder is free. Backups and
/// password resets work with a running server, but restoring does not.
#[test]
fn one_server_for_a_folder() {
    let folder = Folder::new("lock");
    let place = folder.path("data");
    let mut app = App::start(&["--data", &place]);
    for _ in 0..3 {
        let text = refused(&place);
        assert!(text.contains(&app.url()), "{text}");
        assert!(text.contains(&format!("process {}", app.process())), "{text}");
        let copy = folder.path("copy.sqlite");
        let backup = damier(&["backup", "--data", &place, &copy]);
        assert!(backup.status.success(), "{}", said(&backup));
        let nobody = damier(&["password", "Nobody", "--data", &place]);
        assert!(said(&nobody).contains("no player with this name"), "{}", said(&nobody));
        let restore = damier(&["restore", &copy, "--data", &place, "--force"]);
        assert!(!restore.status.success(), "{}", said(&restore));
        assert!(said(&restore).contains("stop the server first"), "{}", said(&restore));
        assert!(said(&restore).contains(&app.url()), "{}", said(&restore));
        app.kill();
        app.again();
    }
    app.kill();
    let copy = folder.path("copy.sqlite");
    let restore = damier(&["restore", &copy, "--data", &place, "--force"]);
    assert!(restore.status.success(), "{}", said(&restore));
    app.again();
}

/// Issue 15.7: the command says what is wrong, and the good backup is unchanged.
#[test]
fn a_damaged_store_and_a_good_copy() {
    let folder = Folder::new("good-copy");
    let place = folder.path("data");
    let mut app = App::start(&["--data", &place]);
    let order = ureq::post(format!("{}/api/games", app.url()));
    order.header("Content-Type", "application/json").send(r#"{"rules":"russian"}"#).unwrap();
    app.kill();
    let copy = folder.path("copy.sqlite");
    let backup = |more: &[&str]| damier(&[&["backup", "--data", &place, &copy], more].concat());
    assert!(backup(&[]).status.success());
    let good = std::fs::read(&copy).unwrap();
    let store = folder.path("data/games.sqlite");
    let mut bytes = std::fs::read(&store).unwrap();
    // The pages with games, not those that describe the file.
    for page in bytes.chunks_mut(4_096).skip(1) {
        if page.windows(10).any(|part| part == b"damier-log") {
            page.fill(0xff);
        }
    }
    std::fs::write(&store, &bytes).unwrap();
    for more in [&[][..], &["--quick"]] {
        let damaged = backup(more);
        assert_eq!(damaged.status.code(), Some(1), "{}", said(&damaged));
        assert!(std::fs::read(&copy).unwrap() == good, "{}", said(&damaged));
        assert!(said(&damaged).contains("copy.sqlite is not replaced"), "{}", said(&damaged));
    }
    assert!(said(&damier(&["backup", "--help"])).contains("A backup of a damaged store"));
    let restored = damier(&["restore", &copy, "--data", &place, "--force"]);
    assert!(restored.status.success(), "{}", said(&restored));
}

/// Starts a server as an operator would, without a token; returns its output lines.
fn plain(folder: &str) -> (Child, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(["serve", "--no-open", "--addr", "127.0.0.1:0", "--data", folder])
        .env_remove("DAMIER_OPERATOR_TOKEN")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let lines = lines.take_while(|line| !line.starts_with("Press Ctrl-C")).collect();
    (child, lines)
}

fn figures(page: &str, token: &str) -> u16 {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request =
        agent.get(format!("{page}metrics")).header("Authorization", format!("Bearer {token}"));
    request.call().unwrap().status().as_u16()
}

/// Issue 15.9: a token is created once, its path is printed, and only its owner can read it.
#[test]
fn a_token_is_made_and_kept() {
    let folder = Folder::new("token");
    let place = folder.path("data");
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let (mut child, lines) = plain(&place);
        let find =
            |start: &str| lines.iter().find_map(|line| line.strip_prefix(start)).map(str::to_owned);
        let page = find("Damier is at ").unwrap();
        let file = find("The operator token is in ");
        let token = file.as_ref().map(|file| std::fs::read_to_string(file).unwrap());
        let statuses =
            token.as_ref().map(|token| (figures(&page, ""), figures(&page, token.trim())));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(statuses, Some((401, 200)), "{lines:?}");
        assert_eq!(file.unwrap(), folder.path("data/operator.token"));
        tokens.push(token.unwrap());
    }
    assert!(tokens[0] == tokens[1] && tokens[0].trim().len() == 32, "{tokens:?}");
    #[cfg(unix)]
    only_the_owner_has(Path::new(&place));
}

/// Issue 15, low.
#[cfg(unix)]
fn only_the_owner_has(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(folder), 0o700, "{}", folder.display());
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.is_dir() {
            only_the_owner_has(&path);
        } else {
            assert_eq!(mode(&path), 0o600, "{}", path.display());
        }
    }
}

/// Issue 15, low: an existing folder is made private, but not a shared one.
#[cfg(unix)]
#[test]
fn folders_that_were_there() {
    use std::os::unix::fs::PermissionsExt;
    for (name, before, after) in [("old", 0o755, 0o700), ("shared", 0o1777, 0o1777)] {
        let folder = Folder::new(&format!("folder-{name}"));
        let path = folder.path("");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(before)).unwrap();
        let (mut child, _) = plain(&path);
        let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o7777;
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(mode, after, "{name}: {mode:o}");
    }
}

/// Issue 15, low: messages about a bus contain no password.
#[test]
fn a_bus_is_named_without_its_password() {
    let folder = Folder::new("bus");
    for address in ["kafka://me:secret@host:9092", "nats://me:secret@host:port", "me:secret@host"] {
        let data = folder.path("");
        let options =
            ["serve", "--no-open", "--addr", "127.0.0.1:0", "--data", &data, "--bus", address];
        let output = damier(&options);
        assert!(!output.status.success(), "{address}: {}", said(&output));
        assert!(!said(&output).contains("secret"), "{address}: {}", said(&output));
        assert!(said(&output).contains("bus"), "{address}: {}", said(&output));
    }
}
