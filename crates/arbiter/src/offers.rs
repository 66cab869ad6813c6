//! Unanswered offers.

use crate::event::Proposal;
use draughts::Color;

/// An unanswered offer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Offer {
    /// The side that made it.
    pub by: Color,
    /// The kind of offer.
    pub proposal: Proposal,
}

/// The unanswered offers, oldest first, and the sides that may not offer a draw again before moving.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Offers {
    open: Vec<Offer>,
    /// Sides whose draw offer was declined or withdrawn since their last move.
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

    /// Removes an offer that the other side declines or this side withdraws.
    pub(crate) fn refuse(&mut self, by: Color, proposal: Proposal) {
        self.open.retain(|offer| *offer != Offer { by, proposal });
        if proposal == Proposal::Draw {
            self.refused.push(by);
        }
    }

    /// Lets all offers lapse after a side's move, except its own draw offer.
    pub(crate) fn lapse_by_move(&mut self, side: Color) {
        self.open.retain(|offer| *offer == Offer { by: side, proposal: Proposal::Draw });
        self.refused.retain(|other| *other != side);
    }

    /// Lets all other offers lapse after an agreement.
    pub(crate) fn lapse(&mut self) {
        self.open.clear();
    }
}
