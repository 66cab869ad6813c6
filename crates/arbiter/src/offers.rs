//! Offers that have not been answered yet.

use crate::event::Proposal;
use draughts::Color;

/// An offer that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// The side that offers.
    pub by: Color,
    /// The proposal.
    pub proposal: Proposal,
}

/// The unanswered offers, oldest first, and the sides that may not offer a draw again before moving.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    open: Vec<Offer>,
    /// A draw offer of this side was declined or withdrawn since its last move.
    refused: Vec<Color>,
}

impl Offers {
    pub(crate) fn open(&self) -> &[Offer] {
        &self.open
    }

    pub(crate) fn stands(&self, by: Color, proposal: Proposal) -> bool {
        self.open.contains(&Offer { by, proposal })
    }

    pub(crate) fn may_offer_draw(&self, side: Color) -> bool {
        !self.refused.contains(&side)
    }

    pub(crate) fn add(&mut self, by: Color, proposal: Proposal) {
        self.open.push(Offer { by, proposal });
    }

    /// The other side declines, or this side withdraws.
    pub(crate) fn refuse(&mut self, by: Color, proposal: Proposal) {
        self.open.retain(|offer| *offer != Offer { by, proposal });
        if proposal == Proposal::Draw {
            self.refused.push(by);
        }
    }

    /// A side has moved: everything lapses but its own offer of a draw.
    pub(crate) fn lapse_by_move(&mut self, side: Color) {
        self.open.retain(|offer| *offer == Offer { by: side, proposal: Proposal::Draw });
        self.refused.retain(|other| *other != side);
    }

    /// Both agree on something: everything else that was offered before lapses.
    pub(crate) fn lapse(&mut self) {
        self.open.clear();
    }
}
