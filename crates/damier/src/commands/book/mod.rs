//! Opening books.

mod build;
mod census;
mod probe;

use anyhow::{Context, Result, ensure};
use clap::{Args, Subcommand};
use draughts::Ruleset;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Builds opening books and looks positions up in them
#[derive(Args)]
#[command(after_help = "Examples:
  damier book build --variant american --ballots --positions 20000 --threads 2 --out american.book
  damier book build --variant international --from games/ --min-games 5 --out played.book
  damier book probe american.book --moves \"9-13 21-17 5-9\"

Values are from the point of view of the side to move. Values from searches are in men; those from games
go from +1.00 if all were won to -1.00 if all were lost.

A book finds a position whatever moves led to it. docs/book.md describes the file format.")]
pub struct BookArgs {
    #[command(subcommand)]
    tool: BookTool,
}

#[derive(Subcommand)]
enum BookTool {
    Build(build::Build),
    Probe(probe::BookProbe),
}

impl BookArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match self.tool {
            BookTool::Build(tool) => tool.run(out),
            BookTool::Probe(tool) => tool.run(out),
        }
    }
}

/// Reads a book.
pub fn load(path: &Path) -> Result<engine::Book> {
    let context = || path.display().to_string();
    let bytes = engine::read_file(path).with_context(context)?;
    engine::Book::from_bytes(&bytes).with_context(context)
}

/// Reads a book for playing, which must be for these rules.
pub fn load_for(path: &Path, rules: &Ruleset) -> Result<engine::Book> {
    let book = load(path)?;
    ensure!(
        book.rules() == rules,
        "{} is a book for {}, not for {rules}",
        path.display(),
        book.rules()
    );
    Ok(book)
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
