//! Variants, house rules and positions: what can be asked without a game.

use super::bounds::{FenText, RulesText};
use super::document::{BodyFails, TermsFail};
use super::extract::Body;
use crate::failure::Failure;
use crate::server::App;
use crate::view::{BoardView, PositionView};
use arbiter::TermsError;
use axum::Json;
use draughts::{AnyPosition, Ruleset, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The routes of variants, rules and positions.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(variants))
        .routes(routes!(rules))
        .routes(routes!(position))
}

/// A variant in the catalogue.
#[derive(Serialize, ToSchema)]
struct VariantView {
    /// The word to ask for it, which is also the text of its rules.
    #[schema(example = "russian")]
    name: &'static str,
    /// Its name for people.
    #[schema(example = "Russian draughts")]
    title: &'static str,
    /// Where its rules are from.
    rulebook: &'static str,
    /// Its board.
    board: BoardView,
    /// The start position, as Hub writes it.
    start: String,
}

/// All variants
///
/// The variants with official rules, and their boards.
#[utoipa::path(
    get,
    path = "/variants",
    tag = "Rules",
    responses((status = 200, description = "The catalogue.", body = Vec<VariantView>))
)]
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
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "rules": "american,capture=off,name=Our rules" }))]
struct RulesQuestion {
    /// A variant, a preset such as `casual`, or a variant with some rules changed.
    #[schema(inline)]
    rules: RulesText,
}

/// A ruleset that makes a game.
#[derive(Serialize, ToSchema)]
struct RulesAnswer {
    /// The rules in their shortest text.
    rules: String,
    /// Their name for people.
    title: String,
    /// Whether these are the rules of a variant, unchanged.
    official: bool,
    /// Men a side at the start.
    men: u8,
    /// The board.
    board: BoardView,
    /// The start position.
    position: PositionView,
}

/// Look at rules
///
/// Says whether rules make a game, what they are called, and where the game starts.
#[utoipa::path(
    post,
    path = "/rules",
    tag = "Rules",
    request_body = RulesQuestion,
    responses((status = 200, description = "The rules make a game.", body = RulesAnswer), BodyFails, TermsFail)
)]
async fn rules(Body(question): Body<RulesQuestion>) -> Result<Json<RulesAnswer>, Failure> {
    let rules = read_rules(&question.rules)?;
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

/// Rules from their text.
pub fn read_rules(text: &str) -> Result<Ruleset, Failure> {
    text.parse().map_err(|error| Failure::Terms(TermsError::Rules(error)))
}

/// A position to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "rules": "international", "fen": "W:W31,32,K5:B1,20,K40" }))]
struct PositionQuestion {
    /// The rules, as text.
    #[schema(inline)]
    rules: RulesText,
    /// The position, in PDN's or Hub's style; without one, the start position.
    #[serde(default)]
    #[schema(inline)]
    fen: Option<FenText>,
}

/// A position and its board.
#[derive(Serialize, ToSchema)]
struct PositionAnswer {
    /// The board.
    board: BoardView,
    /// The position.
    position: PositionView,
    /// How the game is over in this position, in words, if it is.
    outcome: Option<String>,
}

/// Look at a position
///
/// The legal moves of a position, and the rules that leave no others.
#[utoipa::path(
    post,
    path = "/position",
    tag = "Rules",
    request_body = PositionQuestion,
    responses((status = 200, description = "The position.", body = PositionAnswer), BodyFails, TermsFail)
)]
async fn position(Body(question): Body<PositionQuestion>) -> Result<Json<PositionAnswer>, Failure> {
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
