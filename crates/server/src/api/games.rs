//! Setting up games, and looking at them.

use super::bounds::{FenText, LARGEST_EXACT, Number, RulesText, Text};
use super::document::{BodyFails, GameFails, OrderFails, StoreFails};
use super::extract::{Body, Id, Key};
use super::rules::read_rules;
use crate::failure::Failure;
use crate::live::{Created, Opponent};
use crate::server::App;
use crate::store::Summary;
use crate::view::GameView;
use arbiter::{Colors, MOST_NAME, Opening, Terms, TermsError};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use draughts::Color;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The routes of games.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(recent, create)).routes(routes!(game))
}

/// Recent games
///
/// The 50 games in which something last happened, newest first.
#[utoipa::path(
    get,
    path = "/games",
    tag = "Games",
    responses((status = 200, description = "The games.", body = Vec<Summary>), StoreFails)
)]
async fn recent(State(app): State<Arc<App>>) -> Result<Json<Vec<Summary>>, Failure> {
    const SHOWN: u32 = 50;
    Ok(Json(app.house.games.store().recent(SHOWN).await?))
}

type OpeningText = Text<1, 1_000>;
type ClockText = Text<1, 100>;
type NameText = Text<1, MOST_NAME>;
type Seed = Number<0, LARGEST_EXACT>;
type LevelNumber = Number<1, 10>;

/// What a new game is to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "rules": "russian", "clock": "5m+3s", "color": "white", "level": 3
}))]
pub struct Order {
    /// A variant, a preset such as `casual`, or a variant with some rules changed.
    #[schema(inline)]
    rules: RulesText,
    /// The position to start from, in PDN's or Hub's style; it goes before an opening.
    #[serde(default)]
    #[schema(inline)]
    fen: Option<FenText>,
    /// How the game opens: `standard`, `three-move`, `three-move:57`, `table`, `table:4-VII`,
    /// `random:6` or `fen:POSITION`.
    #[serde(default)]
    #[schema(inline)]
    opening: Option<OpeningText>,
    /// The time control, such as `none`, `5m`, `5m+3s`, `40/2h,1h` or `3d/move`.
    #[serde(default)]
    #[schema(inline)]
    clock: Option<ClockText>,
    /// The colour of whoever sets the game up; without one it is drawn by lot.
    #[serde(default)]
    #[schema(inline)]
    color: Option<HostColor>,
    /// Where everything random about the game comes from; without one it is drawn.
    #[serde(default)]
    #[schema(inline)]
    seed: Option<Seed>,
    /// Whether a piece that was touched must be moved.
    #[serde(default)]
    touch_move: bool,
    /// The computer's level; without one both sides are played with one key.
    #[serde(default)]
    #[schema(inline)]
    level: Option<LevelNumber>,
    /// The names of whoever sets the game up, and of the other side.
    #[serde(default)]
    #[schema(inline, min_items = 2, max_items = 2)]
    names: Option<[NameText; 2]>,
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
    pub fn of(fields: serde_json::Value) -> Result<Self, Failure> {
        serde_json::from_value(fields).map_err(|error| Failure::Malformed(error.to_string()))
    }

    fn terms(&self) -> Result<Terms, Failure> {
        let seed = match self.seed {
            Some(seed) => seed.get(),
            None => getrandom::u64().map_err(|error| Failure::Broken(error.to_string()))? >> 11,
        };
        let mut terms = Terms::new(read_rules(&self.rules)?, seed);
        if let Some(clock) = &self.clock {
            let clock = clock.parse().map_err(TermsError::Clock);
            terms.clock = clock.map_err(Failure::Terms)?;
        }
        terms.colors = self.color.map(Colors::from).unwrap_or_default();
        terms.opening = match (&self.fen, &self.opening) {
            (Some(fen), _) => Opening::Position(fen.to_string()),
            (None, Some(opening)) => opening.parse().map_err(Failure::Terms)?,
            (None, None) => Opening::Standard,
        };
        terms.touch_move = self.touch_move;
        Ok(terms)
    }

    fn opponent(&self) -> Opponent {
        self.level.map_or(Opponent::Here, |level| Opponent::Computer(level.get()))
    }

    fn names(&self, terms: &Terms) -> [String; 2] {
        if let Some(names) = &self.names {
            return names.each_ref().map(|name| name.to_string());
        }
        match self.opponent() {
            // On one device the sides are the names.
            Opponent::Here => {
                let host = terms.colors.host(terms.seed);
                let name = |side| if side == Color::White { "White" } else { "Black" };
                [host, !host].map(|side| name(side).to_owned())
            }
            Opponent::Computer(level) => ["Guest".to_owned(), format!("Computer, level {level}")],
        }
    }
}

/// A new game, and the key to its seats.
#[derive(Serialize, ToSchema)]
pub struct CreatedView {
    /// The game's name, for links.
    #[schema(example = "k3m7q2x9ab")]
    id: String,
    /// The key to the seats of whoever set the game up; it is told only once.
    #[schema(example = "0123456789abcdef0123456789abcdef")]
    key: String,
}

impl From<Created> for CreatedView {
    fn from(Created { id, key }: Created) -> Self {
        Self { id, key }
    }
}

/// Sets up a game.
pub async fn start(app: &App, order: Order) -> Result<Created, Failure> {
    let terms = order.terms()?;
    let names = order.names(&terms);
    app.house.games.create(terms, order.opponent(), names).await
}

/// Set up a game
///
/// Against the computer, with a level, the key opens one seat; without a level it opens both.
#[utoipa::path(
    post,
    path = "/games",
    tag = "Games",
    request_body = Order,
    responses(
        (status = 201, description = "The game is set up.", body = CreatedView,
         links(("game" = (operation_id = "game", parameters(("id" = "$response.body#/id")))))),
        BodyFails, OrderFails, StoreFails
    )
)]
async fn create(
    State(app): State<Arc<App>>,
    Body(order): Body<Order>,
) -> Result<(StatusCode, Json<CreatedView>), Failure> {
    Ok((StatusCode::CREATED, Json(start(&app, order).await?.into())))
}

/// Look at a game
///
/// All that there is to know of a game: the table, the board, the position with its legal moves,
/// the moves so far. A key is needed only to learn which sides are `yours`.
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
    Key(key): Key,
) -> Result<Json<GameView>, Failure> {
    let state = app.house.open(&id).await?.state().await;
    let sides = state.seats.sides(&key);
    Ok(Json(GameView::apart(&id, &state, app.house.games.now(&state), &sides)))
}
