//! The presence that servers store for each other.

use super::rows::{natural, whole};
use super::{Postgres, PresenceRecord, PresenceRecords, StoreError};
use draughts::Color;

/// Sorted, so that two servers never deadlock.
const NOTE: &str = "
WITH server AS (
    INSERT INTO servers (name, at) VALUES ($1, $2)
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
)
INSERT INTO signs (game, side, server, at, there)
SELECT game, side, $1, at, there
FROM unnest($3::text[], $4::bigint[], $5::bigint[], $6::boolean[]) AS seen (game, side, at, there)
ORDER BY game, side
ON CONFLICT (game, side, server) DO UPDATE SET at = excluded.at, there = excluded.there";
const NOTED: &str =
    "SELECT server, game, side, at, there FROM signs WHERE game = ANY($1) AND server <> $2";
const SERVERS: &str = "SELECT name, at FROM servers WHERE name <> $1";

impl Postgres {
    pub(super) async fn note(
        &self,
        server: &str,
        at: u64,
        presence: Vec<PresenceRecord>,
    ) -> Result<(), StoreError> {
        let games: Vec<&str> = presence.iter().map(|record| record.game.as_str()).collect();
        let sides: Vec<i64> = presence.iter().map(|record| record.side as i64).collect();
        let times: Vec<i64> = presence.iter().map(|record| whole(record.at)).collect();
        let there: Vec<bool> = presence.iter().map(|record| record.there).collect();
        self.read(NOTE, &[&server, &whole(at), &games, &sides, &times, &there]).await.map(drop)
    }

    pub(super) async fn noted(
        &self,
        server: &str,
        mut games: Vec<String>,
    ) -> Result<PresenceRecords, StoreError> {
        games.retain(|game| !game.contains('\0'));
        let mut presence = Vec::new();
        for row in self.read(NOTED, &[&games, &server]).await? {
            let side = Color::BOTH[usize::from(row.get::<_, i64>(2) == Color::Black as i64)];
            let (at, there) = (natural(&row, 3)?, row.get(4));
            presence.push((row.get(0), PresenceRecord { game: row.get(1), side, at, there }));
        }
        let servers = self.read(SERVERS, &[&server]).await?;
        let servers = servers.iter().map(|row| Ok((row.get(0), natural(row, 1)?)));
        Ok(PresenceRecords {
            records: presence,
            servers: servers.collect::<Result<_, StoreError>>()?,
        })
    }
}
