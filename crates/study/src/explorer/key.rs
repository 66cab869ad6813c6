//! Positions as keys and moves as ranks, the same for a position and for that turned half round.

use draughts::{AnyPosition, Color, Layout, Move, Ruleset, dispatch_general};

/// The rules under which games are counted together: those of the game without their name, which changes
/// nothing.
///
/// ```
/// use draughts_study::explorer::explorer_rules;
///
/// let named = "russian,king-run=3,name=Club rules".parse()?;
/// assert_eq!(explorer_rules(&named).to_string(), "russian,king-run=3");
/// # Ok::<(), draughts::RulesetError>(())
/// ```
pub fn explorer_rules(rules: &Ruleset) -> Ruleset {
    Ruleset { name: None, ..rules.clone() }
}

/// The key of a position: its hash with White to move. Where Black is to move it is that of the same position
/// turned half round with the colours changed, which all rules treat alike.
///
/// ```
/// use draughts::{AnyPosition, Variant};
/// use draughts_study::explorer::position_key;
///
/// let rules = Variant::International.into();
/// let white = AnyPosition::from_fen(&rules, "W:W32,37:B19")?;
/// let black = AnyPosition::from_fen(&rules, "B:W32:B14,19")?;
/// assert_eq!(position_key(&white), position_key(&black));
/// # Ok::<(), draughts::FenError>(())
/// ```
pub fn position_key(position: &AnyPosition) -> u64 {
    match position.turn() {
        Color::White => position.hash(),
        Color::Black => dispatch_general!(position, inner => inner.rotated().hash()),
    }
}

/// A move as its side sees it: start, end, what it takes, and whether it crowns. Squares are counted from the
/// far left corner of the side that moves.
pub(crate) type SeenMove = (u8, u8, u128, bool);

/// What it takes to see moves from their own side.
pub(crate) struct Sight<'a> {
    pub layout: &'a Layout,
    pub turn: Color,
}

impl Sight<'_> {
    pub fn see(&self, mv: &Move) -> SeenMove {
        let place = |square| {
            let ordinal = self.layout.ordinal(square);
            match self.turn {
                Color::White => ordinal,
                Color::Black => self.layout.squares - 1 - ordinal,
            }
        };
        let taken = mv.captured().iter().fold(0, |taken, square| taken | 1 << place(square));
        (place(mv.from()), place(mv.to()), taken, mv.promotes())
    }

    /// The rank of a move among all legal moves: how many come before it.
    pub fn rank(&self, mv: &Move, legal: &[Move]) -> u16 {
        if legal.len() < 2 {
            return 0;
        }
        let seen = self.see(mv);
        legal.iter().filter(|other| self.see(other) < seen).count() as u16
    }

    /// The legal moves in the order of their ranks.
    pub fn ranked(&self, legal: &mut [Move]) {
        legal.sort_by_cached_key(|mv| self.see(mv));
    }
}
