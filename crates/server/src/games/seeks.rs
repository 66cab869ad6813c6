//! Limits how many games of an address are open to anyone.

use super::Games;
use crate::error::ApiError;
use crate::guard::Seek;
use crate::seats::Requester;
use std::time::Duration;
use wire::Player;

/// A game not stored after this long never will be.
const UNDER_WAY: Duration = Duration::from_secs(60);

impl Games {
    /// Counts an open game towards the limit of its creator's address.
    pub(super) async fn may_wait(&self, who: &Requester, id: &str) -> Result<(), ApiError> {
        let Err(known) = self.quotas.seek(who.address, id) else { return Ok(()) };
        let over = self.not_waiting(known).await?;
        self.quotas.no_seeks(who.address, &over);
        self.quotas.seek(who.address, id).map_err(|_| ApiError::TooManySeeks)
    }

    /// Returns those of these games that have been joined, are over, or were never stored.
    async fn not_waiting(&self, seeks: Vec<Seek>) -> Result<Vec<String>, ApiError> {
        let ids: Vec<String> = seeks.iter().map(|seek| seek.id.clone()).collect();
        let stored = self.store.lengths(ids.clone()).await?;
        let unfinished = self.store.unfinished(ids).await?;
        let waits = |id: &str| {
            let game = unfinished.iter().find(|game| game.id == id);
            game.is_some_and(|game| game.players.contains(&Player::Nobody))
        };
        let is_stored = |id: &str| stored.iter().any(|(stored, _)| stored == id);
        let is_over = |seek: &Seek| match is_stored(&seek.id) {
            true => !waits(&seek.id),
            false => seek.since.elapsed() > UNDER_WAY,
        };
        Ok(seeks.into_iter().filter(is_over).map(|seek| seek.id).collect())
    }
}
