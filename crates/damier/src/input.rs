//! The position that a command works on.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use draughts::{AnyPosition, FenError, Game, Ruleset, Variant};
use std::ops::Range;

/// Which rules, and which position.
#[derive(Args)]
pub struct Input {
    /// Variant, a preset such as casual, or a variant with changes such as
    /// "american,capture=off,continue=no" (see `damier variants`); international if left out
    #[arg(long, short, visible_alias = "rules", visible_short_alias = 'r')]
    variant: Option<Ruleset>,

    /// Position in PDN style (W:W31-50:B1-20) or Hub style; by default the start position
    #[arg(long, short)]
    fen: Option<String>,
}

impl Input {
    pub fn rules(&self) -> Ruleset {
        self.variant.clone().unwrap_or_else(|| Variant::International.into())
    }

    /// The rules, if given.
    pub fn given_rules(&self) -> Option<Ruleset> {
        self.variant.clone()
    }

    pub fn fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    /// The position, or an error that marks the problem in the FEN.
    pub fn position(&self) -> Result<AnyPosition> {
        let rules = self.rules();
        match &self.fen {
            None => Ok(AnyPosition::start(&rules)),
            Some(fen) => AnyPosition::from_fen(&rules, fen).map_err(|error| marked(fen, &error)),
        }
    }
}

/// Plays moves such as "11-15 23-18".
pub fn play(game: &mut Game, moves: &str) -> Result<()> {
    for text in moves.split_whitespace() {
        let mv = game.position().parse_move(text).with_context(|| format!("--moves {text}"))?;
        game.play(&mv).with_context(|| format!("--moves {text}"))?;
    }
    Ok(())
}

/// Describes the problem in a FEN, with its place.
pub fn marked(fen: &str, error: &FenError) -> anyhow::Error {
    anyhow!("{error}\n{}", mark(fen, &error.place))
}

/// The text with carets below the place.
pub fn mark(text: &str, place: &Range<usize>) -> String {
    const WIDTH: usize = 96;
    let before = text.get(..place.start).unwrap_or(text).chars().count();
    let length = text.get(place.clone()).map_or(0, |wrong| wrong.chars().count());
    // Of a very long text, show the part around the place.
    let skip = before.saturating_sub(WIDTH / 2);
    let shown: String = text.chars().skip(skip).take(WIDTH).collect();
    let shown = shown.replace(|character: char| character.is_control(), " ");
    let carets = length.clamp(1, WIDTH - (before - skip));
    format!("  {shown}\n  {}{}", " ".repeat(before - skip), "^".repeat(carets))
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn marks_the_place() {
        assert_eq!(mark("W:W99:B1", &(3..5)), "  W:W99:B1\n     ^^");
        assert_eq!(mark("", &(0..0)), "  \n  ^");
        assert_eq!(mark("W:Wé:B1", &(3..5)), "  W:Wé:B1\n     ^");
        let long = format!("W:W{}:B1", "1,".repeat(5_000));
        let marked = mark(&long, &(5_003..5_004));
        assert!(marked.lines().all(|line| line.chars().count() <= 100), "{marked}");
    }
}
