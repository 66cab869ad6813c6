//! Presence in a game: by a connection to a server, or by requests.

use arbiter::{Phase, Table, Time, TimeControl};
use draughts::{ByColor, Color};
use std::collections::HashMap;
use wire::{ClaimableFrom, PresenceView};

/// Presence in a game, and since when each player has been away.
#[derive(Debug)]
pub struct Presence {
    /// The number of connections of each side.
    players: ByColor<u32>,
    watching: u32,
    /// The last request of a side without a connection here.
    asked: ByColor<Option<Time>>,
    /// When each side was last seen, here or elsewhere.
    seen: ByColor<Time>,
    /// Presence at other servers, by their ids, with its time.
    elsewhere: HashMap<String, ([u32; 3], Time)>,
    /// The presence of each side as last stored for other servers.
    noted: ByColor<Option<LastSeen>>,
    /// The servers from which each side reconnected here.
    moved: ByColor<Option<Moved>>,
}

/// A player's move from other servers to this one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The servers they were connected to.
    pub from: Vec<String>,
    /// When they moved.
    pub at: Time,
}

/// When a side was last seen at a server, and whether it is still connected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LastSeen {
    /// Whether it is still connected.
    pub there: bool,
    /// When it was last seen.
    pub at: Time,
}

/// How long a request without a connection, or another server's announcement, counts as presence, in milliseconds.
const HEARSAY: u64 = 25_000;
/// How often the presence of connected players is stored for other servers, in milliseconds.
const NOTED_EVERY: u64 = 10_000;

/// Whether viewers were told that a game can be claimed now or very soon, when in fact it is later.
pub fn is_early(said: &PresenceView, later: &PresenceView, now: Time) -> bool {
    /// The time until all viewers are updated, in milliseconds.
    const MOMENT: u64 = 3_000;
    let is_early = |said: Option<u64>, true_one: Option<u64>| {
        said.is_some_and(|said| said <= now.0 + MOMENT && true_one.is_none_or(|at| at > said))
    };
    is_early(said.gone.white, later.gone.white) || is_early(said.gone.black, later.gone.black)
}

impl Presence {
    /// Creates the presence of a game without connections.
    pub fn new(at: Time) -> Self {
        Self {
            players: ByColor::default(),
            watching: 0,
            asked: ByColor::default(),
            seen: ByColor::both(at),
            elsewhere: HashMap::new(),
            noted: ByColor::default(),
            moved: ByColor::default(),
        }
    }

    /// Notes where newly connected sides came from.
    fn note_arrival(&mut self, sides: &[Color], at: Time) {
        for side in sides {
            let index = *side as usize;
            if self.here()[index] > 0 {
                continue;
            }
            let there = self.elsewhere.iter().filter(|(_, (counts, _))| counts[index] > 0);
            let from: Vec<String> = there.map(|(server, _)| server.clone()).collect();
            self.moved[*side] = (!from.is_empty()).then_some(Moved { from, at });
        }
    }

    /// Returns which servers a side was connected to before it reconnected here.
    pub fn moved(&self, side: Color) -> Option<Moved> {
        self.moved[side].clone()
    }

    /// Counts a connection that acts for these sides.
    pub fn come(&mut self, sides: &[Color], at: Time) {
        if sides.is_empty() {
            self.watching += 1;
        }
        self.note_arrival(sides, at);
        for side in sides {
            self.players[*side] += 1;
        }
        self.note_seen(sides, at);
    }

    /// Counts a closed connection that acted for these sides.
    pub fn go(&mut self, sides: &[Color], at: Time) {
        if sides.is_empty() {
            self.watching -= 1;
        }
        for side in sides {
            self.players[*side] -= 1;
            // A side that disconnects is not present because of an earlier request.
            self.asked[*side] = None;
        }
        self.note_seen(sides, at);
    }

    /// Counts a request for these sides; returns whether the presence changes.
    pub fn ask(&mut self, sides: &[Color], at: Time) -> bool {
        let before = self.counts();
        self.note_arrival(sides, at);
        for side in sides {
            if self.players[*side] == 0 {
                self.asked[*side] = Some(at);
            }
        }
        self.note_seen(sides, at);
        self.counts() != before
    }

    /// Notes that these sides were seen, here or elsewhere.
    pub fn note_seen(&mut self, sides: &[Color], at: Time) {
        for side in sides {
            let seen = &mut self.seen[*side];
            *seen = at.max(*seen);
        }
    }

    /// Returns the numbers of connections at this server: White's, Black's, and spectators'.
    pub fn here(&self) -> [u32; 3] {
        let [white, black] = Color::BOTH.map(|side| match self.players[side] {
            0 => u32::from(self.asked[side].is_some()),
            connections => connections,
        });
        [white, black, self.watching]
    }

    /// Takes in another server's announcement; returns whether it is new.
    pub fn hear(&mut self, server: &str, there: [u32; 3], at: Time) -> bool {
        let before = self.counts();
        self.elsewhere.insert(server.to_owned(), (there, at));
        let was_or_is = |side: &Color| before[*side as usize] > 0 || there[*side as usize] > 0;
        let seen: Vec<Color> = Color::BOTH.into_iter().filter(was_or_is).collect();
        self.note_seen(&seen, at);
        self.counts() != before
    }

    /// Takes in what another server stored about a side; returns whether it is new. A later announcement takes
    /// precedence.
    pub fn read(&mut self, server: &str, side: Color, here: LastSeen, now: Time) -> bool {
        let before = self.counts();
        self.note_seen(&[side], here.at.min(now));
        let known = self.elsewhere.get(server).copied().unwrap_or_default();
        if here.at >= known.1 && now.since(here.at) < HEARSAY {
            let (mut there, _) = known;
            there[side as usize] = here.there.into();
            self.elsewhere.insert(server.to_owned(), (there, here.at));
        }
        self.counts() != before
    }

    /// Forgets outdated announcements and requests; returns whether the presence changes.
    pub fn forget(&mut self, at: Time) -> bool {
        let before = self.counts();
        let is_old = |time: Time| at.since(time) >= HEARSAY;
        self.elsewhere.retain(|_, (_, heard)| !is_old(*heard));
        for asked in [&mut self.asked.white, &mut self.asked.black] {
            *asked = asked.filter(|asked| !is_old(*asked));
        }
        self.counts() != before
    }

    /// Returns the presence of a side to store for other servers, unless it is up to date.
    pub fn to_note(&self, side: Color, now: Time) -> Option<LastSeen> {
        let there = self.here()[side as usize] > 0;
        let at = match self.players[side] {
            0 => self.seen[side],
            _ => now,
        };
        let here = LastSeen { there, at };
        match self.noted[side] {
            None => there.then_some(here),
            Some(noted) if noted.there != there => Some(here),
            Some(noted) => (there && at.since(noted.at) >= NOTED_EVERY).then_some(here),
        }
    }

    /// Notes that the presence of a side was stored.
    pub fn noted(&mut self, side: Color, here: LastSeen) {
        self.noted[side] = Some(here);
    }

    fn count(&self, index: usize) -> u32 {
        let elsewhere = self.elsewhere.values().map(|(counts, _)| counts[index]);
        self.here()[index].saturating_add(elsewhere.fold(0, u32::saturating_add))
    }

    fn counts(&self) -> [u32; 3] {
        [0, 1, 2].map(|index| self.count(index))
    }

    /// Whether each side is connected, White first.
    pub fn players(&self) -> [bool; 2] {
        [0, 1].map(|index| self.count(index) > 0)
    }

    /// Since when a side has been disconnected.
    pub fn away(&self, side: Color) -> Option<Time> {
        (self.count(side as usize) == 0).then_some(self.seen[side])
    }

    /// Returns when the opponent of a side may claim the game because of its absence. Absence counts only from
    /// `heard_since` on, the time since which presence is known at all servers.
    pub fn claimable_from(&self, side: Color, table: &Table, heard_since: Time) -> Option<Time> {
        let waits = patience(&table.terms().clock)?;
        let away = self.away(side).filter(|_| table.phase() == Phase::Playing)?;
        Some(Time(away.max(heard_since).0 + waits))
    }

    /// Returns the presence that viewers see; a seat that is not played from a device is never away.
    pub fn view(
        &self,
        table: &Table,
        heard_since: Time,
        may_go: impl Fn(Color) -> bool,
    ) -> PresenceView {
        let gone = |side| self.claimable_from(side, table, heard_since).filter(|_| may_go(side));
        let gone = |side| gone(side).map(|time: Time| time.0);
        PresenceView {
            white: self.count(0) > 0,
            black: self.count(1) > 0,
            watching: self.count(2),
            gone: ClaimableFrom { white: gone(Color::White), black: gone(Color::Black) },
        }
    }
}

/// How long a player may be away before the opponent can claim the game, in milliseconds: longer in slow games. In
/// correspondence games there is nothing to claim.
fn patience(control: &TimeControl) -> Option<u64> {
    const MINUTE: u64 = 60_000;
    match control {
        TimeControl::None => Some(5 * MINUTE),
        timed => timed.usual_time().map(|time| (time / 8).clamp(MINUTE / 2, 5 * MINUTE)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [Color; 1] = [Color::White];

    fn there(presence: &Presence) -> bool {
        presence.players()[0]
    }

    /// Issue 15.3: it is known which server a player was connected to when it died.
    #[test]
    fn who_comes_from_another_server() {
        let mut presence = Presence::new(Time(0));
        presence.come(&WHITE, Time(1));
        assert_eq!(presence.moved(Color::White), None, "from nowhere");
        presence.go(&WHITE, Time(2));
        presence.hear("other", [1, 0, 0], Time(3));
        presence.come(&WHITE, Time(4));
        let moved = Moved { from: vec!["other".to_owned()], at: Time(4) };
        assert_eq!(presence.moved(Color::White), Some(moved.clone()));
        presence.come(&WHITE, Time(5));
        assert_eq!(presence.moved(Color::White), Some(moved), "they are here already");
        assert_eq!(presence.moved(Color::Black), None);
    }

    /// Issue 15.4: requests count as presence for a while, without a connection.
    #[test]
    fn requests_are_signs_of_life() {
        let mut presence = Presence::new(Time(0));
        assert!(presence.ask(&WHITE, Time(1_000)) && there(&presence));
        assert!(!presence.forget(Time(HEARSAY)) && there(&presence));
        assert!(presence.forget(Time(1_000 + HEARSAY)) && !there(&presence));
        assert_eq!(presence.away(Color::White), Some(Time(1_000)));
        // A request over a connection ends with it.
        presence.come(&WHITE, Time(40_000));
        presence.ask(&WHITE, Time(40_001));
        presence.go(&WHITE, Time(40_002));
        assert_eq!(presence.away(Color::White), Some(Time(40_002)));
    }

    /// Issue 15.4: what another server stored counts like an announcement, until it announces otherwise.
    #[test]
    fn what_others_noted_is_a_sign_of_life() {
        let mut presence = Presence::new(Time(0));
        let noted = |there, at| LastSeen { there, at: Time(at) };
        assert!(presence.read("b", Color::White, noted(true, 5_000), Time(6_000)));
        assert!(there(&presence));
        assert!(presence.hear("b", [0, 0, 1], Time(7_000)));
        assert!(!there(&presence));
        assert_eq!(presence.away(Color::White), Some(Time(7_000)));
        assert!(!presence.read("b", Color::White, noted(true, 5_000), Time(8_000)), "that is old");
        assert!(!there(&presence));
        // A silent server counts as empty, but what it last saw still counts as seen.
        presence.read("c", Color::White, noted(true, 9_000), Time(90_000));
        assert_eq!(presence.away(Color::White), Some(Time(9_000)));
    }

    #[test]
    fn what_is_noted_is_noted_again_now_and_then() {
        let mut presence = Presence::new(Time(0));
        let side = Color::White;
        assert_eq!(presence.to_note(side, Time(1)), None, "nobody came");
        presence.come(&WHITE, Time(1));
        let here = presence.to_note(side, Time(2)).unwrap();
        assert_eq!(here, LastSeen { there: true, at: Time(2) });
        presence.noted(side, here);
        assert_eq!(presence.to_note(side, Time(NOTED_EVERY)), None);
        assert!(presence.to_note(side, Time(2 + NOTED_EVERY)).is_some());
        presence.go(&WHITE, Time(9));
        let gone = presence.to_note(side, Time(10)).unwrap();
        assert_eq!(gone, LastSeen { there: false, at: Time(9) });
        presence.noted(side, gone);
        assert_eq!(presence.to_note(side, Time(99_999)), None);
    }
}
