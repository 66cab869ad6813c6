//! Our engine as a Hub controller sees it.

mod talk;

use draughts::{AnyPosition, Game, Ruleset, Variant};
use draughts_protocol::hub::{HubLine, serve, variant_name};
use engine::{Expansion, Growth};
use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};
use talk::Talk;

#[test]
fn introduction() {
    let mut talk = Talk::start();
    talk.say("hub");
    assert_eq!(talk.expect("id").value("name"), Some("Damier"));
    let params: Vec<HubLine> = (0..9).map(|_| talk.expect("param")).collect();
    let names: Vec<&str> = params.iter().filter_map(|line| line.value("name")).collect();
    assert_eq!(
        names,
        ["variant", "rules", "threads", "hash", "level", "seed", "book", "book-margin", "bb-size"]
    );
    assert!(params.iter().all(|line| line.has("value") && line.has("type")));
    assert!(params[0].value("values").unwrap().starts_with("normal killer bt frisian losing "));
    talk.expect("wait");
    talk.say("set-param name=hash value=1");
    talk.say("set-param name=variant value=frisian");
    talk.say("init");
    talk.expect("ready");
    talk.say("hub");
    talk.expect("id");
    assert_eq!(talk.expect("param").value("value"), Some("frisian"), "values as they are now");
    for _ in 0..8 {
        talk.expect("param");
    }
    talk.expect("wait");
    talk.say("quit");
    assert!(talk.end().is_empty());
}

/// A few moves in every variant, each in Hub notation and legal.
#[test]
fn every_variant_is_played() {
    let mut talk = Talk::start();
    talk.say("set-param name=hash value=1");
    for variant in Variant::ALL {
        talk.say(&format!("set-param name=variant value={}", variant_name(*variant)));
        talk.say("new-game");
        let mut game = Game::new((*variant).into());
        let mut moves = String::new();
        for _ in 0..8 {
            let start = game.start().to_hub();
            talk.say(&format!("pos pos={start} moves=\"{moves}\""));
            talk.say("level depth=3");
            talk.say("go think");
            let info = talk.hear();
            assert_eq!(info.command, "info", "{info}");
            let first = info.value("pv").unwrap().split(' ').next().unwrap();
            assert!(game.position().parse_hub(first).is_ok(), "{variant}: {info}");
            let done = talk.expect("done");
            let text = done.value("move").unwrap();
            let mv = game.position().parse_hub(text).unwrap();
            game.play(&mv).unwrap();
            moves = format!("{moves} {text}");
            if let Some(answer) = done.value("ponder") {
                assert!(game.position().parse_hub(answer).is_ok(), "{variant}: {done}");
            }
        }
    }
    assert!(talk.end().is_empty());
}

#[test]
fn house_rules() {
    let mut talk = Talk::start();
    talk.say("set-param name=rules value=\"american,capture=off,continue=no,blocked=draws\"");
    let rules: Ruleset = "american,capture=off,continue=no,blocked=draws".parse().unwrap();
    let position = AnyPosition::from_fen(&rules, "B:W18,27:B15").unwrap();
    assert!(position.legal_moves().len() > 1, "a capture may be left");
    talk.say(&format!("pos pos={}", position.to_hub()));
    talk.say("level depth=5");
    talk.say("go think");
    assert!(position.parse_hub(talk.expect("done").value("move").unwrap()).is_ok());
    talk.say("set-param name=rules value=\"\"");
    talk.say("pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww");
    talk.say("level depth=1");
    talk.say("go think");
    talk.expect("done");
    assert!(talk.end().is_empty());
}

/// The protocol's example, and moves that repeat the position far beyond any draw rule.
#[test]
fn moves_are_played_again() {
    let mut talk = Talk::start();
    talk.say(
        "pos pos=BeeeWWeeeeeeeeeeeeeeeeeeeweeeeeeeeewweBeeeeeeeeeBee moves=\"38-15 5-41 48-26\"",
    );
    talk.say("level moves=9 time=291.587");
    talk.say("go ponder");
    talk.say("stop");
    assert!(talk.expect("done").has("move"));
    // A draw by our rules does not end the game for the controller.
    let back_and_forth = "1-6 50-45 6-1 45-50 ".repeat(20);
    let lone = format!("WW{}B", "e".repeat(48));
    talk.say(&format!("pos pos={lone} moves=\"{back_and_forth}\""));
    talk.say("level depth=4");
    talk.say("go think");
    assert!(talk.expect("done").has("move"));
    assert!(talk.end().is_empty());
}

#[test]
fn limits_end_a_search() {
    let mut talk = Talk::start();
    for level in [
        "depth=4",
        "nodes=20000",
        "move-time=0.05",
        "time=1",
        "moves=20 time=1",
        "time=0.2 inc=0.1",
    ] {
        let start = Instant::now();
        talk.say("pos");
        talk.say(&format!("level {level}"));
        talk.say("go think");
        assert!(talk.expect("done").has("move"), "{level}");
        assert!(start.elapsed() < Duration::from_secs(10), "{level}");
    }
    talk.say("pos");
    talk.say("level move-time=0");
    talk.say("go think");
    assert!(talk.expect("done").has("move"), "no time at all is enough for a move");
    assert!(talk.end().is_empty());
}

#[test]
fn a_search_is_stopped() {
    let mut talk = Talk::start();
    for mode in ["think", "ponder", "analyze"] {
        talk.say("pos");
        talk.say("level infinite");
        talk.say(&format!("go {mode}"));
        talk.expect("info");
        talk.silent();
        let start = Instant::now();
        talk.say("stop");
        assert!(talk.expect("done").has("move"));
        assert!(start.elapsed() < Duration::from_secs(10), "{mode}");
        talk.say("stop");
        talk.silent();
    }
    assert!(talk.end().is_empty());
}

/// While pondering no time runs, until the expected move is played.
#[test]
fn pondering() {
    let mut talk = Talk::start();
    talk.say("ponder-hit");
    talk.say("pos");
    talk.say("level move-time=0.05");
    talk.say("go ponder");
    thread::sleep(Duration::from_millis(300));
    talk.silent();
    talk.say("ponder-hit");
    assert!(talk.expect("done").has("move"));
    assert!(talk.end().is_empty());
}

/// As Hub does after an unexpected move: stop, and the next search at once.
#[test]
fn the_next_search_waits_for_the_end_of_the_last() {
    let mut talk = Talk::start();
    talk.say("pos\nlevel infinite\ngo ponder\nstop\npos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"\nlevel infinite\ngo think\nstop");
    talk.expect("done");
    let done = talk.expect("done");
    assert_eq!(done.value("move"), Some("28x19x23"), "the second position was searched");
    // Without a stop, the next go acts as one.
    talk.say(
        "pos\nlevel infinite\ngo analyze\npos\nlevel depth=2\ngo think\ngo think\ngo think\nstop",
    );
    for _ in 0..4 {
        assert!(talk.expect("done").has("move"));
    }
    talk.silent();
    assert!(talk.end().is_empty());
}

#[test]
fn too_much_at_once() {
    let mut talk = Talk::start();
    talk.say("pos\nlevel infinite\ngo think");
    talk.say(&"level depth=1\n".repeat(300));
    assert_eq!(
        talk.expect("error").value("message"),
        Some("too many commands during a search; send stop first")
    );
    talk.say("stop");
    while talk.hear().command != "done" {}
    assert!(talk.end().iter().all(|line| line.starts_with("error")));
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    let mut talk = Talk::start();
    talk.say("pos\nlevel infinite\ngo think");
    talk.expect("info");
    talk.end();
}

#[test]
fn a_level_and_a_seed() {
    let play = |level: u8, seed: u64| {
        let mut talk = Talk::start();
        talk.say(&format!("set-param name=level value={level}\nset-param name=seed value={seed}"));
        talk.say("pos\nlevel infinite\ngo think");
        let done = talk.expect("done");
        done.value("move").unwrap().to_owned()
    };
    assert_eq!(play(2, 7), play(2, 7));
    let choices: std::collections::BTreeSet<String> = (0..12).map(|seed| play(1, seed)).collect();
    assert!(choices.len() > 1, "seeds make a difference");
}

/// A book move is played at once; analysis does not use the book.
#[test]
fn an_opening_book() {
    let rules = Ruleset::from(Variant::Italian);
    let mut expansion = Expansion::new(rules.clone(), vec![AnyPosition::start(&rules)]);
    expansion.grow(&Growth { positions: 8, nodes: 500, ..Default::default() }, &mut |_| {});
    let book = expansion.book();
    let file = std::env::temp_dir().join(format!("damier-hub-{}.book", std::process::id()));
    std::fs::write(&file, book.to_bytes()).unwrap();
    let mut talk = Talk::start();
    talk.say("set-param name=variant value=italian");
    talk.say(&format!("set-param name=book value={}", file.display()));
    talk.say("set-param name=book-margin value=0\npos\nlevel infinite\ngo think");
    let done = talk.hear();
    assert_eq!(done.command, "done", "at once: {done}");
    let game = Game::new(rules);
    let best = book.choose(&game, 0, 0).unwrap().mv;
    assert_eq!(done.value("move"), Some(&*game.position().hub(&best)));
    talk.say("pos\nlevel depth=2\ngo analyze");
    assert_eq!(talk.hear().command, "info");
    talk.expect("done");
    talk.say("set-param name=book value=\"\"\npos\nlevel depth=2\ngo think");
    assert_eq!(talk.hear().command, "info", "without the book it thinks");
    talk.expect("done");
    std::fs::write(&file, b"no book").unwrap();
    let said = talk.complaint(&format!("set-param name=book value={}", file.display()));
    assert!(said.starts_with(&format!("{}: ", file.display())), "{said}");
    std::fs::remove_file(&file).unwrap();
    assert!(talk.complaint("set-param name=book value=/nowhere").starts_with("/nowhere: "));
    assert!(talk.end().is_empty());
}

/// Every invalid input gets an answer that says what to do.
#[test]
fn complaints() {
    let mut talk = Talk::start();
    for (text, complaint) in [
        ("", "the line is empty; it should start with a command"),
        (
            "=",
            "expected a name at character 1; a value with blanks or '=' in it stands in double quotes",
        ),
        ("pos pos=\"W", "the double quote at character 9 is not closed"),
        (
            "dance",
            "there is no command 'dance'; there are hub, set-param, init, new-game, pos, level, go, stop, ponder-hit, ping, quit",
        ),
        ("set-param value=3", "set-param needs a name, as in set-param name=level value=5"),
        (
            "set-param name=buk value=1",
            "there is no parameter 'buk'; there are variant, rules, threads, hash, level, seed, book, book-margin, bb-size",
        ),
        ("set-param name=level value=11", "level is a whole number from 1 to 10, not '11'"),
        (
            "set-param name=hash value=99999999999999999999",
            "hash is a whole number from 1 to 16384, not '99999999999999999999'",
        ),
        ("set-param name=threads", "threads is a whole number from 1 to 256, not ''"),
        (
            "set-param name=variant value=chess",
            "no variant is called 'chess'; there are american, international, italian, russian, brazilian, pool, spanish, portuguese, czech, canadian, frisian, frysk, killer, antidraughts, breakthrough, thai, turkish",
        ),
        ("set-param name=rules value=\"american,crowns=6\"", "no rule is called 'crowns'"),
        (
            "pos pos=Wee",
            "bad position: there must be one letter for each of the 50 squares; there are 2 (at character 2)",
        ),
        (
            "pos pos=Q",
            "bad position: a position starts with the side to move, W or B (at character 1)",
        ),
        ("pos moves=\"32-28 1-2\"", "bad move 2, '1-2': "),
    ] {
        let said = talk.complaint(text);
        assert!(said.starts_with(complaint), "{text}: {said}");
    }
    assert_eq!(
        talk.complaint("level bla=3"),
        "level has no 'bla', which is ignored; it has depth, nodes, move-time, moves, time, inc, infinite"
    );
    assert_eq!(talk.complaint("go think"), "there is no position; send pos first");
    assert_eq!(talk.expect("done").to_string(), "done");
    talk.say(&format!("pos pos=W{}b{}", "e".repeat(40), "e".repeat(9)));
    assert_eq!(talk.complaint("go think"), "the game is over; there is no move");
    assert_eq!(talk.expect("done").to_string(), "done");
    talk.input.as_mut().unwrap().write_all(b"pos \xFF\n").unwrap();
    assert_eq!(talk.expect("error").value("message"), Some("the line is not UTF-8 (at byte 5)"));
    let long = "x".repeat(100_000);
    assert_eq!(talk.complaint(&long), "a line has at most 65536 bytes");
    assert!(talk.end().is_empty());
}

#[test]
fn what_was_asked_for_is_answered_after_the_end_of_the_input() {
    let answers = |input: &'static str| {
        let mut output = Vec::new();
        serve(input.as_bytes(), &mut output, None).unwrap();
        String::from_utf8(output).unwrap()
    };
    let limited = answers("init\npos\nlevel depth=6\ngo think\nnonsense\n");
    assert!(limited.contains("info depth=6 "), "{limited}");
    assert!(limited.contains("done move="), "{limited}");
    assert!(limited.contains("there is no command"), "{limited}");
    let endless = answers("init\npos\nlevel infinite\ngo analyze\n");
    assert!(endless.contains("done move="), "{endless}");
    let two = answers("init\npos\nlevel depth=4\ngo think\npos\nlevel infinite\ngo think\n");
    assert_eq!(two.matches("done move=").count(), 2, "{two}");
}
