//! Hub 2, the protocol of Scan: lines of text between an engine and whoever uses it.

mod child;
mod controller;
mod desk;
mod line;
mod names;
mod serve;
mod settings;

pub use crate::Patience;
pub use controller::{Controller, ControllerError, Launch, Parameter};
pub use line::{Line, LineError};
pub use names::{variant_name, variant_named};
pub use serve::serve;
