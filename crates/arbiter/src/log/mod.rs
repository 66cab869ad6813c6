//! The log of a game: its events, line by line, in a form that reveals later changes.

mod create;
mod pending;
mod replay;

pub use pending::Pending;
pub use replay::{ReplayError, ReplayErrorKind, replay};

use crate::event::Event;
use crate::refusal::Refusal;
use crate::table::Table;
use crate::terms::{Terms, TermsError};
use crate::time::Time;
use sha2::{Digest, Sha256};

/// The first line of every log of this version.
const HEADER: &str = "damier-log 1";

/// The separator before the check at the end of a line.
const CHECK: &str = " ~";

/// The number of digest bytes in a check.
const CHECK_BYTES: usize = 4;

/// A table with the log of all its events.
///
/// Each line has the milliseconds since the table was created, the event, for a move the hash of the position after it,
/// and a check that depends on all lines before. The first two lines are the version and the terms.
///
/// ```
/// use draughts_arbiter::{Event, Log, Terms, Time, replay};
/// use draughts::{Color, Variant};
///
/// let mut log = Log::open(Terms::new(Variant::American.into(), 42), Time(1_000))?;
/// log.record(&Event::Join { side: Color::White, name: "Anna".into() }, Time(1_350))?;
/// let line = log.record(&Event::Join { side: Color::Black, name: "Bo".into() }, Time(1_360))?;
/// assert!(line.starts_with("360 join black Bo ~"));
///
/// let again = replay(&log.text())?;
/// assert_eq!(again.fingerprint(), log.fingerprint());
/// let forged = log.text().replace("Anna", "Emma");
/// assert_eq!(replay(&forged).unwrap_err().line, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Log {
    table: Table,
    lines: Vec<String>,
    chain: Chain,
    /// The line in which the players agreed on a rematch.
    rematch: Option<usize>,
}

impl Log {
    /// Creates a table and starts its log.
    pub fn open(terms: Terms, at: Time) -> Result<Self, TermsError> {
        let table = Table::create(terms, at)?;
        let body = format!("{} #{:016x}", create::line(&table), table.game().position().hash());
        let chain = Chain::new().link(&body);
        let lines = vec![HEADER.to_owned(), format!("{body}{CHECK}{}", chain.check())];
        Ok(Self { table, lines, chain, rematch: None })
    }

    /// Applies an event and logs it, or says why it is refused. Returns the new line, without its line feed.
    pub fn record(&mut self, event: &Event, at: Time) -> Result<&str, Refusal> {
        let pending = self.prepare(event, at)?;
        self.commit(pending);
        Ok(self.lines.last().map_or("", String::as_str))
    }

    /// Applies the next line of the same game's log, as written by another copy of this program: for following a game
    /// remotely. Returns the event. A line that does not fit changes nothing.
    ///
    /// ```
    /// use draughts_arbiter::{Event, Log, Terms, Time, replay};
    /// use draughts::{Color, Variant};
    ///
    /// let mut here = Log::open(Terms::new(Variant::Thai.into(), 1), Time(0))?;
    /// let mut there = replay(&here.text())?;
    /// let line = here.record(&Event::Join { side: Color::White, name: "Mali".into() }, Time(9))?;
    /// there.follow(line)?;
    /// assert_eq!(there.table().name(Color::White), Some("Mali"));
    /// assert!(there.follow(line).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn follow(&mut self, line: &str) -> Result<Event, ReplayErrorKind> {
        replay::step(self, line)
    }

    /// The current state of the table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The lines so far, without line feeds.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The line in which the players agreed on a rematch, if they did.
    pub fn rematch_line(&self) -> Option<&str> {
        self.rematch.map(|line| self.lines[line].as_str())
    }

    /// The whole log; every line ends in a line feed.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// The full digest over all lines, in hexadecimal. Kept elsewhere, it proves that nothing was changed or left out,
    /// not even at the end.
    pub fn fingerprint(&self) -> String {
        hexadecimal(&self.chain.0)
    }
}

/// The digest over all lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Chain([u8; 32]);

impl Chain {
    fn new() -> Self {
        Self(Sha256::digest(HEADER).into())
    }

    /// The digest after one more line, given without its check.
    fn link(self, body: &str) -> Self {
        Self(Sha256::new().chain_update(self.0).chain_update(body).finalize().into())
    }

    /// Returns the check at the end of a line.
    fn check(self) -> String {
        hexadecimal(&self.0[..CHECK_BYTES])
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}
