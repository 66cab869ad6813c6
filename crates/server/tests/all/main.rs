//! Everything about the server, in one program: each program of its own would take seconds to link.

mod accounts;
mod backup;
mod common;
mod faults;
mod games;
mod guard;
mod health;
mod licences;
mod nodes;
mod names;
mod online;
mod openapi;
mod pages;
mod passes;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod protocol;
mod rulebook;
mod rules;
mod size;
mod store;
mod words;
