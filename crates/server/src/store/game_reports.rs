//! The reports of games. Losing them loses nothing but time: each can be made again from its game.

/// The step from a store without reports to one with them.
pub(super) const TABLE: &str = "
CREATE TABLE game_reports (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
";
