//! Open games whose hosts never come.

use super::crew::{AttackClient, AttackOutcome, Attacker, Crew};
use std::sync::Arc;
use wire::Order;

/// What most connections create, by turns: a live game, whose host should be connected, and a correspondence game.
const GAMES: [(&str, &str); 2] = [("/api/games", "5m+3s"), ("/api/games", "3d/move")];
/// What the others request: any open game, which is more expensive.
const SEEK: (&str, &str) = ("/api/seeks", "3m+2s");
/// One of this many connections does that.
const SEEKERS: usize = 8;

/// An attacker who fills the lobby.
pub struct Spammer {
    pub attacker: Arc<Attacker>,
    /// Its index among the connections of its address.
    pub number: usize,
    /// The number of its requests.
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
