//! The games of an account.

use super::{People, Person};
use crate::error::ApiError;
use crate::seats::Seats;
use crate::store::{SqlChange, StoreError, Summary, Value, columns, read_ending, read_seats};

/// A game of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// The game.
    pub game: Summary,
    /// Whether it appears in public lists.
    pub public: bool,
}

/// Returns the changes that record who plays a game, and whether it is rated. They are made before the game is stored;
/// if it never is, they are ignored.
pub(crate) fn notes(game: &str, seats: &Seats, at: u64) -> Vec<SqlChange> {
    let note = "INSERT INTO played (person, game, since) SELECT $1, $2, CAST($3 AS BIGINT)
        WHERE EXISTS (SELECT id FROM people WHERE id = $1) ON CONFLICT DO NOTHING";
    let people = seats.people.iter().flatten();
    let mut notes: Vec<SqlChange> = people
        .map(|account| SqlChange(note, vec![account.id.as_str().into(), game.into(), at.into()]))
        .collect();
    if seats.rated {
        let rated = "INSERT INTO rated (game) VALUES ($1) ON CONFLICT DO NOTHING";
        notes.push(SqlChange(rated, vec![game.into()]));
    }
    notes
}

impl People {
    /// Returns an account's latest games, newest first.
    pub async fn games(&self, who: &Person, most: u64) -> Result<Vec<PlayedGame>, ApiError> {
        let question =
            "SELECT id, created, updated, rules, clock, white, black, plies, ending, seats,
                CAST(CASE WHEN rated THEN 1 ELSE 0 END AS BIGINT),
                CAST(CASE WHEN public THEN 1 ELSE 0 END AS BIGINT)
            FROM played JOIN games ON games.id = played.game
            WHERE person = $1 ORDER BY since DESC LIMIT $2";
        let rows = self.store.rows(question, vec![who.id.as_str().into(), most.into()]).await?;
        let games = rows.into_iter().filter_map(|row| played(row, who).transpose());
        Ok(games.collect::<Result<_, StoreError>>()?)
    }
}

/// Reads a game, if the account really plays it: another player may have been faster to join.
fn played(row: Vec<Value>, who: &Person) -> Result<Option<PlayedGame>, StoreError> {
    let [id, created, updated, rules, clock, white, black, plies, ended, seats, rated, public] =
        columns(row)?;
    let id = id.text()?;
    let seats = read_seats(&id, &seats.text()?)?;
    if !seats.people.iter().flatten().any(|account| account.id == who.id) {
        return Ok(None);
    }
    let game = Summary {
        created: created.number()?,
        updated: updated.number()?,
        rules: rules.text()?,
        clock: clock.text()?,
        white: white.text_or_nothing()?,
        black: black.text_or_nothing()?,
        plies: u32::try_from(plies.number()?).unwrap_or(u32::MAX),
        ending: read_ending(&id, ended.text_or_nothing()?.as_deref())?,
        rated: rated.number()? == 1,
        players: seats.players(),
        share_key: seats.share_key(),
        id,
    };
    Ok(Some(PlayedGame { game, public: public.number()? == 1 }))
}
