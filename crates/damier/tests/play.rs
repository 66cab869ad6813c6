//! `damier play` in a real terminal: tmux plays the person. Without tmux these tests are skipped with a message, unless
//! `DAMIER_REQUIRE_TOOLS=1` is set.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn damier(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn complained(arguments: &[&str]) -> String {
    let output = damier(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A terminal of its own, closed after the test.
struct Terminal {
    socket: String,
    folder: PathBuf,
}

impl Terminal {
    /// Runs the command in a terminal of 80×24; `None` if there is no tmux.
    fn start(name: &str, arguments: &str) -> Option<Self> {
        let found =
            Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success());
        if !found {
            let required =
                std::env::var_os("DAMIER_REQUIRE_TOOLS").is_some_and(|value| value == "1");
            assert!(!required, "tmux is required and not here");
            eprintln!("skipped: there is no tmux to play in");
            return None;
        }
        let folder = std::env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let terminal = Self { socket: folder.join("tmux").to_str().unwrap().to_owned(), folder };
        // The shell stays to report how the program exited and how it left the terminal.
        let script = format!(
            "echo before; sh -c 'echo $$ > pid; exec {} play {arguments}'; \
             echo status $?; stty -a | tr ' ;' '\\n\\n' | grep -x -e icanon -e echo | xargs echo; sleep 600",
            env!("CARGO_BIN_EXE_damier"),
        );
        let folder = terminal.folder.to_str().unwrap();
        let session =
            ["-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", folder];
        terminal.tmux(&[&session[..], &[&script]].concat());
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output =
            Command::new("tmux").args(["-u", "-S", &self.socket]).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn send(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// Waits until all of this is on the screen, and returns the screen.
    fn sees(&self, texts: &[&str]) -> String {
        let start = Instant::now();
        loop {
            let screen = self.tmux(&["capture-pane", "-p"]);
            if texts.iter().all(|text| screen.contains(text)) {
                return screen;
            }
            assert!(start.elapsed() < Duration::from_secs(30), "no {texts:?} in\n{screen}");
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// A move that the program itself would play.
    fn hint(&self) -> String {
        self.send(&["h"]);
        let screen = self.sees(&["Try "]);
        let (_, hint) = screen.split_once("Try ").unwrap();
        hint.split_whitespace().next().unwrap().to_owned()
    }

    /// The program has exited successfully, and the terminal is as it was before.
    fn is_given_back(&self) -> String {
        let screen = self.sees(&["before", "status 0", "icanon echo"]);
        let flags = "#{alternate_on}#{mouse_any_flag}#{cursor_flag}#{keypad_cursor_flag}";
        assert_eq!(self.tmux(&["display-message", "-p", flags]).trim(), "0010");
        screen
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-S", &self.socket, "kill-server"]).output();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_game_in_a_real_terminal() {
    let Some(terminal) = Terminal::start("game", "--variant american --two --record game.log")
    else {
        return;
    };
    terminal.sees(&["American checkers", "Black to move", "? help"]);
    terminal.send(&["11-14", "Enter"]);
    let refused = terminal.sees(&["11-14: Pieces do not move along that line."]);
    assert!(!refused.contains("Move: 11-14"), "{refused}");
    terminal.send(&["11-15", "Enter"]);
    terminal.sees(&["1. 11-15", "White to move"]);
    terminal.resize(40, 20);
    terminal.sees(&["White to move", "25 ", " 28"]);
    terminal.resize(15, 5);
    terminal.sees(&["too small"]);
    terminal.resize(120, 45);
    terminal.sees(&["1. 11-15", "▐█ 1█▌"]);
    // From 9, where the cursor started, down to 21 and along to 22; then up to 18.
    terminal.send(&["Down", "Down", "Down", "Right", "Enter"]);
    terminal.sees(&["22 goes where?"]);
    terminal.send(&["Up", "Enter"]);
    terminal.sees(&["1. 11-15 22-18", "A capture is mandatory."]);
    // A click on 15, and one behind the piece that it captures.
    for (column, row) in [(27, 13), (15, 19)] {
        terminal.send(&["-l", &format!("\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")]);
    }
    terminal.sees(&["2. 15x22", "took 1"]);
    terminal.send(&["q"]);
    terminal.sees(&["Leave this game unfinished?"]);
    terminal.send(&["y"]);
    let screen = terminal.is_given_back();
    assert!(screen.contains("The game is not finished") && screen.contains("game.log"), "{screen}");
    let log = terminal.folder.join("game.log");
    let exported = damier(&["export", log.to_str().unwrap(), "--to", "pdn"]);
    let pdn = String::from_utf8(exported.stdout).unwrap();
    assert!(exported.status.success() && pdn.contains("1. 11-15 22-18"), "{pdn}");
}

#[test]
fn the_computer_answers_and_control_c_leaves() {
    let arguments = "--variant russian --level 1 --color white --seed 3 --ascii --no-color";
    let Some(terminal) = Terminal::start("computer", arguments) else { return };
    terminal.sees(&["Computer, level 1", "White to move"]);
    terminal.send(&["c3-d4", "Enter"]);
    terminal.sees(&["Russian draughts - move 2", "1. c3-d4"]);
    terminal.send(&["C-c"]);
    let screen = terminal.is_given_back();
    assert!(screen.contains("seed 3") && screen.contains("--record"), "{screen}");
}

/// The reply of a good level comes soon; replaying the log shows that it is legal.
#[test]
fn good_levels_answer_soon() {
    for level in ["5", "10"] {
        let arguments = format!("-v american --level {level} --color black --record game.log");
        let Some(terminal) = Terminal::start(&format!("level-{level}"), &arguments) else { return };
        terminal.sees(&[&format!("Computer, level {level}"), "▸● You"]);
        for (moved, asked) in [("11-15", 2), ("", 3)] {
            let mv = if moved.is_empty() { terminal.hint() } else { moved.to_owned() };
            let start = Instant::now();
            terminal.send(&[&mv, "Enter"]);
            terminal.sees(&[&format!("move {asked}"), "▸● You"]);
            assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
        }
        terminal.send(&["q"]);
        terminal.sees(&["Leave this game unfinished?"]);
        terminal.send(&["y"]);
        terminal.is_given_back();
        let log = terminal.folder.join("game.log");
        let pdn = damier(&["export", log.to_str().unwrap(), "--to", "pdn"]);
        assert!(pdn.status.success() && pdn.stderr.is_empty(), "{pdn:?}");
        assert!(String::from_utf8(pdn.stdout).unwrap().contains("2. "));
    }
}

#[test]
fn asked_to_stop_while_the_computer_thinks_it_gives_the_terminal_back() {
    let arguments = "--variant international --level 10 --color black";
    let Some(terminal) = Terminal::start("stop", arguments) else { return };
    terminal.sees(&["The computer is thinking"]);
    let pid = std::fs::read_to_string(terminal.folder.join("pid")).unwrap();
    assert!(Command::new("kill").arg(pid.trim()).status().unwrap().success());
    terminal.is_given_back();
}

#[test]
fn what_cannot_be_played_is_said_before_anything_is_drawn() {
    assert!(complained(&["play"]).contains("damier play needs a terminal"));
    let fen = complained(&["play", "--fen", "W:W99:B1"]);
    assert!(fen.contains("  W:W99:B1\n     ^^"), "{fen}");
    let over = complained(&["play", "--variant", "american", "--fen", "W:W:B20"]);
    assert!(over.contains("already be over at the start"), "{over}");
    for wrong in [["--level", "11"], ["--color", "red"], ["--clock", "5 apples"]] {
        let output = damier(&["play", wrong[0], wrong[1]]);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}: {output:?}");
    }
}
