//! Who is connected to a game.

use arbiter::{Phase, Table, Time, TimeControl};
use draughts::Color;
use serde::Serialize;
use std::collections::HashMap;

/// Who is connected to a game, and since when a player is not.
#[derive(Debug)]
pub struct Presence {
    /// Connections of each side, White's first.
    players: [u32; 2],
    watching: u32,
    /// Since when a side has no connection.
    away: [Time; 2],
    /// Whether a side has ever been connected to this server.
    came: [bool; 2],
    /// The connections to other servers, by their names, and when they were last told.
    elsewhere: HashMap<String, ([u32; 3], Time)>,
}

/// How long the word of another server counts, in milliseconds.
const HEARSAY: u64 = 25_000;

/// What viewers are told about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PresenceView {
    white: bool,
    black: bool,
    /// How many look on.
    watching: u32,
    /// For each side that is away, from when on the other may claim the game.
    gone: Gone,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
struct Gone {
    #[serde(skip_serializing_if = "Option::is_none")]
    white: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    black: Option<u64>,
}

impl Presence {
    /// Nobody is there.
    pub fn new(at: Time) -> Self {
        Self {
            players: [0; 2],
            watching: 0,
            away: [at; 2],
            came: [false; 2],
            elsewhere: HashMap::new(),
        }
    }

    /// Somebody who acts for these sides comes.
    pub fn come(&mut self, sides: &[Color]) {
        match sides {
            [] => self.watching += 1,
            _ => sides.iter().for_each(|side| {
                self.players[*side as usize] += 1;
                self.came[*side as usize] = true;
            }),
        }
    }

    /// Somebody who came goes.
    pub fn go(&mut self, sides: &[Color], at: Time) {
        if sides.is_empty() {
            self.watching -= 1;
        }
        for side in sides {
            self.players[*side as usize] -= 1;
        }
        self.note_absence(sides, at);
    }

    fn note_absence(&mut self, sides: &[Color], at: Time) {
        for side in sides {
            if self.count(*side as usize) == 0 {
                self.away[*side as usize] = at;
            }
        }
    }

    /// Connections here: of White, of Black, of others.
    pub fn here(&self) -> [u32; 3] {
        [self.players[0], self.players[1], self.watching]
    }

    /// Another server says who is there; whether that is news.
    pub fn hear(&mut self, server: &str, there: [u32; 3], at: Time) -> bool {
        let before = self.counts();
        if there == [0; 3] {
            self.elsewhere.remove(server);
        } else {
            self.elsewhere.insert(server.to_owned(), (there, at));
        }
        self.note_changes(before, at)
    }

    /// Forgets servers that have not been heard for long; whether that is news.
    pub fn forget(&mut self, at: Time) -> bool {
        let before = self.counts();
        self.elsewhere.retain(|_, (_, heard)| at.since(*heard) < HEARSAY);
        self.note_changes(before, at)
    }

    fn note_changes(&mut self, before: [u32; 3], at: Time) -> bool {
        let left = Color::BOTH.map(|side| before[side as usize] > 0).into_iter().zip(Color::BOTH);
        let left: Vec<Color> = left.filter_map(|(was, side)| was.then_some(side)).collect();
        self.note_absence(&left, at);
        self.counts() != before
    }

    fn count(&self, index: usize) -> u32 {
        let elsewhere = self.elsewhere.values().map(|(counts, _)| counts[index]);
        self.here()[index].saturating_add(elsewhere.fold(0, u32::saturating_add))
    }

    fn counts(&self) -> [u32; 3] {
        [0, 1, 2].map(|index| self.count(index))
    }

    /// Whether somebody is there for each side, White's first.
    pub fn players(&self) -> [bool; 2] {
        [0, 1].map(|index| self.count(index) > 0)
    }

    /// Since when nobody has been there for a side.
    pub fn away(&self, side: Color) -> Option<Time> {
        (self.count(side as usize) == 0).then_some(self.away[side as usize])
    }

    /// Whether a side has ever been connected to this server.
    pub fn has_been_here(&self, side: Color) -> bool {
        self.came[side as usize]
    }

    /// From when on the opponent of a side may claim the game, because nobody is there to play it.
    pub fn gone(&self, side: Color, table: &Table) -> Option<Time> {
        let waits = patience(&table.terms().clock)?;
        let away = self.away(side).filter(|_| table.phase() == Phase::Playing)?;
        Some(Time(away.0 + waits))
    }

    /// What viewers are told; a seat that nobody plays from a device has no need to be there.
    pub fn view(&self, table: &Table, may_go: impl Fn(Color) -> bool) -> PresenceView {
        let gone = |side| self.gone(side, table).filter(|_| may_go(side)).map(|time| time.0);
        PresenceView {
            white: self.count(0) > 0,
            black: self.count(1) > 0,
            watching: self.count(2),
            gone: Gone { white: gone(Color::White), black: gone(Color::Black) },
        }
    }
}

/// How long a player may be away before the opponent can claim the game, in milliseconds: slow games can
/// wait longer. Where days are given for a move there is nothing to claim.
fn patience(control: &TimeControl) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    let time = match control {
        TimeControl::None => return Some(5 * MINUTE),
        TimeControl::Correspondence { .. } => return None,
        TimeControl::Stages { stages, .. } => {
            stages.first().map_or(0, |stage| stage.time + 40 * stage.bonus.time())
        }
        TimeControl::Byoyomi { main, period, .. } => main + 40 * period,
        TimeControl::Hourglass { time } => *time,
    };
    Some((time / 8).clamp(MINUTE / 2, 5 * MINUTE))
}
