//! The names of the sides in texts for people. R-UI-1.

use crate::common::{Folder, Running};
use serde_json::json;
use server::words::{Catalogue, Language, Phrase, SideName};
use std::collections::BTreeMap;

/// What people read or hear on a page: its text, and accessible names. Sentences about the standard's own names are
/// left out.
fn read_out(html: &str) -> String {
    let (before, rest) = html.split_once("<body>").unwrap();
    let body = match rest.split_once("<p id=\"names\"") {
        Some((one, other)) => format!("{one}{}", other.split_once("</p>").unwrap().1),
        None => rest.to_owned(),
    };
    let mut said = before.split_once("<title>").unwrap().1.split('<').next().unwrap().to_owned();
    for part in body.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        for name in ["aria-label=\"", "title=\"", "alt=\""] {
            let value = tag.split_once(&format!(" {name}")).map(|(_, rest)| rest.split('"').next());
            said.extend([" ", value.flatten().unwrap_or_default()]);
        }
        if !tag.starts_with("textarea") {
            said.extend([" ", text]);
        }
    }
    said
}

/// Whether the text contains one of these words.
fn names<'a>(said: &str, words: &'a [String]) -> Option<&'a String> {
    let said: Vec<String> =
        said.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase).collect();
    words.iter().find(|word| said.contains(word))
}

/// A language's words for a side.
fn words(language: Language, side: &str) -> Vec<String> {
    let keys = ["side.{}", "square.{}-man", "example.{}-men", "home.color.{}", "rulebook.first.{}"];
    let others = SideName::ALL.map(SideName::word).into_iter().filter(|other| *other != side);
    let catalogue = Catalogue::of(language);
    let split = |key: &str, side: &str| -> Vec<String> {
        let text = catalogue.say(&key.replace("{}", side), &BTreeMap::new());
        text.split(|letter: char| !letter.is_alphabetic()).map(str::to_lowercase).collect()
    };
    // Words that also occur for the other sides are not names.
    let own = keys.iter().flat_map(|key| {
        let common: Vec<String> = others.clone().flat_map(|other| split(key, other)).collect();
        split(key, side).into_iter().filter(move |word| !common.contains(word))
    });
    own.collect()
}

struct Reader<'a> {
    server: &'a Running,
    language: Language,
    board: &'a str,
}

impl Reader<'_> {
    fn page(&self, path: &str) -> String {
        let cookie = format!("damier=lang={}&board={}", self.language.code(), self.board);
        let url = format!("http://{}{path}", self.server.address);
        ureq::get(&url)
            .header("Cookie", &cookie)
            .call()
            .unwrap()
            .body_mut()
            .read_to_string()
            .unwrap()
    }

    /// Checks that pages about a game use these names and not that one.
    fn reads(&self, rules: &str, named: [&str; 2], never: &str) {
        let pages = [
            format!("/variants/{rules}"),
            format!("/compose?rules={rules}"),
            format!("/editor?rules={rules}"),
            format!("/?rules={rules}"),
            format!("/lobby?rules={rules}"),
        ];
        for path in pages {
            let said = read_out(&self.page(&path));
            let what = format!("{path} in {:?}, {}", self.language, self.board);
            for side in named {
                let is_named = names(&said, &words(self.language, side)).is_some();
                assert!(is_named, "{what}: nobody is called {side}");
            }
            assert_eq!(names(&said, &words(self.language, never)), None, "{what}");
        }
    }
}

/// R-UI-1: in American checkers Red moves first and nobody is called White, in every language; themes with other pieces
/// have other names.
#[test]
fn r_ui_1_sides_are_called_as_the_theme_draws_them() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    for language in Language::with_overlays() {
        let reader = |board| Reader { server: &server, language, board };
        reader("own").reads("american", ["red", "black"], "white");
        reader("own").reads("international", ["white", "black"], "red");
        let first = |name: &'static str| Phrase::new(name).said(language);
        let rules = |board, rules| reader(board).page(&format!("/variants/{rules}"));
        assert!(rules("own", "american").contains(&first("rulebook.first.red")));
        assert!(rules("wood", "american").contains(&first("rulebook.first.black")));
        assert!(rules("classic", "international").contains(&first("rulebook.first.red")));
    }
    let english = |board| Reader { server: &server, language: Language::English, board };
    english("tournament").reads("american", ["red", "white"], "black");
    english("wood").reads("american", ["black", "white"], "red");
    english("classic").reads("international", ["red", "black"], "white");
    // House rules that let the other side move first say so.
    let other = english("own").page("/variants/american,first=white");
    assert!(other.contains("Black moves first"), "{other}");
}

/// R-UI-1: lists of games with different rules use each one's names; the API keeps those of the rules.
#[test]
fn r_ui_1_lists_call_each_game_by_its_names() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let mut ended = Vec::new();
    for (rules, moves) in [("american", ["11-15", "22-18"]), ("international", ["32-28", "19-23"])]
    {
        let (id, key) = server.create(json!({ "rules": rules, "color": "white" }));
        for text in moves {
            let turn = server.game(&id, &key)["table"]["turn"].as_str().unwrap().to_owned();
            assert_eq!(server.play(&id, &key, &turn, text).0, 200);
        }
        let resign = json!({ "side": "white", "what": "resign" });
        assert_eq!(server.act(&id, &key, resign).0, 200);
        let game = server.game(&id, &key);
        assert_eq!(game["said"]["ending"][0]["text"], "Black wins.", "{rules}");
        assert_eq!(game["table"]["ending"]["winner"], "black");
        ended.push(id);
    }
    let reader = Reader { server: &server, language: Language::English, board: "own" };
    let home = reader.page("/");
    let item = |id: &str| {
        let rest = home.split(&format!("href=\"/game/{id}\"")).nth(1).unwrap();
        rest.split("</li>").next().unwrap().to_owned()
    };
    assert!(item(&ended[0]).contains("Red won"), "{}", item(&ended[0]));
    assert!(item(&ended[1]).contains("Black won"), "{}", item(&ended[1]));
    let game = reader.page(&format!("/game/{}", ended[0]));
    assert!(game.contains("Red wins.") && game.contains("Black resigned."), "{game}");
    // Files keep the names of the standard, and pages say so where it matters.
    let note = "“White” stands for Black and “Black” for Red.";
    assert!(game.contains(note) && reader.page("/editor?rules=american").contains(note));
    let international = reader.page(&format!("/game/{}", ended[1]));
    assert!(
        international.contains("<p id=\"names\" class=\"soft help\" hidden>"),
        "{international}"
    );
    let pdn = server.fetch("GET", &format!("/api/games/{}/game.pdn", ended[0]), "", None).1;
    assert!(pdn.contains("[Black ") && !pdn.contains("Red"), "{pdn}");
}

/// R-UI-1: pictures are drawn and described by the theme.
#[test]
fn r_ui_1_pictures_name_the_sides() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let picture = |query: &str| {
        let (status, svg) = server.fetch("GET", &format!("/api/position.svg?{query}"), "", None);
        assert_eq!(status, 200, "{svg}");
        svg
    };
    let american = picture("rules=american");
    assert!(american.contains("Red to move") && american.contains("Red: men on 1, 2, 3"));
    assert!(american.contains("Black: men on 21, 22") && american.contains("FEN B:W21"));
    let tournament = picture("rules=american&theme=tournament");
    assert!(tournament.contains("Red to move") && tournament.contains("White: men on 21"));
    assert!(picture("rules=american&theme=wood").contains("Black to move"));
    assert!(picture("rules=international").contains("White to move"));
    assert!(picture("rules=international&theme=classic").contains("Red to move"));
}
