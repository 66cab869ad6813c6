//! PostgreSQL only: outages under load, recovery, and misconfiguration.

use crate::common::games::{block_on, game, lines};
use crate::common::postgres::{Database, PASSWORD};
use server::store::{Heartbeat, Postgres, Store, StoreError, at};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// Why a database is rejected.
async fn refusal(address: &str) -> String {
    match Postgres::open(address).await {
        Ok(_) => panic!("{address} was opened"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn who_asks_while_it_restarts_only_waits() {
    let Some(database) = Database::start() else {
        return;
    };
    block_on(async {
        let store = Arc::new(Postgres::open(&database.create()).await.unwrap());
        store.append(game("one", 0, &["a"])).await.unwrap();
        database.stop();
        let (writer, reader) = (Arc::clone(&store), Arc::clone(&store));
        let append = tokio::spawn(async move { writer.append(game("one", 1, &["b"])).await });
        let load = tokio::spawn(async move { reader.load("one").await });
        sleep(Duration::from_secs(1)).await;
        assert!(!append.is_finished() && !load.is_finished());
        database.resume(&[]);
        append.await.unwrap().unwrap();
        load.await.unwrap().unwrap();
        assert_eq!(lines(&*store, "one").await, ["a", "b"]);
    });
}

fn alive(at: u64) -> Heartbeat {
    Heartbeat { server: "one".to_owned(), at, outages: Vec::new() }
}

/// Requests fail in bounded time, and no error contains the password.
#[test]
fn who_asks_while_it_is_away_is_told_so() {
    let Some(database) = Database::start() else {
        return;
    };
    block_on(async {
        let address = database.create();
        let store = Postgres::open(&address).await.unwrap();
        database.stop();
        let began = Instant::now();
        let (append, load) = tokio::join!(store.append(game("one", 0, &["a"])), store.load("one"));
        assert!(began.elapsed() < Duration::from_secs(30));
        let heartbeat = store.heartbeat(alive(1)).await.map(drop);
        let opened = Postgres::open(&address).await.map(drop);
        for error in
            [append.unwrap_err(), load.unwrap_err(), heartbeat.unwrap_err(), opened.unwrap_err()]
        {
            let text = error.to_string();
            assert!(text.contains("the database cannot be reached: "), "{text}");
            assert!(!text.contains(PASSWORD) && !text.contains("squares"), "{text}");
        }
        database.resume(&[]);
        store.append(game("one", 0, &["b"])).await.unwrap();
        assert_eq!(lines(&store, "one").await, ["b"]);
    });
}

/// Issue 15.2: a column that was changed by hand makes the writer panic. The request fails, and once the column is
/// repaired, the same store works again.
#[test]
fn the_writer_goes_on_after_a_panic() {
    let Some(database) = Database::start() else {
        return;
    };
    block_on(async {
        let address = database.create();
        let name = address.rsplit('/').next().unwrap();
        let store = Postgres::open(&address).await.unwrap();
        store.heartbeat(alive(1)).await.unwrap();
        database.tell(name, "ALTER TABLE games ALTER id TYPE \"char\"");
        for strange in ["x", "y"] {
            let error = store.append(game(strange, 0, &["a"])).await.unwrap_err();
            assert!(error.to_string().contains("writing failed"), "{error}");
        }
        database.tell(name, "ALTER TABLE games ALTER id TYPE text COLLATE \"C\"");
        store.append(game("one", 0, &["a"])).await.unwrap();
        store.heartbeat(alive(2)).await.unwrap();
        assert_eq!(lines(&store, "one").await, ["a"]);
    });
}

/// The server crashes again and again, with settings that would lose acknowledged data. Every append is stored once,
/// even if its response was lost.
#[test]
fn nothing_is_lost_or_doubled_in_crashes() {
    const GAMES: u64 = 40;
    const CRASHES: u32 = 4;
    let Some(database) = Database::start() else {
        return;
    };
    database.stop();
    let careless = ["synchronous_commit=off", "wal_writer_delay=10s"];
    database.resume(&careless);
    block_on(async {
        let store = Arc::new(Postgres::open(&database.create()).await.unwrap());
        let (over, kept) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let plays = (0..GAMES).map(|number| {
            let (store, over, kept) = (Arc::clone(&store), Arc::clone(&over), Arc::clone(&kept));
            tokio::spawn(async move {
                let mut seq = 0;
                while !over.load(Ordering::Relaxed) {
                    let said = [format!("{seq} a"), format!("{seq} b")];
                    let append = game(&format!("game{number}"), seq, &[&said[0], &said[1]]);
                    store.append(append).await.unwrap();
                    kept.fetch_add(2, Ordering::Relaxed);
                    seq += 2;
                }
                seq
            })
        });
        let plays: Vec<_> = plays.collect();
        // The set-up need not be written again after a crash.
        database.tell("postgres", "CHECKPOINT");
        for _ in 0..CRASHES {
            let before = kept.load(Ordering::Relaxed);
            while kept.load(Ordering::Relaxed) < before + 20 * GAMES {
                sleep(Duration::from_millis(5)).await;
            }
            database.crash();
            database.resume(&careless);
        }
        over.store(true, Ordering::Relaxed);
        for (number, play) in plays.into_iter().enumerate() {
            let seq = play.await.unwrap();
            let said = (0..seq).step_by(2).flat_map(|seq| [format!("{seq} a"), format!("{seq} b")]);
            assert_eq!(lines(&*store, &format!("game{number}")).await, said.collect::<Vec<_>>());
        }
        println!("{} lines kept through {CRASHES} crashes", kept.load(Ordering::Relaxed));
    });
}

/// Several servers may be the first.
#[test]
fn tables_are_made_once() {
    let Some(database) = Database::shared() else {
        return;
    };
    block_on(async {
        let address = database.create();
        let opened: Vec<_> = (0..8)
            .map(|_| {
                let address = address.clone();
                tokio::spawn(async move { Postgres::open(&address).await.map(drop) })
            })
            .collect();
        for open in opened {
            open.await.unwrap().unwrap();
        }
    });
}

#[test]
fn what_is_set_up_wrongly_is_said() {
    let Some(database) = Database::start() else {
        return;
    };
    block_on(async {
        let address = database.create();
        let name = address.rsplit('/').next().unwrap();
        let other = database.address("nowhere");
        let text = refusal(&other).await;
        assert!(text.contains("the database says: database \"nowhere\" does not exist"), "{text}");
        let text = refusal(&address.replace("between", "beyond")).await;
        assert!(text.contains("password authentication failed for user \"damier\""), "{text}");
        assert!(!text.contains("squares"), "{text}");
        for wrong in ["postgres://host:port/x", "mysql://host/x", "postgres://damier@/%FF"] {
            let text = refusal(wrong).await;
            assert!(text.contains("is not like postgres://user@host/name: "), "{text}");
        }
        let text = refusal(&format!("{address}?sslmode=require")).await;
        assert!(text.contains("without TLS"), "{text}");

        let text = at("mysql://damier:squares@host/x").await.map(drop).unwrap_err().to_string();
        assert!(text.ends_with("must be like postgres://user@host/name"), "{text}");

        let (_, place) = at(&address).await.unwrap();
        assert_eq!(place, format!("{name} on 127.0.0.1"));
        database.tell(name, "INSERT INTO damier_versions (version) VALUES (4711)");
        let error = Postgres::open(&address).await.map(drop).unwrap_err();
        assert_eq!(error, StoreError::Newer { path: place, version: 4_711 });
        database.tell(name, "DELETE FROM damier_versions WHERE version = 4711");

        database.stop();
        database.resume(&["fsync=off"]);
        let text = refusal(&address).await;
        assert!(text.contains("fsync = off"), "{text}");
    });
}

/// Data that the database cannot store fails alone, with a clear error.
#[test]
fn characters_that_cannot_be_kept() {
    let Some(database) = Database::shared() else {
        return;
    };
    block_on(async {
        let store = Postgres::open(&database.create()).await.unwrap();
        let (good, bad) = tokio::join!(
            store.append(game("good", 0, &["line"])),
            store.append(game("bad", 0, &["li\0ne"])),
        );
        assert_eq!(good, Ok(()));
        assert!(bad.unwrap_err().to_string().contains("\"li\\0ne\" has a character"));
        assert_eq!(store.load("bad").await, Ok(None));
    });
}
