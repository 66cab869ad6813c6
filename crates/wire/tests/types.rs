//! `web/js/types.js` describes the messages in JSDoc.
//!
//! `DAMIER_WRITE=1 cargo test --workspace --test types` regenerates it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};
use wire::{
    Ack, AnalysisView, AnswerQuestion, AnswerView, CardAnswer, CardQuestion, CardsMove, CardsOrder,
    CardsView, ChapterView, ClientMessage, CreatedView, ErrorBody, ExplorerSource, ExplorerView,
    Guest, Hint, MoveOrder, MoveQuery, Order, PositionAnswer, ProbeView, ReportBatch,
    ReportQueueView, ReportView, ServerMessage, StudyAnswer, StudyList, TreeAnswer, WhyNot,
};

const HEAD: &str = "// The shapes of what the server sends and reads. Nothing runs here.
// Generated from crates/wire: DAMIER_WRITE=1 cargo test --workspace --test types
";

/// Every type, by name.
fn schemas() -> BTreeMap<String, Value> {
    let mut all = Vec::new();
    collect::<ServerMessage>(&mut all);
    collect::<ClientMessage>(&mut all);
    collect::<ErrorBody>(&mut all);
    collect::<CreatedView>(&mut all);
    collect::<MoveOrder>(&mut all);
    collect::<Order>(&mut all);
    collect::<Guest>(&mut all);
    collect::<MoveQuery>(&mut all);
    collect::<Ack>(&mut all);
    collect::<Hint>(&mut all);
    collect::<WhyNot>(&mut all);
    collect::<ProbeView>(&mut all);
    collect::<ReportView>(&mut all);
    collect::<ReportBatch>(&mut all);
    collect::<ReportQueueView>(&mut all);
    collect::<AnalysisView>(&mut all);
    collect::<ExplorerView>(&mut all);
    collect::<ExplorerSource>(&mut all);
    collect::<TreeAnswer>(&mut all);
    collect::<PositionAnswer>(&mut all);
    collect::<AnswerQuestion>(&mut all);
    collect::<AnswerView>(&mut all);
    collect::<StudyAnswer>(&mut all);
    collect::<StudyList>(&mut all);
    collect::<ChapterView>(&mut all);
    collect::<CardsOrder>(&mut all);
    collect::<CardsView>(&mut all);
    collect::<CardQuestion>(&mut all);
    collect::<CardAnswer>(&mut all);
    collect::<CardsMove>(&mut all);
    all.into_iter().map(|(name, schema)| (name, serde_json::to_value(schema).unwrap())).collect()
}

fn collect<T: ToSchema>(all: &mut Vec<(String, RefOr<Schema>)>) {
    all.push((T::name().into_owned(), T::schema()));
    T::schemas(all);
}

/// Formats a type as JSDoc.
fn written(schema: &Value) -> String {
    if let Some(path) = schema["$ref"].as_str() {
        return path.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(cases) = schema["oneOf"].as_array()
        && cases.iter().all(|case| case["properties"].is_object())
    {
        return union(cases);
    }
    for (kind, between) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[kind].as_array() {
            return joined(parts.iter().map(written), between);
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        return joined(words.iter().map(|word| format!("'{}'", word.as_str().unwrap())), " | ");
    }
    match &schema["type"] {
        Value::Array(types) => joined(types.iter().map(|one| plain(one, schema)), " | "),
        one => plain(one, schema),
    }
}

/// A union of types, with null last.
fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    // A description next to a type is an object without properties.
    let mut parts: Vec<String> = parts.filter(|part| part != "{}").collect();
    parts.sort_by_key(|part| part == "null");
    parts.join(between)
}

fn plain(name: &Value, schema: &Value) -> String {
    match name.as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("array") => list(schema),
        Some("object") => object(schema),
        Some(name @ ("string" | "boolean" | "null")) => name.to_owned(),
        other => panic!("how is {other:?} written in {schema}?"),
    }
}

/// One of several objects; each also has the properties of the others, without a value, so that scripts may read them.
fn union(cases: &[Value]) -> String {
    let names: BTreeSet<&str> =
        cases.iter().flat_map(|case| members(case).map(|(name, ..)| name)).collect();
    let cases = cases.iter().map(|case| {
        let own: Vec<String> = members(case)
            .map(|(name, mark, one)| format!("{name}{mark}: {}", written(one)))
            .collect();
        let others = names.iter().filter(|name| case["properties"].get(**name).is_none());
        let others = others.map(|name| format!("{name}?: undefined"));
        format!("{{{}}}", own.into_iter().chain(others).collect::<Vec<_>>().join(", "))
    });
    format!("({})", joined(cases, " | "))
}

fn list(schema: &Value) -> String {
    if let Some(parts) = schema["prefixItems"].as_array() {
        return format!("[{}]", joined(parts.iter().map(written), ", "));
    }
    let item = written(&schema["items"]);
    if item.contains(' ') { format!("({item})[]") } else { format!("{item}[]") }
}

fn object(schema: &Value) -> String {
    let members: Vec<String> = members(schema)
        .map(|(name, mark, one)| format!("{name}{mark}: {}", written(one)))
        .collect();
    match &schema["additionalProperties"] {
        Value::Object(_) if members.is_empty() => {
            format!("Record<string, {}>", written(&schema["additionalProperties"]))
        }
        _ => format!("{{{}}}", members.join(", ")),
    }
}

/// The properties of an object: name, `?` if optional, and type. Nullable properties of server messages are never
/// optional: without a value they are null or omitted.
fn members(schema: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let required = |name: &str| {
        schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name))
    };
    let members = schema["properties"].as_object().into_iter().flatten();
    members.map(move |(name, one)| {
        let nullable = written(one).split(" | ").any(|part| part == "null");
        let always = required(name) || nullable && !is_request(schema);
        (name.as_str(), if always { "" } else { "?" }, one)
    })
}

/// Whether clients send it: the server rejects unknown properties.
fn is_request(schema: &Value) -> bool {
    schema["additionalProperties"] == false
}

/// The description of a type or property, on one line: its first paragraph. Next to a reference, it is a part of its
/// own.
fn about(schema: &Value) -> String {
    let parts = ["oneOf", "allOf"].into_iter().filter_map(|kind| schema[kind].as_array()).flatten();
    let mut texts = parts.filter_map(|one| one["description"].as_str());
    let text = schema["description"].as_str().or_else(|| texts.next_back()).unwrap_or_default();
    text.split("\n\n").next().unwrap_or_default().replace('\n', " ")
}

fn typedef(name: &str, schema: &Value) -> String {
    let is_plain_object = schema["properties"].is_object();
    let mut text = "/**\n".to_owned();
    if !about(schema).is_empty() {
        writeln!(text, " * {}", about(schema)).unwrap();
    }
    if !is_plain_object {
        writeln!(text, " * @typedef {{{}}} {name}\n */", written(schema)).unwrap();
        return text;
    }
    writeln!(text, " * @typedef {{object}} {name}").unwrap();
    for (member, mark, one) in members(schema) {
        let member = if mark.is_empty() { member.to_owned() } else { format!("[{member}]") };
        let line = format!(" * @property {{{}}} {member} {}", written(one), about(one));
        writeln!(text, "{}", line.trim_end()).unwrap();
    }
    text + " */\n"
}

#[test]
fn the_types_of_the_page_are_those_of_the_messages() {
    let types = schemas().iter().map(|(name, schema)| typedef(name, schema)).collect::<String>();
    let fresh = format!("{HEAD}\n{types}\nexport {{}};\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/js/types.js");
    if std::env::var_os("DAMIER_WRITE").is_some() {
        std::fs::write(&path, &fresh).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap();
    assert!(
        there == fresh,
        "web/js/types.js is stale: DAMIER_WRITE=1 cargo test --workspace --test types"
    );
}
