#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod adjudication;
mod bout;
mod contest;
mod dxp;
mod ending;
mod entrant;
mod file;
mod hub;
mod match_score;
mod opening;
mod options;
mod own;
mod pace;
mod player;
mod schedule;
mod scribe;
mod sheet;
mod sprt;
mod standings;
mod table;
mod yardstick;

pub use adjudication::{Adjudication, Agreement, AgreementError};
pub use bout::{Bout, Conditions, play};
pub use contest::{Contest, ContestError, Progress};
pub use ending::BoutEnding;
/// The engine, whose types are part of this crate's interface.
pub use engine;
pub use entrant::{Entrant, EntrantError};
pub use match_score::{Elo, GameResult, MatchScore, Pairs};
pub use opening::{GameStart, OpeningError, OpeningSource, Openings};
pub use options::OwnOptions;
pub use pace::{ClockError, MatchClock, Pace, seconds};
pub use player::{Choice, Contestant, Failure, MoveTime};
pub use schedule::{Pairing, Schedule};
pub use scribe::{RecordError, RecordFile};
pub use sprt::{Sprt, SprtError, SprtVerdict};
pub use standings::{Standings, StandingsRow, TestState};
