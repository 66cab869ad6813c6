//! Lists of games that somebody played, with their filters: one's own games, and those of a profile.

use super::library::parts;
use super::query;
use super::settings::Visitor;
use super::titles::{players, title_of_text};
use crate::days::{Days, date};
use crate::store::Summary;
use crate::words::Phrase;
use draughts::Color;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wire::Standing;

/// How many games a page of the list has.
const SHOWN: usize = 50;
/// How much of a name is looked for, in characters.
const LONGEST_NAME: usize = 60;

/// The games to list.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// The rules as text, or nothing for all.
    rules: String,
    /// How they ended for the player: the word of a [`PlayerResult`], or nothing for all.
    result: String,
    /// A part of the opponent's name.
    player: String,
    /// The first day and the last, as `2026-11-19`, or nothing for an open end.
    from: String,
    to: String,
    /// The page of the list, from 0.
    page: usize,
    /// A position that the games came to: its FEN and its rules.
    pub position: String,
    /// Names of games, each with `:` and the key to a seat in it.
    #[serde(skip_serializing)]
    pub ids: String,
}

/// How a game stands for one of its players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayerResult {
    Going,
    Won,
    Lost,
    Drawn,
    /// Over without a result, or between two on one device, where neither is the player.
    Other,
}

impl PlayerResult {
    const CHOICES: [Self; 4] = [Self::Going, Self::Won, Self::Drawn, Self::Lost];

    fn of(standing: Standing, sides: &[Color]) -> Self {
        match (standing, sides) {
            (Standing::Going, _) => Self::Going,
            (Standing::Draw, _) => Self::Drawn,
            (Standing::White, [Color::White]) | (Standing::Black, [Color::Black]) => Self::Won,
            (Standing::White, [Color::Black]) | (Standing::Black, [Color::White]) => Self::Lost,
            _ => Self::Other,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
            Self::Other => "other",
        }
    }
}

/// A game of somebody's.
pub struct PlayersGame {
    game: Summary,
    result: PlayerResult,
    /// Against whom, or both names where one person plays both sides.
    against: String,
}

impl PlayersGame {
    /// The id of the game.
    pub fn id(&self) -> &str {
        &self.game.id
    }

    /// A game for who plays these sides of it; nothing for who plays neither.
    pub fn of(game: Summary, sides: &[Color], visitor: &Visitor) -> Option<Self> {
        let [white, black] = players(&game, visitor);
        let against = match sides {
            [] => return None,
            [Color::White] => black,
            [Color::Black] => white,
            _ => format!("{white} – {black}"),
        };
        Some(Self { result: PlayerResult::of(game.standing(), sides), game, against })
    }
}

impl Filter {
    /// The picture of the position, as a query.
    pub fn scene(&self) -> Option<String> {
        let (fen, rules) = parts(&self.position)?;
        Some(query(&[("rules", rules), ("fen", fen)]))
    }

    /// The part of a name that is looked for.
    fn name(&self) -> String {
        self.player.trim().chars().take(LONGEST_NAME).collect::<String>().to_lowercase()
    }

    fn wants(&self, one: &PlayersGame, name: &str, days: &Days) -> bool {
        (self.rules.is_empty() || self.rules == one.game.rules)
            && days.hold(one.game.updated)
            && (self.result.is_empty() || self.result == one.result.word())
            && one.against.to_lowercase().contains(name)
    }

    /// What `played.html` shows of these games.
    pub fn list(&self, all: Vec<PlayersGame>, visitor: &Visitor) -> Value {
        let rules: BTreeSet<&str> = all.iter().map(|one| one.game.rules.as_str()).collect();
        let titled = |rules: &str| (title_of_text(rules, visitor.language), rules.to_owned());
        let mut variants: Vec<(String, String)> = rules.into_iter().map(titled).collect();
        variants.sort();
        let any = !all.is_empty();
        let name = self.name();
        let days = Days::read(&self.from, &self.to);
        let trouble = days.as_ref().err().map(|error| Phrase::from(error).said(visitor.language));
        // Days that nobody can read leave no game out.
        let days = days.unwrap_or_default();
        let wanted: Vec<PlayersGame> =
            all.into_iter().filter(|one| self.wants(one, &name, &days)).collect();
        let first = self.page.saturating_mul(SHOWN);
        let shown = wanted.iter().skip(first).take(SHOWN).map(|one| row(one, visitor));
        context! {
            any,
            trouble,
            found => wanted.len(),
            later => self.page.checked_sub(1),
            earlier => (first.saturating_add(SHOWN) < wanted.len()).then(|| self.page + 1),
            variants => variants.into_iter().map(|(title, rules)| context! { title, rules }).collect::<Vec<_>>(),
            results => PlayerResult::CHOICES.map(PlayerResult::word),
            games => shown.collect::<Vec<_>>(),
            filter => Serde(self),
        }
    }
}

fn row(PlayersGame { game, result, against }: &PlayersGame, visitor: &Visitor) -> Value {
    context! {
        id => &game.id,
        against,
        date => date(game.updated),
        title => title_of_text(&game.rules, visitor.language),
        plies => game.plies,
        rated => game.rated,
        result => result.word(),
        standing => game.standing().word(),
        board => visitor.board_of_text(&game.rules),
    }
}
