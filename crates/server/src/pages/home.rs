//! The first page: a game within one click, a form for every kind of game, and the games there are.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, player, title_of_text, usual};
use super::variants;
use crate::api::{self, Order};
use crate::failure::Failure;
use crate::live::Created;
use crate::server::App;
use crate::store::Summary;
use crate::words::{Language, Phrase};
use axum::extract::{Form, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{AnyPosition, Ruleset, Variant};
use engine::Level;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::sync::Arc;

/// How many games are listed.
const SHOWN: u32 = 10;
/// The level of the computer where nothing is said.
const USUAL_LEVEL: &str = "3";
/// How many names of games a visitor may ask about.
const MOST_ASKED: usize = 2_000;

/// The routes of the first page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", routing::get(home))
        .route("/new", routing::get(home).post(new))
        .route("/continue", routing::post(unfinished))
}

/// What a visitor wants, in the address or from the form.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Wish {
    rules: String,
    /// `here`, or else the computer.
    opponent: String,
    level: String,
    color: String,
    /// `none`, a time control, or `own`.
    clock: String,
    own_clock: String,
    opening: String,
    /// Which of the three-move openings or tables; by lot where nothing is said.
    ballot: String,
    /// How many random moves.
    plies: String,
    fen: String,
    seed: String,
    touch_move: String,
}

impl Wish {
    /// With what is usual where nothing was said.
    fn completed(mut self) -> Self {
        let opening = if self.fen.is_empty() { "standard" } else { "position" };
        for (field, usual) in [
            (&mut self.level, USUAL_LEVEL),
            (&mut self.color, "drawn"),
            (&mut self.clock, "none"),
            (&mut self.opening, opening),
            (&mut self.plies, "4"),
        ] {
            if field.trim().is_empty() {
                usual.clone_into(field);
            }
        }
        self
    }

    fn order(&self) -> Result<Order, Failure> {
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let level = match self.opponent.as_str() {
            "here" => None,
            _ => Some(number::<u8>(&self.level)?),
        };
        let clock = if self.clock == "own" { &self.own_clock } else { &self.clock };
        let fen = if self.opening == "position" { said(&self.fen) } else { None };
        let opening = match (self.opening.as_str(), said(&self.ballot)) {
            ("standard" | "position", _) => None,
            ("random", _) => Some(format!("random:{}", self.plies.trim())),
            (kind, None) => Some(kind.to_owned()),
            (kind, Some(ballot)) => Some(format!("{kind}:{ballot}")),
        };
        Order::of(json!({
            "rules": self.rules,
            "fen": fen,
            "opening": opening,
            "clock": said(clock),
            "color": said(&self.color),
            "seed": said(&self.seed).map(|seed| number::<u64>(&seed)).transpose()?,
            "touch_move": !self.touch_move.is_empty(),
            "level": level,
        }))
    }
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, Failure> {
    text.trim().parse().map_err(|_| Failure::Malformed(format!("\"{text}\" is no number here")))
}

async fn home(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Query(wish): Query<Wish>,
) -> Result<Response, Failure> {
    let rules = Some(wish.rules.as_str()).filter(|rules| !rules.is_empty());
    let trouble = rules.and_then(|rules| api::read_rules(rules).err());
    show(&app, &visitor, &wish.completed(), trouble).await
}

/// Sets up a game for a browser without JavaScript; with it, the page asks the API.
async fn new(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Form(wish): Form<Wish>,
) -> Result<Response, Failure> {
    let wish = wish.completed();
    let created = match wish.order() {
        Ok(order) => api::start(&app, order).await,
        Err(failure) => Err(failure),
    };
    match created {
        Ok(Created { id, key }) => {
            Ok(Redirect::to(&format!("/game/{id}#key={key}")).into_response())
        }
        Err(failure @ (Failure::Terms(_) | Failure::Malformed(_) | Failure::Refused(_))) => {
            let mut shown = show(&app, &visitor, &wish, Some(failure)).await?;
            *shown.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(shown)
        }
        Err(failure) => Err(failure),
    }
}

async fn show(
    app: &App,
    visitor: &Visitor,
    wish: &Wish,
    trouble: Option<Failure>,
) -> Result<Response, Failure> {
    let language = visitor.language;
    let rules: Option<Ruleset> = wish.rules.parse().ok();
    let chosen = rules.unwrap_or_else(|| usual(language).into());
    let clocks: Vec<Value> = arbiter::presets()
        .map(|preset| context! { word => preset.word, text => preset.control.to_string() })
        .collect();
    let drawable = AnyPosition::from_fen(&chosen, &wish.fen).is_ok();
    let fen = if drawable { wish.fen.as_str() } else { "" };
    let (rules, theme) = (chosen.to_string(), visitor.choices["board"]);
    let scene = query(&[("rules", &rules), ("fen", fen), ("theme", theme)]);
    let trouble = trouble.map(|failure| Phrase::from(&failure).said(language));
    let about = context! {
        wish => Serde(wish),
        rules => choices(Some(&chosen), language),
        asked => !(wish.rules.is_empty() && wish.fen.is_empty()),
        address => variants::address(&chosen),
        scene,
        levels => Level::all().map(Level::number).collect::<Vec<_>>(),
        clocks,
        ballots => ballots(),
        variants => Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
        games => games(app.house.games.store().recent(SHOWN).await?, language),
        trouble,
    };
    Ok(page(visitor, "home.html", about))
}

/// The openings of federations, and the variants that have them.
fn ballots() -> Value {
    context! { three_move => ["american"], table => ["russian", "brazilian"] }
}

/// Games as they are listed.
fn games(games: Vec<Summary>, language: Language) -> Vec<Value> {
    let shown = |game: Summary| {
        context! {
            standing => game.standing(),
            id => game.id,
            white => player(game.white.as_deref(), language),
            black => player(game.black.as_deref(), language),
            title => title_of_text(&game.rules, language),
            plies => game.plies,
        }
    };
    games.into_iter().map(shown).collect()
}

/// Names of games, of which the visitor has the keys.
#[derive(Deserialize)]
struct Names {
    ids: String,
}

/// The list of games, of those that a visitor plays, that are not over yet.
async fn unfinished(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Form(names): Form<Names>,
) -> Result<Response, Failure> {
    let ids = names.ids.split(',').take(MOST_ASKED).map(str::to_owned).collect();
    let mut found = app.house.games.store().unfinished(ids).await?;
    found.truncate(SHOWN as usize);
    Ok(page(&visitor, "games.html", context! { games => games(found, visitor.language) }))
}
