//! DXP (DamExchange), the protocol by which draughts programs play each other over a network.

mod bout;
mod connection;
mod house;
mod message;
mod opponent;

pub use bout::{Conclusion, Event};
pub use connection::{Connection, DxpError, PORT};
pub use house::{Challenge, House};
pub use message::{
    Acceptance, BackAcceptance, Message, MessageError, Played, Request, Start, Verdict,
};
pub use opponent::Opponent;
