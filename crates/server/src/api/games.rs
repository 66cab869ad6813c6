//! Setting up games, and looking at them.

use super::rules::read_rules;
use super::{Body, body, key};
use crate::failure::Failure;
use crate::live::{Created, Opponent};
use crate::server::App;
use crate::store::Summary;
use crate::view::GameView;
use arbiter::{Colors, Opening, Terms, TermsError};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::{Json, Router, routing};
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes of games.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/games", routing::get(recent).post(create))
        .route("/games/{id}", routing::get(game))
}

async fn recent(State(app): State<Arc<App>>) -> Result<Json<Vec<Summary>>, Failure> {
    const SHOWN: u32 = 50;
    Ok(Json(app.house.games.store().recent(SHOWN).await?))
}

/// What a new game is to be.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub rules: String,
    #[serde(default)]
    pub fen: Option<String>,
    #[serde(default)]
    pub opening: Option<String>,
    #[serde(default)]
    pub clock: Option<String>,
    /// The host's colour: white, black, or drawn by lot.
    #[serde(default)]
    pub color: Option<String>,
    #[serde(default)]
    pub seed: Option<u64>,
    #[serde(default)]
    pub touch_move: bool,
    /// The computer's level; without one both sides are played here.
    #[serde(default)]
    pub level: Option<u8>,
    #[serde(default)]
    pub names: Option<[String; 2]>,
}

impl Order {
    fn terms(&self) -> Result<Terms, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Malformed(error.to_string());
        let seed = match self.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| wrong(&error))? >> 11,
        };
        let mut terms = Terms::new(read_rules(&self.rules)?, seed);
        if let Some(clock) = &self.clock {
            let wrong = |error| Failure::Terms(TermsError::Clock(error));
            terms.clock = clock.parse().map_err(wrong)?;
        }
        terms.colors = match self.color.as_deref() {
            None | Some("drawn") => Colors::Drawn,
            Some("white") => Colors::HostWhite,
            Some("black") => Colors::HostBlack,
            Some(_) => return Err(wrong(&"a colour is white, black or drawn")),
        };
        terms.opening = match (&self.fen, &self.opening) {
            (Some(fen), _) => Opening::Position(fen.clone()),
            (None, Some(opening)) => opening.parse().map_err(Failure::Terms)?,
            (None, None) => Opening::Standard,
        };
        terms.touch_move = self.touch_move;
        Ok(terms)
    }
}

/// A new game, and the key to its seats.
#[derive(Serialize)]
pub struct CreatedView {
    id: String,
    key: String,
}

impl From<Created> for CreatedView {
    fn from(Created { id, key }: Created) -> Self {
        Self { id, key }
    }
}

async fn create(
    State(app): State<Arc<App>>,
    order: Body<Order>,
) -> Result<(StatusCode, Json<CreatedView>), Failure> {
    Ok((StatusCode::CREATED, Json(start(&app, body(order)?).await?.into())))
}

/// Sets up a game.
pub async fn start(app: &App, order: Order) -> Result<Created, Failure> {
    let terms = order.terms()?;
    let opponent = match order.level {
        None => Opponent::Here,
        Some(level @ 1..=10) => Opponent::Computer(level),
        Some(_) => return Err(Failure::Malformed("levels go from 1 to 10".to_owned())),
    };
    let names = order.names.unwrap_or_else(|| match opponent {
        // On one device the sides are the names.
        Opponent::Here => {
            let host = terms.colors.host(terms.seed);
            [host, !host]
                .map(|side| if side == Color::White { "White" } else { "Black" }.to_owned())
        }
        Opponent::Computer(level) => ["You".to_owned(), format!("Computer, level {level}")],
    });
    app.house.games.create(terms, opponent, names).await
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<GameView>, Failure> {
    let state = app.house.open(&id).await?.state().await;
    let sides = state.seats.sides(key(&headers));
    Ok(Json(GameView::of(&id, &state, app.house.games.now(&state), &sides)))
}
