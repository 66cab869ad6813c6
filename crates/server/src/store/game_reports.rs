//! Stored reports of games. They are a cache: each can be computed again from its game.

/// The migration that adds reports.
pub(super) const TABLE: &str = "
CREATE TABLE game_reports (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
";
