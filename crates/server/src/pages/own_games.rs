//! One's own games: those of an account, and those that this browser has the keys of.

use super::people::date;
use super::render::page;
use super::settings::Visitor;
use super::titles::{players, title_of_text};
use crate::error::ApiError;
use crate::guard::Cost;
use crate::seats::{Key, Requester};
use crate::server::App;
use crate::store::Summary;
use axum::extract::{Form, Query, State};
use axum::response::Response;
use axum::{Router, routing};
use draughts::Color;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use wire::Standing;

/// How many games a page of the list has.
const SHOWN: usize = 50;
/// How many names of games a browser may ask about, and how many games of an account are looked through.
const MOST: usize = 2_000;
/// How much of a name is looked for, in characters.
const LONGEST_NAME: usize = 60;

/// The route of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/games", routing::get(of_account).post(of_browser))
}

/// What posting to it costs.
pub const COSTS: &[(&str, Cost)] = &[("/games", Cost::Request)];

/// Which games are wanted.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Filter {
    /// The rules as text, or nothing for all.
    rules: String,
    /// How they ended for the reader: the word of an [`OwnResult`], or nothing for all.
    result: String,
    /// A part of the opponent's name.
    player: String,
    /// Which page of them, from 0.
    page: usize,
    /// Names of games, each with `:` and the key to a seat in it.
    #[serde(skip_serializing)]
    ids: String,
}

/// How a game stands for one of its players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OwnResult {
    Going,
    Won,
    Lost,
    Drawn,
    /// Over without a result, or between two on one device, where nobody is "you".
    Other,
}

impl OwnResult {
    const CHOICES: [Self; 4] = [Self::Going, Self::Won, Self::Drawn, Self::Lost];

    fn of(standing: Standing, sides: &[Color]) -> Self {
        match (standing, sides) {
            (Standing::Going, _) => Self::Going,
            (Standing::Draw, _) => Self::Drawn,
            (Standing::White, [Color::White]) | (Standing::Black, [Color::Black]) => Self::Won,
            (Standing::White, [Color::Black]) | (Standing::Black, [Color::White]) => Self::Lost,
            _ => Self::Other,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
            Self::Other => "other",
        }
    }
}

/// A game of the reader's.
struct OwnGame {
    game: Summary,
    result: OwnResult,
    /// Against whom, or both names where the reader plays both sides.
    against: String,
}

async fn of_account(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Query(filter): Query<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, filter).await
}

async fn of_browser(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Form(filter): Form<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &who, &visitor, filter).await
}

async fn show(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    filter: Filter,
) -> Result<Response, ApiError> {
    let all = own_games(app, who, visitor, &filter.ids).await?;
    let rules: BTreeSet<&str> = all.iter().map(|own| own.game.rules.as_str()).collect();
    let titled = |rules: &str| (title_of_text(rules, visitor.language), rules.to_owned());
    let mut variants: Vec<(String, String)> = rules.into_iter().map(titled).collect();
    variants.sort();
    let any = !all.is_empty();
    let name = filter.name();
    let wanted: Vec<OwnGame> = all.into_iter().filter(|own| filter.wants(own, &name)).collect();
    let first = filter.page.saturating_mul(SHOWN);
    let about = context! {
        any,
        found => wanted.len(),
        later => filter.page.checked_sub(1),
        earlier => (first.saturating_add(SHOWN) < wanted.len()).then(|| filter.page + 1),
        variants => variants.into_iter().map(|(title, rules)| context! { title, rules }).collect::<Vec<_>>(),
        results => OwnResult::CHOICES.map(OwnResult::word),
        games => wanted.iter().skip(first).take(SHOWN).map(|own| row(own, visitor)).collect::<Vec<_>>(),
        filter => Serde(&filter),
    };
    Ok(page(visitor, "own_games.html", about))
}

/// All games in which the reader has a seat, newest first.
async fn own_games(
    app: &App,
    who: &Requester,
    visitor: &Visitor,
    ids: &str,
) -> Result<Vec<OwnGame>, ApiError> {
    let asked = ids.split(',').filter(|name| !name.is_empty()).take(MOST);
    let keys: HashMap<&str, &str> =
        asked.map(|name| name.split_once(':').unwrap_or((name, ""))).collect();
    let mut ids: Vec<String> = keys.keys().map(|id| (*id).to_owned()).collect();
    if let Some(person) = &who.person {
        let own = app.supervisor.games.people.games(person, MOST as u64).await?;
        ids.extend(own.into_iter().map(|played| played.game.id));
        ids.sort();
        ids.dedup();
    }
    let found = app.supervisor.games.store().by_id(ids).await?;
    let own = found.into_iter().filter(|(game, _)| game.is_game()).filter_map(|(game, seats)| {
        let key = keys.get(game.id.as_str()).copied().unwrap_or_default();
        let sides = seats.sides(&Requester { key: Key::of(key), ..who.clone() });
        let [white, black] = players(&game, visitor);
        let against = match sides[..] {
            [] => return None,
            [Color::White] => black,
            [Color::Black] => white,
            _ => format!("{white} – {black}"),
        };
        Some(OwnGame { result: OwnResult::of(game.standing(), &sides), game, against })
    });
    Ok(own.collect())
}

impl Filter {
    /// The part of a name that is looked for.
    fn name(&self) -> String {
        self.player.trim().chars().take(LONGEST_NAME).collect::<String>().to_lowercase()
    }

    fn wants(&self, own: &OwnGame, name: &str) -> bool {
        (self.rules.is_empty() || self.rules == own.game.rules)
            && (self.result.is_empty() || self.result == own.result.word())
            && own.against.to_lowercase().contains(name)
    }
}

fn row(OwnGame { game, result, against }: &OwnGame, visitor: &Visitor) -> Value {
    context! {
        id => &game.id,
        against,
        date => date(game.updated),
        title => title_of_text(&game.rules, visitor.language),
        plies => game.plies,
        rated => game.rated,
        result => result.word(),
        standing => game.standing().word(),
        board => visitor.board_of_text(&game.rules),
    }
}
