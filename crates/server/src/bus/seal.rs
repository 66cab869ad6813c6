//! Authentication of messages between servers: each is about one game, numbered, dated, and sealed with a secret that
//! only the servers of a store can read.

use crate::locks::lock;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The maximum length of a message; longer ones are ignored.
const LONGEST: usize = 4_096;
/// The maximum age of a message in milliseconds, which includes clock differences.
const WINDOW: u64 = 30_000;

/// Seals and opens messages.
#[derive(Clone)]
pub(super) struct Seal {
    key: Hmac<Sha256>,
    /// The number of the last message.
    last: Arc<Mutex<u64>>,
}

/// The last message number seen from each server about one game.
#[derive(Default)]
pub(crate) struct SeenMessages(HashMap<String, u64>);

impl SeenMessages {
    /// Whether a message is new and not a replay.
    pub(super) fn is_new(&mut self, from: &str, number: u64, at: u64, now: u64) -> bool {
        let last = self.0.entry(from.to_owned()).or_default();
        let is_new = number > *last && now.abs_diff(at) < WINDOW;
        if is_new {
            *last = number;
        }
        is_new
    }
}

impl Seal {
    pub fn new(secret: &str) -> Self {
        // HMAC: keys shorter than a block are padded with zeros.
        let mut key = [0; 64];
        key[..32].copy_from_slice(&Sha256::digest(secret));
        Self { key: Hmac::new(&key.into()), last: Arc::default() }
    }

    /// Sends a message with the next number; messages arrive in the order of their numbers.
    pub fn send(&self, game: &str, message: impl FnOnce(u64) -> String, send: impl FnOnce(String)) {
        let mut last = lock(&self.last);
        *last += 1;
        let message = message(*last);
        let seal = self.over(game, &message).finalize().into_bytes();
        let seal = hex::encode(seal);
        send(format!("{seal} {message}"));
    }

    /// Opens a message about a game, if it was sealed with the same secret.
    pub fn open<'a>(&self, game: &str, sealed: &'a str) -> Option<&'a str> {
        if sealed.len() > LONGEST {
            return None;
        }
        let (seal, message) = sealed.split_once(' ')?;
        let digits = seal.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok()
        });
        let seal = digits.collect::<Option<Vec<u8>>>()?;
        self.over(game, message).verify_slice(&seal).ok().map(|()| message)
    }

    fn over(&self, game: &str, message: &str) -> Hmac<Sha256> {
        // Game ids contain no line feed.
        self.key.clone().chain_update(game).chain_update("\n").chain_update(message)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed(seal: &Seal, game: &str, message: &str) -> String {
        let mut sent = String::new();
        seal.send(game, |_| message.to_owned(), |message| sent = message);
        sent
    }

    /// Issue 15.8
    #[test]
    fn only_what_was_sealed_is_opened() {
        let (seal, other) = (Seal::new("secret"), Seal::new("another"));
        let message = sealed(&seal, "game", "note é");
        assert_eq!(seal.open("game", &message), Some("note é"));
        assert_eq!(seal.open("another", &message), None);
        assert_eq!(other.open("game", &message), None);
        assert_eq!(seal.open("game", &message.replace("note", "nope")), None);
        let long = sealed(&seal, "game", &"x".repeat(LONGEST));
        for text in ["", " ", "é é", "0 note", "00 note", message.trim_start_matches('0'), &long]
        {
            assert_eq!(seal.open("game", text).filter(|_| text != message), None, "{text}");
        }
    }

    #[test]
    fn numbers_go_up_and_times_are_near() {
        let mut heard = SeenMessages::default();
        assert!(heard.is_new("a", 5, 1_000, 1_000));
        assert!(!heard.is_new("a", 5, 1_000, 1_000), "again");
        assert!(!heard.is_new("a", 4, 1_000, 1_000), "before");
        assert!(heard.is_new("b", 4, 1_000, 1_000), "somebody else");
        assert!(!heard.is_new("c", 1, 1_000, 1_000 + WINDOW), "of old");
        assert!(heard.is_new("a", 6, 1_000 + WINDOW / 2, 1_000), "clocks differ");
    }
}
