#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]
mod commands;
mod encoding;
mod gametype;
mod heading;
mod judge;
mod lexer;
mod place;
mod problem;
mod reader;
mod replay;
mod results;
mod tags;
mod tidy;
mod tree;
mod visitor;
mod writer;

pub use commands::{Clocks, Command, clocks, commands};
pub use gametype::{Details, GameType, GameTypeError};
pub use heading::Heading;
pub use judge::Judge;
pub use place::Place;
pub use problem::{Flaw, Problem};
pub use reader::Reader;
pub use replay::{Origin, Replay, ReplayedStep};
pub use results::{Recorded, Sense, read_result};
pub use tags::{ROSTER, Tag, standard_date, standard_name};
pub use tidy::move_text;
pub use tree::{Action, Bounds, Collection, Game, Games, Step, Variation};
pub use visitor::Visitor;
pub use writer::Form;

/// The program in `examples`, run as a doc test.
#[cfg(doctest)]
#[doc = concat!("```\n", include_str!("../examples/read_pdn.rs"), "```")]
mod read_pdn {}
