//! Setting up games, and looking at them.

use super::document::{
    AccountFails, BodyFails, EventFails, GameFails, InvitationFails, OftenFails, OrderFails,
    StoreFails,
};
use super::extract::{Body, Id};
use super::rules::read_rules;
use crate::error::ApiError;
use crate::games::{self, Created, Opponent, Setup};
use crate::guard::Cost;
use crate::names;
use crate::people::rated_as;
use crate::seats::{Requester, new_key};
use crate::server::App;
use crate::store::Summary;
use crate::time;
use crate::view::game_view;
use arbiter::{Colors, MOST_NAME, Opening, Terms, TermsError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::Color;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{CreatedView, FenText, GameView, KeyText, LARGEST_EXACT, Number, RulesText, Text};

/// The routes of games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(recent, create))
        .routes(routes!(game))
        .routes(routes!(going_on))
        .routes(routes!(join))
}

/// What posting to them costs.
pub const COSTS: &[(&str, Cost)] =
    &[("/api/games", Cost::Request), ("/api/games/{id}/join", Cost::Invitation)];

/// Recent games
///
/// The 50 games with the latest events, newest first.
#[utoipa::path(
    get,
    path = "/games",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<Summary>), StoreFails)
)]
async fn recent(State(app): State<Arc<App>>) -> Result<Json<Vec<Summary>>, ApiError> {
    const SHOWN: u32 = 50;
    Ok(Json(app.supervisor.games.store().recent(SHOWN).await?))
}

/// Games in progress
///
/// Public games that have started and are not over: the 50 with the latest events, newest first.
#[utoipa::path(
    get,
    path = "/live",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<Summary>), StoreFails)
)]
async fn going_on(State(app): State<Arc<App>>) -> Result<Json<Vec<Summary>>, ApiError> {
    const SHOWN: u32 = 50;
    Ok(Json(app.supervisor.games.store().going_on(SHOWN).await?))
}

type OpeningText = Text<1, 1_000>;
type ClockText = Text<1, 100>;
type NameText = Text<1, MOST_NAME>;
type Seed = Number<0, LARGEST_EXACT>;
type LevelNumber = Number<1, 10>;

/// A game to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "rules": "russian", "clock": "5m+3s", "color": "white", "level": 3
}))]
pub struct Order {
    /// A variant, a preset such as `casual`, or a variant with some rules changed.
    #[schema(inline)]
    rules: RulesText,
    /// The start position, in PDN or Hub style; it overrides an opening.
    #[serde(default)]
    #[schema(inline)]
    fen: Option<FenText>,
    /// The opening: `standard`, `three-move`, `three-move:57`, `table`, `table:4-VII`,
    /// `random:6` or `fen:POSITION`.
    #[serde(default)]
    #[schema(inline)]
    opening: Option<OpeningText>,
    /// The time control, such as `none`, `5m`, `5m+3s`, `40/2h,1h` or `3d/move`.
    #[serde(default)]
    #[schema(inline)]
    clock: Option<ClockText>,
    /// The colour of the creator; by default random.
    #[serde(default)]
    #[schema(inline)]
    color: Option<HostColor>,
    /// The seed for everything random in the game; by default random.
    #[serde(default)]
    #[schema(inline)]
    seed: Option<Seed>,
    /// Whether a touched piece must be moved.
    #[serde(default)]
    touch_move: bool,
    /// The opponent: `here` (both sides with one key), `computer`, `friend` (whoever has the invitation)
    /// or `anybody` (the first to join). By default `computer` if there is a level, otherwise `here`.
    #[serde(default)]
    #[schema(inline)]
    opponent: Option<OpponentWord>,
    /// The computer's level.
    #[serde(default)]
    #[schema(inline)]
    level: Option<LevelNumber>,
    /// The names of the creator and, in a game on one device, of the other side.
    #[serde(default)]
    #[schema(inline, min_items = 2, max_items = 2)]
    names: Option<[NameText; 2]>,
    /// The name of the creator, if the other side has its own. In a game on one device the players are
    /// called by their colours.
    #[serde(default)]
    #[schema(inline)]
    name: Option<NameText>,
    /// Whether the game appears in public lists; by default it does.
    #[serde(default)]
    public: Option<bool>,
    /// Whether the game is rated: only for accounts, between two people, in an unchanged variant, with a
    /// clock.
    #[serde(default)]
    rated: bool,
}

/// Who plays the other side.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum OpponentWord {
    Here,
    Computer,
    Friend,
    Anybody,
}

/// The colour of whoever sets up a game.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum HostColor {
    White,
    Black,
    Drawn,
}

impl From<HostColor> for Colors {
    fn from(color: HostColor) -> Self {
        match color {
            HostColor::White => Self::HostWhite,
            HostColor::Black => Self::HostBlack,
            HostColor::Drawn => Self::Drawn,
        }
    }
}

impl Order {
    /// What a form asks for, by the names of the fields.
    pub fn of(fields: serde_json::Value) -> Result<Self, ApiError> {
        serde_json::from_value(fields).map_err(|error| ApiError::Malformed(error.to_string()))
    }

    /// The terms of the game.
    pub fn terms(&self) -> Result<Terms, ApiError> {
        let seed = match self.seed {
            Some(seed) => seed.get(),
            None => getrandom::u64().map_err(|error| ApiError::Broken(error.to_string()))? >> 11,
        };
        let mut terms = Terms::new(read_rules(&self.rules)?, seed);
        if let Some(clock) = &self.clock {
            let clock = clock.parse().map_err(TermsError::Clock);
            terms.clock = clock.map_err(ApiError::Terms)?;
        }
        terms.colors = self.color.map(Colors::from).unwrap_or_default();
        terms.opening = match (&self.fen, &self.opening) {
            (Some(fen), _) => Opening::Position(fen.to_string()),
            (None, Some(opening)) => opening.parse().map_err(ApiError::Terms)?,
            (None, None) => Opening::Standard,
        };
        terms.touch_move = self.touch_move;
        Ok(terms)
    }

    /// The same for whoever comes first.
    pub fn for_anybody(self) -> Self {
        Self { opponent: Some(OpponentWord::Anybody), public: Some(true), ..self }
    }

    /// The colour wanted, if one is.
    pub fn color(&self) -> Option<Color> {
        match self.color? {
            HostColor::White => Some(Color::White),
            HostColor::Black => Some(Color::Black),
            HostColor::Drawn => None,
        }
    }

    /// The name that whoever asks has typed.
    pub fn name(&self) -> Option<&str> {
        let first = self.names.as_ref().map(|[name, _]| name);
        first.or(self.name.as_ref()).map(|name| &**name)
    }

    /// Whether the result is to count for ratings.
    pub fn is_rated(&self) -> bool {
        self.rated
    }

    /// Whether the result may count, if it is to.
    fn may_be_rated(&self, who: &Requester, terms: &Terms) -> Result<(), ApiError> {
        if !self.rated {
            return Ok(());
        }
        who.person()?;
        match self.opponent() {
            Opponent::Friend | Opponent::Anybody if rated_as(terms).is_some() => Ok(()),
            _ => Err(ApiError::NotRated),
        }
    }

    fn opponent(&self) -> Opponent {
        const USUAL: u8 = 3;
        let level = self.level.map(Number::get);
        match (self.opponent, level) {
            (Some(OpponentWord::Friend), _) => Opponent::Friend,
            (Some(OpponentWord::Anybody), _) => Opponent::Anybody,
            (Some(OpponentWord::Here), _) | (None, None) => Opponent::Here,
            (_, level) => Opponent::Computer(level.unwrap_or(USUAL)),
        }
    }

    /// The names of whoever sets the game up and of the other side.
    async fn names(
        &self,
        app: &App,
        who: &Requester,
        terms: &Terms,
    ) -> Result<[String; 2], ApiError> {
        let opponent = self.opponent();
        let host = terms.colors.host(terms.seed);
        let side = |side| if side == Color::White { "White" } else { "Black" };
        // On one device the sides are the names.
        let own = match (opponent, self.names.is_some()) {
            (Opponent::Here, false) if who.person.is_none() => side(host).to_owned(),
            _ => name_of(app, who, self.name()).await?,
        };
        let other = match (opponent, &self.names) {
            (Opponent::Computer(level), _) => format!("Computer, level {level}"),
            (Opponent::Here, None) => side(!host).to_owned(),
            (Opponent::Here, Some([_, other])) => {
                names::of_guest(&app.supervisor.games.people, other).await?
            }
            (Opponent::Friend | Opponent::Anybody, _) => NAMELESS.to_owned(),
        };
        Ok([own, other])
    }
}

/// What somebody is called who does not say it.
const NAMELESS: &str = "Guest";

/// The name under which somebody plays: that of the account, or what they typed.
pub async fn name_of(app: &App, who: &Requester, typed: Option<&str>) -> Result<String, ApiError> {
    match (&who.person, typed) {
        (Some(person), _) => Ok(person.name.clone()),
        (None, Some(typed)) => names::of_guest(&app.supervisor.games.people, typed).await,
        (None, None) => Ok(NAMELESS.to_owned()),
    }
}

impl From<Created> for CreatedView {
    fn from(Created { id, key, invitation }: Created) -> Self {
        Self { id, key, invitation }
    }
}

/// Sets up a game for somebody.
pub async fn start(app: &App, who: &Requester, order: Order) -> Result<Created, ApiError> {
    let terms = order.terms()?;
    order.may_be_rated(who, &terms)?;
    let names = order.names(app, who, &terms).await?;
    let host = match &who.person {
        Some(person) => {
            Some(app.supervisor.games.people.sitter(person, &terms, time::now().0).await?)
        }
        None => None,
    };
    let setup = Setup {
        terms,
        opponent: order.opponent(),
        names,
        public: order.public.unwrap_or(true),
        host,
        rated: order.rated,
    };
    let plays_computer = matches!(setup.opponent, Opponent::Computer(_));
    let rules = setup.terms.rules.clone();
    let created = app.supervisor.games.create(setup, who).await?;
    app.endgames.played(&rules);
    if plays_computer {
        let live = app.supervisor.games.find(&created.id).await?;
        live.set_player(who.address);
        // The computer may have the first move, which is thought of for whoever wants the game.
        app.supervisor.open(&created.id).await?;
    }
    Ok(created)
}

/// Somebody who was invited.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "invitation": "fedcba9876543210fedcba9876543210", "name": "Bo" }))]
struct Guest {
    /// The invitation; a game that is open to anybody needs none.
    #[serde(default)]
    #[schema(inline)]
    invitation: Option<KeyText>,
    /// The name to play under.
    #[serde(default)]
    #[schema(inline)]
    name: Option<NameText>,
    /// A key for the seat, 32 random hexadecimal digits; by default the server creates one. With a key of
    /// your own you can repeat the request.
    #[serde(default)]
    #[schema(inline)]
    key: Option<KeyText>,
}

/// Join a game
///
/// With an invitation, or in a game that is open to anybody. The game begins.
#[utoipa::path(
    post,
    path = "/games/{id}/join",
    tag = "Games",
    params(Id),
    request_body = Guest,
    responses(
        (status = 200, description = "The seat is yours.", body = CreatedView),
        BodyFails, AccountFails, InvitationFails, GameFails, EventFails
    )
)]
async fn join(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
    Body(guest): Body<Guest>,
) -> Result<Json<CreatedView>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    let key = match guest.key {
        Some(key) => key.to_string(),
        None => new_key().map_err(|error| ApiError::Broken(error.to_string()))?,
    };
    let name = name_of(&app, &who, guest.name.as_deref()).await?;
    let invitation = guest.invitation.map(|word| word.to_string()).unwrap_or_default();
    let guest = games::Guest { invitation, name, key: key.clone(), person: who.person };
    app.supervisor.join(&live, guest).await?;
    Ok(Json(CreatedView { id, key, invitation: None }))
}

/// Create a game
///
/// Against the computer, with a level, the key is for one seat; without a level it is for both.
#[utoipa::path(
    post,
    path = "/games",
    tag = "Games",
    request_body = Order,
    responses(
        (status = 201, description = "The game was created.", body = CreatedView,
         links(("game" = (operation_id = "game", parameters(("id" = "$response.body#/id")))))),
        BodyFails, AccountFails, OrderFails, OftenFails, StoreFails
    )
)]
async fn create(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(order): Body<Order>,
) -> Result<(StatusCode, Json<CreatedView>), ApiError> {
    Ok((StatusCode::CREATED, Json(start(&app, &who, order).await?.into())))
}

/// Get a game
///
/// The state of a game: the table, the board, the position with its legal moves, and the moves so far. A
/// key is needed only to see which sides are `yours`.
#[utoipa::path(
    get,
    path = "/games/{id}",
    tag = "Games",
    params(Id),
    security((), ("key" = [])),
    responses((status = 200, description = "The game.", body = GameView), GameFails)
)]
async fn game(
    State(app): State<Arc<App>>,
    Id(id): Id,
    who: Requester,
) -> Result<Json<GameView>, ApiError> {
    let live = app.supervisor.open(&id).await?;
    live.seen(&who);
    let games = &app.supervisor.games;
    let (state, scene) = live.scene(&games.pool, who.address).await?;
    let sides = state.seats.sides(&who);
    Ok(Json(game_view(&id, &state, &scene, games.now(&state), &sides)))
}
