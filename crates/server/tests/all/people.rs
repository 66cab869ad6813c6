//! Accounts, in every store.

use crate::common::games::game;
use crate::common::places::{Place, on_every_store};
use arbiter::{Event, Log, Terms, Time};
use draughts::{Color, Variant};
use server::error::ApiError;
use server::live_game::State;
use server::people::{PassKind, People, Person, TOKEN};
use server::seats::{Seat, Seats, digest};
use server::store::{SqlChange, Store};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use wire::Code;

on_every_store! {
    names_are_taken_once
    passwords_open_accounts
    passes_are_good_until_taken_back
    many_are_let_in_at_once
    results_make_ratings
    a_result_counts_once
    aborted_games_count_for_nobody
    people_keep_away_from_each_other
    nothing_stays_of_who_leaves
    strange_texts_are_only_texts
}

const PASSWORD: &str = "correct horse battery";
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

async fn people(place: &Place) -> (Arc<dyn Store>, People) {
    let store = place.open().await;
    (Arc::clone(&store), People::new(store))
}

async fn two(people: &People) -> [Person; 2] {
    [
        people.register("Ada", PASSWORD).await.unwrap(),
        people.register("Bo", PASSWORD).await.unwrap(),
    ]
}

fn code<T: std::fmt::Debug>(answer: Result<T, ApiError>) -> Code {
    answer.unwrap_err().code()
}

async fn names_are_taken_once(place: Place) {
    let (_, people) = people(&place).await;
    let ada = people.register("Ada", PASSWORD).await.unwrap();
    assert_eq!(code(people.register("ADA", PASSWORD).await), Code::NameTaken);
    assert_eq!(code(people.register("Guest", PASSWORD).await), Code::NameTaken);
    assert_eq!(code(people.register("no way", PASSWORD).await), Code::Refused);
    assert_eq!(people.named("aDa").await.unwrap(), ada);
    assert_eq!(code(people.named("Bo").await), Code::NoPerson);
}

async fn passwords_open_accounts(place: Place) {
    let (_, people) = people(&place).await;
    for bad in ["", "short", "ada-ada", &"x".repeat(201)] {
        assert_eq!(code(people.register("ada-ada", bad).await), Code::Refused, "{bad}");
    }
    let ada = people.register("Ada", PASSWORD).await.unwrap();
    assert_eq!(people.identify("ada", PASSWORD, HERE).await.unwrap(), ada);
    assert_eq!(code(people.identify("Ada", "correct horse", HERE).await), Code::WrongPassword);
    assert_eq!(code(people.identify("Nobody", PASSWORD, HERE).await), Code::WrongPassword);
    people.set_password(&ada, "another sentence").await.unwrap();
    assert_eq!(code(people.identify("Ada", PASSWORD, HERE).await), Code::WrongPassword);
    assert_eq!(people.identify("Ada", "another sentence", HERE).await.unwrap(), ada);

    // However many concurrent attempts there are, only some are checked; then even the right password is refused, for
    // this account and this address.
    let tries = (0..40).map(|_| people.identify("Ada", "wrong again", HERE));
    let tries: Vec<Code> =
        futures_util::future::join_all(tries).await.into_iter().map(code).collect();
    let looked_at = tries.iter().filter(|code| **code == Code::WrongPassword).count();
    assert!((6..=10).contains(&looked_at), "{looked_at}");
    assert_eq!(code(people.identify("Ada", "another sentence", HERE).await), Code::TooMany);
    let elsewhere = IpAddr::V4(Ipv4Addr::new(198, 51, 100, 7));
    assert_eq!(people.identify("Ada", "another sentence", elsewhere).await.unwrap(), ada);
    assert_eq!(code(people.identify("Bo", PASSWORD, HERE).await), Code::WrongPassword);
}

async fn passes_are_good_until_taken_back(place: Place) {
    let (store, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    let session = people.let_in(&ada, PassKind::Session, "Firefox").await.unwrap();
    let token = people.let_in(&ada, PassKind::Token, "bot").await.unwrap();
    assert!(token.starts_with(TOKEN));
    for (pass, kind, other) in [
        (&session, PassKind::Session, PassKind::Token),
        (&token, PassKind::Token, PassKind::Session),
    ] {
        assert_eq!(people.holder(&digest(pass), kind).await.unwrap().as_ref(), Some(&ada));
        assert_eq!(people.holder(&digest(pass), other).await.unwrap(), None, "issue 15.10");
    }
    let unknown = people.holder("0123456789abcdef0123456789abcdef", PassKind::Session);
    assert_eq!(unknown.await.unwrap(), None);
    let passes = people.passes(&ada, &session).await.unwrap();
    let current: Vec<&str> =
        passes.iter().filter(|pass| pass.current).map(|pass| pass.label.as_str()).collect();
    assert_eq!((passes.len(), current), (2, vec!["Firefox"]));

    let id = &passes.iter().find(|pass| pass.kind == PassKind::Token).unwrap().id;
    assert_eq!(code(people.take_back(&bo, id).await), Code::NoPage, "it is not Bo's");
    people.take_back(&ada, id).await.unwrap();
    assert_eq!(code(people.take_back(&ada, id).await), Code::NoPage);
    assert_eq!(people.holder(&digest(&token), PassKind::Token).await.unwrap(), None);
    people.sign_out(&session).await.unwrap();
    assert_eq!(people.holder(&digest(&session), PassKind::Session).await.unwrap(), None);

    // Expired passes are invalid; a new password ends sessions, not tokens.
    let old = people.let_in(&ada, PassKind::Session, "old").await.unwrap();
    store.change(vec![SqlChange("UPDATE passes SET ends = 5", vec![])]).await.unwrap();
    assert_eq!(people.holder(&digest(&old), PassKind::Session).await.unwrap(), None);
    let session = people.let_in(&ada, PassKind::Session, "").await.unwrap();
    let token = people.let_in(&ada, PassKind::Token, "bot").await.unwrap();
    people.set_password(&ada, "another sentence").await.unwrap();
    assert_eq!(people.holder(&digest(&session), PassKind::Session).await.unwrap(), None);
    assert_eq!(people.holder(&digest(&token), PassKind::Token).await.unwrap(), Some(ada.clone()));

    // Old sessions are replaced; tokens are not.
    for _ in 0..60 {
        people.let_in(&bo, PassKind::Session, "").await.unwrap();
    }
    assert_eq!(people.passes(&bo, "").await.unwrap().len(), 50);
    for _ in 0..50 {
        people.let_in(&bo, PassKind::Token, "bot").await.unwrap();
    }
    assert_eq!(code(people.let_in(&bo, PassKind::Token, "bot").await), Code::Refused);
    people.let_in(&bo, PassKind::Session, "the owner gets in").await.unwrap();
    store.change(vec![SqlChange("UPDATE passes SET ends = 5", vec![])]).await.unwrap();
    people.let_in(&bo, PassKind::Token, "bot").await.unwrap();
}

/// Issue 15, low: many concurrent sign-ins, which replace the oldest sessions, all succeed.
async fn many_are_let_in_at_once(place: Place) {
    const AT_ONCE: usize = 12;
    let (_, people) = people(&place).await;
    let [ada, _] = two(&people).await;
    for _ in 0..50 {
        people.let_in(&ada, PassKind::Session, "old").await.unwrap();
    }
    // Sessions created at the same time need an order.
    tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    let all = (0..AT_ONCE).map(|_| people.let_in(&ada, PassKind::Session, "new"));
    for session in futures_util::future::join_all(all).await {
        let holder = people.holder(&digest(&session.unwrap()), PassKind::Session).await.unwrap();
        assert_eq!(holder.as_ref(), Some(&ada));
    }
    let labels = people.passes(&ada, "").await.unwrap().into_iter().map(|pass| pass.label);
    assert_eq!(labels.filter(|label| label == "new").count(), AT_ONCE);
    assert_eq!(people.passes(&ada, "").await.unwrap().len(), 50);
}

/// A finished rated game.
async fn over(people: &People, white: &Person, black: &Person, event: Event) -> State {
    let mut terms = Terms::new(Variant::Russian.into(), 7);
    terms.clock = "5m".parse().unwrap();
    let mut seats = Seats::new(Seat::Person(String::new()), Seat::Person(String::new()));
    for (side, who) in [(Color::White, white), (Color::Black, black)] {
        seats =
            seats.with_person(side, Some(people.seated_account(who, &terms, 1_000).await.unwrap()));
    }
    seats.rated = true;
    let mut log = Log::open(terms, Time(1_000)).unwrap();
    for side in Color::BOTH {
        log.record(&Event::Join { side, name: "N".to_owned() }, Time(1_000)).unwrap();
    }
    log.record(&event, Time(2_000)).unwrap();
    State { log, seats: Arc::new(seats), public: true }
}

async fn results_make_ratings(place: Place) {
    let (_, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    let black_resigns = Event::Resign { side: Color::Black };
    people.count("one", &over(&people, &ada, &bo, black_resigns.clone()).await).await.unwrap();
    // The result of the paper's formulas for the first game of two new players.
    for (who, rating) in [(&ada, 1662), (&bo, 1338)] {
        let standings = people.standings(who, 2_000).await.unwrap();
        let [standing] = &standings[..] else { panic!("{standings:?}") };
        assert_eq!((standing.rating, standing.deviation, standing.games), (rating, 290, 1));
        assert_eq!((&*standing.variant, &*standing.speed), ("russian", "blitz"));
        assert!(standing.provisional);
    }
    let next = over(&people, &bo, &ada, black_resigns).await;
    let sat = next.seats.person(Color::White).unwrap();
    assert_eq!((sat.rating, sat.provisional), (Some(1338), true));
    people.count("two", &next).await.unwrap();
    let tally = people.tally(&ada).await.unwrap();
    assert_eq!((tally.won, tally.drawn, tally.lost), (1, 0, 1));
    let year = 2_000 + 365 * 24 * 3_600_000;
    let [now, later] = [2_000, year].map(|at| people.standings(&ada, at));
    let (now, later) = (now.await.unwrap(), later.await.unwrap());
    assert_eq!(now[0].rating, later[0].rating);
    assert!(now[0].deviation < later[0].deviation, "nobody stays well known for ever");
}

async fn a_result_counts_once(place: Place) {
    let (store, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    let rated = |game: &str| SqlChange("INSERT INTO rated (game) VALUES ($1)", vec![game.into()]);
    let white_resigns = Event::Resign { side: Color::White };
    let state = over(&people, &ada, &bo, white_resigns).await;
    let mut done = game("one", 0, &["line"]);
    done.summary.ending = state.log.table().ending().copied();
    store.append(done).await.unwrap();
    store.append(game("two", 0, &["line"])).await.unwrap();
    store.change(vec![rated("one"), rated("two"), rated("never")]).await.unwrap();
    assert_eq!(people.uncounted(9).await.unwrap(), ["one"]);

    // Servers that count it concurrently, along with other games of the same players.
    let (other_store, other) = (place.open().await, People::new(place.open().await));
    other_store.change(vec![rated("x"), rated("y")]).await.unwrap();
    let counted = tokio::join!(
        people.count("one", &state),
        other.count("one", &state),
        people.count("x", &state),
        other.count("y", &state),
    );
    assert!(matches!(counted, (Ok(()), Ok(()), Ok(()), Ok(()))), "{counted:?}");
    // Recorded again, as by a server that creates the rematch a second time.
    store.change(vec![rated("one")]).await.unwrap();
    assert_eq!(people.uncounted(9).await.unwrap(), ["one"]);
    people.count("one", &state).await.unwrap();
    assert_eq!(people.uncounted(9).await.unwrap(), Vec::<String>::new());
    let standings = people.standings(&ada, 2_000).await.unwrap();
    assert_eq!((standings.len(), standings[0].games), (1, 3));
    assert_eq!(people.tally(&bo).await.unwrap().won, 3);
}

async fn aborted_games_count_for_nobody(place: Place) {
    let (store, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    store.change(vec![SqlChange("INSERT INTO rated (game) VALUES ('one')", vec![])]).await.unwrap();
    let aborted = over(&people, &ada, &bo, Event::Abort { by: Some(Color::White) }).await;
    people.count("one", &aborted).await.unwrap();
    assert!(people.standings(&ada, 2_000).await.unwrap().is_empty());
    assert!(store.rows("SELECT game FROM rated", vec![]).await.unwrap().is_empty());
}

async fn people_keep_away_from_each_other(place: Place) {
    let (_, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    people.block(&ada, &bo).await.unwrap();
    people.block(&ada, &bo).await.unwrap();
    assert!(people.has_either_blocked(&ada.id, &bo.id).await.unwrap());
    assert!(people.has_either_blocked(&bo.id, &ada.id).await.unwrap());
    assert_eq!(people.blocked(&ada).await.unwrap(), ["Bo"]);
    assert!(people.blocked(&bo).await.unwrap().is_empty());
    people.unblock(&ada, &bo).await.unwrap();
    assert!(!people.has_either_blocked(&bo.id, &ada.id).await.unwrap());
    people.report(&bo, &ada, Some("game".to_owned()), "is too strong").await.unwrap();
    let reports = people.reports(9).await.unwrap();
    let named = [&reports[0].by, &reports[0].about].map(|name| name.as_deref());
    assert_eq!(named, [Some("Bo"), Some("Ada")]);
    assert_eq!((reports[0].game.as_deref(), &*reports[0].words), (Some("game"), "is too strong"));
    let totals = people.totals().await.unwrap();
    assert_eq!((totals.people, totals.games, totals.reports), (2, 0, 1));
}

async fn nothing_stays_of_who_leaves(place: Place) {
    let (store, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    people.let_in(&ada, PassKind::Token, "bot").await.unwrap();
    people.block(&ada, &bo).await.unwrap();
    people.block(&bo, &ada).await.unwrap();
    people.report(&ada, &bo, None, "words").await.unwrap();
    people.report(&bo, &ada, None, "words").await.unwrap();
    let state = over(&people, &ada, &bo, Event::Resign { side: Color::White }).await;
    people.count("one", &state).await.unwrap();
    people.delete(&ada).await.unwrap();
    assert_eq!(code(people.named("Ada").await), Code::NoPerson);
    const LEFT: [&str; 8] = [
        "SELECT id FROM people WHERE id = $1",
        "SELECT person FROM passes WHERE person = $1",
        "SELECT person FROM played WHERE person = $1",
        "SELECT person FROM results WHERE person = $1",
        "SELECT person FROM blocks WHERE person = $1 OR other = $1",
        "SELECT id FROM reports WHERE reporter = $1",
        "SELECT person FROM cards WHERE person = $1",
        "SELECT person FROM practice WHERE person = $1",
    ];
    for question in LEFT {
        let left = store.rows(question, vec![ada.id.as_str().into()]).await.unwrap();
        assert!(left.is_empty(), "{question}");
    }
    assert_eq!(people.tally(&bo).await.unwrap().won, 1, "it was Bo's result as well");
    assert_eq!(people.reports(9).await.unwrap().len(), 1, "what others reported stays");
    let again = people.register("ada", PASSWORD).await;
    assert_eq!(code(again), Code::NameTaken, "nobody is taken for them");

    // A game in progress does not count for a deleted account, and the rematch is not rated.
    people.count("two", &state).await.unwrap();
    assert!(people.standings(&ada, 2_000).await.unwrap().is_empty());
    let terms = state.log.table().terms();
    let next =
        people.seated_again(Seats::clone(&state.seats).swapped(), terms, 2_000).await.unwrap();
    assert!(!next.rated && next.person(Color::Black).is_none());
    assert_eq!(next.person(Color::White).unwrap().rating, Some(people_rating(&people, &bo).await));
}

async fn strange_texts_are_only_texts(place: Place) {
    let (_, people) = people(&place).await;
    let [ada, bo] = two(&people).await;
    let texts = ["'; DROP TABLE people; --", "\0", "a\0b", "$1", "%", "⛂", ""];
    for text in texts {
        assert_eq!(code(people.named(text).await), Code::NoPerson, "{text:?}");
        assert_eq!(
            code(people.identify(text, PASSWORD, HERE).await),
            Code::WrongPassword,
            "{text:?}"
        );
        assert_eq!(code(people.take_back(&ada, text).await), Code::NoPage, "{text:?}");
        assert_eq!(people.holder(text, PassKind::Session).await.unwrap(), None);
        people.let_in(&ada, PassKind::Token, text).await.unwrap();
        people.report(&bo, &ada, Some(text.to_owned()), text).await.unwrap();
    }
    assert_eq!(people.reports(99).await.unwrap().len(), 7);
}

async fn people_rating(people: &People, who: &Person) -> u32 {
    people.standings(who, 2_000).await.unwrap()[0].rating
}
