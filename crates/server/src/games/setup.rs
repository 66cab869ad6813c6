//! New games: created by a player, imported, or agreed on as a rematch.

use super::{Games, LONGEST_LOG, due, is_full, summary};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::size_of_game;
use crate::import::{EFFORT, Opened, too_many_captures};
use crate::live_game::State;
use crate::names::GuestName;
use crate::people::Person;
use crate::seats::{Requester, Seat, SeatedAccount, Seats, digest, new_key, new_name, next_name};
use crate::store::{Append, StoreError, Summary};
use crate::time::{now, now_after};
use crate::words::Phrase;
use arbiter::{Event, Log, Terms, Time};
use draughts::{Color, within};
use std::net::IpAddr;

/// The maximum lag compensation per move, in milliseconds.
const LAG_CAP: u64 = 500;

/// A new game, with its keys.
#[derive(Clone, Debug)]
pub struct Created {
    /// The id of the game.
    pub id: String,
    /// The key to the host's seat; to both seats in a game on one device.
    pub key: String,
    /// The invitation to the other seat, for a friend.
    pub invitation: Option<String>,
}

/// The settings of a new game.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The terms.
    pub terms: Terms,
    /// The opponent.
    pub opponent: Opponent,
    /// The names of guests: the creator's and, on one device, the other side's.
    pub guests: [Option<GuestName>; 2],
    /// Whether it appears in public lists.
    pub public: bool,
    /// The creator's account.
    pub host: Option<SeatedAccount>,
    /// Whether the result changes ratings.
    pub rated: bool,
}

/// A request to take a seat.
#[derive(Clone, Debug)]
pub struct JoinRequest {
    /// The invitation; empty for an open game.
    pub invitation: String,
    /// The name of a guest.
    pub name: Option<GuestName>,
    /// The new key for the seat.
    pub key: String,
    /// The account, if any.
    pub person: Option<Person>,
}

/// The opponent in a new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Both sides are played on this device.
    Here,
    /// The computer, at a level.
    Computer(u8),
    /// A person with the invitation.
    Friend,
    /// The first to join.
    Anybody,
}

impl Opponent {
    /// Whether another person will join.
    fn comes(self) -> bool {
        matches!(self, Self::Friend | Self::Anybody)
    }
}

impl Games {
    /// Creates a game and seats the players.
    pub async fn create(&self, setup: Setup, who: &Requester) -> Result<Created, ApiError> {
        let Setup { mut terms, opponent, guests, public, host: account, rated } = setup;
        let key = new_key().map_err(no_chance)?;
        let invitation = match opponent {
            Opponent::Friend => Some(new_key().map_err(no_chance)?),
            Opponent::Here | Opponent::Computer(_) | Opponent::Anybody => None,
        };
        terms.lag_cap = if opponent.comes() { LAG_CAP } else { 0 };
        let at = now();
        let open = move || Log::open(terms.clone(), at);
        let log = self.pool.soon(who.address, Task::Position, open).await?;
        let mut log = log.map_err(ApiError::Terms)?;
        let host = log.table().host_color();
        let other = match (opponent, &invitation) {
            (Opponent::Computer(level), _) => Seat::Computer(level),
            (Opponent::Anybody, _) => Seat::Open,
            (_, Some(invitation)) => Seat::Invited(digest(invitation)),
            _ => Seat::Person(digest(&key)),
        };
        let seat = Seat::Person(digest(&key));
        let on_one_device = opponent == Opponent::Here;
        let other_account = account.clone().filter(|_| on_one_device);
        let mut seats = Seats::new(seat.clone(), seat).with(!host, other);
        seats = seats.with_person(host, account).with_person(!host, other_account);
        let [host_name, other_name] = guests;
        seats = seats.with_guest(host, host_name).with_guest(!host, other_name);
        seats.rated = rated;
        seat_players(&mut log, &seats, [host, !host], at)?;
        let id = new_name().map_err(no_chance)?;
        if opponent == Opponent::Anybody {
            self.may_wait(who, &id).await?;
        }
        self.may_keep(who, &log)?;
        self.keep(&id, &log, &seats, (at, public)).await?;
        Ok(Created { id, key, invitation })
    }

    /// Charges a new game and its log to the quotas of its creator.
    fn may_keep(&self, who: &Requester, log: &Log) -> Result<(), ApiError> {
        self.quotas.game(who)?;
        let stored = self.quotas.store(who.address, size_of_game(log.lines()));
        if stored.is_err() {
            self.quotas.no_game(who);
        }
        stored
    }

    /// Stores an imported game with its annotations. Whoever has the key may continue it for both sides.
    pub async fn import(&self, opened: Opened, who: &Requester) -> Result<Created, ApiError> {
        self.keep_record(opened, who, None).await
    }

    /// The same for a game of a user's library, which appears in no other list.
    pub async fn add_to_library(
        &self,
        opened: Opened,
        who: &Requester,
    ) -> Result<Created, ApiError> {
        let owner = who.person.as_ref().map(|person| SeatedAccount {
            id: person.id.clone(),
            name: person.name.clone(),
            rating: None,
            provisional: true,
        });
        self.keep_record(opened, who, Some(owner)).await
    }

    async fn keep_record(
        &self,
        opened: Opened,
        who: &Requester,
        library: Option<Option<SeatedAccount>>,
    ) -> Result<Created, ApiError> {
        let Opened { mut log, annotations } = opened;
        let text = log.text();
        let replay = move || within(EFFORT, || arbiter::replay(&text).map(drop));
        let replayed = self.pool.soon(who.address, Task::Games, replay).await?;
        let replayed = replayed.map_err(|_| ApiError::Unreadable(Box::new(too_many_captures())))?;
        replayed.map_err(|error| ApiError::Damaged(error.to_string()))?;
        // The final event has extra room.
        let ended = usize::from(log.table().ending().is_some());
        if log.lines().len() > LONGEST_LOG + ended {
            return Err(ApiError::TooLong);
        }
        if log.table().last_event() > now() {
            return Err(ApiError::Unreadable(Box::new(Phrase::new("import.future"))));
        }
        let key = new_key().map_err(no_chance)?;
        let is_public = library.is_none();
        let seats = seats_of_record(&log, &key, library.flatten());
        // However old the game is, it is new here.
        let last = log.table().last_event();
        let at = now_after(last);
        if is_full(&log) {
            log.record(&Event::Close, at).map_err(ApiError::Refused)?;
        } else if log.table().running().is_some() {
            let time = at.since(last);
            log.record(&Event::Credit { time }, at).map_err(ApiError::Refused)?;
        }
        let id = new_name().map_err(no_chance)?;
        self.may_keep(who, &log)?;
        if let Some(text) = &annotations {
            self.quotas.store(who.address, text.len())?;
            self.keep_annotations(&id, text).await?;
        }
        let kept = self.keep(&id, &log, &seats, (at, is_public)).await;
        if kept.is_err() && annotations.is_some() {
            self.drop_annotations(&id).await;
        }
        kept?;
        Ok(Created { id, key, invitation: None })
    }

    /// Stores a new game.
    async fn keep(
        &self,
        id: &str,
        log: &Log,
        seats: &Seats,
        (at, public): (Time, bool),
    ) -> Result<(), ApiError> {
        let append = Append {
            summary: Summary { updated: at.0, ..summary(id, log, seats) },
            seats: Some(seats.clone()),
            due: due(log, seats),
            public,
            open: seats.is_open(),
            seq: 0,
            lines: log.lines().iter().map(|line| (line.clone(), None)).collect(),
        };
        self.note(id, seats, at).await?;
        Ok(self.uptime.ask(self.store.append(append)).await?)
    }

    /// Creates the rematch that both players agreed on, with the same keys, unless it exists. Whoever accepted was
    /// charged for a game and is charged for its lines.
    pub async fn set_up_next(&self, state: &State, payer: Option<IpAddr>) -> Result<(), ApiError> {
        let table = state.log.table();
        let (Some(terms), Some(id)) = (table.rematch_terms(), next(state)) else { return Ok(()) };
        if self.store.load(&id).await?.is_some() {
            return Ok(());
        }
        let at = now();
        let seats = Seats { score: state.score(), ..Seats::clone(&state.seats) };
        let seats = self.people.seated_again(seats.swapped(), &terms, at.0).await?;
        let mut log = Log::open(terms, at).map_err(ApiError::Terms)?;
        seat_players(&mut log, &seats, Color::BOTH, at)?;
        self.quotas.stored(payer, size_of_game(log.lines()));
        match self.keep(&id, &log, &seats, (at, state.public)).await {
            Err(ApiError::Store(StoreError::Conflict)) => Ok(()),
            kept => kept,
        }
    }
}

/// The seats of an imported game: one key opens both, and so does the account that has it in its library.
fn seats_of_record(log: &Log, key: &str, owner: Option<SeatedAccount>) -> Seats {
    let seat = Seat::Person(digest(key));
    let name = |side| log.table().name(side).map(|name| GuestName::Own(name.to_owned()));
    // The account keeps the record but played neither side.
    let unnamed = owner.as_ref().map(|_| GuestName::Side);
    let [white, black] = Color::BOTH.map(|side| name(side).or(unnamed.clone()));
    Seats::new(seat.clone(), seat)
        .with_person(Color::White, owner.clone())
        .with_person(Color::Black, owner)
        .with_guest(Color::White, white)
        .with_guest(Color::Black, black)
}

/// Logs the players who took these seats, in this order.
fn seat_players(log: &mut Log, seats: &Seats, sides: [Color; 2], at: Time) -> Result<(), ApiError> {
    for side in sides {
        let Some(name) = seats.log_name(side) else { continue };
        log.record(&Event::Join { side, name }, at).map_err(ApiError::Refused)?;
    }
    Ok(())
}

/// The id of the rematch, once both players have agreed on one.
pub fn next(state: &State) -> Option<String> {
    // A line ends with a checksum over the whole log up to it.
    state.log.rematch_line().map(next_name)
}

fn no_chance(error: getrandom::Error) -> ApiError {
    ApiError::Broken(error.to_string())
}
