//! `damier hub` and `damier dxp` with third-party programs (pydraughts, installed below the target folder), and with
//! our own other side of each protocol.

#[path = "../../server/tests/all/common/python.rs"]
mod python;

use draughts::{Game, Ruleset};
use engine::{Limits, Stop};
use protocol::hub::{Controller, Launch};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The version of pydraughts that the tests are made for.
const PYDRAUGHTS: &str = "0.6.7";

/// A script of ours that uses pydraughts; `None` if it is not available.
fn script(name: &str) -> Option<Command> {
    static HOME: OnceLock<Option<PathBuf>> = OnceLock::new();
    let home = HOME.get_or_init(|| python::package("pydraughts", PYDRAUGHTS)).as_ref()?;
    let mut command = Command::new(home.join("bin/python"));
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pydraughts").join(name));
    Some(command)
}

fn damier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments);
    command
}

/// A running program, killed if it outlives the test.
struct Running {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Waits for it to exit; returns its output.
    fn end(mut self) -> String {
        let until = Instant::now() + Duration::from_secs(600);
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "it does not end");
            std::thread::sleep(Duration::from_millis(20));
        };
        let mut rest = String::new();
        self.output.read_to_string(&mut rest).unwrap();
        assert!(status.success(), "{status}: {rest}");
        rest
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn pydraughts_plays_with_damier_hub() {
    let Some(mut script) = script("hub.py") else { return };
    let said = Running::start(script.arg(env!("CARGO_BIN_EXE_damier"))).end();
    assert_eq!(said.matches(" plies, ").count(), 10, "{said}");
}

#[test]
fn pydraughts_asks_damier_dxp_for_games() {
    for (variant, rules, color) in [
        ("standard", "international", "white"),
        ("standard", "international", "black"),
        ("italian", "italian", "white"),
    ] {
        let Some(mut script) = script("dxp_client.py") else { return };
        let mut listening = Running::start(&mut damier(&[
            "dxp",
            "listen",
            "--once",
            "--addr",
            "127.0.0.1:0",
            "--level",
            "3",
            "--variant",
            rules,
        ]));
        let line = listening.line();
        let port = line.split([':', ' ']).find_map(|word| word.parse::<u16>().ok()).unwrap();
        let said = Running::start(script.args([&port.to_string(), variant, color])).end();
        assert!(said.starts_with("played "), "{said}");
        let said = listening.end();
        assert!(said.contains(&format!("We have {color} against DXP Client: ")), "{said}");
        assert_eq!(
            said.contains("\nBack to the position after 3 plies\n"),
            color == "white",
            "{said}"
        );
        assert!(said.contains("\n*: DXP Client has broken off\n"), "{said}");
    }
}

#[test]
fn damier_dxp_asks_pydraughts_for_games() {
    let Some(mut script) = script("dxp_server.py") else { return };
    let mut server = Running::start(script.arg("2"));
    let host = format!("127.0.0.1:{}", server.line());
    let pdn =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("dxp-{}.pdn", std::process::id()));
    let _ = std::fs::remove_file(&pdn);
    let said = Running::start(&mut damier(&[
        "dxp",
        "connect",
        &host,
        "--games",
        "2",
        "--minutes",
        "1",
        "--level",
        "5",
        "--pdn",
        pdn.to_str().unwrap(),
    ]))
    .end();
    assert!(said.contains("They say: good luck"), "{said}");
    assert!(said.contains("Games: 2 won, 0 drawn, 0 lost"), "chance beats nobody: {said}");
    assert_eq!(server.end().matches("plies ").count(), 2);
    let games = std::fs::read_to_string(&pdn).unwrap();
    std::fs::remove_file(&pdn).unwrap();
    for tag in ["[White \"Damier\"]", "[Black \"Damier\"]", "[Result \"2-0\"]", "[Result \"0-2\"]"]
    {
        assert!(games.contains(tag), "{tag} in {games}");
    }
}

/// Our controller with our engine; also with house rules.
#[test]
fn our_controller_drives_damier_hub() {
    for rules in
        ["international", "thai", "canadian", "american,capture=off,continue=no,blocked=draws"]
    {
        let rules: Ruleset = rules.parse().unwrap();
        let launch = Launch::new(env!("CARGO_BIN_EXE_damier")).argument("hub").parameter("hash", 1);
        let mut engine = Controller::start(&launch, &rules).unwrap();
        assert!(engine.name().starts_with("Damier "));
        engine.new_game().unwrap();
        let mut game = Game::new(rules);
        for _ in 0..10 {
            let found = engine.search(&game, &Limits::nodes(2_000), &Stop::new()).unwrap();
            assert!(found.score.is_some() && found.depth >= Some(1) && found.nodes > Some(0));
            game.play(&found.mv).unwrap();
        }
    }
}

#[test]
fn two_of_us_over_dxp() {
    let mut listening = Running::start(&mut damier(&[
        "dxp",
        "listen",
        "--once",
        "--addr",
        "127.0.0.1:0",
        "--level",
        "1",
        "--variant",
        "russian",
    ]));
    let line = listening.line();
    assert!(
        line.starts_with("Waiting on 127.0.0.1:")
            && line.ends_with(" for games of Russian draughts"),
        "{line}"
    );
    let port = line.split([':', ' ']).find_map(|word| word.parse::<u16>().ok()).unwrap();
    let said = Running::start(&mut damier(&[
        "dxp",
        "connect",
        &format!("localhost:{port}"),
        "--variant",
        "russian",
        "--moves",
        "5",
        "--level",
        "1",
        "--color",
        "black",
        "--fen",
        "W:Wa1,c1,e1,g1,d2,f2,h2,a3,c3,e3:Bb8,d8,f8,h8,a7,c7,e7,b6,d6,f6",
    ]))
    .end();
    assert!(said.starts_with("We have black against Damier "), "{said}");
    assert!(said.contains("5 moves have been played"), "{said}");
    assert!(listening.end().contains("We have white against Damier "));
}

/// An unfinished game is not a success.
#[test]
fn the_other_side_plays_another_game() {
    for (ours, theirs, said) in [
        ("russian", "international", "does not accept the game: no position of International"),
        ("international", "russian", "has broken off the game: error: "),
    ] {
        let listen = ["dxp", "listen", "--addr", "127.0.0.1:0", "--level", "1", "-v", theirs];
        let mut listening = Running::start(&mut damier(&listen));
        let line = listening.line();
        let port = line.split([':', ' ']).find_map(|word| word.parse::<u16>().ok()).unwrap();
        let host = format!("localhost:{port}");
        let output = damier(&["dxp", "connect", &host, "-v", ours, "-l", "1"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.starts_with("error: Damier ") && error.contains(said), "{error}");
    }
}

/// An error by one opponent is reported, and the next one can connect.
#[test]
fn visitors_who_know_no_dxp() {
    let mut listening = Running::start(&mut damier(&["dxp", "listen", "--addr", "127.0.0.1:0"]));
    let line = listening.line();
    let port = line.split([':', ' ']).find_map(|word| word.parse::<u16>().ok()).unwrap();
    for _ in 0..2 {
        let mut visitor = TcpStream::connect(("127.0.0.1", port)).unwrap();
        visitor.write_all(b"GET / HTTP/1.1\r\n\r\n\0").unwrap();
        let mut answer = String::new();
        visitor.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("Cerror: a message of DXP starts with"), "{answer}");
        assert!(listening.line().ends_with(" has come"));
        let gone = listening.line();
        assert!(gone.contains(" has gone: a message of DXP starts with"), "{gone}");
    }
}

#[test]
fn complaints() {
    let fails = |arguments: &[&str]| {
        let output = damier(arguments).stdin(Stdio::null()).output().unwrap();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let said = fails(&["dxp", "connect", "127.0.0.1:1"]);
    assert!(said.starts_with("error: 127.0.0.1:1 cannot be reached: "), "{said}");
    let said = fails(&["dxp", "listen", "--addr", "nowhere"]);
    assert!(said.starts_with("error: cannot listen on nowhere"), "{said}");
    let said = fails(&["dxp", "connect", "127.0.0.1", "--fen", "W:W99:B1"]);
    assert!(said.starts_with("error: there is no such square on this board"), "{said}");
    let said = fails(&["dxp", "connect", "x", "--minutes", "1000"]);
    assert!(said.contains("1000 is not in 0..=999"), "{said}");
    let said = fails(&["dxp", "connect", "x", "--book", "/no/such.book"]);
    assert!(said.starts_with("error: /no/such.book: "), "{said}");
    let output = damier(&["hub"]).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "an end of input is an end");
}
