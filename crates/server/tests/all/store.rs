//! What every store must do, tested on each; and what only one of them can do.

use crate::common::games::{game, lines, seats};
use crate::common::places::{Place, on_every_store};
use arbiter::{EndReason, Ending};
use draughts::Color;
use futures_util::future::join_all;
use server::seats::Seats;
use server::store::{
    Append, Due, Heartbeat, LONGEST_ANNOTATIONS, Outage, PresenceRecord, PresenceRecords,
    SeekFilter, SqlChange, Store, StoreError, Summary,
};
use std::sync::Arc;

on_every_store! {
    a_game_is_kept_and_found_again
    a_number_is_taken_once
    lines_are_kept_together_or_not_at_all
    a_log_has_no_gap
    many_games_go_on_at_once
    each_number_goes_to_one_of_two_servers
    seats_change_and_stay
    what_cannot_be_read_is_damaged
    lists_are_in_order_and_of_what_is_asked
    open_games_are_found
    what_is_due_is_found
    lengths_are_those_of_logs
    lines_from_a_number_on
    servers_note_who_is_there
    times_without_a_server_are_noted
    where_too_much_waits_nothing_new_begins
    what_cannot_be_kept_fails_alone
    strange_names_are_only_names
    annotations_are_kept_once
}

fn ids(games: &[Summary]) -> Vec<&str> {
    games.iter().map(|game| game.id.as_str()).collect()
}

async fn a_game_is_kept_and_found_again(place: Place) {
    let store = place.open().await;
    assert_eq!(store.load("one").await, Ok(None));
    let mut append = game("one", 0, &["0 create", "1 join white Анна «⛀»"]);
    append.lines[1].1 = Some("client'\"\\%".to_owned());
    append.public = false;
    append.summary.black = None;
    store.append(append.clone()).await.unwrap();
    let mut last = game("one", 2, &["2 resign"]);
    last.summary.ending = Some(Ending::win(Color::White, EndReason::Resignation));
    store.append(last.clone()).await.unwrap();
    drop(store);
    let store = place.open().await;
    let stored = store.load("one").await.unwrap().unwrap();
    assert_eq!(stored.lines, [append.lines, last.lines].concat());
    assert_eq!((stored.seats, stored.public), (seats("key"), false));
    assert_eq!(store.unfinished(vec!["one".to_owned()]).await, Ok(vec![]));
}

async fn annotations_are_kept_once(place: Place) {
    let store = place.open().await;
    let keep = |text: &str| {
        let keep = "INSERT INTO annotations (game, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        store.change(vec![SqlChange(keep, vec!["one".into(), text.into()])])
    };
    let found = || store.rows("SELECT text FROM annotations WHERE game = $1", vec!["one".into()]);
    assert_eq!(found().await, Ok(vec![]));
    assert_eq!(keep("{Анна} ⛀").await, Ok(vec![1]));
    assert_eq!(keep("another").await, Ok(vec![0]));
    assert_eq!(found().await, Ok(vec![vec!["{Анна} ⛀".into()]]));
    let long = "a".repeat(LONGEST_ANNOTATIONS + 1);
    let drop = SqlChange("DELETE FROM annotations WHERE game = $1", vec!["one".into()]);
    store.change(vec![drop]).await.unwrap();
    assert!(keep(&long).await.is_err(), "the table has a bound");
    assert_eq!(found().await, Ok(vec![]));
}

async fn a_number_is_taken_once(place: Place) {
    let store = place.open().await;
    store.append(game("one", 0, &["first"])).await.unwrap();
    let mut late = game("one", 0, &["second"]);
    late.summary.plies = 77;
    assert_eq!(store.append(late).await, Err(StoreError::Conflict));
    assert_eq!(lines(&*store, "one").await, ["first"]);
    assert_eq!(store.recent(9).await.unwrap()[0].plies, 0, "the game is as it was");
}

async fn lines_are_kept_together_or_not_at_all(place: Place) {
    let store = place.open().await;
    store.append(game("one", 0, &["a", "b"])).await.unwrap();
    assert_eq!(store.append(game("one", 1, &["x", "y"])).await, Err(StoreError::Conflict));
    assert_eq!(lines(&*store, "one").await, ["a", "b"]);
    store.append(game("one", 2, &["c"])).await.unwrap();
    assert_eq!(lines(&*store, "one").await, ["a", "b", "c"]);
}

/// Issue 15.8: a writer that believes that a game is further than it is fails.
async fn a_log_has_no_gap(place: Place) {
    let store = place.open().await;
    assert_eq!(store.append(game("none", 1, &["b"])).await, Err(StoreError::Conflict));
    assert_eq!(store.load("none").await, Ok(None));
    store.append(game("one", 0, &["a", "b"])).await.unwrap();
    let mut ahead = game("one", 3, &["d", "e"]);
    ahead.seats = Some(seats("others"));
    assert_eq!(store.append(ahead).await, Err(StoreError::Conflict));
    let stored = store.load("one").await.unwrap().unwrap();
    assert_eq!((stored.lines.len(), stored.seats), (2, seats("key")));
    store.append(game("one", 2, &["c"])).await.unwrap();
    store.append(game("one", 3, &["d", "e"])).await.unwrap();
    assert_eq!(lines(&*store, "one").await, ["a", "b", "c", "d", "e"]);
}

/// Moves of existing games are queued; new games are refused while the queue is too full.
async fn where_too_much_waits_nothing_new_begins(place: Place) {
    const LONG: u64 = 20_000;
    const MUCH: u64 = 2_500;
    let store = place.open().await;
    let long = vec!["more"; LONG as usize];
    // The disk may be faster than we are, but not always.
    for number in 0..20 {
        let [old, new] = ["old", "new"].map(|name| format!("{name}{number}"));
        store.append(game(&old, 0, &["first"])).await.unwrap();
        let first = store.append(game(&old, 1, &long));
        let more = (0..MUCH).map(|more| store.append(game(&old, 1 + LONG + more, &["more"])));
        let last = store.append(game(&new, 0, &["first"]));
        let all: Vec<_> = [first].into_iter().chain(more).chain([last]).collect();
        let mut done = tokio::task::unconstrained(join_all(all)).await;
        let begun = done.pop().unwrap();
        assert!(done.iter().all(Result::is_ok));
        if begun == Err(StoreError::Busy) {
            assert_eq!(lines(&*store, &old).await.len() as u64, 1 + LONG + MUCH);
            assert_eq!(store.load(&new).await, Ok(None));
            assert_eq!(store.append(game(&new, 0, &["first"])).await, Ok(()), "later it is");
            return;
        }
    }
    panic!("nothing was too much");
}

/// Plays a game to its end: line by line, each when the last one is durable.
async fn play(store: Arc<dyn Store>, id: String, plies: u64) {
    for seq in 0..plies {
        store.append(game(&id, seq, &[&format!("{id} {seq}")])).await.unwrap();
    }
}

async fn many_games_go_on_at_once(place: Place) {
    const GAMES: u64 = 300;
    const PLIES: u64 = 20;
    let store = place.open().await;
    let names: Vec<String> = (0..GAMES).map(|number| format!("game{number}")).collect();
    let plays = names.iter().map(|id| tokio::spawn(play(Arc::clone(&store), id.clone(), PLIES)));
    for play in plays.collect::<Vec<_>>() {
        play.await.unwrap();
    }
    for id in &names {
        let expected: Vec<String> = (0..PLIES).map(|seq| format!("{id} {seq}")).collect();
        assert_eq!(lines(&*store, id).await, expected);
    }
    assert_eq!(store.unfinished(names).await.unwrap().len(), GAMES as usize);
}

/// Two writers compete for every number of some games, with one line or two; one of them gets it.
async fn each_number_goes_to_one_of_two_servers(place: Place) {
    const ROUNDS: u64 = 60;
    let stores = [place.open().await, place.open().await];
    let games = ["one", "two", "three"];
    let mut next = [0_u64; 3];
    for round in 0..ROUNDS {
        let asked = games.iter().zip(next).flat_map(|(id, seq)| {
            let by = |writer: usize| {
                let many = 1 + (round + writer as u64) % 2;
                let said: Vec<String> =
                    (0..many).map(|part| format!("{writer} {}", seq + part)).collect();
                let said: Vec<&str> = said.iter().map(String::as_str).collect();
                let (store, append) = (Arc::clone(&stores[writer]), game(id, seq, &said));
                tokio::spawn(async move { store.append(append).await.map(|()| (writer, many)) })
            };
            // The other starts the next round.
            if round % 2 == 0 { [by(0), by(1)] } else { [by(1), by(0)] }
        });
        let asked: Vec<_> = asked.collect();
        let mut results = Vec::new();
        for result in asked {
            results.push(result.await.unwrap());
        }
        for (which, pair) in results.chunks(2).enumerate() {
            let won: Vec<_> = pair.iter().flatten().collect();
            assert_eq!(won.len(), 1, "{pair:?}");
            assert!(pair.contains(&Err(StoreError::Conflict)), "{pair:?}");
            let (writer, many) = *won[0];
            let kept = lines(&*stores[0], games[which]).await;
            assert_eq!(kept.len() as u64, next[which] + many);
            assert!(
                kept[next[which] as usize..]
                    .iter()
                    .all(|line| line.starts_with(&writer.to_string()))
            );
            next[which] += many;
        }
    }
}

async fn seats_change_and_stay(place: Place) {
    let store = place.open().await;
    store.append(game("one", 0, &["a"])).await.unwrap();
    let stored = async || store.load("one").await.unwrap().unwrap().seats;
    let mut second = game("one", 1, &["b"]);
    second.seats = Some(seats("others"));
    second.public = false;
    store.append(second).await.unwrap();
    assert_eq!(stored().await, seats("others"));
    store.append(game("one", 2, &["c"])).await.unwrap();
    assert_eq!(stored().await, seats("others"));
    let stored = store.load("one").await.unwrap().unwrap();
    assert!(stored.public, "that is only looked at when the game is new");
}

/// Issue 16.4: stored values that cannot be parsed are reported as damaged, and never misread.
async fn what_cannot_be_read_is_damaged(place: Place) {
    let store = place.open().await;
    let is_damaged = |error: StoreError| match error {
        StoreError::Damaged(why) => assert!(why.contains("two"), "{why}"),
        other => panic!("{other}"),
    };
    let mut none = game("two", 0, &["a"]);
    none.seats = None;
    store.append(none).await.unwrap();
    is_damaged(store.load("two").await.unwrap_err());
    is_damaged(store.recent(9).await.unwrap_err());
    let mut sound = game("two", 1, &["b"]);
    sound.seats = Some(seats("key"));
    store.append(sound).await.unwrap();
    assert_eq!(ids(&store.recent(9).await.unwrap()), ["two"]);
    let spoil = "UPDATE games SET ending = 'white wins: black resigned'";
    store.change(vec![SqlChange(spoil, vec![])]).await.unwrap();
    is_damaged(store.recent(9).await.unwrap_err());
}

async fn lists_are_in_order_and_of_what_is_asked(place: Place) {
    let store = place.open().await;
    for (number, id) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
        let mut append = game(id, 0, &["line"]);
        append.summary.updated = 100 - number as u64;
        append.public = id != "b";
        append.summary.ending = (id == "c").then_some(Ending::nobody(EndReason::Agreement));
        append.summary.black = (id != "d").then(|| "Bo".to_owned());
        store.append(append).await.unwrap();
    }
    assert_eq!(ids(&store.recent(9).await.unwrap()), ["a", "c", "d", "e"]);
    assert_eq!(ids(&store.recent(2).await.unwrap()), ["a", "c"]);
    assert_eq!(ids(&store.going_on(9).await.unwrap()), ["a", "e"]);
    assert_eq!(ids(&store.going_on(1).await.unwrap()), ["a"]);
    let asked = ["e", "d", "c", "b", "nobody"].map(str::to_owned).to_vec();
    assert_eq!(ids(&store.unfinished(asked.clone()).await.unwrap()), ["b", "d", "e"]);
    let named = store.by_id(asked).await.unwrap();
    let (games, seats): (Vec<Summary>, Vec<Seats>) = named.into_iter().unzip();
    assert_eq!(ids(&games), ["b", "c", "d", "e"]);
    assert!(seats.iter().zip(&games).all(|(seats, game)| seats.players() == game.players));
    let mut last = game("e", 1, &["more"]);
    last.summary.updated = 200;
    store.append(last.clone()).await.unwrap();
    let newest = store.recent(1).await.unwrap().remove(0);
    assert_eq!(newest, last.summary);
}

async fn open_games_are_found(place: Place) {
    let store = place.open().await;
    let open = |id: &str, created: u64, clock: &str| {
        let mut append = game(id, 0, &["0 create"]);
        append.summary.black = None;
        (append.summary.created, append.summary.clock) = (created, clock.to_owned());
        Append { open: true, ..append }
    };
    let private = Append { public: false, ..open("private", 1, "5m") };
    for append in
        [open("later", 9, "5m"), open("first", 3, "5m"), open("slow", 5, "2d/move"), private]
    {
        store.append(append).await.unwrap();
    }
    store.append(game("going on", 0, &["0 create"])).await.unwrap();
    let found = store.open_games(None, 9).await.unwrap();
    assert_eq!(ids(&found), ["first", "later", "slow"], "what begins at once comes first");
    assert_eq!(found[2].clock, "2d/move");
    let like = |rules: &str, clock: &str| {
        let (rules, clock) = (rules.to_owned(), clock.to_owned());
        Some(SeekFilter { rules, clock, rated: false })
    };
    let mut rated = open("rated", 2, "5m");
    rated.summary.rated = true;
    store.append(rated).await.unwrap();
    let wanted = like("american", "5m").map(|wanted| SeekFilter { rated: true, ..wanted });
    let found = store.open_games(wanted, 9).await.unwrap();
    assert!(ids(&found) == ["rated"] && found[0].rated);
    assert_eq!(
        ids(&store.open_games(like("american", "5m"), 9).await.unwrap()),
        ["first", "later"]
    );
    assert_eq!(ids(&store.open_games(like("american", "5m"), 1).await.unwrap()), ["first"]);
    assert_eq!(store.open_games(like("italian", "5m"), 9).await.unwrap(), []);
    store.append(game("first", 1, &["1 join black Bo"])).await.unwrap();
    assert_eq!(ids(&store.open_games(None, 9).await.unwrap()), ["rated", "later", "slow"]);
}

async fn what_is_due_is_found(place: Place) {
    let store = place.open().await;
    for (id, due) in [("a", Some(300)), ("b", Some(100)), ("c", None), ("d", Some(200))] {
        let append = Append { due, ..game(id, 0, &["line"]) };
        store.append(append).await.unwrap();
    }
    let due = async |at, after, most| -> Vec<String> {
        let due = store.due(at, after, most).await.unwrap();
        due.into_iter().map(|due| due.id).collect()
    };
    assert_eq!(due(99, None, 9).await, [""; 0]);
    assert_eq!(due(200, None, 9).await, ["b", "d"]);
    assert_eq!(due(u64::MAX >> 1, None, 2).await, ["b", "d"]);
    // Issue 15.13: paging works, also if many are due at once.
    store.append(Append { due: Some(200), ..game("e", 0, &["line"]) }).await.unwrap();
    let after = |at, id: &str| Some(Due { at, id: id.to_owned() });
    assert_eq!(due(1_000, after(100, "b"), 9).await, ["d", "e", "a"]);
    assert_eq!(due(1_000, after(200, "d"), 1).await, ["e"]);
    assert_eq!(due(1_000, after(200, "e"), 9).await, ["a"]);
    assert_eq!(due(1_000, after(300, "a"), 9).await, [""; 0]);
    store.append(Append { due: None, ..game("e", 1, &["line"]) }).await.unwrap();
    store.append(Append { due: None, ..game("b", 1, &["line"]) }).await.unwrap();
    assert_eq!(due(1_000, None, 9).await, ["d", "a"]);
}

async fn lengths_are_those_of_logs(place: Place) {
    let store = place.open().await;
    assert_eq!(store.lengths(vec![]).await, Ok(vec![]));
    store.append(game("a", 0, &["one", "two", "three"])).await.unwrap();
    store.append(game("b", 0, &["one"])).await.unwrap();
    store.append(game("a", 3, &["four"])).await.unwrap();
    let asked = ["b", "nobody", "a", "a\0"].map(str::to_owned).to_vec();
    let mut lengths = store.lengths(asked).await.unwrap();
    lengths.sort();
    assert_eq!(lengths, [("a".to_owned(), 4), ("b".to_owned(), 1)]);
}

fn heartbeat(server: &str, at: u64, outages: &[Outage]) -> Heartbeat {
    Heartbeat { server: server.to_owned(), at, outages: outages.to_vec() }
}

async fn lines_from_a_number_on(place: Place) {
    let store = place.open().await;
    store.append(game("a", 0, &["one", "two"])).await.unwrap();
    let mut third = game("a", 2, &["three"]);
    (third.seats, third.lines[0].1) = (Some(seats("others")), Some("name".to_owned()));
    store.append(third).await.unwrap();
    let found = store.load_from("a", 2).await.unwrap().unwrap();
    assert_eq!(found.lines, [("three".to_owned(), Some("name".to_owned()))]);
    assert_eq!(found.seats, seats("others"));
    assert_eq!(store.load_from("a", 0).await, store.load("a").await);
    assert_eq!(store.load_from("a", 3).await, Ok(None));
    assert_eq!(store.load_from("nobody", 0).await, Ok(None));
    assert_eq!(store.load_from("a", u64::MAX >> 1).await, Ok(None));
}

/// Issue 15.4: each server reads what the others stored.
async fn servers_note_who_is_there(place: Place) {
    let stores = [place.open().await, place.open().await];
    let record = |side, at, there| PresenceRecord { game: "a".to_owned(), side, at, there };
    assert_eq!(stores[0].presence("one", vec![]).await, Ok(PresenceRecords::default()));
    let both = vec![record(Color::White, 10, true), record(Color::Black, 11, true)];
    stores[0].note_presence("one", 12, both).await.unwrap();
    stores[1].note_presence("two", 13, vec![record(Color::White, 9, false)]).await.unwrap();
    stores[0].note_presence("one", 20, vec![record(Color::Black, 19, false)]).await.unwrap();
    let asked = || ["b", "a", "a\0"].map(str::to_owned).to_vec();
    let mut noted = stores[1].presence("two", asked()).await.unwrap();
    noted.records.sort_by_key(|(_, record)| record.at);
    let one = "one".to_owned();
    let presence = [record(Color::White, 10, true), record(Color::Black, 19, false)];
    assert_eq!(noted.records, presence.map(|record| (one.clone(), record)));
    assert_eq!(noted.servers, [(one, 20)]);
    let noted = stores[0].presence("one", asked()).await.unwrap();
    assert_eq!(noted.records, [("two".to_owned(), record(Color::White, 9, false))]);
    let noted = stores[0].presence("three", vec!["b".to_owned()]).await.unwrap();
    assert_eq!((noted.records.len(), noted.servers.len()), (0, 2));
}

async fn times_without_a_server_are_noted(place: Place) {
    let store = place.open().await;
    assert_eq!(store.last_beat().await, Ok(None));
    store.heartbeat(heartbeat("one", 1_000, &[])).await.unwrap();
    store.heartbeat(heartbeat("one", 5_000, &[])).await.unwrap();
    store.heartbeat(heartbeat("one", 4_000, &[])).await.unwrap();
    assert_eq!(store.last_beat().await, Ok(Some(5_000)), "a clock that is slow");
    let outage = Outage { from: 1_900, until: 5_000 };
    let later = Outage { from: 5_400, until: 6_000 };
    store.heartbeat(heartbeat("two", 6_000, &[outage, later])).await.unwrap();
    let shorter = Outage { from: 5_700, until: 6_000 };
    store.heartbeat(heartbeat("one", 6_100, &[shorter])).await.unwrap();
    drop(store);
    let store = place.open().await;
    assert_eq!(store.last_beat().await, Ok(Some(6_100)));
    assert_eq!(store.outages(0).await, Ok(vec![outage, later]));
    assert_eq!(store.outages(5_000).await, Ok(vec![later]));
    assert_eq!(store.outages(6_000).await, Ok(vec![]));
}

async fn what_cannot_be_kept_fails_alone(place: Place) {
    let store = place.open().await;
    let appends = (0..40).map(|number| {
        let mut append = game(&format!("game{number}"), 0, &["line"]);
        if number % 4 == 0 {
            append.summary.created = u64::MAX;
        }
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append(append).await })
    });
    for (number, append) in appends.collect::<Vec<_>>().into_iter().enumerate() {
        let result = append.await.unwrap();
        match number % 4 {
            0 => assert!(matches!(result, Err(StoreError::Unavailable(_))), "{result:?}"),
            _ => assert_eq!(result, Ok(())),
        }
    }
    assert_eq!(store.recent(99).await.unwrap().len(), 30);
}

async fn strange_names_are_only_names(place: Place) {
    let store = place.open().await;
    for id in ["", "'; DROP TABLE games; --", "\u{1}", "\\", "%", "a\0b", "⛂", "$1"] {
        assert_eq!(store.load(id).await, Ok(None), "{id:?}");
        assert_eq!(store.unfinished(vec![id.to_owned()]).await, Ok(vec![]), "{id:?}");
    }
    store.append(game("'; DROP TABLE games; --", 0, &["\\'\"$1%"])).await.unwrap();
    assert_eq!(lines(&*store, "'; DROP TABLE games; --").await, ["\\'\"$1%"]);
}
