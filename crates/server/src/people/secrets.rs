//! Passwords, of which only what argon2id makes of them is kept.

use crate::failure::Failure;
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

/// How many are looked at at once; each takes 19 MiB for a moment.
const AT_ONCE: usize = 2;
/// How long a password is, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=200;

/// How many may wait for that.
const WAITING: usize = 64;

/// Looks at passwords, a few at a time.
pub(super) struct Secrets {
    turns: Semaphore,
    places: Semaphore,
}

impl Default for Secrets {
    fn default() -> Self {
        Self { turns: Semaphore::new(AT_ONCE), places: Semaphore::new(WAITING) }
    }
}

impl Secrets {
    /// What is kept of a password.
    pub(super) async fn hash(&self, name: &str, password: &str) -> Result<String, Failure> {
        let is_name = password.eq_ignore_ascii_case(name);
        if is_name || !LENGTHS.contains(&password.chars().count()) {
            return Err(Failure::BadPassword);
        }
        let password = password.to_owned();
        let hash = move || Argon2::default().hash_password(password.as_bytes());
        let hash: PasswordHash = self.apart(hash).await?.map_err(broken)?;
        Ok(hash.to_string())
    }

    /// Whether this is the password of which that was kept.
    pub(super) async fn fits(&self, kept: String, password: &str) -> Result<bool, Failure> {
        let password = password.to_owned();
        let verify = move || {
            let kept = PasswordHash::new(&kept).map_err(broken)?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &kept).is_ok())
        };
        self.apart(verify).await?
    }

    async fn apart<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let _place = self.places.try_acquire().map_err(|_| Failure::Busy)?;
        let _turn = self.turns.acquire().await.map_err(broken)?;
        spawn_blocking(work).await.map_err(broken)
    }
}

fn broken(error: impl std::fmt::Display) -> Failure {
    Failure::Broken(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn who_comes_when_many_wait_is_told() {
        let secrets = Secrets { turns: Semaphore::new(0), places: Semaphore::new(1) };
        let first = secrets.hash("Ada", "correct horse");
        tokio::pin!(first);
        tokio::time::timeout(Duration::from_millis(10), &mut first).await.unwrap_err();
        let second = secrets.hash("Bo", "correct horse").await;
        assert!(matches!(second, Err(Failure::Busy)));
        secrets.turns.add_permits(1);
        assert!(first.await.unwrap().starts_with("$argon2id$"));
    }
}
