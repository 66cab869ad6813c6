//! Annotations of imported games: tags, comments, variations, clocks.

/// The maximum size of a record kept with a game, in bytes.
pub const LONGEST_ANNOTATIONS: usize = 128 << 10;

/// The migration that adds annotations. A character has one byte or more, so the limit above is the stricter one.
pub(super) const TABLE: &str = "
CREATE TABLE annotations (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL CHECK (length(text) <= 131072)
);
";
