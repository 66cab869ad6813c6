//! The page of one game: a board that lives by JavaScript, and without it the record of the game.

use super::clocks;
use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use super::variants::address;
use crate::error::ApiError;
use crate::guard::Caller;
use crate::seats::Requester;
use crate::server::App;
use crate::{chat, lan, words};
use arbiter::{Phase, TimeControl};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use draughts::Color;
use minijinja::context;
use std::sync::Arc;

/// `GET /game/{id}`.
pub async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    who: Requester,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let live = app.supervisor.games.find(&id).await?;
    live.seen(&who);
    let state = live.state();
    let table = state.log.table();
    let moves: Vec<Vec<String>> = table.moves().chunks(2).map(<[String]>::to_vec).collect();
    let name = |side| player_of(&state, side, &visitor);
    let ending = table.ending().map(|ending| words::ending(ending, table.game().position()));
    let ending = ending.iter().flatten();
    let voice = visitor.voice(&table.terms().rules);
    let pace = arbiter::presets().find(|preset| preset.control == table.terms().clock);
    let about = context! {
        id => &id,
        title => title(&table.terms().rules, visitor.language),
        rules => address(&table.terms().rules),
        board => visitor.board(&table.terms().rules),
        clock => clocks::clock(&table.terms().clock, visitor.language),
        has_clock => table.terms().clock != TimeControl::None,
        open => state.seats.is_open() && table.phase() == Phase::Waiting,
        slow => matches!(table.terms().clock, TimeControl::Correspondence { .. }),
        pace => pace.map(|preset| preset.word),
        touch_move => table.terms().touch_move,
        elsewhere => elsewhere(&app, caller),
        white => name(Color::White),
        black => name(Color::Black),
        ending => ending.map(|phrase| phrase.said(voice)).collect::<Vec<_>>(),
        preview => state.public.then(|| preview(&app, &headers, &id)).flatten(),
        fen => table.game().position().to_fen(),
        plies => table.moves().len(),
        moves,
        longest => chat::LONGEST,
    };
    Ok(page(&visitor, "game.html", about))
}

/// Where other devices find this server, for somebody at this machine, who calls it by a name that means
/// another one on each of them. It is nobody else's business.
fn elsewhere(app: &App, caller: Caller) -> Option<String> {
    let found = lan::addresses(app.address).into_iter().find(|_| app.guard.is_at_home(caller))?;
    Some(format!("http://{found}"))
}

/// Where those who show links to this game find its picture; nothing leads to the picture of a game that is not
/// listed.
fn preview(app: &App, headers: &HeaderMap, id: &str) -> Option<String> {
    let public = app.guard.settings.public_url.as_ref().map(|url| url.origin().to_owned());
    let asked = || Some(format!("http://{}", headers.get(header::HOST)?.to_str().ok()?));
    Some(format!("{}/api/games/{id}/position.png?width=600", public.or_else(asked)?))
}
