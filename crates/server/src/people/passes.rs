//! Passes: browser sessions and API tokens. Only digests are stored, and each can be revoked.

use super::{People, Person, person};
use crate::error::ApiError;
use crate::seats::{digest, new_key};
use crate::store::{SqlChange, StoreError, Value, columns};
use crate::time;
use serde::Serialize;
use utoipa::ToSchema;

/// The prefix by which tokens are recognised.
pub const TOKEN: &str = "damier_";

/// The maximum number of passes of each kind; a new session replaces the oldest.
const MOST: u64 = 50;
/// The length of the digest prefix that serves as a pass's id.
const SHOWN: usize = 16;

/// The kinds of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PassKind {
    /// A signed-in browser.
    Session,
    /// An API token.
    Token,
}

impl PassKind {
    const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Token => "token",
        }
    }

    fn of(word: &str) -> Result<Self, StoreError> {
        match word {
            "session" => Ok(Self::Session),
            "token" => Ok(Self::Token),
            _ => Err(StoreError::Damaged(format!("there is a pass of the kind \"{word}\""))),
        }
    }

    /// Returns the lifetime of a pass, in milliseconds.
    pub const fn life(self) -> u64 {
        const DAY: u64 = 24 * 60 * 60 * 1_000;
        match self {
            Self::Session => 90 * DAY,
            Self::Token => 3_650 * DAY,
        }
    }
}

/// A pass as its owner sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PassView {
    /// The id for revoking it.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// The kind of the pass.
    pub kind: PassKind,
    /// The label of a token, or the browser of a session.
    pub label: String,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// Expiry time, in milliseconds since 1970.
    pub ends: u64,
    /// Whether this request used it.
    pub current: bool,
}

impl People {
    /// Creates a pass and returns its secret, which is not stored. The same change deletes the account's expired passes
    /// and excess sessions, so that concurrent sign-ins do not conflict.
    pub async fn let_in(
        &self,
        who: &Person,
        kind: PassKind,
        label: &str,
    ) -> Result<String, ApiError> {
        let key = new_key().map_err(|error| ApiError::Broken(error.to_string()))?;
        let key = match kind {
            PassKind::Session => key,
            PassKind::Token => format!("{TOKEN}{key}"),
        };
        let (id, now): (Value, u64) = (who.id.as_str().into(), time::now().0);
        // Locks the account, so that concurrent sign-ins wait here in stores with concurrent transactions.
        let alone = SqlChange("UPDATE people SET name = name WHERE id = $1", vec![id.clone()]);
        let over = "DELETE FROM passes WHERE person = $1 AND ends <= $2";
        let mut changes = vec![alone, SqlChange(over, vec![id.clone(), now.into()])];
        if kind == PassKind::Session {
            let oldest = "DELETE FROM passes WHERE person = $1 AND kind = 'session'
                AND digest NOT IN (SELECT digest FROM passes WHERE person = $1 AND kind = 'session'
                    ORDER BY created DESC, digest LIMIT $2)";
            changes.push(SqlChange(oldest, vec![id.clone(), (MOST - 1).into()]));
        }
        let new = "INSERT INTO passes (digest, person, kind, label, created, ends)
            SELECT $1, $2, $3, $4, CAST($5 AS BIGINT), CAST($6 AS BIGINT)
            WHERE (SELECT count(*) FROM passes WHERE person = $2 AND kind = $3) < CAST($7 AS BIGINT)";
        let values = vec![
            digest(&key).into(),
            id,
            kind.word().into(),
            label.into(),
            now.into(),
            (now + kind.life()).into(),
            MOST.into(),
        ];
        changes.push(SqlChange(new, values));
        let changed = self.store.change(changes).await?;
        let [_, ended @ .., new] = &changed[..] else { return Err(ApiError::TooManyPasses) };
        if ended.iter().any(|rows| *rows > 0) {
            self.endings.tell(&who.id);
        }
        if *new == 1 { Ok(key) } else { Err(ApiError::TooManyPasses) }
    }

    /// Returns the account to which a valid pass of this kind belongs.
    pub async fn holder(&self, pass: &str, kind: PassKind) -> Result<Option<Person>, ApiError> {
        let question = "SELECT people.id, name, people.created
            FROM passes JOIN people ON people.id = passes.person
            WHERE digest = $1 AND kind = $2 AND ends > $3";
        let values = vec![pass.into(), kind.word().into(), time::now().0.into()];
        Ok(self.store.rows(question, values).await?.pop().map(person).transpose()?)
    }

    /// All passes of an account, newest first; `shown` is the one used by this request.
    pub async fn passes(&self, who: &Person, shown: &str) -> Result<Vec<PassView>, ApiError> {
        let question = "SELECT digest, kind, label, created, ends FROM passes WHERE person = $1
            ORDER BY created DESC";
        let rows = self.store.rows(question, vec![who.id.as_str().into()]).await?;
        let shown = digest(shown);
        Ok(rows.into_iter().map(|row| view(row, &shown)).collect::<Result<_, _>>()?)
    }

    /// Revokes a pass of an account.
    pub async fn take_back(&self, who: &Person, id: &str) -> Result<(), ApiError> {
        let text = "DELETE FROM passes WHERE person = $1 AND substr(digest, 1, 16) = $2";
        let values = vec![who.id.as_str().into(), id.into()];
        match self.store.change(vec![SqlChange(text, values)]).await?[..] {
            [0] | [] => Err(ApiError::NoPage),
            _ => {
                self.endings.tell(&who.id);
                Ok(())
            }
        }
    }

    /// Ends a session.
    pub async fn sign_out(&self, key: &str) -> Result<(), ApiError> {
        let pass = digest(key);
        let Some(person) = self.holder(&pass, PassKind::Session).await? else { return Ok(()) };
        let text = "DELETE FROM passes WHERE digest = $1 AND kind = 'session'";
        self.store.change(vec![SqlChange(text, vec![pass.into()])]).await?;
        self.endings.tell(&person.id);
        Ok(())
    }
}

fn view(row: Vec<Value>, shown: &str) -> Result<PassView, StoreError> {
    let [digest, kind, label, created, ends] = columns(row)?;
    let digest = digest.text()?;
    let short = || StoreError::Damaged("a digest is too short".to_owned());
    Ok(PassView {
        id: digest.get(..SHOWN).ok_or_else(short)?.to_owned(),
        kind: PassKind::of(&kind.text()?)?,
        label: label.text()?,
        created: created.number()?,
        ends: ends.number()?,
        current: digest == shown,
    })
}
