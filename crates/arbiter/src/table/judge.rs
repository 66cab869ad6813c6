//! Checks whether an event is allowed, and what it would change. Nothing here can change a table.

use super::{Phase, Table};
use crate::ending::{EndReason, Ending};
use crate::event::{Event, Proposal};
use crate::refusal::{MOST_NAME, Refusal};
use crate::time::Time;
use draughts::{Color, Move, Square};

/// An allowed change.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Change {
    Seat(Color, String),
    /// A move, with its notation.
    Play(Move, String, Lag),
    Touch(Square),
    Offer(Color, Proposal),
    /// An offer of this side is declined or withdrawn.
    Refuse(Color, Proposal),
    /// This many plies are taken back.
    TakeBack(usize),
    Pause,
    Resume,
    AgreeRematch,
    End(Ending),
    Credit(u64),
}

/// The compensated part of a move's lag, in milliseconds.
type Lag = u64;

impl Table {
    pub(crate) fn judge(&self, event: &Event, at: Time) -> Result<Change, Refusal> {
        if at < self.last {
            return Err(Refusal::TimeWentBack { last: self.last });
        }
        match event {
            Event::Join { side, name } => self.judge_join(*side, name),
            Event::Move { side, text, lag } => self.judge_move(*side, text, *lag, at),
            Event::Touch { side, square } => self.judge_touch(*side, square, at),
            Event::Offer { side, proposal } => self.judge_offer(*side, *proposal),
            Event::Accept { side, proposal } => self.judge_accept(*side, *proposal),
            Event::Decline { side, proposal } => {
                self.offered(!*side, *proposal)?;
                Ok(Change::Refuse(!*side, *proposal))
            }
            Event::Withdraw { side, proposal } => {
                self.offered(*side, *proposal)?;
                Ok(Change::Refuse(*side, *proposal))
            }
            Event::ClaimDraw { side } => self.judge_claim(*side, at),
            Event::Resign { side } => self.judge_leaving(*side, EndReason::Resignation),
            Event::Abandon { side } => self.judge_leaving(*side, EndReason::Abandoned),
            Event::Flag { side } => self.judge_flag(*side, at),
            Event::Abort { .. } => self.judge_abort(),
            Event::Close => {
                self.begun()?;
                Ok(Change::End(Ending::nobody(EndReason::TooLong)))
            }
            Event::Credit { time } => self.judge_credit(*time, at),
        }
    }

    /// Checks that the game is in progress, paused or not.
    fn begun(&self) -> Result<(), Refusal> {
        match (self.phase, self.ending) {
            (_, Some(ending)) => Err(Refusal::Finished(ending)),
            (Phase::Waiting, _) => Err(Refusal::NotStarted),
            _ => Ok(()),
        }
    }

    /// Checks that the game is in progress and not paused.
    fn playing(&self) -> Result<(), Refusal> {
        self.begun()?;
        if self.phase == Phase::Paused { Err(Refusal::Paused) } else { Ok(()) }
    }

    /// Checks that the game is in progress, that the side is to move, and that it has time left.
    fn to_move(&self, side: Color, lag: u64, at: Time) -> Result<(), Refusal> {
        self.playing()?;
        if side != self.turn() {
            return Err(Refusal::NotYourTurn { turn: self.turn() });
        }
        self.clock.in_time(lag, at).map_err(|_| Refusal::OutOfTime { side })
    }

    fn judge_join(&self, side: Color, name: &str) -> Result<Change, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Finished(ending));
        }
        if let Some(name) = &self.names[side] {
            return Err(Refusal::SeatTaken { side, name: name.clone() });
        }
        let sound = name.trim() == name
            && (1..=MOST_NAME).contains(&name.chars().count())
            && !name.contains(char::is_control);
        if sound { Ok(Change::Seat(side, name.to_owned())) } else { Err(Refusal::Name) }
    }

    fn judge_move(&self, side: Color, text: &str, lag: u64, at: Time) -> Result<Change, Refusal> {
        let lag = lag.min(self.terms.lag_cap);
        self.to_move(side, lag, at)?;
        let position = self.game.position();
        let mv = position.parse_move(text).map_err(Refusal::Move)?;
        match self.touched {
            Some(touched) if touched != mv.from() => {
                Err(Refusal::Touched { square: position.name(touched) })
            }
            _ => Ok(Change::Play(mv, position.text(&mv), lag)),
        }
    }

    fn judge_touch(&self, side: Color, square: &str, at: Time) -> Result<Change, Refusal> {
        self.to_move(side, 0, at)?;
        if !self.terms.touch_move {
            return Err(Refusal::NoTouchMove);
        }
        let position = self.game.position();
        let Some(piece) = position.square(square) else {
            return Err(Refusal::NoSuchSquare(square.to_owned()));
        };
        let square = position.name(piece);
        match self.touched {
            Some(touched) if touched != piece => {
                return Err(Refusal::Touched { square: position.name(touched) });
            }
            _ => {}
        }
        if !position.pieces(side).contains(piece) {
            return Err(Refusal::NoPiece { square });
        }
        if !position.legal_moves().iter().any(|mv| mv.from() == piece) {
            return Err(Refusal::CannotMove { square });
        }
        Ok(Change::Touch(piece))
    }

    fn judge_offer(&self, side: Color, proposal: Proposal) -> Result<Change, Refusal> {
        self.timely(proposal)?;
        for by in [side, !side] {
            if self.offers.stands(by, proposal) {
                return Err(Refusal::AlreadyOffered { by, proposal });
            }
        }
        match proposal {
            Proposal::Draw if !self.offers.may_offer_draw(side) => Err(Refusal::OfferAfterMove),
            Proposal::TakeBack if self.plies_to_take_back(side).is_none() => {
                Err(Refusal::NothingToTakeBack)
            }
            _ => Ok(Change::Offer(side, proposal)),
        }
    }

    fn judge_accept(&self, side: Color, proposal: Proposal) -> Result<Change, Refusal> {
        self.offered(!side, proposal)?;
        match proposal {
            Proposal::Draw => Ok(Change::End(Ending::nobody(EndReason::Agreement))),
            Proposal::TakeBack => {
                let plies = self.plies_to_take_back(!side).ok_or(Refusal::NothingToTakeBack)?;
                Ok(Change::TakeBack(plies))
            }
            Proposal::Pause => Ok(Change::Pause),
            Proposal::Resume => Ok(Change::Resume),
            Proposal::Rematch => Ok(Change::AgreeRematch),
        }
    }

    /// Checks that this can be offered and answered at this point.
    fn timely(&self, proposal: Proposal) -> Result<(), Refusal> {
        match proposal {
            Proposal::Draw => self.begun(),
            Proposal::TakeBack | Proposal::Pause => self.playing(),
            Proposal::Resume => {
                self.begun()?;
                if self.phase == Phase::Paused { Ok(()) } else { Err(Refusal::NotPaused) }
            }
            Proposal::Rematch if self.rematch_agreed => Err(Refusal::RematchAgreed),
            Proposal::Rematch if self.ending.is_none() => Err(Refusal::NotFinished),
            Proposal::Rematch => Ok(()),
        }
    }

    fn offered(&self, by: Color, proposal: Proposal) -> Result<(), Refusal> {
        self.timely(proposal)?;
        match self.offers.stands(by, proposal) {
            true => Ok(()),
            false => Err(Refusal::NotOffered { by, proposal }),
        }
    }

    /// Returns how many plies to take back to reach a position in which this side was to move.
    fn plies_to_take_back(&self, side: Color) -> Option<usize> {
        let plies = if side == self.turn() { 2 } else { 1 };
        (self.moves.len() >= self.opening_plies + plies).then_some(plies)
    }

    fn judge_claim(&self, side: Color, at: Time) -> Result<Change, Refusal> {
        self.playing()?;
        if side == self.turn() {
            self.to_move(side, 0, at)?;
        }
        match self.game.claims().first() {
            Some(rule) => Ok(Change::End(Ending::nobody(EndReason::Claim(*rule)))),
            None => Err(Refusal::NothingToClaim),
        }
    }

    fn judge_leaving(&self, side: Color, reason: EndReason) -> Result<Change, Refusal> {
        self.begun()?;
        Ok(Change::End(Ending::win(!side, reason)))
    }

    fn judge_flag(&self, side: Color, at: Time) -> Result<Change, Refusal> {
        self.playing()?;
        if side != self.turn() {
            return Err(Refusal::ClockStopped { side });
        }
        match self.clock.until_flag(at) {
            None => Err(Refusal::ClockStopped { side }),
            Some(0) => Ok(Change::End(Ending::win(!side, EndReason::Time))),
            Some(left) => Err(Refusal::TimeLeft { side, left }),
        }
    }

    fn judge_abort(&self) -> Result<Change, Refusal> {
        if let Some(ending) = self.ending {
            return Err(Refusal::Finished(ending));
        }
        if self.moves.len() >= self.opening_plies + 2 {
            return Err(Refusal::TooLateToAbort);
        }
        Ok(Change::End(Ending::nobody(EndReason::Aborted)))
    }

    fn judge_credit(&self, time: u64, at: Time) -> Result<Change, Refusal> {
        self.playing()?;
        let most = self.clock.elapsed(at);
        if time > most { Err(Refusal::CreditTooLong { most }) } else { Ok(Change::Credit(time)) }
    }
}
