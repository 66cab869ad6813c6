//! Studies: named collections of trees with text. They belong to an account, or to a guest with a key.

mod author;
mod chapter_text;
mod chapters;
mod files;
mod lists;
mod making;
mod reports;

pub use author::{Author, claim, guest_cookie};
pub use chapters::NewChapter;
use chapters::checked;
pub use files::{FoundChapters, from_pdn, to_pdn};
pub use lists::Listed;
pub use making::{add_chapter, add_games, change_chapter, make};

use crate::error::ApiError;
use crate::guard::{Buckets, Rate};
use crate::names::normalised;
use crate::seats::new_name;
use crate::store::{SqlChange, Store, StoreError, Value, columns};
use crate::time;
use std::sync::Arc;
use std::time::Duration;
use wire::{ChapterSummary, StudyChange, StudyView, Visibility};

/// The maximum number of studies of an account.
pub const MOST_STUDIES: usize = 200;
/// The maximum number of studies of a guest.
pub const MOST_OF_GUEST: usize = 20;
/// The stored size of a study without its chapters, in bytes.
pub const STUDY: usize = 1_024;

/// The studies of a store.
pub struct Studies {
    store: Arc<dyn Store>,
    /// Limits reports per person.
    reports: Buckets<String>,
}

/// A stored study.
#[derive(Clone, Debug)]
pub struct Study {
    /// The id of the account, or the digest of a guest's key.
    pub owner: String,
    /// The study as clients see it.
    pub view: StudyView,
}

/// A study to create.
pub struct NewStudy {
    /// The title.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// The chapters.
    pub chapters: Vec<NewChapter>,
}

impl Studies {
    /// Opens the studies of a store.
    pub fn new(store: Arc<dyn Store>) -> Self {
        let reports = Rate { burst: 10, every: Duration::from_secs(3_600) };
        Self { store, reports: Buckets::new(reports) }
    }

    /// Creates a study; returns its id.
    pub async fn make(&self, owner: &str, most: usize, new: NewStudy) -> Result<String, ApiError> {
        let id = new_name().map_err(|error| ApiError::Broken(error.to_string()))?;
        let (title, now) = (normalised(&new.title), time::now().0);
        if title.is_empty() {
            return Err(ApiError::Malformed("a study needs a title".to_owned()));
        }
        let text = "INSERT INTO studies
            (id, owner, title, folded, visibility, created, updated, version, made, places)
            SELECT $1, $2, $3, $4, $5, CAST($6 AS BIGINT), CAST($6 AS BIGINT), 1, CAST($7 AS BIGINT), ''
            WHERE (SELECT count(*) FROM studies WHERE owner = $2) < CAST($8 AS BIGINT)";
        let values = vec![
            id.as_str().into(),
            owner.into(),
            title.as_str().into(),
            folded(&title).into(),
            new.visibility.word().into(),
            now.into(),
            (new.chapters.len() as u64).into(),
            (most as u64).into(),
        ];
        let mut changes = vec![SqlChange(text, values)];
        let numbered = (1..).zip(new.chapters);
        changes.extend(numbered.map(|(number, chapter)| chapter.first_of(&id, number)));
        match self.store.change(changes).await?[..] {
            [1, ..] => Ok(id),
            _ => Err(ApiError::TooManyStudies { most }),
        }
    }

    /// Returns a study if the author may read it.
    pub async fn readable(&self, id: &str, who: &Author) -> Result<Study, ApiError> {
        let mut study = self.find(id).await?;
        study.view.yours = who.owns(&study.owner);
        match study.view.yours || study.view.visibility != Visibility::Private {
            true => Ok(study),
            false => Err(ApiError::NoStudy),
        }
    }

    /// Returns a study if the author may change it.
    pub async fn owned(&self, id: &str, who: &Author) -> Result<Study, ApiError> {
        let study = self.readable(id, who).await?;
        if study.view.yours { Ok(study) } else { Err(ApiError::NoStudy) }
    }

    /// Returns a study without checking permissions.
    pub async fn find(&self, id: &str) -> Result<Study, ApiError> {
        let question = "SELECT studies.id, owner, title, visibility, people.name, studies.created,
                updated, version, places
            FROM studies LEFT JOIN people ON people.id = owner WHERE studies.id = $1";
        let row = self.store.rows(question, vec![id.into()]).await?.pop();
        let (mut study, places) = read(row.ok_or(ApiError::NoStudy)?)?;
        let question = "SELECT number, title, rules, version FROM chapters WHERE study = $1";
        let chapters = self.store.rows(question, vec![id.into()]).await?;
        let mut chapters: Vec<ChapterSummary> =
            chapters.into_iter().map(summary).collect::<Result<_, _>>()?;
        let place = |number| places.iter().position(|one| *one == number).unwrap_or(usize::MAX);
        chapters.sort_by_key(|chapter| (place(chapter.number), chapter.number));
        study.view.chapters = chapters;
        Ok(study)
    }

    /// Changes a study, if its version matches.
    pub async fn change(&self, study: &StudyView, change: &StudyChange) -> Result<(), ApiError> {
        let title = change.title.as_deref().map_or_else(|| study.title.clone(), normalised);
        if title.is_empty() {
            return Err(ApiError::Malformed("a study needs a title".to_owned()));
        }
        let now: Vec<u64> = study.chapters.iter().map(|chapter| chapter.number).collect();
        let wanted = change.order.as_ref();
        let order = wanted.map_or(now, |wanted| wanted.iter().map(|one| one.get()).collect());
        let places: Vec<String> = order.iter().map(u64::to_string).collect();
        let text = "UPDATE studies SET title = $1, folded = $2, visibility = $3, places = $4,
                updated = $5, version = version + 1 WHERE id = $6 AND version = $7";
        let values = vec![
            title.as_str().into(),
            folded(&title).into(),
            change.visibility.unwrap_or(study.visibility).word().into(),
            places.join(" ").into(),
            time::now().0.into(),
            study.id.as_str().into(),
            change.version.get::<u64>().into(),
        ];
        match self.store.change(vec![SqlChange(text, values)]).await?[..] {
            [1] => Ok(()),
            _ => Err(ApiError::StudyChanged),
        }
    }

    /// Deletes a study with its chapters and reports.
    pub async fn delete(&self, id: &str) -> Result<(), ApiError> {
        const ALL: [&str; 3] = [
            "DELETE FROM chapters WHERE study = $1",
            "DELETE FROM study_reports WHERE study = $1",
            "DELETE FROM studies WHERE id = $1",
        ];
        let changes = ALL.map(|text| SqlChange(text, vec![id.into()])).to_vec();
        self.store.change(changes).await?;
        Ok(())
    }
}

/// Deletes an account's studies; the parameter is its id.
pub const WITH_ACCOUNT: [&str; 4] = [
    "DELETE FROM chapters WHERE study IN (SELECT id FROM studies WHERE owner = $1)",
    "DELETE FROM study_reports WHERE study IN (SELECT id FROM studies WHERE owner = $1)",
    "DELETE FROM study_reports WHERE reporter = $1",
    "DELETE FROM studies WHERE owner = $1",
];

/// Folds a title for searching.
fn folded(title: &str) -> String {
    title.to_lowercase()
}

fn read(row: Vec<Value>) -> Result<(Study, Vec<u64>), StoreError> {
    let [id, owner, title, visibility, name, created, updated, version, places] = columns(row)?;
    let places = places.text()?;
    let view = StudyView {
        id: id.text()?,
        title: title.text()?,
        visibility: visible(visibility)?,
        owner: name.text_or_nothing()?,
        yours: false,
        version: version.number()?,
        created: created.number()?,
        updated: updated.number()?,
        chapters: Vec::new(),
    };
    let places = places.split(' ').filter_map(|place| place.parse().ok()).collect();
    Ok((Study { owner: owner.text()?, view }, places))
}

fn visible(value: Value) -> Result<Visibility, StoreError> {
    let word = value.text()?;
    let unknown = || StoreError::Damaged(format!("a study has the visibility \"{word}\""));
    Visibility::of(&word).ok_or_else(unknown)
}

fn summary(row: Vec<Value>) -> Result<ChapterSummary, StoreError> {
    let [number, title, rules, version] = columns(row)?;
    Ok(ChapterSummary {
        number: number.number()?,
        title: title.text()?,
        rules: rules.text()?,
        version: version.number()?,
    })
}
