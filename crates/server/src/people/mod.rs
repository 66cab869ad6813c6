//! Accounts: who people are, how they sign in, their games and ratings. Nobody needs an account to play.

mod endings;
mod names;
mod others;
mod passes;
mod played;
mod results;
mod secrets;

pub use names::{LONGEST_NAME, fold};
pub use others::{AbuseReport, StoreTotals};
pub use passes::{PassKind, PassView, TOKEN};
pub use played::PlayedGame;
pub(crate) use played::notes;
pub(crate) use results::rated_as;
pub use results::{Counted, RatingStanding, ResultCounts};

use crate::error::ApiError;
use crate::guard::{Buckets, Rate};
use crate::names::normalised;
use crate::seats::{digest, new_name};
use crate::store::{SqlChange, Store, StoreError, Value, columns};
use crate::studies;
use crate::time;
use endings::Endings;
use names::{check_name, check_new_name, likeness};
use secrets::Secrets;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A person with an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// A random id that never changes.
    pub id: String,
    /// The public name.
    pub name: String,
    /// When the account was created, in milliseconds since 1970.
    pub created: u64,
}

/// The accounts of a store.
pub struct People {
    store: Arc<dyn Store>,
    secrets: Secrets,
    /// Limits password attempts per account and address.
    attempts: Buckets<(String, IpAddr)>,
    /// Limits password attempts per account.
    all_attempts: Buckets<String>,
    /// Limits reports per account.
    reports: Buckets<String>,
    /// Connections that are closed with their session or token.
    endings: Endings,
}

impl People {
    /// Opens the accounts of a store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let rate = |burst, seconds| Rate { burst, every: Duration::from_secs(seconds) };
        Self {
            store,
            secrets: Secrets::default(),
            attempts: Buckets::new(rate(10, 60)),
            all_attempts: Buckets::new(rate(200, 20)),
            reports: Buckets::new(rate(10, 3_600)),
            endings: Endings::default(),
        }
    }

    /// Creates an account.
    pub async fn register(&self, name: &str, password: &str) -> Result<Person, ApiError> {
        let name = &normalised(name);
        check_new_name(name)?;
        if self.named(name).await.is_ok() {
            return Err(ApiError::NameTaken);
        }
        let secret = self.secrets.hash(name, password).await?;
        let id = new_name().map_err(|error| ApiError::Broken(error.to_string()))?;
        let person = Person { id, name: name.to_owned(), created: time::now().0 };
        let new = SqlChange(
            "INSERT INTO people (id, name, folded, secret, created)
             SELECT $1, $2, $3, $4, CAST($5 AS BIGINT)
             WHERE NOT EXISTS (SELECT name FROM gone WHERE name = $6)
                 AND NOT EXISTS (SELECT id FROM people WHERE lower(replace(replace(replace(replace(
                     name, 'I', 'l'), '1', 'l'), '0', 'o'), '_', '-')) = $7)",
            vec![
                person.id.clone().into(),
                name.as_str().into(),
                fold(name).into(),
                secret.into(),
                person.created.into(),
                digest(&fold(name)).into(),
                likeness(name).into(),
            ],
        );
        match self.store.change(vec![new]).await {
            Ok(added) if added == [1] => Ok(person),
            Ok(_) | Err(StoreError::Conflict) => Err(ApiError::NameTaken),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the account of a name if the password is right. Wrong attempts are limited.
    pub async fn identify(
        &self,
        name: &str,
        password: &str,
        from: IpAddr,
    ) -> Result<Person, ApiError> {
        let name = &normalised(name);
        check_name(name).map_err(|_| ApiError::WrongPassword)?;
        let folded = fold(name);
        let now = Instant::now();
        let here = (folded.clone(), from);
        // Taken before the password is checked, so that concurrent attempts cannot exceed the limit.
        self.attempts.take(&here, now).map_err(ApiError::too_many)?;
        self.all_attempts.take(&folded, now).map_err(ApiError::too_many)?;
        let question = "SELECT id, name, created, secret FROM people WHERE folded = $1";
        let found = self.store.rows(question, vec![folded.clone().into()]).await?.pop();
        let Some((found, secret)) = found.map(known).transpose()? else {
            return Err(ApiError::WrongPassword);
        };
        let fits = self.secrets.fits(secret, password).await;
        // An attempt that was not checked, or was right, does not count.
        if !matches!(fits, Ok(false)) {
            self.attempts.give_back(&here);
            self.all_attempts.give_back(&folded);
        }
        if fits? { Ok(found) } else { Err(ApiError::WrongPassword) }
    }

    /// Returns the account with a name.
    pub async fn named(&self, name: &str) -> Result<Person, ApiError> {
        check_name(name).map_err(|_| ApiError::NoPerson)?;
        let question = "SELECT id, name, created FROM people WHERE folded = $1";
        let found = self.store.rows(question, vec![fold(name).into()]).await?.pop();
        found.map(person).transpose()?.ok_or(ApiError::NoPerson)
    }

    /// Whether an existing or deleted account has a name that looks like this.
    pub async fn has_been(&self, look: &str) -> Result<bool, ApiError> {
        if check_name(look).is_err() {
            return Ok(false);
        }
        let question = "SELECT name FROM people WHERE folded = $1
            UNION ALL SELECT name FROM gone WHERE name = $2";
        let values = vec![look.into(), digest(look).into()];
        Ok(!self.store.rows(question, values).await?.is_empty())
    }

    /// Changes an account's password. All its sessions end.
    pub async fn set_password(&self, person: &Person, password: &str) -> Result<(), ApiError> {
        let secret = self.secrets.hash(&person.name, password).await?;
        let id: Value = person.id.as_str().into();
        let changes = vec![
            SqlChange(
                "UPDATE people SET secret = $1 WHERE id = $2",
                vec![secret.into(), id.clone()],
            ),
            SqlChange("DELETE FROM passes WHERE person = $1 AND kind = 'session'", vec![id]),
        ];
        self.store.change(changes).await?;
        self.endings.tell(&person.id);
        Ok(())
    }

    /// Deletes an account with all its data, including its public studies. The games stay, under the names they were
    /// played with, because they belong to the opponents too; so do reports that others made.
    pub async fn delete(&self, person: &Person) -> Result<(), ApiError> {
        const ALL: [&str; 9] = [
            "DELETE FROM passes WHERE person = $1",
            "DELETE FROM played WHERE person = $1",
            "DELETE FROM results WHERE person = $1",
            "DELETE FROM blocks WHERE person = $1 OR other = $1",
            "DELETE FROM reports WHERE reporter = $1",
            "DELETE FROM cards WHERE person = $1",
            "DELETE FROM practice WHERE person = $1",
            "DELETE FROM report_queue WHERE owner = $1",
            "DELETE FROM people WHERE id = $1",
        ];
        let change = |text| SqlChange(text, vec![person.id.as_str().into()]);
        let mut changes: Vec<SqlChange> =
            studies::WITH_ACCOUNT.into_iter().chain(ALL).map(change).collect();
        // The name stays reserved, so that nobody can impersonate its owner.
        let name = "INSERT INTO gone (name) VALUES ($1) ON CONFLICT DO NOTHING";
        changes.push(SqlChange(name, vec![digest(&fold(&person.name)).into()]));
        self.store.change(changes).await?;
        self.endings.tell(&person.id);
        Ok(())
    }
}

/// Reads an account and the hash of its password from a row.
fn known(row: Vec<Value>) -> Result<(Person, String), StoreError> {
    let [id, name, created, secret] = columns(row)?;
    Ok((person(vec![id, name, created])?, secret.text()?))
}

/// Reads an account from a row: id, name, created.
fn person(row: Vec<Value>) -> Result<Person, StoreError> {
    let [id, name, created] = columns(row)?;
    Ok(Person { id: id.text()?, name: name.text()?, created: created.number()? })
}
