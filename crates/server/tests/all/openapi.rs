//! The OpenAPI document against the API: the routes, the errors, and thousands of requests that schemathesis generates
//! from it.

use crate::common::{Folder, Running};
use crate::common::{python, raw};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::process::Command;

/// The version of schemathesis that the tests are made for.
const SCHEMATHESIS: &str = "4.32.5";

fn document(server: &Running) -> Value {
    let (status, document) = server.ask("GET", "/api/openapi.json", "", None);
    assert_eq!(status, 200);
    document
}

/// Every operation: method in upper case, path, and its entry in the document.
fn operations(document: &Value) -> Vec<(String, String, Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths
        .iter()
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap();
            methods.iter().map(|(method, says)| (method.to_uppercase(), path.clone(), says.clone()))
        })
        .collect()
}

/// Sends any request; returns status, headers and text.
fn request(
    server: &Running,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> (u16, ureq::http::HeaderMap, String) {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    let agent: ureq::Agent = config.allow_non_standard_methods(true).build().into();
    let url = format!("http://{}{path}", server.address);
    let mut request = ureq::http::Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let mut response = agent.run(request.body(body.to_vec()).unwrap()).unwrap();
    let text = response.body_mut().read_to_string().unwrap();
    (response.status().as_u16(), response.headers().clone(), text)
}

fn code(text: &str) -> String {
    let error: Value = serde_json::from_str(text).unwrap_or_default();
    assert!(error["error"]["message"].is_string(), "{text}");
    error["error"]["code"].as_str().unwrap().to_owned()
}

#[test]
fn every_method_is_as_documented() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let document = document(&server);
    assert_eq!(document["openapi"], "3.1.0");
    let operations = operations(&document);
    let (id, _) = server.create(json!({ "rules": "russian" }));
    let paths: BTreeSet<&String> = operations.iter().map(|(_, path, _)| path).collect();
    for path in paths {
        let of_path = operations.iter().filter(|(_, other, _)| other == path);
        let documented: BTreeSet<&str> = of_path.map(|(method, ..)| method.as_str()).collect();
        let real = path.replace("{id}", &id);
        let (status, headers, text) = request(&server, "PATCH", &real, &[], b"");
        assert_eq!((status, code(&text).as_str()), (405, "wrong-method"), "{path}");
        let allowed = headers["allow"].to_str().unwrap();
        let allowed = allowed.split(',').filter(|method| *method != "HEAD").collect();
        assert_eq!(documented, allowed, "{path}");
    }
}

#[test]
fn everything_is_described() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let document = document(&server);
    let described = |what: &Value, name: &str| {
        let text = what["description"].as_str().unwrap_or_default();
        assert!(!text.is_empty(), "{name} has no description: {what}");
    };
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        described(schema, name);
        for (field, says) in schema["properties"].as_object().into_iter().flatten() {
            described(says, &format!("{name}.{field}"));
        }
    }
    let mut ids = BTreeSet::new();
    for (method, path, says) in operations(&document) {
        assert!(says["summary"].is_string() && says["tags"].is_array(), "{method} {path}");
        assert!(ids.insert(says["operationId"].to_string()), "{method} {path}");
        described(&says, &path);
        for parameter in says["parameters"].as_array().into_iter().flatten() {
            described(parameter, &path);
        }
        let bare = ["hint", "sign-out", "games/{id}/report", "cancel"]
            .iter()
            .any(|end| path.ends_with(end));
        let has_none = method != "POST" || bare;
        assert_eq!(says["requestBody"].is_null(), has_none, "{method} {path}");
    }
}

/// The page is rendered from the document, has no scripts, and is also available to programs.
#[test]
fn the_page_for_people() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let document = document(&server);
    let (status, headers, page) = request(&server, "GET", "/api", &[("accept", "text/html")], b"");
    assert_eq!(
        (status, &headers["content-type"]),
        (200, &"text/html; charset=utf-8".parse().unwrap())
    );
    for (method, path, says) in operations(&document) {
        assert!(page.contains(&format!("<p><code>{method} {path}</code></p>")), "{method} {path}");
        assert!(page.contains(&format!("id={}", says["operationId"])), "{method} {path}");
    }
    for inside in ["<script>", "<style", " style=", " onclick=", "```", "{\""] {
        assert!(!page.contains(inside), "the page contains {inside}");
    }
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(page.contains(&format!("id=\"{link}\"")), "nothing is called {link}");
    }
    let (_, _, json) = request(&server, "GET", "/api", &[("accept", "application/json")], b"");
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), document);
}

/// Whatever refuses a request, the response has the one form of errors.
#[test]
fn one_form_of_errors() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, key) = server.create(json!({ "rules": "russian" }));
    let bearer = format!("Bearer {key}");
    let is = |status: u16, word: &str, method: &str, path: &str, kind: &str, body: &[u8]| {
        let headers = [("content-type", kind), ("authorization", bearer.as_str())];
        let path = path.replace("ID", &id);
        let (got, headers, text) = request(&server, method, &path, &headers, body);
        assert_eq!((got, code(&text).as_str()), (status, word), "{method} {path}: {text}");
        assert_eq!(headers["content-type"], "application/json");
    };
    const JSON: &str = "application/json";
    is(404, "no-page", "GET", "/api/nothing", JSON, b"");
    is(404, "no-page", "GET", "/api/games/ID/game.exe", JSON, b"");
    is(404, "no-game", "GET", "/api/games/%FF%FE", JSON, b"");
    is(404, "no-game", "GET", "/api/games/..%2F..%2Fetc", JSON, b"");
    is(404, "no-ply", "GET", "/api/games/ID/position.fen?ply=9007199254740991", JSON, b"");
    is(405, "wrong-method", "DELETE", "/api/games/ID", JSON, b"");
    is(400, "malformed", "GET", "/api/games/ID/position.fen?ply=99999999999999999999", JSON, b"");
    is(400, "malformed", "GET", "/api/games/ID/position.svg?width=4294967295", JSON, b"");
    is(400, "malformed", "GET", "/api/games/ID/position.svg?width=63", JSON, b"");
    is(400, "malformed", "GET", "/api/games/ID/position.svg?theme=%FF", JSON, b"");
    is(400, "malformed", "GET", "/api/games/ID/position.svg?ply=1&ply=2", JSON, b"");
    is(400, "malformed", "POST", "/api/rules", JSON, b"{\"rules\":\"\xFF\"}");
    is(400, "malformed", "POST", "/api/rules", JSON, b"");
    is(400, "malformed", "POST", "/api/rules", JSON, b"{\"rules\":\"russian\",\"more\":1}");
    is(415, "not-json", "POST", "/api/rules", "text/plain", b"{\"rules\":\"russian\"}");
    is(413, "too-large", "POST", "/api/rules", JSON, &vec![b' '; (1 << 20) + 1]);
    let deep = "[".repeat(100_000);
    is(400, "malformed", "POST", "/api/games", JSON, deep.as_bytes());
    let order = |field: &str, value: Value| {
        json!({ "rules": "russian", field: value }).to_string().into_bytes()
    };
    let long = |length: usize| json!("x".repeat(length));
    for (field, value) in [
        ("seed", json!(1_u64 << 53)),
        ("seed", json!(-1)),
        ("seed", json!(1e300)),
        ("level", json!(0)),
        ("level", json!(11)),
        ("color", json!("green")),
        ("fen", long(1_001)),
        ("opening", long(1_001)),
        ("clock", long(101)),
        ("names", json!(["Anna", "x".repeat(61)])),
        ("names", json!(["Anna"])),
        ("names", json!(["", "Boris"])),
    ] {
        is(400, "malformed", "POST", "/api/games", JSON, &order(field, value));
    }
    let (status, whole) = server.ask(
        "POST",
        "/api/games",
        "",
        Some(json!({ "rules": "russian", "level": 2.0, "seed": 9_007_199_254_740_991.0 })),
    );
    assert_eq!(status, 201, "to JSON, 2.0 is a whole number: {whole}");
    is(422, "terms", "POST", "/api/games", JSON, &order("clock", json!("5 apples")));
    is(422, "terms", "POST", "/api/games", JSON, &order("opening", long(1_000)));
    is(422, "refused", "POST", "/api/games", JSON, &order("names", json!(["Anna", " "])));
    let action = |value: Value| {
        json!({ "side": "white", "what": "offer", "value": value }).to_string().into_bytes()
    };
    is(422, "refused", "POST", "/api/games/ID/events", JSON, &action(json!("tea")));
    is(400, "malformed", "POST", "/api/games/ID/events", JSON, &action(long(257)));
    is(422, "refused", "POST", "/api/games/ID/explain", JSON, b"{\"from\":255,\"to\":1}");
    is(422, "refused", "POST", "/api/games/ID/explain", JSON, b"{\"from\":\"z9\",\"to\":1}");
    is(400, "malformed", "POST", "/api/games/ID/explain", JSON, b"{\"from\":256,\"to\":1}");
}

/// A square can be given by number or by name.
#[test]
fn squares_by_any_name() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (id, _) = server.create(json!({ "rules": "russian" }));
    let why = |from: Value, to: Value| {
        let path = format!("/api/games/{id}/explain");
        server.ask("POST", &path, "", Some(json!({ "from": from, "to": to })))
    };
    assert_eq!(why(json!("c3"), json!("d4")), (200, json!({ "legal": true, "message": null })));
    let game = server.game(&id, "");
    let squares = game["board"]["squares"].as_array().unwrap();
    let number = |name: &str| squares.iter().position(|square| square[2] == name).unwrap() + 1;
    for (from, to) in [("c3", "d4"), ("c3", "c5"), ("a1", "b2")] {
        let by_number = why(json!(number(from)), json!(number(to) as f64));
        assert_eq!(by_number, why(json!(from), json!(to)), "{from}-{to}");
    }
}

/// Requests that follow the document are accepted, others refused, responses are as documented, and nothing breaks:
/// over every operation, with existing games and a valid key.
#[test]
fn schemathesis_finds_nothing() {
    let Some(home) = python::package("schemathesis", SCHEMATHESIS) else { return };
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let (played, key) = server.create(json!({ "rules": "american", "color": "black" }));
    let others = [
        json!({ "rules": "turkish", "opening": "random:30", "seed": 1, "clock": "10m+3x30s" }),
        json!({ "rules": "frisian", "fen": "W:WK1,31:B7,8,17,K40", "touch_move": true }),
        json!({ "rules": "russian", "level": 1, "color": "white" }),
    ];
    let others = others.map(|order| server.create(order));
    server.play(&played, &key, "black", "11-15");
    server.act(&played, &key, json!({ "side": "white", "what": "offer", "value": "draw" }));
    server.act(&others[0].0, &others[0].1, json!({ "side": "white", "what": "resign" }));
    let names = others.iter().map(|(id, _)| id).chain([&played]);
    let names: Vec<String> = names.map(|id| format!("\"{id}\"")).collect();
    server.register("Bo", "correct horse battery");
    let cookie = server.register("Ada", "correct horse battery");
    let order = json!({ "label": "schemathesis" }).to_string();
    let headers = [("Cookie", cookie.as_str())];
    let token = raw::ask(server.address, "POST", "/api/account/tokens", &headers, &order).body;
    let token: Value = serde_json::from_str(&token).unwrap();
    let config = include_str!("../schemathesis.toml")
        .replace("GAMES", &names.join(", "))
        .replace("GAME", &played)
        .replace("KEY", &key)
        .replace("TOKEN", token["token"].as_str().unwrap());
    let file = folder.file().with_file_name("schemathesis.toml");
    std::fs::write(&file, config).unwrap();
    let output = Command::new(home.join("bin/schemathesis"))
        .arg("--config-file")
        .arg(&file)
        .args(["--no-color", "run", "--checks", "all", "--seed", "1"])
        .arg(format!("http://{}/api/openapi.json", server.address))
        .current_dir(file.parent().unwrap())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(server.game(&played, &key)["id"], json!(played), "games can still be read");
}
