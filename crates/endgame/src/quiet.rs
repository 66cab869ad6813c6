//! Where a piece goes on an empty board, as the generator of `draughts` says: in a walk over millions of
//! positions it is enough to ask which of these squares are taken.

/// Room for the squares that a king can go to: at most 22, along the diagonals of 12×12.
const MOST_TARGETS: usize = 32;

/// The squares that a king can go to from one square, line by line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KingLines {
    targets: [u8; MOST_TARGETS],
    /// For each target the place of the next line, as nothing behind a piece can be reached.
    next_line: [u8; MOST_TARGETS],
    len: u8,
}

impl KingLines {
    /// Sorts targets, each with its distance in rows and columns, into lines.
    pub fn new(mut targets: Vec<(u8, (i8, i8))>) -> Self {
        let line = |(rows, columns): (i8, i8)| (rows.signum(), columns.signum());
        let distance = |(rows, columns): (i8, i8)| rows.abs().max(columns.abs());
        targets.sort_by_key(|(_, by)| (line(*by), distance(*by)));
        let mut lines = Self {
            targets: [0; MOST_TARGETS],
            next_line: [0; MOST_TARGETS],
            len: targets.len() as u8,
        };
        for (place, (target, by)) in targets.iter().enumerate() {
            let same = targets.iter().rposition(|(_, other)| line(*other) == line(*by));
            lines.targets[place] = *target;
            lines.next_line[place] = same.unwrap_or(place) as u8 + 1;
        }
        lines
    }

    /// Calls `visit` for each square that can be reached while others are taken.
    #[inline(always)]
    pub fn each(&self, taken: &[bool; 256], mut visit: impl FnMut(u8)) {
        let mut place = 0;
        while place < self.len {
            let target = self.targets[usize::from(place) % MOST_TARGETS];
            if taken[usize::from(target)] {
                place = self.next_line[usize::from(place) % MOST_TARGETS];
            } else {
                visit(target);
                place += 1;
            }
        }
    }
}

/// A man's move on an empty board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ManStep {
    pub to: u8,
    pub promotes: bool,
}

/// The quiet moves of a game, by the square that they start from.
#[derive(Clone, Debug)]
pub(crate) struct QuietLines {
    pub kings: Vec<KingLines>,
    pub men: Vec<Vec<ManStep>>,
}
