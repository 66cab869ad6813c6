//! A chapter of a study: readable without JavaScript, with the analysis board otherwise. Owners edit everything but the
//! tree with plain forms.

use super::analysis::{Looked, about};
use super::query;
use super::render::page;
use super::settings::Visitor;
use super::study_text::study_text;
use super::titles::{choices, title_of_text};
use crate::analysis::tree;
use crate::api::{ChapterPlace, StudyId, read_rules};
use crate::blocking::Task;
use crate::days::date;
use crate::error::ApiError;
use crate::guard::{Caller, Cost};
use crate::server::App;
use crate::studies::{self, Author};
use crate::words::{Catalogue, shortened};
use axum::extract::{Extension, Form, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use wire::{
    ChapterOrder, ChapterSummary, ChapterTrouble, ChapterView, StudyAnswer, StudyChange,
    StudyReportText, StudyVersion, StudyView, Visibility,
};

/// The routes of the pages and their forms.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/study/{id}", routing::get(first))
        .route("/study/{id}/{number}", routing::get(chapter))
        .route("/study/{id}/settings", routing::post(change).get(back))
        .route("/study/{id}/order", routing::post(order).get(back))
        .route("/study/{id}/add", routing::post(add).get(back))
        .route("/study/{id}/remove", routing::post(remove).get(back))
        .route("/study/{id}/delete", routing::post(delete).get(back))
        .route("/study/{id}/report", routing::post(report).get(back))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/study/{id}/settings", Cost::Request),
    ("/study/{id}/order", Cost::Request),
    ("/study/{id}/add", Cost::Request),
    ("/study/{id}/remove", Cost::Request),
    ("/study/{id}/delete", Cost::Request),
    ("/study/{id}/report", Cost::Request),
];

/// Redirects a GET of a form's address, for instance after a change of language, to the study.
async fn back(StudyId(id): StudyId) -> Redirect {
    Redirect::to(&format!("/study/{id}"))
}

/// The message to show.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ShownQuery {
    /// Whether a report was just sent.
    reported: bool,
}

/// Messages about the last action.
#[derive(Default)]
struct Told {
    reported: bool,
    /// How many games did not fit.
    left_out: u64,
    /// Chapters with the problems in their games.
    troubles: Vec<ChapterTrouble>,
}

impl From<ShownQuery> for Told {
    fn from(ShownQuery { reported }: ShownQuery) -> Self {
        Self { reported, ..Self::default() }
    }
}

/// Redirects to the first chapter made from an import, or shows it with the problems found.
pub async fn brought(
    app: &App,
    who: &Author,
    headers: &HeaderMap,
    visitor: &Visitor,
    made: StudyAnswer,
) -> Result<Response, ApiError> {
    let StudyAnswer { study, added, troubles, left_out, .. } = made;
    let number = added.first().copied().unwrap_or(1);
    if left_out == 0 && troubles.is_empty() {
        return Ok(Redirect::to(&format!("/study/{}/{number}", study.id)).into_response());
    }
    let told = Told { left_out, troubles, reported: false };
    show(app, who, headers, visitor, study, number, told).await
}

async fn first(
    State(app): State<Arc<App>>,
    who: Author,
    headers: HeaderMap,
    visitor: Visitor,
    StudyId(id): StudyId,
    Query(told): Query<ShownQuery>,
) -> Result<Response, ApiError> {
    let study = app.studies.readable(&id, &who).await?.view;
    let number = study.chapters.first().ok_or(ApiError::NoStudy)?.number;
    show(&app, &who, &headers, &visitor, study, number, told.into()).await
}

async fn chapter(
    State(app): State<Arc<App>>,
    who: Author,
    headers: HeaderMap,
    visitor: Visitor,
    ChapterPlace(id, number): ChapterPlace,
    Query(told): Query<ShownQuery>,
) -> Result<Response, ApiError> {
    let study = app.studies.readable(&id, &who).await?.view;
    show(&app, &who, &headers, &visitor, study, number, told.into()).await
}

async fn show(
    app: &App,
    who: &Author,
    headers: &HeaderMap,
    visitor: &Visitor,
    study: StudyView,
    number: u64,
    told: Told,
) -> Result<Response, ApiError> {
    let chapter = app.studies.chapter(&study.id, number).await?;
    let rules = read_rules(&chapter.rules)?;
    let (text, fen) = (chapter.tree.clone(), chapter.fen.clone());
    let read = move || tree::read(&text, Some(&rules), fen.as_deref());
    let tree = app.supervisor.games.pool.soon(who.address, Task::Games, read).await??;
    let words = study_text(&tree.game, tree.start, &tree.rules);
    let (start, flip) = (tree.start.to_fen(), tree.rules.first == Color::Black);
    let looked = Looked { tree, ply: 0, game: None, trouble: None };
    let board = about(app, who.address, visitor, looked).await?;
    let preview = (study.visibility == Visibility::Public)
        .then(|| preview(app, headers, &chapter.rules, &start, flip))
        .flatten();
    let spoken = [chapter.text.as_str(), words.first_comment.as_deref().unwrap_or_default()];
    let summary = spoken.into_iter().find(|text| !text.trim().is_empty()).map(shortened);
    let troubles: Vec<Value> =
        told.troubles.iter().map(|trouble| told_trouble(trouble, &study, visitor)).collect();
    let shown = context! {
        study => shown_study(&study, visitor),
        blocks => words.blocks,
        summary,
        preview,
        start => query(&[("rules", &chapter.rules), ("fen", &start)]),
        start_fen => start,
        flip => if flip { "&flip=true" } else { "" },
        visibilities => Visibility::ALL.map(Visibility::word).to_vec(),
        all_rules => study.yours.then(|| choices(chapter.rules.parse().ok().as_ref(), visitor)),
        told => context! { left_out => told.left_out, troubles, reported => told.reported },
        ..shown_chapter(&chapter, &study, visitor)
    };
    let mut shown = page(visitor, "study.html", context! { ..shown, ..board });
    if study.visibility != Visibility::Public {
        let value = "noindex".parse().expect("a word is a header");
        shown.headers_mut().insert("x-robots-tag", value);
    }
    Ok(shown)
}

fn shown_study(study: &StudyView, visitor: &Visitor) -> Value {
    let chapters = study.chapters.iter().enumerate();
    let chapters: Vec<Value> =
        chapters.map(|(index, one)| listed(one, index, study, visitor)).collect();
    context! {
        id => &study.id,
        title => &study.title,
        owner => &study.owner,
        yours => study.yours,
        visibility => study.visibility.word(),
        version => study.version,
        updated => date(study.updated),
        chapters,
    }
}

/// The chapter, with links to its neighbours.
fn shown_chapter(chapter: &ChapterView, study: &StudyView, visitor: &Visitor) -> Value {
    let number = chapter.number;
    let at = study.chapters.iter().position(|one| one.number == number).unwrap_or(0);
    let beside = |index: Option<usize>| index.and_then(|index| study.chapters.get(index));
    let link = |one: &ChapterSummary| format!("/study/{}/{}", study.id, one.number);
    context! {
        chapter => context! {
            number,
            place => at + 1,
            name => name(chapter, at, visitor),
            title => &chapter.title,
            text => &chapter.text,
            lines => paragraphs(&chapter.text),
            version => chapter.version,
        },
        previous => beside(at.checked_sub(1)).map(link),
        next => beside(Some(at + 1)).map(link),
    }
}

fn told_trouble(trouble: &ChapterTrouble, study: &StudyView, visitor: &Visitor) -> Value {
    let index = study.chapters.iter().position(|one| one.number == trouble.number);
    let what: Vec<String> =
        trouble.what.iter().map(|phrase| phrase.said(visitor.language)).collect();
    context! { number => index.map(|index| index + 1), what }
}

fn listed(one: &ChapterSummary, index: usize, study: &StudyView, visitor: &Visitor) -> Value {
    context! {
        number => one.number,
        name => if one.title.is_empty() { unnamed(index, visitor) } else { one.title.clone() },
        rules => title_of_text(&one.rules, visitor.language),
        up => (index > 0).then(|| moved(study, index, index.saturating_sub(1))),
        down => (index + 1 < study.chapters.len()).then(|| moved(study, index, index + 1)),
    }
}

/// The chapters' numbers with two of them swapped.
fn moved(study: &StudyView, one: usize, other: usize) -> String {
    let mut numbers: Vec<String> =
        study.chapters.iter().map(|chapter| chapter.number.to_string()).collect();
    numbers.swap(one, other);
    numbers.join(" ")
}

fn name(chapter: &ChapterView, index: usize, visitor: &Visitor) -> String {
    match chapter.title.as_str() {
        "" => unnamed(index, visitor),
        title => title.to_owned(),
    }
}

fn unnamed(index: usize, visitor: &Visitor) -> String {
    let number = BTreeMap::from([("number", (index + 1).to_string())]);
    Catalogue::of(visitor.language).say("studies.chapter", &number)
}

fn paragraphs(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// The address of a picture of the position for link previews.
fn preview(app: &App, headers: &HeaderMap, rules: &str, fen: &str, flip: bool) -> Option<String> {
    let public = app.guard.settings.public_url.as_ref().map(|url| url.origin().to_owned());
    let asked = || Some(format!("http://{}", headers.get(header::HOST)?.to_str().ok()?));
    let (width, flip) = ("600", flip.to_string());
    let scene = query(&[("rules", rules), ("fen", fen), ("width", width), ("flip", &flip)]);
    Some(format!("{}/api/position.png?{scene}", public.or_else(asked)?))
}

/// Title and visibility, for this version.
#[derive(Deserialize)]
struct SettingsForm {
    version: StudyVersion,
    title: String,
    visibility: String,
}

async fn change(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Form(form): Form<SettingsForm>,
) -> Result<Redirect, ApiError> {
    let study = app.studies.owned(&id, &who).await?.view;
    let change = StudyChange {
        version: form.version,
        title: Some(form.title.try_into().map_err(ApiError::Malformed)?),
        visibility: Visibility::of(&form.visibility),
        order: None,
    };
    app.studies.change(&study, &change).await?;
    Ok(Redirect::to(&format!("/study/{id}")))
}

/// A new order of chapters, for this version.
#[derive(Deserialize)]
struct OrderForm {
    version: StudyVersion,
    /// The numbers of the chapters.
    order: String,
}

async fn order(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Form(form): Form<OrderForm>,
) -> Result<Redirect, ApiError> {
    let study = app.studies.owned(&id, &who).await?.view;
    let numbers = form.order.split(' ').filter_map(|number| number.parse().ok());
    let order = numbers.filter_map(StudyVersion::new);
    let order = Some(order.take(wire::MOST_CHAPTERS).collect());
    let change = StudyChange { version: form.version, title: None, visibility: None, order };
    app.studies.change(&study, &change).await?;
    Ok(Redirect::to(&format!("/study/{id}")))
}

/// A new chapter: games in PDN, or the start position of rules.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AddForm {
    pdn: String,
    rules: String,
}

async fn add(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    headers: HeaderMap,
    visitor: Visitor,
    Form(form): Form<AddForm>,
) -> Result<Response, ApiError> {
    let study = app.studies.owned(&id, &who).await?;
    let added = match form.pdn.trim().is_empty() {
        false => studies::add_games(&app, &who, study, form.pdn).await?,
        true => {
            let rules = form.rules.try_into().map_err(ApiError::Malformed)?;
            let order = ChapterOrder { title: None, text: None, rules, fen: None, tree: None };
            studies::add_chapter(&app, &who, study, order).await?
        }
    };
    brought(&app, &who, &headers, &visitor, added).await
}

/// A chapter to remove.
#[derive(Deserialize)]
struct RemoveForm {
    number: u64,
}

async fn remove(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
    Form(form): Form<RemoveForm>,
) -> Result<Redirect, ApiError> {
    app.studies.owned(&id, &who).await?;
    app.studies.remove(&id, form.number).await?;
    Ok(Redirect::to(&format!("/study/{id}")))
}

async fn delete(
    State(app): State<Arc<App>>,
    who: Author,
    StudyId(id): StudyId,
) -> Result<Redirect, ApiError> {
    app.studies.owned(&id, &who).await?;
    app.studies.delete(&id).await?;
    Ok(Redirect::to("/studies"))
}

/// The form for reporting a study.
#[derive(Deserialize)]
struct ReportForm {
    words: String,
}

async fn report(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    who: Author,
    StudyId(id): StudyId,
    Form(form): Form<ReportForm>,
) -> Result<Response, ApiError> {
    let words: StudyReportText = form.words.try_into().map_err(ApiError::Malformed)?;
    let study = app.studies.readable(&id, &who).await?.view;
    app.studies.report(&study, &who, caller.address, &words).await?;
    Ok(Redirect::to(&format!("/study/{id}?reported=true")).into_response())
}
