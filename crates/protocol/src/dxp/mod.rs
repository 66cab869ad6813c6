//! DXP (DamExchange), the protocol by which draughts programs play each other over a network.

mod bout;
mod connection;
mod house;
mod message;
mod opponent;
mod reading;

pub use bout::{Conclusion, Event};
pub use connection::{Connection, DxpError, PORT};
pub use house::{Challenge, House};
pub use message::{Acceptance, BackAcceptance, Message, Played, Request, Start, Verdict};
pub use opponent::Opponent;
pub use reading::MessageError;
