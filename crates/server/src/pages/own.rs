//! A visitor's own games: those of the account, and those whose keys the browser has.

use crate::error::ApiError;
use crate::live_game::State;
use crate::seats::{Requester, SeatKey};
use crate::server::App;
use crate::store::{StoreError, Summary};
use std::collections::HashMap;
use std::sync::Arc;

/// The ids of a visitor's games, with the keys from the browser.
pub struct OwnNames<'a> {
    keys: HashMap<&'a str, &'a str>,
    /// The ids, unordered.
    pub ids: Vec<String>,
}

impl<'a> OwnNames<'a> {
    /// Collects the ids from a comma-separated text, each with `:` and the key to a seat, and those of the account; at
    /// most `most` of each.
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

    /// Returns the visitor, with the browser's key to a game if it has one.
    pub fn requester(&self, id: &str, who: &Requester) -> Requester {
        let key = self.keys.get(id).copied().unwrap_or_default();
        Requester { key: SeatKey::of(key), ..who.clone() }
    }
}

/// A visitor's unfinished game.
pub struct Unfinished {
    /// Its entry in lists.
    pub game: Summary,
    /// Its state; `None` if it cannot be read.
    pub state: Option<Arc<State>>,
    /// The visitor, with the key to the game.
    pub who: Requester,
}

/// Returns up to `most` unfinished ones of these games, newest first.
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
            // Opening the game shows the error.
            Err(ApiError::Damaged(_) | ApiError::Store(StoreError::Damaged(_))) => None,
            Err(error) => return Err(error),
        };
        let who = names.requester(&game.id, who);
        games.push(Unfinished { game, state, who });
    }
    Ok(games)
}
