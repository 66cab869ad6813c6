//! Issue 15.13: due actions happen, whatever is overdue before them.

use crate::common::games::{block_on, seats};
use crate::common::{Folder, Running};
use arbiter::{Event, Log, Proposal, Terms, Time};
use draughts::Color::{self, Black, White};
use server::store::{Append, Heartbeat, Sqlite, Store, Summary};
use std::time::{Duration, Instant};

/// The maximum number of lines in a log.
const MOST: usize = 5_000;

/// A game of 2020 with a clock and many offers.
fn long_ago(lines: usize) -> Log {
    let at = Time(1_577_836_800_000);
    let mut terms = Terms::new(draughts::Variant::American.into(), 1);
    terms.clock = "5m".parse().unwrap();
    let mut log = Log::open(terms, at).unwrap();
    for side in Color::BOTH {
        log.record(&Event::Join { side, name: side.to_string() }, at).unwrap();
    }
    for (side, text) in [(Black, "11-15"), (White, "22-18")] {
        log.record(&Event::Move { side, text: text.to_owned(), lag: 0 }, at).unwrap();
    }
    let (side, proposal) = (Black, Proposal::Pause);
    let talk = [Event::Offer { side, proposal }, Event::Withdraw { side, proposal }];
    for event in talk.iter().cycle().take(lines.saturating_sub(log.lines().len())) {
        log.record(event, at).unwrap();
    }
    log
}

/// A stored game, due at some time.
fn kept(id: &str, lines: &[String], due: u64) -> Append {
    let summary = Summary {
        id: id.to_owned(),
        created: 1_577_836_800_000,
        updated: 1_577_836_800_000,
        rules: "american".to_owned(),
        clock: "5m".to_owned(),
        white: Some("white".to_owned()),
        black: Some("black".to_owned()),
        plies: 2,
        ending: None,
        rated: false,
        players: seats("key").players(),
        share_key: seats("key").share_key(),
    };
    Append {
        summary,
        seats: Some(seats("key")),
        due: Some(due),
        public: true,
        open: false,
        seq: 0,
        lines: lines.iter().map(|line| (line.clone(), None)).collect(),
    }
}

fn ending(server: &Running, id: &str) -> String {
    let text = server.game(id, "")["table"]["ending"]["text"].clone();
    text.as_str().unwrap_or_default().to_owned()
}

/// 260 logs that can never be flagged, too long or damaged, are overdue before one that can.
#[test]
fn a_flag_falls_behind_logs_that_cannot_be_flagged() {
    const LONG: usize = 4;
    const DAMAGED: usize = 256;
    let folder = Folder::new();
    let store = Sqlite::open(&folder.file()).unwrap();
    let (long, short) = (long_ago(MOST), long_ago(0));
    let mut damaged = short.lines().to_vec();
    damaged.remove(3);
    block_on(async {
        for number in 0..LONG {
            store.append(kept(&format!("long{number}"), long.lines(), 1)).await.unwrap();
        }
        for number in 0..DAMAGED {
            store.append(kept(&format!("damaged{number}"), &damaged, 2)).await.unwrap();
        }
        store.append(kept("real", short.lines(), 3)).await.unwrap();
        // No time is credited for years without a server.
        let at = server::time::now().0;
        let heartbeat = Heartbeat { server: "before".to_owned(), at, outages: Vec::new() };
        store.heartbeat(heartbeat).await.unwrap();
    });
    drop(store);
    let server = Running::start(&folder.file());
    let over = || server.ask("GET", "/api/games", "", None).1;
    let start = Instant::now();
    let is_over = |name: &str| {
        let games = over();
        let mut games = games.as_array().unwrap().iter();
        games.any(|game| game["id"] == name && game["ending"].is_string())
    };
    // The list does not load the game.
    while !is_over("real") || !is_over("long0") {
        assert!(start.elapsed() < Duration::from_secs(60), "its flag never falls: {}", over());
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(ending(&server, "real"), "white wins: black ran out of time");
    let closed = "no result: the game had too many events";
    assert_eq!(ending(&server, "long0"), closed);
    let (_, log) = server.fetch("GET", "/api/games/long0/game.log", "", None);
    assert_eq!(arbiter::replay(&log).unwrap().lines().len(), MOST + 1, "its end has room");
}
