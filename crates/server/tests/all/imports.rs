//! The annotations that an import keeps: R-GM-2.

use crate::common::{Folder, Running};
use crate::pages::{TWO_GAMES, get, hidden_text, import, opened, start};
use pdn::{Game, Games};
use serde_json::{Value, json};
use server::backup::{back_up, restore};

/// A game with many annotations.
const TOLD: &str = "[Event \"Club <b>evening</b>\"]\n[Site \"Chartres\"]\n[Date \"1911.05.03\"]\n\
    [Round \"3\"]\n[White \"Anna\"]\n[Black \"Bo & Co\"]\n[Result \"2-0\"]\n[GameType \"20\"]\n\
    [Annotator \"Cy\"]\n[TimeControl \"40/7200\"]\n[Opening \"Roozenburg\"]\n\n\
    {Before all} 1. 32-28 $1 {a plan} 19-23! {[%clk 1:59:58]} (1... 18-23 {solid} 2. 38-32 \
    (2. 31-27) 12-18) 2. 28x19 14x23 {the end} 2-0\n\n";

/// The PDN of a game, as others get it.
fn exported(server: &Running, id: &str) -> String {
    let (status, text) = server.fetch("GET", &format!("/api/games/{id}/game.pdn"), "", None);
    assert_eq!(status, 200, "{text}");
    text
}

fn read(text: &str) -> Game {
    Games::new(text.as_bytes()).next().unwrap().unwrap()
}

/// The contents of a record, independent of its layout.
fn told(text: &str) -> (Vec<(String, String)>, pdn::Variation) {
    fn placeless(mut line: pdn::Variation) -> pdn::Variation {
        for step in &mut line.steps {
            step.place = pdn::Place::START;
            step.variations =
                std::mem::take(&mut step.variations).into_iter().map(placeless).collect();
        }
        line
    }
    let game = read(text);
    let tags = game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone()));
    (tags.collect(), placeless(game.line))
}

fn stored(server: &Running, text: &str, number: usize) -> (String, String) {
    let body = json!({ "text": text, "game": number });
    let (status, created): (u16, Value) = server.ask("POST", "/api/import/game", "", Some(body));
    assert_eq!(status, 201, "{created}");
    let word = |name: &str| created[name].as_str().unwrap().to_owned();
    (word("id"), word("key"))
}

/// Tags, comments, marks, variations and clocks are preserved, through the page and through the API.
#[test]
fn nothing_that_a_record_says_is_lost() {
    let (_folder, server) = start();
    let page = import(&server, TOLD, "", Some("club.pdn")).text;
    let (by_page, _) = opened(&server, &hidden_text(&page));
    let (by_api, _) = stored(&server, TOLD, 1);
    for id in [by_page, by_api] {
        let text = exported(&server, &id);
        let (tags, line) = told(&text);
        let (mut expected, said) = told(TOLD);
        assert_eq!(line, said, "{text}");
        // The variant is described in full.
        expected.iter_mut().filter(|(name, _)| name == "GameType").for_each(|(_, value)| {
            *value = "20,W,10,10,N2,0".to_owned();
        });
        let sorted = |mut tags: Vec<(String, String)>| {
            tags.sort();
            tags
        };
        assert_eq!(sorted(tags), sorted(expected), "{text}");
        let (again, _) = stored(&server, &text, 1);
        assert_eq!(exported(&server, &again), text, "and so on and on");
    }
}

/// Without JavaScript too, a game's page shows its annotations.
#[test]
fn the_page_of_a_game_tells_what_its_record_said() {
    let (_folder, server) = start();
    let (id, _) = stored(&server, TOLD, 1);
    let page = get(&server, &format!("/game/{id}")).text;
    for said in ["Club &lt;b&gt;evening", "Annotator", "a plan", "18-23 {solid}", "[%clk 1:59:58]"]
    {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains("<b>evening"));
    let (plain, _) = server.create(json!({ "rules": "american" }));
    assert!(!get(&server, &format!("/game/{plain}")).text.contains("record-title"));
}

/// A game with an illegal move opens up to it. The place and the reason are shown, and nothing is lost.
#[test]
fn a_game_with_an_illegal_move_opens_up_to_it() {
    let (_folder, server) = start();
    let page = import(&server, TWO_GAMES, "", None).text;
    let second = page.split("action=\"/import/open\"").nth(2).unwrap();
    assert!(second.contains("name=\"rules\" value=\"international\""), "{second}");
    let (by_page, _) = opened(&server, &hidden_text(second));
    let (by_api, key) = stored(&server, TWO_GAMES, 2);
    for id in [&by_page, &by_api] {
        let game = server.game(id, "");
        let moves = game["history"].as_array().unwrap();
        let moves: Vec<_> = moves.iter().map(|ply| ply["text"].as_str().unwrap()).collect();
        assert_eq!(moves, ["32-28", "19-24"]);
        assert_eq!(game["table"]["ending"], json!(null));
        let page = get(&server, &format!("/game/{id}")).text;
        assert!(page.contains("only 2 moves could be played"), "{page}");
        assert!(page.contains("2. 28-21 is not legal"), "{page}");
        let text = exported(&server, id);
        let last = read(&text).line.steps.pop().unwrap();
        assert!(last.comments.concat().ends_with("as written from here: 28-21 *"), "{text}");
    }
    // It can be continued from there.
    assert_eq!(server.play(&by_api, &key, "white", "28-22").0, 200);
    let text = exported(&server, &by_api);
    assert_eq!(read(&text).line.steps.len(), 3, "{text}");
    let comment = read(&text).line.steps[1].comments.concat();
    assert!(comment.ends_with("as written from here: 28-21 *"), "{text}");
}

/// Moves played since belong to the game; moves they replaced stay as a variation.
#[test]
fn an_unfinished_game_goes_on_and_keeps_what_was_said() {
    let (_folder, server) = start();
    let text =
        "[Event \"Post\"]\n[GameType \"20\"]\n[Result \"*\"]\n\n1. 32-28 {a plan} 19-23 {bold} *\n";
    let (id, key) = stored(&server, text, 1);
    let offer = |side: &str, what: &str| {
        let body = json!({ "side": side, "what": what, "value": "take-back" });
        server.ask("POST", &format!("/api/games/{id}/events"), &key, Some(body))
    };
    assert_eq!(offer("black", "offer").0, 200);
    assert_eq!(offer("white", "accept").0, 200);
    let taken = exported(&server, &id);
    assert!(taken.contains("{a plan} {taken back: 19-23}"), "{taken}");
    assert_eq!(server.play(&id, &key, "black", "17-22").0, 200);
    assert_eq!(server.play(&id, &key, "white", "28x17").0, 200);
    let text = exported(&server, &id);
    assert!(text.contains("1. 32-28 {a plan} 17-22 (1... 19-23 {bold}) 2. 28x17"), "{text}");
    assert!(text.contains("[Event \"Post\"]"), "{text}");
}

/// Annotations have a limit of their own, and count towards the address's quota.
#[test]
fn what_is_said_about_a_game_is_bounded() {
    let (_folder, server) = start();
    let told = |length: usize| {
        format!("[GameType \"20\"]\n\n1. 32-28 {{{}}} *\n", "a ".repeat(length / 2))
    };
    let ask = |text: String| {
        server.ask("POST", "/api/import/game", "", Some(json!({ "text": text, "game": 1 })))
    };
    let (status, created) = ask(told(120 << 10));
    assert_eq!(status, 201, "{created}");
    assert!(exported(&server, created["id"].as_str().unwrap()).len() > 120 << 10);
    let (status, refused) = ask(told(130 << 10));
    assert_eq!(status, 422);
    assert!(refused.to_string().contains("128 KiB"), "{refused}");
}

/// A backup includes annotations.
#[test]
fn annotations_are_in_backups() {
    let (folder, place, other) = (Folder::new(), Folder::new(), Folder::new());
    let server = Running::start(&folder.file());
    let (id, _) = stored(&server, TOLD, 1);
    let text = exported(&server, &id);
    back_up(&folder.file(), &place.file(), false).unwrap();
    drop(server);
    restore(&place.file(), &other.file(), true).unwrap();
    let server = Running::start(&other.file());
    assert_eq!(exported(&server, &id), text);
}
