//! Blocks and reports between accounts, and the operator's view of all accounts.

use super::{People, Person};
use crate::error::ApiError;
use crate::seats::new_name;
use crate::store::{SqlChange, StoreError, Value, columns, texts};
use crate::time;
use std::time::Instant;

/// A report to the operator about an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AbuseReport {
    /// The id of the report.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub made: u64,
    /// The reporter; `None` if the account was deleted.
    pub by: Option<String>,
    /// The reported account; `None` if it was deleted.
    pub about: Option<String>,
    /// The game in which it happened.
    pub game: Option<String>,
    /// A description of what happened.
    pub words: String,
}

/// The totals of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoreTotals {
    /// Accounts.
    pub people: u64,
    /// Games.
    pub games: u64,
    /// Unfinished games.
    pub unfinished: u64,
    /// Reports.
    pub reports: u64,
}

impl People {
    /// Blocks a player: the two are not paired, and neither can join the other's games.
    pub async fn block(&self, who: &Person, other: &Person) -> Result<(), ApiError> {
        let text = "INSERT INTO blocks (person, other) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.between(text, who, other).await
    }

    /// Unblocks a player.
    pub async fn unblock(&self, who: &Person, other: &Person) -> Result<(), ApiError> {
        self.between("DELETE FROM blocks WHERE person = $1 AND other = $2", who, other).await
    }

    async fn between(
        &self,
        text: &'static str,
        who: &Person,
        other: &Person,
    ) -> Result<(), ApiError> {
        let values = vec![who.id.as_str().into(), other.id.as_str().into()];
        self.store.change(vec![SqlChange(text, values)]).await?;
        Ok(())
    }

    /// Returns the names of the players an account has blocked.
    pub async fn blocked(&self, who: &Person) -> Result<Vec<String>, ApiError> {
        let question = "SELECT name FROM blocks JOIN people ON people.id = blocks.other
            WHERE person = $1 ORDER BY name";
        Ok(texts(self.store.rows(question, vec![who.id.as_str().into()]).await?)?)
    }

    /// Whether either of two accounts has blocked the other.
    pub async fn has_either_blocked(&self, one: &str, other: &str) -> Result<bool, ApiError> {
        let question = "SELECT person FROM blocks
            WHERE (person = $1 AND other = $2) OR (person = $2 AND other = $1) LIMIT 1";
        Ok(!self.store.rows(question, vec![one.into(), other.into()]).await?.is_empty())
    }

    /// Reports a player to the operator.
    pub async fn report(
        &self,
        who: &Person,
        other: &Person,
        game: Option<String>,
        words: &str,
    ) -> Result<(), ApiError> {
        self.reports.take(&who.id, Instant::now()).map_err(ApiError::too_many)?;
        let id = new_name().map_err(|error| ApiError::Broken(error.to_string()))?;
        let text = "INSERT INTO reports (id, made, reporter, about, game, words)
            VALUES ($1, $2, $3, $4, $5, $6)";
        let values = vec![
            id.into(),
            time::now().0.into(),
            who.id.as_str().into(),
            other.id.as_str().into(),
            game.into(),
            words.into(),
        ];
        self.store.change(vec![SqlChange(text, values)]).await?;
        Ok(())
    }

    /// The latest reports, newest first.
    pub async fn reports(&self, most: u64) -> Result<Vec<AbuseReport>, ApiError> {
        let question = "SELECT reports.id, made, one.name, other.name, game, words FROM reports
            LEFT JOIN people AS one ON one.id = reporter
            LEFT JOIN people AS other ON other.id = about
            ORDER BY made DESC LIMIT $1";
        let rows = self.store.rows(question, vec![most.into()]).await?;
        let report = |row: Vec<Value>| {
            let [id, made, by, about, game, words] = columns(row)?;
            Ok(AbuseReport {
                id: id.text()?,
                made: made.number()?,
                by: by.text_or_nothing()?,
                about: about.text_or_nothing()?,
                game: game.text_or_nothing()?,
                words: words.text()?,
            })
        };
        Ok(rows.into_iter().map(report).collect::<Result<_, StoreError>>()?)
    }

    /// Marks a report as read.
    pub async fn put_away(&self, report: &str) -> Result<(), ApiError> {
        let text = "DELETE FROM reports WHERE id = $1";
        self.store.change(vec![SqlChange(text, vec![report.into()])]).await?;
        Ok(())
    }

    /// Returns the reports that an account has made.
    pub async fn reports_by(&self, who: &Person) -> Result<Vec<String>, ApiError> {
        let question = "SELECT words FROM reports WHERE reporter = $1 ORDER BY made";
        Ok(texts(self.store.rows(question, vec![who.id.as_str().into()]).await?)?)
    }

    /// Returns the totals.
    pub async fn totals(&self) -> Result<StoreTotals, ApiError> {
        let question = "SELECT (SELECT count(*) FROM people), (SELECT count(*) FROM games),
            (SELECT count(*) FROM games WHERE ending IS NULL), (SELECT count(*) FROM reports)";
        let row = self.store.rows(question, Vec::new()).await?.pop();
        let [people, games, unfinished, reports] =
            columns(row.expect("a question without a table has one row"))?;
        Ok(StoreTotals {
            people: people.number()?,
            games: games.number()?,
            unfinished: unfinished.number()?,
            reports: reports.number()?,
        })
    }
}
