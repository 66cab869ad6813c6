//! Games that wait for anybody, whose hosts never come.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew};
use std::sync::Arc;
use wire::Order;

/// What most lines set up in turn: a game whose host should be there, and one that waits for days.
const GAMES: [(&str, &str); 2] = [("/api/games", "5m+3s"), ("/api/games", "3d/move")];
/// What the others ask for: whatever the lobby has, which takes longer.
const SEEK: (&str, &str) = ("/api/seeks", "3m+2s");
/// Every so manieth line is one of these.
const SEEKERS: usize = 8;

/// Somebody who fills the lobby.
pub struct Spammer {
    pub attacker: Arc<Attacker>,
    /// Which line of its address it is.
    pub number: usize,
    /// How often it has asked.
    pub asked: usize,
}

impl AttackClient for Spammer {
    async fn once(&mut self, crew: &Crew) -> AttackOutcome {
        let seeks = self.number.is_multiple_of(SEEKERS);
        let (path, clock) = if seeks { SEEK } else { GAMES[self.asked % GAMES.len()] };
        self.asked += 1;
        crew.score.sent.up();
        let american = "american".parse().expect("short enough");
        let clock = clock.parse().expect("short enough");
        let order = Order { clock: Some(clock), ..Order::new(american) }.for_anybody();
        let answer = self.attacker.api.sit_down(path, &order).await;
        if answer.is_ok() {
            self.attacker.games.up();
        }
        (&answer).into()
    }
}
