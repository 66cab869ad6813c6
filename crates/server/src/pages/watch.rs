//! The games that are being played, to watch.

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

/// How many games are shown.
const SHOWN: usize = 24;
/// How many are looked through for games between people, which come first.
const LOOKED_THROUGH: u32 = 200;
/// How long a game is shown in which nothing happens, in milliseconds.
const QUIET: u64 = 60 * 60 * 1_000;

/// The route of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/watch", routing::get(watch))
}

async fn watch(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, ApiError> {
    let games = going_on(&app, &visitor, SHOWN).await?;
    Ok(page(&visitor, "watch.html", context! { games }))
}

/// A game in which nothing has happened since then is left alone.
pub fn quiet_since() -> u64 {
    time::now().0.saturating_sub(QUIET)
}

/// The games that are being played now, at most so many.
pub async fn going_on(app: &App, visitor: &Visitor, most: usize) -> Result<Vec<Value>, ApiError> {
    let since = quiet_since();
    let mut going = app.supervisor.games.store().going_on(LOOKED_THROUGH).await?;
    going.retain(|game| game.updated >= since && !game.is_record());
    going.sort_by_key(|game| !game.is_between_people());
    going.truncate(most);
    let mut games = Vec::with_capacity(going.len());
    for game in going {
        // One that cannot be read is told to those who open it.
        if let Ok(live) = app.supervisor.open(&game.id).await {
            games.push(shown(&game.id, &live.state(), visitor));
        }
    }
    Ok(games)
}

/// A game as it is shown here.
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
