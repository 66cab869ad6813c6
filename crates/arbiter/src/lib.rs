#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod ballots;
mod clock;
mod control;
mod ending;
mod event;
mod log;
mod offers;
mod opening;
mod refusal;
mod seed;
mod snapshot;
mod table;
mod terms;
mod time;

pub use ballots::{TableOpening, ThreeMove, table_openings, three_move_openings};
pub use clock::Reading;
pub use control::{Bonus, ControlError, Preset, Stage, TimeControl, presets};
pub use ending::{EndReason, Ending};
pub use event::{Event, Proposal, UnknownEvent};
pub use log::{Log, Pending, ReplayError, ReplayErrorKind, replay};
pub use offers::Offer;
pub use opening::{MOST_RANDOM_PLIES, Opening};
pub use refusal::{MOST_NAME, Refusal};
pub use seed::{Dice, Purpose};
#[cfg(feature = "schema")]
pub use snapshot::SideSchema;
pub use snapshot::{
    ClockFace, Counter, EndingView, MayOffer, OfferView, PlayerNames, Snapshot, TableState,
};
pub use table::{Phase, Table};
pub use terms::{Colors, MOST_LAG, Terms, TermsError};
pub use time::Time;
