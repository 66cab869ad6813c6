//! Log lines that are prepared but not yet applied.

use super::{CHECK, Chain, Log};
use crate::event::Event;
use crate::refusal::Refusal;
use crate::table::Change;
use crate::time::Time;

/// An event that is allowed, and its log line. [`Log::prepare`] creates it without changing the log; [`Log::commit`]
/// applies it.
#[derive(Clone, Debug)]
pub struct Pending {
    change: Change,
    at: Time,
    line: String,
    /// The digest over all lines before this one, and including it.
    before: Chain,
    chain: Chain,
    /// The position after a move.
    pub(super) hash: Option<u64>,
}

impl Pending {
    /// The line, without its line feed.
    pub fn line(&self) -> &str {
        &self.line
    }
}

impl Log {
    /// Checks that an event is allowed and prepares its line. Nothing has changed yet: a caller that must store the
    /// line first can do so, and then [commit](Self::commit) it.
    ///
    /// ```
    /// use draughts::{Color, Variant};
    /// use draughts_arbiter::{Event, Log, Terms, Time};
    ///
    /// let mut log = Log::open(Terms::new(Variant::Russian.into(), 7), Time(0))?;
    /// let join = Event::Join { side: Color::White, name: "Anna".into() };
    /// let pending = log.prepare(&join, Time(5))?;
    /// assert_eq!(log.table().name(Color::White), None);
    /// let line = pending.line().to_owned();
    /// log.commit(pending);
    /// assert_eq!(log.table().name(Color::White), Some("Anna"));
    /// assert_eq!(log.lines().last(), Some(&line));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(&self, event: &Event, at: Time) -> Result<Pending, Refusal> {
        let change = self.table.judge(event, at)?;
        let time = at.since(self.table.created());
        let event = as_written(event, &change, self);
        let hash = match &change {
            Change::Play(mv, ..) => Some(self.table.game().position().play_unchecked(mv).hash()),
            _ => None,
        };
        let body = match hash {
            Some(hash) => format!("{time} {event} #{hash:016x}"),
            None => format!("{time} {event}"),
        };
        let chain = self.chain.link(&body);
        let line = format!("{body}{CHECK}{}", chain.check());
        Ok(Pending { change, at, line, before: self.chain, chain, hash })
    }

    /// Applies a prepared event.
    ///
    /// # Panics
    ///
    /// If another event has been applied since: the prepared one may no longer be allowed.
    pub fn commit(&mut self, pending: Pending) {
        let Pending { change, at, line, before, chain, .. } = pending;
        assert!(before == self.chain, "the log went on after the line was prepared");
        if change == Change::AgreeRematch {
            self.rematch = Some(self.lines.len());
        }
        self.table.make(change, at);
        self.lines.push(line);
        self.chain = chain;
    }
}

/// The event as written in a log, with moves and squares in the variant's own notation.
fn as_written(event: &Event, change: &Change, log: &Log) -> Event {
    let position = log.table.game().position();
    match (event, change) {
        (Event::Move { side, lag, .. }, Change::Play(_, text, _)) => {
            Event::Move { side: *side, text: text.clone(), lag: *lag }
        }
        (Event::Touch { side, .. }, Change::Touch(square)) => {
            Event::Touch { side: *side, square: position.name(*square) }
        }
        (other, _) => other.clone(),
    }
}
