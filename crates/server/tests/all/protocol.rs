//! The conversations in docs/protocol.md, with a real server.

use crate::common::{Folder, Running, SocketClient, raw};
use serde_json::{Value, json};

/// Matches any value.
const ANY: &str = "whatever there is";

/// Parses a line of an example as JSON; dots become fields with any value, or none.
fn read(line: &str, id: &str, key: &str) -> Value {
    let any = format!("\"{ANY}\"");
    let line = line.replace("KEY", key).replace("\"ID\"", &format!("\"{id}\""));
    let line = line.replace("{…}", "{}").replace(", …}", "}").replace("[…]", &any);
    let line = line.replace("\"…\"", &any).replace("…", &any);
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Whether a message has everything in an example.
fn fits(example: &Value, message: &Value) -> bool {
    match example {
        Value::String(text) if text == ANY => !message.is_null(),
        Value::Object(members) => members.iter().all(|(name, one)| fits(one, &message[name])),
        Value::Array(items) => message.as_array().is_some_and(|others| {
            items.len() == others.len()
                && items.iter().zip(others).all(|(one, other)| fits(one, other))
        }),
        _ => example == message,
    }
}

/// The response to `METHOD PATH BODY` with this header.
fn request(server: &Running, header: (&str, &str), text: &str) -> (u16, Value) {
    let (method, rest) = text.split_once(' ').unwrap();
    let (path, body) = rest.split_once(' ').unwrap_or((rest, ""));
    let answer = raw::ask(server.address, method, path, &[header], body);
    (answer.status, serde_json::from_str(&answer.body).unwrap_or_default())
}

#[test]
fn the_requests_are_answered() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let mut header = ("Cookie", server.register("Ada", "correct horse battery"));
    let text = include_str!("../../../../docs/protocol.md");
    let (_, block) = text.split_once("```requests\n").unwrap();
    let (block, _) = block.split_once("```").unwrap();
    let lines: Vec<&str> = block.lines().collect();
    assert!(lines.len() >= 8);
    for pair in lines.chunks(2) {
        let [asked, expected] = pair else { panic!("{pair:?}") };
        let (status, answer) =
            request(&server, (header.0, &header.1), asked.strip_prefix("> ").unwrap());
        let (number, content) = expected.strip_prefix("< ").unwrap().split_once(' ').unwrap();
        assert_eq!(number, status.to_string(), "{asked}: {answer}");
        assert!(fits(&read(content, "", ""), &answer), "{asked}: {answer}");
        if let Some(token) = answer["token"].as_str() {
            header = ("Authorization", format!("Bearer {token}"));
        }
    }
}

#[test]
fn the_conversations_are_true() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "american", "opponent": "friend", "color": "black" });
    let (_, created) = server.ask("POST", "/api/games", "", Some(order));
    let (id, key) = (created["id"].as_str().unwrap(), created["key"].as_str().unwrap());
    let guest = json!({ "invitation": created["invitation"] });
    assert_eq!(server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest)).0, 200);

    let text = include_str!("../../../../docs/protocol.md");
    let blocks: Vec<&str> = text.split("```socket\n").skip(1).collect();
    assert!(blocks.len() >= 5);
    let mut line: Option<SocketClient> = None;
    for block in blocks {
        let (block, _) = block.split_once("```").unwrap();
        let mut unread: Vec<Value> = Vec::new();
        for example in block.lines() {
            let (direction, content) = example.split_at(2);
            let content = read(content, id, key);
            if direction == "> " {
                if content["say"] == "hello" {
                    line = Some(SocketClient::open(&server, id));
                }
                line.as_mut().unwrap().say(content);
                continue;
            }
            // Responses and events may come in either order.
            while !unread.iter().any(|message| fits(&content, message)) {
                unread.push(line.as_mut().unwrap().hear());
                assert!(unread.len() < 20, "{example}: {unread:?}");
            }
            unread.retain(|message| !fits(&content, message));
        }
    }
}
