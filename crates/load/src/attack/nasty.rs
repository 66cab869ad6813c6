//! A position with very many captures, viewed on hundreds of connections.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew, Prepared};
use crate::api_client::ApiClientError;
use std::sync::Arc;
use wire::Order;

const RULES: &str = "frisian,removal=at-once,turn-back=yes";
const FEN: &str = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";

/// Creates a game with the position; returns its id. A server may refuse it.
pub async fn set_up(attacker: &Attacker) -> Result<String, ApiClientError> {
    let (rules, fen) = (RULES.parse().expect("short enough"), FEN.parse().expect("short enough"));
    let order = Order { fen: Some(fen), ..Order::new(rules) };
    let made = attacker.api.sit_down("/api/games", &order).await?;
    attacker.games.up();
    Ok(made.id)
}

/// An attacker who requests the game again and again, or keeps creating it if it was refused.
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
