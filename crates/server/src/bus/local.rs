//! A message bus between servers in one process.

use super::{Bus, BusMessages};
use crate::locks::lock;
use futures_util::{StreamExt, stream};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use tokio::sync::broadcast::{Sender, channel};

/// How many messages a slow subscriber may lag behind.
const BEHIND: usize = 256;

/// A message bus between servers in one process.
#[derive(Default)]
pub struct Local {
    games: Mutex<HashMap<String, Sender<String>>>,
}

impl Bus for Local {
    fn tell(&self, game: &str, message: String) {
        let mut games = lock(&self.games);
        if games.get(game).is_some_and(|sender| sender.send(message).is_err()) {
            games.remove(game);
        }
    }

    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<BusMessages>> + Send + '_>> {
        let mut games = lock(&self.games);
        let messages =
            games.entry(game.to_owned()).or_insert_with(|| channel(BEHIND).0).subscribe();
        let messages = stream::unfold(messages, |mut messages| async {
            // A subscriber that is too slow finds the rest in the store.
            Some((messages.recv().await.ok()?, messages))
        });
        Box::pin(async { Some(messages.fuse().boxed()) })
    }

    fn is_up(&self) -> bool {
        true
    }
}
