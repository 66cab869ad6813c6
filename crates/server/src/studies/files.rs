//! Studies as PDN: each chapter is a game and vice versa. The paragraphs of a chapter's text become comments before the
//! first move; a tag counts them, so that importing restores the text.

use super::chapter_text::{count, from_comments, to_comments};
use super::chapters::{NewChapter, checked};
use crate::analysis::tree;
use crate::error::ApiError;
use crate::import::{EFFORT, read_games, too_many_captures};
use crate::names::normalised;
use crate::words::Phrase;
use draughts::{Ruleset, measured, within};
use pdn::{Flaw, Form, Game, Judge, Problem};
use wire::{ChapterView, LONGEST_CHAPTER_TEXT, LONGEST_TITLE, LONGEST_TREE, MOST_CHAPTERS};

/// The tags for a chapter's title and for the number of comments that are its text.
const TITLE: &str = "ChapterName";
const TEXT: &str = "ChapterText";
/// The most problems reported per game.
const MOST_TOLD: usize = 10;

/// The chapters of a file.
#[derive(Clone, Debug, Default)]
pub struct FoundChapters {
    /// The chapters, each with the problems in its game.
    pub chapters: Vec<(NewChapter, Vec<Phrase>)>,
    /// The number of games that did not fit.
    pub left_out: usize,
}

/// Converts the games of a PDN text to chapters.
pub fn from_pdn(text: &str) -> Result<FoundChapters, ApiError> {
    let unreadable = |phrase| ApiError::Unreadable(Box::new(phrase));
    let (found, judge) = read_games(text.as_bytes(), None);
    if found.games.is_empty() {
        return Err(unreadable(Phrase::new("import.nothing")));
    }
    let all = found.games.len();
    let mut chapters = Vec::new();
    let mut jumps = EFFORT;
    for game in found.games.iter().take(MOST_CHAPTERS) {
        let (read, spent) = measured(|| within(jumps, || chapter(game, &judge)));
        jumps = jumps.saturating_sub(spent);
        match read {
            Ok(chapter) => chapters.push(chapter?),
            Err(_) if chapters.is_empty() => return Err(unreadable(too_many_captures())),
            Err(_) => break,
        }
    }
    Ok(FoundChapters { left_out: found.more + all - chapters.len(), chapters })
}

fn chapter(game: &Game, judge: &Judge) -> Result<(NewChapter, Vec<Phrase>), ApiError> {
    let mut game = game.clone();
    let tag = game.tag(TEXT).unwrap_or("0").to_owned();
    let text = game.line.comments.len().min(count(&tag));
    let text: Vec<String> = game.line.comments.drain(..text).collect();
    let read = tree::of_game(&game, judge).written;
    if read.tree.chars().count() > LONGEST_TREE {
        return Err(ApiError::TooLarge);
    }
    let chapter = NewChapter {
        title: title(&game),
        text: from_comments(&text, &tag, LONGEST_CHAPTER_TEXT),
        rules: read.rules,
        fen: read.fen,
        tree: read.tree,
    };
    Ok((chapter, troubles(&game, judge)))
}

/// Returns the title for a chapter made from a game.
fn title(game: &Game) -> String {
    let tag = |name| game.tag(name).map(normalised).filter(|text| !matches!(&**text, "" | "?"));
    let players = || Some(format!("{} – {}", tag("White")?, tag("Black")?));
    let title = game.tag(TITLE).map(normalised).or_else(players).or_else(|| tag("Event"));
    title.iter().flat_map(|title| title.chars()).take(LONGEST_TITLE).collect()
}

/// Returns the moves that were left out, with reasons.
fn troubles(game: &Game, judge: &Judge) -> Vec<Phrase> {
    let replay = judge.replay(game);
    let is_loss = |problem: &&Problem| matches!(problem.flaw, Flaw::InVariation(_));
    let notes = judge.notes(game, &replay);
    let lost = replay.problem.iter().chain(notes.iter().filter(is_loss));
    lost.take(MOST_TOLD).map(|problem| Phrase::from(&problem.flaw)).collect()
}

/// Writes a study as PDN.
pub fn to_pdn(study: &str, chapters: &[ChapterView]) -> Result<String, ApiError> {
    let written = within(EFFORT, || {
        let games = chapters.iter().map(|chapter| game(study, chapter));
        games.collect::<Result<String, ApiError>>()
    });
    written.map_err(|_| ApiError::Unreadable(Box::new(too_many_captures())))?
}

fn game(study: &str, chapter: &ChapterView) -> Result<String, ApiError> {
    let damaged = |_| ApiError::Damaged(format!("a chapter has the rules \"{}\"", chapter.rules));
    let rules: Ruleset = chapter.rules.parse().map_err(damaged)?;
    let mut game = checked(&chapter.tree, &rules, chapter.fen.as_deref())?.game;
    game.set_tag("Event", study);
    game.set_tag(TITLE, &chapter.title);
    if let Some((paragraphs, tag)) = to_comments(&chapter.text) {
        game.set_tag(TEXT, &tag);
        game.line.comments.splice(0..0, paragraphs);
    }
    Ok(game.to_pdn(Form::Pdn3))
}
