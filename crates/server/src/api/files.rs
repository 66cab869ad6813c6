//! Games and positions as files: PDN, logs, FEN and pictures.

use super::read_rules;
use crate::failure::Failure;
use crate::server::App;
use arbiter::TermsError;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Router, routing};
use draughts::AnyPosition;
use pdn::Form;
use picture::{Picture, Theme};
use serde::Deserialize;
use std::sync::Arc;

/// The routes of files.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games/{id}/{file}", routing::get(export))
        .route("/position.svg", routing::get(svg))
        .route("/position.png", routing::get(png))
}

/// The longest position that an address may hold; more than any board needs.
pub const LONGEST_FEN: usize = 1_000;

/// A position to be drawn.
#[derive(Deserialize)]
struct Scene {
    rules: String,
    fen: Option<String>,
    theme: Option<String>,
    flip: Option<bool>,
    width: Option<u32>,
}

impl Scene {
    fn position(&self) -> Result<AnyPosition, Failure> {
        let rules = read_rules(&self.rules)?;
        match self.fen.as_deref().map(str::trim) {
            None | Some("") => Ok(AnyPosition::start(&rules)),
            Some(fen) if fen.len() > LONGEST_FEN => {
                Err(Failure::Malformed("the position is too long".to_owned()))
            }
            Some(fen) => AnyPosition::from_fen(&rules, fen)
                .map_err(|error| Failure::Terms(TermsError::Fen(error))),
        }
    }

    fn picture<'a>(&self, position: &'a AnyPosition) -> Result<Picture<'a>, Failure> {
        let picture = Picture::new(position).theme(read_theme(self.theme.as_deref())?);
        Ok(picture.flipped(self.flip.unwrap_or_default()).width(self.width.unwrap_or(480)))
    }
}

async fn svg(Query(scene): Query<Scene>) -> Result<Response, Failure> {
    let position = scene.position()?;
    let svg = scene.picture(&position)?.svg();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

#[cfg(feature = "png")]
async fn png(Query(scene): Query<Scene>) -> Result<Response, Failure> {
    let position = scene.position()?;
    let bytes = scene.picture(&position)?.png();
    let bytes = bytes.map_err(|error| Failure::Malformed(error.to_string()))?;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
}

#[cfg(not(feature = "png"))]
async fn png() -> Failure {
    Failure::NoPage
}

fn read_theme(name: Option<&str>) -> Result<Theme, Failure> {
    let unknown = |name: &str| Failure::Malformed(format!("no theme {name}"));
    name.map_or(Ok(Theme::CLASSIC), |name| name.parse().map_err(|_| unknown(name)))
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
    let theme = read_theme(looks.theme.as_deref())?;
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
