//! Callbacks of a reader for the games it reads.

use crate::place::Place;
use crate::problem::Problem;

/// Receives the contents of a file, piece by piece, in the order of the text. Moves are not checked.
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
    /// A tag; escapes in its value have been resolved.
    fn tag(&mut self, name: &str, value: &str, place: Place) {}
    /// A move number, with the number of dots that follow it.
    fn number(&mut self, number: &str, dots: usize, place: Place) {}
    /// A move.
    fn mv(&mut self, text: &str, place: Place) {}
    /// A move that was not recorded.
    fn unknown_move(&mut self, place: Place) {}
    /// A mark such as `!` or `?!`, or `*` for a forced move.
    fn strength(&mut self, mark: &str, place: Place) {}
    /// A numeric annotation glyph such as `$1`.
    fn nag(&mut self, number: u16, place: Place) {}
    /// A comment.
    fn comment(&mut self, text: &str, place: Place) {}
    /// A position set up in mid-game.
    fn setup(&mut self, fen: &str, place: Place) {}
    /// A variation on the previous move starts.
    fn begin_variation(&mut self, place: Place) {}
    /// It ends.
    fn end_variation(&mut self, place: Place) {}
    /// A result in a variation or at the end of the game.
    fn result(&mut self, text: &str, place: Place) {}
    /// A problem; the reader continues.
    fn problem(&mut self, problem: Problem) {}
    /// The game is over.
    fn end_game(&mut self) {}
}

/// Ignores everything.
impl Visitor for () {}
