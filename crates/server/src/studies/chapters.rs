//! The chapters of studies.

use super::Studies;
use crate::analysis::tree::{self, Tree};
use crate::error::ApiError;
use crate::names::normalised;
use crate::store::{SqlChange, StoreError, Value, columns};
use crate::time;
use draughts::Ruleset;
use wire::{ChapterChange, ChapterView, LONGEST_TREE, MOST_CHAPTERS, StudyView};

/// A chapter to store; its tree is legal.
#[derive(Clone, Debug)]
pub struct NewChapter {
    /// The title; if empty, the number is shown.
    pub title: String,
    /// The text.
    pub text: String,
    /// The rules, as text.
    pub rules: String,
    /// The start position, unless it is that of the rules.
    pub fen: Option<String>,
    /// The tree.
    pub tree: String,
}

impl NewChapter {
    /// Its stored size, in bytes.
    pub fn size(&self) -> usize {
        let fen = self.fen.as_ref().map_or(0, String::len);
        self.title.len() + self.text.len() + self.rules.len() + fen + self.tree.len()
    }

    fn values(self, study: &str) -> Vec<Value> {
        let Self { title, text, rules, fen, tree } = self;
        vec![study.into(), title.into(), text.into(), rules.into(), fen.into(), tree.into()]
    }

    /// Stores it as one of the first chapters of a new study.
    pub(super) fn first_of(self, study: &str, number: u64) -> SqlChange {
        let text = "INSERT INTO chapters (study, title, text, rules, fen, tree, number, version)
            SELECT $1, $2, $3, $4, $5, $6, CAST($7 AS BIGINT), 1
            WHERE EXISTS (SELECT id FROM studies WHERE id = $1)";
        let mut values = self.values(study);
        values.push(number.into());
        SqlChange(text, values)
    }

    /// Adds it to a study, with the number that has just been reserved.
    fn added_to(self, study: &str) -> SqlChange {
        let text = "INSERT INTO chapters (study, title, text, rules, fen, tree, number, version)
            SELECT $1, $2, $3, $4, $5, $6, made, 1 FROM studies WHERE id = $1
            AND (SELECT count(*) FROM chapters WHERE study = $1) < CAST($7 AS BIGINT)";
        let mut values = self.values(study);
        values.push((MOST_CHAPTERS as u64).into());
        SqlChange(text, values)
    }
}

/// Checks that a tree can be stored without losing anything of its main line.
pub fn checked(text: &str, rules: &Ruleset, fen: Option<&str>) -> Result<Tree, ApiError> {
    let tree = tree::read(text, Some(rules), fen)?;
    match &tree.written.trouble {
        Some(trouble) => Err(ApiError::Unreadable(Box::new(trouble.clone()))),
        None if tree.written.tree.chars().count() > LONGEST_TREE => Err(ApiError::TooLarge),
        None => Ok(tree),
    }
}

impl Studies {
    /// Returns a chapter.
    pub async fn chapter(&self, study: &str, number: u64) -> Result<ChapterView, ApiError> {
        let question = "SELECT number, title, text, rules, fen, tree, version FROM chapters
            WHERE study = $1 AND number = $2";
        let found = self.store.rows(question, vec![study.into(), number.into()]).await?.pop();
        Ok(read(found.ok_or(ApiError::NoStudy)?)?)
    }

    /// Returns all chapters of a study, in order.
    pub async fn chapters(&self, study: &StudyView) -> Result<Vec<ChapterView>, ApiError> {
        let question = "SELECT number, title, text, rules, fen, tree, version FROM chapters
            WHERE study = $1";
        let found = self.store.rows(question, vec![study.id.as_str().into()]).await?;
        let mut chapters = found.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let place =
            |one: &ChapterView| study.chapters.iter().position(|known| known.number == one.number);
        chapters.sort_by_key(|one| place(one).unwrap_or(usize::MAX));
        Ok(chapters)
    }

    /// Appends as many chapters as fit; returns their numbers.
    pub async fn add(
        &self,
        study: &StudyView,
        chapters: Vec<NewChapter>,
    ) -> Result<Vec<u64>, ApiError> {
        let mut changes = Vec::new();
        for chapter in chapters {
            let count = "UPDATE studies SET made = made + 1, updated = $1 WHERE id = $2";
            let values = vec![time::now().0.into(), study.id.as_str().into()];
            changes.push(SqlChange(count, values));
            changes.push(chapter.added_to(&study.id));
        }
        self.store.change(changes).await?;
        let known = |number: &u64| study.chapters.iter().any(|one| one.number == *number);
        let question = "SELECT number FROM chapters WHERE study = $1 ORDER BY number";
        let found = self.store.rows(question, vec![study.id.as_str().into()]).await?;
        let numbers = found.iter().flatten().map(Value::number).collect::<Result<Vec<_>, _>>()?;
        let added: Vec<u64> = numbers.into_iter().filter(|number| !known(number)).collect();
        if added.is_empty() { Err(ApiError::TooManyChapters) } else { Ok(added) }
    }

    /// Changes a chapter, if its version matches.
    pub async fn change_chapter(
        &self,
        study: &str,
        before: &ChapterView,
        change: &ChapterChange,
        tree: Option<String>,
    ) -> Result<(), ApiError> {
        let title = change.title.as_deref().map_or_else(|| before.title.clone(), normalised);
        let text = change.text.as_deref().unwrap_or(&before.text);
        let sql = "UPDATE chapters SET title = $1, text = $2, tree = $3, version = version + 1
            WHERE study = $4 AND number = $5 AND version = $6";
        let values = vec![
            title.into(),
            text.into(),
            tree.unwrap_or_else(|| before.tree.clone()).into(),
            study.into(),
            before.number.into(),
            change.version.get::<u64>().into(),
        ];
        let touched = "UPDATE studies SET updated = $1 WHERE id = $2";
        let now = vec![time::now().0.into(), study.into()];
        let changes = vec![SqlChange(sql, values), SqlChange(touched, now)];
        match self.store.change(changes).await?[..] {
            [1, ..] => Ok(()),
            _ => Err(ApiError::StudyChanged),
        }
    }

    /// Removes a chapter, unless it is the only one.
    pub async fn remove(&self, study: &str, number: u64) -> Result<(), ApiError> {
        let text = "DELETE FROM chapters WHERE study = $1 AND number = $2
            AND (SELECT count(*) FROM chapters WHERE study = $1) > 1";
        let touched = "UPDATE studies SET updated = $1 WHERE id = $2";
        let changes = vec![
            SqlChange(text, vec![study.into(), number.into()]),
            SqlChange(touched, vec![time::now().0.into(), study.into()]),
        ];
        match self.store.change(changes).await?[..] {
            [1, ..] => Ok(()),
            _ => self.chapter(study, number).await.and(Err(ApiError::LastChapter)),
        }
    }
}

fn read(row: Vec<Value>) -> Result<ChapterView, StoreError> {
    let [number, title, text, rules, fen, tree, version] = columns(row)?;
    Ok(ChapterView {
        number: number.number()?,
        title: title.text()?,
        text: text.text()?,
        rules: rules.text()?,
        fen: fen.text_or_nothing()?,
        tree: tree.text()?,
        version: version.number()?,
    })
}
