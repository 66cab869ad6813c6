//! The link back to the visitor's game: a bar on every page but the game's.

use super::own::{OwnNames, Unfinished, unfinished};
use super::render::page;
use super::settings::Visitor;
use super::standing::GameStanding;
use super::titles::{player_of, title};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::live_game::State;
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use crate::words::Phrase;
use arbiter::{Phase, TimeControl};
use axum::extract::{Form, State as Shared};
use axum::response::Response;
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use serde::Deserialize;
use std::cmp::Reverse;
use std::sync::Arc;

/// The most game ids a browser may send.
const MOST_ASKED: usize = 12;
/// How many of an account's latest games are searched for unfinished ones.
const OF_ACCOUNT: usize = 60;
/// How long an inactive game without a clock is shown, in milliseconds: on the opponent's move, and on the visitor's.
const QUIET: [u64; 2] = [60 * 60 * 1_000, 24 * 60 * 60 * 1_000];

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/back", routing::post(back))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/back", Cost::Request)];

/// The form that a page posts.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    /// Game ids, each with `:` and the key to a seat.
    ids: String,
    /// The path of the page, which needs no link to itself.
    here: String,
}

/// Returns which of the games are unfinished, and the bar for the most urgent one.
async fn back(
    Shared(app): Shared<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(asked): Form<Asked>,
) -> Result<Response, ApiError> {
    let names = OwnNames::of(&app, &who, &asked.ids, [MOST_ASKED, OF_ACCOUNT]).await?;
    let found = unfinished(&app, &who, names, MOST_ASKED).await?;
    let ids: Vec<&str> = found.iter().map(|one| one.game.id.as_str()).collect();
    let here = asked.here.strip_prefix("/game/").unwrap_or_default();
    let running = found.iter().filter(|one| one.game.id != here).filter_map(Running::of);
    let first = running.min_by_key(Running::order);
    let game = first.map(|running| running.shown(&visitor));
    Ok(page(&visitor, "back.html", context! { ids => ids.join(","), game }))
}

/// A game that the visitor is playing.
struct Running<'a> {
    id: &'a str,
    state: &'a State,
    /// The visitor's sides.
    sides: Vec<Color>,
    /// The game's standing for the visitor; `None` if both sides are theirs.
    standing: Option<GameStanding>,
}

impl<'a> Running<'a> {
    /// Returns a game that is running or waits for the visitor; `None` if it can wait or is abandoned.
    fn of(one: &'a Unfinished) -> Option<Self> {
        let state = one.state.as_deref()?;
        // A private library game is not being played.
        if one.game.is_record() && !state.public {
            return None;
        }
        let table = state.log.table();
        let standing = GameStanding::of(state, &one.who);
        let is_due = standing.as_ref().is_some_and(|standing| standing.is_due);
        let is_running = match table.terms().clock {
            TimeControl::Correspondence { .. } => is_due,
            _ if table.running().is_some() => true,
            _ => {
                let quiet = time::now().since(table.last_event());
                quiet < QUIET[usize::from(is_due)]
            }
        };
        let sides = state.seats.sides(&one.who);
        let running = Self { id: &one.game.id, state, sides, standing };
        (is_running && !running.sides.is_empty()).then_some(running)
    }

    /// The sort order: the most urgent first, then the most recently played.
    fn order(&self) -> (bool, u64, Reverse<u64>) {
        let (waits, left) = self.standing.as_ref().map_or((true, u64::MAX), GameStanding::order);
        (waits, left, Reverse(self.state.log.table().last_event().0))
    }

    fn shown(&self, visitor: &Visitor) -> Value {
        let table = self.state.log.table();
        let name = |side| player_of(self.state, side, visitor);
        let rules = &table.terms().rules;
        let against = match self.sides[..] {
            [side] => name(!side),
            _ => format!("{} – {}", name(Color::White), name(Color::Black)),
        };
        let to_move = match table.turn() {
            Color::White => "game.turn-white",
            Color::Black => "game.turn-black",
        };
        let whose = match (&self.standing, table.phase()) {
            (Some(standing), _) => standing.whose(),
            (None, Phase::Playing) => Phrase::new(to_move),
            (None, _) => Phrase::new("games.going"),
        };
        let reading = table.clock(table.turn(), time::now_after(table.last_event()));
        context! {
            id => self.id,
            against,
            title => title(rules, visitor.language),
            board => visitor.board(rules),
            due => self.standing.as_ref().is_some_and(|standing| standing.is_due),
            whose => whose.said(visitor.voice(rules)),
            left => reading.left,
            delay => reading.delay,
            ticks => table.running().is_some(),
        }
    }
}
