//! A position whose captures can be walked in very many ways, looked at on hundreds of connections.

use super::crew::{AttackClient, Attacker, Crew, Prepared, Taken};
use crate::api_client::ApiClientError;
use serde_json::json;
use std::sync::Arc;

const RULES: &str = "frisian,removal=at-once,turn-back=yes";
const FEN: &str = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";

/// Sets up a game with the position; its name. A server may well refuse it.
pub async fn set_up(attacker: &Attacker) -> Result<String, ApiClientError> {
    let order = json!({ "rules": RULES, "fen": FEN, "opponent": "here" });
    let made = attacker.desk.post("/api/games", &order, "").await?;
    attacker.games.up();
    Ok(made["id"].as_str().unwrap_or_default().to_owned())
}

/// Somebody who looks at the game again and again; where it was refused, sets it up again and again.
pub struct Looker {
    pub attacker: Arc<Attacker>,
    pub prepared: Arc<Prepared>,
}

impl AttackClient for Looker {
    async fn once(&mut self, crew: &Crew) -> Taken {
        crew.score.sent.up();
        match &self.prepared.game {
            Some(game) => (&self.attacker.desk.get(&format!("/api/games/{game}")).await).into(),
            None => (&set_up(&self.attacker).await).into(),
        }
    }
}
