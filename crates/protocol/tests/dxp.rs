//! Games over real connections: with ourselves, and with unruly clients.

use draughts::{AnyPosition, Color, Game, Ruleset, Variant};
use draughts_protocol::Patience;
use draughts_protocol::dxp::{
    BoutEvent, Challenge, Conclusion, Connection, DxpError, DxpPlayer, DxpVerdict, Opponent,
};
use engine::{Engine, EngineOptions, Expansion, Growth, Level, Limits, SearchOptions, Stop};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

fn house(rules: &str, level: u8) -> DxpPlayer {
    DxpPlayer {
        rules: rules.parse().unwrap(),
        engine: Engine::new(EngineOptions { tt_bytes: 1 << 20, ..Default::default() }),
        options: SearchOptions { level: Level::new(level).unwrap(), ..Default::default() },
        book: None,
        book_margin: 0,
        limits: Limits::depth(6),
        without_clock: Duration::from_secs(1),
        take_backs: true,
        asking: Duration::from_secs(20),
        patience: Duration::from_secs(20),
    }
}

/// What a follower observed.
#[derive(Default)]
struct Seen {
    games: Vec<Conclusion>,
    words: Vec<String>,
}

impl Seen {
    fn tell(&mut self) -> impl FnMut(&BoutEvent) {
        |event| match event {
            BoutEvent::Ended(conclusion) => self.games.push((*conclusion).clone()),
            BoutEvent::Chat(text) | BoutEvent::Refused(text) => self.words.push((*text).to_owned()),
            BoutEvent::Back { moves } => self.words.push(format!("back to {moves}")),
            BoutEvent::Started { .. } | BoutEvent::Moved { .. } => {}
        }
    }
}

type Follower = JoinHandle<(Seen, Result<(), DxpError>)>;

/// A follower that waits for one connection.
fn follower(mut house: DxpPlayer) -> (SocketAddr, Follower) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let thread = thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut connection = Connection::over(stream).unwrap();
        let mut seen = Seen::default();
        let result = house.follow(&mut connection, &mut seen.tell());
        (seen, result)
    });
    (address, thread)
}

fn challenge(games: u32, moves: u16) -> Challenge {
    Challenge { games, side: Color::White, same_side: false, minutes: 1, moves, start: None }
}

fn initiate(
    house: &mut DxpPlayer,
    address: SocketAddr,
    challenge: &Challenge,
) -> (Seen, Result<(), DxpError>) {
    let mut connection = Connection::open(&address.to_string(), Duration::from_secs(5)).unwrap();
    let mut seen = Seen::default();
    let result = house.initiate(&mut connection, challenge, &mut seen.tell());
    (seen, result)
}

fn texts(game: &Game) -> Vec<String> {
    let moves = game.history().enumerate();
    moves.map(|(ply, mv)| game.position_after(ply).unwrap().hub(mv)).collect()
}

#[test]
fn whole_games_with_ourselves() {
    let (address, follower) = follower(house("international", 1));
    let (ours, result) = initiate(&mut house("international", 3), address, &challenge(2, 0));
    result.unwrap();
    let (theirs, result) = follower.join().unwrap();
    result.unwrap();
    assert_eq!((ours.games.len(), theirs.games.len()), (2, 2));
    for (ours, theirs) in ours.games.iter().zip(&theirs.games) {
        assert_eq!(texts(&ours.game), texts(&theirs.game));
        assert_eq!(ours.side, !theirs.side);
        assert!(ours.game.outcome().is_some(), "{}", ours.reason);
        assert_eq!(ours.verdict.winner(ours.side), theirs.verdict.winner(theirs.side));
        assert!(theirs.opponent.starts_with("Damier "));
    }
    assert_eq!(ours.games[0].side, !ours.games[1].side, "sides change");
}

#[test]
fn a_game_ends_when_its_moves_are_played() {
    let (address, follower) = follower(house("international", 2));
    let (ours, result) = initiate(&mut house("international", 2), address, &challenge(1, 4));
    result.unwrap();
    assert_eq!(ours.games[0].game.history().len(), 8);
    assert_eq!(ours.games[0].reason, "4 moves have been played");
    assert_eq!(follower.join().unwrap().0.games[0].verdict, DxpVerdict::Unknown);
}

/// By agreement, any variant can be played from any position.
#[test]
fn other_games_and_positions() {
    for (rules, fen) in [
        ("american", Some("B:W21-32:B1-8,10-12,14")),
        ("turkish", None),
        ("canadian", Some("W:W43-71:B1-30")),
        ("thai", None),
        ("american,capture=off,continue=no,blocked=draws", None),
    ] {
        let (address, follower) = follower(house(rules, 1));
        let mut house = house(rules, 1);
        let start = fen.map(|fen| AnyPosition::from_fen(&house.rules, fen).unwrap());
        let (ours, result) = initiate(&mut house, address, &Challenge { start, ..challenge(1, 6) });
        result.unwrap();
        let theirs = follower.join().unwrap().0;
        assert_eq!(texts(&ours.games[0].game), texts(&theirs.games[0].game), "{rules}");
        assert!(ours.games[0].game.history().len() >= 6, "{rules}");
    }
}

#[test]
fn games_that_are_not_accepted() {
    let (address, follower) = follower(house("american", 1));
    let mut other = house("international", 1);
    let fen = "W:W31-49:B1-20";
    let start = Some(AnyPosition::from_fen(&other.rules, fen).unwrap());
    let (_, result) = initiate(&mut other, address, &Challenge { start, ..challenge(1, 6) });
    let error = result.unwrap_err().to_string();
    assert!(error.contains("does not accept the game: no position of American"), "{error}");
    let (theirs, result) = follower.join().unwrap();
    result.unwrap();
    assert!(theirs.words[0].contains("one letter for each of the 32 squares; there are 50"));
}

/// A follower that expects another variant does not finish the game, which is an error.
#[test]
fn games_of_another_variant() {
    for (ours, theirs, said) in [
        ("russian", "international", "does not accept the game: no position of International"),
        ("american", "international", "does not accept the game: no position of International"),
        ("international", "russian", "has broken off the game: error: Damier"),
    ] {
        let (address, follower) = follower(house(theirs, 1));
        let (_, result) = initiate(&mut house(ours, 1), address, &challenge(2, 0));
        let error = result.unwrap_err().to_string();
        assert!(error.contains(said), "{ours}, {theirs}: {error}");
        let _ = follower.join().unwrap();
    }
}

/// A program that accepts each requested game and ends it with this message.
fn quitter(end: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let mut client = Client(listener.accept().unwrap().0);
        loop {
            match client.hear() {
                heard if heard.starts_with('R') => {
                    client.say(&format!("A{:32}0", "Quitter"));
                    client.say("Cmy tea is ready");
                    thread::sleep(Duration::from_millis(100));
                    client.say(end);
                }
                heard if heard.is_empty() => return,
                _ => {}
            }
        }
    });
    address
}

#[test]
fn games_that_are_broken_off() {
    for (end, games, said) in [
        ("E01", 1, "Quitter has broken off the game: my tea is ready"),
        ("E00", 3, "Quitter has broken off the game: my tea is ready"),
        ("E11", 3, "Quitter wants no more games after 1 of 3"),
    ] {
        let asked = Challenge { side: Color::Black, ..challenge(games, 0) };
        let (seen, result) = initiate(&mut house("international", 1), quitter(end), &asked);
        assert_eq!(result.unwrap_err().to_string(), said);
        assert_eq!(seen.games.len() as u32, if end == "E00" { 3 } else { 1 });
    }
    let asked = Challenge { side: Color::Black, ..challenge(1, 0) };
    let (seen, result) = initiate(&mut house("international", 1), quitter("E11"), &asked);
    result.unwrap();
    assert_eq!(seen.games[0].verdict, DxpVerdict::Win, "whoever gives up breaks nothing off");
}

#[test]
fn a_house_opens_by_its_book() {
    let rules = Ruleset::from(Variant::Italian);
    let start = AnyPosition::start(&rules);
    let mut expansion = Expansion::new(rules.clone(), vec![start]);
    expansion.grow(&Growth { positions: 4, nodes: 200, ..Default::default() }, &mut |_| {});
    let mut house = house("italian", 10);
    let book = expansion.book();
    let known = book.choose(&Game::new(rules), 0, 0).unwrap().mv;
    house.book = Some(book);
    house.limits = Limits::infinite();
    let (address, follower) = follower(house);
    let mut client = Client::connect(address);
    client.say(&format!("R01{:32}W999000A", "Client"));
    client.hear();
    let asked = Instant::now();
    let moved = client.hear();
    assert!(asked.elapsed() < Duration::from_secs(10), "it thinks");
    assert_eq!(start.parse_hub(&format!("{}-{}", &moved[5..7], &moved[7..9])), Ok(known));
    drop(client);
    let _ = follower.join().unwrap();
}

/// A client that writes raw bytes.
struct Client(TcpStream);

impl Client {
    fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self(stream)
    }

    fn say(&mut self, text: &str) {
        self.0.write_all(format!("{text}\0").as_bytes()).unwrap();
    }

    fn hear(&mut self) -> String {
        let mut text = String::new();
        let mut byte = [0];
        while self.0.read(&mut byte).unwrap() == 1 && byte[0] != 0 {
            text.push(char::from(byte[0]));
        }
        text
    }

    fn ask(&mut self, follower: char) {
        self.say(&format!("R01{:32}{follower}001000A", "Client"));
        assert_eq!(self.hear()[33..], *"0");
    }
}

#[test]
fn going_back() {
    let (address, follower) = follower(house("international", 1));
    let mut client = Client::connect(address);
    client.say("CHello there");
    client.ask('W');
    let first = client.hear();
    assert_eq!(first.as_bytes()[0], b'M');
    client.say("M0003192300");
    assert_eq!(client.hear().as_bytes()[0], b'M');
    client.say("B001Z");
    assert_eq!(client.hear(), "K0");
    client.say("M0003182300");
    assert_eq!(client.hear().as_bytes()[0], b'M');
    client.say("B009W");
    assert_eq!(client.hear(), "K2", "that move has not been played");
    client.say("B000W");
    assert_eq!(client.hear(), "K2");
    client.say(&format!("R01{:32}W001000A", "Client"));
    assert_eq!(client.hear()[33..], *"2", "a game is going on");
    client.say("B001W");
    assert_eq!(client.hear(), "K0");
    let again = client.hear();
    assert_eq!(again.as_bytes()[0], b'M', "it is our turn again");
    client.say("E11");
    assert_eq!(client.hear(), "E01");
    let (seen, result) = follower.join().unwrap();
    result.unwrap();
    assert_eq!(seen.words, ["Hello there", "back to 1", "back to 0"]);
    assert_eq!(seen.games[0].verdict, DxpVerdict::Win);
    assert_eq!(seen.games[0].reason, "Client gives up");
    assert_eq!(seen.games[0].game.history().len(), 1);
}

/// Messages without effect do not keep us from moving, and our thinking time is charged to us.
#[test]
fn messages_while_we_think() {
    for minutes in ["000", "001"] {
        let mut thinker = house("international", 10);
        thinker.limits = Limits::time(Duration::from_secs(6));
        thinker.without_clock = Duration::from_secs(6);
        let (address, follower) = follower(thinker);
        let mut client = Client::connect(address);
        client.say(&format!("R01{:32}W{minutes}000A", "Client"));
        client.hear();
        thread::sleep(Duration::from_millis(600));
        client.say("CStill there?");
        client.say("B009W");
        assert_eq!(client.hear(), "K2");
        client.say("K0");
        client.say(&format!("A{:32}0", "Client"));
        client.say(&format!("R01{:32}W001000A", "Client"));
        assert_eq!(client.hear()[33..], *"2");
        let moved = client.hear();
        assert_eq!(moved.as_bytes()[0], b'M', "{moved}");
        assert!(moved[1..5].parse::<u16>().unwrap() >= 1, "all of our time is told: {moved}");
        client.say("E11");
        assert_eq!(client.hear(), "E01");
        assert_eq!(follower.join().unwrap().0.words, ["Still there?"]);
    }
}

/// Endless interruptions only make us move at once when our time is up.
#[test]
fn take_backs_without_end() {
    let mut thinker = house("international", 10);
    thinker.limits = Limits::infinite();
    thinker.without_clock = Duration::from_millis(500);
    let (address, follower) = follower(thinker);
    let mut client = Client::connect(address);
    client.say(&format!("R01{:32}W000000A", "Client"));
    client.hear();
    let mut answers = 0;
    let moved = loop {
        client.say("B001W");
        match client.hear() {
            answer if answer == "K0" => answers += 1,
            other => break other,
        }
        assert!(answers < 200, "we should have moved");
    };
    assert_eq!(moved.as_bytes()[0], b'M', "{moved}");
    drop(client);
    let result = follower.join().unwrap().1;
    assert!(matches!(result, Err(DxpError::Closed)), "{result:?}");
}

/// Chat replaces neither a move nor a request.
#[test]
fn a_client_who_only_talks() {
    for asks in [true, false] {
        let mut impatient = house("international", 1);
        let patience = if asks { &mut impatient.patience } else { &mut impatient.asking };
        *patience = Duration::from_millis(300);
        let (address, follower) = follower(impatient);
        let mut client = Client::connect(address);
        if asks {
            client.say(&format!("R01{:32}Z000000A", "Client"));
        }
        let until = Instant::now() + Duration::from_secs(60);
        let words = "Cwords\0".repeat(1_000);
        while Instant::now() < until && !follower.is_finished() {
            // The connection is closed as soon as we have had enough.
            let _ = client.0.write_all(words.as_bytes());
        }
        assert!(follower.is_finished(), "we listen for ever");
        let error = follower.join().unwrap().1.unwrap_err();
        assert!(matches!(error, DxpError::Late(time) if time.as_millis() == 300), "{error}");
    }
}

/// A client that requests nothing must not block others.
#[test]
fn a_visitor_who_asks_for_no_game() {
    let mut impatient = house("international", 1);
    impatient.asking = Duration::from_secs(3);
    let (address, follower) = follower(impatient);
    let mut client = Client::connect(address);
    client.say(&format!("R02{:32}W001000A", "Client"));
    assert!(client.hear().starts_with("Cversion 2"));
    assert_eq!(client.hear()[33..], *"1");
    assert_eq!(client.hear(), "Cerror: nothing that matters came from the other side for 3s");
    assert_eq!(client.hear(), "E01");
    assert!(matches!(follower.join().unwrap().1, Err(DxpError::Late(_))));
}

#[test]
fn a_house_that_does_not_go_back() {
    let mut house = house("international", 1);
    house.take_backs = false;
    let (address, follower) = follower(house);
    let mut client = Client::connect(address);
    client.ask('W');
    client.hear();
    client.say("B001W");
    assert_eq!(client.hear(), "K1");
    client.say("E00");
    assert_eq!(client.hear(), "E00");
    client.ask('Z');
    client.say("E01");
    assert_eq!(client.hear(), "E01");
    assert_eq!(follower.join().unwrap().0.games.len(), 2, "another game was played");
}

#[test]
fn wrong_moves_and_wrong_messages() {
    for (bytes, complaint) in [
        ("M0000312200", "Cerror: Client played 31-22: "),
        ("M0000999900", "Cerror: Client played 99-99: there is no such square"),
        (
            "M00003228",
            "Cerror: the message \"M00003228\" is wrong at character 10: expected a number",
        ),
        ("Zzz", "Cerror: a message of DXP starts with one of R, A, M, E, C, B, K"),
        (&"x".repeat(5_000), "Cerror: a message of DXP has at most 127 characters"),
    ] {
        let (address, follower) = follower(house("international", 1));
        let mut client = Client::connect(address);
        client.ask('Z');
        client.say(bytes);
        let said = client.hear();
        assert!(said.starts_with(complaint), "{said}");
        assert_eq!(client.hear(), "E01");
        let (seen, result) = follower.join().unwrap();
        assert!(result.is_err());
        assert_eq!(seen.games[0].verdict, DxpVerdict::Unknown);
    }
}

/// If the client disconnects while we think, we stop thinking.
#[test]
fn a_client_who_goes() {
    let mut thinker = house("international", 10);
    thinker.limits = Limits::infinite();
    let (address, follower) = follower(thinker);
    let mut client = Client::connect(address);
    client.say(&format!("R01{:32}W999000A", "Client"));
    client.hear();
    client.say("CAre you there?");
    drop(client);
    let (seen, result) = follower.join().unwrap();
    assert!(matches!(result, Err(DxpError::Closed)));
    assert_eq!(seen.games[0].reason, "the other side has closed the connection");
}

#[test]
fn other_versions_are_not_spoken() {
    let (address, follower) = follower(house("international", 1));
    let mut client = Client::connect(address);
    client.say(&format!("R02{:32}W001000A", "Client"));
    assert_eq!(client.hear(), "Cversion 2 is not known; only 1 is");
    assert_eq!(client.hear()[33..], *"1");
    drop(client);
    assert!(follower.join().unwrap().1.is_ok());
}

/// A program over DXP plays both sides of a match: from the start, from an opening, and with either side moving first.
#[test]
fn an_opponent_in_matches() {
    let (address, follower) = follower(house("international", 1));
    let rules = Ruleset::from(Variant::International);
    let mut opponent = Opponent::connect(&address.to_string(), Patience::default()).unwrap();
    let mut own = Engine::new(EngineOptions::default());
    let opening = AnyPosition::from_fen(&rules, "W:W28,31,33-50:B1-18,20,23").unwrap();
    let limits = Limits::depth(4);
    for (start, theirs) in [
        (AnyPosition::start(&rules), Color::White),
        (AnyPosition::start(&rules), Color::Black),
        (opening, Color::White),
        (opening, Color::Black),
    ] {
        let mut game = Game::from_position(rules.clone(), start);
        while game.outcome().is_none() && game.history().len() < 300 {
            let mv = if game.position().turn() == theirs {
                opponent.search(&game, &limits, &Stop::new()).unwrap().mv
            } else {
                own.search(&game, &limits, &SearchOptions::default(), &mut |_| {}).unwrap().best
            };
            game.play(&mv).unwrap();
        }
        opponent.conclude(&game, game.outcome().and_then(|outcome| outcome.winner)).unwrap();
        assert!(opponent.name().starts_with("Damier "));
    }
    drop(opponent);
    let (seen, result) = follower.join().unwrap();
    result.unwrap();
    assert_eq!(seen.games.len(), 4);
    assert!(seen.games.iter().all(|game| game.verdict != DxpVerdict::Unknown), "results are told");
}

#[test]
fn nobody_there() {
    let address = "127.0.0.1:1";
    let error = Connection::open(address, Duration::from_secs(5)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{address} cannot be reached: ")), "{error}");
}
