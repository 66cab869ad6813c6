//! Sample games for stores.

use draughts::Color;
use server::names::GuestName;
use server::seats::{Seat, Seats};
use server::store::{Append, Store, Summary};

pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(future)
}

/// The seats of Anna and Bo, who have this key.
pub fn seats(key: &str) -> Seats {
    let seat = Seat::Person(server::seats::digest(key));
    let name = |name: &str| Some(GuestName::Own(name.to_owned()));
    Seats::new(seat.clone(), seat)
        .with_guest(Color::White, name("Anna"))
        .with_guest(Color::Black, name("Bo"))
}

/// Lines of a game, from a number on.
pub fn game(id: &str, seq: u64, lines: &[&str]) -> Append {
    Append {
        summary: Summary {
            id: id.to_owned(),
            created: 1_000,
            updated: 1_000 + seq,
            rules: "american".to_owned(),
            clock: "5m".to_owned(),
            white: Some("Anna".to_owned()),
            black: Some("Bo".to_owned()),
            plies: seq as u32,
            ending: None,
            rated: false,
            players: seats("key").players(),
            share_key: seats("key").share_key(),
        },
        seats: (seq == 0).then(|| seats("key")),
        due: None,
        public: true,
        open: false,
        seq,
        lines: lines.iter().map(|line| ((*line).to_owned(), None)).collect(),
    }
}

/// The stored lines of a game.
pub async fn lines(store: &dyn Store, id: &str) -> Vec<String> {
    let stored = store.load(id).await.unwrap().unwrap();
    stored.lines.into_iter().map(|(line, _)| line).collect()
}
