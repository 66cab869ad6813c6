//! Converts games and positions to the types of the crate `wire`.

use crate::live_game::State;
use crate::names::normalised;
use crate::seats::{SeatedAccount, Seats};
use crate::words::{self, Phrase};
use arbiter::{PlayerNames, Snapshot, Table, TableState, Time};
use draughts::{
    AnyPosition, Color, Identities, Move, Removal, Rules, Shade, Square, Survey, Surveyed,
    measured, within,
};
use std::sync::{Arc, OnceLock};
use wire::{
    Because, BoardView, GameView, MoveView, Part, PathView, Pieces, Player, PlyView, PositionView,
    RatingChange, Said, SaidCounter, SeatedAccountView,
};

/// The most moves shown as rejected by a rule.
const MOST_REJECTED: usize = 40;
/// The limit on jumps for finding the paths of all moves of a game.
const FOR_HISTORY: u64 = 50_000;

/// The parts of a game's view that are the same for all viewers. They are the most expensive ones, so they are computed
/// once.
#[derive(Debug)]
pub struct SharedView {
    /// The current position.
    pub position: Arc<PositionView>,
    /// The moves so far.
    pub history: Vec<Arc<PlyView>>,
    /// The square of each piece, by its identity.
    pub pieces: Arc<Pieces>,
    /// The same, for continuing the game.
    identities: Identities,
    /// Whether the game is over.
    over: bool,
    /// The largest parts of a view, serialised on first use.
    written: OnceLock<(Part<BoardView>, Part<PositionView>)>,
}

impl SharedView {
    /// Computes the view of a table, reusing the moves of the earlier view.
    pub fn of(table: &Table, before: Option<&Self>) -> Self {
        let position = table.game().position();
        let over = table.ending().is_some();
        let same = before.filter(|earlier| {
            earlier.over == over
                && earlier.position.hash == digits(position.hash())
                && earlier.position.hub == position.to_hub()
        });
        let same = same.map(|earlier| Arc::clone(&earlier.position));
        let (history, identities) = history(table, before);
        let number = |square| position.number(square);
        let pieces: Pieces =
            identities.iter().map(|(id, square)| (id.to_string(), number(square))).collect();
        Self {
            position: same.unwrap_or_else(|| position_view(position, over).into()),
            history,
            pieces: pieces.into(),
            identities,
            over,
            written: OnceLock::new(),
        }
    }

    fn written(&self, position: &AnyPosition) -> (Part<BoardView>, Part<PositionView>) {
        let write = || {
            let now = PositionView::clone(&self.position);
            (Part::written(board_view(position)), Part::written(now))
        };
        self.written.get_or_init(write).clone()
    }
}

/// Returns the accounts of the players, White first.
pub fn seated_accounts(seats: &Seats) -> [Option<SeatedAccountView>; 2] {
    let view = |seated_account: &SeatedAccount| {
        let SeatedAccount { name, rating, provisional, .. } = seated_account.clone();
        SeatedAccountView { name, rating, provisional }
    };
    Color::BOTH.map(|side| seats.account(side).map(view))
}

/// Returns the sentences about a game.
pub fn said(table: &Table) -> Said {
    let position = table.game().position();
    let counters = table.counters().into_iter().map(|counter| SaidCounter {
        phrase: words::counter(&counter),
        count: counter.count,
        limit: counter.rule.limit,
        claimed: counter.rule.claimed,
    });
    let ending = table.ending().map(|ending| words::ending(ending, position));
    Said {
        ending: ending.into_iter().flatten().collect(),
        counters: counters.collect(),
        claims: table.claims().iter().map(Phrase::from).collect(),
    }
}

/// Returns the view of a game for a client that may act for these sides.
pub fn game_view(
    id: &str,
    (state, shared_view): (&State, &SharedView),
    at: Time,
    yours: &[Color],
    ratings: [Option<RatingChange>; 2],
) -> GameView {
    let table = state.log.table();
    let game = table.game();
    let players = state.seats.players();
    let (board, position) = shared_view.written(game.position());
    let level = |player: &Player| match player {
        Player::Computer { level } => Some(*level),
        Player::Nobody | Player::Here | Player::Guest { .. } | Player::Account { .. } => None,
    };
    GameView {
        id: id.to_owned(),
        seq: state.seq(),
        table: snapshot(table, at),
        board,
        position,
        pieces: (&shared_view.pieces).into(),
        start: game.start().to_hub(),
        history: shared_view.history.iter().map(Part::from).collect(),
        computer: players.each_ref().map(level),
        players,
        people: seated_accounts(&state.seats),
        rated: state.seats.rated,
        ratings,
        score: state.match_score(),
        yours: yours.to_vec(),
        said: said(table).into(),
        next: crate::games::next(state),
    }
}

/// The state of a table, with names in full.
pub fn snapshot(table: &Table, at: Time) -> Snapshot {
    let mut snapshot = table.snapshot(at);
    normalise(&mut snapshot.names);
    snapshot.title = normalised(&snapshot.title);
    snapshot
}

/// Returns the state of a table that events can change, with names normalised for display.
pub fn table_state(table: &Table, at: Time) -> TableState {
    let mut state = table.state(at);
    normalise(&mut state.names);
    state
}

fn normalise(names: &mut PlayerNames) {
    for name in [&mut names.white, &mut names.black].into_iter().flatten() {
        *name = normalised(name);
    }
}

/// The moves of a game, and where each piece ended up. Moves of the earlier view are reused: it has the same start and
/// the same moves.
fn history(table: &Table, before: Option<&SharedView>) -> (Vec<Arc<PlyView>>, Identities) {
    let game = table.game();
    let shown_before = before.map_or(&[][..], |before| &before.history);
    let same = shown_before.iter().zip(table.moves()).take_while(|(ply, text)| ply.text == **text);
    let mut all: Vec<Arc<PlyView>> = same.map(|(ply, _)| Arc::clone(ply)).collect();
    let known = all.len();
    let (mut pieces, played) = match before {
        Some(before) if known == before.history.len() => (before.identities.clone(), known),
        _ => (Identities::at_start(game.start()), 0),
    };
    let mut jumps = FOR_HISTORY;
    let mut shown = |(ply, (mv, text)): (usize, (&Move, &String))| {
        let (piece, taken) = pieces.play(mv);
        if ply < known {
            return None;
        }
        let (position, after) = (game.position_after(ply)?, game.position_after(ply + 1)?);
        let hash = digits(after.hash());
        let (way, spent) = measured(|| within(jumps, || path(position, &position.main_path(mv))));
        jumps = jumps.saturating_sub(spent);
        let path = way.unwrap_or_else(|_| ends(position, mv));
        let piece = piece?.to_string();
        let taken = taken.iter().map(ToString::to_string).collect();
        Some(PlyView { text: text.clone(), path, piece, taken, hub: after.to_hub(), hash }.into())
    };
    let plies = game.history().zip(table.moves()).enumerate().skip(played);
    all.extend(plies.filter_map(&mut shown));
    (all, pieces)
}

/// Formats a hash.
fn digits(hash: u64) -> String {
    format!("{hash:016x}")
}

/// Converts the board of a position.
pub fn board_view(position: &AnyPosition) -> BoardView {
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
    BoardView {
        width: layout.width,
        height: layout.height,
        every: layout.shade == Shade::Every,
        letters: position.style() == draughts::Style::Letters,
        removes_at_once: removal(position) == Removal::AtOnce,
        squares: named.collect(),
    }
}

/// Converts a position; without legal moves if the game is over.
pub fn position_view(position: &AnyPosition, over: bool) -> PositionView {
    let nothing = Survey { moves: Vec::new(), narrowings: Vec::new(), whole: true };
    let survey = if over { nothing } else { position.survey() };
    let because = survey.narrowings.iter().map(|step| Because {
        rule: step.rule.into(),
        rejected: rejected(position, &step.rejected),
    });
    PositionView {
        fen: position.to_fen(),
        hub: position.to_hub(),
        hash: digits(position.hash()),
        legal: survey.moves.iter().map(|told| legal(position, told)).collect(),
        because: because.collect(),
    }
}

fn legal(position: &AnyPosition, told: &Surveyed) -> MoveView {
    MoveView {
        text: told.text.clone(),
        paths: told.paths.iter().map(|way| path(position, way)).collect(),
        crowns: told.mv.promotes(),
    }
}

/// Moves that a rule forbids, with start and end only: there may be very many, and their paths are expensive.
fn rejected(position: &AnyPosition, moves: &[Move]) -> Vec<MoveView> {
    let shown = &moves[..moves.len().min(MOST_REJECTED)];
    let write = |mv: &Move, among: &[Move]| position.write_move(mv, among, position.style());
    let view = |mv: &Move| MoveView {
        // If telling them apart is expensive, they may be written alike.
        text: within(0, || write(mv, shown)).unwrap_or_else(|_| write(mv, &[])),
        paths: vec![ends(position, mv)],
        crowns: mv.promotes(),
    };
    shown.iter().map(view).collect()
}

/// Returns the path of a move from its start to its end, with the captured pieces.
fn ends(position: &AnyPosition, mv: &Move) -> PathView {
    PathView {
        squares: [mv.from(), mv.to()].map(|square| position.number(square)).to_vec(),
        takes: mv.captured().iter().map(|square| position.number(square)).collect(),
    }
}

fn removal(position: &AnyPosition) -> Removal {
    draughts::dispatch!(position, inner => inner.rules().facts().removal)
}

/// Converts a path to square numbers.
pub(crate) fn path(position: &AnyPosition, path: &draughts::Path) -> PathView {
    let numbers =
        |squares: &[Square]| squares.iter().map(|square| position.number(*square)).collect();
    PathView { squares: numbers(&path.squares), takes: numbers(&path.captured) }
}
