//! The annotations of records beyond the moves of the games made from them: tags, comments, variations, clocks.

/// The longest record that is kept with a game, in bytes.
pub const LONGEST_ANNOTATIONS: usize = 128 << 10;

/// The step from a store without annotations to one with them. A letter has a byte or more, so that the bound
/// above is the narrower one.
pub(super) const TABLE: &str = "
CREATE TABLE annotations (
    game TEXT PRIMARY KEY,
    text TEXT NOT NULL CHECK (length(text) <= 131072)
);
";
