#![doc = include_str!("../README.md")]

mod address;
mod api_client;
mod attack;
mod client;
mod counters;
mod faults;
mod follower;
mod game;
mod hostile;
mod memory;
mod message;
mod pace;
mod plan;
mod player;
mod record;
mod relay;
mod report;
mod run;
mod spectator;
mod table;
mod thinker;

pub use address::{Address, AddressError};
pub use attack::{Attack, AttackError, AttackPlan, Attacked, VerdictTable, Visits, attack};
pub use counters::Wrongs;
pub use game::GameFingerprint;
pub use memory::Memory;
pub use plan::Plan;
pub use relay::Weather;
pub use report::{Bars, HostileReport, LoadReport, Percentiles};
pub use run::{LoadError, run};
