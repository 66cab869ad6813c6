//! Programs that speak Hub, as players.

use crate::pace::Pace;
use crate::player::{Choice, Contestant, Failure, MoveTime};
use draughts::{Color, Game, Ruleset};
use protocol::Found;
use protocol::hub::{Controller, ControllerError, Launch};
use std::path::PathBuf;

/// A program that speaks Hub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HubProgram {
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub parameters: Vec<(String, String)>,
}

/// The running program.
pub(crate) struct HubPlayer(Controller);

impl HubPlayer {
    pub fn open(program: &HubProgram, rules: &Ruleset, pace: &Pace) -> Result<Self, Failure> {
        let mut launch = Launch::new(&program.program);
        launch.arguments.clone_from(&program.arguments);
        launch.parameters.clone_from(&program.parameters);
        launch.patience = pace.protocol_patience();
        Controller::start(&launch, rules).map(Self).map_err(|error| {
            Failure::Start(match error {
                ControllerError::Start { program, error } => format!("{program}: {error}"),
                error => error.to_string(),
            })
        })
    }
}

impl Contestant for HubPlayer {
    fn begin(&mut self, _: &Game, _: Color, _: u64) -> Result<(), Failure> {
        self.0.new_game().map_err(failure)
    }

    fn choose(&mut self, game: &Game, turn: &MoveTime<'_>) -> Result<Choice, Failure> {
        self.0.search(game, &turn.limits, turn.stop).map(Choice::from).map_err(failure)
    }
}

impl From<Found> for Choice {
    fn from(found: Found) -> Self {
        Self { mv: found.mv, score: found.score, depth: found.depth, nodes: found.nodes }
    }
}

fn failure(error: ControllerError) -> Failure {
    match error {
        ControllerError::Late { patience, .. } => Failure::Silent(patience),
        ControllerError::Illegal { text, position, reason, .. } => {
            Failure::Illegal(format!("\"{text}\" in {position}: {reason}"))
        }
        error => Failure::Broken(error.to_string()),
    }
}
