//! Renders the OpenAPI document as a page, without scripts and without styles of its own.

use super::prose::{Escaped, Inline, Prose};
use serde_json::Value;
use std::fmt::{self, Write};

/// The server address in the page's examples.
const HERE: &str = "http://127.0.0.1:3210";

/// Renders an OpenAPI document as a page.
pub fn of(document: &Value) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write_page(&mut page, document);
    page
}

fn write_page(page: &mut String, document: &Value) -> fmt::Result {
    let info = &document["info"];
    write!(
        page,
        "<h1>The API, version {}</h1>\n<p><a href=\"/api/openapi.json\">OpenAPI 3.1</a></p>\n{}",
        Escaped(text(info, "version")),
        Prose(text(info, "description")),
    )?;
    let operations = operations(document);
    write_contents(page, document, &operations)?;
    for operation in &operations {
        write_operation(page, document, operation)?;
    }
    page.push_str("<h2 id=\"types\">What is sent and answered</h2>\n");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        write_schema(page, name, schema)?;
    }
    Ok(())
}

/// An endpoint: its method and path, and its entry in the document.
struct Operation<'a> {
    method: String,
    path: &'a str,
    says: &'a Value,
}

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = entries(&document["paths"]);
    paths
        .flat_map(|(path, methods)| {
            entries(methods).map(|(method, says)| {
                let method = method.to_uppercase();
                Operation { method, path: path.as_str(), says }
            })
        })
        .collect()
}

fn write_contents(page: &mut String, document: &Value, all: &[Operation]) -> fmt::Result {
    page.push_str("<nav aria-label=\"Endpoints\">\n<h2>Endpoints</h2>\n");
    for tag in items(&document["tags"]) {
        let name = text(tag, "name");
        writeln!(
            page,
            "<h3>{}</h3>\n<p>{}</p>\n<ul>",
            Escaped(name),
            Inline(text(tag, "description"))
        )?;
        for operation in all.iter().filter(|one| one.says["tags"][0] == name) {
            writeln!(
                page,
                "<li><a href=\"#{}\"><code>{} {}</code></a> {}</li>",
                Escaped(text(operation.says, "operationId")),
                operation.method,
                Escaped(operation.path),
                Escaped(text(operation.says, "summary")),
            )?;
        }
        page.push_str("</ul>\n");
    }
    page.push_str("</nav>\n");
    Ok(())
}

fn write_operation(page: &mut String, document: &Value, operation: &Operation) -> fmt::Result {
    let Operation { method, path, says } = operation;
    writeln!(
        page,
        "<section class=\"card\" id=\"{}\">\n<h2>{}</h2>\n<p><code>{method} {}</code></p>\n{}",
        Escaped(text(says, "operationId")),
        Escaped(text(says, "summary")),
        Escaped(path),
        Prose(text(says, "description")),
    )?;
    if needs_key(says) {
        page.push_str("<p>Needs a key: <code>Authorization: Bearer KEY</code>.</p>\n");
    }
    if items(&says["parameters"]).next().is_some() {
        page.push_str("<h3>Parameters</h3>\n<table>\n<tr><th>Name<th>In<th>Kind<th>Meaning</tr>\n");
        for parameter in items(&says["parameters"]) {
            writeln!(
                page,
                "<tr><td><code>{}</code>{}<td>{}<td>{}<td>{}</tr>",
                Escaped(text(parameter, "name")),
                optional(parameter["required"] == true),
                Escaped(text(parameter, "in")),
                kind(&parameter["schema"]),
                Inline(text(parameter, "description")),
            )?;
        }
        page.push_str("</table>\n");
    }
    let body = &says["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        page.push_str("<h3>Request</h3>\n");
        write_fields(page, resolved(document, body))?;
    }
    write_answers(page, says)?;
    writeln!(
        page,
        "<h3>Example</h3>\n<pre><code>{}</code></pre>\n</section>",
        Escaped(&curl(document, operation))
    )
}

fn write_answers(page: &mut String, says: &Value) -> fmt::Result {
    page.push_str("<h3>Answers</h3>\n<table>\n<tr><th>Status<th>Body<th>Meaning</tr>\n");
    for (status, answer) in entries(&says["responses"]) {
        let bodies = entries(&answer["content"]).map(|(media, content)| match media.as_str() {
            "application/json" => kind(&content["schema"]),
            other => format!("<code>{}</code>", Escaped(other)),
        });
        let bodies: Vec<String> = bodies.collect();
        let meaning = Inline(text(answer, "description"));
        writeln!(page, "<tr><td>{}<td>{}<td>{meaning}</tr>", Escaped(status), bodies.join(" or "))?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn write_schema(page: &mut String, name: &str, schema: &Value) -> fmt::Result {
    let name = Escaped(name);
    writeln!(page, "<section class=\"card\" id=\"type-{name}\">\n<h3>{name}</h3>")?;
    write!(page, "{}", Prose(text(schema, "description")))?;
    if schema["properties"].is_object() {
        write_fields(page, schema)?;
    } else {
        writeln!(page, "<p>{}</p>", kind(schema))?;
    }
    page.push_str("</section>\n");
    Ok(())
}

fn write_fields(page: &mut String, schema: &Value) -> fmt::Result {
    page.push_str("<table>\n<tr><th>Field<th>Kind<th>Meaning</tr>\n");
    for (name, field) in entries(&schema["properties"]) {
        let required = items(&schema["required"]).any(|one| one == name);
        writeln!(
            page,
            "<tr><td><code>{}</code>{}<td>{}<td>{}</tr>",
            Escaped(name),
            optional(required),
            kind(field),
            Inline(text(field, "description")),
        )?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn optional(required: bool) -> &'static str {
    if required { "" } else { " (optional)" }
}

/// Returns the type that a schema describes, as HTML.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        let name = Escaped(name);
        return format!("<a href=\"#type-{name}\">{name}</a>");
    }
    if schema["enum"].is_array() {
        let choices = items(&schema["enum"]).filter_map(Value::as_str);
        return choices
            .map(|word| format!("<code>{}</code>", Escaped(word)))
            .collect::<Vec<_>>()
            .join(", ");
    }
    let choices: Vec<String> = items(&schema["oneOf"]).map(kind).collect();
    if !choices.is_empty() {
        return choices.join(" or ");
    }
    match &schema["type"] {
        Value::String(one) => simple_kind(one, schema),
        Value::Array(several) => {
            let each = several.iter().filter_map(Value::as_str).map(|one| simple_kind(one, schema));
            each.collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn simple_kind(name: &str, schema: &Value) -> String {
    match name {
        "array" if schema["prefixItems"].is_array() => {
            let parts: Vec<String> = items(&schema["prefixItems"]).map(kind).collect();
            format!("[{}]", parts.join(", "))
        }
        "array" => format!("list of {}", kind(&schema["items"])),
        "string" => {
            format!("text{}", bounds(&schema["minLength"], &schema["maxLength"], " characters"))
        }
        "integer" => format!("whole number{}", bounds(&schema["minimum"], &schema["maximum"], "")),
        "null" => "null".to_owned(),
        other => Escaped(other).to_string(),
    }
}

fn bounds(least: &Value, most: &Value, unit: &str) -> String {
    match (least.as_u64(), most.as_u64()) {
        (least, Some(most)) => format!(", {} to {most}{unit}", least.unwrap_or(0)),
        (Some(least), None) if least > 0 => format!(", at least {least}{unit}"),
        _ => String::new(),
    }
}

/// Returns a command that calls an endpoint, with the document's examples.
fn curl(document: &Value, Operation { method, path, says }: &Operation) -> String {
    let mut address = format!("{HERE}{path}");
    for parameter in items(&says["parameters"]).filter(|one| one["in"] == "path") {
        let name = format!("{{{}}}", text(parameter, "name"));
        address = address.replace(&name, text(parameter, "example"));
    }
    let mut command = "curl".to_owned();
    let body = &says["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        let example = &resolved(document, body)["example"];
        let _ = write!(command, " -H 'Content-Type: application/json' \\\n  -d '{example}' \\\n ");
    } else if method == "POST" {
        command.push_str(" -X POST");
    }
    if needs_key(says) {
        command.push_str(" -H 'Authorization: Bearer 0123456789abcdef0123456789abcdef'");
    }
    format!("{command} {address}")
}

fn needs_key(says: &Value) -> bool {
    says["security"][0]["key"].is_array()
}

fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let place =
        schema["$ref"].as_str().and_then(|path| document.pointer(path.trim_start_matches('#')));
    place.unwrap_or(schema)
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}
