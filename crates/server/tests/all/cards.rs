//! Practice: mistakes of one's own games, repeated after longer and longer intervals. Issue 19.3.

use crate::common::places::{Place, on_every_store};
use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, free, soon};
use crate::pages::{get, start};
use crate::reports::reported;
use serde_json::{Value, json};
use server::error::ApiError;
use server::people::{People, Person};
use server::practice::{Card, Deck, Habits, MOST_CARDS, USUAL_DAILY, answered, new};
use server::store::{SqlChange, Store};
use std::sync::Arc;
use wire::{CardName, Code, ZoneOffset};

on_every_store! {
    positions_are_kept_and_scheduled
    removed_positions_do_not_come_back
    an_account_has_room_for_so_many
    positions_of_a_browser_are_merged
    other_windows_are_heeded
    habits_are_kept
}

const PASSWORD: &str = "correct horse battery";
const TODAY: u32 = 20_000;
/// Two time zones between which it is always midnight somewhere.
const WEST: i32 = -720;
const EAST: i32 = 840;

async fn ada(place: &Place) -> (Arc<dyn Store>, Person) {
    let store = place.open().await;
    let ada = People::new(Arc::clone(&store)).register("Ada", PASSWORD).await.unwrap();
    (store, ada)
}

fn name(ply: u32) -> CardName {
    CardName { game: "aaaaaaaaaa".to_owned(), ply }
}

fn card(ply: u32) -> Card {
    Card { name: name(ply), state: new(TODAY) }
}

async fn plies(deck: &Deck<'_>) -> Vec<u32> {
    let mut plies: Vec<u32> =
        deck.cards().await.unwrap().into_iter().map(|card| card.name.ply).collect();
    plies.sort_unstable();
    plies
}

fn code<T: std::fmt::Debug>(answer: Result<T, ApiError>) -> Code {
    answer.unwrap_err().code()
}

async fn positions_are_kept_and_scheduled(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    assert_eq!(deck.add(&[card(1), card(2)]).await.unwrap(), 2);
    assert_eq!(deck.add(&[card(1), card(2), card(3)]).await.unwrap(), 1, "each is there once");
    assert_eq!(deck.cards_of(TODAY).await.unwrap(), []);
    assert_eq!(deck.cards_of(TODAY + 1).await.unwrap().len(), 3);
    for (ply, right) in [(1, true), (2, false)] {
        let state = deck.change(&name(ply), |state| answered(state, right, TODAY + 1)).await;
        let state = state.unwrap();
        assert_eq!(state, answered(new(TODAY), right, TODAY + 1));
        assert_eq!(deck.find(&name(ply)).await.unwrap(), Some(state), "as it was written");
    }
    assert_eq!(deck.cards_of(TODAY + 1).await.unwrap().len(), 3, "with those answered today");
    assert_eq!(deck.cards_of(TODAY + 2).await.unwrap().len(), 2);
    assert_eq!(code(deck.change(&name(9), |state| state).await), Code::NoPage);
    // They are private, and are deleted with the account.
    let people = People::new(Arc::clone(&store));
    let bo = people.register("Bo", PASSWORD).await.unwrap();
    assert!(plies(&Deck::of(&*store, &bo)).await.is_empty());
    people.delete(&ada).await.unwrap();
    assert!(plies(&deck).await.is_empty());
    deck.add(&[card(1)]).await.unwrap();
    assert!(plies(&deck).await.is_empty(), "nothing is kept for an account that is gone");
}

async fn removed_positions_do_not_come_back(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    deck.add(&[card(1), card(2)]).await.unwrap();
    deck.remove(&name(1)).await.unwrap();
    assert_eq!(code(deck.remove(&name(1)).await), Code::NoPage);
    assert_eq!(code(deck.change(&name(1), |state| state).await), Code::NoPage);
    assert_eq!(deck.add(&[card(1), card(2)]).await.unwrap(), 0);
    deck.merge(&[(card(1), false)]).await.unwrap();
    assert_eq!(plies(&deck).await, [2]);
}

async fn an_account_has_room_for_so_many(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    let most = u32::try_from(MOST_CARDS).unwrap();
    deck.add(&[card(1)]).await.unwrap();
    let double = "INSERT INTO cards SELECT person, game, ply + $1, due, first_day, last_day,
        stability, difficulty, again, answers, removed FROM cards WHERE ply + $1 < $2";
    let doubles =
        (0..13).map(|power| SqlChange(double, vec![(1 << power).into(), MOST_CARDS.into()]));
    store.change(doubles.collect()).await.unwrap();
    let refused = deck.add(&[card(most), card(most + 1)]).await;
    assert!(matches!(refused, Err(ApiError::TooManyCards)), "{refused:?}");
    assert_eq!(deck.find(&name(most)).await.unwrap(), None, "all or none");
    assert_eq!(deck.add(&[card(most)]).await.unwrap(), 1);
    assert_eq!(deck.add(&[card(most)]).await.unwrap(), 0, "what is there needs no room");
    assert_eq!(code(deck.add(&[card(most + 1)]).await), Code::Refused);
    deck.remove(&name(1)).await.unwrap();
    assert_eq!(deck.add(&[card(most + 1)]).await.unwrap(), 1);
    assert_eq!(deck.cards().await.unwrap().len() as u64, MOST_CARDS);
}

async fn positions_of_a_browser_are_merged(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    deck.add(&[card(1), card(2), card(3)]).await.unwrap();
    let late = answered(new(TODAY), true, TODAY + 5);
    deck.change(&name(2), |_| late).await.unwrap();
    let kept = |ply, day| Card { state: answered(new(TODAY), false, day), ..card(ply) };
    let cards = [
        (kept(1, TODAY + 3), false),
        (kept(2, TODAY + 3), false),
        (card(3), true),
        (card(4), false),
        (card(5), true),
    ];
    for _ in 0..2 {
        deck.merge(&cards).await.unwrap();
        assert_eq!(plies(&deck).await, [1, 2, 4], "once or twice is the same");
        assert_eq!(deck.find(&name(1)).await.unwrap(), Some(cards[0].0.state));
        assert_eq!(deck.find(&name(2)).await.unwrap(), Some(late), "the later answer");
    }
    assert_eq!(deck.add(&[card(3), card(5)]).await.unwrap(), 0, "removed here or there");
}

/// Two windows answer at once: the second sees what the first has done.
async fn other_windows_are_heeded(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    deck.add(&[card(1)]).await.unwrap();
    let name = name(1);
    let right = |right: bool| deck.change(&name, move |state| answered(state, right, TODAY + 1));
    let (one, other) = futures_util::future::join(right(true), right(false)).await;
    let (one, other) = (one.unwrap(), other.unwrap());
    let last = deck.find(&name).await.unwrap().unwrap();
    let first = if last == other { one } else { other };
    let is_right = first == answered(new(TODAY), true, TODAY + 1);
    assert_eq!(last, answered(first, !is_right, TODAY + 1), "{one:?} {other:?}");
}

async fn habits_are_kept(place: Place) {
    let (store, ada) = ada(&place).await;
    let deck = Deck::of(&*store, &ada);
    let zone = |minutes: f64| ZoneOffset::try_from(minutes).unwrap();
    assert_eq!(deck.habits().await.unwrap(), Habits { daily: USUAL_DAILY, zone: zone(0.0) });
    deck.keep_zone(zone(-210.0)).await.unwrap();
    deck.keep_daily(20).await.unwrap();
    assert_eq!(deck.habits().await.unwrap(), Habits { daily: 20, zone: zone(-210.0) });
    store.change(vec![SqlChange("DELETE FROM practice", vec![])]).await.unwrap();
    assert_eq!(deck.habits().await.unwrap().daily, USUAL_DAILY);
}

/// A client with an account.
struct Client<'a> {
    server: &'a Running,
    cookie: String,
}

impl<'a> Client<'a> {
    fn register(server: &'a Running, name: &str) -> Self {
        Self { server, cookie: server.register(name, PASSWORD) }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        raw::ask(self.server.address, method, path, &[("Cookie", &self.cookie)], body)
    }

    fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let answer = self.ask("POST", path, &body.to_string());
        (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
    }

    fn today(&self, zone: i32) -> Value {
        let answer = self.ask("GET", &format!("/api/cards?zone={zone}"), "");
        assert_eq!(answer.status, 200, "{answer:?}");
        serde_json::from_str(&answer.body).unwrap()
    }

    /// Answers the position of [`reported`].
    fn answer(&self, game: &str, text: Option<&str>, zone: i32) -> Value {
        let question = json!({ "name": { "game": game, "ply": 3 }, "text": text, "zone": zone });
        let (status, answer) = self.post("/api/cards/answer", question);
        assert_eq!(status, 200, "{answer}");
        answer
    }
}

/// A move that keeps the result.
fn better(server: &Running, game: &str) -> String {
    let (_, view) = server.ask("GET", &format!("/api/games/{game}/report"), "", None);
    view["report"]["moves"][2]["better"][0].as_str().unwrap().to_owned()
}

/// Issue 19.3: the life of a mistake: added, due tomorrow, missed, found, removed.
#[test]
fn a_mistake_comes_back_tomorrow() {
    let (_folder, server) = start();
    let game = reported(&server);
    let ada = Client::register(&server, "Ada");
    let order = json!({ "game": game, "side": "black", "zone": WEST });
    let (status, added) = ada.post("/api/cards", order.clone());
    assert_eq!((status, &added["added"], &added["side"]), (200, &json!(1), &json!("black")));
    assert_eq!(added["cards"][0]["name"], json!({ "game": game, "ply": 3 }));
    assert_eq!(ada.post("/api/cards", order).1["added"], 0, "it is there once");
    let now = ada.today(WEST);
    assert_eq!((&now["due"], &now["all"]), (&json!([]), &json!(1)), "{now}");
    assert_eq!(now["next"].as_u64(), now["today"].as_u64().map(|today| today + 1));

    let tomorrow = ada.today(EAST);
    let one = &tomorrow["due"][0];
    assert_eq!((&one["text"], &one["rules"]), (&json!("15-18"), &json!("american")), "{tomorrow}");
    assert!(one["fen"].as_str().unwrap().starts_with("B:W"), "{one}");
    let wrong = ada.answer(&game, Some("15-18"), EAST);
    assert_eq!((&wrong["right"], &wrong["days"]), (&json!(false), &json!(1)), "{wrong}");
    assert!(!wrong["reasons"].as_array().unwrap().is_empty(), "{wrong}");
    let again = ada.today(EAST);
    assert_eq!((&again["due"][0]["state"]["again"], &again["solved"]), (&json!(true), &json!(0)));
    let right = ada.answer(&game, Some(&better(&server, &game)), EAST);
    assert_eq!((&right["right"], &right["days"]), (&json!(true), &json!(1)), "{right}");
    let done = ada.today(EAST);
    assert_eq!((&done["due"], &done["solved"]), (&json!([]), &json!(1)), "{done}");

    // The page without JavaScript shows the same day, and the home page has a line only if something is due.
    let page = |path: &str| ada.ask("GET", path, "").body;
    assert!(page("/practice").contains("Done for today.</strong> 1 position comes tomorrow."));
    assert!(!page("/").contains("to practise today"));
}

/// Issue 19.3: giving up counts as a miss, and clients cannot judge their own answers.
#[test]
fn answers_are_judged_by_the_server() {
    let (_folder, server) = start();
    let game = reported(&server);
    let ada = Client::register(&server, "Ada");
    let question = json!({ "name": { "game": game, "ply": 3 }, "text": "8-11" });
    assert_eq!(ada.post("/api/cards/answer", question).0, 404, "it is not practised");
    ada.post("/api/cards", json!({ "game": game, "side": "black", "zone": WEST }));
    let shown = ada.answer(&game, None, EAST);
    assert_eq!((&shown["right"], &shown["days"]), (&json!(false), &json!(1)), "{shown}");
    assert!(!shown["reasons"].as_array().unwrap().is_empty(), "{shown}");
    assert_ne!(shown["line"][0], "15-18", "it is the better line: {shown}");
    let known = json!({
        "due": 30_000, "first": 1, "last": 2, "stability": 900.0, "difficulty": 1.0, "again": false
    });
    let name = json!({ "game": game, "ply": 3 });
    let claim = json!({ "name": name, "text": "15-18", "state": known, "zone": EAST });
    let (_, claimed) = ada.post("/api/cards/answer", claim);
    assert_eq!((&claimed["right"], &claimed["days"]), (&json!(false), &json!(1)), "{claimed}");
    for (more, status) in [
        (json!({ "right": true }), 400),
        (json!({ "zone": 901 }), 400),
        (json!({ "name": { "game": game, "ply": 0 } }), 400),
        (json!({ "name": { "game": game, "ply": 4 } }), 404),
        (json!({ "name": { "game": "../../etc", "ply": 3 } }), 400),
        (json!({ "name": { "game": "aaaaaaaaaa", "ply": 3 } }), 404),
        (json!({ "text": "15-19" }), 422),
        (json!({ "state": { "due": -1 } }), 400),
    ] {
        let mut question = json!({ "name": name, "text": "15-18" });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (found, said) = ada.post("/api/cards/answer", question.clone());
        assert_eq!(found, status, "{question}: {said}");
    }
    // No help in games in progress.
    let (going, _) = server.create(json!({ "rules": "american" }));
    server.ask("POST", &format!("/api/games/{going}/move"), "", Some(json!({ "move": "11-15" })));
    let asked = json!({ "name": { "game": going, "ply": 1 }, "text": "11-15" });
    assert_eq!(server.ask("POST", "/api/cards/answer", "", Some(asked)).0, 404);
    assert_eq!(server.ask("POST", "/api/cards", "", Some(json!({ "game": going }))).0, 422);
}

/// Issue 19.3: a guest has the same schedule, stored in the browser, and it moves into the account.
#[test]
fn guests_practise_too_and_take_it_along() {
    let (_folder, server) = start();
    let game = reported(&server);
    let order = json!({ "game": game, "side": "black", "zone": WEST });
    let (_, view) = server.ask("POST", "/api/cards", "", Some(order));
    assert_eq!(view["added"], Value::Null, "{view}");
    let mut card = view["cards"][0].clone();
    let line = |cards: &Value, zone: i32| {
        let body = [("cards", cards.to_string()), ("zone", zone.to_string())];
        let body: Vec<(&str, &str)> = body.iter().map(|(name, text)| (*name, &**text)).collect();
        let line = crate::pages::post(&server, "/practice/line", &body).text;
        let page = crate::pages::post(&server, "/practice", &body).text;
        (line, page)
    };
    assert_eq!(line(&view["cards"], WEST).0.trim(), "");
    let (due, page) = line(&view["cards"], EAST);
    assert!(due.contains("<a href=\"/practice\">1 position to practise today</a>"), "{due}");
    assert!(page.contains("data-ply=\"3\"") && page.contains("position.svg?ply=2"), "{page}");

    let text = better(&server, &game);
    let question =
        json!({ "name": card["name"], "text": text, "state": card["state"], "zone": EAST });
    let (status, found) = server.ask("POST", "/api/cards/answer", "", Some(question));
    assert_eq!((status, &found["right"]), (200, &json!(true)), "{found}");
    assert!(found["days"].as_u64() > Some(1), "{found}");
    card["state"] = found["state"].clone();
    assert_eq!(line(&json!([card]), EAST).0.trim(), "", "it is solved");

    let ada = Client::register(&server, "Ada");
    let gone = json!({ "name": { "game": "aaaaaaaaaa", "ply": 3 }, "state": null });
    for _ in 0..2 {
        let moved = json!({ "cards": [card, gone, card] });
        assert_eq!(ada.post("/api/cards/move", moved).0, 204);
        assert_eq!(ada.today(EAST)["all"], 1);
    }
    let exported = ada.ask("GET", "/api/account/export", "");
    let exported: Value = serde_json::from_str(&exported.body).unwrap();
    assert_eq!(exported["cards"], json!([card]), "with its schedule");
    assert_eq!(exported["cards_a_day"], 10);
    assert_eq!(server.ask("POST", "/api/cards/move", "", Some(json!({ "cards": [] }))).0, 401);
    assert_eq!(ada.post("/api/cards/move", json!({ "cards": vec![&card; 51] })).0, 400);
    for bad in ["[", "{}", "[1]", &json!(vec![&card; 601]).to_string()] {
        for path in ["/practice", "/practice/line"] {
            let answer = crate::pages::post(&server, path, &[("cards", bad)]);
            assert_eq!(answer.status, 400, "{path}");
        }
    }
}

/// Only one's own mistakes are added automatically, and removed ones stay removed.
#[test]
fn own_mistakes_are_added_by_themselves() {
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), free());
    let (ada, bo) = (Client::register(&server, "Ada"), Client::register(&server, "Bo"));
    let order = json!({ "rules": "american", "opponent": "friend", "color": "black" });
    let (_, made) = ada.post("/api/games", order);
    let game = made["id"].as_str().unwrap();
    bo.post(&format!("/api/games/{game}/join"), json!({ "invitation": made["invitation"] }));
    for (who, text) in [(&ada, "11-15"), (&bo, "23-19"), (&ada, "15-18")] {
        let (status, said) = who.post(&format!("/api/games/{game}/move"), json!({ "move": text }));
        assert_eq!(status, 200, "{said}");
    }
    let events = format!("/api/games/{game}/events");
    ada.post(&events, json!({ "side": "black", "what": "resign" }));
    server.ask("POST", &format!("/api/games/{game}/report"), "", None);
    let report = || server.ask("GET", &format!("/api/games/{game}/report"), "", None);
    soon("the report", || report().0 == 200);
    let collect = |who: &Client<'_>| who.post("/api/cards", json!({ "game": game })).1;
    assert_eq!(collect(&ada)["added"], 1);
    let of_bo = collect(&bo);
    assert_eq!((&of_bo["side"], &of_bo["cards"]), (&json!("white"), &json!([])), "{of_bo}");
    let (_, stranger) = server.ask("POST", "/api/cards", "", Some(json!({ "game": game })));
    assert_eq!((&stranger["side"], &stranger["cards"]), (&Value::Null, &json!([])));

    let page = ada.ask("GET", "/practice", "").body;
    assert!(page.contains("Nothing to practise today.</strong> 1 position comes tomorrow."));
    let name = json!({ "game": game, "ply": 3 });
    assert_eq!(bo.post("/api/cards/remove", name.clone()).0, 404, "it is Ada's");
    assert_eq!(ada.post("/api/cards/remove", name.clone()).0, 204);
    assert_eq!(ada.post("/api/cards/remove", name).0, 404);
    assert_eq!(collect(&ada)["added"], 0, "it is removed for good");
    assert_eq!(ada.today(EAST)["all"], 0);
}

/// The daily limit is set on the page, with or without JavaScript.
#[test]
fn the_limit_of_a_day_is_chosen() {
    let (_folder, server) = start();
    let ada = Client::register(&server, "Ada");
    for (daily, status) in [(0, 400), (101, 400), (5, 204)] {
        assert_eq!(ada.post("/api/cards/limit", json!({ "daily": daily })).0, status);
    }
    assert_eq!(ada.today(0)["daily"], 5);
    assert!(ada.ask("GET", "/practice", "").body.contains("<option selected>5</option>"));
    let headers =
        [("Cookie", ada.cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
    let form = raw::ask(server.address, "POST", "/practice", &headers, "daily=20");
    assert_eq!((form.status, form.header("location")), (303, Some("/practice")));
    assert_eq!(ada.today(0)["daily"], 20);
    let guest = get(&server, "/practice").text;
    assert!(guest.contains("There is nothing to practise yet."), "{guest}");
    assert_eq!(server.ask("GET", "/api/cards", "", None).0, 401);
}
