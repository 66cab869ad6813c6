use super::write_json;
use crate::drawing::corner;
use anyhow::Result;
use clap::Args;
use draughts::{AnyPosition, Ruleset, Variant};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;
use words::rulebook::sections;
use words::{Language, Phrase};

/// Lists all variants and their rules
#[derive(Args)]
#[command(after_help = "Examples:
  damier variants
  damier variants italian
  damier variants --json")]
pub struct VariantsArgs {
    /// Variant or ruleset to describe in full
    #[arg(value_name = "NAME")]
    rules: Option<Ruleset>,
    /// Print JSON: one object, or an array of all variants
    #[arg(long)]
    json: bool,
}

impl VariantsArgs {
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

/// The switches of `--rules` that distinguish variants, as columns of the table: name and width.
const COLUMNS: [(&str, usize); 6] =
    [("men", 3), ("first", 5), ("men-capture", 11), ("kings", 6), ("capture", 10), ("crowning", 8)];

fn table(out: &mut impl Write) -> Result<()> {
    write!(out, "{:<14} board", "variant")?;
    for (column, width) in COLUMNS {
        write!(out, "  {column:<width$}")?;
    }
    writeln!(out)?;
    for &variant in Variant::ALL {
        let rules = Ruleset::from(variant);
        let choices = rules.choices();
        write!(out, "{:<14} {:<5}", variant.name(), board(&rules))?;
        for (column, width) in COLUMNS {
            let choice = choices.iter().find(|(switch, _)| *switch == column);
            write!(out, "  {:<width$}", choice.map_or("", |(_, choice)| choice))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\nHouse rules with a name (for --rules):")?;
    for (word, rules) in Ruleset::presets() {
        writeln!(out, "{word:<14} {}", rules.title())?;
    }
    writeln!(out, "\nWhat --rules can change, as in 'american,capture=off,kings=flying':")?;
    for (word, choices) in Ruleset::switches() {
        writeln!(out, "{word:<15} {choices}")?;
    }
    writeln!(out, "\n`damier variants NAME` has the rules of one of them in full.")?;
    Ok(())
}

fn one(out: &mut impl Write, rules: &Ruleset) -> Result<()> {
    let spec = rules.base.spec();
    writeln!(out, "{} ({rules})", rules.title())?;
    let mut line = |name: &str, value: &str| writeln!(out, "  {name:<14} {value}");
    line("rulebook", spec.rulebook)?;
    line("also called", &spec.aliases.join(", "))?;
    line("PDN GameType", spec.game_type.unwrap_or("none"))?;
    for (heading, sentences) in in_words(rules) {
        writeln!(out, "\n{heading}")?;
        for sentence in sentences {
            writeln!(out, "  {sentence}")?;
        }
    }
    Ok(())
}

/// The rules in words: sections with their headings.
fn in_words(rules: &Ruleset) -> Vec<(String, Vec<String>)> {
    let said = |phrase: &Phrase| phrase.text.clone();
    let sections = sections(rules).into_iter();
    sections
        .map(|section| {
            (section.heading(Language::English), section.sentences.iter().map(said).collect())
        })
        .collect()
}

fn object(rules: &Ruleset) -> Value {
    let spec = rules.base.spec();
    let start = AnyPosition::start(rules);
    let layout = start.layout();
    let facts: serde_json::Map<String, Value> = rules
        .choices()
        .into_iter()
        .map(|(switch, choice)| (switch.to_owned(), choice.into()))
        .collect();
    let sections: Vec<Value> = in_words(rules)
        .into_iter()
        .map(|(heading, sentences)| json!({ "heading": heading, "sentences": sentences }))
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
        "game_type": spec.game_type,
        "start": start.to_fen(),
        "facts": facts,
        "draws": rules.draws.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "sections": sections,
    })
}

fn board(rules: &Ruleset) -> String {
    format!("{0}×{0}", rules.size)
}
