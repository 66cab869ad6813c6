//! Players who keep requesting hints.

use crate::api_client::{ApiClient, ApiClientError};
use crate::pace::LoadPhase;
use crate::table::LoadContext;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use wire::{Order, RulesText};

/// The pause when no engine is available.
const PAUSE: Duration = Duration::from_millis(200);

/// Requests hints in a game of its own until moves are no longer made.
pub async fn think(context: Arc<LoadContext>) {
    let mut game = None;
    while *context.phase.borrow() < LoadPhase::Ending {
        let asked = match &game {
            None => set_up(&context.api, &context.order.rules).await.map(|made| game = Some(made)),
            Some((id, key)) => {
                let advice =
                    context.api.post(&format!("/api/games/{id}/hint"), &json!({}), key).await;
                advice.map(|_| context.shared.tally.count.advice.up())
            }
        };
        if let Err(error) = asked {
            if let ApiClientError::Refused { status, message } = error {
                context.shared.tally.refused(&format!("advice {status}"), &message);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Creates a game on one device; returns its id and key.
async fn set_up(api: &ApiClient, rules: &RulesText) -> Result<(String, String), ApiClientError> {
    let made = api.sit_down("/api/games", &Order::new(rules.clone())).await?;
    Ok((made.id, made.key))
}
