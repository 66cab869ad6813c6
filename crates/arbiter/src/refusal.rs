//! Why an event is refused.

use crate::ending::Ending;
use crate::event::Proposal;
use crate::time::Time;
use draughts::{Color, MoveError};

/// Why an event is refused. It has changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The event is earlier than the last one.
    #[error("this happened before the last event, which was at {last}")]
    TimeWentBack {
        /// When the last event was.
        last: Time,
    },
    /// The game is over.
    #[error("the game is over ({0})")]
    Finished(Ending),
    /// The game has not begun.
    #[error("the game has not started: a seat is still free")]
    NotStarted,
    /// The game is paused.
    #[error("the game is paused; ask to resume it")]
    Paused,
    /// The game is not paused.
    #[error("the game is not paused")]
    NotPaused,
    /// The seat is taken.
    #[error("{name} is already playing {side}")]
    SeatTaken {
        /// Which seat.
        side: Color,
        /// By whom.
        name: String,
    },
    /// A name cannot be used.
    #[error("a name must have 1 to {MOST_NAME} characters, with no spaces at the ends")]
    Name,
    /// It is the other side's turn.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// The move may not be played.
    #[error("{0}")]
    Move(MoveError),
    /// Another piece was touched and must be moved.
    #[error("you touched the piece on {square}, so you must move it")]
    Touched {
        /// Where it stands.
        square: String,
    },
    /// Touching has no meaning in this game.
    #[error("this game is played without touch-move")]
    NoTouchMove,
    /// There is no such square.
    #[error("there is no square {0} on this board")]
    NoSuchSquare(String),
    /// There is no piece of this side to touch.
    #[error("you have no piece on {square}")]
    NoPiece {
        /// The square that was touched.
        square: String,
    },
    /// The touched piece cannot move, so it need not.
    #[error("the piece on {square} cannot move; choose another")]
    CannotMove {
        /// Where it stands.
        square: String,
    },
    /// The time of the side to move is up.
    #[error("{side} is out of time")]
    OutOfTime {
        /// Whose time is up.
        side: Color,
    },
    /// There is time left.
    #[error("{side} has {left} ms left")]
    TimeLeft {
        /// Who has.
        side: Color,
        /// How much, in milliseconds.
        left: u64,
    },
    /// The clock of this side does not run, so its time cannot be up.
    #[error("{side}'s clock is not running")]
    ClockStopped {
        /// Whose clock.
        side: Color,
    },
    /// More time would be given back than has passed.
    #[error("only {most} ms have passed in this turn")]
    CreditTooLong {
        /// What can be given back.
        most: u64,
    },
    /// The same is already offered.
    #[error("{by} has already offered {proposal}; it is waiting for an answer")]
    AlreadyOffered {
        /// The side that has offered it.
        by: Color,
        /// What it has offered.
        proposal: Proposal,
    },
    /// A draw offer was declined or withdrawn since this side's last move.
    #[error("you can offer a draw again after your next move")]
    OfferAfterMove,
    /// Nothing like this is offered.
    #[error("{by} has not offered {proposal}")]
    NotOffered {
        /// The side that has not offered it.
        by: Color,
        /// What was to be answered.
        proposal: Proposal,
    },
    /// There is no move of this side to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// No rule gives a draw now.
    #[error("you cannot claim a draw now: no draw rule applies")]
    NothingToClaim,
    /// Both sides have moved, so the game cannot be called off.
    #[error("both sides have moved; resign or offer a draw instead")]
    TooLateToAbort,
    /// Only after the end.
    #[error("you can offer a rematch when this game is over")]
    NotFinished,
    /// A rematch is already agreed.
    #[error("a rematch has already been agreed")]
    RematchAgreed,
}

/// The most characters that a name has.
pub const MOST_NAME: usize = 60;
