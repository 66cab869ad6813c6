//! A session: game after game at one terminal. Everything here is in memory and takes the time as a value, so that it
//! can be tested without a terminal.

use super::look::Look;
use super::picking::{self, Way};
use ::words::Phrase;
use arbiter::{Event, Log, Phase, Proposal, Refusal, Terms, TermsError, Time, TimeControl};
use draughts::{AnyPosition, Color, Move, Narrowed, Square, Style};
use engine::{Book, Level};
use ratatui::layout::Rect;
use std::sync::Arc;

/// A session at one terminal.
#[derive(Clone, Debug)]
pub struct Sitting {
    pub(super) log: Log,
    /// The logs of the games before this one.
    earlier: Vec<Log>,
    /// The computer's level; `None` if two people play.
    pub(super) opponent: Option<Level>,
    /// The computer's opening book.
    pub(super) book: Option<Arc<Book>>,
    pub(super) look: Look,
    /// The terminal's usable area.
    pub(super) area: Rect,
    /// All paths of legal moves; empty if nobody here may move.
    pub(super) ways: Vec<Way>,
    /// The rules that forbid other moves, in words.
    pub(super) because: Option<String>,
    pub(super) picked: Vec<Square>,
    pub(super) cursor: Square,
    /// The move being typed.
    pub(super) line: String,
    /// The message about the last action.
    pub(super) message: Option<String>,
    pub(super) question: Option<Question>,
    /// The number of plies shown, while looking at an earlier position.
    pub(super) shown: Option<usize>,
    pub(super) flipped: bool,
    pub(super) help: bool,
    pub(super) hint: Hint,
}

/// A question that must be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    Resign,
    New,
    Quit,
}

/// The progress of a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hint {
    None,
    /// The engine is thinking.
    Wanted,
    /// The squares of the move.
    Given(Vec<Square>),
}

/// Whether the session continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Stay,
    Quit,
}

impl Sitting {
    /// Starts a session with its first game.
    pub fn new(
        terms: Terms,
        opponent: Option<Level>,
        look: Look,
        now: Time,
    ) -> Result<Self, TermsError> {
        let log = open(terms, opponent, now)?;
        let cursor = in_front(log.table().game().position(), Color::White);
        let mut sitting = Self {
            log,
            earlier: Vec::new(),
            opponent,
            book: None,
            look,
            area: Rect::default(),
            ways: Vec::new(),
            because: None,
            picked: Vec::new(),
            cursor,
            line: String::new(),
            message: None,
            question: None,
            shown: None,
            flipped: false,
            help: false,
            hint: Hint::None,
        };
        sitting.begin();
        Ok(sitting)
    }

    /// Gives the computer an opening book.
    pub fn with_book(self, book: Option<Book>) -> Self {
        Self { book: book.map(Arc::new), ..self }
    }

    /// Sets up the board for the game in the log.
    fn begin(&mut self) {
        self.flipped = self.person() == Some(Color::Black);
        self.refresh();
        let front = in_front(self.position(), self.actor());
        self.cursor = self.ways.first().map_or(front, |way| way.mv.from());
    }

    /// Starts the next game: a rematch if this one is over, otherwise one on the same terms.
    pub(super) fn next_game(&mut self, now: Time) {
        let terms = match self.log.table().phase() {
            Phase::Finished => self.rematch(now),
            _ => self.fresh_terms(),
        };
        match open(terms, self.opponent, now) {
            Ok(log) => {
                self.earlier.push(std::mem::replace(&mut self.log, log));
                self.line.clear();
                self.begin();
            }
            Err(error) => self.say(Phrase::from(&error).text),
        }
    }

    fn rematch(&mut self, now: Time) -> Terms {
        let host = self.log.table().host_color();
        let proposal = Proposal::Rematch;
        self.happen(&Event::Offer { side: host, proposal }, now);
        self.happen(&Event::Accept { side: !host, proposal }, now);
        self.log.table().rematch_terms().unwrap_or_else(|| self.fresh_terms())
    }

    fn fresh_terms(&self) -> Terms {
        let terms = self.log.table().terms().clone();
        let seed = arbiter::Dice::new(terms.seed, arbiter::Purpose::Rematch).bits();
        Terms { seed, ..terms }
    }

    /// The log of the current game.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The logs of all games, the current one last.
    pub fn logs(&self) -> impl ExactSizeIterator<Item = &Log> {
        let count = self.earlier.len() + 1;
        (0..count).map(|game| self.earlier.get(game).unwrap_or(&self.log))
    }

    /// Whether the game has a clock.
    pub fn has_clock(&self) -> bool {
        self.log.table().terms().clock != TimeControl::None
    }

    /// Sets the usable area.
    pub fn fit(&mut self, area: Rect) {
        self.area = area;
    }

    /// Shows a message until the next key.
    pub fn say(&mut self, message: impl ToString) {
        self.message = Some(message.to_string());
    }

    /// Shows why something is refused.
    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.say(Phrase::from(refusal).text);
    }

    /// The side of the only person here, if the computer has the other.
    pub(super) fn person(&self) -> Option<Color> {
        self.opponent.map(|_| self.log.table().host_color())
    }

    /// The side that acts here now.
    pub(super) fn actor(&self) -> Color {
        self.person().unwrap_or_else(|| self.log.table().turn())
    }

    /// Whether someone here may move.
    pub(super) fn may_move(&self) -> bool {
        let table = self.log.table();
        table.phase() == Phase::Playing && self.actor() == table.turn()
    }

    /// Whether the computer may move.
    pub(super) fn computer_may_move(&self) -> bool {
        self.log.table().phase() == Phase::Playing && !self.may_move()
    }

    /// Whether leaving would lose a game in progress.
    pub(super) fn is_under_way(&self) -> bool {
        let table = self.log.table();
        table.phase() != Phase::Finished && table.moves().len() > table.opening_plies()
    }

    /// The current position, whatever is shown.
    pub(super) fn position(&self) -> &AnyPosition {
        self.log.table().game().position()
    }

    /// The number of plies played.
    pub(super) fn plies(&self) -> usize {
        self.log.table().moves().len()
    }

    /// Applies an event, or shows why it is refused.
    pub(super) fn happen(&mut self, event: &Event, now: Time) -> bool {
        let now = now.max(self.log.table().last_event());
        let before = (self.plies(), self.log.table().phase());
        if let Err(refusal) = self.log.record(event, now) {
            self.refuse(&refusal);
            return false;
        }
        if before != (self.plies(), self.log.table().phase()) {
            self.refresh();
        }
        true
    }

    /// Lets the flag fall when it is due.
    pub fn tick(&mut self, now: Time) {
        let table = self.log.table();
        if table.until_flag(now) == Some(0) {
            let side = table.turn();
            self.happen(&Event::Flag { side }, now);
        }
    }

    /// Forgets everything about the previous position.
    fn refresh(&mut self) {
        self.picked.clear();
        self.shown = None;
        self.question = None;
        self.message = None;
        self.hint = Hint::None;
        let may_move = self.may_move();
        self.ways = if may_move { picking::ways(self.position()) } else { Vec::new() };
        self.because = if may_move { because(self.position()) } else { None };
    }

    /// Whether moves are written `c3-d4` rather than `32-28`.
    pub(super) fn in_letters(&self) -> bool {
        self.position().style() == Style::Letters
    }

    /// The square at a displayed row and column.
    pub(super) fn square_seen(&self, row: u8, column: u8) -> Option<Square> {
        let layout = self.position().layout();
        let turned =
            |at: u8, count: u8| if self.flipped { (count - 1).checked_sub(at) } else { Some(at) };
        self.position().square_at(turned(row, layout.height)?, turned(column, layout.width)?)
    }

    /// The notation of a legal move.
    pub(super) fn text(&self, mv: &Move) -> String {
        self.position().text(mv)
    }
}

/// A new log with both players seated.
fn open(terms: Terms, opponent: Option<Level>, now: Time) -> Result<Log, TermsError> {
    let mut log = Log::open(terms, now)?;
    let host = log.table().host_color();
    for side in Color::BOTH {
        let name = match opponent {
            Some(level) if side != host => format!("Computer, level {}", level.number()),
            Some(_) => "You".to_owned(),
            None if side == Color::White => "White".to_owned(),
            None => "Black".to_owned(),
        };
        // Both seats of a new table are free, and these names are valid.
        let _ = log.record(&Event::Join { side, name }, now);
    }
    Ok(log)
}

/// The square of a piece in a side's front row.
fn in_front(position: &AnyPosition, side: Color) -> Square {
    let mut pieces = position.pieces(side).iter();
    let front = if side == Color::White { pieces.next() } else { pieces.last() };
    front.unwrap_or_else(|| unreachable!("a game that is not over has pieces of both sides"))
}

/// The rules that forbid other moves. The obligation to capture is not mentioned if another rule chooses among
/// captures.
fn because(position: &AnyPosition) -> Option<String> {
    let steps = position.narrowings();
    let captures = steps.iter().any(|step| !matches!(step.rule, Narrowed::KingTired(_)));
    let chosen = steps.iter().any(|step| matches!(step.rule, Narrowed::Preference(_)));
    let told = steps.iter().filter(|step| !chosen || step.rule != Narrowed::MustCapture);
    let mut rules: Vec<String> = told.map(|step| Phrase::from(step.rule).text).collect();
    if rules.is_empty() {
        return None;
    }
    rules.extend(captures.then(|| match position.legal_moves().len() {
        1 => "There is 1 way.".to_owned(),
        many => format!("There are {many} ways."),
    }));
    Some(rules.join(" "))
}
