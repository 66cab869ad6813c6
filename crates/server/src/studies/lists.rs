//! Lists of studies.

use super::{Author, Studies, folded, visible};
use crate::error::ApiError;
use crate::store::{StoreError, Value, columns};
use wire::{StudyList, StudySummary};

/// The number of studies per page.
const SHOWN: u64 = 30;
/// The most pages of a list.
const MOST_PAGES: u64 = 1_000;

/// Which studies to list.
#[derive(Clone, Copy, Debug)]
pub enum Listed<'a> {
    /// Those of an author.
    Of(&'a Author),
    /// Public ones.
    Public,
}

impl Studies {
    /// Returns a page of a list, from 0, of studies with a text in their title.
    pub async fn list(
        &self,
        listed: Listed<'_>,
        search: &str,
        page: u64,
    ) -> Result<StudyList, ApiError> {
        let from = page.min(MOST_PAGES) * SHOWN;
        let pattern: Value = pattern(search).into();
        let limits = [(SHOWN + 1).into(), from.into()];
        let rows = match listed {
            Listed::Public => {
                let question = "SELECT studies.id, title, visibility, people.name, updated,
                        (SELECT count(*) FROM chapters WHERE study = studies.id)
                    FROM studies LEFT JOIN people ON people.id = owner
                    WHERE visibility = 'public' AND studies.folded LIKE $1 ESCAPE '~'
                    ORDER BY updated DESC, studies.id LIMIT $2 OFFSET $3";
                self.store.rows(question, [vec![pattern], limits.to_vec()].concat()).await?
            }
            Listed::Of(who) => {
                let owners = who.owners();
                let Some(first) = owners.first() else {
                    return Ok(StudyList { studies: Vec::new(), more: false });
                };
                let last = owners.last().unwrap_or(first);
                let question = "SELECT studies.id, title, visibility, people.name, updated,
                        (SELECT count(*) FROM chapters WHERE study = studies.id)
                    FROM studies LEFT JOIN people ON people.id = owner
                    WHERE owner IN ($1, $2) AND studies.folded LIKE $3 ESCAPE '~'
                    ORDER BY updated DESC, studies.id LIMIT $4 OFFSET $5";
                let owners = vec![(*first).into(), (*last).into(), pattern];
                self.store.rows(question, [owners, limits.to_vec()].concat()).await?
            }
        };
        let mut studies = rows.into_iter().map(summary).collect::<Result<Vec<_>, _>>()?;
        let more = studies.len() as u64 > SHOWN && page < MOST_PAGES;
        studies.truncate(SHOWN as usize);
        Ok(StudyList { studies, more })
    }

    /// The ids of all studies of an account.
    pub async fn all_of(&self, person: &str) -> Result<Vec<String>, ApiError> {
        let question = "SELECT id FROM studies WHERE owner = $1 ORDER BY created, id";
        let found = self.store.rows(question, vec![person.into()]).await?;
        Ok(crate::store::texts(found)?)
    }
}

/// The SQL pattern for titles that contain a text.
fn pattern(search: &str) -> String {
    const LONGEST: usize = 100;
    let search: String = folded(search.trim()).chars().take(LONGEST).collect();
    let plain = search.replace('~', "~~").replace('%', "~%").replace('_', "~_");
    format!("%{plain}%")
}

fn summary(row: Vec<Value>) -> Result<StudySummary, StoreError> {
    let [id, title, visibility, owner, updated, chapters] = columns(row)?;
    Ok(StudySummary {
        id: id.text()?,
        title: title.text()?,
        visibility: visible(visibility)?,
        owner: owner.text_or_nothing()?,
        updated: updated.number()?,
        chapters: chapters.number()?,
    })
}
