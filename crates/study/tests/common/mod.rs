//! Collections made on the spot, and files that are gone when a test is over.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts::{AnyPosition, Color, Move, Ruleset, dispatch};
use draughts_study::explorer::{BuildError, BuildOptions, Builder, GameProblem, Imported, Segment};
use pdn::{Action, Form, Game, Place, Step};
use std::fs;
use std::path::PathBuf;

/// A folder that is gone when the test is over.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("study-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names in it.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn rules(text: &str) -> Ruleset {
    text.parse().unwrap()
}

/// Builds a segment of one text; what was imported, and the problems.
pub fn try_build(
    path: &std::path::Path,
    text: &[u8],
    options: BuildOptions<'_>,
) -> Result<(Segment, Imported, Vec<GameProblem>), BuildError> {
    let mut builder = Builder::create(path, options)?;
    let mut problems = Vec::new();
    let imported =
        builder.add_pdn("club.pdn", text, None, &mut |problem| problems.push(problem))?;
    builder.finish(&mut |_, _| {})?;
    Ok((Segment::open(path).unwrap(), imported, problems))
}

pub fn build(folder: &Folder, text: &str) -> Segment {
    let options = BuildOptions { threads: 2, ..BuildOptions::default() };
    try_build(&folder.path("a.explorer"), text.as_bytes(), options).unwrap().0
}

/// A game of random moves.
#[derive(Clone)]
pub struct RandomGame {
    pub rules: Ruleset,
    pub start: AnyPosition,
    pub moves: Vec<Move>,
    /// `None` if nobody knows, `Some(None)` for a draw.
    pub result: Option<Option<Color>>,
    pub ratings: [Option<u16>; 2],
    /// The digits of the day.
    pub date: Option<u32>,
    pub number: u64,
}

impl RandomGame {
    /// The game of this number; openings come again and again, as they do.
    pub fn new(rules: &Ruleset, number: u64, plies: usize) -> Self {
        let mut random = fastrand::Rng::with_seed(number);
        let start = AnyPosition::start(rules);
        let (mut position, mut moves) = (start, Vec::new());
        while moves.len() < plies {
            let legal = position.legal_moves();
            let most = if moves.len() < 8 { legal.len().min(2) } else { legal.len() };
            if most == 0 {
                break;
            }
            let mv = legal[random.usize(..most)];
            position = position.play_unchecked(&mv);
            moves.push(mv);
        }
        let decided = position.outcome().map(|outcome| outcome.winner);
        let chosen = match random.u8(..8) {
            0 => None,
            1..4 => Some(None),
            side => Some(Some(Color::BOTH[usize::from(side) % 2])),
        };
        let rating = |random: &mut fastrand::Rng| random.bool().then(|| random.u16(1_000..2_400));
        let date = |random: &mut fastrand::Rng| {
            10_000 * random.u32(1_950..2_030) + 100 * random.u32(0..13) + random.u32(0..28)
        };
        Self {
            rules: rules.clone(),
            start,
            result: decided.map_or(chosen, Some),
            ratings: [rating(&mut random), rating(&mut random)],
            date: (random.u8(..5) > 0).then(|| date(&mut random)),
            moves,
            number,
        }
    }

    /// The same game seen by the other side.
    pub fn turned(&self) -> Self {
        let turn = |position: &AnyPosition| -> AnyPosition {
            dispatch!(position, inner => inner.rotated().into())
        };
        let (mut position, mut moves) = (self.start, Vec::new());
        for mv in &self.moves {
            let opposite = turn(&position);
            let seen = view(&position, mv);
            let legal = opposite.legal_moves();
            moves.extend(legal.iter().find(|mv| view(&opposite, mv) == seen));
            position = position.play_unchecked(mv);
        }
        assert_eq!(moves.len(), self.moves.len());
        Self {
            start: turn(&self.start),
            moves,
            result: self.result.map(|result| result.map(|winner| !winner)),
            ratings: [self.ratings[1], self.ratings[0]],
            ..self.clone()
        }
    }

    /// Every position with the move played in it.
    pub fn positions(&self) -> Vec<(AnyPosition, Option<Move>)> {
        let mut position = self.start;
        let mut positions = Vec::new();
        for mv in &self.moves {
            positions.push((position, Some(*mv)));
            position = position.play_unchecked(mv);
        }
        positions.push((position, None));
        positions
    }

    pub fn pdn(&self) -> String {
        let mut game = Game { first_number: 1, ..Game::default() };
        game.set_tag("Event", &format!("Evening {}", self.number % 50));
        if let Some(date) = self.date {
            let [year, month, day] = [date / 10_000, date / 100 % 100, date % 100];
            game.set_tag("Date", &format!("{year}.{month:02}.{day:02}").replace(".00", ".??"));
        }
        game.set_tag("White", &format!("Player {}", self.number % 97));
        game.set_tag("Black", &format!("Player {}", self.number % 89 + 100));
        game.set_tag(
            "Result",
            match self.result {
                None => "*",
                Some(None) => "1/2-1/2",
                Some(Some(_)) => "?",
            },
        );
        if let Some(Some(winner)) = self.result {
            game.set_tag("Winner", if winner == Color::White { "White" } else { "Black" });
        }
        for (tag, rating) in ["WhiteRating", "BlackElo"].into_iter().zip(self.ratings) {
            game.set_tag(tag, &rating.map_or("?".to_owned(), |rating| rating.to_string()));
        }
        game.set_tag("Rules", &self.rules.to_string());
        if self.start != AnyPosition::start(&self.rules) {
            game.set_tag("FEN", &self.start.to_fen());
        }
        game.starts_second = self.start.turn() != self.rules.first;
        for (position, mv) in self.positions() {
            if let Some(mv) = mv {
                game.line.steps.push(Step::new(Action::Move(position.text(&mv)), Place::START));
            }
        }
        game.to_pdn(Form::Pdn3)
    }
}

/// What a side sees of a board, row by row from its far left corner: its own pieces as `m` and `k`, others as `M`
/// and `K`, and after them how often kings have moved in a row.
pub fn seen(position: &AnyPosition) -> Vec<u8> {
    let layout = position.layout();
    let own = position.turn();
    let mut cells: Vec<u8> = (0..layout.squares)
        .map(|before| {
            let square = layout.nth(before).unwrap();
            let letter = match position.piece(square) {
                None => b'.',
                Some(piece) if piece.rank == draughts::Rank::King => b'k',
                Some(_) => b'm',
            };
            match position.piece(square) {
                Some(piece) if piece.color != own => letter.to_ascii_uppercase(),
                _ => letter,
            }
        })
        .collect();
    if own == Color::Black {
        cells.reverse();
    }
    for color in [own, !own] {
        let run = dispatch!(position, inner => inner.king_run(color));
        cells.extend(run.map_or([0, 0], |(square, count)| [place(position, square), count]));
    }
    cells
}

/// How many squares come before this one, from the far left corner of the side to move.
fn place(position: &AnyPosition, square: draughts::Square) -> u8 {
    let (row, column) = position.row_column(square);
    let layout = position.layout();
    let (row, column) = match position.turn() {
        Color::White => (row, column),
        Color::Black => (layout.height - 1 - row, layout.width - 1 - column),
    };
    row * layout.width + column
}

/// A move as its side sees it.
pub fn view(position: &AnyPosition, mv: &Move) -> (u8, u8, Vec<u8>, bool) {
    let mut taken: Vec<u8> = mv.captured().iter().map(|square| place(position, square)).collect();
    taken.sort_unstable();
    (place(position, mv.from()), place(position, mv.to()), taken, mv.promotes())
}
