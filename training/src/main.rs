//! Plays the games that the evaluation of the engine is learned from, and says what patterns there
//! are; see README.md for the whole way from an empty folder to weights.

mod generate;
mod play;
mod record;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use draughts::{AnyPosition, Variant};
use std::io::{self, Write};

/// Plays the games that the evaluation is learned from
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Generate(generate::Generate),
    /// Write the squares of all patterns of a variant, as JSON
    Patterns {
        /// The variant
        variant: Variant,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Generate(generate) => generate.run(),
        Command::Patterns { variant } => {
            let [men, kings] = engine::training::patterns(variant)
                .with_context(|| format!("{} has no patterns", variant.name()))?;
            // Lists of lists of numbers look the same in Rust and in JSON.
            let squares = AnyPosition::start(&variant.into()).layout().squares;
            let json = format!(r#"{{"squares": {squares}, "men": {men:?}, "kings": {kings:?}}}"#);
            writeln!(io::stdout(), "{json}")?;
            Ok(())
        }
    }
}
