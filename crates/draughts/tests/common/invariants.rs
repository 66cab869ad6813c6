//! Invariants of every position of every game.

use draughts::{
    AnyPosition, Color, Counting, Duty, Move, Narrowed, Position, Rank, Rules, Ruleset, Square,
    SquareSet, Style, dispatch,
};

fn squares(position: &AnyPosition) -> Vec<Square> {
    dispatch!(position, inner => inner.squares().collect())
}

/// Pieces are only on playing squares.
pub fn check_board(position: &AnyPosition) {
    let fen = position.to_fen();
    let both = position.pieces(Color::White) & position.pieces(Color::Black);
    assert!(both.is_empty(), "{fen}: two pieces on one square");
    let last_row = position.layout().height - 1;
    for color in Color::BOTH {
        let crown_row = if color == Color::White { 0 } else { last_row };
        for square in position.pieces(color) {
            let piece = position.piece(square).unwrap_or_else(|| panic!("{fen}: a lost piece"));
            assert_eq!(piece.color, color, "{fen}");
            assert!(
                piece.rank == Rank::King || position.row_column(square).0 != crown_row,
                "{fen}: a man on its crown row"
            );
        }
    }
    dispatch!(position, inner => check_turned(inner));
}

/// The hash is up to date, and the rotated position is the same game.
fn check_turned<R: Rules>(position: &Position<R>) {
    let fen = position.to_fen();
    assert_eq!(position.hash(), position.full_hash(), "{fen}: the key is out of date");
    let turned = position.rotated();
    assert_eq!(turned.rotated(), *position, "{fen}");
    assert_eq!(turned.turn(), !position.turn(), "{fen}");
    assert_eq!(
        turned.legal_moves().len(),
        position.legal_moves().len(),
        "{fen}: the other side has other moves in {}",
        turned.to_fen()
    );
}

/// A move changes exactly what it says.
pub fn check_move(before: &AnyPosition, mv: &Move, after: &AnyPosition) {
    let (us, them) = (before.turn(), !before.turn());
    let name = || format!("{} {}", before.to_fen(), before.hub(mv));
    assert_eq!(after.turn(), them, "{}", name());
    assert_eq!(mv.captured() - before.pieces(them), SquareSet::EMPTY, "{}", name());
    assert_eq!(after.pieces(them), before.pieces(them) - mv.captured(), "{}", name());
    assert_eq!(after.kings(them), before.kings(them) - mv.captured(), "{}", name());
    let gone = SquareSet::EMPTY.with(mv.from());
    let come = SquareSet::EMPTY.with(mv.to());
    assert!(before.pieces(us).contains(mv.from()), "{}", name());
    assert_eq!(after.pieces(us), (before.pieces(us) - gone) | come, "{}", name());
    let was_king = before.kings(us).contains(mv.from());
    let is_king = was_king || mv.promotes();
    let kings = before.kings(us) - gone;
    assert_eq!(after.kings(us), if is_king { kings | come } else { kings }, "{}", name());
    assert!(!(was_king && mv.promotes()), "{}: a king is crowned", name());
}

/// Positions and moves survive writing and parsing.
pub fn check_texts(rules: &Ruleset, position: &AnyPosition) {
    let fen = position.to_fen();
    assert_eq!(AnyPosition::from_fen(rules, &fen).as_ref(), Ok(position), "{rules} {fen}");
    let hub = position.to_hub();
    let read =
        AnyPosition::from_fen(rules, &hub).unwrap_or_else(|error| panic!("{rules} {hub}: {error}"));
    assert_eq!(read.to_hub(), hub, "{rules}");
    // Hub's style cannot express consecutive king moves.
    if !fen.contains('+') {
        assert_eq!(read, *position, "{rules} {hub}");
    }
    let legal = position.legal_moves();
    for (index, mv) in legal.iter().enumerate() {
        assert!(!legal[..index].contains(mv), "{rules} {fen}: a move is listed twice");
        for style in [Style::Numbers, Style::Letters] {
            let text = position.write_move(mv, &legal, style);
            let read = position.parse_move(&text);
            assert_eq!(read.as_ref(), Ok(mv), "{rules} {fen} {text} {}", position.hub(mv));
        }
        let hub = position.hub(mv);
        assert_eq!(position.parse_hub(&hub).as_ref(), Ok(mv), "{rules} {fen} {hub}");
    }
}

/// Explanations, counts and the list of legal moves are consistent.
pub fn check_explanations(rules: &Ruleset, position: &AnyPosition) {
    let fen = position.to_fen();
    let legal = position.legal_moves();
    for from in squares(position) {
        for to in squares(position) {
            let possible = legal.iter().any(|mv| mv.from() == from && mv.to() == to);
            let why = position.why_not(from, to);
            assert_eq!(
                why.is_none(),
                possible,
                "{rules} {fen}: from {} to {}: {why:?}",
                position.name(from),
                position.name(to)
            );
        }
    }
    let mut told = legal.clone();
    for narrowing in position.narrowings() {
        for mv in &narrowing.rejected {
            assert!(!legal.contains(mv), "{rules} {fen}: {} is legal", position.hub(mv));
        }
        // A king that may not move at all has no moves.
        if !matches!(narrowing.rule, Narrowed::KingTired(_)) {
            told.extend(narrowing.rejected);
        }
    }
    let mut possible = [position.simple_moves(), position.jumps()].concat();
    told.sort_unstable();
    possible.sort_unstable();
    assert_eq!(possible, told, "{rules} {fen}: every move is legal or was left out by a rule");
    let captures = legal.iter().filter(|mv| mv.is_capture()).count();
    assert_eq!(position.any_capture(), captures > 0, "{rules} {fen}");
    if rules.facts.capture == Duty::Mandatory && captures > 0 {
        assert_eq!(captures, legal.len(), "{rules} {fen}: a capture is mandatory");
    }
    assert_eq!(position.perft(1, Counting::Drop), legal.len() as u64, "{rules} {fen}");
    let children = legal.iter().map(|mv| position.play_unchecked(mv).legal_moves().len() as u64);
    assert_eq!(position.perft(2, Counting::Drop), children.sum::<u64>(), "{rules} {fen}");
}
