//! Several servers of one store: no game belongs to one of them.

use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
use server::bus::{Bus, Local};
use server::store::Sqlite;
use std::sync::Arc;
#[cfg(feature = "nats")]
use std::time::{Duration, Instant};

/// Three servers that share a store, and possibly a bus.
fn three(folder: &Folder, bus: Option<Arc<dyn Bus>>) -> [Running; 3] {
    [(); 3].map(|()| {
        Running::beside_others(Arc::new(Sqlite::open(&folder.file()).unwrap()), bus.clone())
    })
}

/// Plays a game whose players are connected to two servers while a third one has a spectator; all see the same.
fn play_across(nodes: &[Running; 3]) {
    let order = json!({ "rules": "russian", "opponent": "friend", "color": "white" });
    let (_, created) = nodes[0].ask("POST", "/api/games", "", Some(order));
    let (id, white) = (created["id"].as_str().unwrap(), created["key"].as_str().unwrap());
    let mut host = SocketClient::hello(&nodes[0], id, white, None);
    assert_eq!(host.until("game")["table"]["phase"], "waiting");
    let guest = json!({ "invitation": created["invitation"] });
    let (_, joined) = nodes[1].ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
    let black = joined["key"].as_str().unwrap();
    let mut other = SocketClient::hello(&nodes[1], id, black, None);
    let mut watcher = SocketClient::hello(&nodes[2], id, "", None);
    for line in [&mut host, &mut other, &mut watcher] {
        wait_for(line, 4);
    }
    for (ply, (side, mv)) in ["c3-d4", "b6-a5", "d4-c5", "d6xb4"]
        .iter()
        .zip(["white", "black"].into_iter().cycle())
        .map(|(mv, side)| (side, mv))
        .enumerate()
    {
        let line = if side == "white" { &mut host } else { &mut other };
        line.say(json!({
            "say": "do", "id": ply, "client": format!("c{ply}"), "side": side, "what": "move",
            "value": mv, "ply": ply
        }));
        for line in [&mut host, &mut other, &mut watcher] {
            wait_for(line, 5 + ply as u64);
        }
    }
    let views = nodes.each_ref().map(|node| node.game(id, "")["history"].clone());
    assert!(views.iter().all(|view| *view == views[0] && view.as_array().unwrap().len() == 4));
    // Repeated at another server, a move is still one move.
    let again =
        json!({ "side": "white", "what": "move", "value": "c3-d4", "ply": 0, "client": "c0" });
    assert_eq!(nodes[2].act(id, white, again), (200, json!({ "seq": 4 })));
}

/// Waits until a viewer has this many events, by whichever message.
fn wait_for(line: &mut SocketClient, length: u64) {
    loop {
        let message = line.hear();
        let known = match (&message["event"]["seq"], &message["game"]["seq"]) {
            (Value::Number(seq), _) => seq.as_u64().unwrap() + 1,
            (_, Value::Number(seq)) => seq.as_u64().unwrap(),
            _ => 0,
        };
        if known >= length {
            return;
        }
    }
}

/// Over a real NATS server, which may be killed and restarted.
#[cfg(feature = "nats")]
#[test]
fn a_game_across_servers_over_nats() {
    let Some(mut nats) = crate::common::nats::NatsServer::start() else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let connect = || {
        let bus = runtime.block_on(server::bus::Nats::connect(&nats.url())).unwrap();
        let start = Instant::now();
        while !bus.is_up() {
            assert!(start.elapsed() < Duration::from_secs(20), "no connection to NATS");
            std::thread::sleep(Duration::from_millis(10));
        }
        Arc::new(bus) as Arc<dyn Bus>
    };
    let folder = Folder::new();
    let buses = [connect(), connect(), connect()];
    let nodes = buses.clone().map(|bus| {
        Running::beside_others(Arc::new(Sqlite::open(&folder.file()).unwrap()), Some(bus))
    });
    play_across(&nodes);
    nats.kill();
    play_across(&nodes);
    nats.again();
    let start = Instant::now();
    while !buses.iter().all(|bus| bus.is_up()) {
        assert!(start.elapsed() < Duration::from_secs(30), "servers do not come back to NATS");
        std::thread::sleep(Duration::from_millis(20));
    }
    play_across(&nodes);
}

#[test]
fn a_game_across_three_servers() {
    let folder = Folder::new();
    let nodes = three(&folder, Some(Arc::new(Local::default())));
    play_across(&nodes);
}

/// Without a bus, or while it is down, servers poll the store.
#[test]
fn a_game_across_servers_that_cannot_tell_each_other() {
    struct Broken;
    impl Bus for Broken {
        fn tell(&self, _: &str, _: String) {}

        fn follow(
            &self,
            _: &str,
        ) -> std::pin::Pin<Box<dyn Future<Output = Option<server::bus::BusMessages>> + Send + '_>>
        {
            Box::pin(async { None })
        }

        fn is_up(&self) -> bool {
            false
        }
    }
    let folder = Folder::new();
    let nodes = three(&folder, Some(Arc::new(Broken)));
    play_across(&nodes);
}

/// Issue 15.12: a repeated request gets its first response, also from a server that has not seen it. Each finds the
/// game as it was at the first request.
#[test]
fn the_same_name_has_the_same_answer_at_a_server_that_lags() {
    for round in 0..20 {
        let folder = Folder::new();
        let nodes = three(&folder, None);
        let order = json!({ "rules": "russian", "opponent": "friend", "color": "white" });
        let (_, made) = nodes[0].ask("POST", "/api/games", "", Some(order));
        let (id, white) = (made["id"].as_str().unwrap(), made["key"].as_str().unwrap());
        // The second server has loaded the game before the other player joins.
        let _watcher = SocketClient::hello(&nodes[1], id, "", None).until("game");
        let key = "0123456789abcdef0123456789abcdef";
        let guest = json!({ "invitation": made["invitation"], "key": key });
        for node in [0, 1] {
            let join =
                nodes[node].ask("POST", &format!("/api/games/{id}/join"), "", Some(guest.clone()));
            assert_eq!(join.0, 200, "server {node}, round {round}: {join:?}");
        }
        let action = |side: &str, mv: &str, ply: u32| json!({ "side": side, "what": "move", "value": mv, "ply": ply, "client": format!("{ply}") });
        let first = action("white", "c3-d4", 0);
        let done = nodes[0].act(id, white, first.clone());
        assert_eq!(done.0, 200, "{done:?}");
        assert_eq!(nodes[0].act(id, key, action("black", "b6-a5", 1)).0, 200);
        assert_eq!(nodes[1].act(id, white, first), done, "round {round}");
        let without_ply = json!({ "move": "c3-d4", "client": "0" });
        let path = format!("/api/games/{id}/move");
        assert_eq!(nodes[2].ask("POST", &path, white, Some(without_ply)), done);
        let stale =
            json!({ "side": "black", "what": "move", "value": "b6-a5", "ply": 1, "client": "new" });
        assert_eq!(nodes[1].act(id, key, stale).1["error"]["code"], "stale");
    }
}

/// Issue 15.12: also with one key for both sides.
#[test]
fn the_same_name_has_the_same_answer_on_one_device() {
    let folder = Folder::new();
    let nodes = three(&folder, None);
    let (id, key) = nodes[0].create(json!({ "rules": "russian", "color": "white" }));
    let path = format!("/api/games/{id}/move");
    let order = |mv: &str, name: &str| json!({ "move": mv, "client": name });
    let ask = |node: &Running, order: Value| node.ask("POST", &path, &key, Some(order));
    nodes[1].game(&id, &key);
    let done = ask(&nodes[0], order("c3-d4", "one"));
    assert_eq!(done.0, 200, "{done:?}");
    let with_ply = json!({ "move": "c3-d4", "client": "one", "ply": 0 });
    for node in &nodes {
        assert_eq!(ask(node, order("c3-d4", "one")), done);
        assert_eq!(ask(node, with_ply.clone()), done);
    }
    let second = ask(&nodes[0], order("b6-a5", "two"));
    assert_eq!(second.0, 200, "{second:?}");
    for node in &nodes {
        assert_eq!(ask(node, with_ply.clone()), done);
        assert_eq!(ask(node, order("b6-a5", "two")), second);
    }
    // Request ids are scoped by side for clients that name one.
    let action = |side: &str, mv: &str| json!({ "side": side, "what": "move", "value": mv, "client": "three" });
    assert_eq!(nodes[0].act(&id, &key, action("white", "d4-c5")).0, 200);
    assert_eq!(nodes[0].act(&id, &key, action("black", "d6xb4")).1, json!({ "seq": 7 }));
}

/// A player connected to another server is present, until that server says otherwise.
#[test]
fn presence_crosses_servers() {
    let folder = Folder::new();
    let nodes = three(&folder, Some(Arc::new(Local::default())));
    let order = json!({ "rules": "italian", "opponent": "friend", "color": "white" });
    let (_, created) = nodes[0].ask("POST", "/api/games", "", Some(order));
    let (id, white) = (created["id"].as_str().unwrap(), created["key"].as_str().unwrap());
    let host = SocketClient::hello(&nodes[0], id, white, None);
    let mut watcher = SocketClient::hello(&nodes[1], id, "", None);
    let mut until = |white: bool, watching: u64| loop {
        let present = watcher.until("present");
        if present["white"] == white && present["watching"] == watching {
            return;
        }
    };
    until(true, 1);
    let second = SocketClient::hello(&nodes[2], id, "", None);
    until(true, 2);
    drop(host);
    until(false, 2);
    drop(second);
    until(false, 1);
}
