//! The page of one game: a board that lives by JavaScript, and without it the record of the game.

use super::render::page;
use super::settings::Visitor;
use super::titles::{player, title};
use super::variants::address;
use crate::failure::Failure;
use crate::server::App;
use crate::words;
use axum::extract::{Path, State};
use axum::response::Response;
use draughts::Color;
use minijinja::context;
use std::sync::Arc;

/// `GET /game/{id}`.
pub async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Failure> {
    let state = app.house.games.find(&id).await?.state().await;
    let table = state.log.table();
    let moves: Vec<Vec<String>> = table.moves().chunks(2).map(<[String]>::to_vec).collect();
    let name = |side| player(table.name(side), visitor.language);
    let ending = table.ending().map(|ending| words::ending(ending, table.game().position()));
    let ending = ending.iter().flatten();
    let about = context! {
        id,
        title => title(&table.terms().rules, visitor.language),
        rules => address(&table.terms().rules),
        clock => table.terms().clock.to_string(),
        white => name(Color::White),
        black => name(Color::Black),
        ending => ending.map(|phrase| phrase.said(visitor.language)).collect::<Vec<_>>(),
        fen => table.game().position().to_fen(),
        moves,
    };
    Ok(page(&visitor, "game.html", about))
}
