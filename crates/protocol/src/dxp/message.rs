//! The seven messages of DXP.

use draughts::{AnyPosition, Color, FenError, Move, MoveError, Ruleset, Variant};
use std::fmt;

/// The maximum length of a message, without the terminating zero.
pub(crate) const LONGEST: usize = 127;
/// The maximum length of a name.
pub(super) const NAME: usize = 32;

/// A message between the two sides.
///
/// ```
/// use draughts_protocol::dxp::Message;
///
/// let text = "R01Tornado voor Windows 4.0        W060065A";
/// let message = Message::parse(text.as_bytes())?;
/// let Message::Request(request) = &message else { panic!() };
/// assert_eq!((&*request.name, request.minutes, request.moves), ("Tornado voor Windows 4.0", 60, 65));
/// assert_eq!(message.to_string(), text);
/// # Ok::<(), draughts_protocol::dxp::MessageError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: a request for a game.
    Request(Request),
    /// `A`: the answer to a request.
    Answer {
        /// The name of the follower.
        name: String,
        /// Whether the game is accepted, or why not.
        code: Acceptance,
    },
    /// `M`: a move.
    Move(MoveMessage),
    /// `E`: the end of the game, or its confirmation.
    End {
        /// The sender's verdict.
        verdict: DxpVerdict,
        /// Whether the sender wants no more games.
        stop: bool,
    },
    /// `C`: chat.
    Chat(String),
    /// `B`: a request to take back moves.
    Back {
        /// The number of the move to be played again.
        number: u16,
        /// The side that moves.
        turn: Color,
    },
    /// `K`: the answer to that.
    BackAnswer(BackAcceptance),
}

/// A request for a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The version of the protocol; there is only 1.
    pub version: u8,
    /// The name of the initiator, which sends the request.
    pub name: String,
    /// The side of the follower, which receives the request.
    pub follower: Color,
    /// Time per side in minutes; 0 for no clock.
    pub minutes: u16,
    /// Moves to be played in that time, after which the game ends; 0 for all.
    pub moves: u16,
    /// The start position, if it is not the usual one.
    pub start: Option<Start>,
}

/// A position in DXP's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The side to move.
    pub turn: Color,
    /// One letter per square: `w`, `z` men, `W`, `Z` kings, `e` empty; `z` is for *zwart*, black.
    pub squares: String,
}

/// Whether a request is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// Yes.
    Accepted,
    /// No: the version is unknown.
    OtherVersion,
    /// No, for another reason.
    Refused,
}

/// The result of a game from one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DxpVerdict {
    /// The result is unknown.
    Unknown,
    /// I lose.
    Loss,
    /// A draw.
    Draw,
    /// I win.
    Win,
}

impl DxpVerdict {
    /// The winner, if this is the verdict of this side.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Win => Some(side),
            Self::Loss => Some(!side),
            Self::Unknown | Self::Draw => None,
        }
    }
}

/// Whether a take-back is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAcceptance {
    /// Yes.
    Accepted,
    /// No, this side cannot take back moves.
    CannotGoBack,
    /// No, this side wants to continue.
    GoesOn,
}

/// A move in DXP's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveMessage {
    /// The time it took, in seconds.
    pub seconds: u16,
    /// The number of the square it starts from.
    pub from: u8,
    /// The number of the square it ends on.
    pub to: u8,
    /// The numbers of the squares of captured pieces, in any order.
    pub captured: Vec<u8>,
}

impl MoveMessage {
    /// Converts a legal move.
    pub fn new(position: &AnyPosition, mv: &Move, seconds: u64) -> Self {
        let number = |square| position.number(square);
        Self {
            seconds: seconds.min(9_999) as u16,
            from: number(mv.from()),
            to: number(mv.to()),
            captured: mv.captured().iter().map(number).collect(),
        }
    }

    /// Finds the legal move that is meant.
    pub fn find(&self, position: &AnyPosition) -> Result<Move, MoveError> {
        position.parse_hub(&self.to_string())
    }
}

impl fmt::Display for MoveMessage {
    /// The move alone, as in Hub.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl Start {
    /// Converts a position.
    pub fn new(position: &AnyPosition) -> Self {
        let squares = position.to_hub()[1..].replace('b', "z").replace('B', "Z");
        Self { turn: position.turn(), squares }
    }

    /// Returns the position for a request. Only the start position of international draughts may be omitted, so a side
    /// that expects another variant notices at once.
    pub(super) fn told(position: &AnyPosition) -> Option<Self> {
        let usual = AnyPosition::start(&Variant::International.into());
        (*position != usual).then(|| Self::new(position))
    }

    /// Converts it to a position.
    pub fn position(&self, rules: &Ruleset) -> Result<AnyPosition, FenError> {
        let squares = self.squares.replace('z', "b").replace('Z', "B");
        AnyPosition::from_fen(rules, &format!("{}{squares}", self.turn.letter()))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(request) => write!(f, "{request}"),
            Self::Answer { name, code } => {
                let code = match code {
                    Acceptance::Accepted => 0,
                    Acceptance::OtherVersion => 1,
                    Acceptance::Refused => 2,
                };
                write!(f, "A{:NAME$}{code}", sayable(name, NAME))
            }
            Self::Move(MoveMessage { seconds, from, to, captured }) => {
                let count = captured.len();
                write!(f, "M{:04}{from:02}{to:02}{count:02}", (*seconds).min(9_999))?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End { verdict, stop } => {
                let verdict = match verdict {
                    DxpVerdict::Unknown => 0,
                    DxpVerdict::Loss => 1,
                    DxpVerdict::Draw => 2,
                    DxpVerdict::Win => 3,
                };
                write!(f, "E{verdict}{}", u8::from(*stop))
            }
            Self::Chat(text) => write!(f, "C{}", sayable(text, LONGEST - 1)),
            Self::Back { number, turn } => {
                write!(f, "B{:03}{}", (*number).min(999), letter(*turn))
            }
            Self::BackAnswer(code) => {
                let code = match code {
                    BackAcceptance::Accepted => 0,
                    BackAcceptance::CannotGoBack => 1,
                    BackAcceptance::GoesOn => 2,
                };
                write!(f, "K{code}")
            }
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, name, follower, minutes, moves, start } = self;
        let (minutes, moves) = ((*minutes).min(999), (*moves).min(999));
        let name = sayable(name, NAME);
        write!(f, "R{version:02}{name:NAME$}{}{minutes:03}{moves:03}", letter(*follower))?;
        match start {
            None => f.write_str("A"),
            Some(Start { turn, squares }) => write!(f, "B{}{squares}", letter(*turn)),
        }
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::White => 'W',
        Color::Black => 'Z',
    }
}

/// The part of a text that DXP can carry: printable ASCII, truncated.
pub(super) fn sayable(text: &str, most: usize) -> String {
    let letters = text.chars().take(most);
    letters.map(|letter| if matches!(letter, ' '..='~') { letter } else { '?' }).collect()
}
