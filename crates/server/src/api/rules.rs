//! Variants, house rules and positions: what can be asked without a game.

use super::{Body, body};
use crate::failure::Failure;
use crate::server::App;
use crate::view::{self, BoardView, PathView, PositionView};
use crate::words::{self, Phrase};
use arbiter::{EndReason, Ending, Refusal, TermsError};
use axum::{Json, Router, routing};
use draughts::{AnyPosition, Outcome, Ruleset, Variant};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes of variants, rules and positions.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/variants", routing::get(variants))
        .route("/rules", routing::post(rules))
        .route("/position", routing::post(position))
        .route("/position/check", routing::post(check))
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
    /// Moves to play from there.
    #[serde(default)]
    moves: Vec<String>,
    /// Two squares between which no move goes after them: why not?
    missed: Option<[u8; 2]>,
}

/// A position and its board.
#[derive(Serialize)]
struct PositionAnswer {
    board: BoardView,
    position: PositionView,
    /// The way of the last of the moves.
    last: Option<PathView>,
    outcome: Option<String>,
    /// The outcome in words: the result, and the reason.
    ending: Vec<Phrase>,
    /// Why no move goes between the squares that were asked about.
    why: Option<Phrase>,
}

async fn position(question: Body<PositionQuestion>) -> Result<Json<PositionAnswer>, Failure> {
    let question = body(question)?;
    let rules = read_rules(&question.rules)?;
    let start = match &question.fen {
        None => AnyPosition::start(&rules),
        Some(fen) => AnyPosition::from_fen(&rules, fen)
            .map_err(|error| Failure::Terms(TermsError::Fen(error)))?,
    };
    let (position, last) = played(start, &question.moves)?;
    let why = match question.missed {
        Some(missed) => why_not(&position, missed)?,
        None => None,
    };
    let outcome = position.outcome();
    let ending = outcome.map(|Outcome { winner, reason }| {
        words::ending(&Ending { winner, reason: EndReason::Rules(reason) }, &position)
    });
    Ok(Json(PositionAnswer {
        board: BoardView::of(&position),
        position: PositionView::of(&position, outcome.is_some()),
        last,
        outcome: outcome.map(|outcome| outcome.to_string()),
        ending: ending.unwrap_or_default(),
        why,
    }))
}

/// What a position comes to that may be none: one of both.
#[derive(Serialize)]
struct Checked {
    /// The position, if it makes one.
    sound: Option<PositionAnswer>,
    /// Why it makes none.
    wrong: Option<Phrase>,
}

/// Looks at a position that somebody is still setting up: that it makes none is an answer too.
async fn check(question: Body<PositionQuestion>) -> Result<Json<Checked>, Failure> {
    match position(question).await {
        Ok(Json(answer)) => Ok(Json(Checked { sound: Some(answer), wrong: None })),
        Err(failure @ (Failure::Terms(_) | Failure::Refused(_))) => {
            Ok(Json(Checked { sound: None, wrong: Some(Phrase::from(&failure)) }))
        }
        Err(failure) => Err(failure),
    }
}

/// The position after moves, and the way of the last of them.
fn played(
    mut position: AnyPosition,
    moves: &[String],
) -> Result<(AnyPosition, Option<PathView>), Failure> {
    const MOST_MOVES: usize = 500;
    if moves.len() > MOST_MOVES {
        return Err(Failure::Malformed(format!("at most {MOST_MOVES} moves are played at once")));
    }
    let refused = |error| Failure::Refused(Refusal::Move(error));
    let mut last = None;
    for text in moves {
        let mv = position.parse_move(text).map_err(refused)?;
        last = Some(view::path(&position, &position.main_path(&mv)));
        position = position.play(&mv).map_err(|illegal| refused(illegal.into()))?;
    }
    Ok((position, last))
}

fn why_not(position: &AnyPosition, missed: [u8; 2]) -> Result<Option<Phrase>, Failure> {
    let square = |number: u8| {
        let found = position.square(&number.to_string());
        found.ok_or_else(|| Failure::Malformed(format!("there is no square {number}")))
    };
    let illegal = position.why_not(square(missed[0])?, square(missed[1])?);
    Ok(illegal.as_ref().map(Phrase::from))
}
