//! The pages in a browser without JavaScript.

use crate::common::games::{block_on, game};
use crate::common::{Folder, Running, TOKEN};
use arbiter::{EndReason, Ending, Event, Log, Terms, Time};
use draughts::{Color, Variant};
use serde_json::json;
use server::store::{Sqlite, Store};
use server::words::Language;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

const FORM: &str = "application/x-www-form-urlencoded";

/// A response.
pub struct Answer {
    pub status: u16,
    /// The address of a redirect.
    pub location: String,
    pub text: String,
}

/// Gets a page like a browser, without following redirects.
pub fn browse(server: &Running, path: &str, language: &str, body: Option<(&str, &str)>) -> Answer {
    let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
    let agent: ureq::Agent = config.build().into();
    let url = format!("http://{}{path}", server.address);
    let answer = match body {
        None => agent.get(&url).header("Accept-Language", language).call(),
        Some((kind, body)) => agent
            .post(&url)
            .header("Accept-Language", language)
            .header("Content-Type", kind)
            .send(body),
    };
    let mut answer = answer.unwrap();
    let location = answer.headers().get("location").map(|value| value.to_str().unwrap().to_owned());
    Answer {
        status: answer.status().as_u16(),
        location: location.unwrap_or_default(),
        text: answer.body_mut().read_to_string().unwrap(),
    }
}

pub fn get(server: &Running, path: &str) -> Answer {
    browse(server, path, "en", None)
}

pub fn post(server: &Running, path: &str, fields: &[(&str, &str)]) -> Answer {
    browse(server, path, "en", Some((FORM, &encoded(fields))))
}

fn encoded(fields: &[(&str, &str)]) -> String {
    let plain = |text: &str| -> String {
        let each = text.bytes().map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(byte).to_string(),
            other => format!("%{other:02X}"),
        });
        each.collect()
    };
    let fields = fields.iter().map(|(name, value)| format!("{name}={}", plain(value)));
    fields.collect::<Vec<_>>().join("&")
}

/// Posts the import form; the text is a file if it has a name.
pub fn import(server: &Running, text: &str, rules: &str, file: Option<&str>) -> Answer {
    let part = |name: &str, value: &str| {
        format!("--cut\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
    };
    let mut body = part("rules", rules);
    match file {
        None => body.push_str(&part("text", text)),
        Some(name) => body.push_str(&part(&format!("file\"; filename=\"{name}"), text)),
    }
    body.push_str("--cut--\r\n");
    browse(server, "/import", "en", Some(("multipart/form-data; boundary=cut", &body)))
}

/// The text that opens the first game found by an import.
pub fn hidden_text(page: &str) -> String {
    let start = page.find("name=\"text\" value=\"").expect("a game that can be opened") + 19;
    let text = &page[start..];
    let text = &text[..text.find('"').unwrap()];
    let signs = [("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#x2f;", "/"), ("&#x27;", "'")];
    let text =
        signs.iter().fold(text.to_owned(), |text, (sign, letter)| text.replace(sign, letter));
    text.replace("&amp;", "&")
}

/// Opens a text as a game; returns its id and key.
pub fn opened(server: &Running, text: &str) -> (String, String) {
    let answer = post(server, "/import/open", &[("text", text)]);
    assert_eq!(answer.status, 303, "{}", answer.text);
    name_and_key(&answer.location)
}

pub fn name_and_key(location: &str) -> (String, String) {
    let rest = location.strip_prefix("/game/").unwrap_or_else(|| panic!("to {location}"));
    let (id, key) = rest.split_once("#key=").unwrap();
    (id.to_owned(), key.to_owned())
}

pub fn start() -> (Folder, Running) {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    (folder, server)
}

/// The pages for everyone, without those of a game, a variant or an account.
const PAGES: [&str; 19] = [
    "/",
    "/new",
    "/lobby",
    "/games",
    "/watch",
    "/variants",
    "/learn",
    "/compose",
    "/editor",
    "/endgame",
    "/analysis",
    "/explorer",
    "/studies",
    "/practice",
    "/import",
    "/settings",
    "/account",
    "/about",
    "/kit",
];

/// A page that is in no list is covered by no test.
#[test]
fn every_page_is_in_the_lists_of_pages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &Path| std::fs::read_to_string(path).unwrap();
    let sources = std::fs::read_dir(root.join("src/pages")).unwrap();
    let text: String = sources.map(|file| read(&file.unwrap().path())).collect();
    let routes = text.split(".route(\"").skip(1).filter_map(|route| route.split_once('"'));
    // Routes of forms are posted to, and redirect to their page on GET.
    let is_got = |handlers: &str| handlers.starts_with(", routing::get(");
    let pages = routes.filter(|(path, handlers)| is_got(handlers) && !path.contains('{'));
    // A part of a page, a page with another address, and others that are not pages for everyone.
    let others = ["/lobby/games", "/import/open", "/favicon.ico", "/operator"];
    let pages: Vec<&str> =
        pages.map(|(path, _)| path).filter(|path| !others.contains(path)).collect();
    assert!(pages.len() > 10, "the sources are where this test looks for them: {pages:?}");
    let browser = read(&root.join("../../browser/harness/pages.js"));
    for page in pages {
        assert!(PAGES.contains(&page), "{page} is not in the list of this file");
        let is_there = page == "/new"
            || ["at", "thinks"].iter().any(|way| browser.contains(&format!("{way}('{page}')")));
        assert!(is_there, "{page} is not in the list of browser/harness/pages.js");
    }
}

#[test]
fn every_page_speaks_every_language() {
    let (_folder, server) = start();
    let (id, _) = server.create(json!({ "rules": "italian", "color": "white", "seed": 1 }));
    server.register("Ada", "correct horse battery");
    let game = format!("/game/{id}");
    let report = format!("/game/{}/report", crate::reports::reported(&server));
    let learn = report.replace("/report", "/learn");
    let chapter = json!({ "rules": "frisian", "tree": "31-27 {first}" });
    let order = json!({ "title": "Moves", "visibility": "public", "chapter": chapter });
    let (_, made) = server.ask("POST", "/api/studies", "", Some(order));
    let study = format!("/study/{}", made["study"]["id"].as_str().unwrap());
    let others = [
        "/variants/frisian",
        "/learn/turkish/crowning",
        "/learn/canadian/squares",
        "/people/Ada",
        game.as_str(),
        report.as_str(),
        learn.as_str(),
        study.as_str(),
    ];
    for page in PAGES.into_iter().chain(others) {
        for language in Language::ALL.iter().map(|language| language.code()) {
            let answer = browse(&server, page, language, None);
            assert_eq!(answer.status, 200, "{page} in {language}: {}", answer.text);
            assert!(answer.text.contains(&format!("<html lang=\"{language}\"")), "{page}");
        }
    }
    for language in Language::ALL.iter().map(|language| language.code()) {
        let asked = browse(&server, "/operator", language, None);
        assert!(asked.status == 401 && asked.text.contains(&format!("<html lang=\"{language}\"")));
        let token = encoded(&[("token", TOKEN)]);
        let shown = browse(&server, "/operator", language, Some((FORM, &token)));
        assert!(shown.status == 200 && shown.text.contains(&format!("<html lang=\"{language}\"")));
    }
    let settings = get(&server, "/settings").text;
    assert_eq!(settings.matches("<option value=\"pt").count(), 1, "one Portuguese to choose");
    for name in ["board", "page", "coordinates", "sound", "animation", "finish", "only", "confirm"]
    {
        assert!(settings.contains(&format!("name=\"{name}\"")), "{name} can be chosen");
    }
    for name in ["premove", "turn", "keys"] {
        assert!(settings.contains(&format!("name=\"{name}\"")), "{name} can be chosen");
    }
}

/// Visitors from Brazil get Brazilian Portuguese, whether they chose the language or not.
#[test]
fn brazil_has_its_own_portuguese() {
    let (_folder, server) = start();
    let seen = |accepted: &str, cookie: &str| {
        let request = ureq::get(format!("http://{}/account", server.address));
        let request = request.header("Accept-Language", accepted).header("Cookie", cookie);
        request.call().unwrap().body_mut().read_to_string().unwrap()
    };
    for (accepted, cookie) in
        [("pt-BR,pt;q=0.9,en;q=0.8", ""), ("en,pt-BR;q=0.5", "damier=lang=pt")]
    {
        let page = seen(accepted, cookie);
        assert!(page.contains("<html lang=\"pt-BR\"") && page.contains("Senha"), "{page}");
        assert!(page.contains("value=\"pt\" lang=\"pt\" aria-current=\"true\""), "{page}");
    }
    for (accepted, cookie) in [("pt-PT,pt;q=0.9", ""), ("en", "damier=lang=pt")] {
        let page = seen(accepted, cookie);
        assert!(page.contains("<html lang=\"pt\"") && page.contains("Palavra-passe"), "{page}");
    }
}

#[test]
fn what_goes_wrong_is_a_page_on_pages_and_json_elsewhere() {
    let (_folder, server) = start();
    let page = |answer: Answer, status: u16, words: &str| {
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.text.starts_with("<!doctype html>"), "{}", answer.text);
        assert!(answer.text.contains(words), "no {words:?} in {}", answer.text);
    };
    page(get(&server, "/nowhere"), 404, "Page not found.");
    page(get(&server, "/game/nogame"), 404, "There is no such game.");
    page(post(&server, "/about", &[]), 405, "This address does not support that method.");
    let kind = Some(("application/json", "{}"));
    page(browse(&server, "/new", "en", kind), 415, "does not accept content of this type");
    page(get(&server, "/?rules=italian&rules=russian"), 400, "The request is not valid");
    page(browse(&server, "/nulle-part", "fr", None), 404, "lang=\"fr\"");

    let (status, answer) = server.ask("GET", "/api/nowhere", "", None);
    assert_eq!((status, &answer["error"]["code"]), (404, &json!("no-page")));

    let mut socket = std::net::TcpStream::connect(server.address).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let head = format!("POST /new HTTP/1.1\r\nHost: x\r\nContent-Type: {FORM}\r\n");
    let _ = write!(socket, "{head}Content-Length: 1200000\r\n\r\n{}", "a".repeat(1_200_000));
    let mut answer = [0; 12];
    socket.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

/// R-DT-1, R-IT-8: all terms of a game are in the one form.
#[test]
fn the_form_sets_up_a_game() {
    let (_folder, server) = start();
    let fields = [
        ("rules", "italian"),
        ("opponent", "computer"),
        ("level", "2"),
        ("color", "black"),
        ("clock", "own"),
        ("own_clock", "7m+2s"),
        ("opening", "random"),
        ("plies", "3"),
        ("seed", "42"),
        ("touch_move", "on"),
    ];
    let answer = post(&server, "/new", &fields);
    assert_eq!(answer.status, 303, "{}", answer.text);
    let (id, key) = name_and_key(&answer.location);
    let game = server.game(&id, &key);
    assert_eq!(game["yours"], json!(["black"]));
    assert_eq!(game["computer"], json!([2, null]));
    assert_eq!(game["table"]["clock"]["control"], "7m+2s");
    assert_eq!(game["table"]["opening"], "random:3");
    assert_eq!(game["table"]["touch_move"], true);
    assert_eq!(game["table"]["names"]["black"], "Guest");
    let (again, _) = name_and_key(&post(&server, "/new", &fields).location);
    assert_eq!(server.game(&again, "")["start"], game["start"], "the seed decides");

    let here =
        [("rules", "russian"), ("opponent", "here"), ("opening", "table"), ("ballot", "4-VII")];
    let (id, key) = name_and_key(&post(&server, "/new", &here).location);
    let game = server.game(&id, &key);
    assert_eq!(game["yours"], json!(["white", "black"]));
    assert_eq!(game["table"]["opening"], "table:4-VII");

    let fen = [
        ("rules", "american"),
        ("opponent", "here"),
        ("opening", "position"),
        ("fen", "W:W30:B1,K5"),
    ];
    let (id, _) = name_and_key(&post(&server, "/new", &fen).location);
    assert_eq!(server.game(&id, "")["position"]["fen"], "W:W30:B1,K5");
    let home = get(&server, "/").text;
    assert!(home.contains(&format!("/game/{id}")), "the new game is listed");
}

#[test]
fn links_have_previews_and_those_to_unlisted_games_neither_names_nor_picture() {
    let (_folder, server) = start();
    let made = |public: bool| {
        let order = json!({ "rules": "italian", "public": public, "opponent": "computer",
            "level": 1, "name": "Ottavia", "color": "white" });
        let (id, key) = server.create(order);
        server.act(&id, &key, json!({ "side": "white", "what": "resign" }));
        id
    };
    let head = |path: &str| get(&server, path).text.split("</head>").next().unwrap().to_owned();
    let (listed, unlisted) = (made(true), made(false));
    let picture = format!("http://{}/api/games/{listed}/position.png", server.address);
    let page = get(&server, &format!("/game/{listed}")).text.replace("&#x2f;", "/");
    assert!(page.contains(&format!("property=\"og:image\" content=\"{picture}")), "{page}");
    assert!(page.contains("name=\"description\" content=\"Italian draughts: "), "{page}");
    for path in ["", "/report", "/learn"] {
        let shown = head(&format!("/game/{listed}{path}"));
        assert!(shown.contains("Ottavia") && !shown.contains("noindex"), "{path}: {shown}");
        let hidden = head(&format!("/game/{unlisted}{path}"));
        assert!(!hidden.contains("Ottavia") && !hidden.contains("og:image"), "{hidden}");
        assert!(hidden.contains("name=\"robots\" content=\"noindex\""), "{hidden}");
    }
    let hidden = head(&format!("/game/{unlisted}"));
    assert!(hidden.contains("property=\"og:title\" content=\"Damier\""), "{hidden}");
}

#[test]
fn browsers_find_icons_and_the_manifest() {
    let (_folder, server) = start();
    let kind = |path: &str| {
        let answer = ureq::get(format!("http://{}{path}", server.address)).call().unwrap();
        answer.headers()["content-type"].to_str().unwrap().to_owned()
    };
    assert_eq!(kind("/favicon.ico"), "image/x-icon");
    assert_eq!(kind("/assets/icon-192.png"), "image/png");
    assert_eq!(kind("/assets/manifest.webmanifest"), "application/manifest+json");
    let home = get(&server, "/").text;
    assert!(home.contains("rel=\"manifest\" href=\"/assets/manifest.webmanifest\""), "{home}");
}

#[test]
fn a_page_is_marked_where_it_is_and_nowhere_else() {
    let (_folder, server) = start();
    let play = "href=\"/\" aria-current=\"page\"";
    assert!(get(&server, "/").text.contains(play));
    let api = get(&server, "/api").text;
    assert!(!api.contains(play) && api.contains("href=\"/api\" aria-current=\"page\""), "{api}");
}

#[test]
fn a_form_that_is_wrong_says_so_and_sets_up_nothing() {
    let (_folder, server) = start();
    let long = "9".repeat(5_000);
    let wrong: [&[(&str, &str)]; 14] = [
        &[],
        &[("rules", "chess")],
        &[("rules", "<script>alert(1)</script>")],
        &[("rules", "italian"), ("level", "11")],
        &[("rules", "italian"), ("level", "-1")],
        &[("rules", "italian"), ("level", "three")],
        &[("rules", "italian"), ("color", "green")],
        &[("rules", "italian"), ("clock", "own"), ("own_clock", "soon")],
        &[("rules", "italian"), ("clock", &long)],
        &[("rules", "italian"), ("seed", &long)],
        &[("rules", "italian"), ("opening", "three-move")],
        &[("rules", "russian"), ("opening", "table"), ("ballot", "\"><b>")],
        &[("rules", "italian"), ("opening", "random"), ("plies", "4000")],
        &[("rules", "italian"), ("opening", "position"), ("fen", "W:W1-99:\u{0}\u{1F600}")],
    ];
    for fields in wrong {
        let answer = post(&server, "/new", fields);
        assert_eq!(answer.status, 422, "{fields:?}: {}", answer.text);
        let trouble = answer.text.split("role=\"alert\">").nth(1).unwrap();
        assert!(!trouble.starts_with("</p>"), "{fields:?} is answered in words");
        assert!(!answer.text.contains("<script>alert"), "{fields:?}");
        assert!(!answer.text.contains("\"><b>"), "{fields:?}");
    }
    assert_eq!(server.ask("GET", "/api/games", "", None).1, json!([]), "no game was set up");
    let hostile = "/?rules=%3Cscript%3Ealert%281%29%3C%2Fscript%3E&fen=%22%3E%3Cb%3E&level=%00";
    let answer = get(&server, hostile);
    assert_eq!(answer.status, 200);
    assert!(!answer.text.contains("<script>alert") && !answer.text.contains("\"><b>"));
}

#[test]
fn choices_lead_back_only_to_pages_of_our_own() {
    let (_folder, server) = start();
    let back =
        |place: &str| post(&server, "/settings", &[("lang", "fr"), ("back", place)]).location;
    for place in ["/", "/editor?rules=italian&fen=W%3AW1", "/game/abc"] {
        assert_eq!(back(place), place);
    }
    let elsewhere = [
        "//example.com",
        "https://example.com",
        "/\\example.com",
        "\\\\example.com",
        "/\t/example.com",
        "/\n/example.com",
        "/\r\nSet-Cookie: a=b",
        "javascript:alert(1)",
        "",
        "editor",
        "/é",
    ];
    for place in elsewhere {
        assert_eq!(back(place), "/settings", "{place:?}");
    }
}

pub const TWO_GAMES: &str = "[Event \"Club <b>evening</b>\"]\n[White \"Anna\"]\n[Black \"Bo & Co\"]\n\
    [GameType \"20\"]\n[Result \"2-0\"]\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
    [White \"Cy\"]\n[GameType \"20\"]\n1. 32-28 19-24 2. 28-21 *\n";

/// R-GM-2: exported games can be imported.
#[test]
fn games_of_a_file_are_listed_and_opened() {
    let (_folder, server) = start();
    let page = import(&server, TWO_GAMES, "", Some("club.pdn")).text;
    assert!(page.contains("2 games found."), "{page}");
    assert!(
        page.contains("Anna – Bo &amp; Co") && page.contains("Club &lt;b&gt;evening"),
        "{page}"
    );
    assert!(page.contains("4 moves · White won"), "{page}");
    assert!(page.contains("Line 10, column 19: 2. 28-21 is not legal"), "{page}");
    assert_eq!(page.matches("action=\"/import/open\"").count(), 2, "{page}");
    assert!(page.contains("Open up to there"), "{page}");

    let (id, key) = opened(&server, &hidden_text(&page));
    let game = server.game(&id, &key);
    assert_eq!(game["history"].as_array().unwrap().len(), 4);
    assert_eq!(game["table"]["names"]["black"], "Bo & Co");
    assert_eq!(game["table"]["ending"]["winner"], "white");
    let listed = get(&server, "/").text;
    assert!(listed.contains("Anna – Bo &amp; Co"), "it is new here, however old it is");

    let page = import(&server, "1. 11-15 22-18 2. 15x22 25x18", "american", None).text;
    let (id, key) = opened(&server, &hidden_text(&page));
    assert_eq!(server.game(&id, &key)["yours"], json!(["white", "black"]));
    assert_eq!(server.play(&id, &key, "black", "12-16").0, 200, "an unfinished game goes on");

    let log = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None).1;
    let page = import(&server, &log, "", Some("game.log")).text;
    let (copy, _) = opened(&server, &hidden_text(&page));
    let hash = |id: &str| server.game(id, "")["position"]["hash"].clone();
    assert_eq!(hash(&copy), hash(&id));
    let pasted = import(&server, &log.replace('\n', "\r\n"), "", None).text;
    assert!(pasted.contains("1 game found."), "{pasted}");
}

/// The time that a game was stored in a file is not charged.
#[test]
fn an_unfinished_game_with_a_clock_goes_on_where_it_was() {
    let (_folder, server) = start();
    let mut terms = Terms::new(Variant::American.into(), 1);
    terms.clock = "5m".parse().unwrap();
    let mut log = Log::open(terms, Time(0)).unwrap();
    for (side, name) in [(Color::White, "Anna"), (Color::Black, "Bo")] {
        log.record(&Event::Join { side, name: name.to_owned() }, Time(0)).unwrap();
    }
    for (text, at) in [("11-15", 1_000), ("22-18", 61_000), ("15x22", 62_000)] {
        let side = log.table().turn();
        log.record(&Event::Move { side, text: text.to_owned(), lag: 0 }, Time(at)).unwrap();
    }
    let (id, key) = opened(&server, &log.text());
    let game = server.game(&id, &key);
    assert_eq!(game["table"]["ending"], json!(null));
    let left = game["table"]["clock"]["white"]["left"].as_u64().unwrap();
    assert!((230_000..=240_000).contains(&left), "{left} ms are left");
    assert_eq!(server.play(&id, &key, "white", "25x18").0, 200);
}

#[test]
fn results_of_black_first_games_survive_the_way_through_the_page() {
    let (_folder, server) = start();
    for (result, winner) in [("1-0", "black"), ("0-1", "white")] {
        let text = format!(
            "[GameType \"21\"]\n[Result \"{result}\"]\n1. 11-15 22-18 2. 15x22 25x18 {result}\n"
        );
        let page = import(&server, &text, "", None).text;
        let (id, _) = opened(&server, &hidden_text(&page));
        assert_eq!(server.game(&id, "")["table"]["ending"]["winner"], winner, "{result}");
    }
}

#[test]
fn a_position_leads_to_the_editor() {
    let (_folder, server) = start();
    let to = |text: &str, rules: &str| import(&server, text, rules, None).location;
    assert_eq!(to(" W:W31-50:B1-20\n", ""), "/editor?rules=international&fen=W%3AW31-50%3AB1-20");
    assert_eq!(to("B:Wa1,c1:BKh8", "russian"), "/editor?rules=russian&fen=B%3AWa1%2Cc1%3ABKh8");
    let page = import(&server, "W:W31-99:B1", "international", None);
    assert_eq!(page.status, 422);
    assert!(page.text.contains("There is no such square on this board"), "{}", page.text);

    let editor = get(&server, "/editor?rules=international&fen=W%3AW28%3ABK12").text;
    assert!(editor.contains("White to move, with 2 legal moves."), "{editor}");
    let editor = get(&server, "/editor?rules=chess&fen=%22%3E%3Cscript%3E").text;
    assert!(editor.contains("id=\"trouble\"") && !editor.contains("\"><script>"), "{editor}");
    let wrong = format!("/editor?rules=american&fen={}", "K".repeat(2_000));
    assert_eq!(get(&server, &wrong).status, 200);
}

#[test]
fn what_cannot_be_read_is_told_and_not_stored() {
    let (_folder, server) = start();
    let refused = |text: &str, words: &str| {
        let page = import(&server, text, "", Some("odd"));
        assert_eq!(page.status, 422, "{}", page.text);
        assert!(page.text.contains(words), "no {words:?} in {}", page.text);
    };
    refused("", "Nothing to read yet.");
    refused(" \r\n\t ", "Nothing to read yet.");
    refused("PK\u{3}\u{4}rest", "This is not a text file.");
    refused("\u{7f}ELF\u{0}\u{0}\u{0}", "This is not a text file.");
    refused("damier-log 1\nrubbish\n", "damaged at line 2");
    refused("damier-log 99\n", "damaged at line 1");

    // A modified log.
    let (id, key) = server.create(json!({ "rules": "american", "color": "white" }));
    server.play(&id, &key, "black", "11-15");
    let log = server.fetch("GET", &format!("/api/games/{id}/game.log"), "", None).1;
    refused(&log.replace("11-15", "11-16"), "damaged at line 5");
    let answer = post(&server, "/import/open", &[("text", &log.replace("11-15", "11-16"))]);
    assert_eq!(answer.status, 422);
    let answer = post(&server, "/import/open", &[("text", "1. 1-50")]);
    assert_eq!(answer.status, 422, "{}", answer.text);
    assert_eq!(server.ask("GET", "/api/games", "", None).1.as_array().unwrap().len(), 1);
}

#[test]
fn hostile_files_are_answered_in_time() {
    let (_folder, server) = start();
    let many = "[Event \"x\"] 1. 32-28 *\n\n".repeat(20_000);
    let page = import(&server, &many, "", Some("many.pdn"));
    assert_eq!(page.status, 200);
    assert!(page.text.contains("20000 games found. The first "));
    for hostile in [
        "(".repeat(500_000),
        format!("1. 32-28 {}", "{".repeat(500_000)),
        "[Event \"".repeat(60_000),
        "1. 32x23x14x5x".repeat(40_000),
        "1. 32-28 19-23 2. 28x19 14x23 ".repeat(30_000),
        "\u{202e}\u{0}\u{1F600}".repeat(50_000),
    ] {
        let page = import(&server, &hostile, "", Some("hostile.pdn"));
        assert!(matches!(page.status, 200 | 422), "{}", page.status);
    }
}

#[test]
fn games_to_continue_are_those_asked_for_that_are_not_over() {
    let (_folder, server) = start();
    let (going, _) = server.create(json!({ "rules": "italian", "color": "white" }));
    let (over, key) = server.create(json!({ "rules": "thai", "color": "white" }));
    server.play(&over, &key, "white", "21-17");
    server.act(&over, &key, json!({ "side": "white", "what": "resign" }));
    let (other, _) = server.create(json!({ "rules": "thai" }));
    let ids = format!("{over},{going},nogame,',\"><b>");
    let list = post(&server, "/continue", &[("ids", &ids)]).text;
    assert!(list.contains(&going) && !list.contains(&over) && !list.contains(&other), "{list}");
    assert!(list.contains("Italian draughts"), "{list}");
    let many = "nogame,".repeat(100_000);
    assert_eq!(post(&server, "/continue", &[("ids", &many)]).text.trim(), "");
}

/// Whose move it is depends on the requester; urgent games come first.
#[test]
fn games_to_continue_tell_whose_move_it_is() {
    let (_folder, server) = start();
    let between = |clock: &str| {
        let order = json!({ "rules": "american", "color": "white", "opponent": "friend",
            "clock": clock });
        let (_, made) = server.ask("POST", "/api/games", "", Some(order));
        let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
        let (id, white) = (text(&made["id"]), text(&made["key"]));
        let guest = json!({ "invitation": made["invitation"] });
        let (_, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
        (id, white, text(&joined["key"]))
    };
    let (slow, slow_white, slow_black) = between("3d/move");
    let (soon, _, soon_black) = between("1d/move");
    server.play(&slow, &slow_black, "black", "11-15");
    let asks = |ids: &str| post(&server, "/continue", &[("ids", ids)]).text;
    let mine = asks(&format!("{slow}:{slow_white}"));
    assert!(mine.contains("your move · 3 days left") && mine.contains("class=\"due\""), "{mine}");
    let theirs = asks(&format!("{slow}:{slow_black},{soon}:{soon_black}"));
    assert!(theirs.contains("your opponent&#x27;s move · 3 days left"), "{theirs}");
    assert!(theirs.contains("your move · 23 hours left"), "{theirs}");
    assert!(theirs.find(&soon) < theirs.find(&slow), "{theirs}");
    let nobody = asks(&format!("{slow}:{soon_black},{soon}"));
    assert!(!nobody.contains("s move") && !nobody.contains("your move"), "{nobody}");
}

/// Issue 17.8: abandoned games are in no list, finished ones are.
#[test]
fn recent_games_are_over_or_being_played() {
    let folder = Folder::new();
    let store = Sqlite::open(&folder.file()).unwrap();
    let (mut left, mut over) = (game("leftalone2", 0, &["a"]), game("longago234", 0, &["a"]));
    for one in [&mut left, &mut over] {
        one.summary.plies = 9;
    }
    over.summary.ending =
        Some(Ending { winner: Some(Color::White), reason: EndReason::Resignation });
    for one in [left, over] {
        block_on(store.append(one)).unwrap();
    }
    drop(store);
    let server = Running::start(&folder.file());
    let (now, key) = server.create(json!({ "rules": "thai", "color": "white" }));
    server.play(&now, &key, "white", "21-17");
    let home = get(&server, "/").text;
    assert!(home.contains("/game/longago234") && home.contains(&now), "{home}");
    assert!(!home.contains("leftalone2"), "{home}");
}

/// Issue 17.8: on every page but its own, a game in progress is one click away.
#[test]
fn the_way_back_leads_to_the_game_that_cannot_wait() {
    let (_folder, server) = start();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let between = |clock: &str| {
        let order = json!({ "rules": "italian", "color": "white", "opponent": "friend",
            "clock": clock, "name": "Ann" });
        let (_, made) = server.ask("POST", "/api/games", "", Some(order));
        let id = text(&made["id"]);
        let guest = json!({ "invitation": made["invitation"], "name": "Bo" });
        let (_, joined) = server.ask("POST", &format!("/api/games/{id}/join"), "", Some(guest));
        (id, text(&made["key"]), text(&joined["key"]))
    };
    let asks = |ids: &str, here: &str| post(&server, "/back", &[("ids", ids), ("here", here)]).text;
    let (quick, white, black) = between("5m+3s");
    let mine = asks(&format!("{quick}:{white}"), "/about");
    assert!(mine.contains(&format!("href=\"/game/{quick}\"")), "{mine}");
    for part in ["<b>Bo</b>", "your move", "Italian", "data-left=\"29", "class=\"back due\""] {
        assert!(mine.contains(part), "{part} in {mine}");
    }
    let theirs = asks(&format!("{quick}:{black}"), "/");
    assert!(theirs.contains("<b>Ann</b>") && theirs.contains("opponent&#x27;s move"), "{theirs}");
    // Not on its own page, and not for visitors without a seat; that it is unfinished is returned anyway.
    for nothing in [
        asks(&format!("{quick}:{white}"), &format!("/game/{quick}")),
        asks(&format!("{quick}:{}", "0".repeat(32)), "/"),
    ] {
        assert!(!nothing.contains("href"), "{nothing}");
        assert!(nothing.contains(&format!("data-unfinished=\"{quick}\"")), "{nothing}");
    }
    // Due games come first; a correspondence game waits until it is due.
    let (slow, slow_white, slow_black) = between("3d/move");
    let both = asks(&format!("{slow}:{slow_white},{quick}:{black}"), "/");
    assert!(both.contains(&format!("data-game=\"{slow}\"")), "{both}");
    let waits = asks(&format!("{slow}:{slow_black}"), "/");
    assert!(!waits.contains("href") && waits.contains(&slow), "{waits}");
    let two = asks(&format!("{slow}:{slow_black},{quick}:{black}"), "/");
    assert!(two.contains(&format!("data-game=\"{quick}\"")), "{two}");
    // There is no link to a finished game.
    server.act(&quick, &white, json!({ "side": "white", "what": "resign" }));
    let over = asks(&format!("{quick}:{white},nogame,',\"><b>"), "/");
    assert!(!over.contains("href") && !over.contains(&quick), "{over}");
    assert!(!asks("", "").contains("href"));
    assert!(!asks(&"nogame,".repeat(100_000), "").contains("href"));
    // A player of both sides sees which is to move.
    let (alone, key) = server.create(json!({ "rules": "russian" }));
    let here = asks(&format!("{alone}:{key}"), "/");
    assert!(here.contains("White – Black") && here.contains("White to move"), "{here}");
}

#[test]
fn pictures_of_positions() {
    let (_folder, server) = start();
    let picture =
        |query: &str| server.fetch("GET", &format!("/api/position.svg?{query}"), "", None);
    let (status, svg) = picture("rules=american&fen=W:W30:B1,K5&theme=wood&flip=true&width=999");
    assert_eq!(status, 200);
    assert!(svg.starts_with("<svg"), "{svg}");
    assert_eq!(picture("rules=american").0, 200);
    assert_eq!(picture("rules=american&width=99999").0, 400);
    assert_eq!(picture("rules=chess").0, 422);
    assert_eq!(picture("rules=american&fen=W:W99:B").0, 422);
    assert_eq!(picture("rules=american&theme=glass").0, 400);
    assert_eq!(picture("fen=W:W1:B").0, 400);
}

#[test]
fn games_are_imported_through_the_api_too() {
    let (_folder, server) = start();
    let ask = |path: &str, body| server.ask("POST", path, "", Some(body));
    let (status, found) = ask("/api/import", json!({ "text": TWO_GAMES }));
    assert_eq!(status, 200, "{found}");
    let games = found["games"]["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["standing"], "white");
    assert_eq!(games[1]["trouble"]["line"], 10);
    assert_eq!(games[1]["trouble"]["what"]["key"], "flaw.illegal");
    let (status, created) = ask("/api/import/game", json!({ "text": TWO_GAMES, "game": 1 }));
    assert_eq!(status, 201, "{created}");
    for (number, refused) in [(0, 400), (3, 422)] {
        let (status, _) = ask("/api/import/game", json!({ "text": TWO_GAMES, "game": number }));
        assert_eq!(status, refused, "game {number}");
    }
    let (_, found) = ask("/api/import", json!({ "text": "W:W31-50:B1-20" }));
    assert_eq!(found["position"]["rules"], "international");
    assert_eq!(ask("/api/import", json!({ "text": "W:W1:B", "rules": "chess" })).0, 422);
    let check =
        |fen: &str| ask("/api/position/check", json!({ "rules": "american", "fen": fen })).1;
    assert_eq!(check("W:W30:B1")["sound"]["position"]["fen"], "W:W30:B1");
    assert!(check("W:W99:B1")["wrong"]["text"].as_str().unwrap().contains("no such square"));
}

#[test]
fn the_documentation_is_found_with_a_slash_too() {
    let (_folder, server) = start();
    let answer = get(&server, "/api/");
    assert_eq!((answer.status, answer.location.as_str()), (308, "/api"));
}

/// The chain of a log proves that it is complete, not who wrote it.
#[test]
fn logs_that_cannot_be_are_not_imported() {
    use arbiter::{Event, Log, Terms, Time};
    let (_folder, server) = start();
    let open = |log: &Log| {
        let (status, answer) =
            server.ask("POST", "/api/import/game", "", Some(json!({ "text": log.text() })));
        (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    let begun = |at: u64| {
        let terms = Terms::new(draughts::Variant::American.into(), 1);
        let mut log = Log::open(terms, Time(at)).unwrap();
        for side in [draughts::Color::White, draughts::Color::Black] {
            log.record(&Event::Join { side, name: side.to_string() }, Time(at)).unwrap();
        }
        log
    };
    assert_eq!(open(&begun(1_000)).0, 201);
    for later in [4_000_000_000_000_000, u64::MAX] {
        assert_eq!(open(&begun(later)), (422, "unreadable".to_owned()));
    }
    let mut long = begun(1_000);
    let side = draughts::Color::White;
    let proposal = arbiter::Proposal::Pause;
    while long.lines().len() <= 5_000 {
        long.record(&Event::Offer { side, proposal }, Time(1_000)).unwrap();
        long.record(&Event::Withdraw { side, proposal }, Time(1_000)).unwrap();
    }
    assert_eq!(open(&long), (422, "too-long".to_owned()));
    let mut aborted = begun(1_000);
    aborted.record(&Event::Abort { by: Some(side) }, Time(1_000)).unwrap();
    let (_, found) = server.ask("POST", "/api/import", "", Some(json!({ "text": aborted.text() })));
    assert_eq!(found["games"]["games"][0]["standing"], "none", "{found}");
}
