//! Sign-ins that disconnect at once, so that the password is hashed in vain.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew, Prepared};
use serde_json::json;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;

/// The number of accounts attacked per address: each allows a few wrong passwords, and only existing accounts cost a
/// hash.
const ACCOUNTS: usize = 4;
/// How long a connection stays.
const STAY: Duration = Duration::from_millis(1);
/// How long it pauses before reconnecting.
const REST: Duration = Duration::from_millis(100);

/// Creates accounts to attack; returns their names.
pub async fn register(crew: &Crew) -> Vec<String> {
    let mut names = Vec::new();
    let attackers = crew.attackers.iter().cycle().take(ACCOUNTS * crew.attackers.len());
    for attacker in attackers {
        let name = format!("victim{:08x}", fastrand::u32(..));
        let new = json!({ "name": name, "password": format!("{:032x}", fastrand::u128(..)) });
        if attacker.api.post("/api/account", &new, "").await.is_ok() {
            names.push(name);
        }
    }
    names
}

/// An attacker who signs in and disconnects.
pub struct Quitter {
    pub attacker: Arc<Attacker>,
    pub prepared: Arc<Prepared>,
    /// The index of its connection.
    pub number: usize,
}

impl Quitter {
    async fn sign_in(&self, crew: &Crew) -> io::Result<AttackOutcome> {
        let address = &self.attacker.address;
        let mut stream = address.connect().await?;
        let names = &self.prepared.accounts;
        let turn = self.number / crew.attackers.len() + crew.score.sent.get() as usize / crew.lines;
        let name = names.get(turn % names.len().max(1)).map_or("nobody", String::as_str);
        let body = json!({ "name": name, "password": "not the password" }).to_string();
        let request = format!(
            "POST /api/account/sign-in HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            address.authority(),
            body.len(),
        );
        stream.write_all(request.as_bytes()).await?;
        crew.score.sent.up();
        tokio::time::sleep(STAY).await;
        let mut head = [0; 16];
        Ok(match stream.try_read(&mut head) {
            Ok(read) => super::crew::status(&head[..read]),
            Err(_) => AttackOutcome::Unanswered,
        })
    }
}

impl AttackClient for Quitter {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        let taken = self.sign_in(crew).await.unwrap_or(AttackOutcome::Unanswered);
        tokio::time::sleep(REST).await;
        taken
    }
}
