//! Faults and their limits: a store that fails in every way, and unauthorised requests.

use crate::common::faulty::{Fault, Faulty};
use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
use server::bus::{Bus, BusMessages};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A server with a faulty store, and a game between two people.
struct Hall {
    server: Running,
    store: Arc<Faulty>,
    game: Game,
    /// Deletes the file only after the server has stopped.
    _folder: Folder,
}

/// A game and the keys of its players.
struct Game {
    id: String,
    white: String,
    black: String,
}

impl Game {
    fn between_two(server: &Running, clock: &str) -> Self {
        let order =
            json!({ "rules": "russian", "opponent": "friend", "color": "white", "clock": clock });
        let (_, made) = server.ask("POST", "/api/games", "", Some(order));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let id = text(&made["id"]);
        let guest = json!({ "invitation": made["invitation"] });
        let (_, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
        Self { id, white: text(&made["key"]), black: text(&joined["key"]) }
    }

    fn log(&self, server: &Running) -> String {
        server.fetch("GET", &format!("/api/games/{}/game.log", self.id), "", None).1
    }
}

impl Hall {
    fn open() -> Self {
        let folder = Folder::new();
        let store = Arc::new(Faulty::open(&folder.file()));
        let server = Running::beside_others(store.clone(), None);
        let game = Game::between_two(&server, "none");
        Self { server, store, game, _folder: folder }
    }

    /// The players' connections and a spectator's, each in step.
    fn lines(&self) -> [SocketClient; 3] {
        let Game { id, white, black } = &self.game;
        [white.as_str(), black, ""].map(|key| {
            let mut line = SocketClient::hello(&self.server, id, key, None);
            line.until("game");
            line
        })
    }

    /// The stored lines of the game.
    fn stored(&self) -> Vec<String> {
        crate::common::games::block_on(crate::common::games::lines(&*self.store, &self.game.id))
    }
}

fn first_move() -> Value {
    json!({
        "say": "do", "id": 1, "client": "the first move", "side": "white", "what": "move",
        "value": "c3-d4", "ply": 0
    })
}

/// The response to a request.
fn answer(line: &mut SocketClient) -> Value {
    loop {
        let message = line.hear();
        if !message["done"].is_null() {
            return message;
        }
    }
}

/// Whether a connection has received a move by now.
fn heard_of_a_move(line: &mut SocketClient) -> bool {
    line.say(json!({ "say": "ping", "at": 1 }));
    let mut heard = false;
    loop {
        let message = line.hear();
        if !message["pong"].is_null() {
            return heard;
        }
        let plies = message["game"]["history"].as_array().map_or(0, Vec::len);
        heard |= !message["event"].is_null() || plies > 0;
    }
}

fn soon(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Nothing is acknowledged or sent; the player gets an error and retries when the store works.
fn is_not_done_until_it_is_stored(fault: Fault) {
    let hall = Hall::open();
    let [mut white, mut black, mut watcher] = hall.lines();
    let before = hall.stored();
    hall.store.befalls(move |_| Some(fault));
    for _ in 0..2 {
        white.say(first_move());
        let refused = answer(&mut white);
        assert_eq!(refused["error"]["code"], "store", "{refused}");
        assert!(refused["error"]["message"].as_str().unwrap().contains("cannot be"), "{refused}");
        for line in [&mut white, &mut black, &mut watcher] {
            assert!(!heard_of_a_move(line), "{fault:?}");
        }
    }
    assert_eq!(hall.stored(), before);
    hall.store.works();
    white.say(first_move());
    assert_eq!(answer(&mut white), json!({ "done": 1, "seq": before.len() }));
    for line in [&mut black, &mut watcher] {
        soon("all are told", || heard_of_a_move(line));
    }
    assert_eq!(hall.stored().len(), before.len() + 1);
}

#[test]
fn a_disk_that_is_full() {
    is_not_done_until_it_is_stored(Fault::Fails);
}

#[test]
fn a_disk_that_hangs_and_then_fails() {
    is_not_done_until_it_is_stored(Fault::HangsThenFails(Duration::from_millis(400)));
}

#[test]
fn a_disk_that_fails_after_it_has_written() {
    let hall = Hall::open();
    let [mut white, mut black, mut watcher] = hall.lines();
    let before = hall.stored();
    hall.store.befalls(|_| Some(Fault::FailsAfterWriting));
    white.say(first_move());
    assert_eq!(answer(&mut white)["error"]["code"], "store");
    hall.store.works();
    // Another request is first told that the game has moved on.
    let Game { id, black: key, .. } = &hall.game;
    let early = json!({ "side": "black", "what": "move", "value": "b6-a5", "ply": 0 });
    let (status, refused) = hall.server.act(id, key, early);
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("stale")), "{refused}");
    for _ in 0..2 {
        white.say(first_move());
        assert_eq!(answer(&mut white), json!({ "done": 1, "seq": before.len() }));
    }
    for line in [&mut black, &mut watcher] {
        soon("all are told", || heard_of_a_move(line));
    }
    let after = hall.stored();
    assert_eq!(after[..before.len()], before);
    assert_eq!(after.len(), before.len() + 1, "once: {after:?}");
    assert_eq!(hall.server.play(id, key, "black", "b6-a5").0, 200);
}

/// A player whose move was stored after all, and who requests another one, is told that the game has moved on.
#[test]
fn another_move_after_one_that_was_stored_after_all() {
    let hall = Hall::open();
    let Game { id, white, .. } = &hall.game;
    hall.store.befalls(|_| Some(Fault::FailsAfterWriting));
    let action = |mv: &str| json!({ "side": "white", "what": "move", "value": mv, "ply": 0 });
    assert_eq!(hall.server.act(id, white, action("c3-d4")).0, 503);
    hall.store.works();
    let (status, stale) = hall.server.act(id, white, action("e3-f4"));
    assert_eq!((status, &stale["error"]["code"]), (409, &json!("stale")));
    assert_eq!(hall.server.game(id, white)["history"][0]["text"], "c3-d4");
}

/// Issue 15.8: the store is the only source of truth, even if it has lost something that this server knows.
#[test]
fn a_store_that_has_lost_a_move() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let game = Game::between_two(&server, "none");
    let Game { id, white, black } = &game;
    assert_eq!(server.play(id, white, "white", "c3-d4").0, 200);
    let file = rusqlite::Connection::open(folder.file()).unwrap();
    let last = "DELETE FROM events WHERE game = ?1
        AND seq = (SELECT max(seq) FROM events WHERE game = ?1)";
    assert_eq!(file.execute(last, [id]).unwrap(), 1);
    let (status, refused) = server.play(id, black, "black", "b6-a5");
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");
    assert_eq!(server.play(id, white, "white", "e3-f4").0, 200);
    assert!(arbiter::replay(&game.log(&server)).is_ok(), "there is no gap");
}

#[test]
fn a_slow_disk_holds_one_game_and_no_other() {
    let hall = Hall::open();
    let other = Game::between_two(&hall.server, "none");
    let [mut white, mut black, _watcher] = hall.lines();
    let slow = hall.game.id.clone();
    let moment = Duration::from_secs(3);
    hall.store.befalls(move |game| (game == slow).then_some(Fault::Slow(moment)));
    let start = Instant::now();
    white.say(first_move());
    assert_eq!(hall.server.play(&other.id, &other.white, "white", "c3-d4").0, 200);
    assert_eq!(hall.server.play(&other.id, &other.black, "black", "b6-a5").0, 200);
    let told = heard_of_a_move(&mut black);
    assert!(!told || start.elapsed() >= moment, "told before it was stored");
    assert_eq!(answer(&mut white)["error"], Value::Null);
    assert!(start.elapsed() >= moment, "acknowledged before it was stored");
    soon("the opponent is told", || heard_of_a_move(&mut black));
}

#[test]
fn a_server_that_cannot_store_says_so_and_recovers() {
    let hall = Hall::open();
    let ready = || hall.server.fetch("GET", "/readyz", "", None);
    soon("it is ready", || ready().0 == 200);
    hall.store.befalls(|_| Some(Fault::Fails));
    soon("it is not ready", || ready().0 == 503);
    assert!(ready().1.contains("input/output error"), "{}", ready().1);
    let order = json!({ "rules": "american" });
    let (status, refused) = hall.server.ask("POST", "/api/games", "", Some(order.clone()));
    assert_eq!((status, &refused["error"]["code"]), (503, &json!("store")));
    assert_eq!(hall.server.game(&hall.game.id, "")["table"]["phase"], "playing", "games are shown");
    hall.store.works();
    soon("it is ready again", || ready().0 == 200);
    assert_eq!(hall.server.ask("POST", "/api/games", "", Some(order)).0, 201);
}

/// A bus without subscribers.
struct Deaf;

impl Bus for Deaf {
    fn tell(&self, _: &str, _: String) {}

    fn follow(&self, _: &str) -> Pin<Box<dyn Future<Output = Option<BusMessages>> + Send + '_>> {
        Box::pin(async { None })
    }

    fn is_up(&self) -> bool {
        true
    }
}

/// Several servers notice independently that their store was down: the time is credited once.
#[test]
fn time_without_a_store_is_given_back_once() {
    let folder = Folder::new();
    let stores = [(); 3].map(|()| Arc::new(Faulty::open(&folder.file())));
    let nodes = stores.clone().map(|store| Running::beside_others(store, Some(Arc::new(Deaf))));
    let game = Game::between_two(&nodes[0], "5m");
    assert_eq!(nodes[0].play(&game.id, &game.white, "white", "c3-d4").0, 200);
    assert_eq!(nodes[1].play(&game.id, &game.black, "black", "b6-a5").0, 200);
    let _lines =
        nodes.each_ref().map(|node| SocketClient::hello(node, &game.id, &game.white, None));
    // White thinks for longer than the outage, so that it could be credited twice.
    std::thread::sleep(Duration::from_secs(6));
    stores.iter().for_each(|store| store.befalls(|_| Some(Fault::Fails)));
    std::thread::sleep(Duration::from_secs(4));
    stores.iter().for_each(|store| store.works());
    let credit = |node: &Running| {
        let log = game.log(node);
        let credits = log.split(" credit ").skip(1).filter_map(|rest| rest.split(' ').next());
        credits.map(|time| time.parse::<u64>().unwrap()).sum::<u64>()
    };
    soon("the time is given back", || nodes.iter().all(|node| credit(node) > 0));
    // Each server has had the time to do it too. On a busy machine the store may be late once more.
    std::thread::sleep(Duration::from_millis(2_500));
    assert!(credit(&nodes[2]) < 2 * 4_000, "{}", game.log(&nodes[2]));
    let clock = nodes[2].game(&game.id, "")["table"]["clock"].clone();
    assert_eq!(nodes[1].play(&game.id, &game.white, "white", "d4-c5").0, 200, "{clock}");
}

/// A crowd that reconnects is not announced one by one.
#[test]
fn a_crowd_that_comes_is_told_of_together() {
    const CROWD: u64 = 40;
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let game = Game::between_two(&server, "5m");
    let mut white = SocketClient::hello(&server, &game.id, &game.white, None);
    white.until("game");
    let start = Instant::now();
    let _crowd: Vec<SocketClient> =
        (0..CROWD).map(|_| SocketClient::hello(&server, &game.id, "", None)).collect();
    let mut told = 1;
    while white.until("present")["watching"] != CROWD {
        told += 1;
    }
    let most = 4 + start.elapsed().as_millis() / 400;
    assert!(told <= most, "told {told} times, and should be at most {most} times");
}

/// BARS: every message as wrong side, spectator, other game, finished game: refused with a reason, and nothing is
/// stored.
#[test]
fn who_may_not_act_does_not() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let game = Game::between_two(&server, "none");
    let other = Game::between_two(&server, "none");
    assert_eq!(server.play(&game.id, &game.white, "white", "c3-d4").0, 200);
    let before = [game.log(&server), other.log(&server)];
    for what in actions() {
        for (key, side, code) in [
            (&game.white, "black", "not-your-seat"),
            (&game.black, "white", "not-your-seat"),
            (&other.white, "white", "not-your-seat"),
            (&other.black, "black", "not-your-seat"),
        ] {
            is_refused(&server, &game, key, with(&what, "side", side), code);
        }
        let elsewhere = with(&with(&what, "side", "white"), "game", &other.id);
        is_refused(&server, &game, &game.white, elsewhere, "wrong-game");
    }
    let forged = json!({ "side": "black", "what": "move", "value": "b6xd4", "ply": 1 });
    is_refused(&server, &game, &game.black, forged, "refused");
    assert_eq!([game.log(&server), other.log(&server)], before);
}

/// Without a key one can only watch.
#[test]
fn who_watches_does_nothing_else() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let game = Game::between_two(&server, "none");
    let before = game.log(&server);
    let mut line = SocketClient::hello(&server, &game.id, "", None);
    for what in actions() {
        let action = with(&what, "side", "white");
        let (status, answer) = server.act(&game.id, "", action.clone());
        assert_eq!((status, &answer["error"]["code"]), (401, &json!("no-key")), "{action}");
        assert_eq!(said(&mut line, action.clone())["error"]["code"], "not-your-seat", "{action}");
    }
    line.say(json!({ "say": "chat", "text": "psst" }));
    assert_eq!(line.until("error")["code"], "not-your-seat");
    assert_eq!(game.log(&server), before);
}

#[test]
fn a_game_that_is_over_stays_as_it_is() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let game = Game::between_two(&server, "none");
    let resign = json!({ "side": "white", "what": "resign" });
    assert_eq!(server.act(&game.id, &game.white, resign).0, 200);
    let before = game.log(&server);
    for what in actions().into_iter().filter(|what| what["value"] != "rematch") {
        let code = if what["what"] == "claim-win" { "not-gone" } else { "refused" };
        is_refused(&server, &game, &game.black, with(&what, "side", "black"), code);
    }
    assert_eq!(game.log(&server), before);
}

/// All actions of a player.
fn actions() -> Vec<Value> {
    let offers = ["draw", "take-back", "pause", "resume", "rematch"];
    let about = ["offer", "accept", "decline", "withdraw"];
    let plain = ["claim", "claim-win", "resign", "abort"].map(|what| json!({ "what": what }));
    let moves =
        [json!({ "what": "move", "value": "b6-a5" }), json!({ "what": "touch", "value": "b6" })];
    let proposals = about
        .iter()
        .flat_map(|what| offers.iter().map(move |value| json!({ "what": what, "value": value })));
    plain.into_iter().chain(moves).chain(proposals).collect()
}

fn with(action: &Value, name: &str, value: &str) -> Value {
    let mut action = action.clone();
    action[name] = json!(value);
    action
}

/// Sends an action over a WebSocket; returns the response.
fn said(line: &mut SocketClient, mut action: Value) -> Value {
    action["say"] = json!("do");
    action["id"] = json!(7);
    line.say(action);
    answer(line)
}

/// It is refused both over HTTP and over a WebSocket.
fn is_refused(server: &Running, game: &Game, key: &str, action: Value, code: &str) {
    let (_, refused) = server.act(&game.id, key, action.clone());
    assert_eq!(refused["error"]["code"], code, "{action}: {refused}");
    let mut line = SocketClient::hello(server, &game.id, key, None);
    let refused = said(&mut line, action.clone());
    assert_eq!(refused["error"]["code"], code, "{action}: {refused}");
    assert!(!refused["error"]["message"].as_str().unwrap().is_empty(), "{refused}");
}
