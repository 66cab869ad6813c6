//! The HTTP interface: JSON in, JSON out.

use crate::failure::Failure;
use crate::live::{Created, LONGEST_CLIENT, Opponent, Request};
use crate::server::App;
use crate::store::Summary;
use crate::view::{BoardView, GameView, PositionView};
use arbiter::{Colors, Event, Opening, Proposal, Terms};
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use draughts::{AnyPosition, Color, Ruleset, Variant};
use pdn::Form;
use picture::{Picture, Theme};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes under `/api`.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/variants", routing::get(variants))
        .route("/rules", routing::post(rules))
        .route("/position", routing::post(position))
        .route("/games", routing::get(recent).post(create))
        .route("/games/{id}", routing::get(game))
        .route("/games/{id}/events", routing::post(act))
        .route("/games/{id}/explain", routing::post(explain))
        .route("/games/{id}/hint", routing::post(hint))
        .route("/games/{id}/{file}", routing::get(export))
}

type Body<T> = Result<Json<T>, JsonRejection>;

fn body<T>(body: Body<T>) -> Result<T, Failure> {
    body.map(|Json(value)| value).map_err(|error| Failure::Malformed(error.body_text()))
}

/// The key that a request shows: `Authorization: Bearer KEY`.
fn key(headers: &HeaderMap) -> &str {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    value.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().trim()
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

fn read_rules(text: &str) -> Result<Ruleset, Failure> {
    text.parse::<Ruleset>().map_err(|error| Failure::Malformed(error.to_string()))
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
            .map_err(|error| Failure::Malformed(error.to_string()))?,
    };
    let outcome = position.outcome();
    Ok(Json(PositionAnswer {
        board: BoardView::of(&position),
        position: PositionView::of(&position, outcome.is_some()),
        outcome: outcome.map(|outcome| outcome.to_string()),
    }))
}

async fn recent(State(app): State<Arc<App>>) -> Result<Json<Vec<Summary>>, Failure> {
    const SHOWN: u32 = 50;
    Ok(Json(app.house.games.store().recent(SHOWN).await?))
}

/// What a new game is to be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Order {
    rules: String,
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    opening: Option<String>,
    #[serde(default)]
    clock: Option<String>,
    /// The host's colour: white, black, or drawn by lot.
    #[serde(default)]
    color: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    touch_move: bool,
    /// The computer's level; without one both sides are played here.
    #[serde(default)]
    level: Option<u8>,
    #[serde(default)]
    names: Option<[String; 2]>,
}

impl Order {
    fn terms(&self) -> Result<Terms, Failure> {
        let wrong = |error: &dyn std::fmt::Display| Failure::Malformed(error.to_string());
        let seed = match self.seed {
            Some(seed) => seed,
            None => getrandom::u64().map_err(|error| wrong(&error))? >> 11,
        };
        let mut terms = Terms::new(read_rules(&self.rules)?, seed);
        if let Some(clock) = &self.clock {
            terms.clock = clock.parse().map_err(|error| wrong(&error))?;
        }
        terms.colors = match self.color.as_deref() {
            None | Some("drawn") => Colors::Drawn,
            Some("white") => Colors::HostWhite,
            Some("black") => Colors::HostBlack,
            Some(_) => return Err(wrong(&"a colour is white, black or drawn")),
        };
        terms.opening = match (&self.fen, &self.opening) {
            (Some(fen), _) => Opening::Position(fen.clone()),
            (None, Some(opening)) => opening.parse().map_err(|error| wrong(&error))?,
            (None, None) => Opening::Standard,
        };
        terms.touch_move = self.touch_move;
        Ok(terms)
    }
}

/// A new game, and the key to its seats.
#[derive(Serialize)]
struct CreatedView {
    id: String,
    key: String,
}

async fn create(
    State(app): State<Arc<App>>,
    order: Body<Order>,
) -> Result<(StatusCode, Json<CreatedView>), Failure> {
    let order = body(order)?;
    let terms = order.terms()?;
    let opponent = match order.level {
        None => Opponent::Here,
        Some(level @ 1..=10) => Opponent::Computer(level),
        Some(_) => return Err(Failure::Malformed("levels go from 1 to 10".to_owned())),
    };
    let names = order.names.unwrap_or_else(|| match opponent {
        // On one device the sides are the names.
        Opponent::Here => {
            let host = terms.colors.host(terms.seed);
            [host, !host]
                .map(|side| if side == Color::White { "White" } else { "Black" }.to_owned())
        }
        Opponent::Computer(level) => ["You".to_owned(), format!("Computer, level {level}")],
    });
    let Created { id, key } = app.house.games.create(terms, opponent, names).await?;
    Ok((StatusCode::CREATED, Json(CreatedView { id, key })))
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<GameView>, Failure> {
    let state = app.house.open(&id).await?.state().await;
    let sides = state.seats.sides(key(&headers));
    Ok(Json(GameView::of(&id, &state, app.house.games.now(&state), &sides)))
}

/// Something that a player does.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Deed {
    /// The side that does it.
    side: String,
    /// What: move, touch, offer, accept, decline, withdraw, claim, resign or abort.
    what: String,
    /// The move, the square, or what is offered.
    #[serde(default)]
    value: String,
    /// Plies played when it was decided.
    #[serde(default)]
    ply: Option<usize>,
    /// The client's name for this request.
    #[serde(default)]
    client: Option<String>,
}

impl Deed {
    /// The request that this is.
    pub fn request(self) -> Result<Request, Failure> {
        let wrong = |what: &str| Failure::Malformed(what.to_owned());
        let side = match self.side.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return Err(wrong("a side is white or black")),
        };
        let proposal = || {
            let all = Proposal::ALL.into_iter();
            all.into_iter()
                .find(|proposal| proposal.word() == self.value)
                .ok_or_else(|| wrong("one offers a draw, take-back, pause, resume or rematch"))
        };
        let event = match self.what.as_str() {
            "move" => Event::Move { side, text: self.value.clone(), lag: 0 },
            "touch" => Event::Touch { side, square: self.value.clone() },
            "offer" => Event::Offer { side, proposal: proposal()? },
            "accept" => Event::Accept { side, proposal: proposal()? },
            "decline" => Event::Decline { side, proposal: proposal()? },
            "withdraw" => Event::Withdraw { side, proposal: proposal()? },
            "claim" => Event::ClaimDraw { side },
            "resign" => Event::Resign { side },
            "abort" => Event::Abort { by: Some(side) },
            _ => {
                return Err(wrong(
                    "a player can move, touch, offer, accept, decline, withdraw, claim, resign or abort",
                ));
            }
        };
        if self.client.as_ref().is_some_and(|client| client.len() > LONGEST_CLIENT) {
            return Err(wrong("the name of a request is too long"));
        }
        Ok(Request { event, ply: self.ply, client: self.client })
    }
}

/// The number of the line that an event became.
#[derive(Serialize)]
struct Ack {
    seq: u64,
}

async fn act(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    deed: Body<Deed>,
) -> Result<Json<Ack>, Failure> {
    let live = app.house.open(&id).await?;
    let seq = app.house.games.act(&live, key(&headers), body(deed)?.request()?).await?;
    Ok(Json(Ack { seq }))
}

/// A move that somebody would like to make.
#[derive(Deserialize)]
struct Wish {
    from: u8,
    to: u8,
}

/// Why it cannot be made.
#[derive(Serialize)]
struct WhyNot {
    legal: bool,
    message: Option<String>,
}

async fn explain(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    wish: Body<Wish>,
) -> Result<Json<WhyNot>, Failure> {
    let wish = body(wish)?;
    let state = app.house.open(&id).await?.state().await;
    let position = state.log.table().game().position();
    let square = |number: u8| {
        let found = position.square(&number.to_string());
        found.ok_or_else(|| Failure::Malformed(format!("there is no square {number}")))
    };
    let why = position.why_not(square(wish.from)?, square(wish.to)?);
    Ok(Json(WhyNot { legal: why.is_none(), message: why.map(|why| why.to_string()) }))
}

/// A move that a strong player would make.
#[derive(Serialize)]
struct Hint {
    /// None when the game is over.
    text: Option<String>,
}

async fn hint(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Hint>, Failure> {
    let live = app.house.open(&id).await?;
    // Engine time is for those who play.
    if live.state().await.seats.sides(key(&headers)).is_empty() {
        return Err(Failure::NotYourSeat);
    }
    Ok(Json(Hint { text: app.house.hint(&live).await }))
}

/// How a picture is to look.
#[derive(Deserialize)]
struct Looks {
    ply: Option<usize>,
    theme: Option<String>,
    flip: Option<bool>,
    width: Option<u32>,
}

async fn export(
    State(app): State<Arc<App>>,
    Path((id, file)): Path<(String, String)>,
    Query(looks): Query<Looks>,
) -> Result<Response, Failure> {
    let state = app.house.open(&id).await?.state().await;
    let log = &state.log;
    let game = log.table().game();
    let plies = looks.ply.unwrap_or(log.table().moves().len());
    let position = game.position_after(plies).ok_or(Failure::NoPage)?;
    let theme = match &looks.theme {
        None => Theme::CLASSIC,
        Some(name) => name.parse().map_err(|_| Failure::Malformed(format!("no theme {name}")))?,
    };
    let picture = || {
        let picture = Picture::new(position).theme(theme).flipped(looks.flip.unwrap_or_default());
        picture.width(looks.width.unwrap_or(480))
    };
    let text =
        |kind: &'static str, text: String| ([(header::CONTENT_TYPE, kind)], text).into_response();
    const PLAIN: &str = "text/plain; charset=utf-8";
    match file.as_str() {
        "game.pdn" => Ok(text(PLAIN, record::pdn_of(log).to_pdn(Form::Pdn3))),
        "game.log" => Ok(text(PLAIN, log.text())),
        "position.fen" => Ok(text(PLAIN, format!("{}\n", position.to_fen()))),
        "position.svg" => Ok(text("image/svg+xml", picture().svg())),
        #[cfg(feature = "png")]
        "position.png" => {
            let bytes = picture().png().map_err(|error| Failure::Malformed(error.to_string()))?;
            Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
        }
        _ => Err(Failure::NoPage),
    }
}
