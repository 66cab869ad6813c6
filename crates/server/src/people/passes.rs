//! What lets somebody in: the session of a browser, and tokens for programs. Only digests are kept, and
//! each can be taken back.

use super::{People, Person, person};
use crate::failure::Failure;
use crate::seats::{digest, new_key};
use crate::store::{Change, Value};
use crate::time;
use serde::Serialize;
use utoipa::ToSchema;

/// How a token begins, so that it is known for one.
pub const TOKEN: &str = "damier_";

/// The most passes of each kind that one may have; the oldest session makes way for a new one.
const MOST: usize = 50;
/// How much of a digest names a pass to its owner.
const SHOWN: usize = 16;

/// What a pass is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A browser in which somebody has signed in.
    Session,
    /// A program that plays for somebody.
    Token,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Token => "token",
        }
    }

    /// How long it is good for, in milliseconds.
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
    /// What to call it when it is taken back.
    #[schema(example = "9f86d081884c7d65")]
    pub id: String,
    /// What it is for.
    pub kind: Kind,
    /// What its owner calls it, or the program that it was made for.
    pub label: String,
    /// Since when there is one, in milliseconds since 1970.
    pub created: u64,
    /// Until when it is good.
    pub ends: u64,
    /// Whether it is the one that was shown now.
    pub current: bool,
}

impl People {
    /// A new pass; it is told only once.
    pub async fn let_in(&self, who: &Person, kind: Kind, label: &str) -> Result<String, Failure> {
        self.make_room(who, kind).await?;
        let key = new_key().map_err(|error| Failure::Broken(error.to_string()))?;
        let key = match kind {
            Kind::Session => key,
            Kind::Token => format!("{TOKEN}{key}"),
        };
        let now = time::now().0;
        let values = vec![
            digest(&key).into(),
            who.id.as_str().into(),
            kind.word().into(),
            label.into(),
            now.into(),
            (now + kind.life()).into(),
        ];
        let new = Change(
            "INSERT INTO passes (digest, person, kind, label, created, ends)
             VALUES ($1, $2, $3, $4, $5, $6)",
            values,
        );
        self.store.change(vec![new]).await?;
        Ok(key)
    }

    /// Forgets what is over, and the oldest session of somebody who has very many.
    async fn make_room(&self, who: &Person, kind: Kind) -> Result<(), Failure> {
        let over = "DELETE FROM passes WHERE person = $1 AND ends <= $2";
        let now = time::now().0;
        self.store.change(vec![Change(over, vec![who.id.as_str().into(), now.into()])]).await?;
        let mut passes = self.passes(who, "").await?;
        passes.retain(|pass| pass.kind == kind);
        match (kind, passes.last()) {
            _ if passes.len() < MOST => Ok(()),
            (Kind::Session, Some(oldest)) => self.take_back(who, &oldest.id).await,
            _ => Err(Failure::TooManyPasses),
        }
    }

    /// Whoever the pass of this digest belongs to, if it is good.
    pub async fn holder(&self, pass: &str) -> Result<Option<Person>, Failure> {
        let question = "SELECT people.id, name, people.created
            FROM passes JOIN people ON people.id = passes.person WHERE digest = $1 AND ends > $2";
        let values = vec![pass.into(), time::now().0.into()];
        Ok(self.store.rows(question, values).await?.pop().and_then(person))
    }

    /// All passes of somebody, newest first; one of them may be shown now.
    pub async fn passes(&self, who: &Person, shown: &str) -> Result<Vec<PassView>, Failure> {
        let question = "SELECT digest, kind, label, created, ends FROM passes WHERE person = $1
            ORDER BY created DESC";
        let rows = self.store.rows(question, vec![who.id.as_str().into()]).await?;
        let shown = digest(shown);
        Ok(rows.into_iter().filter_map(|row| view(row, &shown)).collect())
    }

    /// Ends one pass of somebody.
    pub async fn take_back(&self, who: &Person, id: &str) -> Result<(), Failure> {
        let text = "DELETE FROM passes WHERE person = $1 AND substr(digest, 1, 16) = $2";
        let values = vec![who.id.as_str().into(), id.into()];
        match self.store.change(vec![Change(text, values)]).await?[..] {
            [0] | [] => Err(Failure::NoPage),
            _ => Ok(()),
        }
    }

    /// Ends the pass that is shown.
    pub async fn sign_out(&self, key: &str) -> Result<(), Failure> {
        let text = "DELETE FROM passes WHERE digest = $1";
        self.store.change(vec![Change(text, vec![digest(key).into()])]).await?;
        Ok(())
    }
}

fn view(row: Vec<Value>, shown: &str) -> Option<PassView> {
    let [digest, kind, label, created, ends] = row.try_into().ok()?;
    let digest = digest.text();
    let kind = match kind.text().as_str() {
        "token" => Kind::Token,
        _ => Kind::Session,
    };
    Some(PassView {
        id: digest.get(..SHOWN)?.to_owned(),
        kind,
        label: label.text(),
        created: created.number(),
        ends: ends.number(),
        current: digest == shown,
    })
}
