//! `damier`: play, study and serve every kind of draughts.

mod commands;
mod drawing;
mod input;

use clap::Parser;
use commands::Command;
use std::io::{self, Write};
use std::process::ExitCode;

/// Every kind of draughts, from American 8×8 to International 10×10 and your own house rules.
#[derive(Parser)]
#[command(version, arg_required_else_help = true, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = arguments.command.run(&mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => code,
        // Whoever read our output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref().is_some_and(broken)
}
