//! Variants, house rules and positions: queries that need no game.

use super::document::{BodyFails, BusyFails, PositionFails, TermsFail};
use super::extract::{Body, CountedAddress};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use crate::view::{self, board_view, position_view};
use crate::words::{self, Phrase};
use arbiter::{EndReason, Ending, Refusal, TermsError};
use axum::Json;
use axum::extract::State;
use draughts::{AnyPosition, Outcome, Ruleset, Variant};
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{
    Checked, MoveText, PathView, PositionAnswer, PositionQuestion, RulesAnswer, RulesQuestion,
    SquareNumber, VariantView,
};

/// The routes of variants, rules and positions.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(variants))
        .routes(routes!(rules))
        .routes(routes!(position))
        .routes(routes!(check))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/rules", Cost::Request),
    ("/api/position", Cost::Request),
    ("/api/position/check", Cost::Request),
];

/// List variants
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
            name: spec.name.into(),
            title: spec.title.into(),
            rulebook: spec.rulebook.into(),
            board: board_view(&start),
            start: start.to_hub(),
        }
    });
    Json(all.collect())
}

/// Check rules
///
/// Says whether rules are valid, what they are called, and from which position a game starts.
#[utoipa::path(
    post,
    path = "/rules",
    tag = "Rules",
    request_body = RulesQuestion,
    responses((status = 200, description = "The rules are valid.", body = RulesAnswer), BodyFails, TermsFail)
)]
async fn rules(Body(question): Body<RulesQuestion>) -> Result<Json<RulesAnswer>, ApiError> {
    let rules = read_rules(&question.rules)?;
    let start = AnyPosition::start(&rules);
    Ok(Json(RulesAnswer {
        rules: rules.to_string(),
        title: rules.title(),
        official: rules.official().is_some(),
        men: rules.men(),
        board: board_view(&start),
        position: position_view(&start, false),
    }))
}

/// Parses rules.
pub fn read_rules(text: &str) -> Result<Ruleset, ApiError> {
    text.parse().map_err(|error| ApiError::Terms(TermsError::Rules(error)))
}

/// Get a position
///
/// The legal moves of a position and the rules that forbid others, after the given moves if there are any.
#[utoipa::path(
    post,
    path = "/position",
    tag = "Rules",
    request_body = PositionQuestion,
    responses((status = 200, description = "The position.", body = PositionAnswer), BodyFails, PositionFails)
)]
async fn position(
    State(app): State<Arc<App>>,
    counted: CountedAddress,
    Body(question): Body<PositionQuestion>,
) -> Result<Json<PositionAnswer>, ApiError> {
    answered(&app, counted, question).await?.map(Json)
}

async fn answered(
    app: &App,
    CountedAddress(address): CountedAddress,
    question: PositionQuestion,
) -> Result<Result<PositionAnswer, ApiError>, ApiError> {
    app.supervisor.games.pool.soon(address, Task::Position, move || answer(&question)).await
}

fn answer(question: &PositionQuestion) -> Result<PositionAnswer, ApiError> {
    let rules = read_rules(&question.rules)?;
    let start = match &question.fen {
        None => AnyPosition::start(&rules),
        Some(fen) => AnyPosition::from_fen(&rules, fen)
            .map_err(|error| ApiError::Terms(TermsError::Fen(error)))?,
    };
    let (position, last) = played(start, &question.moves)?;
    let why = match &question.missed {
        Some(missed) => why_not(&position, missed)?,
        None => None,
    };
    let outcome = position.outcome();
    let ending = outcome.map(|Outcome { winner, reason }| {
        words::ending(&Ending { winner, reason: EndReason::Rules(reason) }, &position)
    });
    Ok(PositionAnswer {
        board: board_view(&position),
        position: position_view(&position, outcome.is_some()),
        last,
        outcome: outcome.map(|outcome| outcome.to_string()),
        ending: ending.into_iter().flatten().collect(),
        why,
    })
}

/// Check a position
///
/// For board editors: an invalid position is a normal response, not an error.
#[utoipa::path(
    post,
    path = "/position/check",
    tag = "Rules",
    request_body = PositionQuestion,
    responses((status = 200, description = "The position, or why it is not valid.", body = Checked), BodyFails, BusyFails)
)]
async fn check(
    State(app): State<Arc<App>>,
    counted: CountedAddress,
    Body(question): Body<PositionQuestion>,
) -> Result<Json<Checked>, ApiError> {
    match answered(&app, counted, question).await? {
        Ok(answer) => Ok(Json(Checked { sound: Some(answer), wrong: None })),
        Err(error @ (ApiError::Terms(_) | ApiError::Refused(_))) => {
            Ok(Json(Checked { sound: None, wrong: Some(Phrase::from(&error)) }))
        }
        Err(error) => Err(error),
    }
}

/// Returns the position after moves, and the path of the last one.
fn played(
    mut position: AnyPosition,
    moves: &[MoveText],
) -> Result<(AnyPosition, Option<PathView>), ApiError> {
    let refused = |error| ApiError::Refused(Refusal::Move(error));
    let mut last = None;
    for text in moves {
        let mv = position.parse_move(text).map_err(refused)?;
        last = Some(view::path(&position, &position.main_path(&mv)));
        position = position.play(&mv).map_err(|illegal| refused(illegal.into()))?;
    }
    Ok((position, last))
}

fn why_not(position: &AnyPosition, missed: &[SquareNumber; 2]) -> Result<Option<Phrase>, ApiError> {
    let square = |number: SquareNumber| {
        let name = number.get::<u8>().to_string();
        position.square(&name).ok_or(ApiError::Refused(Refusal::NoSuchSquare(name)))
    };
    let illegal = position.why_not(square(missed[0])?, square(missed[1])?);
    Ok(illegal.as_ref().map(Phrase::from))
}
