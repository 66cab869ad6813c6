//! The composer of house rules: any variant with any switch changed. Its whole state is in the address, so that links
//! can be shared and forms work without JavaScript.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, title};
use super::variants::{address, play, scene, sections, setting};
use crate::server::App;
use crate::words::Phrase;
use axum::extract::Query;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{Ruleset, RulesetError, Variant};
use minijinja::{Value, context};
use std::collections::HashMap;
use std::sync::Arc;

/// The routes of the composer.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/compose", routing::get(compose))
}

/// The switches in groups, the most popular first.
const GROUPS: [(&str, &[&str]); 5] = [
    ("often", &["capture", "continue", "blocked"]),
    ("board", &["board", "men", "first"]),
    ("men", &["men-capture", "men-take-kings", "crowning", "first-king-wins"]),
    ("kings", &["kings", "landing", "king-run", "removal", "turn-back"]),
    ("draws", &["repetition", "no-capture", "kings-only"]),
];

/// Rules being composed: a variant, and the value of each switch.
#[derive(Clone, Debug)]
struct Draft {
    base: Variant,
    /// In the order and format of [`Ruleset::choices`]; no number of men means the default.
    switches: Vec<(&'static str, String)>,
    name: String,
}

const MEN: &str = "men";
const NONE: &str = "none";

impl Draft {
    fn of(rules: &Ruleset) -> Self {
        let usual = format!("{},board={}", rules.base, rules.size).parse::<Ruleset>();
        let is_usual = usual.is_ok_and(|usual| usual.men() == rules.men());
        let mut switches = rules.choices();
        for (switch, choice) in &mut switches {
            if *switch == MEN && is_usual {
                choice.clear();
            }
        }
        Self { base: rules.base, switches, name: rules.name.clone().unwrap_or_default() }
    }

    /// Reads the fields of the form.
    fn read(base: Variant, fields: &HashMap<String, String>) -> Self {
        let mut draft = Self::of(&base.into());
        for (switch, choice) in &mut draft.switches {
            let Some(said) = fields.get(*switch).map(|said| said.trim()) else { continue };
            let claimed = fields.contains_key(&format!("{switch}-claim"));
            *choice = match (*switch, said) {
                (MEN, said) => said.to_owned(),
                (_, "") => NONE.to_owned(),
                (_, said) if claimed && !said.ends_with('c') => format!("{said}c"),
                (_, said) => said.to_owned(),
            };
        }
        draft.name = fields.get("name").map(|name| name.trim().to_owned()).unwrap_or_default();
        draft
    }

    fn rules(&self) -> Result<Ruleset, RulesetError> {
        let usual = Self::of(&self.base.into());
        let changes = self.switches.iter().zip(&usual.switches);
        let changes = changes.filter(|((_, choice), (_, usual))| choice != usual);
        let changes: Vec<String> = changes
            .filter(|((_, choice), _)| !choice.is_empty())
            .map(|((switch, choice), _)| format!(",{switch}={choice}"))
            .collect();
        let mut rules: Ruleset = format!("{}{}", self.base, changes.concat()).parse()?;
        if !self.name.is_empty() {
            rules.name = Some(self.name.clone());
            rules.check()?;
        }
        Ok(rules)
    }

    fn choice(&self, switch: &str) -> &str {
        let found = self.switches.iter().find(|(word, _)| *word == switch);
        found.map(|(_, choice)| choice.as_str()).unwrap_or_default()
    }

    /// The switches for the form.
    fn groups(&self) -> Vec<Value> {
        let usual = Self::of(&self.base.into());
        let field = |switch: &&str| {
            let choice = self.choice(switch);
            context! {
                setting => setting(switch, choice),
                choices => Ruleset::words(switch).unwrap_or_default(),
                counts => if *switch == MEN { self.men() } else { Vec::new() },
                changed => choice != usual.choice(switch),
            }
        };
        let groups = GROUPS.iter().map(|(name, switches)| {
            context! { name => *name, fields => switches.iter().map(field).collect::<Vec<Value>>() }
        });
        groups.collect()
    }

    /// The possible numbers of men per side.
    fn men(&self) -> Vec<u8> {
        let board = self.choice("board");
        let start = format!("{},board={board}", self.base);
        let fits = |men: &u8| format!("{start},{MEN}={men}").parse::<Ruleset>().is_ok();
        (1..=60).filter(fits).collect()
    }
}

/// Returns the composer's address for these rules.
pub fn composer(rules: &Ruleset) -> String {
    format!("/compose?{}", query(&[("from", &rules.to_string())]))
}

/// Reads the draft from an address, with an error if its text is not a valid ruleset.
fn asked(fields: &HashMap<String, String>) -> (Draft, Result<Ruleset, RulesetError>) {
    let text = |name: &str| fields.get(name).map(String::as_str).filter(|text| !text.is_empty());
    if let Some(base) = text("base").and_then(Variant::named) {
        let draft = Draft::read(base, fields);
        let rules = draft.rules();
        return (draft, rules);
    }
    let rules = text("from").or_else(|| text("rules"));
    let rules = rules.unwrap_or(Variant::American.name()).parse::<Ruleset>();
    let draft = match &rules {
        Ok(rules) => Draft::of(rules),
        Err(_) => Draft::of(&Variant::American.into()),
    };
    (draft, rules)
}

/// Returns the address for sharing house rules: their page, from which one can play them or go on composing.
fn shared(fields: &HashMap<String, String>) -> Option<String> {
    if fields.contains_key("base") || fields.contains_key("from") {
        return None;
    }
    let rules = fields.get("rules")?.parse::<Ruleset>().ok()?;
    let is_known =
        rules.official().is_some() || Ruleset::presets().any(|(_, known)| known == rules);
    (!is_known).then(|| address(&rules))
}

async fn compose(visitor: Visitor, Query(fields): Query<HashMap<String, String>>) -> Response {
    if let Some(address) = shared(&fields) {
        return Redirect::to(&address).into_response();
    }
    let (draft, rules) = asked(&fields);
    let language = visitor.language;
    let base = Ruleset::from(draft.base);
    let made = rules.as_ref().ok().map(|rules| {
        let sections: Vec<Value> = sections(rules, visitor.voice(rules))
            .into_iter()
            .map(|(name, sentences)| context! { name, sentences })
            .collect();
        let text = rules.to_string();
        let usual = Draft::of(&base);
        let changed = draft.switches.iter().zip(&usual.switches);
        context! {
            title => title(rules, language),
            official => rules.official().is_some(),
            changes => changed.filter(|(one, other)| one != other).count(),
            scene => scene(rules, None, &visitor),
            address => address(rules),
            play => play(rules),
            rules => text,
            sections,
        }
    });
    let trouble = rules.as_ref().err().map(|error| Phrase::from(error).said(language));
    let known = choices(Some(&base), &visitor);
    page(
        &visitor,
        "compose.html",
        context! {
            base => context! { name => draft.base.name(), title => title(&base, language) },
            known,
            board => visitor.board(&base),
            groups => draft.groups(),
            name => draft.name,
            made,
            trouble,
        },
    )
}
