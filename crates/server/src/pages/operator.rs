//! The operator's page: metrics, connections, reports, and a backup. It is shown after typing the operator's token,
//! which the browser does not keep.

use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use crate::days::date;
use crate::error::ApiError;
use crate::guard::Caller;
use crate::guard::Cost;
use crate::live_game::LiveGame;
use crate::server::App;
use axum::body::Body;
use axum::extract::{Extension, Form, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;

/// The number of games and reports shown.
const SHOWN: usize = 100;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/operator", routing::get(ask).post(look))
        .route("/operator/backup", routing::post(back_up))
        .route("/operator/reports", routing::post(put_away))
        .route("/operator/studies", routing::post(settle_study))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/operator", Cost::Request),
    ("/operator/backup", Cost::Request),
    ("/operator/reports", Cost::Request),
    ("/operator/studies", Cost::Request),
];

/// The form for the operator's token.
#[derive(Deserialize)]
struct OperatorView {
    #[serde(default)]
    token: String,
}

async fn ask(visitor: Visitor) -> Response {
    let form = page(&visitor, "operator.html", context! { seen => (), token => "" });
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], form).into_response()
}

async fn look(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Extension(caller): Extension<Caller>,
    Form(shown): Form<OperatorView>,
) -> Result<Response, ApiError> {
    admit(&app, caller, &shown)?;
    show(&app, &visitor, shown).await
}

fn admit(app: &App, caller: Caller, shown: &OperatorView) -> Result<(), ApiError> {
    app.guard.may_show_key(caller)?;
    match app.guard.is_operator(shown.token.trim()) {
        true => Ok(()),
        false => Err(ApiError::NotOperator),
    }
}

async fn show(app: &App, visitor: &Visitor, shown: OperatorView) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let totals = people.totals().await?;
    let live = app.supervisor.games.all_live();
    let reports = people.reports(SHOWN as u64).await?;
    let reports: Vec<Value> = reports
        .into_iter()
        .map(|report| {
            let (by, about) = (report.by, report.about);
            let (id, day) = (report.id, date(report.made));
            context! { id, day, by, about, game => report.game, words => report.words }
        })
        .collect();
    let studies = app.studies.reported(SHOWN as u64).await?;
    let studies: Vec<Value> = studies
        .into_iter()
        .map(|report| {
            let (id, day) = (report.study, date(report.made));
            context! { id, day, title => report.title, words => report.words }
        })
        .collect();
    let games: Vec<Value> = live.iter().take(SHOWN).map(|live| listed(live, visitor)).collect();
    let pulse = app.supervisor.pulse.check(Instant::now());
    let seen = context! {
        trouble => pulse.err(),
        figures => [
            ("connections", app.guard.connections() as u64),
            ("sockets", app.guard.sockets() as u64),
            ("live", live.len() as u64),
            ("games", totals.games),
            ("unfinished", totals.unfinished),
            ("people", totals.people),
        ].map(|(name, number)| context! { name, number }).to_vec(),
        games,
        reports,
        studies,
    };
    Ok(page(visitor, "operator.html", context! { seen, token => shown.token.trim() }))
}

fn listed(live: &LiveGame, visitor: &Visitor) -> Value {
    let state = live.state();
    let table = state.log.table();
    let name = |side| player_of(&state, side, visitor);
    context! {
        id => &live.id,
        white => name(Color::White),
        black => name(Color::Black),
        title => title(&table.terms().rules, visitor.language),
        plies => state.plies(),
    }
}

/// A report to mark as read.
#[derive(Deserialize)]
struct Read {
    #[serde(default)]
    token: String,
    report: String,
}

async fn put_away(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Extension(caller): Extension<Caller>,
    Form(read): Form<Read>,
) -> Result<Response, ApiError> {
    let shown = OperatorView { token: read.token };
    admit(&app, caller, &shown)?;
    app.supervisor.games.people.put_away(&read.report).await?;
    show(&app, &visitor, shown).await
}

/// A reported study to delete, or whose reports are to be marked as read.
#[derive(Deserialize)]
struct SettledStudy {
    #[serde(default)]
    token: String,
    #[serde(default)]
    delete: String,
    #[serde(default)]
    done: String,
}

async fn settle_study(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Extension(caller): Extension<Caller>,
    Form(settled): Form<SettledStudy>,
) -> Result<Response, ApiError> {
    let shown = OperatorView { token: settled.token };
    admit(&app, caller, &shown)?;
    if !settled.delete.is_empty() {
        app.studies.delete(&settled.delete).await?;
    }
    app.studies.put_away(&settled.done).await?;
    show(&app, &visitor, shown).await
}

/// Sends a backup of the whole store.
async fn back_up(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Form(shown): Form<OperatorView>,
) -> Result<Response, ApiError> {
    admit(&app, caller, &shown)?;
    let copy = app.supervisor.games.store().copy().await?;
    let headers = [
        (header::CONTENT_TYPE, "application/vnd.sqlite3"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"damier.sqlite\""),
    ];
    Ok((headers, Body::from_stream(copy)).into_response())
}
