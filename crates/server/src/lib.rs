//! Damier's server: live games over HTTP and WebSocket, stored before acknowledged.
//!
//! From the bottom up: a [`store`] keeps the lines of logs; [`live`] games go on only when the store has
//! the next line; [`view`] says what a page needs to know of a game; the rest is HTTP.

mod apart;
mod api;
mod engines;
pub mod failure;
pub mod house;
pub mod import;
pub mod live;
mod pages;
pub mod rulebook;
pub mod seats;
mod server;
mod socket;
pub mod store;
pub mod time;
pub mod view;
pub mod words;

pub use server::{App, Server};
