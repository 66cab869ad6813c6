//! Practice: the positions due today. Those of an account are in the store; other visitors' browsers keep and send
//! theirs.

use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use crate::days::date;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::practice::{
    Card, CardPosition, DAILY_CHOICES, Habits, MOST_CARDS, USUAL_DAILY, asked, bounded, day, deck,
    find, new_a_day, next_day, solved,
};
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use axum::extract::{Form, State as Shared};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use wire::{DailyLimit, GuestCard, MOST_GUEST_CARDS, ZoneOffset, at_most};

/// The routes of practice.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/practice", routing::get(practice).post(practice_of))
        .route("/practice/line", routing::post(line))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/practice", Cost::Request), ("/practice/line", Cost::Request)];

/// What the browser sends.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    /// The time zone's offset from UTC, in minutes.
    zone: Option<ZoneOffset>,
    /// The daily limit.
    daily: Option<DailyLimit>,
    /// The positions kept by the browser, as JSON, for visitors without an account.
    cards: String,
}

/// A list of positions as the browser keeps it.
#[derive(Deserialize)]
struct Kept(#[serde(deserialize_with = "at_most::<_, _, MOST_GUEST_CARDS>")] Vec<GuestCard>);

impl Asked {
    fn kept(&self) -> Result<Vec<Card>, ApiError> {
        if self.cards.is_empty() {
            return Ok(Vec::new());
        }
        let Kept(kept) = serde_json::from_str(&self.cards)
            .map_err(|error| ApiError::Malformed(error.to_string()))?;
        let card = |GuestCard { name, state }| Some(Card { name, state: bounded(state?) });
        Ok(kept.into_iter().filter_map(card).collect())
    }
}

/// A visitor's positions, and the current day.
struct Practice {
    cards: Vec<Card>,
    today: u32,
    habits: Habits,
}

impl Practice {
    /// Loads the positions of an account or the browser; of an account only the due ones, unless `all`.
    async fn of(app: &App, who: &Requester, asked: &Asked, all: bool) -> Result<Self, ApiError> {
        let deck = who.person.as_ref().map(|person| deck(app, person));
        let mut habits = match &deck {
            Some(deck) => deck.habits().await?,
            None => {
                let daily = asked.daily.map_or(USUAL_DAILY, DailyLimit::get);
                Habits { daily, zone: ZoneOffset::default() }
            }
        };
        habits.zone = asked.zone.unwrap_or(habits.zone);
        let today = day(time::now(), habits.zone);
        let cards = match &deck {
            Some(deck) if all => deck.cards().await?,
            Some(deck) => deck.cards_of(today).await?,
            None => asked.kept()?,
        };
        Ok(Self { cards, today, habits })
    }

    fn asked(&self) -> Vec<&Card> {
        asked(&self.cards, self.today, self.habits.daily)
    }
}

/// Returns how many positions are due in the visitor's account today.
pub async fn count(app: &App, who: &Requester) -> Result<usize, ApiError> {
    if who.person.is_none() {
        return Ok(0);
    }
    Ok(Practice::of(app, who, &Asked::default(), false).await?.asked().len())
}

/// Renders a line with the number of due positions; empty if there are none.
async fn line(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(asked): Form<Asked>,
) -> Result<Response, ApiError> {
    let practice = Practice::of(&app, &who, &asked, false).await?;
    Ok(page(&visitor, "practice_line.html", context! { practise => practice.asked().len() }))
}

async fn practice(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, &Asked::default()).await
}

async fn practice_of(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(asked): Form<Asked>,
) -> Result<Response, ApiError> {
    if let (Some(person), Some(daily)) = (&who.person, asked.daily) {
        deck(&app, person).keep_daily(daily.get()).await?;
        return Ok(Redirect::to("/practice").into_response());
    }
    show(&app, &who, &visitor, &asked).await
}

async fn show(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    asked: &Asked,
) -> Result<Response, ApiError> {
    let practice = Practice::of(app, who, asked, true).await?;
    let mut positions = Vec::new();
    for card in practice.asked() {
        positions.extend(find(app, &card.name).await?.map(|found| shown(card, &found, visitor)));
    }
    let Practice { cards, today, habits: Habits { daily, zone } } = &practice;
    let solved = solved(cards, *today);
    let next = next_day(cards, *today);
    let about = context! {
        me => &visitor.name,
        zone => zone.minutes(),
        today,
        all => cards.len(),
        most => if who.person.is_some() { MOST_CARDS } else { MOST_GUEST_CARDS as u64 / 2 },
        solved,
        session => solved + positions.len(),
        positions,
        tomorrow => next == Some(today + 1),
        next => next.map(|day| date(u64::from(day) * 86_400_000)),
        next_count => next.map(|next| crate::practice::asked(cards, next, *daily).len()),
        daily,
        new_daily => new_a_day(*daily),
        choices => DAILY_CHOICES,
    };
    Ok(page(visitor, "practice.html", about))
}

/// The template data of a position, with the side to move at the bottom.
fn shown(card: &Card, found: &CardPosition, visitor: &Visitor) -> Value {
    let rules = &found.game.log.table().terms().rules;
    let [white, black] = Color::BOTH.map(|side| player_of(&found.game, side, visitor));
    context! {
        game => &card.name.game,
        ply => card.name.ply,
        text => &found.text,
        rules => rules.to_string(),
        fen => found.position.to_fen(),
        title => title(rules, visitor.language),
        names => format!("{white} – {black}"),
        date => date(found.game.log.table().last_event().0),
        board => visitor.board(rules),
        flipped => found.position.turn() == Color::Black,
        missed => card.state.again,
        is_new => card.state.first.is_none(),
    }
}
