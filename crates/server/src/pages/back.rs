//! The way back to the game that a visitor plays: a bar on every page but that of the game.

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

/// How many names of games a browser may ask about.
const MOST_ASKED: usize = 12;
/// How many games of an account are looked through for those that are not over.
const OF_ACCOUNT: usize = 60;
/// How long a game without a clock is shown in which nothing happens, in milliseconds: while the other is to move, and
/// while it is the visitor's move.
const QUIET: [u64; 2] = [60 * 60 * 1_000, 24 * 60 * 60 * 1_000];

/// The route of the bar.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/back", routing::post(back))
}

/// What posting to it costs.
pub const COSTS: &[(&str, Cost)] = &[("/back", Cost::Request)];

/// What a page asks.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    /// Names of games, each with `:` and the key to a seat in it.
    ids: String,
    /// The path of the page, which needs no way back to itself.
    here: String,
}

/// Which of the games are not over, and the bar for the one that is most urgent.
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

/// A game that the visitor plays now.
struct Running<'a> {
    id: &'a str,
    state: &'a State,
    /// The sides that are the visitor's.
    sides: Vec<Color>,
    /// How it stands for them; nothing where both sides are theirs.
    standing: Option<GameStanding>,
}

impl<'a> Running<'a> {
    /// One that runs or waits for the visitor; nothing if it can wait, or was left long ago.
    fn of(one: &'a Unfinished) -> Option<Self> {
        let state = one.state.as_deref()?;
        // A record in somebody's library is not being played.
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

    /// What cannot wait comes first, then what was played last.
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
