//! `damier`: play, study and serve every kind of draughts.
//!
//! The program is just [`run`]. It is a library so that it compiles in parallel with the libraries it uses: cargo
//! starts compiling a binary only when all of them are finished.

/// Prints a message to standard error, ignoring errors.
macro_rules! note {
    ($($text:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($text)*);
    }};
}

mod collection;
mod commands;
mod drawing;
mod input;
mod memory;
mod play;
mod priority;
mod progress;
mod recording;
mod stopping;
mod target;
mod terminal;

use clap::{CommandFactory, FromArgMatches, Parser};
use commands::{Command, ServeArgs};
use std::io::{self, Write};
use std::process::ExitCode;

/// Play every kind of draughts, from American 8×8 to International 10×10 and your own house rules
///
/// Without a command, Damier opens in your browser and stores games on this machine. The options are those
/// of `damier serve`.
#[derive(Parser)]
#[command(version, max_term_width = 100, args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Options of the app, which `damier serve --help` explains.
    #[command(flatten)]
    app: ServeArgs,
}

impl Arguments {
    fn read() -> Self {
        let command = Self::command().mut_args(|argument| argument.hide(true));
        Self::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
    }
}

/// Runs the command given by the process's arguments.
pub fn run() -> ExitCode {
    let Arguments { command, app } = Arguments::read();
    // Not locked: whichever thread panics must be able to restore the terminal.
    let mut out = io::BufWriter::new(io::stdout());
    let result = command.unwrap_or(Command::Serve(app)).run(&mut out);
    let result = result.and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match result {
        Ok(code) => code,
        // The reader has closed the pipe.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = out.flush();
            note!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.downcast_ref().is_some_and(broken)
}
