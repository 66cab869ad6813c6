//! Everything about the server, in one program: each program of its own would take seconds to link.

mod accounts;
mod backup;
mod claims;
mod common;
mod faults;
#[cfg(feature = "nats")]
mod forged;
mod games;
mod guard;
mod health;
mod licences;
mod nodes;
mod online;
mod openapi;
mod overdue;
mod pages;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod rulebook;
mod rules;
mod size;
mod store;
mod words;
