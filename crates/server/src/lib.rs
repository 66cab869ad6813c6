//! Damier's server: live games over HTTP and WebSocket, stored before acknowledged.
//!
//! From the bottom up: a [`store`] keeps the lines of logs; [`games`] go on only when the store has the next
//! line; [`people`] may have accounts; games that somebody looks at are [`live`], and their viewers are told the [`news`]; [`view`] says
//! what a page needs to know of a game; the rest is HTTP.

mod apart;
mod api;
pub mod backup;
pub mod bus;
pub mod chat;
mod engines;
pub mod failure;
pub mod games;
pub mod guard;
mod health;
mod hearing;
pub mod house;
pub mod import;
mod lag;
pub mod lan;
pub mod live;
pub mod logs;
pub mod metrics;
pub mod names;
pub mod news;
mod pages;
pub mod panics;
pub mod people;
pub mod presence;
pub mod private;
mod queue;
pub mod rulebook;
pub mod seats;
mod seeks;
mod server;
mod socket;
pub mod store;
mod sweep;
pub mod time;
pub mod uptime;
pub mod view;
mod viewer;
pub mod words;

pub use server::{App, Server};
