//! Practice: the mistakes of one's own games as positions to solve, each again after a longer interval. Accounts'
//! positions are in the store, other visitors' in the browser; answers are judged and scheduled here for both.

mod card;
mod deck;
mod memory;

pub use card::{
    Card, DAILY_CHOICES, USUAL_DAILY, answered, asked, bounded, day, new, new_a_day, next_day,
    solved,
};
pub use deck::{Deck, Habits, MOST_CARDS};

use crate::error::ApiError;
use crate::live_game::State;
use crate::pages::{is_bad, reasons};
use crate::people::Person;
use crate::reports::{report, texts};
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use arbiter::Phase;
use draughts::{AnyPosition, Color};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use wire::{CardAnswer, CardName, CardQuestion, CardState, CardsOrder, CardsView, GuestCard};

/// The most mistakes of a side that are practised; a bad game has more than anyone learns from.
pub const MOST_OF_GAME: usize = 24;

/// The deck of an account.
pub fn deck<'a>(app: &'a App, person: &'a Person) -> Deck<'a> {
    Deck::of(app.supervisor.games.store(), person)
}

/// The position before a mistake, with its game.
pub struct CardPosition {
    /// The game.
    pub game: Arc<State>,
    /// The position.
    pub position: AnyPosition,
    /// The mistake.
    pub text: String,
}

/// Returns the position of a card; `None` if there is no such finished game or no such move in it.
pub async fn find(app: &App, name: &CardName) -> Result<Option<CardPosition>, ApiError> {
    let game = match app.supervisor.games.find(&name.game).await {
        Ok(live) => live.state(),
        Err(ApiError::NoGame | ApiError::Damaged(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let table = game.log.table();
    let Some(index) = (name.ply as usize).checked_sub(1) else { return Ok(None) };
    let (Phase::Finished, Some(position), Some(text)) =
        (table.phase(), table.game().position_after(index), table.moves().get(index))
    else {
        return Ok(None);
    };
    let (position, text) = (*position, text.clone());
    Ok(Some(CardPosition { game, position, text }))
}

/// Returns the positions of a game's mistakes, and adds them to the account.
pub async fn collect(
    app: &App,
    who: &Requester,
    order: &CardsOrder,
) -> Result<CardsView, ApiError> {
    let found = app.reports.find(&order.game).await?;
    let state = app.supervisor.games.find(&order.game).await?.state();
    let own = match state.seats.sides(who)[..] {
        [side] => Some(side),
        _ => None,
    };
    let side = order.side.or(own);
    let bad = |side: Color| {
        let moves = found.report.iter().flat_map(|report| &report.moves);
        moves.filter(move |judged| judged.side == side && is_bad(judged)).take(MOST_OF_GAME)
    };
    let state = new(day(time::now(), order.zone));
    let cards: Vec<Card> = side
        .into_iter()
        .flat_map(bad)
        .filter_map(|judged| u32::try_from(judged.ply).ok())
        .map(|ply| Card { name: CardName { game: order.game.clone(), ply }, state })
        .collect();
    let added = match &who.person {
        Some(person) => Some(deck(app, person).add(&cards).await?),
        None => None,
    };
    Ok(CardsView { side, cards: cards.into_iter().map(GuestCard::from).collect(), added })
}

/// Judges an answer and reschedules its position.
pub async fn answer(
    app: &App,
    who: &Requester,
    address: Option<IpAddr>,
    question: &CardQuestion,
) -> Result<CardAnswer, ApiError> {
    let CardQuestion { name, text, state, zone } = question;
    let today = day(time::now(), *zone);
    let deck = who.person.as_ref().map(|person| deck(app, person));
    if let Some(deck) = &deck {
        deck.find(name).await?.ok_or(ApiError::NoPage)?;
    }
    let found = find(app, name).await?.ok_or(ApiError::NoPage)?;
    let review =
        app.reports.judge(&found.game, name.ply as usize, text.as_deref(), address).await?;
    let judged = &report(&review).moves[0];
    let right = text.is_some() && judged.mark.is_none();
    let change = |state: CardState| answered(state, right, today);
    let state = match &deck {
        Some(deck) => {
            let changed = deck.change(name, change).await?;
            deck.keep_zone(*zone).await?;
            changed
        }
        None => change(state.map_or_else(|| new(today), bounded)),
    };
    let expected = &review.moves[0];
    let line = if text.is_some() { &expected.played.line } else { &expected.best.line };
    Ok(CardAnswer {
        right,
        line: texts(line, &expected.position),
        reasons: if right { Vec::new() } else { reasons(judged) },
        state,
        days: state.due.saturating_sub(today),
    })
}

/// Moves a browser's positions into an account; those whose games do not exist are left out.
pub async fn move_in(app: &App, person: &Person, cards: Vec<GuestCard>) -> Result<(), ApiError> {
    let mut known: HashMap<String, Option<usize>> = HashMap::new();
    let mut taken = Vec::new();
    for GuestCard { name, state } in cards {
        let plies = match known.get(&name.game) {
            Some(plies) => *plies,
            None => {
                let plies = plies(app, &name.game).await?;
                known.insert(name.game.clone(), plies);
                plies
            }
        };
        if plies.is_none_or(|plies| name.ply == 0 || name.ply as usize > plies) {
            continue;
        }
        let is_removed = state.is_none();
        let state = state.map_or_else(|| new(0), bounded);
        taken.push((Card { name, state }, is_removed));
    }
    deck(app, person).merge(&taken).await
}

/// Returns the number of plies of a finished game; `None` if there is no such game.
async fn plies(app: &App, game: &str) -> Result<Option<usize>, ApiError> {
    let first = CardName { game: game.to_owned(), ply: 1 };
    Ok(find(app, &first).await?.map(|found| found.game.plies()))
}
