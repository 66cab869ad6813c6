//! Seats: who may act for which side.

use crate::error::ApiError;
use crate::names::{GuestName, normalised};
use crate::people::{PassKind, Person};
use draughts::Color;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use wire::{MatchScore, Player};

/// The credentials of a request to a game.
#[derive(Clone, Default, Debug)]
pub struct Requester {
    /// The game's key; empty if none.
    pub key: SeatKey,
    /// The account, if signed in.
    pub person: Option<Person>,
    /// The digest and kind of the session or token used.
    pub pass: Option<(String, PassKind)>,
    /// The address whose limits apply; `None` without limits.
    pub address: Option<IpAddr>,
}

impl Requester {
    /// Returns the requester, if they present a key or an account.
    pub fn shown(&self) -> Result<&Self, ApiError> {
        let shows_nothing = self.key == SeatKey::default() && self.person.is_none();
        if shows_nothing { Err(ApiError::NoKey) } else { Ok(self) }
    }

    /// Returns the account if it signed in with a session: API tokens must not manage access.
    pub fn owner(&self) -> Result<&Person, ApiError> {
        match &self.pass {
            Some((_, PassKind::Session)) => self.person(),
            _ => Err(ApiError::NotSignedIn),
        }
    }

    /// Returns the account that has signed in.
    pub fn person(&self) -> Result<&Person, ApiError> {
        self.person.as_ref().ok_or(ApiError::NotSignedIn)
    }
}

/// A key presented by a client, or none. Only digests of keys are kept.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct SeatKey(Option<String>);

impl SeatKey {
    /// Digests a key; none if empty.
    pub fn of(text: &str) -> Self {
        Self((!text.is_empty()).then(|| digest(text)))
    }

    /// The digest of the key.
    pub fn digest(&self) -> Option<&str> {
        self.0.as_deref()
    }

    fn is(&self, kept: &str) -> bool {
        self.0.as_deref() == Some(kept)
    }
}

/// Both seats of a game, as they are stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seats {
    /// White's.
    pub white: Seat,
    /// Black's.
    pub black: Seat,
    /// The accounts that may act for each side, White's first.
    #[serde(default)]
    pub people: [Option<SeatedAccount>; 2],
    /// The names of players without an account, White first.
    pub guests: [Option<GuestName>; 2],
    /// Whether the game is rated.
    #[serde(default)]
    pub rated: bool,
    /// The score of the earlier games in a series of rematches, by who plays which side now.
    #[serde(default)]
    pub score: MatchScore,
}

/// An account that has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatedAccount {
    /// The account.
    pub id: String,
    /// The name of the account.
    pub name: String,
    /// The account's rating at the time, in games of this kind.
    pub rating: Option<u32>,
    /// Whether that rating was provisional.
    pub provisional: bool,
}

/// The seat of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// A person with a key, by its digest.
    Person(String),
    /// An empty seat for whoever has an invitation, by its digest.
    Invited(String),
    /// An empty seat for the first to join.
    Open,
    /// The computer, at this level.
    Computer(u8),
}

impl Seats {
    /// Creates seats without accounts and names.
    pub fn new(white: Seat, black: Seat) -> Self {
        Self {
            white,
            black,
            people: [None, None],
            guests: [None, None],
            rated: false,
            score: MatchScore::default(),
        }
    }

    /// Parses stored seats.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Serialises the seats for storage.
    pub fn written(&self) -> String {
        serde_json::to_string(self).expect("seats are plain data")
    }

    /// Returns the player of a side.
    pub fn player(&self, side: Color) -> Player {
        let guest = |name: &str, like_account| {
            let name = Some(normalised(name));
            Player::Guest { name, like_account }
        };
        match (self.of(side), &self.guests[index(side)], self.person(side)) {
            (Seat::Computer(level), ..) => Player::Computer { level: *level },
            (Seat::Open | Seat::Invited(_), ..) | (Seat::Person(_), None, None) => Player::Nobody,
            (Seat::Person(_), None, Some(account)) => {
                Player::Account { name: account.name.clone() }
            }
            (Seat::Person(_), Some(GuestName::Side), _) => Player::Here,
            (Seat::Person(_), Some(GuestName::Unnamed), _) => {
                Player::Guest { name: None, like_account: false }
            }
            (Seat::Person(_), Some(GuestName::Own(name)), _) => guest(name, false),
            (Seat::Person(_), Some(GuestName::LikeAccount(name)), _) => guest(name, true),
        }
    }

    /// Returns the players, White first.
    pub fn players(&self) -> [Player; 2] {
        Color::BOTH.map(|side| self.player(side))
    }

    /// The player's name in the log, which is read by people and other programs.
    pub fn log_name(&self, side: Color) -> Option<String> {
        match (self.of(side), &self.guests[index(side)], self.person(side)) {
            (Seat::Computer(level), ..) => Some(format!("Computer, level {level}")),
            (Seat::Open | Seat::Invited(_), ..) => None,
            (Seat::Person(_), Some(name), _) => Some(name.log_name(side)),
            (Seat::Person(_), None, account) => account.map(|account| account.name.clone()),
        }
    }

    /// The account that may act for a side.
    pub fn person(&self, side: Color) -> Option<&SeatedAccount> {
        self.people[index(side)].as_ref()
    }

    /// Returns the account that plays a side.
    pub fn account(&self, side: Color) -> Option<&SeatedAccount> {
        self.person(side).filter(|_| self.guests[index(side)].is_none())
    }

    /// Sets the account of a side.
    pub fn with_person(mut self, side: Color, account: Option<SeatedAccount>) -> Self {
        self.people[index(side)] = account;
        self
    }

    /// Sets the guest of a side.
    pub fn with_guest(mut self, side: Color, name: Option<GuestName>) -> Self {
        self.guests[index(side)] = name;
        self
    }

    /// Returns the seat of a side.
    pub fn of(&self, side: Color) -> &Seat {
        match side {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    /// Replaces the seat of a side.
    pub fn with(self, side: Color, seat: Seat) -> Self {
        match side {
            Color::White => Self { white: seat, ..self },
            Color::Black => Self { black: seat, ..self },
        }
    }

    /// Swaps the sides.
    pub fn swapped(self) -> Self {
        let Self { white, black, mut people, mut guests, rated, score } = self;
        people.reverse();
        guests.reverse();
        Self { white: black, black: white, people, guests, rated, score: score.swapped() }
    }

    /// Whether one key opens both seats: a game on one device, or an imported one.
    pub fn share_key(&self) -> bool {
        matches!((&self.white, &self.black), (Seat::Person(white), Seat::Person(black)) if white == black)
    }

    /// Whether a seat is open to anybody.
    pub fn is_open(&self) -> bool {
        Color::BOTH.into_iter().any(|side| *self.of(side) == Seat::Open)
    }

    /// The side whose empty seat this invitation is for, or an open one.
    pub fn invited(&self, invitation: &str) -> Option<Color> {
        let waits = |side: &Color| match self.of(*side) {
            Seat::Open => true,
            Seat::Invited(kept) => *kept == digest(invitation),
            Seat::Person(_) | Seat::Computer(_) => false,
        };
        Color::BOTH.into_iter().find(waits)
    }

    /// Whether the requester may act for a side, by key or by account.
    pub fn opens(&self, side: Color, who: &Requester) -> bool {
        let Seat::Person(kept) = self.of(side) else { return false };
        let is_theirs = match (self.person(side), &who.person) {
            (Some(account), Some(person)) => account.id == person.id,
            _ => false,
        };
        is_theirs || who.key.is(kept)
    }

    /// Whether a key opens a seat.
    pub fn has_key(&self, key: &SeatKey) -> bool {
        let opens = |seat: &Seat| matches!(seat, Seat::Person(kept) if key.is(kept));
        opens(&self.white) || opens(&self.black)
    }

    /// The sides that the requester may act for.
    pub fn sides(&self, who: &Requester) -> Vec<Color> {
        Color::BOTH.into_iter().filter(|side| self.opens(*side, who)).collect()
    }
}

/// Returns the index of a side in arrays, White first.
fn index(side: Color) -> usize {
    usize::from(side == Color::Black)
}

/// Creates a random key: 128 bits in hexadecimal.
pub fn new_key() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(hex::encode(bytes))
}

/// Creates a random game id, short enough for links.
pub fn new_name() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes)?;
    Ok(letters(&bytes))
}

/// The id of a rematch, derived from this fingerprint of the previous game, so that all servers agree on it.
pub fn next_name(fingerprint: &str) -> String {
    letters(&Sha256::digest(format!("next {fingerprint}"))[..10])
}

fn letters(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// Returns the digest of a key.
pub fn digest(key: &str) -> String {
    hex::encode(Sha256::digest(key))
}
