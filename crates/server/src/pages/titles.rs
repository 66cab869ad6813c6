//! Names of rules and players, in the visitor's language.

use super::settings::Visitor;
use crate::live_game::State;
use crate::names::{ACCOUNT, normalised};
use crate::store::Summary;
use crate::words::{Catalogue, Language, Phrase, Voice};
use draughts::{Color, Ruleset, Variant};
use minijinja::{Value, context};
use std::collections::BTreeMap;
use wire::Player;

/// The display name of a ruleset.
pub fn title(rules: &Ruleset, language: Language) -> String {
    let catalogue = Catalogue::of(language);
    let plain = |key: String| catalogue.say(&key, &BTreeMap::new());
    let variant = || plain(format!("variant.{}", rules.base.name()));
    if rules.official().is_some() {
        return variant();
    }
    if let Some((word, _)) = Ruleset::presets().find(|(_, preset)| preset == rules) {
        return plain(format!("preset.{word}"));
    }
    // House rules can have a name of their own.
    match rules.name.as_deref().map(normalised).filter(|name| !name.is_empty()) {
        Some(name) => name,
        None => catalogue.say("variant.house", &BTreeMap::from([("variant", variant())])),
    }
}

/// The name of rules given as text; invalid rules are shown as they are.
pub fn title_of_text(text: &str, language: Language) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |rules| title(&rules, language))
}

/// Returns the player of a side in words.
pub fn named(player: &Player, side: Color, voice: Voice) -> String {
    let phrase = match (player, side) {
        (Player::Account { name }, _) => return format!("{ACCOUNT}{name}"),
        (Player::Guest { name: Some(name), like_account: false }, _) => return name.clone(),
        (Player::Guest { name: Some(name), like_account: true }, _) => {
            Phrase::new("player.known-guest").with("name", name.clone())
        }
        (Player::Guest { name: None, .. }, _) => Phrase::new("player.guest"),
        (Player::Here, Color::White) => Phrase::new("player.white"),
        (Player::Here, Color::Black) => Phrase::new("player.black"),
        (Player::Computer { level }, _) => Phrase::new("player.computer").with("level", *level),
        (Player::Nobody, _) => Phrase::new("player.nobody"),
    };
    phrase.said(voice)
}

/// Returns the player of a side of a game.
pub fn player_of(state: &State, side: Color, visitor: &Visitor) -> String {
    let voice = visitor.voice(&state.log.table().terms().rules);
    named(&state.seats.player(side), side, voice)
}

/// Returns the players of a listed game, White first.
pub fn players(game: &Summary, visitor: &Visitor) -> [String; 2] {
    let voice = visitor.voice_of_text(&game.rules);
    let [white, black] = &game.players;
    [(white, Color::White), (black, Color::Black)].map(|(player, side)| named(player, side, voice))
}

/// Every variant and every built-in ruleset: `value`, `title`, `selected` for the chosen one, and `board`, its theme.
/// Other chosen rules come first.
pub fn choices(chosen: Option<&Ruleset>, visitor: &Visitor) -> Vec<Value> {
    let variants = Variant::ALL.iter().map(|one| (one.name(), Ruleset::from(*one)));
    let known: Vec<(&str, Ruleset)> = variants.chain(Ruleset::presets()).collect();
    let own = chosen.filter(|rules| !known.iter().any(|(_, one)| one == *rules));
    let choice = |value: &str, rules: &Ruleset| {
        context! {
            value,
            base => rules.base.name(),
            title => title(rules, visitor.language),
            board => visitor.board(rules),
            selected => chosen == Some(rules),
        }
    };
    let own = own.map(|rules| choice(&rules.to_string(), rules));
    own.into_iter().chain(known.iter().map(|(value, rules)| choice(value, rules))).collect()
}

/// The most popular variant where a language is spoken.
pub fn usual(language: Language) -> Variant {
    match language {
        Language::English => Variant::American,
        Language::French | Language::Dutch | Language::German => Variant::International,
        Language::Italian => Variant::Italian,
        Language::Spanish => Variant::Spanish,
        Language::Portuguese => Variant::Portuguese,
        Language::BrazilianPortuguese => Variant::Brazilian,
        Language::Russian => Variant::Russian,
    }
}
