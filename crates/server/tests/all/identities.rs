//! The identities of pieces, and the number of turns, as programs read them. R-AM-11.

use crate::common::{Folder, Running};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn pieces(game: &Value) -> BTreeMap<String, u64> {
    let all = game["pieces"].as_object().unwrap().iter();
    all.map(|(id, square)| (id.clone(), square.as_u64().unwrap())).collect()
}

/// R-AM-11: the view has the identity of every piece and counts turns one by one, through captures, take-backs and a
/// restart, in any theme.
#[test]
fn r_am_11_the_view_follows_each_piece() {
    let folder = Folder::new();
    let file = folder.file();
    let server = Running::start(&file);
    let (id, key) = server.create(json!({ "rules": "american", "color": "black" }));
    let game = server.game(&id, &key);
    let start = pieces(&game);
    assert_eq!((start.len(), start["black-1"], start["black-12"]), (24, 1, 12));
    assert_eq!((start["white-1"], start["white-12"]), (21, 32));
    assert_eq!(
        (&game["table"]["turn_number"], &game["table"]["move_number"]),
        (&json!(1), &json!(1))
    );
    for (side, text) in
        [("black", "11-15"), ("white", "22-18"), ("black", "15x22"), ("white", "25x18")]
    {
        assert_eq!(server.play(&id, &key, side, text).0, 200);
    }
    let game = server.game(&id, &key);
    let now = pieces(&game);
    assert_eq!((now.len(), now["white-5"]), (22, 18));
    assert!(!now.contains_key("black-11") && !now.contains_key("white-2"));
    assert_eq!(
        (&game["table"]["turn_number"], &game["table"]["move_number"]),
        (&json!(5), &json!(3))
    );
    let told =
        |ply: usize| (game["history"][ply]["piece"].clone(), game["history"][ply]["taken"].clone());
    assert_eq!(told(0), (json!("black-11"), json!([])));
    assert_eq!(told(2), (json!("black-11"), json!(["white-2"])));
    assert_eq!(told(3), (json!("white-5"), json!(["black-11"])));
    // Taken back by agreement: both pieces are back.
    let offer = |side, what| json!({ "side": side, "what": what, "value": "take-back" });
    assert_eq!(server.act(&id, &key, offer("white", "offer")).0, 200);
    assert_eq!(server.act(&id, &key, offer("black", "accept")).0, 200);
    let back = server.game(&id, &key);
    assert_eq!(back["table"]["turn_number"], 4);
    assert_eq!((pieces(&back)["black-11"], pieces(&back)["white-5"]), (22, 25));
    // Captured by the other man: another piece stands there.
    assert_eq!(server.play(&id, &key, "white", "26x17").0, 200);
    let other = pieces(&server.game(&id, &key));
    assert_eq!((other["white-6"], other["white-5"]), (17, 25));
    drop(server);
    let server = Running::start(&file);
    assert_eq!(pieces(&server.game(&id, &key)), other, "after a restart");
}

/// R-AM-11: set-ups are numbered by square, and events have the same pieces as views.
#[test]
fn r_am_11_set_ups_and_promotions() {
    let folder = Folder::new();
    let server = Running::start(&folder.file());
    let order = json!({ "rules": "american", "color": "white", "fen": "W:W6,K30,22:B28,12" });
    let (id, key) = server.create(order);
    let start = pieces(&server.game(&id, &key));
    let expected =
        [("black-1", 12), ("black-2", 28), ("white-1", 6), ("white-2", 22), ("white-3", 30)];
    assert!(start.iter().map(|(id, square)| (id.as_str(), *square)).eq(expected), "{start:?}");
    assert_eq!(server.play(&id, &key, "white", "6-1").0, 200);
    let game = server.game(&id, &key);
    assert_eq!(pieces(&game)["white-1"], 1, "a king is the piece that it was");
    assert_eq!(
        (&game["table"]["turn_number"], &game["table"]["turn"]),
        (&json!(2), &json!("black"))
    );
}
