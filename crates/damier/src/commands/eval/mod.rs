mod json;
mod sheet;
mod table;

use crate::input::{Input, play};
use crate::target::Target;
use anyhow::Result;
use clap::Args;
use draughts::{Color, Game, Ruleset};
use engine::{EvalTerm, Evaluation, Explanation, PatternView, explain};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Explains the evaluation of a position: its terms, patterns, and the value of each piece
#[derive(Args)]
#[command(after_help = "Examples:
  damier eval --variant american --moves '11-15 23-18 8-11'
  damier eval --fen 'W:W27,28,32,37,38:B12,16,17,18,19' --svg why.svg
  damier eval --rules casual --json

The evaluation does not look ahead: it is what the engine uses at the end of a line. All numbers are in
men and for White: +0.35 is good for White, -0.35 for Black.

A pattern is a part of the board, with a value learned from games for each way in which men and kings can
stand there. Each counts twice: on White's squares, and on Black's with the board turned round. The number
at a piece is how much the evaluation would change without it; the last piece of a side has none.")]
pub struct EvalArgs {
    #[command(flatten)]
    input: Input,
    /// Moves from there: "32-28 19-23"
    #[arg(long, short, default_value = "", hide_default_value = true)]
    moves: String,
    /// Use the handmade evaluation even if there is a learned one
    #[arg(long)]
    by_hand: bool,
    /// How many patterns to draw, the most important first
    #[arg(long, default_value_t = 3)]
    patterns: usize,
    /// Write a picture to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw pieces as letters: w, b men; W, B kings
    #[arg(long)]
    plain: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl EvalArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let rules = self.input.rules();
        let mut game = Game::from_position(rules.clone(), self.input.position()?);
        play(&mut game, &self.moves)?;
        let evaluation = if self.by_hand { Evaluation::HandMade } else { Evaluation::Best };
        let explained = explain(&rules, game.position(), &evaluation);
        let study = Study { rules, game, explained, patterns: self.patterns };
        if let Some(path) = &self.svg {
            let mut target = Target::create(path)?;
            target.write_all(sheet::svg(&study).as_bytes())?;
            target.finish()?;
        }
        if self.json {
            super::write_json(out, &json::study(&study))?;
        } else {
            table::write(out, &study, self.plain)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A position with its evaluation.
struct Study {
    rules: Ruleset,
    game: Game,
    explained: Explanation,
    /// The number of patterns to draw.
    patterns: usize,
}

/// A pattern with its letter.
struct Pattern<'a> {
    letter: char,
    part: &'a EvalTerm,
    views: &'a [PatternView; 2],
}

impl Study {
    /// All patterns that contribute, most important first.
    fn patterns(&self) -> Vec<Pattern<'_>> {
        let parts = self.explained.parts.iter().filter(|part| part.value != 0);
        let patterns = parts.filter_map(|part| Some((part, part.views.as_ref()?)));
        ('A'..='Z')
            .zip(patterns)
            .map(|(letter, (part, views))| Pattern { letter, part, views })
            .collect()
    }

    /// The patterns to draw.
    fn drawn(&self) -> Vec<Pattern<'_>> {
        let mut patterns = self.patterns();
        patterns.truncate(self.patterns);
        patterns
    }

    /// The terms, with their value for White and a description, largest first; patterns by letter.
    fn lines(&self) -> Vec<(&EvalTerm, String)> {
        let mut letters = self.patterns().into_iter().map(|pattern| pattern.letter);
        let parts = self.explained.parts.iter().filter(|part| part.value != 0);
        let mut words = |part: &EvalTerm| match part.views.and_then(|_| letters.next()) {
            Some(letter) => format!("{letter}: {}", part.feature),
            None => part.feature.to_string(),
        };
        parts.map(|part| (part, words(part))).collect()
    }

    /// Why some pieces have no value, if any.
    fn numberless(&self) -> Option<&'static str> {
        let position = self.game.position();
        let pieces = Color::BOTH.map(|color| position.pieces(color).len());
        let bare = self.explained.pieces.len() < pieces.iter().sum();
        (bare && position.outcome().is_none()).then_some("No number: the last piece of its side")
    }

    /// The source of the numbers.
    fn source(&self) -> String {
        match self.explained.phase {
            Some(phase) => {
                format!("learned from games; {} of {} pieces are left", phase.pieces, phase.full)
            }
            None => "made by hand from the rules".to_owned(),
        }
    }
}

/// Which side the numbers are for.
const FOR_WHOM: &str = "Numbers in men: + is good for White, - for Black";

/// Formats hundredths of a man, with sign.
fn signed(value: i32) -> String {
    engine::Score::Centimen(value).to_string()
}
