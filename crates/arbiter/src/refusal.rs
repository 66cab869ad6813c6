//! Why events are refused.

use crate::ending::Ending;
use crate::event::Proposal;
use crate::time::Time;
use draughts::{Color, MoveError};

/// Why an event was refused. A refused event changes nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The event is earlier than the last one.
    #[error("this happened before the last event, which was at {last}")]
    TimeWentBack {
        /// The time of the last event.
        last: Time,
    },
    /// The game is over.
    #[error("the game is over ({0})")]
    Finished(Ending),
    /// The game has not started.
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
        /// The seat.
        side: Color,
        /// The name of the player who has it.
        name: String,
    },
    /// The name is not valid.
    #[error("a name must have 1 to {MOST_NAME} characters, with no spaces at the ends")]
    Name,
    /// The other side is to move.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// The side to move.
        turn: Color,
    },
    /// The move is illegal.
    #[error("{0}")]
    Move(MoveError),
    /// Another piece was touched and must be moved.
    #[error("you touched the piece on {square}, so you must move it")]
    Touched {
        /// The square of the touched piece.
        square: String,
    },
    /// The game has no touch-move rule.
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
    /// The touched piece cannot move, so there is no obligation.
    #[error("the piece on {square} cannot move; choose another")]
    CannotMove {
        /// The square of the touched piece.
        square: String,
    },
    /// The side to move is out of time.
    #[error("{side} is out of time")]
    OutOfTime {
        /// The side that is out of time.
        side: Color,
    },
    /// There is time left.
    #[error("{side} has {left} ms left")]
    TimeLeft {
        /// The side that still has time.
        side: Color,
        /// The time it has left, in milliseconds.
        left: u64,
    },
    /// The clock of this side does not run, so its time cannot be up.
    #[error("{side}'s clock is not running")]
    ClockStopped {
        /// The side whose clock does not run.
        side: Color,
    },
    /// More time would be credited than has passed.
    #[error("only {most} ms have passed in this turn")]
    CreditTooLong {
        /// The maximum credit, in milliseconds.
        most: u64,
    },
    /// The same offer is already open.
    #[error("{by} has already offered {proposal}; it is waiting for an answer")]
    AlreadyOffered {
        /// The side that has offered it.
        by: Color,
        /// The proposal that is already offered.
        proposal: Proposal,
    },
    /// A draw offer was declined or withdrawn since this side's last move.
    #[error("you can offer a draw again after your next move")]
    OfferAfterMove,
    /// There is no such offer to answer or withdraw.
    #[error("{by} has not offered {proposal}")]
    NotOffered {
        /// The side that did not make it.
        by: Color,
        /// The offer that was to be answered or withdrawn.
        proposal: Proposal,
    },
    /// There is no move of this side to take back.
    #[error("you have no move to take back")]
    NothingToTakeBack,
    /// No draw rule allows a claim in this position.
    #[error("you cannot claim a draw now: no draw rule applies")]
    NothingToClaim,
    /// Both sides have moved, so the game can no longer be aborted.
    #[error("both sides have moved; resign or offer a draw instead")]
    TooLateToAbort,
    /// The game is not over.
    #[error("you can offer a rematch when this game is over")]
    NotFinished,
    /// A rematch is already agreed.
    #[error("a rematch has already been agreed")]
    RematchAgreed,
}

/// The maximum length of a name, in characters.
pub const MOST_NAME: usize = 60;
