//! Somebody who asks the engine for advice, again and again.

use crate::api_client::{ApiClient, ApiClientError};
use crate::pace::LoadPhase;
use crate::table::Hall;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use wire::{Order, RulesText};

/// How long to wait when there is no engine free.
const PAUSE: Duration = Duration::from_millis(200);

/// Asks for advice in a game of its own until moves are no longer made.
pub async fn think(hall: Arc<Hall>) {
    let mut game = None;
    while *hall.phase.borrow() < LoadPhase::Ending {
        let asked = match &game {
            None => set_up(&hall.desk, &hall.order.rules).await.map(|made| game = Some(made)),
            Some((id, key)) => {
                let advice =
                    hall.desk.post(&format!("/api/games/{id}/hint"), &json!({}), key).await;
                advice.map(|_| hall.shared.tally.count.advice.up())
            }
        };
        if let Err(error) = asked {
            if let ApiClientError::Refused { status, message } = error {
                hall.shared.tally.refused(&format!("advice {status}"), &message);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// A game on one device: its name and key.
async fn set_up(desk: &ApiClient, rules: &RulesText) -> Result<(String, String), ApiClientError> {
    let made = desk.sit_down("/api/games", &Order::new(rules.clone())).await?;
    Ok((made.id, made.key))
}
