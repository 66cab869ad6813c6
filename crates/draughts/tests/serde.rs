//! The feature `serde`: types with a text form use it, and invalid values are rejected.

mod common;

use common::random::Dice;
use common::*;
use draughts::{
    Color, DrawRule, DrawWhen, Facts, Forces, Frisian, Game, Italian, Outcome, Piece, Position,
    Reason, Ruleset, Variant,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_value, json, to_value};
use std::fmt::Debug;

/// The value is serialised like this, and deserialised unchanged.
#[track_caller]
fn assert_written<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: Value) {
    assert_eq!(to_value(value).unwrap(), json);
    assert_eq!(&from_value::<T>(json).unwrap(), value);
}

#[track_caller]
fn refused<T: DeserializeOwned + Debug>(json: Value) -> String {
    from_value::<T>(json).unwrap_err().to_string()
}

#[test]
fn rules_are_their_texts() {
    assert_written(&Variant::Frisian, json!("frisian"));
    assert_written(&Ruleset::from(Variant::Thai), json!("thai"));
    assert_written(
        &Ruleset::casual(),
        json!(
            "american,capture=off,continue=no,crowning=goes-on,blocked=draws,name=Casual checkers"
        ),
    );
    assert_eq!(
        refused::<Ruleset>(json!("american,board=9")),
        rules_error("american,board=9"),
        "the reason is that of the text"
    );
    assert!(refused::<Variant>(json!("italain")).contains("did you mean \"italian\"?"));
    for variant in Variant::ALL {
        let facts: Facts = variant.spec().facts;
        assert_eq!(from_value::<Facts>(to_value(facts).unwrap()).unwrap(), facts, "{variant}");
        for rule in variant.spec().draws {
            assert_eq!(&from_value::<DrawRule>(to_value(rule).unwrap()).unwrap(), rule);
        }
    }
}

fn rules_error(text: &str) -> String {
    text.parse::<Ruleset>().unwrap_err().to_string()
}

#[test]
fn small_values_are_words() {
    assert_written(&Piece::king(Color::White), json!({"color": "white", "rank": "king"}));
    assert_written(
        &Outcome::win(Color::Black, Reason::NoMoves),
        json!({"winner": "black", "reason": "no-moves"}),
    );
    let rule = DrawRule::automatic(DrawWhen::Forces(Forces::TwoAgainstKing), 5);
    assert_written(
        &Outcome::draw(Reason::Draw(rule)),
        json!({"winner": null, "reason": {"draw": {
            "when": {"forces": "two-against-king"}, "limit": 5, "claimed": false,
        }}}),
    );
    let facts = to_value(Variant::Frisian.spec().facts).unwrap();
    assert_eq!(facts["lines"], "diagonal-capture-all");
    assert_eq!(facts["king-run"], 3);
}

#[test]
fn a_position_is_its_fen() {
    let italian: Position<Italian> = Position::from_fen("W:WK10:B14,K22,23,K30").unwrap();
    assert_written(&italian, json!("W:WK10:B14,K22,23,K30"));
    // A king that has moved twice in a row keeps its count.
    let frisian: Position<Frisian> = Position::from_fen("B:W40,K46:B1,K5:+25+0").unwrap();
    assert_written(&frisian, json!("B:W40,K46:B1,K5:+25+0"));
    assert!(refused::<Position<Italian>>(json!("W:W3:B30")).contains("make it a king"));
}

#[test]
fn a_game_is_played_again() {
    let mut game = Game::new(rules("american"));
    for text in ["11-15", "22-18", "15x22"] {
        play(&mut game, text);
    }
    let json = to_value(&game).unwrap();
    let moves = ["11-15", "22-18", "15x22"];
    assert_eq!(json, json!({"rules": "american", "start": "B:W21-32:B1-12", "moves": moves}));
    game.take_back();
    let reason = game.position().parse_move("9-13").unwrap_err().to_string();
    let mut unlawful = json;
    unlawful["moves"] = json!(["11-15", "22-18", "9-13"]);
    assert_eq!(refused::<Game>(unlawful), reason, "15 must capture");
}

/// Any game of any variant is deserialised with its counters and its result.
#[test]
fn random_games_come_back() {
    for (seed, variant) in Variant::ALL.iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let mut game = Game::new((*variant).into());
        while game.history().len() < 120 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(&moves[dice.below(moves.len())]).unwrap();
        }
        let again: Game = from_value(to_value(&game).unwrap()).unwrap();
        assert_eq!(again.rules(), game.rules());
        assert!(again.history().eq(game.history()), "{variant}");
        assert_eq!(again.position(), game.position());
        assert_eq!(again.counts(), game.counts());
        assert_eq!(again.outcome(), game.outcome());
    }
}
