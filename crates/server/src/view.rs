//! What a page needs to know of a game or a position. The page has no rules of its own: it gets the
//! legal moves with their whole paths, and why there are no others.

use crate::live_game::State;
use crate::names::normalised;
use crate::seats::{Seats, Sitter};
use crate::words::{self, Phrase};
use arbiter::{Names, Snapshot, Table, TableState, Time};
use draughts::{
    AnyPosition, Color, Move, Removal, Rules, Shade, Square, Survey, Surveyed, measured, within,
};
use serde::{Serialize, Serializer};
use std::ops::Deref;
use std::sync::Arc;
use utoipa::ToSchema;

/// The most moves that are shown as rejected by a rule.
const MOST_REJECTED: usize = 40;
/// The jumps that may be followed to find the ways of all moves of a game.
const FOR_HISTORY: u64 = 50_000;

/// A part of a view that many share.
#[derive(Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<T> From<T> for Shared<T> {
    fn from(part: T) -> Self {
        Self(Arc::new(part))
    }
}

/// What all see alike of a game as it stands; it takes longest to find out, and is found out once.
#[derive(Debug)]
pub struct Scene {
    /// The position now.
    pub position: Shared<PositionView>,
    /// The moves so far.
    pub history: Vec<Shared<PlyView>>,
}

impl Scene {
    /// What there is to see at a table. What was seen before is not looked at again.
    pub fn of(table: &Table, before: Option<&Self>) -> Self {
        let position = table.game().position();
        let over = table.ending().is_some();
        let same = before.map(|before| &before.position).filter(|earlier| {
            earlier.over == over
                && earlier.hash == digits(position.hash())
                && earlier.hub == position.to_hub()
        });
        Self {
            position: same.cloned().unwrap_or_else(|| PositionView::of(position, over).into()),
            history: history(table, before.map_or(&[], |before| &before.history)),
        }
    }
}

/// A game as a page shows it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameView {
    /// Its name in links.
    pub id: String,
    /// How many lines its log has: a view with a higher number is newer.
    pub seq: u64,
    /// The state of the table.
    pub table: Snapshot,
    /// The board.
    pub board: BoardView,
    /// The position now.
    #[schema(value_type = PositionView)]
    pub position: Shared<PositionView>,
    /// The position before the first move, as Hub writes it, and what led from it to the next ones.
    pub start: String,
    /// The moves so far.
    #[schema(value_type = Vec<PlyView>)]
    pub history: Vec<Shared<PlyView>>,
    /// The level of the computer on each side, White's first.
    #[schema(min_items = 2, max_items = 2)]
    pub computer: [Option<u8>; 2],
    /// Who has an account, White first.
    #[schema(min_items = 2, max_items = 2)]
    pub people: [Option<SitterView>; 2],
    /// Whether the result counts for their ratings.
    pub rated: bool,
    /// The sides that whoever asked may act for.
    pub yours: Vec<String>,
    /// What there is to say about it.
    pub said: Said,
    /// The name of the next game between the same players, if they agreed on one.
    pub next: Option<String>,
}

/// Somebody with an account who plays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SitterView {
    /// The account's name: `/people/NAME` shows more.
    #[schema(example = "Ada")]
    pub name: String,
    /// The rating when they sat down, in games of this kind.
    pub rating: Option<u32>,
    /// Whether too little was known for it to be compared.
    pub provisional: bool,
}

impl SitterView {
    /// Who of both players has an account, White first.
    pub fn both(seats: &Seats) -> [Option<Self>; 2] {
        seats.people.each_ref().map(|one| one.as_ref().map(Self::of))
    }

    fn of(sitter: &Sitter) -> Self {
        let Sitter { name, rating, provisional, .. } = sitter.clone();
        Self { name, rating, provisional }
    }
}

/// What there is to say about a game, as sentences of the catalogues.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Said {
    /// How it ended: who won, and why. Nothing while it goes on.
    pub ending: Vec<Phrase>,
    /// How far each draw rule has run, in the order of `table.counters`.
    pub counters: Vec<SaidCounter>,
    /// The draws that can be claimed, in the order of `table.claims`.
    pub claims: Vec<Phrase>,
}

/// How far a draw rule has run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SaidCounter {
    /// The whole of it: "Moves without a capture: 12 of 25".
    pub phrase: Phrase,
    /// How far it has run.
    pub count: u16,
    /// How far it runs.
    pub limit: u16,
    /// Whether a player must claim it.
    pub claimed: bool,
}

impl Said {
    /// What there is to say about a game now.
    pub fn of(table: &Table) -> Self {
        let position = table.game().position();
        let counters = table.counters().into_iter().map(|counter| SaidCounter {
            phrase: words::counter(&counter),
            count: counter.count,
            limit: counter.rule.limit,
            claimed: counter.rule.claimed,
        });
        let ending = table.ending().map(|ending| words::ending(ending, position));
        Self {
            ending: ending.unwrap_or_default(),
            counters: counters.collect(),
            claims: table.claims().iter().map(Phrase::from).collect(),
        }
    }
}

/// The board: which squares there are, and what they are called.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BoardView {
    /// Squares from left to right.
    pub width: u8,
    /// Squares from top to bottom.
    pub height: u8,
    /// Whether every square is played on.
    pub every: bool,
    /// Whether moves are written in letters.
    pub letters: bool,
    /// Whether captured pieces leave the board as they are jumped, not after the move.
    pub removes_at_once: bool,
    /// The squares played on in the order of their numbers, from 1: row and column from the top
    /// left with White below, and the name in letters.
    pub squares: Vec<(u8, u8, String)>,
}

/// A position, and all that may be done in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionView {
    /// In PDN's style.
    pub fen: String,
    /// In Hub's style: the side to move, then a letter for each square by number.
    pub hub: String,
    /// Sixteen hexadecimal digits.
    pub hash: String,
    /// The legal moves.
    pub legal: Vec<MoveView>,
    /// The rules that left no others, in the order in which they apply; none where there are too many ways
    /// to capture to tell.
    pub because: Vec<Because>,
    /// Whether the game is over.
    #[serde(skip)]
    over: bool,
}

/// A move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveView {
    /// As it is written.
    pub text: String,
    /// The ways to walk it; where there are too many to tell, one of them.
    pub paths: Vec<PathView>,
    /// Whether it makes a king.
    pub crowns: bool,
}

/// A way to walk a move, in numbers of squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PathView {
    /// From the start to the end.
    pub squares: Vec<u8>,
    /// The pieces taken, in order.
    pub takes: Vec<u8>,
}

/// A rule, and the moves that it does not allow.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Because {
    /// The rule in words.
    pub rule: Phrase,
    /// The moves; of very many, the first.
    pub rejected: Vec<MoveView>,
}

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlyView {
    /// As it is written.
    pub text: String,
    /// The way it is shown.
    pub path: PathView,
    /// The position after it, as Hub writes it.
    pub hub: String,
    /// Sixteen hexadecimal digits.
    pub hash: String,
}

impl GameView {
    /// What whoever may act for these sides sees of a game.
    pub fn of(id: &str, state: &State, scene: &Scene, at: Time, yours: &[Color]) -> Self {
        let table = state.log.table();
        let game = table.game();
        let level = |side| match state.seats.of(side) {
            crate::seats::Seat::Computer(level) => Some(*level),
            _ => None,
        };
        Self {
            id: id.to_owned(),
            seq: state.seq(),
            table: snapshot(table, at),
            board: BoardView::of(game.position()),
            position: scene.position.clone(),
            start: game.start().to_hub(),
            history: scene.history.clone(),
            computer: [level(Color::White), level(Color::Black)],
            people: SitterView::both(&state.seats),
            rated: state.seats.rated,
            yours: yours.iter().map(ToString::to_string).collect(),
            said: Said::of(table),
            next: crate::games::next(state),
        }
    }
}

/// The state of a table, with names that show all that there is of them.
pub fn snapshot(table: &Table, at: Time) -> Snapshot {
    let mut snapshot = table.snapshot(at);
    normalise(&mut snapshot.names);
    snapshot.title = normalised(&snapshot.title);
    snapshot
}

/// What an event can change of a table, with names that show all that there is of them.
pub fn table_state(table: &Table, at: Time) -> TableState {
    let mut state = table.state(at);
    normalise(&mut state.names);
    state
}

fn normalise(names: &mut Names) {
    for name in [&mut names.white, &mut names.black].into_iter().flatten() {
        *name = normalised(name);
    }
}

/// The moves of a game. Those that were looked at before are the same: the same moves from the same start.
fn history(table: &Table, before: &[Shared<PlyView>]) -> Vec<Shared<PlyView>> {
    let game = table.game();
    let same = before.iter().zip(table.moves()).take_while(|(ply, text)| ply.text == **text);
    let mut all: Vec<Shared<PlyView>> = same.map(|(ply, _)| ply.clone()).collect();
    let known = all.len();
    let mut jumps = FOR_HISTORY;
    let mut shown = |(ply, (mv, text)): (usize, (&Move, &String))| {
        let (position, after) = (game.position_after(ply)?, game.position_after(ply + 1)?);
        let hash = digits(after.hash());
        let (way, spent) = measured(|| within(jumps, || path(position, &position.main_path(mv))));
        jumps = jumps.saturating_sub(spent);
        let path = way.unwrap_or_else(|_| ends(position, mv));
        Some(PlyView { text: text.clone(), path, hub: after.to_hub(), hash }.into())
    };
    let plies = game.history().zip(table.moves()).enumerate();
    all.extend(plies.skip(known).filter_map(&mut shown));
    all
}

/// A hash as it is written.
fn digits(hash: u64) -> String {
    format!("{hash:016x}")
}

impl BoardView {
    /// The board of a position.
    pub fn of(position: &AnyPosition) -> Self {
        let layout = position.layout();
        let mut squares: Vec<Square> = (0..layout.height)
            .flat_map(|row| (0..layout.width).map(move |column| (row, column)))
            .filter_map(|(row, column)| position.square_at(row, column))
            .collect();
        squares.sort_by_key(|square| position.number(*square));
        let named = squares.into_iter().map(|square| {
            let (row, column) = position.row_column(square);
            (row, column, position.letters(square))
        });
        Self {
            width: layout.width,
            height: layout.height,
            every: layout.shade == Shade::Every,
            letters: position.style() == draughts::Style::Letters,
            removes_at_once: removal(position) == Removal::AtOnce,
            squares: named.collect(),
        }
    }
}

impl PositionView {
    /// A position; nothing may be done in it when the game is over.
    pub fn of(position: &AnyPosition, over: bool) -> Self {
        let nothing = Survey { moves: Vec::new(), narrowings: Vec::new(), whole: true };
        let survey = if over { nothing } else { position.survey() };
        let because = survey.narrowings.iter().map(|step| Because {
            rule: step.rule.into(),
            rejected: rejected(position, &step.rejected),
        });
        Self {
            fen: position.to_fen(),
            hub: position.to_hub(),
            hash: digits(position.hash()),
            legal: survey.moves.iter().map(|told| legal(position, told)).collect(),
            because: because.collect(),
            over,
        }
    }
}

fn legal(position: &AnyPosition, told: &Surveyed) -> MoveView {
    MoveView {
        text: told.text.clone(),
        paths: told.paths.iter().map(|way| path(position, way)).collect(),
        crowns: told.mv.promotes(),
    }
}

/// Moves that a rule does not allow, from where to where: there may be very many, and their ways take
/// long to find.
fn rejected(position: &AnyPosition, moves: &[Move]) -> Vec<MoveView> {
    let shown = &moves[..moves.len().min(MOST_REJECTED)];
    let write = |mv: &Move, among: &[Move]| position.write_move(mv, among, position.style());
    let view = |mv: &Move| MoveView {
        // Where it takes long to find out what tells them apart, they are written alike.
        text: within(0, || write(mv, shown)).unwrap_or_else(|_| write(mv, &[])),
        paths: vec![ends(position, mv)],
        crowns: mv.promotes(),
    };
    shown.iter().map(view).collect()
}

/// Where a move begins and ends, and what it takes.
fn ends(position: &AnyPosition, mv: &Move) -> PathView {
    PathView {
        squares: [mv.from(), mv.to()].map(|square| position.number(square)).to_vec(),
        takes: mv.captured().iter().map(|square| position.number(square)).collect(),
    }
}

fn removal(position: &AnyPosition) -> Removal {
    draughts::dispatch!(position, inner => inner.rules().facts().removal)
}

/// A way, in numbers of squares.
pub(crate) fn path(position: &AnyPosition, path: &draughts::Path) -> PathView {
    let numbers =
        |squares: &[Square]| squares.iter().map(|square| position.number(*square)).collect();
    PathView { squares: numbers(&path.squares), takes: numbers(&path.captured) }
}
