//! Connections hear when the pass that they were opened with has ended.

use super::People;
use crate::locks::lock;
use crate::seats::Requester;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// How often a pass is looked at that may have ended on another server, by a command or by its age.
const NOW_AND_THEN: Duration = Duration::from_secs(60);

/// Those who hear of the passes of each account.
#[derive(Default)]
pub(super) struct Endings(Mutex<HashMap<String, Weak<watch::Sender<()>>>>);

impl Endings {
    /// Some passes of somebody have ended.
    pub(super) fn tell(&self, person: &str) {
        let all = lock(&self.0);
        if let Some(told) = all.get(person).and_then(Weak::upgrade) {
            told.send_replace(());
        }
    }

    /// Returns the sender for an account, which is kept for as long as it is in use.
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
    /// Done when the pass that somebody came with is good no more; never for those who came without one.
    pub async fn ended(&self, who: &Requester) {
        let (Some((pass, kind)), Some(person)) = (&who.pass, &who.person) else {
            return std::future::pending().await;
        };
        let told = self.endings.of(&person.id);
        let mut endings = told.subscribe();
        // While the store cannot be read, nobody is shut out.
        while !matches!(self.holder(pass, *kind).await, Ok(None)) {
            let _ = timeout(NOW_AND_THEN, endings.changed()).await;
        }
    }
}
