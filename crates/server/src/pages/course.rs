//! The beginners' course, for the rules of any game, and the trainer of square names.

use super::render::page;
use super::settings::Visitor;
use super::titles::title;
use super::variants::{address, in_words, pieces, play, scene};
use crate::api::read_rules;
use crate::error::ApiError;
use crate::server::App;
use crate::words::course::{Exercise, Goal, Lesson, course};
use crate::words::rulebook;
use axum::extract::{Path, Query};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{Ruleset, Variant};
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;

/// The routes of the course.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/learn", routing::get(start))
        .route("/learn/{rules}", routing::get(overview))
        .route("/learn/{rules}/squares", routing::get(squares))
        .route("/learn/{rules}/{lesson}", routing::get(lesson))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct StartQuery {
    /// The rules to teach.
    rules: Option<String>,
}

/// Shows the course for the chosen rules; by default those of the best-known variant.
async fn start(visitor: Visitor, Query(asked): Query<StartQuery>) -> Result<Response, ApiError> {
    match asked.rules {
        Some(text) => {
            let rules = read_rules(&text)?;
            Ok(Redirect::to(&place(&rules, "")).into_response())
        }
        None => Ok(shown(&visitor, &Variant::American.into())),
    }
}

async fn overview(Path(text): Path<String>, visitor: Visitor) -> Result<Response, ApiError> {
    Ok(shown(&visitor, &read_rules(&text)?))
}

/// The address of a lesson, or of the course.
pub fn place(rules: &Ruleset, lesson: &str) -> String {
    let course = address(rules).replacen("/variants/", "/learn/", 1);
    if lesson.is_empty() { course } else { format!("{course}/{lesson}") }
}

fn shown(visitor: &Visitor, rules: &Ruleset) -> Response {
    let lessons: Vec<Value> = course(rules)
        .iter()
        .map(|lesson| {
            let names: Vec<&str> = lesson.exercises.iter().map(|one| one.name).collect();
            context! {
                name => lesson.name,
                address => place(rules, lesson.name),
                exercises => names.join(" "),
                count => names.len(),
                scene => scene(rules, Some(&lesson.exercises[0].position.to_fen()), visitor),
            }
        })
        .collect();
    let games: Vec<Value> = Variant::ALL
        .iter()
        .map(|variant| context! { value => variant.name(), chosen => rules.official() == Some(*variant) })
        .collect();
    let about = context! {
        title => title(rules, visitor.language),
        rules => rules.to_string(),
        board => visitor.board(rules),
        lessons,
        games,
        official => rules.official().is_some(),
        squares => place(rules, "squares"),
        scene => scene(rules, None, visitor),
        all_rules => address(rules),
        play => play(rules),
    };
    page(visitor, "course.html", about)
}

async fn lesson(
    Path((text, name)): Path<(String, String)>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let rules = read_rules(&text)?;
    let all = course(&rules);
    let at = all.iter().position(|lesson| lesson.name == name).ok_or(ApiError::NoPage)?;
    let Lesson { name, section, exercises } = &all[at];
    let voice = visitor.voice(&rules);
    let belongs = rulebook::sections(&rules).into_iter().find(|one| Some(one.name) == *section);
    let sentences = belongs.map_or_else(Vec::new, |one| one.sentences);
    let sentences: Vec<String> = sentences.iter().map(|phrase| phrase.said(voice)).collect();
    let beside = |lesson: Option<&Lesson>| {
        lesson.map(|one| context! { name => one.name, address => place(&rules, one.name) })
    };
    let about = context! {
        title => title(&rules, visitor.language),
        rules => rules.to_string(),
        board => visitor.board(&rules),
        name => *name,
        sentences,
        exercises => exercises.iter().map(|one| exercise(&visitor, &rules, one)).collect::<Vec<_>>(),
        course => place(&rules, ""),
        before => beside(at.checked_sub(1).map(|before| &all[before])),
        next => beside(all.get(at + 1)),
        squares => place(&rules, "squares"),
        play => play(&rules),
    };
    Ok(page(&visitor, "lesson.html", about))
}

/// An exercise that also works without JavaScript: a picture, the task, and its answer in words.
fn exercise(visitor: &Visitor, rules: &Ruleset, one: &Exercise) -> Value {
    let Exercise { name, position, task, lesson, right, goal } = one;
    let voice = visitor.voice(rules);
    let fen = position.to_fen();
    let right = in_words(position, right);
    context! {
        name => *name,
        scene => scene(rules, Some(&fen), visitor),
        fen,
        pieces => pieces(position, voice),
        task => task.said(voice),
        done => lesson.said(voice),
        answer => right.join(", "),
        right => serde_json::to_string(&right).expect("texts are plain data"),
        takes => match goal {
            Goal::Taken(count) => *count,
            Goal::Played => 0,
        },
    }
}

async fn squares(Path(text): Path<String>, visitor: Visitor) -> Result<Response, ApiError> {
    let rules = read_rules(&text)?;
    let about = context! {
        title => title(&rules, visitor.language),
        rules => rules.to_string(),
        board => visitor.board(&rules),
        course => place(&rules, ""),
        scene => scene(&rules, None, &visitor),
    };
    Ok(page(&visitor, "squares.html", about))
}
