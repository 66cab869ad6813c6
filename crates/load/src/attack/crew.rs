//! The attackers: with addresses of their own and many connections, and what they achieved.

use super::kind::Attack;
use super::{bodies, imports, lobby, nasty, rematches, sign_ins};
use crate::address::{Address, Servers};
use crate::api_client::{ApiClient, ApiClientError};
use crate::counters::AtomicCounter;
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::task::JoinSet;

/// How long a connection pauses after a failure, to leave the machine some processor time.
const REST: Duration = Duration::from_millis(50);
/// The most requests of one attack, however long it lasts.
const MOST_SENT: u64 = 200_000;

/// All attackers.
pub struct Crew {
    pub attack: Attack,
    pub attackers: Vec<Arc<Attacker>>,
    pub score: Score,
    /// The number of their connections.
    pub lines: usize,
}

/// An attacking address.
pub struct Attacker {
    pub address: Address,
    pub api: ApiClient,
    /// Games that it created on the server.
    pub games: AtomicCounter,
}

/// The outcome of an attack.
#[derive(Default)]
pub struct Score {
    /// Requests sent, as each attack counts them.
    pub sent: AtomicCounter,
    /// Requests that the server granted.
    pub done: AtomicCounter,
    /// Requests without a response, or whose response was not awaited.
    pub unanswered: AtomicCounter,
    refused: Mutex<BTreeMap<u16, u64>>,
}

/// The outcome of an attacker's request.
pub enum AttackOutcome {
    Done,
    Refused(u16),
    Unanswered,
}

impl<T> From<&Result<T, ApiClientError>> for AttackOutcome {
    fn from(answer: &Result<T, ApiClientError>) -> Self {
        match answer {
            Ok(_) => Self::Done,
            Err(ApiClientError::Refused { status, .. }) => Self::Refused(*status),
            Err(ApiClientError::Unreached(_)) => Self::Unanswered,
        }
    }
}

impl Score {
    fn count(&self, taken: &AttackOutcome) {
        match taken {
            AttackOutcome::Done => self.done.up(),
            AttackOutcome::Unanswered => self.unanswered.up(),
            AttackOutcome::Refused(status) => {
                let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
                *refused.entry(*status).or_default() += 1;
            }
        }
    }

    /// The numbers of refusals by status.
    pub fn refused(&self) -> BTreeMap<u16, u64> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn ended(&self) -> u64 {
        self.done.get() + self.unanswered.get() + self.refused().values().sum::<u64>()
    }
}

/// What an attack prepares before it starts.
#[derive(Default)]
pub struct Prepared {
    /// The id of a game with a position that is expensive to analyse, if the server accepted it.
    pub game: Option<String>,
    /// The names of accounts.
    pub accounts: Vec<String>,
}

/// A connection of an attack.
pub trait AttackClient: Send + 'static {
    /// Attacks once.
    fn once(&mut self, crew: &Crew) -> impl Future<Output = AttackOutcome> + Send;
}

impl Crew {
    /// The most addresses of one attack.
    pub const MOST: u8 = 16;

    /// Creates the crew of an attack. Each attack has addresses of its own, so that none profits from limits used up by
    /// another: from 127.0.1.1, from 127.0.1.17, …
    pub fn new(target: &Address, attack: Attack, addresses: u8) -> Self {
        let first = attack as u8 * Self::MOST + 1;
        let attackers = (first..first + addresses).map(|last| {
            let address = target.from(&[Ipv4Addr::new(127, 0, 1, last)]);
            let api = ApiClient::new(Arc::new(Servers::of(address.clone())));
            Arc::new(Attacker { address, api, games: AtomicCounter::default() })
        });
        let each = usize::from(addresses);
        let lines = match attack {
            Attack::NastyPositions | Attack::AbortedSignIns => 300,
            Attack::ImportBombs | Attack::RematchStorms => 4 * each,
            // More than the memory that a server may use.
            Attack::HeldBodies => 800,
            Attack::LobbySpam => 8 * each,
        };
        Self { attack, attackers: attackers.collect(), score: Score::default(), lines }
    }

    /// Prepares the attack.
    pub async fn prepare(&self) -> Prepared {
        match self.attack {
            Attack::NastyPositions => Prepared {
                game: nasty::set_up(&self.attackers[0]).await.ok(),
                ..Prepared::default()
            },
            Attack::AbortedSignIns => {
                Prepared { accounts: sign_ins::register(self).await, ..Prepared::default() }
            }
            _ => Prepared::default(),
        }
    }

    /// Starts the attack on all connections.
    pub fn begin(self: &Arc<Self>, prepared: &Arc<Prepared>, tasks: &mut JoinSet<()>) {
        for number in 0..self.lines {
            let attacker = Arc::clone(&self.attackers[number % self.attackers.len()]);
            let crew = Arc::clone(self);
            let prepared = Arc::clone(prepared);
            match self.attack {
                Attack::NastyPositions => {
                    tasks.spawn(crew.go_on(nasty::Looker { attacker, prepared }))
                }
                Attack::AbortedSignIns => {
                    tasks.spawn(crew.go_on(sign_ins::Quitter { attacker, prepared, number }))
                }
                Attack::ImportBombs => {
                    tasks.spawn(crew.go_on(imports::Bomber::new(attacker, number)))
                }
                Attack::HeldBodies => tasks.spawn(crew.go_on(bodies::Holder { attacker })),
                Attack::LobbySpam => {
                    let number = number / self.attackers.len();
                    tasks.spawn(crew.go_on(lobby::Spammer { attacker, number, asked: 0 }))
                }
                Attack::RematchStorms => {
                    tasks.spawn(crew.go_on(rematches::Pair::new(attacker, number)))
                }
            };
        }
    }

    async fn go_on(self: Arc<Self>, mut line: impl AttackClient) {
        while self.score.sent.get() < MOST_SENT {
            let taken = line.once(&self).await;
            self.score.count(&taken);
            if !matches!(taken, AttackOutcome::Done) {
                tokio::time::sleep(REST).await;
            }
        }
    }

    /// Whether there has been one attack per connection, on average.
    pub fn has_sent_enough(&self) -> bool {
        let played = match self.attack {
            // The attack consists in not finishing them.
            Attack::HeldBodies => self.score.sent.get(),
            _ => self.score.ended(),
        };
        played >= self.lines as u64
    }
}

/// Classifies a response by its first bytes.
pub fn status(head: &[u8]) -> AttackOutcome {
    let code = head.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
    let code = code.and_then(|code| std::str::from_utf8(code).ok()?.parse().ok());
    match code {
        None => AttackOutcome::Unanswered,
        Some(200..300) => AttackOutcome::Done,
        Some(status) => AttackOutcome::Refused(status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_by_their_first_bytes() {
        assert!(matches!(status(b"HTTP/1.1 201 Cre"), AttackOutcome::Done));
        assert!(matches!(status(b"HTTP/1.1 429 Too"), AttackOutcome::Refused(429)));
        assert!(matches!(status(b""), AttackOutcome::Unanswered));
        assert!(matches!(status(b"HTTP/1.1 4"), AttackOutcome::Unanswered));
    }
}
