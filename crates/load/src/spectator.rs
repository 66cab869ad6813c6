//! Spectators.

use crate::follower::{Follower, PlayerEvent};
use crate::game::SharedGame;
use crate::pace::LoadPhase;
use crate::table::LoadContext;
use std::sync::Arc;
use tokio::sync::watch;

/// Watches the games of a table until the load ends.
pub async fn watch(context: Arc<LoadContext>, mut shown: watch::Receiver<Option<Arc<SharedGame>>>) {
    let mut phase = context.phase.subscribe();
    while *phase.borrow_and_update() < LoadPhase::Over {
        let game = shown.borrow_and_update().clone();
        if let Some(game) = game {
            follow(&context, &game, &mut phase).await;
        }
        tokio::select! {
            changed = shown.changed() => if changed.is_err() { return },
            changed = phase.changed() => if changed.is_err() { return },
        }
    }
}

async fn follow(
    context: &LoadContext,
    game: &Arc<SharedGame>,
    phase: &mut watch::Receiver<LoadPhase>,
) {
    let mut follower = Follower::new(&context.shared, &context.api, game, "");
    while *phase.borrow_and_update() < LoadPhase::Over && !follower.is_over() {
        tokio::select! {
            heard = follower.client.hear() => {
                if let PlayerEvent::Move(took) = follower.take(heard).await {
                    context.shared.tally.watched(took);
                }
            }
            changed = phase.changed() => if changed.is_err() { break },
        }
    }
    follower.client.leave().await;
}
