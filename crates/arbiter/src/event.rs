//! The events of a game, and their text in a log.

use core::fmt;
use core::str::FromStr;
use draughts::Color;

/// An event of a game. Its text form is that of the log.
///
/// ```
/// use draughts_arbiter::{Event, Proposal};
/// use draughts::Color;
///
/// let event = Event::Offer { side: Color::Black, proposal: Proposal::Draw };
/// assert_eq!(event.to_string(), "black offer draw");
/// assert_eq!("black offer draw".parse(), Ok(event));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Event {
    /// A player takes a seat.
    Join {
        /// The seat that is taken.
        side: Color,
        /// The player's name.
        name: String,
    },
    /// A player moves.
    Move {
        /// The side that moves.
        side: Color,
        /// The move, in any notation that the variant accepts; in a log, in the variant's own.
        text: String,
        /// The network delay of the move on its way to the arbiter, in milliseconds.
        lag: u64,
    },
    /// A player touches a piece.
    Touch {
        /// The side that touches it.
        side: Color,
        /// The square of the piece.
        square: String,
    },
    /// A player makes an offer.
    Offer {
        /// The side that makes it.
        side: Color,
        /// The kind of offer.
        proposal: Proposal,
    },
    /// A player accepts an offer.
    Accept {
        /// The side that accepts.
        side: Color,
        /// The accepted offer.
        proposal: Proposal,
    },
    /// A player declines an offer.
    Decline {
        /// The side that declines.
        side: Color,
        /// The declined offer.
        proposal: Proposal,
    },
    /// A player withdraws an offer.
    Withdraw {
        /// The side that withdraws it.
        side: Color,
        /// The withdrawn offer.
        proposal: Proposal,
    },
    /// A player claims a draw by the rules.
    ClaimDraw {
        /// The side that claims it.
        side: Color,
    },
    /// A player resigns.
    Resign {
        /// The side that resigns.
        side: Color,
    },
    /// A player runs out of time.
    Flag {
        /// The side that is out of time.
        side: Color,
    },
    /// The game is aborted.
    Abort {
        /// The side that aborts it; `None` for the arbiter.
        by: Option<Color>,
    },
    /// A player has left the game for good.
    Abandon {
        /// The side that has left.
        side: Color,
    },
    /// The game ends without a result because its log is full.
    Close,
    /// Time credited to the side to move because of an outage.
    Credit {
        /// The credited time, in milliseconds.
        time: u64,
    },
}

impl Event {
    /// The player who acts; `None` if it is the arbiter.
    ///
    /// ```
    /// use draughts_arbiter::Event;
    /// use draughts::Color;
    ///
    /// assert_eq!(Event::Resign { side: Color::White }.by(), Some(Color::White));
    /// assert_eq!(Event::Flag { side: Color::White }.by(), None);
    /// ```
    pub const fn by(&self) -> Option<Color> {
        match self {
            Self::Join { side, .. }
            | Self::Move { side, .. }
            | Self::Touch { side, .. }
            | Self::Offer { side, .. }
            | Self::Accept { side, .. }
            | Self::Decline { side, .. }
            | Self::Withdraw { side, .. }
            | Self::ClaimDraw { side }
            | Self::Resign { side } => Some(*side),
            Self::Abort { by } => *by,
            Self::Flag { .. } | Self::Abandon { .. } | Self::Close | Self::Credit { .. } => None,
        }
    }
}

/// The kinds of offers, which take effect only if the opponent accepts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Proposal {
    /// The game is drawn.
    Draw,
    /// Taking back the proposer's last move, and the reply to it.
    TakeBack,
    /// The clock stops.
    Pause,
    /// The clock continues.
    Resume,
    /// Another game with colours swapped.
    Rematch,
}

impl Proposal {
    /// All kinds.
    pub const ALL: [Proposal; 5] =
        [Self::Draw, Self::TakeBack, Self::Pause, Self::Resume, Self::Rematch];

    /// Returns the word for the offer in a log.
    pub const fn word(self) -> &'static str {
        match self {
            Proposal::Draw => "draw",
            Proposal::TakeBack => "take-back",
            Proposal::Pause => "pause",
            Proposal::Resume => "resume",
            Proposal::Rematch => "rematch",
        }
    }
}

impl fmt::Display for Proposal {
    /// Writes what is offered: "a draw".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Proposal::Draw => "a draw",
            Proposal::TakeBack => "to take a move back",
            Proposal::Pause => "a pause",
            Proposal::Resume => "to go on",
            Proposal::Rematch => "a rematch",
        })
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Join { side, name } => write!(f, "join {side} {name}"),
            Self::Move { side, text, lag: 0 } => write!(f, "{side} {text}"),
            Self::Move { side, text, lag } => write!(f, "{side} {text} lag={lag}"),
            Self::Touch { side, square } => write!(f, "{side} touch {square}"),
            Self::Offer { side, proposal } => write!(f, "{side} offer {}", proposal.word()),
            Self::Accept { side, proposal } => write!(f, "{side} accept {}", proposal.word()),
            Self::Decline { side, proposal } => write!(f, "{side} decline {}", proposal.word()),
            Self::Withdraw { side, proposal } => write!(f, "{side} withdraw {}", proposal.word()),
            Self::ClaimDraw { side } => write!(f, "{side} claim"),
            Self::Resign { side } => write!(f, "{side} resign"),
            Self::Flag { side } => write!(f, "{side} flag"),
            Self::Abort { by: None } => f.write_str("abort"),
            Self::Abort { by: Some(side) } => write!(f, "{side} abort"),
            Self::Abandon { side } => write!(f, "{side} abandon"),
            Self::Close => f.write_str("close"),
            Self::Credit { time } => write!(f, "credit {time}"),
        }
    }
}

/// A text is not an event.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an event")]
pub struct UnknownEvent(pub String);

impl FromStr for Event {
    type Err = UnknownEvent;

    fn from_str(text: &str) -> Result<Self, UnknownEvent> {
        read(text).ok_or_else(|| UnknownEvent(text.to_owned()))
    }
}

pub(crate) fn color(word: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| color.to_string() == word)
}

/// A number written in digits and nothing else.
pub(crate) fn digits(text: &str) -> Option<u64> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) { text.parse().ok() } else { None }
}

fn read(text: &str) -> Option<Event> {
    match text {
        "abort" => return Some(Event::Abort { by: None }),
        "close" => return Some(Event::Close),
        _ => {}
    }
    let (word, rest) = text.split_once(' ')?;
    match word {
        "join" => {
            let (side, name) = rest.split_once(' ')?;
            Some(Event::Join { side: color(side)?, name: name.to_owned() })
        }
        "credit" => Some(Event::Credit { time: digits(rest)? }),
        _ => read_of(color(word)?, rest),
    }
}

/// Parses an action of a side.
fn read_of(side: Color, text: &str) -> Option<Event> {
    let proposal = |word| Proposal::ALL.into_iter().find(|proposal| proposal.word() == word);
    match text.split_once(' ') {
        None => match text {
            "claim" => Some(Event::ClaimDraw { side }),
            "resign" => Some(Event::Resign { side }),
            "flag" => Some(Event::Flag { side }),
            "abort" => Some(Event::Abort { by: Some(side) }),
            "abandon" => Some(Event::Abandon { side }),
            // Any other word is a move if it names squares.
            _ if text.contains(|letter: char| letter.is_ascii_digit()) => {
                Some(Event::Move { side, text: text.to_owned(), lag: 0 })
            }
            _ => None,
        },
        Some(("touch", square)) => Some(Event::Touch { side, square: square.to_owned() }),
        Some(("offer", word)) => Some(Event::Offer { side, proposal: proposal(word)? }),
        Some(("accept", word)) => Some(Event::Accept { side, proposal: proposal(word)? }),
        Some(("decline", word)) => Some(Event::Decline { side, proposal: proposal(word)? }),
        Some(("withdraw", word)) => Some(Event::Withdraw { side, proposal: proposal(word)? }),
        Some((mv, lag)) => {
            let lag = digits(lag.strip_prefix("lag=")?)?;
            Some(Event::Move { side, text: mv.to_owned(), lag })
        }
    }
}
