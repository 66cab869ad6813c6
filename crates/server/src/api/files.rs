//! Games and positions as files: PDN, logs, FEN and pictures.

#[cfg(feature = "png")]
use super::document::BusyFails;
use super::document::{GameFails, PlyFails, QueryFails, TermsFail};
use super::extract::{CountedAddress, Id, QueryParams};
use super::rules::read_rules;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::live_game::State as GameState;
use crate::server::App;
use arbiter::TermsError;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use draughts::{AnyPosition, Ruleset};
#[cfg(feature = "png")]
use picture::PngError;
use picture::{Picture, Theme, WIDTHS};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{LONGEST_FEN, Number, Plies, RulesText, Text};

type Pixels = Number<{ *WIDTHS.start() as u64 }, { *WIDTHS.end() as u64 }>;
const PLAIN: &str = "text/plain; charset=utf-8";

/// The routes of files.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    let files = OpenApiRouter::default()
        .routes(routes!(game_pdn))
        .routes(routes!(game_log))
        .routes(routes!(position_fen))
        .routes(routes!(position_svg))
        .routes(routes!(scene_svg));
    #[cfg(feature = "png")]
    let files = files.routes(routes!(position_png)).routes(routes!(scene_png));
    files
}

fn file(kind: &'static str, content: impl IntoResponse) -> Response {
    ([(header::CONTENT_TYPE, kind)], content).into_response()
}

/// A game as PDN
///
/// The game with its moves and tags, for other programs; an imported game keeps its comments and variations.
#[utoipa::path(
    get,
    path = "/games/{id}/game.pdn",
    tag = "Files",
    params(Id),
    responses((status = 200, description = "PDN 3.0.", body = String, content_type = PLAIN), GameFails)
)]
async fn game_pdn(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Id(id): Id,
) -> Result<Response, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    Ok(file(PLAIN, app.supervisor.games.pdn(&id, state, address).await?))
}

/// A game as a log
///
/// Every event with its time, in lines chained by checksums; `damier replay` verifies it.
#[utoipa::path(
    get,
    path = "/games/{id}/game.log",
    tag = "Files",
    params(Id),
    responses((status = 200, description = "The log.", body = String, content_type = PLAIN), GameFails)
)]
async fn game_log(State(app): State<Arc<App>>, Id(id): Id) -> Result<Response, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    Ok(file(PLAIN, state.log.text()))
}

/// Selects a position of a game.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Which {
    /// The number of plies; by default the current position.
    #[param(inline, nullable = false, required = false, example = 0)]
    ply: Option<Plies>,
}

/// Selects a position of a game and the style of its picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Looks {
    /// The number of plies; by default the current position.
    #[param(inline, nullable = false, required = false, example = 0)]
    ply: Option<Plies>,
    /// The colours; by default those of the variant.
    #[param(inline, nullable = false, required = false)]
    theme: Option<ThemeName>,
    /// Whether Black is at the bottom.
    #[param(nullable = false, required = false)]
    flip: Option<bool>,
    /// Width in pixels; by default 480.
    #[param(inline, nullable = false, required = false, example = 480)]
    width: Option<Pixels>,
}

/// The name of a theme.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum ThemeName {
    Wood,
    Classic,
    Tournament,
    Blue,
    Contrast,
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Wood => Self::WOOD,
            ThemeName::Classic => Self::CLASSIC,
            ThemeName::Tournament => Self::TOURNAMENT,
            ThemeName::Blue => Self::BLUE,
            ThemeName::Contrast => Self::CONTRAST,
            ThemeName::Print => Self::PRINT,
        }
    }
}

impl Looks {
    fn picture<'a>(&self, rules: &Ruleset, position: &'a AnyPosition) -> Picture<'a> {
        picture(rules, position, self.theme, self.flip, self.width)
    }
}

fn picture<'a>(
    rules: &Ruleset,
    position: &'a AnyPosition,
    theme: Option<ThemeName>,
    flip: Option<bool>,
    width: Option<Pixels>,
) -> Picture<'a> {
    let theme =
        theme.map_or_else(|| Theme::usual(rules), |theme| Theme::from(theme).for_game(rules));
    let picture = Picture::new(position).theme(theme).flipped(flip.unwrap_or(false));
    picture.width(width.map_or(480, Number::get))
}

/// An optional FEN: forms send empty fields too.
type FenOrNothing = Text<0, LONGEST_FEN>;

/// Any position, and the style of its picture.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PictureQuery {
    /// The rules, as text.
    #[param(inline, example = "italian")]
    rules: RulesText,
    /// The position, in PDN or Hub style; by default the start position.
    #[param(inline, nullable = false, required = false)]
    fen: Option<FenOrNothing>,
    /// The colours; by default those of the variant.
    #[param(inline, nullable = false, required = false)]
    theme: Option<ThemeName>,
    /// Whether Black is at the bottom.
    #[param(nullable = false, required = false)]
    flip: Option<bool>,
    /// Width in pixels; by default 480.
    #[param(inline, nullable = false, required = false, example = 480)]
    width: Option<Pixels>,
}

impl PictureQuery {
    async fn position(
        &self,
        app: &App,
        address: Option<IpAddr>,
    ) -> Result<(Ruleset, AnyPosition), ApiError> {
        let rules = read_rules(&self.rules)?;
        let fen = self.fen.as_deref().map_or("", str::trim);
        let position = read_position(app, address, &rules, fen).await?;
        Ok((rules, position))
    }

    fn picture<'a>(&self, rules: &Ruleset, position: &'a AnyPosition) -> Picture<'a> {
        picture(rules, position, self.theme, self.flip, self.width)
    }
}

/// Parses a FEN; the start position if there is none.
pub async fn read_position(
    app: &App,
    address: Option<IpAddr>,
    rules: &Ruleset,
    fen: &str,
) -> Result<AnyPosition, ApiError> {
    if fen.is_empty() {
        return Ok(AnyPosition::start(rules));
    }
    let (rules, fen) = (rules.clone(), fen.to_owned());
    let read = move || AnyPosition::from_fen(&rules, &fen);
    let read = app.supervisor.games.pool.soon(address, Task::Position, read).await?;
    read.map_err(|error| ApiError::Terms(TermsError::Fen(error)))
}

/// A picture of any position
///
/// SVG of any position, without a game.
#[utoipa::path(
    get,
    path = "/position.svg",
    tag = "Files",
    params(PictureQuery),
    responses((status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"), QueryFails, TermsFail)
)]
async fn scene_svg(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (rules, position) = query.position(&app, address).await?;
    Ok(file("image/svg+xml", query.picture(&rules, &position).svg()))
}

fn position(state: &GameState, ply: Option<Plies>) -> Result<&AnyPosition, ApiError> {
    let plies = state.log.table().moves().len();
    let asked = ply.map_or(plies, Number::get);
    state.log.table().game().position_after(asked).ok_or(ApiError::NoPly { plies })
}

/// A position as FEN
///
/// In PDN style, on one line.
#[utoipa::path(
    get,
    path = "/games/{id}/position.fen",
    tag = "Files",
    params(Id, Which),
    responses((status = 200, description = "The FEN.", body = String, content_type = PLAIN), QueryFails, PlyFails)
)]
async fn position_fen(
    State(app): State<Arc<App>>,
    Id(id): Id,
    QueryParams(which): QueryParams<Which>,
) -> Result<Response, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    Ok(file(PLAIN, format!("{}\n", position(&state, which.ply)?.to_fen())))
}

/// A position as a picture
///
/// SVG that needs no external fonts or files.
#[utoipa::path(
    get,
    path = "/games/{id}/position.svg",
    tag = "Files",
    params(Id, Looks),
    responses((status = 200, description = "The picture.", body = String, content_type = "image/svg+xml"), QueryFails, PlyFails)
)]
async fn position_svg(
    State(app): State<Arc<App>>,
    Id(id): Id,
    QueryParams(looks): QueryParams<Looks>,
) -> Result<Response, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    let rules = &state.log.table().terms().rules;
    Ok(file("image/svg+xml", looks.picture(rules, position(&state, looks.ply)?).svg()))
}

/// A picture as bytes.
#[cfg(feature = "png")]
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary)]
struct Png(#[expect(dead_code, reason = "only its schema is needed")] Vec<u8>);

/// A position as PNG
///
/// The same picture as PNG.
#[cfg(feature = "png")]
#[utoipa::path(
    get,
    path = "/games/{id}/position.png",
    tag = "Files",
    params(Id, Looks),
    responses((status = 200, description = "The picture.", body = Png, content_type = "image/png"), QueryFails, PlyFails, BusyFails)
)]
async fn position_png(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    Id(id): Id,
    QueryParams(looks): QueryParams<Looks>,
) -> Result<Response, ApiError> {
    let state = app.supervisor.open(&id).await?.state();
    let position = *position(&state, looks.ply)?;
    let rules = state.log.table().terms().rules.clone();
    pixels(&app, address, move || looks.picture(&rules, &position).png()).await
}

/// Any position as PNG
///
/// PNG of any position, without a game.
#[cfg(feature = "png")]
#[utoipa::path(
    get,
    path = "/position.png",
    tag = "Files",
    params(PictureQuery),
    responses((status = 200, description = "The picture.", body = Png, content_type = "image/png"), QueryFails, TermsFail, BusyFails)
)]
async fn scene_png(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    QueryParams(query): QueryParams<PictureQuery>,
) -> Result<Response, ApiError> {
    let (rules, position) = query.position(&app, address).await?;
    pixels(&app, address, move || query.picture(&rules, &position).png()).await
}

/// Renders on a thread of the pool: a large picture takes 64 MiB and a good part of a second.
#[cfg(feature = "png")]
async fn pixels(
    app: &App,
    address: Option<IpAddr>,
    draw: impl FnOnce() -> Result<Vec<u8>, PngError> + Send + 'static,
) -> Result<Response, ApiError> {
    let drawn = app.supervisor.games.pool.run_blocking(address, Task::Picture, draw).await?;
    let bytes = drawn.map_err(|error| ApiError::Broken(error.to_string()))?;
    Ok(file("image/png", bytes))
}
