//! Lists of played games with filters: own games, and those of a profile.

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

/// The number of games per page.
const SHOWN: usize = 50;
/// The maximum length of a searched name, in characters.
const LONGEST_NAME: usize = 60;

/// The filters of a list.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// The rules, as text; empty for all.
    rules: String,
    /// The result for the player: the word of a [`PlayerResult`]; empty for all.
    result: String,
    /// A part of the opponent's name.
    player: String,
    /// The first and last day, as `2026-11-19`; empty for an open end.
    from: String,
    to: String,
    /// The page of the list, from 0.
    page: usize,
    /// A position that the games reached: its FEN and rules.
    pub position: String,
    /// Game ids, each with `:` and the key to a seat.
    #[serde(skip_serializing)]
    pub ids: String,
}

/// A game's result for one of its players.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlayerResult {
    Going,
    Won,
    Lost,
    Drawn,
    /// Over without a result, or played on one device, where neither side is the player's.
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

/// A game in a player's list.
pub struct PlayersGame {
    game: Summary,
    result: PlayerResult,
    /// The opponent's name, or both names if one person plays both sides.
    against: String,
}

impl PlayersGame {
    /// The game's id.
    pub fn id(&self) -> &str {
        &self.game.id
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.result != PlayerResult::Going
    }

    /// Returns a game from the point of view of these sides; `None` if there are none.
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
    /// The picture of the filter's position, as a query string.
    pub fn scene(&self) -> Option<String> {
        let (fen, rules) = parts(&self.position)?;
        Some(query(&[("rules", rules), ("fen", fen)]))
    }

    /// The searched part of a name.
    fn name(&self) -> String {
        self.player.trim().chars().take(LONGEST_NAME).collect::<String>().to_lowercase()
    }

    fn wants(&self, one: &PlayersGame, name: &str, days: &Days) -> bool {
        (self.rules.is_empty() || self.rules == one.game.rules)
            && days.hold(one.game.updated)
            && (self.result.is_empty() || self.result == one.result.word())
            && one.against.to_lowercase().contains(name)
    }

    /// The template data of `played.html` for these games.
    pub fn list(&self, all: Vec<PlayersGame>, visitor: &Visitor) -> Value {
        let rules: BTreeSet<&str> = all.iter().map(|one| one.game.rules.as_str()).collect();
        let titled = |rules: &str| (title_of_text(rules, visitor.language), rules.to_owned());
        let mut variants: Vec<(String, String)> = rules.into_iter().map(titled).collect();
        variants.sort();
        let any = !all.is_empty();
        let name = self.name();
        let days = Days::read(&self.from, &self.to);
        let trouble = days.as_ref().err().map(|error| Phrase::from(error).said(visitor.language));
        // Unreadable days exclude nothing.
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
