//! Callbacks of a reader for the games it reads.

use crate::place::Place;
use crate::problem::Problem;

/// Hears what stands in a file, piece by piece, in the order of the text. Nothing is said about
/// whether a move is legal, or even on the board.
///
/// ```
/// use pdn::{Place, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Captures(usize);
///
/// impl Visitor for Captures {
///     fn mv(&mut self, text: &str, _: Place) {
///         self.0 += usize::from(text.contains(['x', ':']));
///     }
/// }
///
/// let mut captures = Captures::default();
/// let mut reader = Reader::new(&b"[White \"Anna\"] 1. 32-28 19-23 2. 28x19 14x23 *"[..]);
/// while reader.read_game(&mut captures)? {}
/// assert_eq!(captures.0, 2);
/// # Ok::<(), std::io::Error>(())
/// ```
#[expect(unused_variables, reason = "names in the documentation")]
pub trait Visitor {
    /// A game starts.
    fn begin_game(&mut self, place: Place) {}
    /// A tag; quotes and backslashes in its value are as meant, not as written.
    fn tag(&mut self, name: &str, value: &str, place: Place) {}
    /// A move number with as many dots as follow it.
    fn number(&mut self, number: &str, dots: usize, place: Place) {}
    /// A move.
    fn mv(&mut self, text: &str, place: Place) {}
    /// A move that was not written down.
    fn unknown_move(&mut self, place: Place) {}
    /// A mark such as `!` or `?!`, or `*` for a forced move.
    fn strength(&mut self, mark: &str, place: Place) {}
    /// A numeric mark such as `$1`.
    fn nag(&mut self, number: u16, place: Place) {}
    /// A comment.
    fn comment(&mut self, text: &str, place: Place) {}
    /// A position that is set up in the middle of the game.
    fn setup(&mut self, fen: &str, place: Place) {}
    /// A variation on the move before starts.
    fn begin_variation(&mut self, place: Place) {}
    /// It ends.
    fn end_variation(&mut self, place: Place) {}
    /// A result that stands in a variation or at the end of the game.
    fn result(&mut self, text: &str, place: Place) {}
    /// Called for a problem; the reader goes on.
    fn problem(&mut self, problem: Problem) {}
    /// The game is over.
    fn end_game(&mut self) {}
}

/// Hears everything and remembers nothing.
impl Visitor for () {}
