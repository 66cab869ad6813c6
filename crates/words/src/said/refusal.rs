//! Why the arbiter refuses an event.

use super::of_side;
use crate::Phrase;
use arbiter::{MOST_NAME, Proposal, Refusal};

impl From<&Refusal> for Phrase {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::TimeWentBack { .. } => Self::new("refusal.time-went-back"),
            Refusal::Finished(_) => Self::new("why.game-over"),
            Refusal::NotStarted => Self::new("refusal.not-started"),
            Refusal::Paused => Self::new("refusal.paused"),
            Refusal::NotPaused => Self::new("refusal.not-paused"),
            Refusal::SeatTaken { side, name } => {
                of_side(*side, "refusal.taken-white", "refusal.taken-black")
                    .with("name", name.clone())
            }
            Refusal::Name => Self::new("refusal.name").with("most", MOST_NAME as u64),
            Refusal::NotYourTurn { turn } => {
                of_side(*turn, "refusal.turn-white", "refusal.turn-black")
            }
            Refusal::Move(error) => Self::from(error),
            Refusal::Touched { square } => {
                Self::new("refusal.touched").with("square", square.clone())
            }
            Refusal::NoTouchMove => Self::new("refusal.no-touch-move"),
            Refusal::NoSuchSquare(square) => {
                Self::new("refusal.no-such-square").with("square", square.clone())
            }
            Refusal::NoPiece { square } => {
                Self::new("refusal.no-piece").with("square", square.clone())
            }
            Refusal::CannotMove { square } => {
                Self::new("refusal.cannot-move").with("square", square.clone())
            }
            Refusal::OutOfTime { side } => of_side(*side, "end.time-white", "end.time-black"),
            Refusal::TimeLeft { side, .. } => {
                of_side(*side, "refusal.time-left-white", "refusal.time-left-black")
            }
            Refusal::ClockStopped { side } => {
                of_side(*side, "refusal.clock-stopped-white", "refusal.clock-stopped-black")
            }
            Refusal::CreditTooLong { .. } => Self::new("refusal.credit"),
            Refusal::AlreadyOffered { proposal, .. } => already_offered(*proposal),
            Refusal::OfferAfterMove => Self::new("refusal.offer-after-move"),
            Refusal::NotOffered { proposal, .. } => not_offered(*proposal),
            Refusal::NothingToTakeBack => Self::new("refusal.nothing-to-take-back"),
            Refusal::NothingToClaim => Self::new("refusal.nothing-to-claim"),
            Refusal::TooLateToAbort => Self::new("refusal.too-late-to-abort"),
            Refusal::NotFinished => Self::new("refusal.not-finished"),
            Refusal::RematchAgreed => Self::new("refusal.rematch-agreed"),
        }
    }
}

fn already_offered(proposal: Proposal) -> Phrase {
    Phrase::new(match proposal {
        Proposal::Draw => "refusal.offered-draw",
        Proposal::TakeBack => "refusal.offered-take-back",
        Proposal::Pause => "refusal.offered-pause",
        Proposal::Resume => "refusal.offered-resume",
        Proposal::Rematch => "refusal.offered-rematch",
    })
}

fn not_offered(proposal: Proposal) -> Phrase {
    Phrase::new(match proposal {
        Proposal::Draw => "refusal.no-offer-draw",
        Proposal::TakeBack => "refusal.no-offer-take-back",
        Proposal::Pause => "refusal.no-offer-pause",
        Proposal::Resume => "refusal.no-offer-resume",
        Proposal::Rematch => "refusal.no-offer-rematch",
    })
}
