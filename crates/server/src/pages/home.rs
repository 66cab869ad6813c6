//! The home page: a game within one click, a form for every kind of game, and lists of games.

use super::mini::mini;
use super::own::{OwnNames, Unfinished, unfinished};
use super::practice;
use super::query;
use super::render::page;
use super::settings::Visitor;
use super::standing::GameStanding;
use super::titles::{choices, player_of, players, title_of_text, usual};
use super::variants;
use super::watch::{going_on, quiet_since};
use crate::api;
use crate::days::date;
use crate::error::ApiError;
use crate::games::Created;
use crate::guard::Cost;
use crate::live_game::State;
use crate::seats::Requester;
use crate::server::App;
use crate::store::Summary;
use crate::words::Phrase;
use axum::extract::{Form, Query, State as Shared};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Ruleset, Variant};
use engine::Level;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::iter;
use std::sync::Arc;
use wire::Order;

/// The number of games listed.
const SHOWN: u32 = 10;
/// How many times as many are searched for games between people.
const LOOKED_THROUGH: u32 = 4;
/// The number of live games shown.
const LIVE: usize = 3;
/// The computer's default level.
const USUAL_LEVEL: &str = "3";
/// The most game ids a visitor may send.
const MOST_ASKED: usize = 2_000;
/// How many of them are checked, so that the most urgent games are found.
const LOOKED_AT: usize = 60;

/// The routes of the home page.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/", routing::get(home))
        .route("/new", routing::get(home).post(new))
        .route("/continue", routing::post(to_continue))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[("/new", Cost::Request), ("/continue", Cost::Request)];

/// The new-game form, filled from an address or a POST.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct NewGameForm {
    rules: String,
    /// `here`, `friend`, or else the computer.
    opponent: String,
    /// The visitor's name.
    name: String,
    level: String,
    color: String,
    /// `none`, a time control, or `own`.
    clock: String,
    own_clock: String,
    opening: String,
    /// The three-move opening or table; random if empty.
    ballot: String,
    /// The number of random moves.
    plies: String,
    fen: String,
    seed: String,
    touch_move: String,
    /// Whether the game is unlisted.
    unlisted: String,
    /// Whether a game with a friend is rated.
    rated: String,
}

impl NewGameForm {
    /// Fills in defaults for missing fields.
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

    fn order(&self) -> Result<Order, ApiError> {
        let said = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let (opponent, level) = match self.opponent.as_str() {
            word @ ("here" | "friend") => (word, None),
            _ => ("computer", Some(number::<u8>(&self.level)?)),
        };
        let clock = if self.clock == "own" { &self.own_clock } else { &self.clock };
        let fen = if self.opening == "position" { said(&self.fen) } else { None };
        let opening = match (self.opening.as_str(), said(&self.ballot)) {
            ("standard" | "position", _) => None,
            ("random", _) => Some(format!("random:{}", self.plies.trim())),
            (kind, None) => Some(kind.to_owned()),
            (kind, Some(ballot)) => Some(format!("{kind}:{ballot}")),
        };
        api::read_order(json!({
            "rules": self.rules,
            "fen": fen,
            "opening": opening,
            "clock": said(clock),
            "color": said(&self.color),
            "seed": said(&self.seed).map(|seed| number::<u64>(&seed)).transpose()?.map(|seed| seed.to_string()),
            "touch_move": !self.touch_move.is_empty(),
            "opponent": opponent,
            "level": level,
            "name": said(&self.name),
            "public": self.unlisted.is_empty(),
            "rated": opponent == "friend" && !self.rated.is_empty(),
        }))
    }
}

/// Parses a number.
pub fn number<N: std::str::FromStr>(text: &str) -> Result<N, ApiError> {
    text.trim().parse().map_err(|_| ApiError::Malformed(format!("\"{text}\" is not a number")))
}

async fn home(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Query(wish): Query<NewGameForm>,
) -> Result<Response, ApiError> {
    let rules = Some(wish.rules.as_str()).filter(|rules| !rules.is_empty());
    let trouble = rules.and_then(|rules| api::read_rules(rules).err());
    show(&app, &who, &visitor, &wish.completed(), trouble).await
}

/// Creates a game for browsers without JavaScript; with it, the page uses the API.
async fn new(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(wish): Form<NewGameForm>,
) -> Result<Response, ApiError> {
    let wish = wish.completed();
    let created = match wish.order() {
        Ok(order) => api::start(&app, &who, order).await,
        Err(error) => Err(error),
    };
    match created {
        Ok(Created { id, key, invitation }) => {
            let invite = invitation.map_or_else(String::new, |word| format!("&invite={word}"));
            Ok(Redirect::to(&format!("/game/{id}#key={key}{invite}")).into_response())
        }
        Err(
            error @ (ApiError::Terms(_)
            | ApiError::Malformed(_)
            | ApiError::Refused(_)
            | ApiError::NameKept
            | ApiError::NotRated),
        ) => {
            let mut shown = show(&app, &who, &visitor, &wish, Some(error)).await?;
            *shown.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            Ok(shown)
        }
        Err(error) => Err(error),
    }
}

async fn show(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    wish: &NewGameForm,
    trouble: Option<ApiError>,
) -> Result<Response, ApiError> {
    let language = visitor.language;
    let rules: Option<Ruleset> = wish.rules.parse().ok();
    let chosen = rules.unwrap_or_else(|| usual(language).into());
    let clocks: Vec<Value> = arbiter::presets()
        .map(|preset| context! { word => preset.word, text => preset.control.to_string() })
        .collect();
    let drawable = AnyPosition::from_fen(&chosen, &wish.fen).is_ok();
    let fen = if drawable { wish.fen.as_str() } else { "" };
    let rules = chosen.to_string();
    let mut scene = vec![("rules", rules.as_str()), ("fen", fen)];
    scene.extend(visitor.chosen_board().map(|board| ("theme", board)));
    let trouble = trouble.map(|error| Phrase::from(&error).said(language));
    let about = context! {
        me => who.person.as_ref().map(|person| person.name.clone()),
        wish => Serde(wish),
        rules => choices(Some(&chosen), visitor),
        board => visitor.board(&chosen),
        known => Variant::ALL.len() + Ruleset::presets().count(),
        shelf => shelf(&chosen, visitor),
        asked => !(wish.rules.is_empty() && wish.fen.is_empty()),
        address => variants::address(&chosen),
        scene => query(&scene),
        flipped => chosen.first == Color::Black,
        live => going_on(app, visitor, LIVE).await?,
        waiting => app.supervisor.open_games(None, SHOWN).await?.len(),
        level => Level::all().map(Level::number).find(|level| wish.level == level.to_string()),
        levels => Level::all().map(Level::number).collect::<Vec<_>>(),
        clocks,
        ballots => ballots(),
        variants => Variant::ALL.iter().map(|variant| variant.name()).collect::<Vec<_>>(),
        games => recent(app, visitor).await?,
        practise => practice::count(app, who).await?,
        trouble,
    };
    Ok(page(visitor, "home.html", about))
}

/// The most popular games, each with its board; that of the visitor's language comes first.
fn shelf(chosen: &Ruleset, visitor: &Visitor) -> Vec<Value> {
    let known = [
        Variant::International,
        Variant::American,
        Variant::Russian,
        Variant::Frisian,
        Variant::Turkish,
        Variant::Canadian,
    ];
    let first = usual(visitor.language);
    let others = known.into_iter().filter(|variant| *variant != first);
    let shelved = iter::once(first).chain(others).take(known.len()).map(Ruleset::from);
    let place = |rules: Ruleset| {
        context! {
            value => rules.base.name(),
            chosen => rules == *chosen,
            board => visitor.board(&rules),
            mini => mini(&AnyPosition::start(&rules), rules.first == Color::Black),
        }
    };
    shelved.map(place).collect()
}

/// The opening lists of federations, and the variants that use them.
fn ballots() -> Value {
    context! { three_move => ["american"], table => ["russian", "brazilian"] }
}

/// The most recently active games, those between people first; abandoned ones are left out.
async fn recent(app: &App, visitor: &Visitor) -> Result<Vec<Value>, ApiError> {
    let mut games = app.supervisor.games.store().recent(SHOWN * LOOKED_THROUGH).await?;
    let since = quiet_since();
    games.retain(|game| game.is_game() && (game.ending.is_some() || game.updated >= since));
    games.sort_by_key(|game| !game.is_between_people());
    games.truncate(SHOWN as usize);
    Ok(games.into_iter().map(|game| listed(game, None, None, visitor)).collect())
}

/// A game in a list: its status, also for a visitor who plays it, and its board if it can be read.
fn listed(
    game: Summary,
    standing: Option<&GameStanding>,
    picture: Option<Value>,
    visitor: &Visitor,
) -> Value {
    let language = visitor.language;
    let [white, black] = players(&game, visitor);
    context! {
        white,
        black,
        board => visitor.board_of_text(&game.rules),
        date => date(game.updated),
        standing => game.standing().word(),
        mine => standing.map(|standing| standing.said(language)),
        due => standing.is_some_and(|standing| standing.is_due),
        picture,
        id => game.id,
        title => title_of_text(&game.rules, language),
        plies => game.plies,
    }
}

/// Game ids, each with `:` and the key to a seat if the visitor has one.
#[derive(Deserialize)]
struct GameIds {
    ids: String,
}

/// Lists the visitor's unfinished games, those in which it is their move first.
async fn to_continue(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(names): Form<GameIds>,
) -> Result<Response, ApiError> {
    let names = OwnNames::of(&app, &who, &names.ids, [MOST_ASKED, LOOKED_AT]).await?;
    let found = unfinished(&app, &who, names, LOOKED_AT).await?;
    let mut games: Vec<_> = found
        .into_iter()
        .map(|Unfinished { game, state, who }| {
            // Opening a game that cannot be read shows the error.
            let standing = state.as_ref().and_then(|state| GameStanding::of(state, &who));
            let picture = state.as_ref().map(|state| pictured(state, &who, &visitor));
            (standing, picture, game)
        })
        .collect();
    games.sort_by_key(|(standing, ..)| {
        standing.as_ref().map_or((true, u64::MAX), GameStanding::order)
    });
    let shown = games
        .into_iter()
        .take(SHOWN as usize)
        .map(|(standing, picture, game)| listed(game, standing.as_ref(), picture, &visitor));
    Ok(page(&visitor, "cards.html", context! { games => shown.collect::<Vec<_>>() }))
}

/// The board of a game, from its player's side.
fn pictured(state: &State, who: &Requester, visitor: &Visitor) -> Value {
    let table = state.log.table();
    let mine = state.seats.sides(who);
    let below = mine.first().copied().unwrap_or(Color::White);
    let against = (mine.len() == 1).then(|| player_of(state, !below, visitor));
    context! {
        against,
        mini => mini(table.game().position(), below == Color::Black),
    }
}
