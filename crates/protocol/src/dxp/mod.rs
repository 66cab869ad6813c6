//! DXP (DamExchange), the protocol by which draughts programs play each other over a network.

mod bout;
mod connection;
mod message;
mod opponent;
mod player;
mod reading;

pub use bout::{Conclusion, Event};
pub use connection::{Connection, DxpError, PORT};
pub use message::{Acceptance, BackAcceptance, Message, MoveMessage, Request, Start, Verdict};
pub use opponent::Opponent;
pub use player::{Challenge, DxpPlayer};
pub use reading::MessageError;
