//! Hub 2, the protocol of Scan: lines of text between an engine and its controller.

mod child;
mod controller;
mod line;
mod names;
mod serve;
mod session;
mod settings;

pub use crate::Patience;
pub use controller::{Controller, ControllerError, Launch, Parameter};
pub use line::{HubLine, HubLineError};
pub use names::{variant_name, variant_named};
pub use serve::serve;
