//! Password hashing with argon2id.

use crate::error::ApiError;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// The number of concurrent hash computations; each takes 19 MiB.
const AT_ONCE: usize = 2;
/// The allowed length of a password, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=200;

/// The length of the queue; per address it is far shorter (`Limits::sign_ins`).
const WAITING: usize = 512;

/// Hashes and checks passwords, a few at a time.
pub(super) struct Secrets {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl Default for Secrets {
    fn default() -> Self {
        let permits = |most| Arc::new(Semaphore::new(most));
        Self { turns: permits(AT_ONCE), places: permits(WAITING) }
    }
}

impl Secrets {
    /// Hashes a password for storing.
    pub(super) async fn hash(&self, name: &str, password: &str) -> Result<String, ApiError> {
        let is_name = password.eq_ignore_ascii_case(name);
        if is_name || !LENGTHS.contains(&password.chars().count()) {
            return Err(ApiError::BadPassword);
        }
        let password = password.to_owned();
        let hash = move || Argon2::default().hash_password(password.as_bytes());
        let hash: PasswordHash = self.run_blocking(hash).await?.map_err(broken)?;
        Ok(hash.to_string())
    }

    /// Whether a password matches a stored hash.
    pub(super) async fn fits(&self, kept: String, password: &str) -> Result<bool, ApiError> {
        let password = password.to_owned();
        let verify = move || {
            let kept = PasswordHash::new(&kept).map_err(broken)?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
        };
        self.run_blocking(verify).await?
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| ApiError::Busy)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(broken)?;
        // The work goes on after the client disconnects, and keeps its permit until it is done.
        let work = move || {
            let _permits = (place, turn);
            work()
        };
        spawn_blocking(work).await.map_err(broken)
    }
}

fn broken(error: impl std::fmt::Display) -> ApiError {
    ApiError::Broken(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    use std::time::Duration;

    fn secrets(turns: usize, places: usize) -> Secrets {
        let permits = |most| Arc::new(Semaphore::new(most));
        Secrets { turns: permits(turns), places: permits(places) }
    }

    #[tokio::test]
    async fn who_comes_when_many_wait_is_told() {
        let secrets = secrets(0, 1);
        let first = secrets.hash("Ada", "correct horse");
        tokio::pin!(first);
        tokio::time::timeout(Duration::from_millis(10), &mut first).await.unwrap_err();
        let second = secrets.hash("Bo", "correct horse").await;
        assert!(matches!(second, Err(ApiError::Busy)));
        secrets.turns.add_permits(1);
        assert!(first.await.unwrap().starts_with("$argon2id$"));
    }

    /// Issue 15.6: a client that hangs up has started work, and no other starts until it is done.
    #[tokio::test]
    async fn no_more_at_once_however_many_hang_up() {
        const TURNS: usize = 2;
        const HASTY: usize = 20;
        let secrets = Arc::new(secrets(TURNS, HASTY));
        let (running, most, done) =
            (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default(), AtomicUsize::new(0));
        let done = Arc::new(done);
        for round in 1..=HASTY / TURNS {
            let gate = Arc::new(Barrier::new(TURNS + 1));
            let all: Vec<_> = (0..TURNS)
                .map(|_| {
                    let (gate, running) = (Arc::clone(&gate), Arc::clone(&running));
                    let (most, done) = (Arc::clone(&most), Arc::clone(&done));
                    let secrets = Arc::clone(&secrets);
                    let work = move || {
                        most.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
                        gate.wait();
                        running.fetch_sub(1, SeqCst);
                        done.fetch_add(1, SeqCst);
                    };
                    tokio::spawn(async move { secrets.run_blocking(work).await })
                })
                .collect();
            while running.load(SeqCst) < TURNS {
                tokio::task::yield_now().await;
            }
            for one in all {
                one.abort();
                assert!(one.await.unwrap_err().is_cancelled());
            }
            assert_eq!(secrets.turns.available_permits(), 0, "they work on, whoever has gone");
            let late = Arc::clone(&secrets);
            let late = tokio::spawn(async move { late.run_blocking(|| ()).await });
            tokio::task::yield_now().await;
            assert_eq!(running.load(SeqCst), TURNS);
            late.abort();
            gate.wait();
            while done.load(SeqCst) < round * TURNS || secrets.turns.available_permits() < TURNS {
                tokio::task::yield_now().await;
            }
        }
        assert_eq!((most.load(SeqCst), done.load(SeqCst)), (TURNS, HASTY));
        assert_eq!(secrets.places.available_permits(), HASTY, "every place is free again");
    }
}
