//! Games for stores to keep.

use server::store::{Append, Store, Summary};

pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(future)
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
            accounts: [false; 2],
        },
        seats: (seq == 0).then(|| "seats".to_owned()),
        due: None,
        public: true,
        open: false,
        seq,
        lines: lines.iter().map(|line| ((*line).to_owned(), None)).collect(),
    }
}

/// The lines of a game that is there.
pub async fn lines(store: &dyn Store, id: &str) -> Vec<String> {
    let stored = store.load(id).await.unwrap().unwrap();
    stored.lines.into_iter().map(|(line, _)| line).collect()
}
