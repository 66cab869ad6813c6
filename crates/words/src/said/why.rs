//! Why a move is illegal.

use crate::Phrase;
use draughts::{Illegal, Move, Narrowed, Preference, SquareSet, Why};

impl From<&Illegal> for Phrase {
    fn from(illegal: &Illegal) -> Self {
        Self::from(&illegal.why)
    }
}

impl From<&Why> for Phrase {
    fn from(why: &Why) -> Self {
        Self::new(match why {
            Why::MustCapture { captures } => return must_capture(captures),
            Why::Outranked { rule, .. } => return Self::from(*rule),
            Why::KingTired { limit } => return Self::from(Narrowed::KingTired(*limit)),
            Why::GameOver(_) => "why.game-over",
            Why::NoPiece => "why.no-piece",
            Why::NotYours => "why.not-yours",
            Why::SameSquare => "why.same-square",
            Why::Occupied => "why.occupied",
            Why::NotOnALine => "why.not-on-a-line",
            Why::ManBackwards => "why.man-backwards",
            Why::ManOneSquare => "why.man-one-square",
            Why::KingOneSquare => "why.king-one-square",
            Why::Blocked { .. } => "why.blocked",
            Why::OwnPiece { .. } => "why.own-piece",
            Why::MustGoOn { .. } => "why.must-go-on",
            Why::ManTakesNoKing { .. } => "why.man-takes-no-king",
            Why::ManCapturesForward { .. } => "why.man-captures-forward",
            Why::StopsBehind => "why.stops-behind",
            Why::Crowning => "why.crowning",
            Why::WrongWay => "why.wrong-way",
            Why::Unreachable => "why.unreachable",
        })
    }
}

fn must_capture(captures: &[Move]) -> Phrase {
    let pieces: SquareSet = captures.iter().map(Move::from).collect();
    Phrase::new("why.must-capture").with("count", pieces.len() as u64)
}

impl From<Narrowed> for Phrase {
    fn from(rule: Narrowed) -> Self {
        match rule {
            Narrowed::MustCapture => Self::new("why.capture-mandatory"),
            Narrowed::Preference(preference) => Self::from(preference),
            Narrowed::KingTired(limit) => Self::new("why.king-tired").with("count", limit),
        }
    }
}

impl From<Preference> for Phrase {
    fn from(rule: Preference) -> Self {
        match rule {
            Preference::MostPieces(most) => Self::new("why.most-pieces").with("count", most),
            Preference::HighestValue => Self::new("why.highest-value"),
            Preference::WithKing => Self::new("why.with-king"),
            Preference::MostKings(most) => Self::new("why.most-kings").with("count", most),
            Preference::EarliestKing => Self::new("why.earliest-king"),
        }
    }
}
