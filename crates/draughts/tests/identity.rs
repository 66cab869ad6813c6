//! R-AM-11: pieces keep their identities through random games with take-backs, in every kind of game.

mod common;

use common::random::Dice;
use draughts::{AnyPosition, Color, Game, Identities, PieceId, Ruleset, Variant};
use std::collections::BTreeMap;

/// Every variant, and rules in which a man becomes a king in mid-capture, or pieces stay until the end of a capture.
fn all_rules() -> Vec<Ruleset> {
    let mixes =
        ["casual", "russian,board=10,capture=most", "turkish,crowning=goes-on,turn-back=yes"];
    let variants = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    variants.chain(mixes.iter().map(|text| common::rules(text))).collect()
}

fn places(game: &Game) -> BTreeMap<String, u8> {
    let number = |square| game.position().number(square);
    Identities::of(game).iter().map(|(id, square)| (id.to_string(), number(square))).collect()
}

/// Each piece on the board has an identity of its side, and nothing else has one.
fn check_board(game: &Game) {
    let (position, pieces) = (game.position(), Identities::of(game));
    let on_board = Color::BOTH.map(|side| position.pieces(side).len());
    assert_eq!(pieces.iter().len(), on_board[0] + on_board[1]);
    for (id, square) in pieces.iter() {
        assert_eq!(position.piece(square).map(|piece| piece.color), Some(id.color), "{id}");
        assert_eq!(pieces.at(square), Some(id));
    }
}

#[test]
fn r_am_11_identities_are_kept_through_random_games_with_take_backs() {
    for rules in all_rules() {
        for seed in 0..6 {
            let mut dice = Dice::new(seed + 1);
            let mut game = Game::new(rules.clone());
            // What was observed after each ply, separate from what is computed.
            let mut seen = vec![places(&game)];
            for _ in 0..200 {
                let legal = game.legal_moves();
                if legal.is_empty() || (seen.len() > 1 && dice.below(5) == 0) {
                    for _ in 0..=dice.below(3).min(seen.len() - 2) {
                        game.take_back();
                        seen.pop();
                    }
                    assert_eq!(places(&game), seen[seen.len() - 1], "{rules}");
                    continue;
                }
                let mv = legal[dice.below(legal.len())];
                let mut followed = Identities::of(&game);
                let before = followed.clone();
                let (moved, taken) = followed.play(&mv);
                game.play(&mv).unwrap();
                check_board(&game);
                assert_eq!(Identities::of(&game), followed, "{rules}");
                assert_eq!(moved, before.at(mv.from()));
                assert_eq!(followed.at(mv.to()), moved, "also where a man became a king");
                let gone: Vec<PieceId> = before
                    .iter()
                    .map(|(id, _)| id)
                    .filter(|id| !followed.iter().any(|(other, _)| other == *id))
                    .collect();
                assert!(gone.len() == taken.len() && gone.iter().all(|id| taken.contains(id)));
                let stayed = |id: PieceId| Some(id) != moved && !taken.contains(&id);
                for (id, square) in before.iter().filter(|(id, _)| stayed(*id)) {
                    assert_eq!(followed.at(square), Some(id), "who neither moved nor was taken");
                }
                seen.push(places(&game));
                assert_eq!(game.turn_number(), seen.len());
            }
            // The same moves from the same start, as after a reload.
            let mut again = Game::new(rules.clone());
            for (ply, mv) in game.history().enumerate() {
                assert_eq!(places(&again), seen[ply]);
                again.play(mv).unwrap();
            }
            assert_eq!(places(&again), seen[seen.len() - 1]);
        }
    }
}

#[test]
fn r_am_11_twelve_a_side_by_square() {
    let pieces = places(&Game::new(Variant::American.into()));
    let numbers: Vec<u8> = (1..=12).map(|number| pieces[&format!("black-{number}")]).collect();
    assert_eq!(numbers, (1..=12).collect::<Vec<u8>>());
    let numbers: Vec<u8> = (1..=12).map(|number| pieces[&format!("white-{number}")]).collect();
    assert_eq!(numbers, (21..=32).collect::<Vec<u8>>());
    assert_eq!(pieces.len(), 24);
}

/// In a set-up pieces are numbered by their squares, kings and men alike, whichever side is to move.
#[test]
fn r_am_11_set_ups_are_numbered_by_square() {
    for turn in ["W", "B"] {
        let rules = Ruleset::from(Variant::International);
        let fen = format!("{turn}:W28,K3,41:BK47,12,8");
        let start = AnyPosition::from_fen(&rules, &fen).unwrap();
        let pieces = places(&Game::from_position(rules, start));
        let expected = [
            ("black-1", 8),
            ("black-2", 12),
            ("black-3", 47),
            ("white-1", 3),
            ("white-2", 28),
            ("white-3", 41),
        ];
        assert!(
            pieces.iter().map(|(id, square)| (id.as_str(), *square)).eq(expected),
            "{pieces:?}"
        );
    }
}

/// In Spain, squares are numbered from the other corner; so are pieces.
#[test]
fn r_am_11_by_the_numbers_of_the_variant() {
    let pieces = places(&Game::new(Variant::Spanish.into()));
    assert_eq!((pieces["white-1"], pieces["black-12"]), (1, 32));
}
