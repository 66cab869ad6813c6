//! Positions and moves from bytes.

use draughts::{AnyPosition, Ruleset, Variant};

/// The rules chosen by the first byte, and the remaining bytes.
fn rules(data: &[u8]) -> Option<(Ruleset, &[u8])> {
    const HOUSE: [&str; 4] = [
        "casual",
        "american,kings=flying,capture=most",
        "international,board=12,crowning=goes-on,capture=on",
        "italian,continue=no,capture=off",
    ];
    let (&first, rest) = data.split_first()?;
    let choice = usize::from(first) % (Variant::ALL.len() + HOUSE.len());
    let rules = match Variant::ALL.get(choice) {
        Some(variant) => (*variant).into(),
        None => HOUSE[choice - Variant::ALL.len()].parse().expect("a ruleset of ours"),
    };
    Some((rules, rest))
}

/// Parses a FEN; a valid one is written and parsed again as the same position.
pub fn fen(data: &[u8]) {
    let Some((rules, rest)) = rules(data) else { return };
    let text = String::from_utf8_lossy(rest);
    let _ = text.parse::<Ruleset>();
    match AnyPosition::from_fen(&rules, &text) {
        Ok(position) => {
            let moves = position.legal_moves();
            for text in [position.to_fen(), position.to_hub()] {
                let again =
                    AnyPosition::from_fen(&rules, &text).expect("what we wrote is readable");
                assert_eq!(again.legal_moves().len(), moves.len());
            }
        }
        Err(error) => assert!(error.place.end <= text.len() && !error.to_string().is_empty()),
    }
}

/// Parses a move in the position after a few moves; a valid one is legal.
pub fn moves(data: &[u8]) {
    let Some((rules, rest)) = rules(data) else { return };
    let (plies, text) = rest.split_at(rest.len().min(4));
    let mut position = AnyPosition::start(&rules);
    for byte in plies {
        let legal = position.legal_moves();
        if let Some(mv) = legal.get(usize::from(*byte) % legal.len().max(1)) {
            position = position.play_unchecked(mv);
        }
    }
    let text = String::from_utf8_lossy(text);
    for read in [position.parse_move(&text), position.parse_hub(&text)] {
        match read {
            Ok(mv) => assert!(position.is_legal(&mv)),
            Err(error) => {
                assert!(error.place().is_none_or(|place| place.end <= text.len()));
                assert!(!error.to_string().is_empty());
            }
        }
    }
}

/// Plays a game chosen by the bytes and checks the invariants after every move.
pub fn play(data: &[u8]) {
    let Some((rules, rest)) = rules(data) else { return };
    let mut game = draughts::Game::new(rules);
    for byte in rest.iter().take(400) {
        let legal = game.legal_moves();
        let Some(mv) = legal.get(usize::from(*byte) % legal.len().max(1)) else {
            assert!(game.outcome().is_some());
            break;
        };
        let position = *game.position();
        let text = position.text(mv);
        assert_eq!(position.parse_move(&text).as_ref(), Ok(mv), "{text} in {}", position.to_fen());
        game.play(mv).expect("a legal move");
        let fen = game.position().to_fen();
        let read = AnyPosition::from_fen(game.rules(), &fen).expect("what we wrote is readable");
        assert_eq!(read.hash(), game.position().hash(), "{fen}");
        assert_eq!(read.to_hub(), game.position().to_hub());
    }
}
