//! Large files: uploaded, kept for a while, searched and opened.

use crate::common::raw;
use crate::pages::{get, import, name_and_key, post, start};
use draughts::Color;
use pdn::Judge;
use serde_json::json;
use server::error::ApiError;
use server::import::search::{Search, judge, open, search};
use server::import::uploads::{LARGEST_FILE, Upload, Uploads};
use std::io::Read;
use std::net::IpAddr;

/// R-GM-2: a file larger than other requests may be is uploaded, searched by players, year, result and opening, and all
/// of its games can be opened.
#[test]
fn a_large_file_is_searched_and_all_of_its_games_can_be_opened() {
    const GAMES: usize = 12_000;
    let (_folder, server) = start();
    let game = |number: usize| {
        let (year, result) = (1900 + number % 100, ["2-0", "1-1", "0-2"][number % 3]);
        format!(
            "[White \"Anna {number}\"]\n[Black \"Bo\"]\n[Date \"{year}.05.03\"]\n[Result \"{result}\"]\n\
             [GameType \"20\"]\n\n1. 32-28 {{number {number}}} 19-23 {result}\n\n"
        )
    };
    let file: String = (1..=GAMES).map(game).collect();
    assert!(file.len() > 1 << 20);
    let answer = import(&server, &file, "", Some("all.pdn"));
    assert_eq!(answer.status, 303, "{}", answer.text);
    let place = answer.location;
    let page = get(&server, &place).text;
    assert!(page.contains("12000 games found of 12000."), "{page}");
    assert!(page.contains("Anna 50 –") && !page.contains("Anna 51 –"), "{page}");
    let last = get(&server, &format!("{place}?page=240")).text;
    assert!(last.contains("Anna 12000 –") && last.contains("Page 240 of 240"), "{last}");
    let found = get(&server, &format!("{place}?players=anna+11999&year=1999")).text;
    assert!(found.contains("1 game found of 12000."), "{found}");
    let none = get(&server, &format!("{place}?players=anna+11999&result=draw")).text;
    assert!(none.contains("0 games found of 12000."), "{none}");
    let opening = get(&server, &format!("{place}?opening=1.+31-27")).text;
    assert!(opening.contains("0 games found"), "{opening}");

    let opened = post(&server, &format!("{place}/open"), &[("number", "11999")]);
    assert_eq!(opened.status, 303, "{}", opened.text);
    let (id, key) = name_and_key(&opened.location);
    assert_eq!(server.game(&id, &key)["table"]["names"]["white"], "Anna 11999");
    let pdn = server.fetch("GET", &format!("/api/games/{id}/game.pdn"), "", None).1;
    assert!(pdn.contains("{number 11999}"), "{pdn}");
    for number in ["0", "12001", "18446744073709551615"] {
        let answer = post(&server, &format!("{place}/open"), &[("number", number)]);
        assert_eq!(answer.status, 422, "{number}");
    }
    let gone = get(&server, "/import/file/00000000000000000000000000000000");
    assert!(gone.status == 422 && gone.text.contains("no longer here"), "{}", gone.text);
}

/// Pasted text, and everything else, is still limited to one mebibyte.
#[test]
fn only_files_may_be_large() {
    let (_folder, server) = start();
    let large = "1. 32-28 *\n".repeat(110_000);
    assert_eq!(import(&server, &large, "", None).status, 413);
    let body = json!({ "text": large }).to_string();
    let answer = raw::ask(server.address, "POST", "/api/import", &[], &body);
    assert_eq!(answer.status, 413);
}

fn address(last: u8) -> Option<IpAddr> {
    Some(IpAddr::from([192, 0, 2, last]))
}

fn bring(uploads: &Uploads, owner: Option<IpAddr>, bytes: usize) -> String {
    let mut upload = uploads.begin(owner).unwrap();
    upload.write(&vec![b'a'; bytes]).unwrap();
    upload.keep(Judge::default())
}

#[test]
fn each_address_has_so_much_and_its_oldest_file_makes_room() {
    let uploads = Uploads::default();
    let most = LARGEST_FILE as usize;
    let [first, second] = [1, 2].map(|_| bring(&uploads, address(1), most));
    let others = bring(&uploads, address(2), 10);
    let third = bring(&uploads, address(1), 10);
    assert!(uploads.find(&first).is_none());
    for name in [&second, &third, &others] {
        assert!(uploads.find(name).is_some());
    }
    let under_way = [1, 2].map(|_| uploads.begin(address(3)).unwrap());
    assert!(matches!(uploads.begin(address(3)), Err(ApiError::TooMany { .. })));
    drop(under_way);
    assert!(uploads.begin(address(3)).is_ok(), "what never came takes no room");
}

#[test]
fn all_together_have_so_much() {
    let uploads = Uploads::default();
    let under_way: Vec<Upload> =
        (0..32).map(|number| uploads.begin(address(number)).unwrap()).collect();
    assert!(matches!(uploads.begin(address(99)), Err(ApiError::Full)));
    drop(under_way);
    assert!(uploads.begin(address(99)).is_ok());
}

#[test]
fn a_file_is_no_larger_than_it_may_be_and_read_as_it_was_written() {
    let uploads = Uploads::default();
    let mut upload = uploads.begin(None).unwrap();
    upload.write(b"one ").unwrap();
    upload.write(b"two").unwrap();
    let name = upload.keep(Judge::default());
    let brought = uploads.find(&name).unwrap();
    for _ in 0..2 {
        let mut text = String::new();
        brought.reader().read_to_string(&mut text).unwrap();
        assert_eq!(text, "one two");
    }
    let mut upload = uploads.begin(None).unwrap();
    let part = vec![b' '; 1 << 20];
    for _ in 0..32 {
        upload.write(&part).unwrap();
    }
    assert!(matches!(upload.write(b"a"), Err(ApiError::TooLarge)));
}

const FILE: &str = "[White \"Anna Ames\"]\n[Black \"Bo\"]\n[Date \"1911.05.03\"]\n[Result \"2-0\"]\n\
    [GameType \"20\"]\n[Opening \"Roozenburg\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n\n\
    [White \"Cy\"]\n[Black \"Anna Ames\"]\n[Date \"3.7.1912\"]\n[Result \"1-1\"]\n[GameType \"20\"]\n\n\
    1. 33-28 18-22 1-1\n\n[White \"Bo\"]\n[Black \"Cy\"]\n[Date \"1912\"]\n[GameType \"20\"]\n\n\
    1. 32-28 18-22 0-2\n\n";

fn numbers(query: &Search) -> Vec<usize> {
    let judge = judge(FILE.as_bytes(), None);
    let found = search(|| FILE.as_bytes(), &judge, query, 0).unwrap();
    assert_eq!(found.all, 3);
    assert_eq!(found.found, found.games.len());
    found.games.iter().map(|game| game.number).collect()
}

#[test]
fn games_are_found_by_players_year_result_and_opening() {
    let none = Search::default;
    let text = str::to_owned;
    assert_eq!(numbers(&none()), [1, 2, 3]);
    assert_eq!(numbers(&Search { players: text("anna"), ..none() }), [1, 2]);
    assert_eq!(numbers(&Search { players: text("AMES cy"), ..none() }), [2]);
    assert_eq!(numbers(&Search { year: text("1912"), ..none() }), [2, 3]);
    assert_eq!(numbers(&Search { result: text("white"), ..none() }), [1]);
    assert_eq!(numbers(&Search { result: text("black"), ..none() }), [3]);
    assert_eq!(numbers(&Search { result: text("draw"), ..none() }), [2]);
    assert_eq!(numbers(&Search { opening: text("rooz"), ..none() }), [1]);
    assert_eq!(numbers(&Search { opening: text("1. 32-28"), ..none() }), [1, 3]);
    assert_eq!(numbers(&Search { opening: text("1.32-28 18-22"), ..none() }), [3]);
    assert_eq!(numbers(&Search { opening: text("32-28 19-23 28:19"), ..none() }), [1]);
    let both = Search { players: text("bo"), year: text("1912"), ..none() };
    assert_eq!(numbers(&both), [3]);
    assert_eq!(numbers(&Search { players: text("nobody"), ..none() }), [0; 0]);
}

#[test]
fn every_game_is_on_some_page_and_can_be_opened() {
    let many: String = (0..120)
        .map(|number| format!("[White \"P{number}\"]\n[GameType \"20\"]\n\n1. 32-28 *\n\n"))
        .collect();
    let judge = judge(many.as_bytes(), None);
    let pages = [0, 1, 2, 3]
        .map(|page| search(|| many.as_bytes(), &judge, &Search::default(), page).unwrap().games);
    assert_eq!(pages.each_ref().map(Vec::len), [50, 50, 20, 0]);
    let numbers: Vec<usize> = pages.iter().flatten().map(|game| game.number).collect();
    assert_eq!(numbers, (1..=120).collect::<Vec<_>>());
    let opened = open(many.as_bytes(), &judge, 117).unwrap();
    assert_eq!(opened.log.table().name(Color::White), Some("P116"));
    assert!(open(many.as_bytes(), &judge, 121).is_err());
    assert!(open(many.as_bytes(), &judge, 0).is_err());
}
