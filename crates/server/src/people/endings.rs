//! Closes connections when the session or token that opened them is revoked.

use super::People;
use crate::locks::lock;
use crate::seats::Requester;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// How often a session or token is checked for having expired or been revoked by another server or a command.
const NOW_AND_THEN: Duration = Duration::from_secs(60);

/// Subscriptions by account.
#[derive(Default)]
pub(super) struct Endings(Mutex<HashMap<String, Weak<watch::Sender<()>>>>);

impl Endings {
    /// Notifies connections that passes of an account were revoked.
    pub(super) fn tell(&self, person: &str) {
        let all = lock(&self.0);
        if let Some(told) = all.get(person).and_then(Weak::upgrade) {
            told.send_replace(());
        }
    }

    /// Returns the sender of an account, which is dropped when it is no longer used.
    fn of(&self, person: &str) -> Arc<watch::Sender<()>> {
        let mut all = lock(&self.0);
        if let Some(told) = all.get(person).and_then(Weak::upgrade) {
            return told;
        }
        all.retain(|_, told| told.strong_count() > 0);
        let told = Arc::new(watch::Sender::new(()));
        all.insert(person.to_owned(), Arc::downgrade(&told));
        told
    }
}

impl People {
    /// Completes when the requester's pass is no longer valid; never for requesters without one.
    pub async fn ended(&self, who: &Requester) {
        let (Some((pass, kind)), Some(person)) = (&who.pass, &who.person) else {
            return std::future::pending().await;
        };
        let told = self.endings.of(&person.id);
        let mut endings = told.subscribe();
        // While the store cannot be read, nobody is disconnected.
        while !matches!(self.holder(pass, *kind).await, Ok(None)) {
            let _ = timeout(NOW_AND_THEN, endings.changed()).await;
        }
    }
}
