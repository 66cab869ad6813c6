//! What players are called: nobody is taken for the computer, or for an account. Issue 15, low.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient};
use serde_json::{Value, json};
use server::guard::Settings;
use server::store::{Change, Sqlite, Store};

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

/// A game of somebody with this name: the name under which it is played.
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
    // And the computer is nobody else.
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
    let page = |path: &str| {
        let headers = [("Accept-Language", "fr")];
        raw::ask(server.address, "GET", path, &headers, "").body
    };
    for path in ["/", "/watch", &format!("/game/{id}"), "/people/Ada"] {
        let page = page(path);
        assert!(page.contains("@Ada") && page.contains("ada (invité)"), "{path}: {page}");
    }

    // Also when the account is gone.
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
    // Before, these could be made.
    let store = Sqlite::open(&folder.file()).unwrap();
    let old = [("i1", "Bi11", "bi11"), ("i2", "BiII", "biii"), ("i3", "White", "white")];
    for (id, name, folded) in old {
        let copy = "INSERT INTO people (id, name, folded, secret, created)
            SELECT $1, $2, $3, secret, created FROM people WHERE folded = 'bill'";
        let copy = Change(copy, vec![id.into(), name.into(), folded.into()]);
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
