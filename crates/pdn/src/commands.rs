//! Commands that programs put into comments: `[%clock w0:10:00 B0:09:58]`.

use core::time::Duration;
use draughts::Color;

/// A command inside a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'a> {
    /// The name, such as `clk`.
    pub name: &'a str,
    /// The text after the name.
    pub value: &'a str,
}

/// The commands in a comment.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    comment.split("[%").skip(1).filter_map(|part| {
        let (inside, _) = part.split_once(']')?;
        let inside = inside.trim();
        let (name, value) = inside.split_once(char::is_whitespace).unwrap_or((inside, ""));
        Some(Command { name, value: value.trim() })
    })
}

/// A reading of one or both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clocks {
    /// White's time.
    pub white: Option<Duration>,
    /// Black's time.
    pub black: Option<Duration>,
    /// The time of the side that has just moved, if no side is named.
    pub mover: Option<Duration>,
    /// The side whose clock is running.
    pub running: Option<Color>,
}

/// Returns the clock times in a comment, if it has any.
///
/// ```
/// let clocks = pdn::clocks("a long think [%clock w0:00:10 B1:00:03]").unwrap();
/// assert_eq!(clocks.white.unwrap().as_secs(), 10);
/// assert_eq!(clocks.black.unwrap().as_secs(), 3603);
/// assert_eq!(clocks.running, Some(draughts::Color::Black));
/// assert_eq!(pdn::clocks("[%clk 1:55:21.5]").unwrap().mover.unwrap().as_millis(), 6_921_500);
/// assert_eq!(pdn::clocks("no clock"), None);
/// ```
pub fn clocks(comment: &str) -> Option<Clocks> {
    let command = commands(comment).find(|command| matches!(command.name, "clk" | "clock"))?;
    let mut clocks = Clocks::default();
    for word in command.value.split_whitespace() {
        let (side, time) = match word.as_bytes()[0] {
            b'w' | b'W' => (Some(Color::White), &word[1..]),
            b'b' | b'B' => (Some(Color::Black), &word[1..]),
            _ => (None, word),
        };
        let time = Some(duration(time)?);
        match side {
            Some(Color::White) => clocks.white = time,
            Some(Color::Black) => clocks.black = time,
            None => clocks.mover = time,
        }
        // A capital letter marks the running clock.
        if word.starts_with(['W', 'B']) {
            clocks.running = side;
        }
    }
    (clocks != Clocks::default()).then_some(clocks)
}

/// Hours, minutes and seconds: `1:55:21`, `55:21`, `1:55:21.5`.
fn duration(text: &str) -> Option<Duration> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return None;
        }
        seconds = 60.0 * seconds + part.parse::<f64>().ok()?;
    }
    Duration::try_from_secs_f64(seconds).ok()
}
