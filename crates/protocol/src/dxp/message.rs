//! The seven messages of DXP.

use draughts::{AnyPosition, Color, FenError, Move, MoveError, Ruleset};
use std::fmt;

/// The longest message, without the zero that ends it.
pub(crate) const LONGEST: usize = 127;
/// How many letters a name has.
const NAME: usize = 32;

/// A message, as one side sends it to the other.
///
/// ```
/// use protocol::dxp::Message;
///
/// let text = "R01Tornado voor Windows 4.0        W060065A";
/// let message = Message::parse(text.as_bytes())?;
/// let Message::Request(request) = &message else { panic!() };
/// assert_eq!((&*request.name, request.minutes, request.moves), ("Tornado voor Windows 4.0", 60, 65));
/// assert_eq!(message.to_string(), text);
/// # Ok::<(), protocol::dxp::MessageError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: one side asks for a game.
    Request(Request),
    /// `A`: the other accepts or not.
    Answer {
        /// Who answers.
        name: String,
        /// Whether the game is accepted.
        code: Acceptance,
    },
    /// `M`: a move.
    Move(Played),
    /// `E`: the game is over, or the end is confirmed.
    End {
        /// How, as the sender sees it.
        verdict: Verdict,
        /// Whether the sender wants no other game.
        stop: bool,
    },
    /// `C`: words for a person.
    Chat(String),
    /// `B`: the sender wants to go back in the game.
    Back {
        /// The number of the move to be played again.
        number: u16,
        /// Who plays it.
        turn: Color,
    },
    /// `K`: whether that is accepted.
    BackAnswer(BackAcceptance),
}

/// A game that somebody asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The version of the protocol; there is only 1.
    pub version: u8,
    /// Who asks: the initiator.
    pub name: String,
    /// The side of whoever is asked: the follower.
    pub follower: Color,
    /// Time for each side in minutes; 0 if there is no clock.
    pub minutes: u16,
    /// Moves to be played in that time, after which the game ends; 0 for all.
    pub moves: u16,
    /// The position it starts from; nothing for the usual one.
    pub start: Option<Start>,
}

/// A position as DXP writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// Who moves.
    pub turn: Color,
    /// One letter a square: `w`, `z` men, `W`, `Z` kings, `e`; `z` is for *zwart*, black.
    pub squares: String,
}

/// Whether a game is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acceptance {
    /// Yes.
    Accepted,
    /// No: the version is not known.
    OtherVersion,
    /// No, for another reason.
    Refused,
}

/// How a game ended, as somebody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is not said.
    Unknown,
    /// I lose.
    Loss,
    /// A draw.
    Draw,
    /// I win.
    Win,
}

impl Verdict {
    /// The side that has won, if this is how this side sees it.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Win => Some(side),
            Self::Loss => Some(!side),
            Self::Unknown | Self::Draw => None,
        }
    }
}

/// Whether going back is accepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BackAcceptance {
    /// Yes.
    Accepted,
    /// No, this side cannot go back.
    CannotGoBack,
    /// No, this side wants to go on.
    GoesOn,
}

/// A move, as DXP writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// How long it took, in seconds.
    pub seconds: u16,
    /// The number of the square it starts from.
    pub from: u8,
    /// The number of the square it ends on.
    pub to: u8,
    /// The numbers of the squares of captured pieces, in any order.
    pub captured: Vec<u8>,
}

impl Played {
    /// A legal move of a position.
    pub fn new(position: &AnyPosition, mv: &Move, seconds: u64) -> Self {
        let number = |square| position.number(square);
        Self {
            seconds: seconds.min(9_999) as u16,
            from: number(mv.from()),
            to: number(mv.to()),
            captured: mv.captured().iter().map(number).collect(),
        }
    }

    /// The legal move that is meant.
    pub fn find(&self, position: &AnyPosition) -> Result<Move, MoveError> {
        position.parse_hub(&self.to_string())
    }
}

impl fmt::Display for Played {
    /// The move alone, as Hub writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.captured.is_empty() { '-' } else { 'x' };
        write!(f, "{}{sign}{}", self.from, self.to)?;
        self.captured.iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl Start {
    /// How DXP writes a position.
    pub fn new(position: &AnyPosition) -> Self {
        let squares = position.to_hub()[1..].replace('b', "z").replace('B', "Z");
        Self { turn: position.turn(), squares }
    }

    /// The position that is meant.
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
            Self::Move(Played { seconds, from, to, captured }) => {
                let count = captured.len();
                write!(f, "M{:04}{from:02}{to:02}{count:02}", (*seconds).min(9_999))?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Self::End { verdict, stop } => {
                let verdict = match verdict {
                    Verdict::Unknown => 0,
                    Verdict::Loss => 1,
                    Verdict::Draw => 2,
                    Verdict::Win => 3,
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

/// So much of a text as DXP can carry: printable ASCII.
fn sayable(text: &str, most: usize) -> String {
    let letters = text.chars().take(most);
    letters.map(|letter| if matches!(letter, ' '..='~') { letter } else { '?' }).collect()
}

/// Why a text is no message of DXP.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// It is longer than a message may be.
    #[error("a message of DXP has at most {LONGEST} characters")]
    TooLong,
    /// It is empty, or starts with a letter that no message has.
    #[error("a message of DXP starts with one of R, A, M, E, C, B, K")]
    Unknown,
    /// It ends too soon, goes on too long, or something in it is wrong.
    #[error("the message \"{text}\" is wrong at character {at}: expected {expected}")]
    Malformed {
        /// The message.
        text: String,
        /// Where, from 1.
        at: usize,
        /// What should stand there.
        expected: &'static str,
    },
}

impl Message {
    /// Reads a message, without the zero that ends it.
    pub fn parse(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > LONGEST {
            return Err(MessageError::TooLong);
        }
        let Some(kind) = bytes.first() else { return Err(MessageError::Unknown) };
        let mut scanner = Scanner { bytes, at: 1 };
        let message = match kind {
            b'R' => Self::Request(scanner.request()?),
            b'A' => Self::Answer {
                name: scanner.text(NAME)?,
                code: scanner.choice("0, 1 or 2", |code| match code {
                    b'0' => Some(Acceptance::Accepted),
                    b'1' => Some(Acceptance::OtherVersion),
                    _ => Some(Acceptance::Refused),
                })?,
            },
            b'M' => Self::Move(scanner.played()?),
            b'E' => Self::End {
                verdict: scanner.choice("0, 1, 2 or 3", |code| match code {
                    b'0' => Some(Verdict::Unknown),
                    b'1' => Some(Verdict::Loss),
                    b'2' => Some(Verdict::Draw),
                    b'3' => Some(Verdict::Win),
                    _ => None,
                })?,
                stop: scanner.choice("0 or 1", |code| match code {
                    b'0' => Some(false),
                    b'1' => Some(true),
                    _ => None,
                })?,
            },
            b'C' => Self::Chat(scanner.rest()),
            b'B' => Self::Back { number: scanner.number(3)?, turn: scanner.color()? },
            b'K' => Self::BackAnswer(scanner.choice("0, 1 or 2", |code| match code {
                b'0' => Some(BackAcceptance::Accepted),
                b'1' => Some(BackAcceptance::CannotGoBack),
                b'2' => Some(BackAcceptance::GoesOn),
                _ => None,
            })?),
            _ => return Err(MessageError::Unknown),
        };
        match scanner.rest().trim().is_empty() {
            true => Ok(message),
            false => Err(scanner.wrong("the end")),
        }
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    fn wrong(&self, expected: &'static str) -> MessageError {
        let text = sayable(&String::from_utf8_lossy(self.bytes), LONGEST);
        MessageError::Malformed { text, at: self.at + 1, expected }
    }

    fn field(&mut self, length: usize, expected: &'static str) -> Result<&'a [u8], MessageError> {
        let field = self.bytes.get(self.at..self.at + length);
        let field = field.ok_or_else(|| self.wrong(expected))?;
        self.at += length;
        Ok(field)
    }

    fn number<T: std::str::FromStr>(&mut self, digits: usize) -> Result<T, MessageError> {
        let start = self.at;
        let field = self.field(digits, "a number")?;
        // Some programs write blanks instead of leading zeros.
        let text = std::str::from_utf8(field).unwrap_or_default().trim_start();
        let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok());
        number.flatten().ok_or_else(|| {
            self.at = start;
            self.wrong("a number")
        })
    }

    fn text(&mut self, length: usize) -> Result<String, MessageError> {
        let field = self.field(length, "a name of 32 characters")?;
        Ok(sayable(String::from_utf8_lossy(field).trim(), length))
    }

    fn rest(&mut self) -> String {
        let rest = &self.bytes[self.at..];
        self.at = self.bytes.len();
        sayable(&String::from_utf8_lossy(rest), LONGEST)
    }

    fn choice<T>(
        &mut self,
        expected: &'static str,
        find: impl Fn(u8) -> Option<T>,
    ) -> Result<T, MessageError> {
        let found = self.bytes.get(self.at).and_then(|byte| find(*byte));
        let found = found.ok_or_else(|| self.wrong(expected))?;
        self.at += 1;
        Ok(found)
    }

    fn color(&mut self) -> Result<Color, MessageError> {
        self.choice("W or Z", |letter| match letter {
            b'W' => Some(Color::White),
            b'Z' => Some(Color::Black),
            _ => None,
        })
    }

    fn request(&mut self) -> Result<Request, MessageError> {
        let (version, name, follower) = (self.number(2)?, self.text(NAME)?, self.color()?);
        let (minutes, moves) = (self.number(3)?, self.number(3)?);
        let set_up = self.choice("A or B", |letter| match letter {
            b'A' => Some(false),
            b'B' => Some(true),
            _ => None,
        })?;
        let mut start = None;
        if set_up {
            let (turn, at) = (self.color()?, self.at);
            let squares = self.rest();
            if squares.is_empty() || !squares.bytes().all(|letter| b"wzWZe".contains(&letter)) {
                self.at = at;
                return Err(self.wrong("a letter for each square: w, z, W, Z or e"));
            }
            start = Some(Start { turn, squares });
        }
        Ok(Request { version, name, follower, minutes, moves, start })
    }

    fn played(&mut self) -> Result<Played, MessageError> {
        let (seconds, from, to) = (self.number(4)?, self.number(2)?, self.number(2)?);
        let count: usize = self.number(2)?;
        let captured = (0..count).map(|_| self.number(2)).collect::<Result<_, _>>()?;
        Ok(Played { seconds, from, to, captured })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;

    fn read(text: &str) -> Message {
        let message = Message::parse(text.as_bytes()).unwrap();
        assert_eq!(message.to_string(), text, "what is read is written the same");
        message
    }

    fn wrong(text: &str) -> String {
        Message::parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn requests_and_answers() {
        let text = "R01Tornado voor Windows 4.0        W060065A";
        let request = Request {
            version: 1,
            name: "Tornado voor Windows 4.0".to_owned(),
            follower: Color::White,
            minutes: 60,
            moves: 65,
            start: None,
        };
        assert_eq!(read(text), Message::Request(request));
        let squares = format!("{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
        let text = format!("R01{:32}Z005000BW{squares}", "x");
        let Message::Request(Request { start: Some(start), .. }) = read(&text) else { panic!() };
        let rules = Ruleset::from(Variant::International);
        assert_eq!(start.position(&rules), Ok(AnyPosition::start(&rules)));
        assert_eq!(Start::new(&AnyPosition::start(&rules)), start);
        let code = Acceptance::Accepted;
        let answer = Message::Answer { name: "Truus 3.12".to_owned(), code };
        assert_eq!(read("ATruus 3.12                      0"), answer);
    }

    #[test]
    fn moves() {
        let played = Played { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] };
        assert_eq!(read("M001205250422122320"), Message::Move(played));
        let quiet = Played { seconds: 0, from: 32, to: 28, captured: vec![] };
        assert_eq!(read("M0000322800"), Message::Move(quiet.clone()));
        let rules = Ruleset::from(Variant::International);
        let position = AnyPosition::start(&rules);
        let mv = quiet.find(&position).unwrap();
        assert_eq!(Played::new(&position, &mv, 0), quiet);
        assert_eq!(Played::new(&position, &mv, 1 << 40).seconds, 9_999);
        let illegal = Played { seconds: 0, from: 31, to: 22, captured: vec![] };
        assert!(illegal.find(&position).is_err());
        let nowhere = Played { seconds: 0, from: 0, to: 99, captured: vec![0] };
        assert!(nowhere.find(&position).is_err());
    }

    #[test]
    fn ends_words_and_going_back() {
        assert_eq!(read("E00"), Message::End { verdict: Verdict::Unknown, stop: false });
        assert_eq!(read("E31"), Message::End { verdict: Verdict::Win, stop: true });
        let words = "What do you think about move 35?";
        assert_eq!(read(&format!("C{words}")), Message::Chat(words.to_owned()));
        assert_eq!(read("B005Z"), Message::Back { number: 5, turn: Color::Black });
        assert_eq!(read("K1"), Message::BackAnswer(BackAcceptance::CannotGoBack));
    }

    #[test]
    fn what_cannot_be_carried_is_cut() {
        let chat = Message::Chat(format!("é\0{}", "x".repeat(500))).to_string();
        assert_eq!(chat.len(), LONGEST);
        assert!(chat.starts_with("C??xx"));
        let name = "n".repeat(50);
        let answer = Message::Answer { name, code: Acceptance::Refused }.to_string();
        assert_eq!(answer.len(), 34);
    }

    #[test]
    fn what_is_wrong_and_where() {
        let unknown = "a message of DXP starts with one of R, A, M, E, C, B, K";
        assert_eq!(wrong(""), unknown);
        assert_eq!(wrong("Q01"), unknown);
        assert_eq!(wrong(&"C".repeat(128)), "a message of DXP has at most 127 characters");
        assert_eq!(
            wrong("E9"),
            "the message \"E9\" is wrong at character 2: expected 0, 1, 2 or 3"
        );
        assert_eq!(wrong("E0"), "the message \"E0\" is wrong at character 3: expected 0 or 1");
        assert_eq!(wrong("E001"), "the message \"E001\" is wrong at character 5: expected the end");
        assert_eq!(
            wrong("M0000322801"),
            "the message \"M0000322801\" is wrong at character 12: expected a number"
        );
        assert!(wrong("M+001322800").ends_with("wrong at character 2: expected a number"));
        assert!(wrong("Ashort0").ends_with("expected a name of 32 characters"));
        assert!(wrong(&format!("R01{:32}X", "")).ends_with("character 36: expected W or Z"));
        assert!(wrong(&format!("R01{:32}W001001BWqq", "")).contains("a letter for each square"));
    }
}
