//! The list of variants, and the rules of each in words.

use super::compose::composer;
use super::course;
use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::title;
use crate::api::read_rules;
use crate::error::ApiError;
use crate::server::App;
use crate::words::rulebook::examples::{Example, examples};
use crate::words::rulebook::{self, RuleChange};
use crate::words::{Phrase, Voice};
use axum::extract::Path;
use axum::response::Response;
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Move, Ruleset, SquareSet, Variant};
use minijinja::{Value, context};
use std::fmt::Write;
use std::sync::Arc;

/// The routes of variants and their rules.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/variants", routing::get(catalogue))
        .route("/variants/{rules}", routing::get(rules))
}

/// The switches in the comparison table.
const COMPARED: [&str; 12] = [
    "board",
    "men",
    "first",
    "men-capture",
    "kings",
    "capture",
    "crowning",
    "removal",
    "blocked",
    "repetition",
    "no-capture",
    "kings-only",
];

/// Returns the catalogue keys of rulesets, under `variant.` or `preset.`, with their names.
fn known() -> impl Iterator<Item = (&'static str, &'static str, Ruleset)> {
    let variants = Variant::ALL.iter().map(|one| ("variant", one.name(), Ruleset::from(*one)));
    variants.chain(Ruleset::presets().map(|(word, rules)| ("preset", word, rules)))
}

async fn catalogue(visitor: Visitor) -> Response {
    let games: Vec<Value> = known()
        .map(|(kind, name, rules)| {
            let choices = rules.choices();
            let cells: Vec<Value> = COMPARED
                .iter()
                .filter_map(|switch| choices.iter().find(|(word, _)| word == switch))
                .map(|(switch, choice)| setting(switch, choice))
                .collect();
            context! {
                kind,
                name,
                cells,
                board => visitor.board(&rules),
                scene => scene(&rules, None, &visitor),
                address => address(&rules),
                play => play(&rules),
            }
        })
        .collect();
    page(&visitor, "variants.html", context! { games, columns => COMPARED.to_vec() })
}

/// A switch's value as template data: `word` if it has few choices, otherwise `count`, and `claimed` if a player must
/// claim it.
pub fn setting(switch: &str, choice: &str) -> Value {
    let count = choice.trim_end_matches('c').parse::<u32>().ok();
    let is_word = Ruleset::words(switch).is_some();
    context! {
        switch,
        word => is_word.then_some(choice),
        count => if is_word { None } else { count },
        claimed => choice.ends_with('c') && !is_word,
    }
}

/// Returns the address of the page that describes rules.
pub fn address(rules: &Ruleset) -> String {
    let preset = Ruleset::presets().find(|(_, preset)| preset == rules);
    let text = preset.map_or_else(|| rules.to_string(), |(word, _)| word.to_owned());
    let mut address = String::from("/variants/");
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b',' | b'=' => {
                address.push(char::from(byte));
            }
            _ => {
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

/// Returns the address for creating a game with these rules.
pub fn play(rules: &Ruleset) -> String {
    format!("/?{}", query(&[("rules", &rules.to_string())]))
}

/// The picture of a position; by default the start position.
pub fn scene(rules: &Ruleset, fen: Option<&str>, visitor: &Visitor) -> String {
    let rules = rules.to_string();
    let mut parts = vec![("rules", rules.as_str())];
    parts.extend(visitor.chosen_board().map(|board| ("theme", board)));
    parts.extend(fen.map(|fen| ("fen", fen)));
    format!("/api/position.svg?{}", query(&parts))
}

async fn rules(Path(text): Path<String>, visitor: Visitor) -> Result<Response, ApiError> {
    let rules = read_rules(&text)?;
    let (language, voice) = (visitor.language, visitor.voice(&rules));
    let shown = examples(&rules);
    let sections: Vec<Value> = sections(&rules, voice)
        .into_iter()
        .map(|(name, sentences)| {
            let here = shown.iter().filter(|example| example.section == name);
            let examples: Vec<Value> =
                here.map(|example| shown_to(&visitor, &rules, example)).collect();
            context! { name, sentences, examples }
        })
        .collect();
    let known = known().find(|(.., known)| *known == rules);
    let about = known.map(|(kind, name, _)| format!("{kind}.{name}.about"));
    let base = Ruleset::from(rules.base);
    Ok(page(
        &visitor,
        "rules.html",
        context! {
            title => title(&rules, language),
            board => visitor.board(&rules),
            about,
            rules => rules.to_string(),
            rulebook => rules.base.spec().rulebook,
            official => rules.official().is_some(),
            base => context! { title => title(&base, language), address => address(&base) },
            scene => scene(&rules, None, &visitor),
            sections,
            play => play(&rules),
            compose => composer(&rules),
            course => course::place(&rules, ""),
        },
    ))
}

/// The rules in words as template data: each sentence with its `change`, which is `same`, `new` or `gone`.
pub fn sections(rules: &Ruleset, voice: Voice) -> Vec<(&'static str, Vec<Value>)> {
    let sentence = |(change, sentence): (RuleChange, Phrase)| {
        let change = match change {
            RuleChange::Same => "same",
            RuleChange::New => "new",
            RuleChange::Gone => "gone",
        };
        context! { change, text => sentence.said(voice) }
    };
    let sections = rulebook::compared(rules).into_iter();
    sections.map(|(name, all)| (name, all.into_iter().map(sentence).collect())).collect()
}

/// An example that also works without JavaScript: a picture, and the moves in words.
fn shown_to(visitor: &Visitor, rules: &Ruleset, example: &Example) -> Value {
    let Example { name, position, caption, .. } = example;
    let voice = visitor.voice(rules);
    let fen = position.to_fen();
    let legal = position.legal_moves();
    // The last rule applied decides.
    let rejected = position.narrowings().pop().map_or_else(Vec::new, |step| step.rejected);
    context! {
        name => *name,
        fen => &fen,
        caption => caption.said(voice),
        scene => scene(rules, Some(&fen), visitor),
        pieces => pieces(position, voice),
        allowed => texts(position, &legal),
        rejected => texts(position, &rejected),
    }
}

fn texts(position: &AnyPosition, moves: &[Move]) -> String {
    let style = position.style();
    let texts: Vec<String> = moves.iter().map(|mv| position.write_move(mv, moves, style)).collect();
    texts.join(", ")
}

/// Describes legal moves in words.
pub fn in_words(position: &AnyPosition, moves: &[Move]) -> Vec<String> {
    let (legal, style) = (position.legal_moves(), position.style());
    moves.iter().map(|mv| position.write_move(mv, &legal, style)).collect()
}

/// Describes the placement of the pieces in words.
pub fn pieces(position: &AnyPosition, voice: Voice) -> String {
    let [white, black] = [Color::White, Color::Black].map(|side| {
        let kings = position.kings(side);
        (position.pieces(side) - kings, kings)
    });
    let groups = [
        (Phrase::new("example.white-men"), white.0),
        (Phrase::new("example.white-kings"), white.1),
        (Phrase::new("example.black-men"), black.0),
        (Phrase::new("example.black-kings"), black.1),
    ];
    let names = |squares: SquareSet| -> Vec<String> {
        squares.iter().map(|square| position.name(square)).collect()
    };
    let said = groups
        .into_iter()
        .filter(|(_, squares)| !squares.is_empty())
        .map(|(phrase, squares)| phrase.with("squares", names(squares).join(", ")).said(voice));
    said.collect::<Vec<_>>().join(" ")
}
