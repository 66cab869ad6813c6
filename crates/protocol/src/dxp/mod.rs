//! DXP (DamExchange), the protocol by which draughts programs play each other over a network.

mod bout;
mod connection;
mod message;
mod opponent;
mod player;
mod reading;

pub use bout::{BoutEvent, Conclusion};
pub use connection::{Connection, DxpError, PORT};
pub use message::{Acceptance, BackAcceptance, DxpVerdict, Message, MoveMessage, Request, Start};
pub use opponent::Opponent;
pub use player::{Challenge, DxpPlayer};
pub use reading::MessageError;
