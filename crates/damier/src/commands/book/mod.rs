//! Opening books.

mod build;
mod probe;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

/// Builds opening books and asks them
#[derive(Args)]
#[command(after_help = "Examples:
  damier book build --variant american --ballots --positions 20000 --threads 2 --out american.book
  damier book build --variant international --from games/ --min-games 5 --out played.book
  damier book probe american.book --moves \"9-13 21-17 5-9\"

A book is asked by position, however it came about; what is in the file is described in docs/book.md.")]
pub struct Book {
    #[command(subcommand)]
    tool: Tool,
}

#[derive(Subcommand)]
enum Tool {
    Build(build::Build),
    Probe(probe::Probe),
}

impl Book {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            Tool::Build(tool) => tool.run(out),
            Tool::Probe(tool) => tool.run(out),
        }
    }
}

/// Reads a book.
pub fn load(path: &Path) -> Result<engine::Book> {
    /// No book of ours comes near.
    const LARGEST: u64 = 512 << 20;
    let context = || path.display().to_string();
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(context)?;
    file.take(LARGEST + 1).read_to_end(&mut bytes).with_context(context)?;
    ensure!(
        bytes.len() as u64 <= LARGEST,
        "{}: this is no opening book: it has more than {} MiB",
        path.display(),
        LARGEST >> 20
    );
    engine::Book::from_bytes(&bytes).with_context(context)
}

/// `american: 1000 positions, 7012 moves, judged by searches`.
fn told(book: &engine::Book) -> String {
    let origin = match book.origin() {
        engine::BookOrigin::Search => "judged by searches",
        engine::BookOrigin::Games => "judged by games",
    };
    let (rules, positions, moves) = (book.rules(), book.positions(), book.moves());
    format!("{rules}: {positions} positions, {moves} moves, {origin}")
}
