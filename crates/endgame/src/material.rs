//! Material: the pieces on the board, which name a slice of positions.

use std::fmt;
use std::str::FromStr;

/// The most pieces that a position in a table can have.
pub const MAX_PIECES: usize = 8;

/// The pieces of the side to move and of its opponent. All positions with the same material and the
/// same side to move are a slice; since every game is the same for both colours, a slice has one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Material {
    /// Men of the side to move.
    pub men: u8,
    /// Its kings.
    pub kings: u8,
    /// The opponent's men.
    pub opp_men: u8,
    /// The opponent's kings.
    pub opp_kings: u8,
}

impl Material {
    /// A slice by its four numbers.
    pub const fn new(men: u8, kings: u8, opp_men: u8, opp_kings: u8) -> Self {
        Self { men, kings, opp_men, opp_kings }
    }

    /// How many pieces there are.
    pub const fn pieces(&self) -> usize {
        self.own() + self.opponents()
    }

    pub(crate) const fn own(&self) -> usize {
        self.men as usize + self.kings as usize
    }

    pub(crate) const fn opponents(&self) -> usize {
        self.opp_men as usize + self.opp_kings as usize
    }

    /// The same pieces with the other side to move.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self::new(self.opp_men, self.opp_kings, self.men, self.kings)
    }

    /// The slices of so many pieces, each before those it leads to by promotion, and side by side with
    /// the one of the other side to move. Where the first king wins, there are none with kings.
    pub fn all(pieces: usize, kings: bool) -> Vec<Material> {
        let mut slices = Vec::new();
        for own in 1..pieces.min(MAX_PIECES) {
            let opponents = pieces - own;
            for men in 0..=own {
                for opp_men in 0..=opponents {
                    let slice = [men, own - men, opp_men, opponents - opp_men];
                    let [men, king, opp_men, opp_king] = slice.map(|count| count as u8);
                    if kings || king + opp_king == 0 {
                        slices.push(Self::new(men, king, opp_men, opp_king));
                    }
                }
            }
        }
        slices.sort_by_key(|slice| {
            let leader = (*slice).max(slice.turned());
            (slice.men + slice.opp_men, leader, *slice != leader)
        });
        slices
    }

    /// A small number of its own among all materials.
    pub(crate) const fn slot(&self) -> usize {
        const BASE: usize = MAX_PIECES + 1;
        ((self.men as usize * BASE + self.kings as usize) * BASE + self.opp_men as usize) * BASE
            + self.opp_kings as usize
    }

    pub(crate) const SLOTS: usize = (MAX_PIECES + 1).pow(4);

    /// The slices that a capture or a promotion can lead to, the opponent to move.
    pub(crate) fn followers(&self) -> Vec<Material> {
        let mut followers = Vec::new();
        for crowned in 0..=self.men.min(1) {
            for opp_men in 0..=self.opp_men {
                for opp_kings in 0..=self.opp_kings {
                    let (men, kings) = (self.men - crowned, self.kings + crowned);
                    let next = Self::new(opp_men, opp_kings, men, kings);
                    if next.own() > 0 && next != self.turned() {
                        followers.push(next);
                    }
                }
            }
        }
        followers
    }
}

impl fmt::Display for Material {
    /// Writes "1m2k-0m1k": a man and two kings, to move, against a king.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { men, kings, opp_men, opp_kings } = self;
        write!(f, "{men}m{kings}k-{opp_men}m{opp_kings}k")
    }
}

impl FromStr for Material {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let side = |text: &str| {
            let (men, kings) = text.strip_suffix('k')?.split_once('m')?;
            Some((men.parse::<u8>().ok()?, kings.parse::<u8>().ok()?))
        };
        let (own, opponent) = text.split_once('-').ok_or(())?;
        let ((men, kings), (opp_men, opp_kings)) = side(own).zip(side(opponent)).ok_or(())?;
        let material = Self::new(men, kings, opp_men, opp_kings);
        let counts = [men, kings, opp_men, opp_kings].map(usize::from);
        let fits = counts.iter().sum::<usize>() <= MAX_PIECES;
        if fits && material.to_string() == text { Ok(material) } else { Err(()) }
    }
}
