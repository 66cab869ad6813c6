//! Creating and changing studies on request: input is parsed in the pool, and charged before it is stored.

use super::{Author, FoundChapters, NewChapter, NewStudy, STUDY, Study, checked, from_pdn};
use crate::api::read_rules;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::server::App;
use crate::words::Phrase;
use wire::{
    ChapterChange, ChapterOrder, ChapterTrouble, ChapterView, StudyAnswer, StudyOrder, StudyView,
};

/// Creates a study.
pub async fn make(app: &App, who: &Author, order: StudyOrder) -> Result<StudyAnswer, ApiError> {
    let StudyOrder { title, visibility, chapter, pdn } = order;
    let mut found = match pdn {
        Some(text) => read_games(app, who, text).await?,
        None => FoundChapters::default(),
    };
    if let Some(order) = chapter {
        found.chapters.insert(0, (read_chapter(app, who, order).await?, Vec::new()));
        if found.chapters.len() > wire::MOST_CHAPTERS {
            found.chapters.pop();
            found.left_out += 1;
        }
    }
    let FoundChapters { chapters, left_out } = found;
    if chapters.is_empty() {
        return Err(ApiError::Unreadable(Box::new(Phrase::new("import.nothing"))));
    }
    let (chapters, troubles): (Vec<_>, Vec<_>) = chapters.into_iter().unzip();
    let (owner, key) = who.owner()?;
    let quotas = &app.guard.quotas;
    quotas.study(who.address)?;
    quotas.store(who.address, STUDY + size(&chapters))?;
    let added: Vec<u64> = (1..=chapters.len() as u64).collect();
    let new = NewStudy { title: title.to_string(), visibility, chapters };
    let id = app.studies.make(&owner, who.most(), new).await?;
    let mut study = app.studies.find(&id).await?.view;
    study.yours = true;
    Ok(answer(study, added, troubles, left_out, key))
}

/// Adds the games of a text in PDN to a study.
pub async fn add_games(
    app: &App,
    who: &Author,
    study: Study,
    text: String,
) -> Result<StudyAnswer, ApiError> {
    let FoundChapters { chapters, left_out } = read_games(app, who, text).await?;
    let (chapters, troubles): (Vec<_>, Vec<_>) = chapters.into_iter().unzip();
    let all = chapters.len();
    app.guard.quotas.store(who.address, size(&chapters))?;
    let added = app.studies.add(&study.view, chapters).await?;
    let left_out = left_out + all.saturating_sub(added.len());
    let now = app.studies.owned(&study.view.id, who).await?.view;
    Ok(answer(now, added, troubles, left_out, None))
}

/// Adds a chapter to a study.
pub async fn add_chapter(
    app: &App,
    who: &Author,
    study: Study,
    order: ChapterOrder,
) -> Result<StudyAnswer, ApiError> {
    let chapter = read_chapter(app, who, order).await?;
    app.guard.quotas.store(who.address, chapter.size())?;
    let added = app.studies.add(&study.view, vec![chapter]).await?;
    let now = app.studies.owned(&study.view.id, who).await?.view;
    Ok(answer(now, added, Vec::new(), 0, None))
}

/// Changes a chapter and returns it.
pub async fn change_chapter(
    app: &App,
    who: &Author,
    study: &Study,
    before: ChapterView,
    change: ChapterChange,
) -> Result<ChapterView, ApiError> {
    if change.version.get::<u64>() != before.version {
        return Err(ApiError::StudyChanged);
    }
    let tree = match &change.tree {
        Some(tree) => {
            let fen = before.fen.as_deref();
            Some(read_tree(app, who, tree.to_string(), &before.rules, fen).await?.tree)
        }
        None => None,
    };
    let more = |new: Option<usize>, old: &str| new.map_or(0, |new| new.saturating_sub(old.len()));
    let grown = more(tree.as_ref().map(String::len), &before.tree)
        + more(change.text.as_ref().map(|text| text.len()), &before.text);
    app.guard.quotas.store(who.address, grown)?;
    app.studies.change_chapter(&study.view.id, &before, &change, tree).await?;
    app.studies.chapter(&study.view.id, before.number).await
}

fn answer(
    study: StudyView,
    added: Vec<u64>,
    troubles: Vec<Vec<Phrase>>,
    left_out: usize,
    key: Option<String>,
) -> StudyAnswer {
    let told = added.iter().zip(troubles).filter(|(_, what)| !what.is_empty());
    let troubles = told.map(|(number, what)| ChapterTrouble { number: *number, what }).collect();
    StudyAnswer { study, added, troubles, left_out: left_out as u64, key }
}

fn size(chapters: &[NewChapter]) -> usize {
    chapters.iter().map(NewChapter::size).sum()
}

async fn read_games(app: &App, who: &Author, text: String) -> Result<FoundChapters, ApiError> {
    let read = move || from_pdn(&text);
    app.supervisor.games.pool.run_blocking(who.address, Task::Games, read).await?
}

/// A parsed tree, ready to be stored.
struct ReadTree {
    rules: String,
    fen: Option<String>,
    tree: String,
}

async fn read_tree(
    app: &App,
    who: &Author,
    text: String,
    rules: &str,
    fen: Option<&str>,
) -> Result<ReadTree, ApiError> {
    let rules = read_rules(rules)?;
    let fen = fen.map(str::to_owned);
    let read = move || {
        let read = checked(&text, &rules, fen.as_deref())?.written;
        Ok(ReadTree { rules: read.rules, fen: read.fen, tree: read.tree })
    };
    app.supervisor.games.pool.soon(who.address, Task::Games, read).await?
}

async fn read_chapter(
    app: &App,
    who: &Author,
    order: ChapterOrder,
) -> Result<NewChapter, ApiError> {
    let ChapterOrder { title, text, rules, fen, tree } = order;
    let tree = tree.as_deref().unwrap_or_default().to_owned();
    let ReadTree { rules, fen, tree } =
        read_tree(app, who, tree, &rules, fen.as_deref().map(str::trim)).await?;
    Ok(NewChapter {
        title: title.as_deref().map(crate::names::normalised).unwrap_or_default(),
        text: text.as_deref().unwrap_or_default().to_owned(),
        rules,
        fen,
        tree,
    })
}
