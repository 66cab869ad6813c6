//! Games and positions as files: PDN, logs, FEN and pictures.

use crate::failure::Failure;
use crate::server::App;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use pdn::Form;
use picture::{Picture, Theme};
use serde::Deserialize;
use std::sync::Arc;

/// The routes of files.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/games/{id}/{file}", routing::get(export))
}

/// How a picture is to look.
#[derive(Deserialize)]
struct Looks {
    ply: Option<usize>,
    theme: Option<String>,
    flip: Option<bool>,
    width: Option<u32>,
}

async fn export(
    State(app): State<Arc<App>>,
    Path((id, file)): Path<(String, String)>,
    Query(looks): Query<Looks>,
) -> Result<Response, Failure> {
    let state = app.house.open(&id).await?.state().await;
    let log = &state.log;
    let game = log.table().game();
    let plies = looks.ply.unwrap_or(log.table().moves().len());
    let position = game.position_after(plies).ok_or(Failure::NoPage)?;
    let theme = match &looks.theme {
        None => Theme::CLASSIC,
        Some(name) => name.parse().map_err(|_| Failure::Malformed(format!("no theme {name}")))?,
    };
    let picture = || {
        let picture = Picture::new(position).theme(theme).flipped(looks.flip.unwrap_or_default());
        picture.width(looks.width.unwrap_or(480))
    };
    let text =
        |kind: &'static str, text: String| ([(header::CONTENT_TYPE, kind)], text).into_response();
    const PLAIN: &str = "text/plain; charset=utf-8";
    match file.as_str() {
        "game.pdn" => Ok(text(PLAIN, record::pdn_of(log).to_pdn(Form::Pdn3))),
        "game.log" => Ok(text(PLAIN, log.text())),
        "position.fen" => Ok(text(PLAIN, format!("{}\n", position.to_fen()))),
        "position.svg" => Ok(text("image/svg+xml", picture().svg())),
        #[cfg(feature = "png")]
        "position.png" => {
            let bytes = picture().png().map_err(|error| Failure::Malformed(error.to_string()))?;
            Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
        }
        _ => Err(Failure::NoPage),
    }
}
