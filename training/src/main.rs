//! Plays the games that the evaluation of the engine is learned from, fits what scores mean to their results, and says
//! what patterns there are; see README.md for the whole way from an empty folder to weights.

mod fit;
mod generate;
mod play;
mod record;

use anyhow::Result;
use clap::{Parser, Subcommand};
use draughts::{AnyPosition, Color, Variant};
use std::io::{self, Write};

/// Plays the games that the evaluation is learned from
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Fit(fit::Fit),
    Generate(generate::Generate),
    /// Write the squares of all patterns of a variant, as JSON
    Patterns {
        /// The variant
        variant: Variant,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Fit(fit) => fit.run(),
        Command::Generate(generate) => generate.run(),
        Command::Patterns { variant } => {
            let [men, kings] = engine::training::patterns(variant);
            // Lists of lists of numbers look the same in Rust and in JSON.
            let start = AnyPosition::start(&variant.into());
            let squares = start.layout().squares;
            let pieces: usize = Color::BOTH.iter().map(|color| start.pieces(*color).len()).sum();
            let json = format!(
                r#"{{"squares": {squares}, "pieces": {pieces}, "men": {men:?}, "kings": {kings:?}}}"#
            );
            writeln!(io::stdout(), "{json}")?;
            Ok(())
        }
    }
}
