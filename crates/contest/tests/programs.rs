//! Other programs as players: well-behaved ones, and those that crash, cheat or hang.
#![cfg(unix)]

mod common;

use common::*;
use draughts::{Ruleset, Variant};
use draughts_contest::*;
use engine::{Engine, EngineOptions, Limits, SearchOptions, Stop};
use protocol::dxp::{Connection, DxpPlayer};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// A program that logs each of its starts, greets as Hub requires, and runs this on its turn; the number of starts is
/// in `$starts`.
fn program(folder: &Folder, name: &str, greeting: &str, to_move: &str) -> String {
    let starts = folder.path(&format!("{name}.starts"));
    let script = format!(
        "echo x >> {starts}\n\
         starts=$(wc -l < {starts})\n\
         while read line; do case \"$line\" in\n\
         hub) {greeting}; echo 'id name={name} version=1'; echo wait;;\n\
         init) echo ready;;\n\
         go*) {to_move};;\n\
         quit) exit 0;;\n\
         esac; done\n",
        starts = starts.display()
    );
    let script = folder.file(&format!("{name}.sh"), &script);
    format!("hub:/bin/sh {},name={name}", script.display())
}

/// Plays four games against a program; returns the record, and how often it was started.
fn against(
    folder: &Folder,
    name: &str,
    [greeting, to_move]: [&str; 2],
) -> (Standings, Vec<pdn::Game>, usize) {
    let path = folder.path(&format!("{name}.pdn"));
    let mut contest = contest(&["level:1", &program(folder, name, greeting, to_move)], 2);
    let patience = Duration::from_millis(if name == "hanging" { 200 } else { 60_000 });
    contest.conditions.pace = Pace { patience, margin: Duration::ZERO, ..Pace::nodes(100) };
    contest.record = Some(RecordFile { path: path.clone(), resume: false });
    let standings = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    let text = fs::read(&path).unwrap();
    let games = pdn::Games::new(&text[..]).map(Result::unwrap).collect();
    let starts = fs::read_to_string(folder.path(&format!("{name}.starts"))).unwrap();
    contest.record = Some(RecordFile { path, resume: true });
    let again = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(again.to_string(), standings.to_string(), "failures stand in the record");
    (standings, games, starts.lines().count())
}

#[test]
fn whoever_crashes_cheats_or_hangs_loses_that_game_and_starts_anew() {
    let folder = Folder::new("failing");
    for (name, to_move, note) in [
        ("crashing", "echo gone >&2; exit 3", "stopped working"),
        ("cheating", "echo 'done move=1-32'", "wanted to play \"1-32\""),
        ("babbling", "echo 'done'", "gave no move"),
        ("hanging", ":", "gave no answer"),
    ] {
        let (standings, games, starts) = against(&folder, name, [":", to_move]);
        assert_eq!(standings.score(0, 1).to_string(), "+4 =0 -0", "{name}");
        assert_eq!(standings.failures(1), 4);
        assert_eq!(starts, 4, "{name} is started anew for each game");
        assert_eq!(games.len(), 4);
        for game in games {
            let failure = game.tag("Failure").unwrap();
            assert!(failure.contains(note), "{name}: {failure}");
            assert!(game.tag("Termination").unwrap().ends_with(failure));
        }
        let said = format!("{name} failed in 4 games, which it lost");
        assert!(standings.to_string().contains(&said), "{standings}");
    }
}

#[test]
fn whoever_does_not_come_back_loses_and_whoever_never_came_is_a_mistake() {
    let folder = Folder::new("absent");
    let once = ["test $starts -gt 1 && exit 1", "exit 2"];
    let (standings, games, starts) = against(&folder, "once", once);
    assert_eq!((standings.failures(1), starts), (4, 4));
    assert!(games[0].tag("Failure").unwrap().contains("stopped working"));
    for game in &games[1..] {
        assert!(game.tag("Failure").unwrap().contains("cannot be started"));
    }
    let mut contest = contest(&["level:1", "hub:/no/such/engine"], 1);
    contest.conditions.pace = Pace::nodes(100);
    let error = contest.run(&Stop::new(), &mut |_| {}).unwrap_err().to_string();
    assert!(error.starts_with("engine cannot be started: /no/such/engine: "), "{error}");
    assert_eq!(error.matches("cannot be started").count(), 1, "{error}");
}

/// A program that waits for DXP games at a free port: our own, as others see it.
fn dxp_program(rules: &Ruleset) -> String {
    let rules = rules.clone();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut connection = Connection::over(stream.unwrap()).unwrap();
            let mut player = DxpPlayer {
                rules: rules.clone(),
                engine: Engine::new(EngineOptions::default()),
                options: SearchOptions::default(),
                book: None,
                book_margin: 0,
                limits: Limits::nodes(100),
                without_clock: Duration::from_secs(1),
                take_backs: false,
                asking: Duration::from_secs(20),
                patience: Duration::from_secs(20),
            };
            // A connection that ends in mid-game is the test's doing.
            let _ = player.follow(&mut connection, &mut |_| {});
        }
    });
    format!("dxp:{address},name=dxp")
}

/// Four games against a DXP program; each is stopped soon, because DXP messages are sent with a gap.
fn against_dxp(folder: &Folder, rules: &Ruleset, program: &str) -> (Standings, Vec<String>) {
    let path = folder.path(&format!("{rules}.pdn"));
    let mut contest = contest(&["level:1", program], 2);
    contest.rules = rules.clone();
    contest.openings = OpeningSource::Random(4);
    contest.conditions.pace = Pace::nodes(300);
    contest.conditions.adjudication.plies = 30;
    contest.record = Some(RecordFile { path: path.clone(), resume: false });
    let standings = contest.run(&Stop::new(), &mut |_| {}).unwrap();
    (standings, games(&path).into_values().collect())
}

#[test]
fn a_program_behind_dxp_plays_whole_games() {
    let folder = Folder::new("dxp");
    for rules in [Variant::International, Variant::Russian].map(Ruleset::from) {
        let (standings, games) = against_dxp(&folder, &rules, &dxp_program(&rules));
        assert_eq!((standings.finished(), standings.failures(1)), (4, 0), "{games:?}");
        assert!(games.iter().all(|game| game.contains("after 30 plies")), "{games:?}");
    }
}

#[test]
fn a_program_behind_dxp_that_does_not_accept_a_game_loses_it() {
    let folder = Folder::new("dxp-other");
    let program = dxp_program(&Variant::Russian.into());
    let (standings, games) = against_dxp(&folder, &Variant::International.into(), &program);
    assert_eq!(standings.score(0, 1).to_string(), "+4 =0 -0");
    assert_eq!(standings.failures(1), 4);
    assert!(games.iter().all(|game| game.contains("does not accept")), "{games:?}");
}

/// A DXP program that accepts a game and then sends this.
fn dxp_sayer(says: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut message = Vec::new();
            // Our message that ends a game needs no answer.
            while let Ok(1..) = reader.read_until(0, &mut message) {
                if message.starts_with(b"R") {
                    let answer = format!("A{:32}0\0{says}", "Sayer");
                    let _ = stream.write_all(answer.as_bytes());
                }
                message.clear();
            }
        }
    });
    format!("dxp:{address},name=sayer")
}

#[test]
fn a_program_behind_dxp_that_calls_a_draw_has_it() {
    let folder = Folder::new("dxp-draw");
    for (says, score, failures, note) in [
        ("E20\0", "+0 =4 -0", 0, "says that it is a draw"),
        ("E10\0", "+4 =0 -0", 0, "resigns"),
        ("E30\0", "+4 =0 -0", 4, "has ended the game"),
    ] {
        let rules = Ruleset::from(Variant::International);
        let (standings, games) = against_dxp(&folder, &rules, &dxp_sayer(says));
        assert_eq!(standings.score(0, 1).to_string(), score, "{games:?}");
        assert_eq!(standings.failures(1), failures, "{says}");
        assert!(games.iter().all(|game| game.contains(note)), "{games:?}");
        fs::remove_file(folder.path(&format!("{rules}.pdn"))).unwrap();
    }
}

/// Aborting a match does not wait for players that are thinking.
#[test]
fn programs_that_think_are_stopped() {
    let folder = Folder::new("stopped");
    let talker = "while echo 'info depth=1'; do :; done";
    for program in [
        program(&folder, "silent", ":", ":"),
        program(&folder, "talking", ":", talker),
        dxp_sayer(""),
        dxp_sayer("CLet me think\0"),
    ] {
        let mut contest = contest(&["level:1", &program], 2);
        contest.conditions.pace =
            Pace { patience: Duration::from_secs(30), margin: Duration::ZERO, ..Pace::nodes(100) };
        let stop = Stop::new();
        let stopper = stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(500));
            stopper.stop();
        });
        let start = Instant::now();
        let standings = contest.run(&stop, &mut |_| {}).unwrap();
        assert_eq!((standings.finished(), standings.failures(1)), (0, 0), "{program}");
        assert!(start.elapsed() < Duration::from_secs(10), "{program}: {:?}", start.elapsed());
    }
}
