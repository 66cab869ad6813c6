//! A plain solver that shares nothing with the crate but the rules, and 100,000 random positions.

mod common;

use common::Folder;
use draughts::{
    American, AnyPosition, Board, Brazilian, Color, Italian, Piece, Position, Rules, Russian, Setup,
};
use draughts_endgame::{Tables, Wld};
use std::collections::HashMap;

/// Every position of two or three pieces, both sides to move.
fn positions<R: Rules>(rules: R) -> Vec<Position<R>> {
    let squares: Vec<_> = Board::<R::Geometry>::squares().collect();
    let pieces = [Color::White, Color::Black].map(|color| [Piece::man(color), Piece::king(color)]);
    let pieces = pieces.concat();
    let mut found = Vec::new();
    let mut add = |places: &[(usize, Piece)]| {
        let mut board = Board::empty();
        for (square, piece) in places {
            board.put(squares[*square], *piece);
        }
        let both = Color::BOTH.into_iter().all(|color| !board.pieces(color).is_empty());
        for turn in Color::BOTH.into_iter().filter(|_| both) {
            found.extend(Setup::new(rules, board, turn).position());
        }
    };
    for one in 0..squares.len() {
        for two in 0..one {
            for first in &pieces {
                for second in &pieces {
                    add(&[(one, *first), (two, *second)]);
                    for three in 0..two {
                        for third in &pieces {
                            add(&[(one, *first), (two, *second), (three, *third)]);
                        }
                    }
                }
            }
        }
    }
    found
}

/// Plies to the end: how many of a win, or of a loss; `None` for draws.
type Value = Option<(Wld, u16)>;

/// Goes through all positions again and again, a ply further each time, until nothing changes.
fn solve<R: Rules>(positions: &[Position<R>]) -> Vec<Value> {
    let numbers: HashMap<u64, u32> =
        positions.iter().zip(0..).map(|(position, number)| (position.hash(), number)).collect();
    const WON: u32 = u32::MAX;
    let mut values: Vec<Value> = vec![None; positions.len()];
    let mut next: Vec<Vec<u32>> = Vec::new();
    for (position, value) in positions.iter().zip(&mut values) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            *value = Some((Wld::Loss, 0));
        }
        let after = moves.iter().map(|mv| position.play_unchecked(mv));
        next.push(after.map(|after| numbers.get(&after.hash()).copied().unwrap_or(WON)).collect());
    }
    for plies in 1.. {
        let mut changed = Vec::new();
        for (number, next) in
            next.iter().enumerate().filter(|(number, _)| values[*number].is_none())
        {
            let values: Vec<Value> = next
                .iter()
                .map(|next| match *next {
                    WON => Some((Wld::Loss, 0)),
                    next => values[next as usize],
                })
                .collect();
            if values.iter().any(|value| matches!(value, Some((Wld::Loss, _)))) {
                changed.push((number, (Wld::Win, plies)));
            } else if values.iter().all(|value| matches!(value, Some((Wld::Win, _)))) {
                changed.push((number, (Wld::Loss, plies)));
            }
        }
        if changed.is_empty() {
            break;
        }
        changed.into_iter().for_each(|(number, value)| values[number] = Some(value));
    }
    values
}

fn compare<R: Rules>(rules: R, tables: &Tables, probes: usize)
where
    AnyPosition: From<Position<R>>,
{
    let positions = positions(rules);
    let values = solve(&positions);
    let mut random = fastrand::Rng::with_seed(18);
    for _ in 0..probes {
        let number = random.usize(..positions.len());
        let position = AnyPosition::from(positions[number]);
        let entry = tables.probe(&position).unwrap().unwrap();
        let said = entry.dtw.map(|dtw| (entry.wld, dtw));
        assert_eq!(said, values[number], "{} {}", tables.rules(), position.to_fen());
        if !position.any_capture() {
            let found = tables.find(&positions[number]).unwrap();
            assert_eq!(found.wld(), Some(entry.wld));
            let decided = entry.wld != Wld::Draw;
            assert_eq!(found.dtw().filter(|_| decided), entry.dtw);
            assert_eq!(found.dtc().filter(|_| decided), entry.dtc);
            assert!(!decided || found.longest() >= entry.dtw);
        }
    }
}

#[test]
fn random_probes_agree_with_a_plain_solver() {
    let folder = Folder::new("plain");
    compare(American, &folder.built("american", 3), 25_000);
    compare(Italian, &folder.built("italian", 3), 25_000);
    compare(Russian, &folder.built("russian", 3), 25_000);
    compare(Brazilian, &folder.built("brazilian", 3), 25_000);
}
