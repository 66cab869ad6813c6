//! All server tests in one binary: each binary of its own would take seconds to link.

mod accounts;
mod analysis;
mod backup;
mod cards;
mod claims;
mod common;
mod costs;
mod endgame;
mod explorer;
mod faults;
#[cfg(feature = "nats")]
mod forged;
mod from_here;
mod games;
mod guard;
mod health;
mod identities;
mod imports;
mod library;
mod licences;
mod migration;
mod names;
mod nodes;
mod online;
mod openapi;
mod overdue;
mod pages;
mod panics;
mod passes;
mod people;
#[cfg(feature = "postgres")]
mod postgres;
mod profiles;
mod protocol;
mod report_queue;
mod reports;
mod rules;
mod seeks;
mod sides;
mod size;
mod store;
mod studies;
mod terms;
mod uploads;
mod words;
