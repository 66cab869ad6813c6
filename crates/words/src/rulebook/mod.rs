//! The rulebook: the rules of a game in words, generated from its facts, so that variants and house rules are described
//! by the same sentences.

mod captures;
mod ending;
pub mod examples;
mod pieces;

pub use ending::draw as draw_rule;

use crate::{Catalogue, Language, Phrase};
use draughts::Ruleset;
use std::collections::BTreeMap;

/// A part of the rules under a heading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its identifier: `rulebook.section.` followed by it is the key of its heading.
    pub name: &'static str,
    /// Its sentences.
    pub sentences: Vec<Phrase>,
}

impl Section {
    /// Its heading.
    pub fn heading(&self, language: Language) -> String {
        let key = format!("rulebook.section.{}", self.name);
        Catalogue::of(language).say(&key, &BTreeMap::new())
    }
}

/// The rules in words.
pub fn sections(rules: &Ruleset) -> Vec<Section> {
    all(rules).into_iter().filter(|section| !section.sentences.is_empty()).collect()
}

/// Every section, even empty ones.
fn all(rules: &Ruleset) -> [Section; 11] {
    [
        ("board", pieces::board(rules)),
        ("men", pieces::men(rules)),
        ("kings", pieces::kings(rules)),
        ("capturing", captures::capturing(&rules.facts)),
        ("choice", captures::choice(&rules.facts)),
        ("promotion", pieces::promotion(&rules.facts)),
        ("removal", captures::removal(&rules.facts)),
        ("end", ending::end(&rules.facts)),
        ("draws", ending::draws(rules)),
        ("claims", ending::claims(rules)),
        ("notation", ending::notation(rules)),
    ]
    .map(|(name, sentences)| Section { name, sentences })
}

/// How a sentence compares with the base variant's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleChange {
    /// In both.
    Same,
    /// Only in these rules.
    New,
    /// Only in the base variant.
    Gone,
}

/// The rules in words, with the differences from the base variant in each section.
pub fn compared(rules: &Ruleset) -> Vec<(&'static str, Vec<(RuleChange, Phrase)>)> {
    let (old, new) = (all(&rules.base.into()), all(rules));
    let sections = old.into_iter().zip(new);
    let sections = sections.map(|(old, new)| (new.name, merged(old.sentences, new.sentences)));
    sections.filter(|(_, sentences)| !sentences.is_empty()).collect()
}

/// Removed sentences come before the new ones that replace them.
fn merged(old: Vec<Phrase>, new: Vec<Phrase>) -> Vec<(RuleChange, Phrase)> {
    let mut all = Vec::new();
    let mut rest = old.iter().peekable();
    let is_gone = |sentence: &&Phrase| !new.contains(sentence);
    for sentence in &new {
        if old.contains(sentence) {
            while let Some(gone) = rest.next_if(is_gone) {
                all.push((RuleChange::Gone, gone.clone()));
            }
            rest.next();
            all.push((RuleChange::Same, sentence.clone()));
        } else {
            let replaced = rest.next_if(is_gone);
            all.extend(replaced.map(|gone| (RuleChange::Gone, gone.clone())));
            all.push((RuleChange::New, sentence.clone()));
        }
    }
    all.extend(rest.filter(is_gone).map(|gone| (RuleChange::Gone, gone.clone())));
    all
}
