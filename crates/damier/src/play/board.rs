//! The board on the terminal.

use super::look::Mark;
use super::picking::{goals, jumped};
use super::pieces::{Cell, draw_cell};
use super::plan::{Plan, Shape, Size};
use super::sitting::{Hint, Sitting};
use draughts::{AnyPosition, Piece, Removal, Shade, Square, SquareSet};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// A position as displayed: with a half-made capture, and marks.
struct DrawnPosition<'a> {
    position: &'a AnyPosition,
    /// In mid-capture, where a piece comes from and where it is now.
    moved: Option<(Square, Square)>,
    /// Captured, but still on the board.
    ghosts: SquareSet,
    /// Captured, and removed.
    gone: SquareSet,
    picked: SquareSet,
    goals: SquareSet,
    hint: SquareSet,
    forced: SquareSet,
    last: SquareSet,
    cursor: Square,
}

impl DrawnPosition<'_> {
    fn piece(&self, square: Square) -> Option<Piece> {
        match self.moved {
            _ if self.gone.contains(square) => None,
            Some((from, to)) if square == to => self.position.piece(from),
            Some((from, _)) if square == from => None,
            _ => self.position.piece(square),
        }
    }

    fn mark(&self, square: Square) -> Option<Mark> {
        let marks = [
            (self.cursor == square, Mark::Cursor),
            (self.picked.contains(square), Mark::Picked),
            (self.goals.contains(square), Mark::Goal),
            (self.hint.contains(square), Mark::Hint),
            (self.forced.contains(square), Mark::Forced),
            (self.last.contains(square), Mark::Last),
        ];
        marks.into_iter().find_map(|(holds, mark)| holds.then_some(mark))
    }
}

impl Sitting {
    /// The space that the board needs.
    pub(super) fn shape(&self) -> Shape {
        let layout = self.position().layout();
        Shape {
            width: layout.width.into(),
            height: layout.height.into(),
            letters: self.in_letters(),
        }
    }

    fn drawn(&self) -> DrawnPosition<'_> {
        let game = self.log.table().game();
        let shown = self.shown.unwrap_or(self.plies());
        let before = shown.checked_sub(1).and_then(|ply| game.position_after(ply));
        let last = before.zip(game.history().nth(shown.saturating_sub(1)));
        let last = last.map(|(before, mv)| before.main_path(mv).squares).unwrap_or_default();
        let live = self.shown.is_none();
        let taken = jumped(&self.ways, &self.picked);
        let at_once = game.rules().facts.removal == Removal::AtOnce;
        let forced = live && self.because.is_some() && self.picked.is_empty();
        let hint = match &self.hint {
            Hint::Given(squares) if live => &squares[..],
            _ => &[],
        };
        DrawnPosition {
            position: game.position_after(shown).unwrap_or(game.position()),
            moved: self.picked.first().copied().zip(self.picked.last().copied()),
            ghosts: if at_once { SquareSet::EMPTY } else { taken },
            gone: if at_once { taken } else { SquareSet::EMPTY },
            picked: self.picked.iter().copied().collect(),
            goals: goals(&self.ways, &self.picked),
            hint: hint.iter().copied().collect(),
            forced: self.ways.iter().filter(|_| forced).map(|way| way.mv.from()).collect(),
            last: last.into_iter().collect(),
            cursor: self.cursor,
        }
    }

    pub(super) fn draw_board(&self, plan: &Plan, buffer: &mut Buffer) {
        let drawn = self.drawn();
        let shape = self.shape();
        let Size { width, height } = plan.size;
        let rows =
            (0..shape.height).flat_map(|row| (0..shape.width).map(move |column| (row, column)));
        for (row, column) in rows {
            let area = Rect {
                x: plan.board.x + column * width,
                y: plan.board.y + row * height,
                width,
                height,
            };
            // A board has at most 12 rows and columns.
            let square = self.square_seen(row as u8, column as u8);
            draw_cell(&self.cell(&drawn, square), self.look, area, buffer);
        }
        self.draw_edges(plan, shape, buffer);
    }

    fn cell(&self, drawn: &DrawnPosition, square: Option<Square>) -> Cell {
        let Some(square) = square else { return Cell::unplayed() };
        let layout = self.position().layout();
        let (row, column) = self.position().row_column(square);
        Cell {
            played: true,
            darker: layout.shade == Shade::Every && (row + column) % 2 == 1,
            mark: drawn.mark(square),
            piece: drawn.piece(square),
            ghost: drawn.ghosts.contains(square),
            goal: drawn.goals.contains(square),
            name: if self.in_letters() { String::new() } else { self.position().name(square) },
        }
    }

    /// The labels at the edges: rows and columns in letters, or the first and last number of a row.
    fn draw_edges(&self, plan: &Plan, shape: Shape, buffer: &mut Buffer) {
        let Plan { size, board, .. } = *plan;
        let style = Style::new().add_modifier(Modifier::DIM);
        let middle = |row: u16| board.y + row * size.height + size.height / 2;
        let left = board.x.saturating_sub(3);
        if shape.letters {
            for row in 0..shape.height {
                let rank = if self.flipped { row + 1 } else { shape.height - row };
                buffer.set_string(left, middle(row), format!("{rank:>2}"), style);
            }
            for column in 0..shape.width {
                let file = if self.flipped { shape.width - 1 - column } else { column };
                let x = board.x + column * size.width + (size.width - 1) / 2;
                // At most 12 columns: a to l.
                buffer.set_string(
                    x,
                    board.bottom(),
                    char::from(b'a' + file as u8).to_string(),
                    style,
                );
            }
        } else if !size.has_names() {
            for row in 0..shape.height {
                let name = |square| self.position().name(square);
                let mut squares =
                    (0..shape.width).filter_map(|column| self.square_seen(row as u8, column as u8));
                let first = squares.next().map(name).unwrap_or_default();
                let last = squares.next_back().map(name).unwrap_or_default();
                buffer.set_string(left, middle(row), format!("{first:>2}"), style);
                buffer.set_string(board.right() + 1, middle(row), format!("{last:<2}"), style);
            }
        }
    }
}
