//! The list of studies, own and public, and the form for a new one.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::study::brought;
use super::titles::{choices, usual};
use crate::days::date;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use crate::studies::{self, Author, Listed, guest_cookie};
use crate::words::Phrase;
use axum::extract::{Form, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Router, routing};
use draughts::Ruleset;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use wire::{ChapterOrder, StudyList, StudyOrder, StudySummary, Visibility};

/// The routes of the page and its form.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/studies", routing::get(list).post(make))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/studies", Cost::Request)];

/// What to list.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
struct ListQuery {
    /// Text that the title contains.
    search: String,
    /// The pages of own and of public studies, from 0.
    mine: u64,
    public: u64,
}

/// A new study.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
struct NewForm {
    title: String,
    visibility: String,
    rules: String,
    /// Games in PDN.
    pdn: String,
}

async fn list(
    State(app): State<Arc<App>>,
    who: Author,
    visitor: Visitor,
    Query(asked): Query<ListQuery>,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, &asked, &NewForm::default(), None).await
}

async fn show(
    app: &App,
    who: &Author,
    visitor: &Visitor,
    asked: &ListQuery,
    form: &NewForm,
    trouble: Option<ApiError>,
) -> Result<Response, ApiError> {
    let mine = app.studies.list(Listed::Of(who), &asked.search, asked.mine).await?;
    let public = app.studies.list(Listed::Public, &asked.search, asked.public).await?;
    let chosen = form.rules.parse().unwrap_or_else(|_| Ruleset::from(usual(visitor.language)));
    let link = |mine: u64, public: u64| {
        let (mine, public) = (mine.to_string(), public.to_string());
        let parts = [("search", asked.search.as_str()), ("mine", &mine), ("public", &public)];
        format!("/studies?{}", query(&parts))
    };
    let about = context! {
        search => &asked.search,
        mine => listed(&mine, asked.mine, |page| link(page, asked.public)),
        public => listed(&public, asked.public, |page| link(asked.mine, page)),
        title => &form.title,
        pdn => &form.pdn,
        visibility => &form.visibility,
        visibilities => Visibility::ALL.map(Visibility::word).to_vec(),
        rules => choices(Some(&chosen), visitor),
        trouble => trouble.as_ref().map(|error| Phrase::from(error).said(visitor.language)),
    };
    let mut shown = page(visitor, "studies.html", about);
    if let Some(error) = trouble {
        *shown.status_mut() = error.status();
        shown.extensions_mut().insert(error);
    }
    Ok(shown)
}

fn listed(list: &StudyList, number: u64, link: impl Fn(u64) -> String) -> Value {
    context! {
        studies => list.studies.iter().map(row).collect::<Vec<_>>(),
        later => number.checked_sub(1).map(&link),
        earlier => list.more.then(|| link(number + 1)),
    }
}

fn row(study: &StudySummary) -> Value {
    context! {
        id => &study.id,
        title => &study.title,
        visibility => study.visibility.word(),
        owner => &study.owner,
        date => date(study.updated),
        chapters => study.chapters,
    }
}

async fn make(
    State(app): State<Arc<App>>,
    who: Author,
    headers: HeaderMap,
    visitor: Visitor,
    Form(form): Form<NewForm>,
) -> Result<Response, ApiError> {
    let made = match order(form.clone()) {
        Ok(order) => studies::make(&app, &who, order).await,
        Err(error) => Err(error),
    };
    match made {
        Ok(made) => {
            let cookie =
                made.key.as_ref().map(|key| (header::SET_COOKIE, guest_cookie(&app.guard, key)));
            let shown = brought(&app, &who, &headers, &visitor, made).await?;
            Ok((AppendHeaders(cookie), shown).into_response())
        }
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => show(&app, &who, &visitor, &ListQuery::default(), &form, Some(error)).await,
    }
}

fn order(form: NewForm) -> Result<StudyOrder, ApiError> {
    let NewForm { title, visibility, rules, pdn } = form;
    let pdn = Some(pdn).filter(|text| !text.trim().is_empty());
    let chapter = match pdn {
        Some(_) => None,
        None => Some(ChapterOrder {
            title: None,
            text: None,
            rules: rules.try_into().map_err(ApiError::Malformed)?,
            fen: None,
            tree: None,
        }),
    };
    Ok(StudyOrder {
        title: title.trim().to_owned().try_into().map_err(ApiError::Malformed)?,
        visibility: Visibility::of(&visibility).unwrap_or_default(),
        chapter,
        pdn,
    })
}
