//! What a server sent about one game, checked by the rules and for consistency among clients.

use crate::message::{ServerEvent, Stand};
use arbiter::{Log, ReplayErrorKind};
use draughts::Color;
use std::time::{Duration, Instant};

/// A game as all its clients saw it.
pub struct SeenGame {
    log: Log,
    /// The ply and the position's hash after each line.
    positions: Vec<(usize, String)>,
    /// The number of events each client has.
    views: Vec<u64>,
    asked: Vec<RequestedMove>,
    /// The number of disconnected players.
    away: usize,
}

/// A client of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer(usize);

/// A requested move.
struct RequestedMove {
    side: Color,
    ply: usize,
    text: String,
    at: Instant,
    /// Whether a player's connection was lost before both had it.
    disturbed: bool,
    /// The number of its event, once acknowledged.
    acknowledged: Option<u64>,
}

/// A duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Took {
    /// How long it took.
    pub time: Duration,
    /// Whether a player's connection was lost meanwhile.
    pub disturbed: bool,
}

/// A violation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// Something acknowledged or sent does not exist.
    #[error("lost: {0}")]
    Lost(String),
    /// Something happened or was sent twice, or without a request.
    #[error("doubled: {0}")]
    Doubled(String),
    /// Something was skipped or came too early.
    #[error("out of order: event {seq} came where {expected} was expected")]
    OutOfOrder {
        /// Its number.
        seq: u64,
        /// The expected number.
        expected: u64,
    },
    /// It differs from what other clients got or from what the rules say.
    #[error("different: {0}")]
    Differs(String),
}

impl SeenGame {
    /// Creates the record from the server's log.
    pub fn open(text: &str) -> Result<Self, Wrong> {
        let unsound = |error: &dyn std::fmt::Display| Wrong::Differs(format!("the log: {error}"));
        let head: String = text.split_inclusive('\n').take(2).collect();
        let log = arbiter::replay(&head).map_err(|error| unsound(&error))?;
        let position = position(&log);
        let positions = vec![position.clone(), position];
        let mut record = Self { log, positions, views: Vec::new(), asked: Vec::new(), away: 0 };
        for line in text.lines().skip(2) {
            record.follow(line).map_err(|error| unsound(&error))?;
        }
        Ok(record)
    }

    fn follow(&mut self, line: &str) -> Result<(), ReplayErrorKind> {
        self.log.follow(line)?;
        self.positions.push(position(&self.log));
        Ok(())
    }

    /// The number of known events.
    pub fn seq(&self) -> u64 {
        self.positions.len() as u64
    }

    /// The digest over all lines.
    pub fn fingerprint(&self) -> String {
        self.log.fingerprint()
    }

    /// Adds a client.
    pub fn enter(&mut self) -> Viewer {
        self.views.push(0);
        Viewer(self.views.len() - 1)
    }

    /// The number of events a client has.
    pub fn view(&self, viewer: Viewer) -> u64 {
        self.views[viewer.0]
    }

    /// How many clients lack events.
    pub fn behind(&self) -> usize {
        self.views.iter().filter(|view| **view < self.seq()).count()
    }

    /// Notes that a player's connection was lost.
    pub fn player_left(&mut self) {
        self.away += 1;
        if let Some(asked) = self.asked.last_mut() {
            asked.disturbed = true;
        }
    }

    /// Notes that a player has reconnected.
    pub fn player_returned(&mut self) {
        self.away = self.away.saturating_sub(1);
    }

    /// Checks the number of events in a welcome.
    pub fn welcomed(&self, viewer: Viewer, seq: u64) -> Result<(), Wrong> {
        let view = self.view(viewer);
        if seq < view {
            return Err(Wrong::Lost(format!("the server has {seq} events, it told of {view}")));
        }
        Ok(())
    }

    /// Checks a whole game sent to a client. All events up to it must be known by now.
    pub fn stands(&mut self, viewer: Viewer, stand: &Stand) -> Result<(), Wrong> {
        self.welcomed(viewer, stand.seq)?;
        self.views[viewer.0] = stand.seq;
        self.compare_position(stand)
    }

    /// Checks an event sent to a client; returns how long after its request, if there was one.
    pub fn saw(&mut self, viewer: Viewer, told: &ServerEvent) -> Result<Option<Took>, Wrong> {
        let (seq, expected) = (told.stand.seq - 1, self.view(viewer));
        if seq > expected {
            return Err(Wrong::OutOfOrder { seq, expected });
        }
        if seq < expected {
            return Err(Wrong::Doubled(format!("event {seq} was told again: {}", told.line)));
        }
        self.views[viewer.0] = told.stand.seq;
        match self.log.lines().get(seq as usize) {
            Some(line) if *line == told.line => {}
            Some(line) => {
                let told = &told.line;
                return Err(Wrong::Differs(format!(
                    "event {seq} is \"{told}\", and was \"{line}\""
                )));
            }
            None => self.follow(&told.line).map_err(|error| {
                Wrong::Differs(format!("event {seq}, \"{}\": {error}", told.line))
            })?,
        }
        self.compare_position(&told.stand)?;
        Ok(self.took(seq))
    }

    fn compare_position(&self, stand: &Stand) -> Result<(), Wrong> {
        let told = (stand.ply, &stand.hash);
        match self.positions.get(stand.seq.saturating_sub(1) as usize) {
            Some((ply, hash)) if (*ply, hash) == told => Ok(()),
            known => Err(Wrong::Differs(format!(
                "after {} events the ply and hash are {told:?}, and should be {known:?}",
                stand.seq
            ))),
        }
    }

    /// Returns how long ago an event's move was requested.
    fn took(&self, seq: u64) -> Option<Took> {
        let ply = self.move_at(seq)?;
        let asked = self.asked.iter().rev().find(|asked| asked.ply == ply)?;
        Some(Took { time: asked.at.elapsed(), disturbed: asked.disturbed })
    }

    /// The ply of an event, if it is a move.
    fn move_at(&self, seq: u64) -> Option<usize> {
        let ply = |seq: u64| self.positions.get(seq as usize).map(|(ply, _)| *ply);
        let (before, after) = (ply(seq.checked_sub(1)?)?, ply(seq)?);
        (after == before + 1).then_some(before)
    }

    /// Notes that a player requests a move.
    pub fn asks(&mut self, side: Color, ply: usize, text: &str) {
        let disturbed = self.away > 0;
        let text = text.to_owned();
        let at = Instant::now();
        self.asked.push(RequestedMove { side, ply, text, at, disturbed, acknowledged: None });
    }

    /// Notes that this side's requested move was refused.
    pub fn refused(&mut self, side: Color, ply: usize) -> Result<(), Wrong> {
        let last = self.asked.pop_if(|asked| (asked.side, asked.ply) == (side, ply));
        match last.and_then(|asked| asked.acknowledged) {
            Some(seq) => Err(Wrong::Lost(format!(
                "{side}'s move at ply {ply} was acknowledged as event {seq}, and then refused"
            ))),
            None => Ok(()),
        }
    }

    /// Notes that this side's requested move was acknowledged, perhaps repeatedly.
    pub fn acknowledged(
        &mut self,
        side: Color,
        ply: usize,
        seq: u64,
    ) -> Result<Option<Took>, Wrong> {
        let known =
            self.asked.iter_mut().rev().find(|asked| (asked.side, asked.ply) == (side, ply));
        let Some(asked) = known else {
            return Err(Wrong::Doubled(format!(
                "{side}'s refused move at ply {ply} is event {seq}"
            )));
        };
        let took = Took { time: asked.at.elapsed(), disturbed: asked.disturbed };
        match asked.acknowledged.replace(seq) {
            None => Ok(Some(took)),
            Some(before) if before == seq => Ok(None),
            Some(before) => {
                Err(Wrong::Doubled(format!("one request is event {before}, and event {seq}")))
            }
        }
    }

    /// Whether every requested move has been answered.
    pub fn is_answered(&self) -> bool {
        self.asked.iter().rev().take(2).all(|asked| asked.acknowledged.is_some())
    }

    /// Compares with the server's log and takes over newer events. `known` events existed when it was requested; more
    /// may have been sent meanwhile.
    pub fn compare(&mut self, text: &str, known: u64) -> Result<(), Wrong> {
        let lines: Vec<&str> = text.lines().collect();
        let told = self.log.lines();
        let differs = (0..told.len()).find(|index| match lines.get(*index) {
            Some(line) => *line != told[*index],
            None => (*index as u64) < known,
        });
        if let Some(index) = differs {
            let (was, is) = (&told[index], lines.get(index));
            return Err(Wrong::Lost(format!("event {index} was \"{was}\", and is {is:?}")));
        }
        for (index, line) in lines.iter().enumerate().skip(told.len()) {
            self.follow(line)
                .map_err(|error| Wrong::Differs(format!("event {index}, \"{line}\": {error}")))?;
        }
        Ok(())
    }

    /// Returns everything wrong with the moves: acknowledged ones must exist as requested, and there must be no others.
    /// Call this when all events are known.
    pub fn audit(&self) -> Vec<Wrong> {
        let mut wrongs: Vec<Wrong> =
            self.asked.iter().filter_map(|asked| self.audit_request(asked)).collect();
        let moves = (0..self.seq()).filter_map(|seq| Some((seq, self.move_at(seq)?)));
        let unasked = moves.filter(|(_, ply)| self.asked.iter().all(|asked| asked.ply != *ply));
        wrongs.extend(unasked.map(|(seq, ply)| {
            Wrong::Doubled(format!("nobody asked for event {seq}, a move at ply {ply}"))
        }));
        wrongs
    }

    fn audit_request(&self, asked: &RequestedMove) -> Option<Wrong> {
        let seq = asked.acknowledged?;
        let RequestedMove { side, ply, text, .. } = asked;
        if self.move_at(seq) != Some(*ply) {
            let line = self.log.lines().get(seq as usize);
            return Some(Wrong::Lost(format!(
                "{side}'s {text} at ply {ply} was acknowledged as event {seq}, which is {line:?}"
            )));
        }
        let game = self.log.table().game();
        let before = game.position_after(*ply)?;
        let played = game.history().nth(*ply)?;
        match before.parse_move(text) {
            Ok(mv) if mv == *played && before.turn() == *side => None,
            _ => Some(Wrong::Differs(format!(
                "{side} asked for {text} at ply {ply}; {} was played",
                before.text(played)
            ))),
        }
    }
}

fn position(log: &Log) -> (usize, String) {
    let table = log.table();
    (table.moves().len(), format!("{:016x}", table.game().position().hash()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbiter::{Event, Terms, Time};
    use draughts::Variant;

    fn server() -> Log {
        let mut log = Log::open(Terms::new(Variant::American.into(), 1), Time(0)).unwrap();
        for side in Color::BOTH {
            log.record(&Event::Join { side, name: side.to_string() }, Time(1)).unwrap();
        }
        log
    }

    fn play(log: &mut Log, text: &str) -> ServerEvent {
        let side = log.table().game().position().turn();
        let at = Time(log.table().last_event().0 + 10);
        let mv = Event::Move { side, text: text.to_owned(), lag: 0 };
        let line = log.record(&mv, at).unwrap().to_owned();
        ServerEvent { stand: stand(log), line }
    }

    fn stand(log: &Log) -> Stand {
        let (ply, hash) = position(log);
        let (seq, turn) = (log.lines().len() as u64, log.table().game().position().turn());
        Stand { seq, ply, hash, on: true, over: false, turn, legal: Vec::new() }
    }

    fn started() -> (Log, SeenGame, [Viewer; 2]) {
        let log = server();
        let mut record = SeenGame::open(&log.text()).unwrap();
        let viewers = [record.enter(), record.enter()];
        for viewer in viewers {
            record.stands(viewer, &stand(&log)).unwrap();
        }
        (log, record, viewers)
    }

    #[test]
    fn a_game_that_is_as_it_should_be() {
        let (mut log, mut record, [anna, bo]) = started();
        record.asks(Color::Black, 0, "11-15");
        let told = play(&mut log, "11-15");
        assert!(record.saw(bo, &told).unwrap().is_some());
        assert_eq!(record.behind(), 1);
        assert!(record.saw(anna, &told).unwrap().is_some());
        assert!(record.acknowledged(Color::Black, 0, 4).unwrap().is_some());
        assert_eq!(record.acknowledged(Color::Black, 0, 4), Ok(None), "repeated");
        record.compare(&log.text(), record.seq()).unwrap();
        assert_eq!((record.behind(), record.audit()), (0, vec![]));
        assert_eq!(record.fingerprint(), log.fingerprint());
    }

    #[test]
    fn events_that_are_not_the_next() {
        let (mut log, mut record, [anna, bo]) = started();
        let [first, second] = ["11-15", "22-18"].map(|text| play(&mut log, text));
        assert_eq!(record.saw(anna, &second), Err(Wrong::OutOfOrder { seq: 5, expected: 4 }));
        record.saw(anna, &first).unwrap();
        assert!(matches!(record.saw(anna, &first), Err(Wrong::Doubled(_))));
        assert!(matches!(record.welcomed(anna, 4), Err(Wrong::Lost(_))));
        let mut other = server();
        let forged = play(&mut other, "9-13");
        assert!(matches!(record.saw(bo, &forged), Err(Wrong::Differs(_))), "not what anna saw");
        let wrong = ServerEvent { line: second.line.replace("22-18", "22-17"), ..second.clone() };
        assert!(matches!(record.saw(anna, &wrong), Err(Wrong::Differs(_))), "forged");
    }

    #[test]
    fn a_position_that_is_not_what_the_moves_lead_to() {
        let (mut log, mut record, [anna, bo]) = started();
        let mut told = play(&mut log, "11-15");
        told.stand.hash = "0".repeat(16);
        assert!(matches!(record.saw(anna, &told), Err(Wrong::Differs(_))));
        let later = Stand { ply: 7, ..stand(&log) };
        assert!(matches!(record.stands(bo, &later), Err(Wrong::Differs(_))));
    }

    #[test]
    fn moves_that_are_lost_doubled_or_others() {
        let (mut log, mut record, [anna, _]) = started();
        record.asks(Color::Black, 0, "11-15");
        record.acknowledged(Color::Black, 0, 4).unwrap();
        assert!(matches!(record.audit()[..], [Wrong::Lost(_)]), "acknowledged and not there");
        let told = play(&mut log, "9-13");
        record.saw(anna, &told).unwrap();
        assert!(matches!(record.audit()[..], [Wrong::Differs(_)]), "another move was played");
        let unasked = play(&mut log, "22-18");
        record.saw(anna, &unasked).unwrap();
        assert!(matches!(record.audit()[..], [_, Wrong::Doubled(_)]), "nobody asked for it");
        assert!(matches!(record.acknowledged(Color::Black, 0, 5), Err(Wrong::Doubled(_))));
        let known = record.seq();
        assert!(matches!(record.compare(&server().text(), known), Err(Wrong::Lost(_))));
        assert_eq!(record.compare(&server().text(), 4), Ok(()), "it was asked before the moves");
    }

    #[test]
    fn a_move_counts_as_disturbed_when_a_player_was_away() {
        let (mut log, mut record, [anna, bo]) = started();
        record.asks(Color::Black, 0, "11-15");
        record.player_left();
        let told = play(&mut log, "11-15");
        assert!(record.saw(anna, &told).unwrap().unwrap().disturbed);
        record.player_returned();
        record.saw(bo, &told).unwrap();
        record.asks(Color::White, 1, "22-18");
        let told = play(&mut log, "22-18");
        assert!(!record.saw(anna, &told).unwrap().unwrap().disturbed);
    }
}
