//! A visitor's own games: those of the account, and those that this browser has the keys of.

use crate::error::ApiError;
use crate::live_game::State;
use crate::seats::{Requester, SeatKey};
use crate::server::App;
use crate::store::{StoreError, Summary};
use std::collections::HashMap;
use std::sync::Arc;

/// The names of a visitor's games, and the keys that this browser has.
pub struct OwnNames<'a> {
    keys: HashMap<&'a str, &'a str>,
    /// The names, in no order.
    pub ids: Vec<String>,
}

impl<'a> OwnNames<'a> {
    /// Those in a text, separated by commas, each with `:` and the key to a seat in it; and those of the account. Of
    /// either at most so many.
    pub async fn of(
        app: &App,
        who: &Requester,
        text: &'a str,
        [most, most_of_account]: [usize; 2],
    ) -> Result<Self, ApiError> {
        let asked = text.split(',').filter(|name| !name.is_empty()).take(most);
        let keys: HashMap<&str, &str> =
            asked.map(|name| name.split_once(':').unwrap_or((name, ""))).collect();
        let mut ids: Vec<String> = keys.keys().map(|id| (*id).to_owned()).collect();
        if let Some(person) = &who.person {
            let own = app.supervisor.games.people.games(person, most_of_account as u64).await?;
            ids.extend(own.into_iter().map(|played| played.game.id));
            ids.sort();
            ids.dedup();
        }
        Ok(Self { keys, ids })
    }

    /// The visitor, with the key to one of the games if this browser has it.
    pub fn requester(&self, id: &str, who: &Requester) -> Requester {
        let key = self.keys.get(id).copied().unwrap_or_default();
        Requester { key: SeatKey::of(key), ..who.clone() }
    }
}

/// A game of a visitor's that is not over.
pub struct Unfinished {
    /// As it is listed.
    pub game: Summary,
    /// As it stands; nothing if it cannot be read.
    pub state: Option<Arc<State>>,
    /// The visitor, as they are let into it.
    pub who: Requester,
}

/// Those of these games that are not over, at most so many, newest first.
pub async fn unfinished(
    app: &App,
    who: &Requester,
    mut names: OwnNames<'_>,
    most: usize,
) -> Result<Vec<Unfinished>, ApiError> {
    let ids = std::mem::take(&mut names.ids);
    let mut found = app.supervisor.games.store().unfinished(ids).await?;
    found.truncate(most);
    let mut games = Vec::with_capacity(found.len());
    for game in found {
        let state = match app.supervisor.games.find(&game.id).await {
            Ok(live) => Some(live.state()),
            // Those who open it are told.
            Err(ApiError::Damaged(_) | ApiError::Store(StoreError::Damaged(_))) => None,
            Err(error) => return Err(error),
        };
        let who = names.requester(&game.id, who);
        games.push(Unfinished { game, state, who });
    }
    Ok(games)
}
