//! From selected squares to a move. This knows no rules: selecting squares just narrows down the legal moves.

use draughts::{AnyPosition, Move, Path, Square, SquareSet};

/// A legal move with one of its paths.
#[derive(Clone, Debug)]
pub struct Way {
    pub mv: Move,
    pub path: Path,
}

/// The result of selecting another square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pick {
    /// One move is left.
    Play(Move),
    /// More squares are needed after these.
    Go(Vec<Square>),
    /// Several moves end here; intermediate squares would distinguish them.
    Unclear(Vec<Move>),
    /// No move passes these squares.
    Missed(Vec<Square>),
    /// A jump has been made, and the piece cannot go there: it must continue or go back.
    Bound,
}

/// All paths of all legal moves.
pub fn ways(position: &AnyPosition) -> Vec<Way> {
    let walk = |mv: Move| position.paths(&mv).into_iter().map(move |path| Way { mv, path });
    position.legal_moves().into_iter().flat_map(walk).collect()
}

/// The index of the last selected square on a path, if it passes all of them in order.
fn along(path: &Path, picked: &[Square]) -> Option<usize> {
    let (first, others) = picked.split_first()?;
    let mut at = 0;
    if path.squares.first() != Some(first) {
        return None;
    }
    for square in others {
        at += 1 + path.squares[at + 1..].iter().position(|other| other == square)?;
    }
    Some(at)
}

/// The paths that still match, each with the index reached.
fn open<'a>(ways: &'a [Way], picked: &'a [Square]) -> impl Iterator<Item = (&'a Way, usize)> {
    ways.iter().filter_map(|way| Some((way, along(&way.path, picked)?)))
}

fn ends(way: &Way, at: usize) -> bool {
    at + 1 == way.path.squares.len()
}

/// The distinct moves of some paths.
fn moves<'a>(ways: impl Iterator<Item = &'a Way>) -> Vec<Move> {
    let mut moves = Vec::new();
    for way in ways {
        if !moves.contains(&way.mv) {
            moves.push(way.mv);
        }
    }
    moves
}

/// Selects another square. Selecting the last one again ends a capture there, if that is allowed.
pub fn pick(ways: &[Way], picked: &[Square], square: Square) -> Pick {
    let next = [picked, &[square]].concat();
    let all: Vec<_> = open(ways, &next).collect();
    if !picked.is_empty() && !all.is_empty() {
        let left = moves(all.iter().map(|(way, _)| *way));
        return match left[..] {
            [mv] => Pick::Play(mv),
            _ if all.iter().all(|(way, at)| ends(way, *at)) => Pick::Unclear(left),
            _ => Pick::Go(next),
        };
    }
    if picked.len() > 1 && picked.last() == Some(&square) {
        let here = open(ways, picked).filter(|(way, at)| ends(way, *at));
        if let [mv] = moves(here.map(|(way, _)| way))[..] {
            return Pick::Play(mv);
        }
    }
    if picked.len() > 1 {
        return Pick::Bound;
    }
    let alone = vec![square];
    if open(ways, &alone).next().is_some() { Pick::Go(alone) } else { Pick::Missed(next) }
}

/// Whether a move passes the selected squares.
pub fn goes_by(ways: &[Way], picked: &[Square], mv: &Move) -> bool {
    open(ways, picked).any(|(way, _)| way.mv == *mv)
}

/// The squares that can be selected next.
pub fn goals(ways: &[Way], picked: &[Square]) -> SquareSet {
    let mut goals = SquareSet::EMPTY;
    for (way, at) in open(ways, picked).filter(|(way, at)| !ends(way, *at)) {
        let last = way.path.squares.len() - 1;
        goals = goals.with(way.path.squares[at + 1]).with(way.path.squares[last]);
    }
    goals
}

/// The pieces that have been jumped so far.
pub fn jumped(ways: &[Way], picked: &[Square]) -> SquareSet {
    let jumps = open(ways, picked).next().map(|(way, at)| way.path.captured.iter().take(at));
    jumps.into_iter().flatten().copied().collect()
}

/// Whether a capture may end on the last selected square.
pub fn may_stop(ways: &[Way], picked: &[Square]) -> bool {
    picked.len() > 1 && open(ways, picked).any(|(way, at)| ends(way, at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Ruleset, Variant};

    fn position(rules: impl Into<Ruleset>, fen: &str) -> AnyPosition {
        AnyPosition::from_fen(&rules.into(), fen).unwrap()
    }

    /// Selects squares one by one; returns the last result.
    fn picks(position: &AnyPosition, names: &[&str]) -> Pick {
        let ways = ways(position);
        let mut picked = Vec::new();
        let mut last = Pick::Go(Vec::new());
        for name in names {
            last = pick(&ways, &picked, position.square(name).unwrap());
            picked = match &last {
                Pick::Go(squares) => squares.clone(),
                Pick::Bound => picked,
                _ => Vec::new(),
            };
        }
        last
    }

    fn played(position: &AnyPosition, names: &[&str]) -> String {
        match picks(position, names) {
            Pick::Play(mv) => position.hub(&mv),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn a_step_needs_two_squares_and_another_piece_can_be_picked_instead() {
        let start = AnyPosition::start(&Variant::International.into());
        assert_eq!(played(&start, &["32", "28"]), "32-28");
        assert_eq!(played(&start, &["31", "32", "28"]), "32-28");
        let [from, to] = ["32", "23"].map(|name| start.square(name).unwrap());
        assert_eq!(picks(&start, &["32", "23"]), Pick::Missed(vec![from, to]));
    }

    #[test]
    fn a_capture_is_played_by_its_last_square_or_hop_by_hop() {
        let position = position(Variant::International, "W:WK47,50:B42,33,24");
        let whole = played(&position, &["47", "15"]);
        assert_eq!(whole, "47x15x24x33x42");
        assert_eq!(played(&position, &["47", "38", "29", "15"]), whole);
    }

    /// R-AM-6: a jump that can be continued must be, with the same piece, also while selecting squares.
    #[test]
    fn after_a_jump_no_other_piece_can_be_picked() {
        let position = position(Variant::American, "B:W18,25,26,19:B15,16,1");
        assert_eq!(picks(&position, &["15", "22", "16"]), Pick::Bound, "another that can capture");
        assert_eq!(picks(&position, &["15", "22", "1"]), Pick::Bound, "another that cannot");
        assert_eq!(picks(&position, &["15", "22", "14"]), Pick::Bound, "a square out of reach");
        assert_eq!(played(&position, &["15", "16", "30"]), "16x30x19x26", "before it, one can");
        assert_eq!(played(&position, &["15", "22", "16", "31"]), "15x31x18x26", "it goes on");
    }

    #[test]
    fn a_circular_capture_ends_where_it_began() {
        let position = position(Variant::American, "W:WK10:B14,15,22,23");
        assert!(played(&position, &["10", "10"]).starts_with("10x10"));
        assert!(played(&position, &["10", "19"]).starts_with("10x10"));
    }

    #[test]
    fn captures_with_the_same_ends_are_told_apart_by_a_square_on_the_way() {
        let position = position(Variant::American, "W:WK14,K22,25:B6,8,9,10,11,18,K19");
        assert!(matches!(picks(&position, &["14", "5"]), Pick::Unclear(moves) if moves.len() == 2));
        assert_eq!(played(&position, &["14", "7"]), "14x5x9x10x11x18x19");
        assert_eq!(played(&position, &["14", "16"]), "14x5x9x10x11x18x19");
    }

    #[test]
    fn picking_the_last_square_again_stops_where_that_is_allowed() {
        let casual = position(Ruleset::casual(), "W:W30:B26,18");
        let ways = ways(&casual);
        let squares = ["30", "23"].map(|name| casual.square(name).unwrap());
        assert!(may_stop(&ways, &squares));
        assert_eq!(goals(&ways, &squares).len(), 1);
        assert_eq!(jumped(&ways, &squares).len(), 1);
        assert_eq!(played(&casual, &["30", "23", "23"]), "30x23x26");
        assert_eq!(played(&casual, &["30", "14"]), "30x14x18x26");
    }
}
