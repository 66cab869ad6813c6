//! Damier's server: live games over HTTP and WebSocket, stored before they are acknowledged.
//!
//! From the bottom up: a [`store`] keeps the lines of logs; [`games`] advance only when the store has the next line;
//! [`people`] may have accounts; a game in use is a [`live_game`], whose viewers get every [`update`]; [`view`] is what
//! a page needs to know of a game; the rest is HTTP.

mod analysis;
mod api;
pub mod backup;
mod blocking;
pub mod bus;
pub mod chat;
mod coverage;
mod days;
pub mod endgames;
mod engines;
pub mod error;
pub mod explorer;
pub mod games;
pub mod guard;
mod health;
pub mod import;
mod lag;
pub mod lan;
pub mod live_game;
mod locks;
pub mod logs;
pub mod metrics;
pub mod names;
mod pages;
pub mod panics;
pub mod people;
pub mod practice;
pub mod presence;
pub mod private;
mod queue;
pub mod reports;
pub mod seats;
mod seeks;
mod server;
mod socket;
pub mod store;
mod studies;
pub mod supervisor;
mod sweep;
pub mod time;
pub mod update;
pub mod uptime;
pub mod view;
mod viewer;

pub use pages::{ReportFile, report_file};
pub use server::{App, Server};
pub use words;
