//! Probing endgame tables.

use super::document::{QueryFails, TableFails};
use super::extract::{CountedAddress, QueryParams};
use super::files::read_position;
use super::rules::read_rules;
use crate::error::ApiError;
use crate::server::App;
use arbiter::{EndReason, Ending, Refusal};
use axum::Json;
use axum::extract::State;
use draughts::{Game, Outcome, PlayError, Ruleset};
use endgame::{MAX_PIECES, Tables};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{Category, FenText, ProbeView, RulesText, Text};

/// The routes of endgame tables.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(endgame))
}

/// The maximum length of a list of moves.
pub const LONGEST_MOVES: usize = 1_000;
/// Moves as text.
type MovesText = Text<0, LONGEST_MOVES>;
/// The most moves played before the tables are probed.
const MOST_MOVES: usize = 300;

/// A position to look up.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EndgameQuestion {
    /// The rules, as text.
    #[param(inline, example = "american")]
    rules: RulesText,
    /// The position, in PDN or Hub style.
    #[param(inline, example = "W:WK15,K18:BK1")]
    fen: FenText,
    /// Moves from there, separated by spaces: the counters of the draw rules start at the position.
    #[param(inline, nullable = false, required = false, example = "18-14 1-5")]
    moves: Option<MovesText>,
}

/// Look up an endgame
///
/// The exact result of a position with few pieces, and of each of its moves, from endgame tables. `verdict` is the
/// result without draw rules; `rule` names the draw rule that changes it, and `category` combines both in one word:
/// `win`; `win-spoiled`, a win that a draw rule turns into a draw; `draw`; `loss-saved`, a loss that a draw rule turns
/// into a draw; `loss`; `unknown`, a win or loss for which the tables cannot tell whether a draw rule changes it.
///
/// Small tables are built when first needed, which takes a second or two. Larger ones must exist already; otherwise the
/// error is `no-table`.
#[utoipa::path(
    get,
    path = "/endgame",
    tag = "Rules",
    params(EndgameQuestion),
    responses((status = 200, description = "What the tables say.", body = ProbeView), QueryFails, TableFails)
)]
async fn endgame(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    QueryParams(question): QueryParams<EndgameQuestion>,
) -> Result<Json<ProbeView>, ApiError> {
    let rules = read_rules(&question.rules)?;
    let moves = question.moves.as_deref().unwrap_or_default();
    let game = read_game(&app, address, &rules, &question.fen, moves).await?;
    let probed = app.endgames.probe(&game, 0, address).await?;
    let view = ProbeView::new(&game, &probed.verdict, &probed.moves);
    Ok(Json(view.with_category(Category::of(&probed.verdict))))
}

/// Returns the game that starts at a position, after the given moves.
pub async fn read_game(
    app: &App,
    address: Option<IpAddr>,
    rules: &Ruleset,
    fen: &str,
    moves: &str,
) -> Result<Game, ApiError> {
    let position = read_position(app, address, rules, fen.trim()).await?;
    let pieces = Tables::needs(&position);
    if pieces > MAX_PIECES {
        return Err(ApiError::TooManyPieces { pieces: pieces as u64 });
    }
    let mut game = Game::from_position(rules.clone(), position);
    for (number, text) in moves.split_whitespace().enumerate() {
        if number == MOST_MOVES {
            let detail = format!("there are more than {MOST_MOVES} moves");
            return Err(ApiError::Malformed(detail));
        }
        let refused = |error| ApiError::Refused(Refusal::Move(error));
        let mv = game.position().parse_move(text).map_err(refused)?;
        game.play(&mv).map_err(|error| match error {
            PlayError::Illegal(illegal) => refused(illegal.into()),
            PlayError::GameOver(Outcome { winner, reason }) => {
                let ending = Ending { winner, reason: EndReason::Rules(reason) };
                ApiError::Refused(Refusal::Finished(ending))
            }
        })?;
    }
    Ok(game)
}
