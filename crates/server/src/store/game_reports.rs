//! Stored reports of games. They are a cache: each can be computed again from its game.

/// The migration that adds reports.
pub(super) const TABLE: &str = "
CREATE TABLE game_reports (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL
);
";

/// The step to a store with the reports that people wait for. `turn` is when one is made, `busy` until when somebody makes it,
/// in milliseconds since 1970.
pub(super) const QUEUE: &str = "
CREATE TABLE report_queue (
    owner TEXT NOT NULL,
    game TEXT NOT NULL,
    turn BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    busy BIGINT NOT NULL,
    PRIMARY KEY (owner, game)
);
CREATE INDEX report_queue_in_order ON report_queue (turn, game);
CREATE INDEX report_queue_by_game ON report_queue (game);
";
