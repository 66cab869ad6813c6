//! Whatever arrives, nothing panics, hangs or stays unanswered.

mod talk;

use draughts_protocol::dxp::{Connection, DxpPlayer, Message};
use draughts_protocol::hub::HubLine;
use engine::{Engine, EngineOptions, Limits, SearchOptions};
use proptest::collection::vec;
use proptest::prelude::*;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::Duration;
use talk::Talk;

/// Parts of Hub lines, valid and invalid.
const WORDS: [&str; 40] = [
    "go",
    "go",
    "stop",
    "ponder-hit",
    "ping",
    "pos",
    "level",
    "set-param",
    "init",
    "new-game",
    "hub",
    "think",
    "ponder",
    "analyze",
    "infinite",
    "depth=2",
    "nodes=500",
    "move-time=0.001",
    "time=0",
    "inc=-1",
    "moves=0",
    "time=nan",
    "name=variant",
    "name=hash",
    "name=level",
    "name=rules",
    "value=turkish",
    "value=1",
    "value=bt",
    "value=\"american,capture=off,continue=no\"",
    "value=\"",
    "pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    "moves=\"32-28 19-23\"",
    "moves=\"1x1x1\"",
    "pos=B:W3:BK1",
    "=",
    "\"",
    "\u{fffd}é",
    "depth=99999999999",
    "x=y",
];

fn soup() -> impl Strategy<Value = Vec<String>> {
    let word = prop_oneof![9 => prop::sample::select(&WORDS[..]), 1 => Just(" ")];
    vec(vec(word, 1..5).prop_map(|words| words.join(" ")), 0..60)
}

fn house() -> DxpPlayer {
    DxpPlayer {
        rules: "international".parse().unwrap(),
        engine: Engine::new(EngineOptions { tt_bytes: 1 << 16, ..Default::default() }),
        options: SearchOptions::default(),
        book: None,
        book_margin: 0,
        limits: Limits::nodes(100),
        without_clock: Duration::from_secs(1),
        take_backs: true,
        asking: Duration::from_secs(20),
        patience: Duration::from_secs(20),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..Default::default() })]

    #[test]
    fn lines_are_read_as_they_are_written(text in "\\PC{0,80}", value in "[^\"\\p{C}]{0,20}") {
        if let Ok(line) = text.parse::<HubLine>() {
            prop_assert_eq!(line.to_string().parse::<HubLine>(), Ok(line));
        }
        let line = HubLine::new("x").with("y", &value).with_flag("z");
        prop_assert_eq!(line.to_string().parse::<HubLine>(), Ok(line));
    }

    #[test]
    fn messages_are_read_as_they_are_written(
        kind in prop::sample::select(&b"RAMECBKX"[..]),
        bytes in vec(prop_oneof![3 => b'0'..=b'9', 1 => any::<u8>()], 0..130),
    ) {
        let text = [&[kind][..], &bytes].concat();
        if let Ok(message) = Message::parse(&text) {
            prop_assert_eq!(Message::parse(message.to_string().as_bytes()), Ok(message));
        }
    }

    /// Every accepted `go` gets its `done`, whatever else was sent.
    #[test]
    fn every_go_is_answered(lines in soup()) {
        let mut talk = Talk::start();
        talk.say("set-param name=hash value=1");
        let count = |command: &str| {
            let is = |line: &&String| line.parse().is_ok_and(|line: HubLine| line.command == command);
            lines.iter().filter(is).count()
        };
        let (starts, pings) = (count("go"), count("ping") + 1);
        for line in &lines {
            talk.say(line);
        }
        talk.say("ping");
        let (mut done, mut pongs) = (0, 0);
        while done < starts || pongs < pings {
            let line = talk.hear();
            done += usize::from(line.command == "done");
            pongs += usize::from(line.command == "pong");
            if pongs >= pings && done < starts {
                talk.say("stop");
            }
        }
        prop_assert_eq!((done, pongs), (starts, pings));
        talk.end();
    }

    #[test]
    fn bytes_to_the_engine(bytes in vec(any::<u8>(), 0..3_000)) {
        let mut talk = Talk::start();
        talk.input.as_mut().unwrap().write_all(&bytes).unwrap();
        talk.end();
    }

    #[test]
    fn bytes_to_a_player_over_dxp(
        asks in any::<bool>(),
        texts in vec(vec(prop_oneof![4 => b'0'..=b'9', 2 => b'A'..=b'Z', 1 => any::<u8>()], 0..40), 0..8),
    ) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, _) = listener.accept().unwrap();
        if asks {
            client.write_all(format!("R01{:32}Z000000A\0", "").as_bytes()).unwrap();
        }
        for text in &texts {
            client.write_all(&[&text[..], &[0]].concat()).unwrap();
        }
        client.shutdown(Shutdown::Write).unwrap();
        let mut connection = Connection::over(stream).unwrap();
        let _ = house().follow(&mut connection, &mut |_| {});
        drop(connection);
        let mut rest = Vec::new();
        let _ = client.read_to_end(&mut rest);
    }
}
