//! Accounts over HTTP and WebSocket: who is let in, where, and who is not.

use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, SocketClient, TOKEN, free, soon};
use serde_json::{Value, json};
use server::bus::{Bus, Local};
use server::guard::Settings;
use server::store::{SqlChange, Sqlite, Store};
use std::sync::Arc;

const PASSWORD: &str = "correct horse battery";

/// A browser, or a program with a token.
struct Client<'a> {
    server: &'a Running,
    header: (&'static str, String),
}

impl<'a> Client<'a> {
    /// Registers a new user.
    fn register(server: &'a Running, name: &str) -> Self {
        Self { server, header: ("Cookie", server.register(name, PASSWORD)) }
    }

    fn with_token(server: &'a Running, token: &str) -> Self {
        Self { server, header: ("Authorization", format!("Bearer {token}")) }
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        let headers = [(self.header.0, self.header.1.as_str())];
        raw::ask(self.server.address, method, path, &headers, body)
    }

    fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path, &body.to_string())
    }

    fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, "");
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        json_of(&answer)
    }

    fn status(&self, method: &str, path: &str) -> u16 {
        self.ask(method, path, "").status
    }
}

fn stranger(server: &Running) -> Client<'_> {
    Client {
        server,
        header: ("Cookie", "damier-session=0123456789abcdef0123456789abcdef".to_owned()),
    }
}

/// The cookie that a response sets, as a browser sends it.
fn session(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
}

fn json_of(answer: &Answer) -> Value {
    serde_json::from_str(&answer.body).unwrap()
}

#[test]
fn signing_in_and_out() {
    let folder = Folder::new();
    let public_url = Some("https://draughts.example".parse().unwrap());
    let server = Running::start_with(&folder.file(), Settings { public_url, ..free() });
    let ada = Client::register(&server, "Ada");
    let me = ada.get("/api/account");
    assert_eq!(me["profile"]["name"], "Ada");
    assert_eq!(me["passes"][0]["current"], true);

    let right = json!({ "name": "ada", "password": PASSWORD });
    let again = stranger(&server).post("/api/account/sign-in", right);
    let cookie = again.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/", "Max-Age=7776000"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let elsewhere = Client { server: &server, header: ("Cookie", session(&again)) };
    assert_eq!(elsewhere.get("/api/account")["passes"].as_array().unwrap().len(), 2);

    let wrong = json!({ "name": "Ada", "password": "incorrect horse" });
    let refused = stranger(&server).post("/api/account/sign-in", wrong);
    assert_eq!((refused.status, refused.code()), (403, "wrong-password".to_owned()));
    assert!(refused.header("set-cookie").is_none());
    assert_eq!(stranger(&server).status("GET", "/api/account"), 401);

    let out = elsewhere.post("/api/account/sign-out", json!({}));
    assert_eq!(out.status, 204);
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(elsewhere.status("GET", "/api/account"), 401, "the cookie opens nothing any more");
    assert_eq!(ada.status("GET", "/api/account"), 200);

    let change = json!({ "old": PASSWORD, "new": "another sentence" });
    let changed = ada.post("/api/account/password", change);
    assert_eq!(changed.status, 200);
    assert_eq!(ada.status("GET", "/api/account"), 401, "all sessions ended");
    let new = Client { server: &server, header: ("Cookie", session(&changed)) };
    assert_eq!(new.status("GET", "/api/account"), 200, "but this one goes on");
}

#[test]
fn a_seat_is_open_on_every_device_of_its_owner() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (ada, bo) = (Client::register(&server, "Ada"), Client::register(&server, "Bo"));
    let order =
        json!({ "rules": "russian", "opponent": "friend", "color": "white", "name": "Eve" });
    let created = json_of(&ada.post("/api/games", order));
    let game = format!("/api/games/{}", created["id"].as_str().unwrap());
    let guest = json!({ "invitation": created["invitation"], "name": "Eve" });
    assert_eq!(bo.post(&format!("{game}/join"), guest).status, 200);

    // No key is sent, and names are those of the accounts.
    let view = ada.get(&game);
    assert_eq!(view["yours"], json!(["white"]));
    assert_eq!(view["people"][0], json!({ "name": "Ada", "rating": null, "provisional": false }));
    assert_eq!(view["table"]["names"], json!({ "white": "Ada", "black": "Bo" }));
    assert_eq!(bo.get(&game)["yours"], json!(["black"]));
    assert_eq!(stranger(&server).get(&game)["yours"], json!([]));
    let mv = json!({ "move": "c3-d4" });
    assert_eq!(stranger(&server).post(&format!("{game}/move"), mv.clone()).status, 401);
    assert_eq!(ada.post(&format!("{game}/move"), mv).status, 200);
    let theirs = json!({ "side": "white", "what": "resign" });
    let again = bo.post(&format!("{game}/join"), json!({}));
    assert_eq!(again.code(), "not-invited", "a key that opens nothing is not given");
    let refused = bo.post(&format!("{game}/events"), theirs);
    assert_eq!((refused.status, refused.code()), (403, "not-your-seat".to_owned()));

    // The WebSocket accepts the cookie too, and notices when it expires.
    let id = created["id"].as_str().unwrap();
    let again = json!({ "name": "Bo", "password": PASSWORD });
    let elsewhere = session(&stranger(&server).post("/api/account/sign-in", again));
    let mut gone = SocketClient::open_with(&server, id, &elsewhere);
    gone.say(json!({ "say": "hello", "v": 1 }));
    assert_eq!(gone.until("welcome")["yours"], json!(["black"]));
    let elsewhere = Client { server: &server, header: ("Cookie", elsewhere) };
    assert_eq!(elsewhere.post("/api/account/sign-out", json!({})).status, 204);
    assert!(gone.is_closed());
    let mut line = SocketClient::open_with(&server, id, &bo.header.1);
    line.say(json!({ "say": "hello", "v": 1 }));
    assert_eq!(line.until("welcome")["yours"], json!(["black"]));
    line.say(json!({ "say": "do", "id": 1, "side": "black", "what": "resign" }));
    assert!(line.until("event")["line"].as_str().unwrap().contains("resign"));

    let games = ada.get("/api/people/ada")["games"].clone();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["id"]), (1, &created["id"]));
}

#[test]
fn tokens_for_programs() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let ada = Client::register(&server, "Ada");
    let made = ada.post("/api/account/tokens", json!({ "label": "my bot" }));
    assert_eq!(made.status, 201);
    let token = json_of(&made)["token"].as_str().unwrap().to_owned();
    let bot = Client::with_token(&server, &token);
    let order = json!({ "rules": "american", "level": 1, "color": "black" });
    let id = json_of(&bot.post("/api/games", order))["id"].as_str().unwrap().to_owned();
    let game = format!("/api/games/{id}");
    let moved = bot.post(&format!("{game}/move"), json!({ "move": "11-15" }));
    assert_eq!(moved.status, 200, "{moved:?}");
    assert_eq!(ada.get(&game)["yours"], json!(["black"]), "it is Ada's game");

    let more = bot.post("/api/account/tokens", json!({ "label": "another" }));
    assert_eq!(more.code(), "not-signed-in", "a token does not make others");
    let passes = ada.get("/api/account")["passes"].clone();
    let pass = passes.as_array().unwrap().iter().find(|pass| pass["kind"] == "token").unwrap();
    let pass = pass["id"].as_str().unwrap();
    assert_eq!(ada.status("DELETE", &format!("/api/account/passes/{pass}")), 204);
    assert_eq!(ada.status("DELETE", &format!("/api/account/passes/{pass}")), 404);
    let refused = bot.ask("GET", &game, "");
    assert_eq!((refused.status, refused.code()), (403, "wrong-password".to_owned()));
}

/// Creates a rated game of two players; returns its id.
fn rated_game(ada: &Client<'_>, bo: &Client<'_>) -> String {
    let order = json!({
        "rules": "frisian", "clock": "10m+5s", "opponent": "friend", "color": "white", "rated": true
    });
    let created = json_of(&ada.post("/api/games", order));
    let id = created["id"].as_str().unwrap_or_else(|| panic!("{created}"));
    let guest = json!({ "invitation": created["invitation"] });
    assert_eq!(bo.post(&format!("/api/games/{id}/join"), guest).status, 200);
    id.to_owned()
}

fn ratings(client: &Client<'_>, name: &str) -> Value {
    client.get(&format!("/api/people/{name}"))["profile"]["ratings"].clone()
}

#[test]
fn rated_games() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (ada, bo) = (Client::register(&server, "Ada"), Client::register(&server, "Bo"));
    let id = rated_game(&ada, &bo);
    let view = ada.get(&format!("/api/games/{id}"));
    assert_eq!((&view["rated"], &view["people"][1]["rating"]), (&json!(true), &json!(1500)));
    assert_eq!((&view["ratings"], &view["score"]), (&json!([null, null]), &Value::Null));
    let mut watcher = SocketClient::hello(&server, &id, "", None);
    watcher.until("game");
    let resign = json!({ "side": "black", "what": "resign" });
    assert_eq!(bo.post(&format!("/api/games/{id}/events"), resign).status, 200);
    soon("the result counts", || ratings(&ada, "bo")[0]["rating"] == 1338);
    // Viewers get the rating changes: at once, when they reconnect, and when they connect.
    let changes = json!([{ "before": 1500, "after": 1662 }, { "before": 1500, "after": 1338 }]);
    assert_eq!(watcher.until("ratings"), changes);
    let ping = json!({ "say": "ping", "at": 1 });
    watcher.say(ping);
    let next = std::iter::repeat_with(|| watcher.hear()).find(|next| next["present"].is_null());
    assert_eq!(next.unwrap()["pong"], 1.0, "once is enough");
    let view = bo.get(&format!("/api/games/{id}"));
    assert_eq!((&view["ratings"], &view["score"]), (&changes, &Value::Null));
    let mut back = SocketClient::hello(&server, &id, "", view["seq"].as_u64());
    assert_eq!(back.until("ratings"), changes);
    let mut late = SocketClient::hello(&server, &id, "", None);
    assert_eq!(late.until("game")["ratings"], changes);
    assert_eq!(ratings(&bo, "ada")[0]["rating"], 1662);
    assert_eq!(ratings(&bo, "ada")[0]["speed"], "rapid");

    // The next game is rated too, from the new ratings.
    for (who, side, what) in [(&ada, "white", "offer"), (&bo, "black", "accept")] {
        let action = json!({ "side": side, "what": what, "value": "rematch" });
        assert_eq!(who.post(&format!("/api/games/{id}/events"), action).status, 200);
    }
    let next = ada.get(&format!("/api/games/{id}"))["next"].as_str().unwrap().to_owned();
    let view = bo.get(&format!("/api/games/{next}"));
    assert_eq!((&view["rated"], &view["people"][0]["rating"]), (&json!(true), &json!(1338)));
    assert_eq!(view["yours"], json!(["white"]), "they have changed sides");
    // The score stays with the players, who have swapped sides.
    assert_eq!(view["score"], json!({ "white": 0, "black": 1, "drawn": 0 }));
    let mut watcher = SocketClient::hello(&server, &next, "", None);
    watcher.until("game");
    let resign = json!({ "side": "black", "what": "resign" });
    assert_eq!(ada.post(&format!("/api/games/{next}/events"), resign).status, 200);
    let score = json!({ "white": 1, "black": 1, "drawn": 0 });
    assert_eq!(watcher.until("event")["score"], score);
    let changes = watcher.until("ratings");
    assert_eq!((&changes[0]["before"], &changes[1]["before"]), (&json!(1338), &json!(1662)));
    assert_eq!(ada.get(&format!("/api/games/{next}"))["score"], score);

    // What cannot be rated.
    let order = |change: Value| {
        let mut order =
            json!({ "rules": "frisian", "clock": "5m", "opponent": "anybody", "rated": true });
        order.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        order
    };
    let refused = stranger(&server).post("/api/games", order(json!({})));
    assert_eq!((refused.status, refused.code()), (401, "not-signed-in".to_owned()));
    for change in [
        json!({ "opponent": "computer" }),
        json!({ "opponent": "here" }),
        json!({ "clock": "none" }),
        json!({ "rules": "casual" }),
        json!({ "fen": "W:W31:B20" }),
    ] {
        let refused = ada.post("/api/games", order(change.clone()));
        assert_eq!((refused.status, refused.code()), (422, "refused".to_owned()), "{change}");
    }
    let open = json_of(&ada.post("/api/games", order(json!({}))));
    let join = format!("/api/games/{}/join", open["id"].as_str().unwrap());
    assert_eq!(stranger(&server).post(&join, json!({})).status, 401, "only with an account");
    assert_eq!(ada.post(&join, json!({})).status, 403, "not against oneself");
    assert_eq!(bo.post(&join, json!({})).status, 200);
}

/// Issue 17.5: one server counts a game, and viewers on another are notified.
#[test]
fn rating_changes_cross_servers() {
    let folder = Folder::new();
    let bus: Arc<dyn Bus> = Arc::new(Local::default());
    let [one, other] = [(); 2].map(|()| {
        let store = Arc::new(Sqlite::open(&folder.file()).unwrap());
        Running::beside_others(store, Some(Arc::clone(&bus)))
    });
    let (ada, bo) = (Client::register(&one, "Ada"), Client::register(&one, "Bo"));
    let id = rated_game(&ada, &bo);
    let mut watcher = SocketClient::hello(&other, &id, "", None);
    watcher.until("game");
    let resign = json!({ "side": "white", "what": "resign" });
    assert_eq!(ada.post(&format!("/api/games/{id}/events"), resign).status, 200);
    let changes = json!([{ "before": 1500, "after": 1338 }, { "before": 1500, "after": 1662 }]);
    assert_eq!(watcher.until("ratings"), changes);
}

/// The server stops between the end of a game and counting it.
#[test]
fn results_are_counted_after_a_restart() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (ada, bo) = (Client::register(&server, "Ada"), Client::register(&server, "Bo"));
    let id = rated_game(&ada, &bo);
    let resign = json!({ "side": "white", "what": "resign" });
    assert_eq!(ada.post(&format!("/api/games/{id}/events"), resign).status, 200);
    soon("the result counts", || ratings(&bo, "bo")[0]["rating"] == 1662);
    drop((ada, bo));
    drop(server);
    let store = Sqlite::open(&folder.file()).unwrap();
    let back = vec![
        SqlChange("DELETE FROM results", vec![]),
        SqlChange("INSERT INTO rated (game) VALUES ($1)", vec![id.as_str().into()]),
    ];
    crate::common::games::block_on(store.change(back)).unwrap();
    drop(store);
    let server = Running::start(&folder.file());
    soon("it counts again", || ratings(&stranger(&server), "bo")[0]["rating"] == 1662);
}

#[test]
fn pairing_minds_ratings_and_blocks() {
    let folder = Folder::new();
    let settings = Settings { limits: None, ..Settings::default() };
    let server = Running::start_with(&folder.file(), settings);
    let (ada, bo) = (Client::register(&server, "Ada"), Client::register(&server, "Bo"));
    let seek = |rated: bool| json!({ "rules": "italian", "clock": "3d/move", "rated": rated });
    let wait = |client: &Client<'_>, rated| {
        let answer = client.post("/api/seeks", seek(rated));
        assert_eq!(answer.status, 200, "{answer:?}");
        json_of(&answer)["id"].as_str().unwrap().to_owned()
    };
    for _ in 0..25 {
        let order = json!({ "rules": "italian", "clock": "3d/move", "opponent": "anybody" });
        assert_eq!(stranger(&server).post("/api/games", order).status, 201);
    }
    let rated = wait(&ada, true);
    let seeks = json_of(&ada.ask("GET", "/api/seeks", ""));
    let listed = seeks.as_array().unwrap().iter().find(|seek| seek["id"] == *rated).unwrap();
    assert_eq!(listed["rated"], true);
    let casual = wait(&bo, false);
    assert_ne!(rated, casual, "one is rated, the other not");
    assert_eq!(bo.status("PUT", "/api/people/ada/block"), 204);
    assert_ne!(wait(&bo, true), rated, "Bo does not want to play with Ada");
    let join = format!("/api/games/{rated}/join");
    let refused = bo.post(&join, json!({}));
    assert_eq!((refused.status, refused.code()), (403, "blocked".to_owned()));
    assert_eq!(bo.get("/api/account")["blocked"], json!(["Ada"]));
    assert_eq!(bo.status("DELETE", "/api/people/Ada/block"), 204);
    assert_eq!(wait(&bo, true), rated);
    assert_eq!(bo.status("PUT", "/api/people/nobody-here/block"), 404);
    let report = json!({ "words": "is too strong", "game": rated });
    assert_eq!(bo.post("/api/people/ada/report", report.clone()).status, 204);
    assert_eq!(stranger(&server).post("/api/people/ada/report", report.clone()).status, 401);
    let more = || bo.post("/api/people/ada/report", report.clone()).status;
    let refused = (0..20).map(|_| more()).find(|status| *status != 204);
    assert_eq!(refused, Some(429), "nobody buries the operator in reports");
}

#[test]
fn ones_own_data() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let ada = Client::register(&server, "Ada");
    let order = json!({ "rules": "brazilian", "public": false });
    let id = json_of(&ada.post("/api/games", order))["id"].clone();
    let token = json_of(&ada.post("/api/account/tokens", json!({ "label": "bot" })));
    let export = ada.ask("GET", "/api/account/export", "");
    assert!(export.header("content-disposition").unwrap().contains("damier-Ada.json"));
    let data = json_of(&export);
    assert_eq!(
        (&data["games"][0]["game"]["id"], &data["games"][0]["public"]),
        (&id, &json!(false))
    );
    assert_eq!(data["account"]["passes"].as_array().unwrap().len(), 2);
    assert_eq!((&data["results"], &data["reports"]), (&json!([]), &json!([])));
    assert_eq!(export.header("cache-control"), Some("no-store"));
    assert_eq!(ada.get("/api/people/Ada")["games"], json!([]), "nobody else sees it");

    // No secret is stored.
    let secrets =
        [PASSWORD, token["token"].as_str().unwrap(), ada.header.1.split_once('=').unwrap().1];
    drop(export);
    for file in std::fs::read_dir(folder.file().parent().unwrap()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        for secret in secrets {
            assert!(!bytes.windows(secret.len()).any(|part| part == secret.as_bytes()));
        }
    }

    let wrong = json!({ "password": "incorrect horse" });
    assert_eq!(ada.post("/api/account/delete", wrong).status, 403);
    assert_eq!(ada.post("/api/account/delete", json!({ "password": PASSWORD })).status, 204);
    assert_eq!(ada.status("GET", "/api/account"), 401);
    assert_eq!(stranger(&server).status("GET", "/api/people/Ada"), 404);
    let game = format!("/api/games/{}", id.as_str().unwrap());
    assert_eq!(stranger(&server).status("GET", &game), 200, "the game stays");
}

/// Pages of other sites cannot act for a signed-in user.
#[test]
fn other_sites_cannot_act_for_an_account() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let ada = Client::register(&server, "Ada");
    let headers = [("Cookie", ada.header.1.as_str()), ("Origin", "https://evil.example")];
    let order = json!({ "label": "theirs" }).to_string();
    for (method, path) in [
        ("POST", "/api/account/tokens"),
        ("DELETE", "/api/account/passes/0123456789abcdef"),
        ("PUT", "/api/people/ada/block"),
    ] {
        let refused = raw::ask(server.address, method, path, &headers, &order);
        assert_eq!((refused.status, refused.code()), (403, "foreign".to_owned()), "{path}");
    }
    assert_eq!(ada.get("/api/account")["passes"].as_array().unwrap().len(), 1);
}

/// A browser without JavaScript: posts a form and returns the page.
fn send(client: &Client<'_>, path: &str, fields: &[(&str, &str)]) -> Answer {
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let headers = [(client.header.0, client.header.1.as_str()), kind];
    raw::ask(client.server.address, "POST", path, &headers, &fields.join("&"))
}

#[test]
fn forms_do_all_of_it() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let nobody = stranger(&server);
    let credentials = [("name", "Ada"), ("password", PASSWORD)];
    let wrong = send(&nobody, "/account/sign-in", &credentials);
    assert_eq!(wrong.status, 403);
    assert!(wrong.body.contains("The name or the password is wrong."), "{}", wrong.body);
    assert!(wrong.body.contains("value=\"Ada\"") && !wrong.body.contains(PASSWORD));
    let short = send(&nobody, "/account/new", &[("name", "Ada"), ("password", "short")]);
    assert!(short.status == 422 && short.body.contains("8 to 200 characters"), "{short:?}");

    let made = send(&nobody, "/account/new", &credentials);
    assert_eq!((made.status, made.header("location")), (303, Some("/account")));
    let ada = Client { server: &server, header: ("Cookie", session(&made)) };
    let taken = send(&nobody, "/account/new", &credentials);
    assert!(taken.status == 409 && taken.body.contains("This name is taken"), "{taken:?}");
    let page = ada.ask("GET", "/account", "");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(page.body.contains("Signed in as Ada."));

    let token = send(&ada, "/account/tokens", &[("label", "my bot")]).body;
    let start = token.find("damier_").expect("a token");
    let bot = Client::with_token(&server, &token[start..start + 39]);
    assert_eq!(bot.get("/api/account")["profile"]["name"], "Ada");
    assert!(!ada.ask("GET", "/account", "").body.contains("damier_"), "it is shown only once");

    server.register("Bo", PASSWORD);
    assert_eq!(send(&ada, "/people/bo/block", &[]).header("location"), Some("/people/Bo"));
    assert!(ada.ask("GET", "/people/Bo", "").body.contains("Unblock"));
    assert_eq!(send(&ada, "/account/unblock", &[("name", "Bo")]).status, 303);
    let told = send(&ada, "/people/Bo/report", &[("words", "<b>rude</b>")]);
    assert!(told.body.contains("The operator will read it."));
    assert_eq!(send(&nobody, "/people/Bo/block", &[]).status, 401);
    let operator = send(&nobody, "/operator", &[("token", TOKEN)]).body;
    assert!(operator.contains("&lt;b&gt;rude") && !operator.contains("<b>rude"), "{operator}");
    let report = operator.split("name=\"report\" value=\"").nth(1).unwrap();
    let report = report.split('"').next().unwrap();
    let read = send(&nobody, "/operator/reports", &[("report", report), ("token", TOKEN)]);
    assert!(read.status == 200 && !read.body.contains("rude"), "{read:?}");
    for form in ["/account/sign-in", "/account/tokens", "/people/Bo/report"] {
        assert_eq!(nobody.ask("GET", form, "").status, 303, "{form}");
    }

    let change = [("old", PASSWORD), ("new", "another sentence")];
    let changed = send(&ada, "/account/password", &change);
    assert!(changed.body.contains("Password changed."), "{}", changed.body);
    let ada = Client { server: &server, header: ("Cookie", session(&changed)) };
    let gone = send(&ada, "/account/delete", &[("password", "another sentence")]);
    assert!(gone.status == 200 && gone.body.contains("Account deleted."), "{gone:?}");
    assert_eq!(nobody.status("GET", "/people/Ada"), 404);
}

/// Issue 15.9: only the token gives access to the server's state and backup, even on this machine.
#[test]
fn the_page_of_the_operator() {
    let folder = Folder::new();
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = Running::start_with(&folder.file(), Settings { proxies, ..free() });
    let (id, _) = server.create(json!({ "rules": "russian", "names": ["Ada", "Bo"] }));
    let away = Client { server: &server, header: ("X-Forwarded-For", "198.51.100.7".to_owned()) };
    let here = Client { server: &server, header: ("Accept", "*/*".to_owned()) };
    for client in [&here, &away] {
        let asked = client.ask("GET", "/operator", "");
        assert!(asked.status == 401 && asked.body.contains("Operator token"), "{asked:?}");
        assert!(!asked.body.contains(&id), "{}", asked.body);
        for path in ["/operator", "/operator/backup", "/operator/reports"] {
            for token in ["", "a-wrong-operators-token"] {
                let refused = send(client, path, &[("token", token), ("report", "1")]);
                assert!(
                    refused.status == 401 && !refused.body.contains(&id),
                    "{path}: {refused:?}"
                );
                assert_eq!(refused.header("www-authenticate"), Some("Bearer"));
            }
        }
    }
    let page = send(&away, "/operator", &[("token", TOKEN)]);
    assert!(page.status == 200 && page.body.contains(">Games<"), "{page:?}");
    assert_eq!(page.header("cache-control"), Some("no-store"));

    let agent: ureq::Agent = ureq::Agent::config_builder().build().into();
    let url = format!("http://{}/operator/backup", server.address);
    let mut copy = agent.post(&url).send_form([("token", TOKEN)]).unwrap();
    let bytes = copy.body_mut().read_to_vec().unwrap();
    let file = folder.file().with_file_name("downloaded.sqlite");
    std::fs::write(&file, bytes).unwrap();
    let contents = server::backup::look_through(&file, false).unwrap();
    assert_eq!((contents.games, contents.damaged.len()), (1, 0));
    let left = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let left =
        left.filter(|file| file.as_ref().unwrap().path().to_string_lossy().contains("copy-"));
    assert_eq!(left.count(), 0, "the copy is sent, and gone");
}

/// Password attempts are rate-limited per address, in forms too; and so are new accounts.
#[test]
fn an_address_tries_passwords_only_so_often() {
    use server::guard::{Limits, Rate};
    let rate = |burst| Rate { burst, every: std::time::Duration::from_secs(600) };
    let limits = Limits { wrong_keys: rate(4), accounts: rate(3), ..Limits::default() };
    let settings = Settings { limits: Some(limits), ..Settings::default() };
    let folder = Folder::new();
    let server = Running::start_with(&folder.file(), settings);
    let nobody = stranger(&server);
    for name in ["Ada", "Bo", "Cleo"] {
        server.register(name, PASSWORD);
    }
    let more = nobody.post("/api/account", json!({ "name": "Dan", "password": PASSWORD }));
    assert_eq!(more.status, 429);
    for name in ["Ada", "Bo"] {
        let wrong = json!({ "name": name, "password": "incorrect horse" });
        assert_eq!(nobody.post("/api/account/sign-in", wrong).status, 403);
        let wrong = [("name", name), ("password", "incorrect horse")];
        assert_eq!(send(&nobody, "/account/sign-in", &wrong).status, 403);
    }
    let right = json!({ "name": "Cleo", "password": PASSWORD });
    assert_eq!(nobody.post("/api/account/sign-in", right).status, 429);
}
