//! Player names: nobody can be mistaken for the computer, or for an account. Issue 15, low.

use crate::common::games::{block_on, game};
use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient};
use arbiter::{Event, Log, Terms, Time};
use draughts::Variant;
use serde_json::{Value, json};
use server::guard::Settings;
use server::names::GuestName;
use server::seats::{Seat, Seats};
use server::store::{SqlChange, Sqlite, Store};

const PASSWORD: &str = "correct horse battery";

fn server(folder: &Folder) -> Running {
    Running::start_with(&folder.file(), Settings { limits: None, ..Settings::default() })
}

fn post(server: &Running, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    raw::ask(server.address, "POST", path, headers, &body.to_string())
}

fn names(server: &Running, id: &str) -> Value {
    server.game(id, "")["table"]["names"].clone()
}

/// The displayed name of a player who chose this name.
fn played_as(server: &Running, name: &str) -> String {
    let order = json!({ "rules": "russian", "opponent": "friend", "color": "white", "name": name });
    let (id, _) = server.create(order);
    names(server, &id)["white"].as_str().unwrap().to_owned()
}

#[test]
fn guests_are_not_the_computer() {
    let folder = Folder::new();
    let server = server(&folder);
    let refused = |answer: Answer, name: &str| {
        assert_eq!((answer.status, answer.code().as_str()), (422, "refused"), "{name}");
        assert!(answer.body.contains("reserved for the computer"), "{}", answer.body);
    };
    let open = json!({ "rules": "russian", "opponent": "friend" });
    let made: Value = serde_json::from_str(&post(&server, "/api/games", &[], &open).body).unwrap();
    let join = format!("/api/games/{}/join", made["id"].as_str().unwrap());
    for name in [
        "Computer, level 10",
        "COMPUTER",
        "С\u{200b}оmputer",
        "Компьютер, уровень 3",
        "Ordinateur",
        "Operator",
    ] {
        let order = json!({ "rules": "russian", "opponent": "friend", "name": name });
        refused(post(&server, "/api/games", &[], &order), name);
        let here = json!({ "rules": "russian", "names": ["Ada", name] });
        refused(post(&server, "/api/games", &[], &here), name);
        let seek = json!({ "rules": "russian", "clock": "5m", "name": name });
        refused(post(&server, "/api/seeks", &[], &seek), name);
        let guest = json!({ "invitation": made["invitation"], "name": name });
        refused(post(&server, &join, &[], &guest), name);
    }
    // And the computer has no other name.
    let order =
        json!({ "rules": "russian", "level": 2, "names": ["Eve", "Ada"], "color": "white" });
    let (id, _) = server.create(order);
    assert_eq!(names(&server, &id), json!({ "white": "Eve", "black": "Computer, level 2" }));
    let form = [("Content-Type", "application/x-www-form-urlencoded"), ("Accept-Language", "de")];
    let asked = "rules=russian&opponent=friend&name=Computer";
    let page = raw::ask(server.address, "POST", "/new", &form, asked);
    assert!(
        page.status == 422 && page.body.contains("Dieser Name ist für den Computer"),
        "{page:?}"
    );
}

/// A page in French.
fn page(server: &Running, path: &str) -> String {
    raw::ask(server.address, "GET", path, &[("Accept-Language", "fr")], "").body
}

fn players(server: &Running, id: &str) -> Value {
    let players = server.game(id, "")["players"].clone();
    let (_, games) = server.ask("GET", "/api/games", "", None);
    let listed = games.as_array().unwrap().iter().find(|game| game["id"] == *id).unwrap();
    assert_eq!(listed["players"], players);
    players
}

/// Issue 16.4: a player is a value, and no name makes a guest look like another: the computer, a side, or an account.
#[test]
fn a_name_says_nothing_about_who_plays() {
    let folder = Folder::new();
    let server = server(&folder);
    let guest = |name: &str| json!({ "kind": "guest", "name": name, "like_account": false });
    for (white, black) in [("Computer, level 10", "White"), ("Guest", "Ada (guest)")] {
        let pdn = format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. 11-15 *");
        let made = post(&server, "/api/import/game", &[], &json!({ "text": pdn }));
        let made: Value = serde_json::from_str(&made.body).unwrap();
        let id = made["id"].as_str().unwrap();
        assert_eq!(players(&server, id), json!([guest(white), guest(black)]));
        assert_eq!(server.game(id, "")["computer"], json!([null, null]));
        for path in ["/", &format!("/game/{id}")] {
            let page = page(&server, path);
            assert!(page.contains(white) && page.contains(black), "{path}: {page}");
            assert!(!page.contains("Ordinateur, niveau"), "{path}: {page}");
        }
        // Issue 17.8: an imported game is not in progress.
        assert!(!page(&server, "/watch").contains(&format!("/game/{id}")));
        let (_, pdn) = server.fetch("GET", &format!("/api/games/{id}/game.pdn"), "", None);
        assert!(pdn.contains(white) && !pdn.contains("program"), "{pdn}");
    }

    let (id, _) = server.create(json!({ "rules": "russian", "level": 2, "color": "white" }));
    let nameless = json!({ "kind": "guest", "name": null, "like_account": false });
    assert_eq!(players(&server, &id), json!([nameless, { "kind": "computer", "level": 2 }]));
    for path in ["/", "/watch", &format!("/game/{id}")] {
        let page = page(&server, path);
        assert!(page.contains("Ordinateur, niveau 2") && page.contains("Invité"), "{path}: {page}");
    }
    let (_, pdn) = server.fetch("GET", &format!("/api/games/{id}/game.pdn"), "", None);
    assert!(pdn.contains("[BlackType \"program\"]") && !pdn.contains("WhiteType"), "{pdn}");
    let (id, _) = server.create(json!({ "rules": "russian" }));
    assert_eq!(players(&server, &id), json!([{ "kind": "here" }, { "kind": "here" }]));
    assert!(page(&server, "/").contains("Blancs – Noirs"));
}

/// Issue 16.4: before such names were refused, a guest could call themselves like the computer and wait for an
/// opponent.
#[test]
fn nobody_in_the_lobby_is_the_computer_by_name() {
    let folder = Folder::new();
    let (at, name) = (server::time::now().0, "Computer, level 10".to_owned());
    let clock = "3d/move".parse().unwrap();
    let terms = Terms { clock, ..Terms::new(Variant::Russian.into(), 1) };
    let mut log = Log::open(terms, Time(at)).unwrap();
    let side = log.table().host_color();
    log.record(&Event::Join { side, name: name.clone() }, Time(at)).unwrap();
    let seats = Seats::new(Seat::Open, Seat::Open).with(side, Seat::Person(String::new()));
    let seats = seats.with_guest(side, Some(GuestName::Own(name.clone())));
    let mut append = game("waiting", 0, &[]);
    append.summary.clock = "3d/move".to_owned();
    append.summary.updated = at;
    (append.seats, append.open) = (Some(seats), true);
    append.lines = log.lines().iter().map(|line| (line.clone(), None)).collect();
    let store = Sqlite::open(&folder.file()).unwrap();
    block_on(store.append(append)).unwrap();
    drop(store);
    let server = server(&folder);
    let lobby = page(&server, "/lobby");
    assert!(lobby.contains(&name) && !lobby.contains("Ordinateur, niveau"), "{lobby}");
    let (_, seeks) = server.ask("GET", "/api/seeks", "", None);
    let [nobody, guest] = [json!({ "kind": "nobody" }), json!("guest")];
    let found = seeks[0]["players"].as_array().unwrap();
    assert!(found.contains(&nobody) && found.iter().any(|one| one["kind"] == guest), "{seeks}");
}

/// Issue 16.4: the opponent of an account on the same device has no account.
#[test]
fn a_guest_on_the_device_of_an_account_is_a_guest() {
    let folder = Folder::new();
    let server = server(&folder);
    let ada = server.register("Ada", PASSWORD);
    let here = |names: Value| {
        let order = json!({ "rules": "russian", "color": "white", "names": names });
        let made = post(&server, "/api/games", &[("Cookie", &ada)], &order);
        let made: Value = serde_json::from_str(&made.body).unwrap();
        made["id"].as_str().unwrap().to_owned()
    };
    let account = json!({ "kind": "account", "name": "Ada" });
    let guest = json!({ "kind": "guest", "name": "Magnus", "like_account": false });
    let id = here(json!(["Ada", "Magnus"]));
    assert_eq!(players(&server, &id), json!([account, guest]));
    let view = server.game(&id, "");
    assert_eq!((&view["people"][0]["name"], &view["people"][1]), (&json!("Ada"), &Value::Null));
    let shown = page(&server, "/");
    assert!(shown.contains("@Ada – Magnus") && !shown.contains("@Magnus"), "{shown}");
    let id = here(Value::Null);
    assert_eq!(players(&server, &id), json!([account, { "kind": "here" }]));
    // They may still play both sides with the account alone.
    for (side, text) in [("white", "c3-d4"), ("black", "d6-c5")] {
        let act = json!({ "side": side, "what": "move", "value": text });
        let path = format!("/api/games/{id}/events");
        assert_eq!(post(&server, &path, &[("Cookie", &ada)], &act).status, 200, "{side}");
    }
}

#[test]
fn names_show_all_of_themselves() {
    let folder = Folder::new();
    let server = server(&folder);
    assert_eq!(played_as(&server, " \u{202e}adA\u{202c}\u{200b}  Ｂ "), "adA B");
    assert_eq!(played_as(&server, "@Ada"), "Ada", "the mark of accounts is theirs alone");
    let rules = "russian,kings=short,name=\u{202e}sthguard\u{202c}";
    let (id, _) = server.create(json!({ "rules": rules }));
    assert_eq!(server.game(&id, "")["table"]["title"], "sthguard");
    let nothing = json!({ "rules": "russian", "opponent": "friend", "name": "\u{200b}\u{2066}" });
    let refused = post(&server, "/api/games", &[], &nothing);
    assert_eq!((refused.status, refused.code().as_str()), (422, "refused"));
    let pdn = "[White \"\u{202e}adA\u{200b}\"]\n[Black \"@Bo\"]\n\n1. 11-15 *";
    let brought = json!({ "text": pdn });
    let made = post(&server, "/api/import/game", &[], &brought);
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let shown = names(&server, made["id"].as_str().unwrap());
    assert_eq!(shown, json!({ "white": "adA", "black": "Bo" }));
    let (_, page) = server.fetch("GET", "/", "", None);
    assert!(page.contains("adA – Bo") && !page.contains('\u{202e}'), "{page}");
}

#[test]
fn guests_are_not_accounts() {
    let folder = Folder::new();
    let server = server(&folder);
    let ada = server.register("Ada", PASSWORD);
    for name in ["Ada", "ADA", "Аdа", "Ａda", "@Ada", "Ad\u{200d}a"] {
        let shown = played_as(&server, name);
        assert!(shown.ends_with(" (guest)"), "{name}: {shown}");
    }
    assert_eq!(played_as(&server, "Ada L."), "Ada L.");

    let order = json!({ "rules": "russian", "opponent": "friend", "color": "white" });
    let made = post(&server, "/api/games", &[("Cookie", &ada)], &order);
    let made: Value = serde_json::from_str(&made.body).unwrap();
    let id = made["id"].as_str().unwrap();
    let mut line = SocketClient::hello(&server, id, made["key"].as_str().unwrap(), None);
    line.until("game");
    let guest = json!({ "invitation": made["invitation"], "name": "ada" });
    assert_eq!(post(&server, &format!("/api/games/{id}/join"), &[], &guest).status, 200);
    let event = line.until("event");
    assert_eq!(event["table"]["names"], json!({ "white": "Ada", "black": "ada (guest)" }));
    assert_eq!((&event["people"][0]["name"], &event["people"][1]), (&json!("Ada"), &Value::Null));
    let (_, games) = server.ask("GET", "/api/games", "", None);
    let game = games.as_array().unwrap().iter().find(|game| game["id"] == *id).unwrap();
    assert_eq!(game["accounts"], json!([true, false]));
    for path in ["/", "/watch", &format!("/game/{id}")] {
        let page = page(&server, path);
        assert!(page.contains("@Ada") && page.contains("ada (invité)"), "{path}: {page}");
    }
    // Her profile names her opponents.
    let profile = page(&server, "/people/Ada");
    assert!(profile.contains("<strong>ada (invité)</strong>"), "{profile}");

    // Also when the account is deleted.
    let password = json!({ "password": PASSWORD });
    assert_eq!(post(&server, "/api/account/delete", &[("Cookie", &ada)], &password).status, 204);
    assert_eq!(played_as(&server, "Ada"), "Ada (guest)");
}

#[test]
fn accounts_do_not_look_alike_and_old_ones_stay() {
    let folder = Folder::new();
    {
        let server = server(&folder);
        server.register("Bill", PASSWORD);
        server.register("Zoe", PASSWORD);
        for name in ["Bi11", "BiII", "bill", "Z0e", "C0mputer", "White", "Ｂill"] {
            let order = json!({ "name": name, "password": PASSWORD });
            let refused = post(&server, "/api/account", &[], &order);
            assert_eq!((refused.status, refused.code().as_str()), (409, "name-taken"), "{name}");
        }
        server.register("Bella", PASSWORD);
    }
    // Earlier versions accepted these.
    let store = Sqlite::open(&folder.file()).unwrap();
    let old = [("i1", "Bi11", "bi11"), ("i2", "BiII", "biii"), ("i3", "White", "white")];
    for (id, name, folded) in old {
        let copy = "INSERT INTO people (id, name, folded, secret, created)
            SELECT $1, $2, $3, secret, created FROM people WHERE folded = 'bill'";
        let copy = SqlChange(copy, vec![id.into(), name.into(), folded.into()]);
        crate::common::games::block_on(store.change(vec![copy])).unwrap();
    }
    drop(store);
    let server = server(&folder);
    for name in ["Bill", "Bi11", "BiII", "White", "Ｂill"] {
        let shown = json!({ "name": name, "password": PASSWORD });
        let answer = post(&server, "/api/account/sign-in", &[], &shown);
        assert_eq!(answer.status, 200, "{name}: {answer:?}");
    }
}
