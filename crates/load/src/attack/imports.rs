//! Uploads that fit into a request and contain hundreds of thousands of empty games.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew};
use crate::api_client::Question;
use hyper::Method;
use hyper::body::Bytes;
use serde_json::json;
use std::sync::{Arc, LazyLock};

/// How often the shortest game is repeated: together with the rest, just under 1 MiB.
const GAMES: usize = 262_000;
const EDGE: &str = "-------damier-load";

/// A text, and where it is sent.
struct Bomb {
    path: &'static str,
    kind: String,
    body: Bytes,
}

static BOMBS: LazyLock<[Bomb; 2]> = LazyLock::new(|| {
    let text = "1-0 ".repeat(GAMES);
    let form = format!(
        "--{EDGE}\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n{}\r\n--{EDGE}--\r\n",
        "1.*\n".repeat(GAMES)
    );
    [
        Bomb {
            path: "/api/import",
            kind: "application/json".to_owned(),
            body: json!({ "text": text }).to_string().into(),
        },
        Bomb {
            path: "/import",
            kind: format!("multipart/form-data; boundary={EDGE}"),
            body: form.into(),
        },
    ]
});

/// An attacker who sends them, to the API and the form by turns.
pub struct Bomber {
    attacker: Arc<Attacker>,
    next: usize,
}

impl Bomber {
    pub fn new(attacker: Arc<Attacker>, next: usize) -> Self {
        Self { attacker, next }
    }
}

impl AttackClient for Bomber {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        let Bomb { path, kind, body } = &BOMBS[self.next % BOMBS.len()];
        self.next += 1;
        crew.score.sent.up();
        let question = Question { method: Method::POST, path, kind, body: body.clone(), key: "" };
        (&self.attacker.api.ask(question).await).into()
    }
}
