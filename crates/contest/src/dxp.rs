//! Programs that speak DXP, as players.

use crate::pace::Pace;
use crate::player::{Choice, Contestant, Failure, MoveTime};
use draughts::{Color, Game};
use protocol::dxp::{DxpError, DxpVerdict, Opponent};

/// A program that waits for games over DXP. It keeps its own clock, which we watch. DXP does not say which variant is
/// played: both sides must be configured alike.
pub(crate) struct DxpPlayer(Opponent);

impl DxpPlayer {
    pub fn open(address: &str, pace: &Pace) -> Result<Self, Failure> {
        Opponent::connect(address, pace.protocol_patience())
            .map(Self)
            .map_err(|error| Failure::Start(error.to_string()))
    }
}

impl Contestant for DxpPlayer {
    fn begin(&mut self, _: &Game, _: Color, _: u64) -> Result<(), Failure> {
        self.0.new_game().map_err(failure)
    }

    fn choose(&mut self, game: &Game, turn: &MoveTime<'_>) -> Result<Choice, Failure> {
        self.0.search(game, &turn.limits, turn.stop).map(Choice::from).map_err(failure)
    }

    fn end(&mut self, game: &Game, winner: Option<Color>) {
        // Its verdict no longer matters, and if it is gone, the next game will tell.
        let _ = self.0.conclude(game, winner);
    }
}

fn failure(error: DxpError) -> Failure {
    match error {
        DxpError::Ended { verdict: DxpVerdict::Loss, .. } => Failure::Resigns,
        DxpError::Ended { verdict: DxpVerdict::Draw, .. } => Failure::CallsDraw,
        DxpError::Late(patience) => Failure::Silent(patience),
        DxpError::Illegal { text, reason, .. } => Failure::Illegal(format!("{text}: {reason}")),
        error => Failure::Broken(error.to_string()),
    }
}
