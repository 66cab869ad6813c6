//! A bus between servers in one process.

use super::{Bus, Notes};
use crate::locks::lock;
use futures_util::{StreamExt, stream};
use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Mutex;
use tokio::sync::broadcast::{Sender, channel};

/// How many notes may wait.
const BEHIND: usize = 256;

/// A bus between servers in one process.
#[derive(Default)]
pub struct Local {
    games: Mutex<HashMap<String, Sender<String>>>,
}

impl Bus for Local {
    fn tell(&self, game: &str, note: String) {
        let mut games = lock(&self.games);
        if games.get(game).is_some_and(|sender| sender.send(note).is_err()) {
            games.remove(game);
        }
    }

    fn follow(&self, game: &str) -> Pin<Box<dyn Future<Output = Option<Notes>> + Send + '_>> {
        let mut games = lock(&self.games);
        let notes = games.entry(game.to_owned()).or_insert_with(|| channel(BEHIND).0).subscribe();
        let notes = stream::unfold(notes, |mut notes| async {
            // Whoever is too slow finds the rest in the store.
            Some((notes.recv().await.ok()?, notes))
        });
        Box::pin(async { Some(notes.fuse().boxed()) })
    }

    fn is_up(&self) -> bool {
        true
    }
}
