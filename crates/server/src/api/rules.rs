//! Variants, house rules and positions: what can be asked without a game.

use super::{Body, body};
use crate::failure::Failure;
use crate::server::App;
use crate::view::{BoardView, PositionView};
use arbiter::TermsError;
use axum::{Json, Router, routing};
use draughts::{AnyPosition, Ruleset, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes of variants, rules and positions.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/variants", routing::get(variants))
        .route("/rules", routing::post(rules))
        .route("/position", routing::post(position))
}

/// A variant in the catalogue.
#[derive(Serialize)]
struct VariantView {
    name: &'static str,
    title: &'static str,
    rulebook: &'static str,
    board: BoardView,
    start: String,
}

async fn variants() -> Json<Vec<VariantView>> {
    let all = Variant::ALL.iter().map(|&variant| {
        let spec = variant.spec();
        let start = AnyPosition::start(&variant.into());
        VariantView {
            name: spec.name,
            title: spec.title,
            rulebook: spec.rulebook,
            board: BoardView::of(&start),
            start: start.to_hub(),
        }
    });
    Json(all.collect())
}

/// A ruleset to look at.
#[derive(Deserialize)]
struct RulesQuestion {
    rules: String,
}

/// A ruleset that makes a game.
#[derive(Serialize)]
struct RulesAnswer {
    rules: String,
    title: String,
    official: bool,
    men: u8,
    board: BoardView,
    position: PositionView,
}

async fn rules(question: Body<RulesQuestion>) -> Result<Json<RulesAnswer>, Failure> {
    let rules = read_rules(&body(question)?.rules)?;
    let start = AnyPosition::start(&rules);
    Ok(Json(RulesAnswer {
        rules: rules.to_string(),
        title: rules.title(),
        official: rules.official().is_some(),
        men: rules.men(),
        board: BoardView::of(&start),
        position: PositionView::of(&start, false),
    }))
}

pub fn read_rules(text: &str) -> Result<Ruleset, Failure> {
    text.parse().map_err(|error| Failure::Terms(TermsError::Rules(error)))
}

/// A position to look at.
#[derive(Deserialize)]
struct PositionQuestion {
    rules: String,
    fen: Option<String>,
}

/// A position and its board.
#[derive(Serialize)]
struct PositionAnswer {
    board: BoardView,
    position: PositionView,
    outcome: Option<String>,
}

async fn position(question: Body<PositionQuestion>) -> Result<Json<PositionAnswer>, Failure> {
    let question = body(question)?;
    let rules = read_rules(&question.rules)?;
    let position = match &question.fen {
        None => AnyPosition::start(&rules),
        Some(fen) => AnyPosition::from_fen(&rules, fen)
            .map_err(|error| Failure::Terms(TermsError::Fen(error)))?,
    };
    let outcome = position.outcome();
    Ok(Json(PositionAnswer {
        board: BoardView::of(&position),
        position: PositionView::of(&position, outcome.is_some()),
        outcome: outcome.map(|outcome| outcome.to_string()),
    }))
}
