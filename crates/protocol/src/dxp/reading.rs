//! Parses messages of DXP.

use super::message::{
    Acceptance, BackAcceptance, DxpVerdict, LONGEST, Message, MoveMessage, NAME, Request, Start,
    sayable,
};
use draughts::Color;

/// The reasons why a text is not a DXP message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MessageError {
    /// It is too long.
    #[error("a message of DXP has at most {LONGEST} characters")]
    TooLong,
    /// It is empty, or starts with an unknown letter.
    #[error("a message of DXP starts with one of R, A, M, E, C, B, K")]
    Unknown,
    /// It is too short or too long, or a field is wrong.
    #[error("the message \"{text}\" is wrong at character {at}: expected {expected}")]
    Malformed {
        /// The message.
        text: String,
        /// The position in the text, from 1.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
}

impl Message {
    /// Parses a message without the terminating zero.
    pub fn parse(bytes: &[u8]) -> Result<Self, MessageError> {
        if bytes.len() > LONGEST {
            return Err(MessageError::TooLong);
        }
        let Some(kind) = bytes.first() else { return Err(MessageError::Unknown) };
        let mut scanner = FieldScanner { bytes, at: 1 };
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
                    b'0' => Some(DxpVerdict::Unknown),
                    b'1' => Some(DxpVerdict::Loss),
                    b'2' => Some(DxpVerdict::Draw),
                    b'3' => Some(DxpVerdict::Win),
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

struct FieldScanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> FieldScanner<'a> {
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
        // Some programs pad with spaces instead of leading zeros.
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

    fn played(&mut self) -> Result<MoveMessage, MessageError> {
        let (seconds, from, to) = (self.number(4)?, self.number(2)?, self.number(2)?);
        let count: usize = self.number(2)?;
        let captured = (0..count).map(|_| self.number(2)).collect::<Result<_, _>>()?;
        Ok(MoveMessage { seconds, from, to, captured })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{AnyPosition, Ruleset, Variant};

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
        let played = MoveMessage { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] };
        assert_eq!(read("M001205250422122320"), Message::Move(played));
        let quiet = MoveMessage { seconds: 0, from: 32, to: 28, captured: vec![] };
        assert_eq!(read("M0000322800"), Message::Move(quiet.clone()));
        let rules = Ruleset::from(Variant::International);
        let position = AnyPosition::start(&rules);
        let mv = quiet.find(&position).unwrap();
        assert_eq!(MoveMessage::new(&position, &mv, 0), quiet);
        assert_eq!(MoveMessage::new(&position, &mv, 1 << 40).seconds, 9_999);
        let illegal = MoveMessage { seconds: 0, from: 31, to: 22, captured: vec![] };
        assert!(illegal.find(&position).is_err());
        let nowhere = MoveMessage { seconds: 0, from: 0, to: 99, captured: vec![0] };
        assert!(nowhere.find(&position).is_err());
    }

    #[test]
    fn ends_words_and_going_back() {
        assert_eq!(read("E00"), Message::End { verdict: DxpVerdict::Unknown, stop: false });
        assert_eq!(read("E31"), Message::End { verdict: DxpVerdict::Win, stop: true });
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
