//! Other players: public profiles, blocking and reporting.

use super::document::{BodyFails, OftenFails, PersonFails, QueryFails};
use super::extract::{Body, QueryParams};
use super::games::listed;
use crate::days::Days;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::people::{People, Person, PlayedGame, RatingStanding, ResultCounts};
use crate::seats::Requester;
use crate::server::App;
use crate::store::Summary;
use crate::time;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{ReportOrder, SummaryView};

/// The number of games on a profile.
pub const SHOWN: u64 = 50;
/// How many of an account's latest games are searched for public ones, or for those in a range of days.
pub const LOOKED_THROUGH: u64 = 500;

/// The routes of other people.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(profile))
        .routes(routes!(block, unblock))
        .routes(routes!(report))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/api/people/{name}/report", Cost::Request)];

/// An account's name, from the path.
#[derive(Deserialize, IntoParams)]
#[into_params(names("name"), parameter_in = Path)]
struct Name(
    /// The account's name.
    #[param(example = "Ada", pattern = "^[A-Za-z][A-Za-z0-9_-]{1,19}$")]
    String,
);

/// The public data of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PersonView {
    /// The name.
    #[schema(example = "Ada")]
    pub name: String,
    /// When the account was created, in milliseconds since 1970.
    pub since: u64,
    /// The ratings, most recently played first.
    pub ratings: Vec<RatingStanding>,
    /// The results of the rated games.
    pub rated: ResultCounts,
}

impl PersonView {
    /// Collects the public data of an account.
    pub async fn of(people: &People, person: &Person) -> Result<Self, ApiError> {
        Ok(Self {
            name: person.name.clone(),
            since: person.created,
            ratings: people.standings(person, time::now().0).await?,
            rated: people.tally(person).await?,
        })
    }
}

/// A game of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameOf {
    /// The game.
    pub game: SummaryView,
    /// Whether it appears in public lists.
    pub public: bool,
}

impl From<PlayedGame> for GameOf {
    fn from(PlayedGame { game, public }: PlayedGame) -> Self {
        Self { game: game.into(), public }
    }
}

/// An account and its games.
#[derive(Serialize, ToSchema)]
struct Profile {
    /// The public data of the account.
    profile: PersonView,
    /// The latest public games, newest first.
    games: Vec<SummaryView>,
}

/// A range of days.
#[derive(Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// The first day (UTC); empty for the last 500 games.
    #[param(
        example = "2026-11-01",
        pattern = r"^([0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$"
    )]
    from: String,
    /// The last day (UTC); empty for today.
    #[param(
        example = "2026-11-19",
        pattern = r"^([0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01]))?$"
    )]
    to: String,
}

/// Returns the public ones among an account's latest games.
pub async fn public_games(
    people: &People,
    person: &Person,
    most: u64,
) -> Result<Vec<Summary>, ApiError> {
    let games = people.games(person, most).await?.into_iter();
    let games = games.filter(|played| played.public).map(|played| played.game);
    Ok(games.filter(Summary::is_game).collect())
}

/// Get a profile
///
/// A player's ratings, and the public games among their last 50; with a first or last day, up to 50 of that range among
/// their last 500.
#[utoipa::path(
    get,
    path = "/people/{name}",
    tag = "Accounts",
    params(Name, Wanted),
    responses((status = 200, description = "The profile.", body = Profile), QueryFails, PersonFails)
)]
async fn profile(
    State(app): State<Arc<App>>,
    Path(Name(name)): Path<Name>,
    QueryParams(Wanted { from, to }): QueryParams<Wanted>,
) -> Result<Json<Profile>, ApiError> {
    let days = Days::read(&from, &to)?;
    let people = &app.supervisor.games.people;
    let person = people.named(&name).await?;
    let most = if days == Days::default() { SHOWN } else { LOOKED_THROUGH };
    let mut games = public_games(people, &person, most).await?;
    games.retain(|game| days.hold(game.updated));
    games.truncate(SHOWN as usize);
    let games = listed(games);
    Ok(Json(Profile { profile: PersonView::of(people, &person).await?, games }))
}

/// Block a player
///
/// You will not be paired, and neither of you can join the other's games.
#[utoipa::path(
    put,
    path = "/people/{name}/block",
    tag = "Accounts",
    params(Name),
    security(("token" = []), ("session" = [])),
    responses((status = 204, description = "Blocked."), PersonFails)
)]
async fn block(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(Name(name)): Path<Name>,
) -> Result<StatusCode, ApiError> {
    let people = &app.supervisor.games.people;
    people.block(who.person()?, &people.named(&name).await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Unblock a player
///
/// You can play each other again.
#[utoipa::path(
    delete,
    path = "/people/{name}/block",
    tag = "Accounts",
    params(Name),
    security(("token" = []), ("session" = [])),
    responses((status = 204, description = "Unblocked."), PersonFails)
)]
async fn unblock(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(Name(name)): Path<Name>,
) -> Result<StatusCode, ApiError> {
    let people = &app.supervisor.games.people;
    people.unblock(who.person()?, &people.named(&name).await?).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Report a player
///
/// The report goes to the operator of the server.
#[utoipa::path(
    post,
    path = "/people/{name}/report",
    tag = "Accounts",
    params(Name),
    security(("token" = []), ("session" = [])),
    request_body = ReportOrder,
    responses((status = 204, description = "Reported."), BodyFails, PersonFails, OftenFails)
)]
async fn report(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(Name(name)): Path<Name>,
    Body(order): Body<ReportOrder>,
) -> Result<StatusCode, ApiError> {
    let people = &app.supervisor.games.people;
    let (person, about) = (who.person()?, people.named(&name).await?);
    let game = order.game.map(|game| game.to_string());
    people.report(person, &about, game, &order.words).await?;
    Ok(StatusCode::NO_CONTENT)
}
