//! The report of a finished game, without JavaScript. A form starts it, and the page reloads itself until it is ready.

use super::mini::mini_with;
use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use super::told_report::{Told, x};
use crate::api::CountedAddress;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use axum::extract::{Path, Query, State as Shared};
use axum::response::{Redirect, Response};
use axum::{Router, routing};
use draughts::{Color, Ruleset};
use minijinja::context;
use serde::Deserialize;
use std::sync::Arc;
use wire::ReportState;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/game/{id}/report", routing::get(report).post(ask))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/game/{id}/report", Cost::Engine)];

#[derive(Default, Deserialize)]
#[serde(default)]
struct ReportQuery {
    /// The ply whose position is shown.
    ply: Option<usize>,
}

/// Requests the report and shows its progress.
async fn ask(
    Shared(app): Shared<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Path(id): Path<String>,
) -> Result<Redirect, ApiError> {
    app.reports.ask(&id, address).await?;
    Ok(Redirect::to(&format!("/game/{id}/report")))
}

async fn report(
    Shared(app): Shared<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    Query(asked): Query<ReportQuery>,
) -> Result<Response, ApiError> {
    let found = app.reports.find(&id).await?;
    let state = app.supervisor.games.find(&id).await?.state();
    let rules = &state.log.table().terms().rules;
    let names = Color::BOTH.map(|side| player_of(&state, side, &visitor));
    let ending = state.log.table().ending().filter(|ending| ending.has_result());
    let told = found.report.as_ref().map(|report| {
        let told = Told {
            report,
            rules,
            names: &names,
            winner: ending.map(|ending| ending.winner),
            voice: visitor.voice(rules),
        };
        told.context(|position, arrows| mini_with(position, is_flipped(rules), arrows))
    });
    let turning = found.report.as_ref().and_then(|report| report.turning_points.first().copied());
    let shown = asked.ply.or(turning).unwrap_or(found.plies).min(found.plies);
    let about = context! {
        id => &id,
        title => title(rules, visitor.language),
        board => visitor.board(rules),
        names => &names,
        listed => state.public,
        state => match found.state {
            ReportState::None => "none",
            ReportState::Waiting => "waiting",
            ReportState::Working => "working",
            ReportState::Done => "done",
        },
        judged => found.judged,
        plies => found.plies,
        shown,
        shown_move => shown.checked_sub(1).and_then(|ply| state.log.table().moves().get(ply)),
        here_at => x(shown, found.plies),
        flip => if is_flipped(rules) { "&flip=true" } else { "" },
        report => told,
    };
    Ok(page(&visitor, "report.html", about))
}

/// Whether to flip the board, so that the side that moves first is at the bottom.
pub fn is_flipped(rules: &Ruleset) -> bool {
    rules.first == Color::Black
}
