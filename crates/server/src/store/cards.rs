//! The practice positions of accounts, and their daily limits.

/// The migration that adds them. Removed positions stay as rows, so that they do not come back.
pub(super) const CARDS: &str = "
CREATE TABLE cards (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    ply BIGINT NOT NULL,
    due BIGINT NOT NULL,
    first_day BIGINT,
    last_day BIGINT,
    stability DOUBLE PRECISION NOT NULL,
    difficulty DOUBLE PRECISION NOT NULL,
    again BIGINT NOT NULL,
    answers BIGINT NOT NULL,
    removed BIGINT NOT NULL,
    PRIMARY KEY (person, game, ply)
);
CREATE INDEX cards_due ON cards (person, due);
CREATE TABLE practice (
    person TEXT PRIMARY KEY,
    daily BIGINT NOT NULL,
    zone BIGINT NOT NULL
);
";
