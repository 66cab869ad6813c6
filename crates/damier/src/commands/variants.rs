use super::write_json;
use crate::drawing::corner;
use anyhow::Result;
use clap::Args;
use draughts::{
    AnyPosition, Blocked, Crowning, Duty, Facts, KingRange, Landing, Lines, MenCapture, Precedence,
    Removal, Ruleset, Shade, Style, Variant,
};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Lists all variants and their rules
#[derive(Args)]
#[command(after_help = "Examples:
  damier variants
  damier variants italian
  damier variants --json")]
pub struct Variants {
    /// Variant or ruleset to describe in full
    #[arg(value_name = "NAME")]
    rules: Option<Ruleset>,
    /// Print JSON: one object, or an array of all variants
    #[arg(long)]
    json: bool,
}

impl Variants {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        match (self.rules, self.json) {
            (Some(rules), true) => write_json(out, &object(&rules))?,
            (None, true) => {
                let all = Variant::ALL.iter().map(|variant| object(&(*variant).into()));
                write_json(out, &all.collect::<Vec<Value>>())?;
            }
            (Some(rules), false) => one(out, &rules)?,
            (None, false) => table(out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn table(out: &mut impl Write) -> Result<()> {
    writeln!(
        out,
        "variant        board  men  first  men take         kings   which capture          far row in a capture"
    )?;
    for &variant in Variant::ALL {
        let rules = Ruleset::from(variant);
        let facts = &rules.facts;
        writeln!(
            out,
            "{:<14} {:<6} {:>3}  {:<6} {:<16} {:<7} {:<22} {}",
            variant.name(),
            board(&rules),
            rules.men(),
            rules.first.to_string(),
            match (facts.men_capture, facts.lines) {
                (MenCapture::Forward, Lines::Orthogonal) => "ahead, sideways",
                (MenCapture::Forward, _) => "forward",
                (MenCapture::AllRound, _) => "all ways",
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
    writeln!(out, "\nWhat --rules can change, as in 'american,capture=off,kings=flying':")?;
    for (word, choices) in Ruleset::switches() {
        writeln!(out, "{word:<15} {choices}")?;
    }
    writeln!(out, "\n`damier variants NAME` tells everything about one of them.")?;
    Ok(())
}

fn one(out: &mut impl Write, rules: &Ruleset) -> Result<()> {
    let spec = rules.base.spec();
    writeln!(out, "{} ({rules})", rules.title())?;
    let mut line = |name: &str, value: String| writeln!(out, "  {name:<18} {value}");
    line("rulebook", spec.rulebook.to_owned())?;
    line("also called", spec.aliases.join(", "))?;
    line("board", format!("{}, {}", board(rules), corner(rules.base.layout().shade)))?;
    line("men a side", rules.men().to_string())?;
    line("moves first", rules.first.to_string())?;
    line("squares", naming(rules.base))?;
    for (name, value) in facts(&rules.facts) {
        line(name, value)?;
    }
    let draws = draws(rules);
    line(
        "drawn by",
        if draws.is_empty() { "agreement only".to_owned() } else { draws.join("; ") },
    )?;
    line("PDN GameType", spec.game_type.unwrap_or("none").to_owned())?;
    Ok(())
}

fn draws(rules: &Ruleset) -> Vec<String> {
    rules.draws.iter().map(ToString::to_string).collect()
}

fn object(rules: &Ruleset) -> Value {
    let spec = rules.base.spec();
    let start = AnyPosition::start(rules);
    let layout = start.layout();
    let facts: serde_json::Map<String, Value> = facts(&rules.facts)
        .into_iter()
        .map(|(name, value)| (name.to_owned(), json!(value)))
        .collect();
    json!({
        "name": spec.name,
        "rules": rules.to_string(),
        "aliases": spec.aliases,
        "title": rules.title(),
        "rulebook": spec.rulebook,
        "width": layout.width,
        "height": layout.height,
        "squares": layout.squares,
        "corner": corner(layout.shade),
        "men": rules.men(),
        "first": rules.first.to_string(),
        "naming": naming(rules.base),
        "game_type": spec.game_type,
        "start": start.to_fen(),
        "facts": facts,
        "draws": draws(rules),
    })
}

fn board(rules: &Ruleset) -> String {
    format!("{0}×{0}", rules.size)
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
                (MenCapture::Forward, true) if facts.lines == Lines::Orthogonal => {
                    "forwards and sideways"
                }
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
