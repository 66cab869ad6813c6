//! Everything about the server, in one program: each program of its own would take seconds to link.

mod accounts;
mod backup;
mod common;
mod costs;
mod faults;
mod games;
mod guard;
mod health;
mod licences;
mod names;
mod nodes;
mod online;
mod openapi;
mod pages;
mod panics;
mod passes;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod rulebook;
mod rules;
mod seeks;
mod size;
mod store;
mod words;
