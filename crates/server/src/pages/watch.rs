//! The page of games in progress.

use super::clocks::clock;
use super::mini::mini;
use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use crate::error::ApiError;
use crate::server::App;
use crate::time;
use axum::extract::State;
use axum::response::Response;
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use std::sync::Arc;

/// The number of games shown.
const SHOWN: usize = 24;
/// How many are searched for games between people, which come first.
const LOOKED_THROUGH: u32 = 200;
/// How long an inactive game is shown, in milliseconds.
const QUIET: u64 = 60 * 60 * 1_000;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/watch", routing::get(watch))
}

async fn watch(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, ApiError> {
    let games = going_on(&app, &visitor, SHOWN).await?;
    Ok(page(&visitor, "watch.html", context! { games }))
}

/// Games without events since then are left out.
pub fn quiet_since() -> u64 {
    time::now().0.saturating_sub(QUIET)
}

/// Returns up to `most` games in progress.
pub async fn going_on(app: &App, visitor: &Visitor, most: usize) -> Result<Vec<Value>, ApiError> {
    let since = quiet_since();
    let mut going = app.supervisor.games.store().going_on(LOOKED_THROUGH).await?;
    going.retain(|game| game.updated >= since && !game.is_record());
    going.sort_by_key(|game| !game.is_between_people());
    going.truncate(most);
    let mut games = Vec::with_capacity(going.len());
    for game in going {
        // Opening a game that cannot be read shows the error.
        if let Ok(live) = app.supervisor.open(&game.id).await {
            games.push(shown(&game.id, &live.state(), visitor));
        }
    }
    Ok(games)
}

/// A game in this list.
fn shown(id: &str, state: &crate::live_game::State, visitor: &Visitor) -> Value {
    let table = state.log.table();
    let terms = table.terms();
    let name = |side| player_of(state, side, visitor);
    context! {
        id,
        board => visitor.board(&terms.rules),
        mini => mini(table.game().position(), terms.rules.first == Color::Black),
        title => title(&terms.rules, visitor.language),
        clock => clock(&terms.clock, visitor.language),
        white => name(Color::White),
        black => name(Color::Black),
        plies => state.plies(),
        turn => table.turn().to_string(),
        flip => terms.rules.first == Color::Black,
    }
}
