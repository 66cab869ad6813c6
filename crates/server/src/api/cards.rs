//! Practice: solving the mistakes of one's own games again and again.

use super::document::{AccountFails, BodyFails, CardFails, GameFails, QueryFails, ReportFails};
use super::extract::{Body, CountedAddress, QueryParams};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::practice::{self, Card, deck};
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{
    CardAnswer, CardName, CardQuestion, CardView, CardsLimit, CardsMove, CardsOrder, CardsView,
    PracticeView, ZoneOffset,
};

/// The routes of practice.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(cards_of_today, collect_cards))
        .routes(routes!(answer_card))
        .routes(routes!(remove_card))
        .routes(routes!(move_cards))
        .routes(routes!(limit_cards))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/cards", Cost::Request),
    ("/api/cards/answer", Cost::Engine),
    ("/api/cards/remove", Cost::Request),
    ("/api/cards/move", Cost::Request),
    ("/api/cards/limit", Cost::Request),
];

/// The client's time zone.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfZone {
    /// Your offset from UTC in minutes, which decides when a day starts; by default the offset of your last answer.
    #[param(inline, nullable = false, required = false, example = 60)]
    zone: Option<ZoneOffset>,
}

/// Get today's positions
///
/// The mistakes from your games that are due today: reviews first, then new ones, up to your daily limit.
#[utoipa::path(
    get,
    path = "/cards",
    tag = "Practice",
    params(OfZone),
    security(("token" = []), ("session" = [])),
    responses(
        (status = 200, description = "The positions.", body = PracticeView),
        QueryFails, AccountFails, CardFails
    )
)]
async fn cards_of_today(
    State(app): State<Arc<App>>,
    who: Requester,
    QueryParams(asked): QueryParams<OfZone>,
) -> Result<Json<PracticeView>, ApiError> {
    let deck = deck(&app, who.person()?);
    let habits = deck.habits().await?;
    let today = practice::day(time::now(), asked.zone.unwrap_or(habits.zone));
    let cards = deck.cards().await?;
    let mut due = Vec::new();
    for card in practice::asked(&cards, today, habits.daily) {
        due.extend(view(&app, card).await?);
    }
    Ok(Json(PracticeView {
        today,
        next: practice::next_day(&cards, today).filter(|_| due.is_empty()),
        due,
        solved: practice::solved(&cards, today),
        all: cards.len(),
        daily: habits.daily,
    }))
}

async fn view(app: &App, card: &Card) -> Result<Option<CardView>, ApiError> {
    let Some(found) = practice::find(app, &card.name).await? else { return Ok(None) };
    Ok(Some(CardView {
        name: card.name.clone(),
        rules: found.game.log.table().terms().rules.to_string(),
        fen: found.position.to_fen(),
        text: found.text,
        state: card.state,
    }))
}

/// Practise the mistakes of a game
///
/// Takes the mistakes, blunders and missed shots of your side from the game's report. An account keeps up to 5,000 of
/// them, due from the next day on; those it already has or has removed are left alone. Without an account, you keep the
/// positions yourself.
#[utoipa::path(
    post,
    path = "/cards",
    tag = "Practice",
    security((), ("key" = []), ("token" = []), ("session" = [])),
    request_body = CardsOrder,
    responses(
        (status = 200, description = "The positions; none without a report.", body = CardsView),
        BodyFails, GameFails, ReportFails, CardFails
    )
)]
async fn collect_cards(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(order): Body<CardsOrder>,
) -> Result<Json<CardsView>, ApiError> {
    practice::collect(&app, &who, &order).await.map(Json)
}

/// Answer a position
///
/// Judges a move played instead of the mistake and says when the position is due again: after longer and longer
/// intervals if the answers are right; once more today and then tomorrow if this one is wrong. The first answer of a
/// day counts. Without an account, send the `state` that you keep, and keep the one you get.
#[utoipa::path(
    post,
    path = "/cards/answer",
    tag = "Practice",
    security((), ("token" = []), ("session" = [])),
    request_body = CardQuestion,
    responses(
        (status = 200, description = "What is thought of the move.", body = CardAnswer),
        BodyFails, GameFails, ReportFails, CardFails
    )
)]
async fn answer_card(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    who: Requester,
    Body(question): Body<CardQuestion>,
) -> Result<Json<CardAnswer>, ApiError> {
    practice::answer(&app, &who, address, &question).await.map(Json)
}

/// Remove a position
///
/// It never becomes due again, and taking the mistakes of its game again does not restore it.
#[utoipa::path(
    post,
    path = "/cards/remove",
    tag = "Practice",
    security(("token" = []), ("session" = [])),
    request_body = CardName,
    responses((status = 204, description = "Removed."), BodyFails, AccountFails, CardFails)
)]
async fn remove_card(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(name): Body<CardName>,
) -> Result<StatusCode, ApiError> {
    deck(&app, who.person()?).remove(&name).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Move positions into your account
///
/// Takes the positions that a browser kept before you had an account. For those the account already has, the later
/// answer counts.
#[utoipa::path(
    post,
    path = "/cards/move",
    tag = "Practice",
    security(("token" = []), ("session" = [])),
    request_body = CardsMove,
    responses((status = 204, description = "Moved."), BodyFails, AccountFails, CardFails)
)]
async fn move_cards(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(moved): Body<CardsMove>,
) -> Result<StatusCode, ApiError> {
    practice::move_in(&app, who.person()?, moved.cards).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set the daily number of positions
///
/// At most half of them are new.
#[utoipa::path(
    post,
    path = "/cards/limit",
    tag = "Practice",
    security(("token" = []), ("session" = [])),
    request_body = CardsLimit,
    responses((status = 204, description = "Kept."), BodyFails, AccountFails, CardFails)
)]
async fn limit_cards(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(limit): Body<CardsLimit>,
) -> Result<StatusCode, ApiError> {
    deck(&app, who.person()?).keep_daily(limit.daily.get()).await?;
    Ok(StatusCode::NO_CONTENT)
}
