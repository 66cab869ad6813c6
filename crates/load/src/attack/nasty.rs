//! A position whose captures can be walked in very many ways, looked at on hundreds of connections.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew, Prepared};
use crate::api_client::ApiClientError;
use std::sync::Arc;
use wire::Order;

const RULES: &str = "frisian,removal=at-once,turn-back=yes";
const FEN: &str = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";

/// Sets up a game with the position; its name. A server may well refuse it.
pub async fn set_up(attacker: &Attacker) -> Result<String, ApiClientError> {
    let (rules, fen) = (RULES.parse().expect("short enough"), FEN.parse().expect("short enough"));
    let order = Order { fen: Some(fen), ..Order::new(rules) };
    let made = attacker.api.sit_down("/api/games", &order).await?;
    attacker.games.up();
    Ok(made.id)
}

/// Somebody who looks at the game again and again; where it was refused, sets it up again and again.
pub struct Looker {
    pub attacker: Arc<Attacker>,
    pub prepared: Arc<Prepared>,
}

impl AttackClient for Looker {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        crew.score.sent.up();
        match &self.prepared.game {
            Some(game) => (&self.attacker.api.get(&format!("/api/games/{game}")).await).into(),
            None => (&set_up(&self.attacker).await).into(),
        }
    }
}
