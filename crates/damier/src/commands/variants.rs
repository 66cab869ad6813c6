use super::write_json;
use crate::drawing::corner;
use anyhow::Result;
use clap::Args;
use draughts::{
    Blocked, Crowning, Duty, Facts, KingRange, Landing, Lines, MenCapture, Precedence, Removal,
    Ruleset, Shade, Style, Variant,
};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Lists all variants and their facts
#[derive(Args)]
#[command(after_help = "Examples:
  damier variants
  damier variants italian
  damier variants --json")]
pub struct Variants {
    /// Show everything about one variant
    variant: Option<Variant>,
    /// Print JSON: one object, or an array of all
    #[arg(long)]
    json: bool,
}

impl Variants {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match (self.variant, self.json) {
            (Some(variant), true) => write_json(out, &object(variant))?,
            (None, true) => {
                let all: Vec<Value> = Variant::ALL.iter().map(|variant| object(*variant)).collect();
                write_json(out, &all)?;
            }
            (Some(variant), false) => one(out, variant)?,
            (None, false) => table(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn table(out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "variant        board  men  first  men take kings   which capture          far row in a capture"
    )?;
    for &variant in Variant::ALL {
        let rules = Ruleset::from(variant);
        let facts = &rules.facts;
        writeln!(
            out,
            "{:<14} {:<6} {:>3}  {:<6} {:<8} {:<7} {:<22} {}",
            variant.name(),
            board(variant),
            rules.men(),
            rules.first.to_string(),
            match facts.men_capture {
                MenCapture::Forward => "forward",
                MenCapture::AllRound => "all ways",
            },
            match facts.king_range {
                KingRange::Short => "short",
                KingRange::Flying => "flying",
            },
            precedence(facts.precedence),
            crowning(facts.crowning),
        )?;
    }
    writeln!(out, "\nHouse rules with a name (for --rules):")?;
    for (word, rules) in Ruleset::presets() {
        writeln!(out, "{word:<14} {}", rules.title())?;
    }
    writeln!(out, "\n`damier variants NAME` tells everything about one of them.")?;
    Ok(())
}

fn one(out: &mut impl Write, variant: Variant) -> Result<()> {
    let spec = variant.spec();
    let rules = Ruleset::from(variant);
    writeln!(out, "{} ({})", spec.title, spec.name)?;
    let mut line = |name: &str, value: String| writeln!(out, "  {name:<18} {value}");
    line("rulebook", spec.rulebook.to_owned())?;
    line("also called", spec.aliases.join(", "))?;
    line("board", format!("{}, dark corner {}", board(variant), corner(variant.layout().shade)))?;
    line("men a side", rules.men().to_string())?;
    line("moves first", spec.first.to_string())?;
    line("squares", naming(variant))?;
    for (name, value) in facts(&spec.facts) {
        line(name, value)?;
    }
    let draws: Vec<String> = spec.draws.iter().map(ToString::to_string).collect();
    line(
        "drawn by",
        if draws.is_empty() { "agreement only".to_owned() } else { draws.join("; ") },
    )?;
    line("PDN GameType", spec.game_type.unwrap_or("none").to_owned())?;
    Ok(())
}

fn object(variant: Variant) -> Value {
    let spec = variant.spec();
    let rules = Ruleset::from(variant);
    let layout = variant.layout();
    let facts: serde_json::Map<String, Value> = facts(&spec.facts)
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    json!({
        "name": spec.name,
        "aliases": spec.aliases,
        "title": spec.title,
        "rulebook": spec.rulebook,
        "width": layout.width,
        "height": layout.height,
        "squares": layout.squares,
        "corner": corner(layout.shade),
        "men": rules.men(),
        "first": spec.first.to_string(),
        "naming": naming(variant),
        "game_type": spec.game_type,
        "start": draughts::AnyPosition::start(&rules).to_fen(),
        "facts": facts,
        "draws": spec.draws.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn board(variant: Variant) -> String {
    let layout = variant.layout();
    format!("{}×{}", layout.width, layout.height)
}

fn naming(variant: Variant) -> String {
    let spec = variant.spec();
    match (spec.naming.style, variant.layout().shade) {
        (Style::Letters, Shade::Every) => "letters, a1 to h8".to_owned(),
        (Style::Letters, _) => "letters, a1 at White's lower left".to_owned(),
        (Style::Numbers, _) => match spec.naming.numbering {
            draughts::Numbering::FromTopLeft => "numbers from the top left, White below".to_owned(),
            draughts::Numbering::FromBottomRight => "numbers from White's lower right".to_owned(),
        },
    }
}

/// The facts of a variant in words.
fn facts(facts: &Facts) -> Vec<(&'static str, String)> {
    let text = |text: &str| text.to_owned();
    vec![
        (
            "lines",
            text(match facts.lines {
                Lines::Diagonal => "diagonals",
                Lines::DiagonalCaptureAll => "diagonals; captures also along rows and columns",
                Lines::Orthogonal => "rows and columns",
            }),
        ),
        (
            "men capture",
            text(match (facts.men_capture, facts.men_take_kings) {
                (MenCapture::Forward, true) => "forwards only",
                (MenCapture::Forward, false) => "forwards only, and never a king",
                (MenCapture::AllRound, true) => "in all directions",
                (MenCapture::AllRound, false) => "in all directions, but never a king",
            }),
        ),
        (
            "kings",
            text(match (facts.king_range, facts.landing) {
                (KingRange::Short, _) => "go one square",
                (KingRange::Flying, Landing::Anywhere) => "fly, and land anywhere behind a capture",
                (KingRange::Flying, Landing::Behind) => "fly, and land directly behind a capture",
                (KingRange::Flying, Landing::BehindLastKing) => {
                    "fly, and stop directly behind the last piece taken if it is a king"
                }
            }),
        ),
        (
            "capture",
            text(match (facts.capture, facts.continuation) {
                (Duty::Mandatory, Duty::Mandatory) => "mandatory, and goes on while it can",
                (Duty::Mandatory, Duty::Optional) => "mandatory, but may stop after any jump",
                (Duty::Optional, Duty::Mandatory) => "optional, but goes on while it can",
                (Duty::Optional, Duty::Optional) => "optional, and may stop after any jump",
            }),
        ),
        ("which capture", text(precedence(facts.precedence))),
        ("far row in capture", text(crowning(facts.crowning))),
        (
            "captured pieces",
            text(match facts.removal {
                Removal::AfterMove => "leave after the move",
                Removal::AtOnce => "leave at once",
            }),
        ),
        (
            "cannot move",
            text(match facts.blocked {
                Blocked::Loses => "loses",
                Blocked::Draws => "draws",
                Blocked::Wins => "wins",
            }),
        ),
        ("first king", text(if facts.first_king_wins { "wins" } else { "plays on" })),
        (
            "same king in a row",
            facts
                .king_run
                .map_or("any number".to_owned(), |limit| format!("{limit} times at most")),
        ),
    ]
}

fn precedence(precedence: Precedence) -> &'static str {
    match precedence {
        Precedence::Free => "any",
        Precedence::Number => "most pieces",
        Precedence::NumberThenKings => "most pieces, kings",
        Precedence::Italian => "Italian, four rules",
        Precedence::Value => "highest value, king",
        Precedence::KingFirst => "with a king",
    }
}

fn crowning(crowning: Crowning) -> &'static str {
    match crowning {
        Crowning::EndsMove => "crowned, stops",
        Crowning::AtMoveEnd => "goes on as a man",
        Crowning::GoesOnAsKing => "goes on as a king",
    }
}
