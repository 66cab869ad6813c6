//! The practice positions of an account, in the store.

use super::card::{Card, USUAL_DAILY, merged};
use crate::error::ApiError;
use crate::people::Person;
use crate::store::{SqlChange, Store, StoreError, Value, columns};
use wire::{CardName, CardState, ZoneOffset};

/// The maximum number of positions per account.
pub const MOST_CARDS: u64 = 5_000;
/// How many ids of removed positions are kept, so that they do not come back.
const MOST_REMOVED: u64 = 5_000;

/// The columns of a position, in the order that [`Row::read`] expects.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT game, ply, due, first_day, last_day, stability, difficulty, again, answers, \
             removed FROM cards WHERE person = $1 ",
            $rest
        )
    };
}

/// The account must still exist and have room for another position.
const ADD: &str = "INSERT INTO cards
    (person, game, ply, due, first_day, last_day, stability, difficulty, again, answers, removed)
    SELECT $1, $2, CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS BIGINT),
        CAST($7 AS DOUBLE PRECISION), CAST($8 AS DOUBLE PRECISION), CAST($9 AS BIGINT), 0,
        CAST($10 AS BIGINT)
    WHERE EXISTS (SELECT id FROM people WHERE id = $1)
        AND (SELECT count(*) FROM cards WHERE person = $1 AND removed = 0) < CAST($11 AS BIGINT)
    ON CONFLICT DO NOTHING";
/// Changes nothing if another window's answer came first.
const CHANGE: &str = "UPDATE cards SET due = $1, first_day = $2, last_day = $3, stability = $4,
    difficulty = $5, again = $6, answers = answers + 1
    WHERE person = $7 AND game = $8 AND ply = $9 AND answers = $10 AND removed = 0";
const REMOVE: &str = "UPDATE cards SET removed = 1, again = 0
    WHERE person = $1 AND game = $2 AND ply = $3 AND removed = 0";
/// Forgets the ids removed longest ago.
const FORGET: &str = "DELETE FROM cards WHERE person = $1 AND removed = 1 AND due <
    (SELECT due FROM cards WHERE person = $1 AND removed = 1
        ORDER BY due DESC LIMIT 1 OFFSET $2)";

/// A row of the table.
struct Row {
    card: Card,
    answers: u64,
    is_removed: bool,
}

impl Row {
    fn read(row: Vec<Value>) -> Result<Self, StoreError> {
        let [game, ply, due, first, last, stability, difficulty, again, answers, removed] =
            columns(row)?;
        let state = CardState {
            due: small(&due)?,
            first: day(&first)?,
            last: day(&last)?,
            stability: stability.real()?,
            difficulty: difficulty.real()?,
            again: again.number()? == 1,
        };
        let name = CardName { game: game.text()?, ply: small(&ply)? };
        let card = Card { name, state };
        Ok(Self { card, answers: answers.number()?, is_removed: removed.number()? == 1 })
    }
}

fn small(value: &Value) -> Result<u32, StoreError> {
    let number = value.number()?;
    u32::try_from(number).map_err(|_| StoreError::Damaged(format!("there is no day {number}")))
}

fn day(value: &Value) -> Result<Option<u32>, StoreError> {
    if *value == Value::Nothing { Ok(None) } else { small(value).map(Some) }
}

/// An account's daily limit, and the time zone of its last answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Habits {
    /// The daily limit.
    pub daily: u32,
    /// The time zone.
    pub zone: ZoneOffset,
}

/// The positions of an account.
pub struct Deck<'a> {
    store: &'a dyn Store,
    person: &'a Person,
}

impl<'a> Deck<'a> {
    /// Opens the positions of an account.
    pub fn of(store: &'a dyn Store, person: &'a Person) -> Self {
        Self { store, person }
    }

    fn id(&self) -> Value {
        self.person.id.as_str().into()
    }

    async fn rows(
        &self,
        question: &'static str,
        values: impl IntoIterator<Item = Value>,
    ) -> Result<Vec<Row>, StoreError> {
        let values = [self.id()].into_iter().chain(values).collect();
        self.store.rows(question, values).await?.into_iter().map(Row::read).collect()
    }

    /// Returns all positions but the removed ones.
    pub async fn cards(&self) -> Result<Vec<Card>, ApiError> {
        let rows = self.rows(select!("AND removed = 0 LIMIT $2"), [MOST_CARDS.into()]).await?;
        Ok(rows.into_iter().map(|row| row.card).collect())
    }

    /// Returns those due on a day or answered on it.
    pub async fn cards_of(&self, today: u32) -> Result<Vec<Card>, ApiError> {
        let question = select!("AND removed = 0 AND (due <= $2 OR last_day = $3) LIMIT $4");
        let values = [u64::from(today).into(), u64::from(today).into(), MOST_CARDS.into()];
        Ok(self.rows(question, values).await?.into_iter().map(|row| row.card).collect())
    }

    async fn row(&self, name: &CardName) -> Result<Option<Row>, ApiError> {
        let [game, ply] = values(name);
        Ok(self.rows(select!("AND game = $2 AND ply = $3"), [game, ply]).await?.pop())
    }

    /// Adds positions of one game; returns how many are new. Fails if there is not enough room.
    pub async fn add(&self, cards: &[Card]) -> Result<usize, ApiError> {
        let Some(game) = cards.first().map(|card| card.name.game.as_str()) else { return Ok(0) };
        let known = self.rows(select!("AND game = $2"), [game.into()]).await?;
        let is_known = |card: &&Card| known.iter().any(|row| row.card.name == card.name);
        let new: Vec<&Card> = cards.iter().filter(|card| !is_known(card)).collect();
        self.insert(new.iter().map(|card| (*card, false))).await?;
        Ok(new.len())
    }

    /// Stores new positions, each with whether it was removed. All or none.
    async fn insert<'c>(
        &self,
        cards: impl Iterator<Item = (&'c Card, bool)>,
    ) -> Result<(), ApiError> {
        let changes: Vec<SqlChange> =
            cards.map(|(card, is_removed)| self.adding(card, is_removed)).collect();
        let live = changes.iter().filter(|change| change.1[9] == Value::Number(0)).count() as u64;
        if changes.is_empty() {
            return Ok(());
        }
        let question = "SELECT count(*) FROM cards WHERE person = $1 AND removed = 0";
        let [count] = columns(self.store.rows(question, vec![self.id()]).await?.concat())?;
        if live > 0 && count.number()? + live > MOST_CARDS {
            return Err(ApiError::TooManyCards);
        }
        self.store.change(changes).await?;
        Ok(())
    }

    fn adding(&self, Card { name, state }: &Card, is_removed: bool) -> SqlChange {
        let [game, ply] = values(name);
        let [due, first, last, stability, difficulty, again] = state_values(state);
        let removed = u64::from(is_removed).into();
        // The ids of removed positions do not count towards the limit.
        let room = if is_removed { u64::MAX } else { MOST_CARDS };
        let values = vec![
            self.id(),
            game,
            ply,
            due,
            first,
            last,
            stability,
            difficulty,
            again,
            removed,
            room.into(),
        ];
        SqlChange(ADD, values)
    }

    /// Finds a position, unless it was removed.
    pub async fn find(&self, name: &CardName) -> Result<Option<CardState>, ApiError> {
        let row = self.row(name).await?.filter(|row| !row.is_removed);
        Ok(row.map(|row| row.card.state))
    }

    /// Changes a position, rereading it if another window has changed it meanwhile.
    pub async fn change(
        &self,
        name: &CardName,
        change: impl Fn(CardState) -> CardState,
    ) -> Result<CardState, ApiError> {
        /// More windows than anybody has.
        const TRIES: usize = 5;
        for _ in 0..TRIES {
            let row = self.row(name).await?.filter(|row| !row.is_removed);
            let row = row.ok_or(ApiError::NoPage)?;
            let state = change(row.card.state);
            if self.store.change(vec![self.changing(name, &state, row.answers)]).await? == [1] {
                return Ok(state);
            }
        }
        Err(ApiError::Busy)
    }

    fn changing(&self, name: &CardName, state: &CardState, answers: u64) -> SqlChange {
        let [game, ply] = values(name);
        let mut values = state_values(state).to_vec();
        values.extend([self.id(), game, ply, answers.into()]);
        SqlChange(CHANGE, values)
    }

    /// Removes a position permanently.
    pub async fn remove(&self, name: &CardName) -> Result<(), ApiError> {
        let [game, ply] = values(name);
        let remove = SqlChange(REMOVE, vec![self.id(), game, ply]);
        let forget = SqlChange(FORGET, vec![self.id(), MOST_REMOVED.into()]);
        match self.store.change(vec![remove, forget]).await?[..] {
            [0, _] => Err(ApiError::NoPage),
            _ => Ok(()),
        }
    }

    /// Merges positions that a browser kept, each with whether it was removed there. For those already here, the later
    /// answer wins.
    pub async fn merge(&self, cards: &[(Card, bool)]) -> Result<(), ApiError> {
        let known = self.rows(select!(""), []).await?;
        let (mut new, mut changes) = (Vec::new(), Vec::new());
        for (card, is_removed) in cards {
            match known.iter().find(|row| row.card.name == card.name) {
                None => new.push((card, *is_removed)),
                Some(row) if row.is_removed => {}
                Some(_) if *is_removed => {
                    let [game, ply] = values(&card.name);
                    changes.push(SqlChange(REMOVE, vec![self.id(), game, ply]));
                }
                Some(row) => {
                    let state = merged(row.card.state, card.state);
                    if state != row.card.state {
                        changes.push(self.changing(&card.name, &state, row.answers));
                    }
                }
            }
        }
        self.insert(new.into_iter()).await?;
        if !changes.is_empty() {
            self.store.change(changes).await?;
        }
        Ok(())
    }

    /// Returns the account's choices.
    pub async fn habits(&self) -> Result<Habits, ApiError> {
        let question = "SELECT daily, zone FROM practice WHERE person = $1";
        let Some(row) = self.store.rows(question, vec![self.id()]).await?.pop() else {
            return Ok(Habits { daily: USUAL_DAILY, zone: ZoneOffset::default() });
        };
        let [daily, zone] = columns(row)?;
        let zone = ZoneOffset::try_from(zone.real()?).map_err(StoreError::Damaged)?;
        Ok(Habits { daily: small(&daily)?, zone })
    }

    /// Stores the reader's time zone, for counting days where no browser sends it.
    pub async fn keep_zone(&self, zone: ZoneOffset) -> Result<(), ApiError> {
        let habits = self.habits().await?;
        if habits.zone == zone { Ok(()) } else { self.keep(Habits { zone, ..habits }).await }
    }

    /// Stores the daily limit.
    pub async fn keep_daily(&self, daily: u32) -> Result<(), ApiError> {
        let habits = self.habits().await?;
        self.keep(Habits { daily, ..habits }).await
    }

    async fn keep(&self, habits: Habits) -> Result<(), ApiError> {
        let keep = "INSERT INTO practice (person, daily, zone)
            SELECT $1, CAST($2 AS BIGINT), CAST($3 AS BIGINT)
            WHERE EXISTS (SELECT id FROM people WHERE id = $1)
            ON CONFLICT (person) DO UPDATE SET daily = excluded.daily, zone = excluded.zone";
        let zone = Value::Number(habits.zone.minutes());
        let values = vec![self.id(), u64::from(habits.daily).into(), zone];
        self.store.change(vec![SqlChange(keep, values)]).await?;
        Ok(())
    }
}

fn values(name: &CardName) -> [Value; 2] {
    [name.game.as_str().into(), u64::from(name.ply).into()]
}

fn state_values(state: &CardState) -> [Value; 6] {
    let day = |day: Option<u32>| Value::from(day.map(u64::from));
    [
        u64::from(state.due).into(),
        day(state.first),
        day(state.last),
        state.stability.into(),
        state.difficulty.into(),
        u64::from(state.again).into(),
    ]
}
