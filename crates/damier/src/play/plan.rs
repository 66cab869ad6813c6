//! The layout on a terminal of any size.

use ratatui::layout::Rect;

/// The space that a board needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Squares from left to right.
    pub width: u16,
    /// Squares from top to bottom.
    pub height: u16,
    /// Whether squares are named by letters at the edge rather than numbers on them.
    pub letters: bool,
}

/// The size of a square, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    pub width: u16,
    pub height: u16,
}

impl Size {
    const fn of(width: u16, height: u16) -> Self {
        Self { width, height }
    }

    /// Whether the name of a square fits next to the piece on it.
    pub const fn has_names(self) -> bool {
        self.height > 1
    }
}

/// The sizes of squares, largest first.
const SIZES: [Size; 4] = [Size::of(6, 3), Size::of(4, 2), Size::of(3, 1), SMALLEST];
const SMALLEST: Size = Size::of(2, 1);

/// The narrowest panel next to a board.
const PANEL: u16 = 26;
/// The widest useful panel.
const WIDEST_PANEL: u16 = 46;
/// The gap between the board and the panel.
const GAP: u16 = 2;
/// The narrowest lines below a board.
const LINE: u16 = 20;
/// The width of labels at the left or right edge.
const EDGE: u16 = 3;

/// The layout. Parts that do not fit have no height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    pub size: Size,
    pub title: Rect,
    /// The squares, without labels.
    pub board: Rect,
    /// The players above and below the board.
    pub bars: [Rect; 2],
    pub moves: Rect,
    pub counters: Rect,
    pub note: Rect,
    pub line: Rect,
    pub keys: Rect,
}

impl Plan {
    /// The layout with the largest squares that fit, or the size that would be needed.
    pub fn of(area: Rect, shape: Shape) -> Result<Self, (u16, u16)> {
        let plans = SIZES
            .into_iter()
            .flat_map(|size| [beside(area, shape, size), below(area, shape, size)]);
        plans.flatten().next().ok_or_else(|| {
            let (width, height) = outer(shape, SMALLEST);
            (width.max(LINE), height + STACKED)
        })
    }

    /// Row and column of the displayed square at a place on the terminal.
    pub fn cell_at(&self, x: u16, y: u16) -> Option<(u8, u8)> {
        let (right, down) = (x.checked_sub(self.board.x)?, y.checked_sub(self.board.y)?);
        if right >= self.board.width || down >= self.board.height {
            return None;
        }
        let place = |at: u16, step: u16| u8::try_from(at / step).ok();
        Some((place(down, self.size.height)?, place(right, self.size.width)?))
    }
}

/// The width at the left and right of the squares.
fn edges(shape: Shape, size: Size) -> (u16, u16) {
    match (shape.letters, size.has_names()) {
        (true, _) => (EDGE, 0),
        (false, false) => (EDGE, EDGE),
        (false, true) => (0, 0),
    }
}

/// The size of the squares with their labels.
fn outer(shape: Shape, size: Size) -> (u16, u16) {
    let (left, right) = edges(shape, size);
    let below = u16::from(shape.letters);
    (left + shape.width * size.width + right, shape.height * size.height + below)
}

fn squares(at: (u16, u16), shape: Shape, size: Size) -> Rect {
    let (left, _) = edges(shape, size);
    Rect::new(at.0 + left, at.1, shape.width * size.width, shape.height * size.height)
}

/// Splits an area into rows, from top to bottom.
struct Rows(Rect);

impl Rows {
    fn take(&mut self, height: u16) -> Rect {
        let row = Rect { height: height.min(self.0.height), ..self.0 };
        self.0.y += row.height;
        self.0.height -= row.height;
        row
    }

    fn left(&self) -> u16 {
        self.0.height
    }
}

/// The panel next to the board.
fn beside(area: Rect, shape: Shape, size: Size) -> Option<Plan> {
    /// Title, line and keys.
    const LINES: u16 = 3;
    let (width, height) = outer(shape, size);
    if area.width < width + GAP + PANEL || area.height < height + LINES {
        return None;
    }
    let spare = area.height - height - LINES;
    let mut rows = Rows(area);
    let title = rows.take(1);
    rows.take(u16::from(spare > 1));
    let middle = rows.take(height);
    rows.take(u16::from(spare > 0));
    let panel = Rect {
        x: middle.x + width + GAP,
        width: (middle.width - width - GAP).min(WIDEST_PANEL),
        ..middle
    };
    let (note, counters) = ((height / 4).clamp(2, 5), if height > 9 { 2 } else { 1 });
    let mut beside = Rows(panel);
    let top = beside.take(1);
    beside.take(u16::from(height > 9));
    Some(Plan {
        size,
        title,
        board: squares((middle.x, middle.y), shape, size),
        moves: beside.take(beside.left() - note - counters - 1),
        counters: beside.take(counters),
        note: beside.take(note),
        bars: [top, beside.take(1)],
        line: rows.take(1),
        keys: rows.take(1),
    })
}

/// The rows that a stacked layout needs at least: two players, a note and the line for moves.
const STACKED: u16 = 4;

/// The stacked layout.
fn below(area: Rect, shape: Shape, size: Size) -> Option<Plan> {
    let (width, height) = outer(shape, size);
    // Larger squares are not worth losing the keys, the title and a second line of notes.
    let comfort = if size == SMALLEST { 0 } else { 3 };
    if area.width < width.max(LINE) || area.height < height + STACKED + comfort {
        return None;
    }
    let mut spare = area.height - height - STACKED;
    let mut extra = |wanted: u16| {
        let given = wanted.min(spare);
        spare -= given;
        given
    };
    let (keys, note, title, counters) = (extra(1), 1 + extra(1), extra(1), extra(1));
    let moves = spare;
    let mut rows = Rows(area);
    let title = rows.take(title);
    let top = rows.take(1);
    let middle = rows.take(height);
    let bottom = rows.take(1);
    Some(Plan {
        size,
        title,
        board: squares((middle.x, middle.y), shape, size),
        bars: [top, bottom],
        note: rows.take(note),
        line: rows.take(1),
        counters: rows.take(counters),
        moves: rows.take(moves),
        keys: rows.take(keys),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Shape = Shape { width: 10, height: 10, letters: false };
    const EIGHT: Shape = Shape { width: 8, height: 8, letters: true };

    fn size(width: u16, height: u16, shape: Shape) -> Option<(u16, u16)> {
        let plan = Plan::of(Rect::new(0, 0, width, height), shape).ok()?;
        Some((plan.size.width, plan.size.height))
    }

    #[test]
    fn squares_are_as_large_as_the_terminal_allows() {
        assert_eq!(size(80, 24, TEN), Some((4, 2)));
        assert_eq!(size(120, 40, TEN), Some((6, 3)));
        assert_eq!(size(40, 20, TEN), Some((3, 1)));
        assert_eq!(size(80, 24, EIGHT), Some((4, 2)));
        assert_eq!(size(120, 40, EIGHT), Some((6, 3)));
        assert_eq!(size(80, 24, Shape { width: 12, height: 12, letters: false }), Some((3, 1)));
    }

    #[test]
    fn what_is_said_to_be_needed_is_enough_and_no_more() {
        for shape in [TEN, EIGHT] {
            let (width, height) = Plan::of(Rect::new(0, 0, 1, 1), shape).unwrap_err();
            assert!(size(width, height, shape).is_some());
            assert_eq!(size(width - 1, height, shape), None);
            assert_eq!(size(width, height - 1, shape), None);
        }
    }

    #[test]
    fn nothing_stands_outside_the_terminal_or_on_the_board() {
        for (width, height) in (20..140).step_by(3).flat_map(|w| (10..60).map(move |h| (w, h))) {
            let area = Rect::new(0, 0, width, height);
            let Ok(plan) = Plan::of(area, TEN) else { continue };
            let [top, bottom] = plan.bars;
            let parts = [
                plan.title,
                top,
                bottom,
                plan.moves,
                plan.counters,
                plan.note,
                plan.line,
                plan.keys,
            ];
            for (index, part) in parts.into_iter().enumerate() {
                assert_eq!(part.intersection(area), part, "{width}x{height}: {plan:?}");
                let others = parts[..index].iter().chain([&plan.board]);
                let overlaps =
                    others.filter(|other| !part.intersection(**other).is_empty()).count();
                assert_eq!(overlaps, 0, "{width}x{height}: {plan:?}");
            }
        }
    }
}
