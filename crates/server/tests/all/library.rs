//! Issue 19.4: a whole file is added to the library, which can be searched by position and exported.

use crate::common::{Running, raw};
use crate::pages::{Answer, browse, get, post, start};

const FILE: &str = r#"[White "Anna"]
[Black "Bo"]
[GameType "20"]
[Result "1-1"]
1. 32-28 {a comment} 19-23 2. 28x19 14x23 1-1

[White "Cleo"]
[GameType "20"]
[Result "0-2"]
1. 32-28 18-22 0-2

[White "Nobody"]
[GameType "20"]
[Result "2-0"]
1. 32-99 2-0

[White "Dora"]
[Black "Emil"]
[GameType "20"]
[Result "*"]
1. 31-27 *
"#;

fn body(text: &str) -> String {
    let part = |name: &str, value: &str| {
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    format!("{}{}{}--cut--\r\n", part("rules", ""), part("text", text), part("all", "yes"))
}

const KIND: &str = "multipart/form-data; boundary=cut";

fn add_all(server: &Running, text: &str) -> Answer {
    browse(server, "/import", "en", Some((KIND, &body(text))))
}

/// The keys that the page gives to the browser.
fn keys(page: &str) -> String {
    let (_, rest) = page.split_once("data-games=\"").unwrap();
    rest.split_once('"').unwrap().0.to_owned()
}

#[test]
fn a_guest_adds_a_file_searches_by_position_and_exports() {
    let (_folder, server) = start();
    let added = add_all(&server, FILE);
    assert_eq!(added.status, 200, "{}", added.text);
    assert!(added.text.contains("3 games were added"), "{}", added.text);
    assert!(added.text.contains("1 game cannot be played"), "{}", added.text);
    let ids = keys(&added.text);
    assert_eq!(ids.split(',').count(), 3);
    let listed = post(&server, "/games", &[("ids", &ids)]).text;
    for name in ["Anna – Bo", "Cleo –", "Dora – Emil"] {
        assert!(listed.contains(name), "{name}: {listed}");
    }
    // They are in no public list.
    let (_, recent) = server.ask("GET", "/api/games", "", None);
    assert_eq!(recent.as_array().unwrap().len(), 0, "{recent}");

    let with = |position: &str| {
        let position = format!("{position} international");
        post(&server, "/games", &[("ids", &ids), ("position", &position)]).text
    };
    let one = with("W:W28,31,33-50:B1-18,20,23");
    assert!(one.contains("Anna – Bo") && !one.contains("Cleo"), "{one}");
    assert!(one.contains("/api/position.svg?"), "{one}");
    // After the first move, and its mirror image.
    for position in ["B:W28,31,33-50:B1-20", "W:W31-50:B1-18,20,23"] {
        let both = with(position);
        assert!(both.contains("Anna – Bo") && both.contains("Cleo –"), "{both}");
        assert!(!both.contains("Dora"), "{both}");
    }
    let none = with("W:W28,31,33-50:B1-20");
    assert!(none.contains("No games match") && !none.contains("Anna"), "{none}");
    assert_eq!(get(&server, "/games?position=W:W99:B1+international").status, 422);

    let all = post(&server, "/games/export", &[("ids", &ids)]);
    assert_eq!(all.status, 200);
    assert_eq!(all.text.matches("[Result ").count(), 3, "{}", all.text);
    assert!(all.text.contains("a comment") && all.text.contains("18-22"), "{}", all.text);
    let forged = ids.replace(':', ":0");
    assert_eq!(post(&server, "/games/export", &[("ids", &forged)]).text, "");
}

#[test]
fn an_account_has_its_library_on_every_device() {
    let (_folder, server) = start();
    let cookie = server.register("Ada", "a long sentence is good");
    let headers = [("Cookie", cookie.as_str()), ("Content-Type", KIND)];
    let added = raw::ask(server.address, "POST", "/import", &headers, &body(FILE));
    assert_eq!(added.status, 200, "{added:?}");
    let listed = raw::ask(server.address, "GET", "/games", &headers[..1], "").body;
    assert!(listed.contains("Anna – Bo") && listed.contains("Dora – Emil"), "{listed}");
    assert!(!listed.contains("@Ada"), "the account plays in none of them: {listed}");
    let profile = get(&server, "/people/Ada").text;
    assert!(!profile.contains("Anna"), "{profile}");
    // A game without a result is not in progress.
    let form = [headers[0], ("Content-Type", "application/x-www-form-urlencoded")];
    let back = raw::ask(server.address, "POST", "/back", &form, "ids=&here=/");
    assert!(back.status == 200 && !back.body.contains("Dora"), "{}", back.body);
    let all = raw::ask(server.address, "POST", "/games/export", &form, "ids=");
    assert!(all.header("content-disposition").is_some_and(|name| name.contains(".pdn")));
    assert_eq!(all.body.matches("[Result ").count(), 3, "{}", all.body);
}

/// A file with more games than can be added at once is added in batches.
#[test]
fn large_files_are_added_in_parts() {
    let (_folder, server) = start();
    let game = |number: usize| {
        format!("[White \"Anna {number}\"]\n[GameType \"20\"]\n[Result \"1-1\"]\n1. 32-28 1-1\n\n")
    };
    let file: String = (1..=503).map(game).collect();
    let first = add_all(&server, &file).text;
    assert!(first.contains("500 games were added") && first.contains("Add the rest"), "{first}");
    let (_, rest) = first.split_once("<form method=\"post\" action=\"/import/file/").unwrap();
    let name = rest.split_once("/all").unwrap().0;
    assert!(first.contains("name=\"from\" value=\"501\""), "{first}");
    let path = format!("/import/file/{name}/all");
    let last = post(&server, &path, &[("from", "501")]).text;
    assert!(last.contains("3 games were added") && !last.contains("Add the rest"), "{last}");
    assert_eq!(post(&server, "/import/file/nothing/all", &[("from", "1")]).status, 422);
}
