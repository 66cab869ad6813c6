//! Issue 19.6: studies over HTTP and as pages without JavaScript, in every store.

use crate::common::places::{Place, on_every_store};
use crate::common::raw::{self, Answer};
use crate::common::{Folder, Running, TOKEN, free};
use serde_json::{Value, json};
use server::guard::{Limits, Settings};

on_every_store! {
    studies_are_kept_changed_and_deleted
}

const PASSWORD: &str = "correct horse battery";
const FORM: (&str, &str) = ("Content-Type", "application/x-www-form-urlencoded");

/// A browser with its cookies, or a program with a key.
#[derive(Clone)]
struct Client<'a> {
    server: &'a Running,
    header: (&'static str, String),
}

impl<'a> Client<'a> {
    fn stranger(server: &'a Running) -> Self {
        Self { server, header: ("X-Nobody", "1".to_owned()) }
    }

    fn with_cookie(server: &'a Running, cookie: &str) -> Self {
        Self { server, header: ("Cookie", cookie.to_owned()) }
    }

    fn account(server: &'a Running, name: &str) -> Self {
        Self::with_cookie(server, &server.register(name, PASSWORD))
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> Answer {
        let headers = [(self.header.0, self.header.1.as_str())];
        raw::ask(self.server.address, method, path, &headers, body)
    }

    fn post(&self, path: &str, body: Value) -> (u16, Value) {
        let answer = self.ask("POST", path, &body.to_string());
        (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
    }

    fn form(&self, path: &str, body: &str) -> Answer {
        let headers = [(self.header.0, self.header.1.as_str()), FORM];
        raw::ask(self.server.address, "POST", path, &headers, body)
    }

    fn get(&self, path: &str) -> (u16, Value) {
        let answer = self.ask("GET", path, "");
        (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
    }

    fn page(&self, path: &str) -> Answer {
        self.ask("GET", path, "")
    }

    /// Creates a study with one chapter; returns its id.
    fn study(&self, title: &str, visibility: &str, tree: &str) -> String {
        let chapter = json!({ "rules": "international", "tree": tree });
        let order = json!({ "title": title, "visibility": visibility, "chapter": chapter });
        let (status, made) = self.post("/api/studies", order);
        assert_eq!(status, 201, "{made}");
        made["study"]["id"].as_str().unwrap().to_owned()
    }

    /// The titles of a list.
    fn titles(&self, query: &str) -> Vec<String> {
        let (status, list) = self.get(&format!("/api/studies?{query}"));
        assert_eq!(status, 200, "{list}");
        let studies = list["studies"].as_array().unwrap();
        studies.iter().map(|study| study["title"].as_str().unwrap().to_owned()).collect()
    }
}

/// Creates a study as a guest, who gets a cookie.
fn guest<'a>(server: &'a Running, title: &str, visibility: &str) -> (Client<'a>, String) {
    let chapter = json!({ "rules": "russian", "tree": "c3-d4" });
    let order = json!({ "title": title, "visibility": visibility, "chapter": chapter });
    let answer = raw::ask(server.address, "POST", "/api/studies", &[], &order.to_string());
    assert_eq!(answer.status, 201, "{answer:?}");
    let cookie = answer.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    let made: Value = serde_json::from_str(&answer.body).unwrap();
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(cookie, format!("damier-guest={}", made["key"].as_str().unwrap()));
    (Client::with_cookie(server, cookie), made["study"]["id"].as_str().unwrap().to_owned())
}

fn start() -> (Folder, Running) {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    (folder, server)
}

async fn studies_are_kept_changed_and_deleted(place: Place) {
    let server = Running::beside_others(place.open().await, None);
    let ada = Client::account(&server, "Ada");
    let id = ada.study("Мосты и мостики", "private", "32-28! 19-23 (18-23 {sharper}) 28x19");
    let address = format!("/api/studies/{id}");
    let (_, chapter) = ada.get(&format!("{address}/chapters/1"));
    assert_eq!(chapter["tree"], "32-28! 19-23 (18-23 {sharper}) 28x19");
    assert_eq!((&chapter["version"], &chapter["fen"]), (&json!(1), &Value::Null));

    // Chapters keep their numbers, whatever happens to others.
    for title in ["Two", "Three"] {
        let more = json!({ "title": title, "rules": "russian", "text": "a\nb" });
        assert_eq!(ada.post(&format!("{address}/chapters"), more).0, 201);
    }
    assert_eq!(ada.ask("DELETE", &format!("{address}/chapters/3"), "").status, 204);
    let (_, added) = ada.post(&format!("{address}/chapters"), json!({ "rules": "american" }));
    assert_eq!(added["added"], json!([4]));
    let order = json!({ "version": 1, "order": [4, 1], "visibility": "public" });
    let (status, changed) = ada.post(&address, order);
    let numbers: Vec<&Value> =
        changed["chapters"].as_array().unwrap().iter().map(|one| &one["number"]).collect();
    assert_eq!((status, numbers), (200, vec![&json!(4), &json!(1), &json!(2)]));
    assert_eq!((&changed["version"], &changed["visibility"]), (&json!(2), &json!("public")));

    // Titles are found in any case, and wildcard characters of databases are literal.
    assert_eq!(ada.titles("search=%D0%9C%D0%9E%D0%A1%D0%A2%D0%98%D0%9A").len(), 1);
    for nothing in ["search=%25", "search=_", "search=~", "search=x"] {
        assert!(ada.titles(nothing).is_empty(), "{nothing}");
    }
    let first = ada.get("/api/studies?whose=mine").1["studies"][0].clone();
    assert_eq!((&first["owner"], &first["chapters"]), (&json!("Ada"), &json!(3)));

    assert_eq!(ada.ask("DELETE", &address, "").status, 204);
    assert_eq!(ada.get(&address).0, 404);
    assert_eq!(ada.get(&format!("{address}/chapters/1")).0, 404);
    assert!(ada.titles("whose=mine").is_empty());
    // After a restart everything is unchanged.
    let id = ada.study("Kept", "link", "32-28");
    drop(server);
    let again = Running::beside_others(place.open().await, None);
    let (status, kept) = Client::stranger(&again).get(&format!("/api/studies/{id}"));
    assert_eq!((status, &kept["title"], &kept["yours"]), (200, &json!("Kept"), &json!(false)));
}

#[test]
fn two_windows_do_not_overwrite_each_other() {
    let (_folder, server) = start();
    let ada = Client::account(&server, "Ada");
    let id = ada.study("Mine", "private", "32-28");
    let address = format!("/api/studies/{id}/chapters/1");
    let change = |version: u64, tree: &str| {
        ada.post(&address, json!({ "version": version, "tree": tree, "title": "T" }))
    };
    let (status, saved) = change(1, "32-28 18-23");
    assert_eq!((status, &saved["version"]), (200, &json!(2)));
    let (status, refused) = change(1, "32-28 19-23");
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("study-changed")));
    assert!(refused["error"]["message"].as_str().unwrap().contains("Nothing was overwritten"));
    assert_eq!(ada.get(&address).1["tree"], "32-28 18-23");
    // Missing fields stay as they are.
    let (_, text) = ada.post(&address, json!({ "version": 2, "text": "said" }));
    assert_eq!((&text["tree"], &text["text"]), (&json!("32-28 18-23"), &json!("said")));
    let study = format!("/api/studies/{id}");
    assert_eq!(ada.post(&study, json!({ "version": 1, "title": "New" })).0, 200);
    let (status, refused) = ada.post(&study, json!({ "version": 1, "title": "Other" }));
    assert_eq!((status, &refused["error"]["code"]), (409, &json!("study-changed")));
    // Illegal changes do not overwrite legal content.
    let (status, wrong) = change(3, "32-28 1-99");
    assert_eq!((status, &wrong["error"]["code"]), (422, &json!("unreadable")));
    assert_eq!(ada.get(&address).1["version"], 3);
}

#[test]
fn who_may_read_what() {
    let (_folder, server) = start();
    let (ada, bo) = (Client::account(&server, "Ada"), Client::account(&server, "Bo"));
    let (eve, by_guest) = guest(&server, "Eve's", "private");
    let nobody = Client::stranger(&server);
    let private = ada.study("Secret", "private", "32-28");
    let linked = ada.study("Linked", "link", "32-28");
    let public = ada.study("Open", "public", "32-28 {the usual move}");
    for other in [&bo, &eve, &nobody] {
        for path in ["", "/1", "/settings"] {
            assert_eq!(other.page(&format!("/study/{private}")).status, 404, "{path}");
        }
        for path in ["", "/chapters/1", "/study.pdn"] {
            assert_eq!(other.get(&format!("/api/studies/{private}{path}")).0, 404, "{path}");
            assert_eq!(other.ask("GET", &format!("/api/studies/{linked}{path}"), "").status, 200);
        }
        assert_eq!(other.titles("whose=public"), ["Open"]);
        let list = other.page("/studies").body;
        assert!(list.contains("Open") && !list.contains("Secret") && !list.contains("Linked"));
        // Others cannot change anything, whatever the visibility.
        for id in [&private, &linked, &public] {
            let address = format!("/api/studies/{id}");
            let change = json!({ "version": 1, "title": "Taken" });
            assert_eq!(other.post(&address, change).0, 404);
            assert_eq!(
                other.post(&format!("{address}/pdn"), json!({ "pdn": "1. 32-28 *" })).0,
                404
            );
            let chapter = format!("{address}/chapters/1");
            assert_eq!(other.post(&chapter, json!({ "version": 1, "tree": "" })).0, 404);
            assert_eq!(other.ask("DELETE", &chapter, "").status, 404);
            assert_eq!(other.ask("DELETE", &address, "").status, 404);
            assert_eq!(other.form(&format!("/study/{id}/delete"), "x=1").status, 404);
        }
    }
    for (client, id) in [(&ada, &private), (&eve, &by_guest)] {
        assert_eq!(client.page(&format!("/study/{id}")).status, 200);
        assert_eq!(client.titles("whose=mine").len(), if *id == private { 3 } else { 1 });
    }
    // A program sends a guest's key like the keys of seats.
    let key = eve.header.1.strip_prefix("damier-guest=").unwrap();
    let program = Client { server: &server, header: ("Authorization", format!("Bearer {key}")) };
    assert_eq!(program.get(&format!("/api/studies/{by_guest}")).1["yours"], true);
    // Only public studies may be indexed and previewed.
    let robots = "<meta name=\"robots\" content=\"noindex\">";
    let of = |id: &str| nobody.page(&format!("/study/{id}/1"));
    assert!(of(&linked).body.contains(robots));
    assert_eq!(of(&linked).header("x-robots-tag"), Some("noindex"));
    let open = of(&public);
    assert!(!open.body.contains(robots) && open.header("x-robots-tag").is_none());
    for meta in [
        "<meta name=\"description\" content=\"the usual move\">",
        "<meta property=\"og:title\" content=\"Open: Chapter 1\">",
        "<meta property=\"og:image\" content=\"http:",
    ] {
        assert!(open.body.contains(meta), "{meta}");
    }
}

#[test]
fn a_chapter_is_read_without_javascript() {
    let (_folder, server) = start();
    let ada = Client::account(&server, "Ada");
    let tree = "{First} 32-28! 19-23 (18-23? {weak} 33-29 (37-32)) 28x19 {[%clk 0:10] taken} 14x23 {[%cal G1]}";
    let id = ada.study("Openings", "public", tree);
    let text = json!({ "version": 1, "title": "The centre", "text": "One.\nTwo <b>" });
    assert_eq!(ada.post(&format!("/api/studies/{id}/chapters/1"), text).0, 200);
    let more = json!({ "rules": "russian", "fen": "W:Wc3,e3:Bf6" });
    assert_eq!(ada.post(&format!("/api/studies/{id}/chapters"), more).0, 201);
    let page = Client::stranger(&server).page(&format!("/study/{id}")).body;
    let plain = page.split("<noscript>").nth(1).unwrap();
    let words: String = plain
        .split('<')
        .map(|part| part.split_once('>').map_or(part, |(_, text)| text))
        .collect::<String>()
        .replace("&nbsp;", " ");
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "The centre One.Two &lt;b&gt;",
        "First 1. 32-28! 19-23 1… 18-23? weak 2. 33-29 (2. 37-32) 2. 28x19 taken 2… 14x23 Next",
        "Next chapter",
        "Chapter 2 Russian",
        "Report this study",
    ] {
        assert!(words.contains(said), "{said}: {words}");
    }
    assert!(plain.matches("/api/position.svg?").count() == 2, "the start, and where it is taken");
    let picture = plain.split("src=\"").nth(2).unwrap().split('"').next().unwrap();
    assert_eq!(ada.page(&picture.replace("&amp;", "&")).status, 200, "{picture}");
    let second = Client::stranger(&server).page(&format!("/study/{id}/2")).body;
    assert!(second.contains("rel=\"prev\"") && !second.contains("rel=\"next\""));
    for path in ["/study/nothing", &format!("/study/{id}/9"), &format!("/study/{id}/x")] {
        assert_eq!(ada.page(path).status, 404, "{path}");
    }
}

/// Exporting and importing a study as PDN preserves it; illegal moves are reported and left out.
#[test]
fn studies_are_made_from_pdn_and_written_as_pdn() {
    let (_folder, server) = start();
    let ada = Client::account(&server, "Ada");
    let trees = [
        "{root} 32-28! $146 {usual} 19-23 (18-23? {worse} 33-29 (37-32 17-22)) 28x19",
        "",
        "37-32",
    ];
    let id = ada.study("Round \"trip\"", "private", trees[0]);
    let address = format!("/api/studies/{id}");
    let text = "A first line.\n\nA third, with {braces}.";
    let named = json!({ "version": 1, "title": "Named", "text": text });
    assert_eq!(ada.post(&format!("{address}/chapters/1"), named).0, 200);
    for (fen, tree) in [("W:W27,32:B18,19", ""), ("W:W37:B1", "37-32")] {
        let order = json!({ "rules": "international", "fen": fen, "tree": tree });
        assert_eq!(ada.post(&format!("{address}/chapters"), order).0, 201);
    }
    let file = ada.page(&format!("{address}/study.pdn"));
    assert!(file.header("content-disposition").unwrap().contains("attachment"));
    let (status, made) = ada.post("/api/studies", json!({ "title": "Again", "pdn": file.body }));
    assert_eq!((status, &made["added"]), (201, &json!([1, 2, 3])), "{made}");
    assert_eq!((&made["troubles"], &made["left_out"]), (&json!([]), &json!(0)));
    let again = made["study"]["id"].as_str().unwrap();
    for (number, tree) in (1..).zip(trees) {
        let of = |id: &str| ada.get(&format!("/api/studies/{id}/chapters/{number}")).1;
        let (before, after) = (of(&id), of(again));
        assert_eq!(after["tree"], tree, "{}", file.body);
        for same in ["title", "rules", "fen"] {
            assert_eq!(before[same], after[same], "{same}: {}", file.body);
        }
    }
    let (_, first) = ada.get(&format!("/api/studies/{again}/chapters/1"));
    assert_eq!(first["text"], text);

    let wrong = "[White \"A\"][Black \"B\"] 1. 32-28 19-24 (19-23 33-29 50-1) 2. 28-21 18-22 *\n\n\
                 [Event \"Fine\"] 1. 32-28 {said} 19-23 *";
    let (_, partly) = ada.post(&format!("{address}/pdn"), json!({ "pdn": wrong }));
    assert_eq!(partly["added"], json!([4, 5]));
    let troubles = partly["troubles"].as_array().unwrap();
    assert_eq!((troubles.len(), &troubles[0]["number"]), (1, &json!(4)), "{partly}");
    let told = troubles[0]["what"].to_string();
    assert!(told.contains("28-21") && told.contains("33-29"), "{told}");
    let titles: Vec<&Value> =
        partly["study"]["chapters"].as_array().unwrap().iter().map(|one| &one["title"]).collect();
    assert_eq!(titles[3..], [&json!("A – B"), &json!("Fine")]);
    // The page says the same.
    let body = format!("title=Form&pdn={}", wrong.replace(' ', "+").replace('\n', "%0A"));
    let shown = ada.form("/studies", &body).body;
    assert!(shown.contains("Not everything could be taken over") && shown.contains("28-21"));
    let (status, nothing) = ada.post("/api/studies", json!({ "title": "X", "pdn": "  " }));
    assert_eq!((status, &nothing["error"]["code"]), (422, &json!("unreadable")));
}

#[test]
fn everything_is_bounded() {
    let (_folder, server) = start();
    let (eve, id) = guest(&server, "1", "private");
    for number in 2..=20 {
        eve.study(&number.to_string(), "private", "");
    }
    let one_more = json!({ "title": "21", "chapter": { "rules": "russian" } });
    let (status, refused) = eve.post("/api/studies", one_more.clone());
    assert_eq!((status, &refused["error"]["code"]), (422, &json!("refused")), "{refused}");
    assert!(refused["error"]["message"].as_str().unwrap().contains("20 studies"), "{refused}");
    assert_eq!(eve.titles("whose=mine").len(), 20);
    assert_eq!(eve.ask("DELETE", &format!("/api/studies/{id}"), "").status, 204);
    let (status, made) = eve.post("/api/studies", one_more);
    assert_eq!((status, &made["key"]), (201, &Value::Null), "the key is the one they have");

    let id = made["study"]["id"].as_str().unwrap();
    let games = "1. c3-d4 *\n\n".repeat(70);
    let (status, many) = eve.post(&format!("/api/studies/{id}/pdn"), json!({ "pdn": games }));
    assert_eq!((status, many["study"]["chapters"].as_array().unwrap().len()), (201, 64));
    assert_eq!((many["added"].as_array().unwrap().len(), &many["left_out"]), (63, &json!(7)));
    let full = eve.post(&format!("/api/studies/{id}/chapters"), json!({ "rules": "russian" }));
    assert_eq!((full.0, &full.1["error"]["code"]), (422, &json!("refused")), "{}", full.1);
    for (field, value) in [
        ("tree", "c3-d4 ".repeat(30_000)),
        ("text", "x".repeat(20_001)),
        ("title", "x".repeat(101)),
    ] {
        let change = json!({ "version": 1, field: value });
        assert_eq!(eve.post(&format!("/api/studies/{id}/chapters/1"), change).0, 400, "{field}");
    }
    for wrong in [
        json!({ "title": "", "chapter": { "rules": "russian" } }),
        json!({ "title": " ", "chapter": { "rules": "russian" } }),
        json!({ "title": "X", "visibility": "all", "chapter": { "rules": "russian" } }),
    ] {
        assert_eq!(eve.post("/api/studies", wrong.clone()).0, 400, "{wrong}");
    }
    assert_eq!(eve.post("/api/studies", json!({ "title": "Nothing in it" })).0, 422);
    // The only chapter cannot be removed.
    let (_, made) = Client::account(&server, "Ada")
        .post("/api/studies", json!({ "title": "One", "chapter": { "rules": "chess" } }));
    assert_eq!(made["error"]["code"], "terms");
    let ada = Client::account(&server, "Bea");
    let one = ada.study("One", "private", "");
    let removed = ada.ask("DELETE", &format!("/api/studies/{one}/chapters/1"), "");
    assert_eq!((removed.status, removed.code()), (422, "refused".to_owned()));
    assert_eq!(ada.ask("DELETE", &format!("/api/studies/{one}/chapters/7"), "").status, 404);
}

/// Stored bytes count towards the address's quota, and so does the number of new studies.
#[test]
fn an_address_may_store_so_much() {
    let folder = Folder::new();
    let limits = Limits::default();
    let few = Limits { studies: server::guard::Rate { burst: 3, ..limits.studies }, ..limits };
    let server = Running::start_with(&folder.file(), Settings { limits: Some(few), ..free() });
    let ada = Client::account(&server, "Ada");
    for title in ["1", "2", "3"] {
        ada.study(title, "private", "");
    }
    let order = json!({ "title": "4", "chapter": { "rules": "russian" } });
    assert_eq!(ada.post("/api/studies", order).1["error"]["code"], "too-many");
    drop(server);
    let little = Limits { stored: server::guard::Rate { burst: 4_000, ..limits.stored }, ..limits };
    let server = Running::start_with(&folder.file(), Settings { limits: Some(little), ..free() });
    let bo = Client::account(&server, "Bo");
    let id = bo.study("Long", "private", "");
    let address = format!("/api/studies/{id}/chapters/1");
    let text = |version: u64, length: usize| {
        bo.post(&address, json!({ "version": version, "text": "x".repeat(length) }))
    };
    assert_eq!(text(1, 2_000).0, 200);
    // Only growth counts.
    assert_eq!(text(2, 2_100).0, 200);
    let (status, refused) = text(3, 9_000);
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("too-many")));
    assert_eq!(bo.get(&address).1["text"].as_str().unwrap().len(), 2_100);
}

#[test]
fn public_studies_can_be_reported() {
    let (_folder, server) = start();
    let (ada, bo) = (Client::account(&server, "Ada"), Client::account(&server, "Bo"));
    let (public, linked) = (ada.study("Bad words", "public", ""), ada.study("Linked", "link", ""));
    let report = |who: &Client<'_>, id: &str, words: &str| {
        who.post(&format!("/api/studies/{id}/report"), json!({ "words": words })).0
    };
    assert_eq!(report(&bo, &public, "insults in chapter one"), 204);
    assert_eq!(report(&bo, &public, "the same again"), 204);
    assert_eq!(report(&bo, &linked, "nobody sees it"), 404);
    assert_eq!(report(&bo, &public, ""), 400);
    let sent = Client::stranger(&server).form(&format!("/study/{public}/report"), "words=spam");
    assert_eq!(sent.status, 303);
    assert!(ada.page(sent.header("location").unwrap()).body.contains("will read your report"));
    let look = |path: &str, body: &str| {
        let token = format!("token={TOKEN}&{body}");
        Client::stranger(&server).form(path, &token).body
    };
    let page = look("/operator", "");
    assert!(page.contains(&format!("<a href=\"/study/{public}\">Bad words</a>")), "{page}");
    assert!(page.contains("insults in chapter one") && page.contains("spam"));
    assert!(!page.contains("the same again"), "one report of a person is kept");
    let settled = look("/operator/studies", &format!("done={public}"));
    assert!(!settled.contains("Bad words"));
    assert_eq!(ada.get(&format!("/api/studies/{public}")).0, 200);
    assert_eq!(report(&bo, &public, "still there"), 204);
    assert!(!look("/operator/studies", &format!("delete={public}")).contains("Bad words"));
    assert_eq!(ada.get(&format!("/api/studies/{public}")).0, 404);
    let wrong = format!("token=wrong&delete={linked}");
    assert_eq!(Client::stranger(&server).form("/operator/studies", &wrong).status, 401);
    assert_eq!(ada.get(&format!("/api/studies/{linked}")).0, 200);
}

#[test]
fn an_account_takes_its_studies_along() {
    let (_folder, server) = start();
    let (eve, id) = guest(&server, "As a guest", "private");
    // Registering in a guest's browser transfers the studies.
    let credentials = json!({ "name": "Eve", "password": PASSWORD }).to_string();
    let signed_up = eve.ask("POST", "/api/account", &credentials);
    let session = signed_up.header("set-cookie").unwrap().split(';').next().unwrap();
    let account = Client::with_cookie(&server, session);
    assert_eq!(account.titles("whose=mine"), ["As a guest"]);
    assert!(eve.titles("whose=mine").is_empty(), "it is the account's now");
    let public = account.study("Public", "public", "32-28 {said}");
    let (_, export) = account.get("/api/account/export");
    let studies = export["studies"].as_array().unwrap();
    assert_eq!(studies.len(), 2);
    assert_eq!(studies[1]["study"]["title"], "Public");
    assert!(studies[1]["pdn"].as_str().unwrap().contains("32-28 {said}"), "{export}");
    let bo = Client::account(&server, "Bo");
    let words = json!({ "words": "wrong" });
    assert_eq!(bo.post(&format!("/api/studies/{public}/report"), words.clone()).0, 204);
    let of_bo = bo.study("Of Bo", "public", "");
    assert_eq!(account.post(&format!("/api/studies/{of_bo}/report"), words).0, 204);
    // Deleting the account deletes its studies, also public ones, and its reports.
    let goodbye = json!({ "password": PASSWORD });
    assert_eq!(account.post("/api/account/delete", goodbye).0, 204);
    for gone in [&id, &public] {
        assert_eq!(bo.get(&format!("/api/studies/{gone}")).0, 404);
    }
    let token = format!("token={TOKEN}");
    let page = Client::stranger(&server).form("/operator", &token).body;
    assert!(!page.contains("Reported studies"), "{page}");
    assert_eq!(bo.titles("whose=public"), ["Of Bo"]);
}

/// Without JavaScript, owners make changes with plain forms.
#[test]
fn forms_do_what_the_interface_does() {
    let (_folder, server) = start();
    let nobody = Client::stranger(&server);
    let made = nobody.form("/studies", "title=By+form&visibility=public&rules=italian");
    assert_eq!(made.status, 303, "{made:?}");
    let cookie = made.header("set-cookie").unwrap().split(';').next().unwrap();
    let eve = Client::with_cookie(&server, cookie);
    let address = made.header("location").unwrap().trim_end_matches("/1").to_owned();
    let id = address.trim_start_matches("/study/").to_owned();
    assert_eq!(eve.form(&format!("{address}/add"), "rules=russian").status, 303);
    let added = eve.form(&format!("{address}/add"), "pdn=1.+32-28+19-23+*&rules=");
    assert_eq!(added.header("location"), Some(format!("{address}/3").as_str()));
    assert_eq!(eve.form(&format!("{address}/order"), "version=1&order=3+1+2").status, 303);
    let again = eve.form(&format!("{address}/order"), "version=1&order=1+2+3");
    assert_eq!(again.status, 409, "the page is told that it is old");
    assert!(again.body.contains("<h1"), "as a page");
    let settings = "version=2&title=Renamed&visibility=private";
    assert_eq!(eve.form(&format!("{address}/settings"), settings).status, 303);
    assert_eq!(eve.form(&format!("{address}/remove"), "number=2").status, 303);
    let (_, study) = eve.get(&format!("/api/studies/{id}"));
    let numbers: Vec<&Value> =
        study["chapters"].as_array().unwrap().iter().map(|one| &one["number"]).collect();
    assert_eq!(numbers, [&json!(3), &json!(1)]);
    assert_eq!((&study["title"], &study["visibility"]), (&json!("Renamed"), &json!("private")));
    assert!(eve.page("/studies").body.contains("Renamed"));
    let wrong = eve.form("/studies", "title=&rules=russian");
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("role=\"alert\""));
    assert_eq!(eve.form(&format!("{address}/delete"), "x=").header("location"), Some("/studies"));
    assert_eq!(eve.page(&address).status, 404);
}
