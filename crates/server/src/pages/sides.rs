//! How a visitor sees the two sides of a game: the theme of its board, and what that theme calls them.

use super::settings::{SETTINGS, Visitor};
use crate::words::{SideNames, Voice};
use draughts::{Color, Ruleset};
use minijinja::{Value, context};
use picture::Theme;

/// Returns a theme's names of the sides.
pub fn names(theme: &Theme) -> SideNames {
    let [white, black] = [Color::White, Color::Black].map(|side| theme.looks(side).name);
    let names = format!("{white}-{black}");
    names.parse().expect("tests read the names of the sides in every theme")
}

/// A theme as templates have it: its `name`, and what it calls the `sides`. `t` says sentences about sides as the
/// `board` of the page has it, or the one that it is given.
pub fn board(theme: &Theme) -> Value {
    context! { name => theme.name, sides => names(theme).to_string() }
}

impl Visitor {
    /// The theme in which this visitor sees a game.
    pub fn theme(&self, rules: &Ruleset) -> Theme {
        self.chosen_theme().map_or_else(|| Theme::usual(rules), |theme| theme.for_game(rules))
    }

    /// The theme in which this visitor sees a game, for templates.
    pub fn board(&self, rules: &Ruleset) -> Value {
        board(&self.theme(rules))
    }

    /// The theme of a game whose rules stand as text; rules that cannot be read have the usual one.
    pub fn board_of_text(&self, rules: &str) -> Value {
        board(&self.theme_of_text(rules))
    }

    /// How this visitor is told about a game.
    pub fn voice(&self, rules: &Ruleset) -> Voice {
        Voice { language: self.language, sides: names(&self.theme(rules)) }
    }

    /// How this visitor is told about a game whose rules stand as text.
    pub fn voice_of_text(&self, rules: &str) -> Voice {
        Voice { language: self.language, sides: names(&self.theme_of_text(rules)) }
    }

    fn theme_of_text(&self, rules: &str) -> Theme {
        match rules.parse() {
            Ok(rules) => self.theme(&rules),
            Err(error) => {
                tracing::error!(rules, %error, "stored rules cannot be read");
                self.chosen_theme().unwrap_or_default()
            }
        }
    }

    /// How a game is shown by each choice of the setting.
    pub fn boards(rules: &Ruleset) -> impl Iterator<Item = (&'static str, Value)> {
        let choices = SETTINGS.iter().filter(|setting| setting.name == "board");
        choices.flat_map(|setting| setting.choices).map(|&choice| {
            let theme: Option<Theme> = choice.parse().ok();
            let theme = theme.map_or_else(|| Theme::usual(rules), |theme| theme.for_game(rules));
            (choice, board(&theme))
        })
    }

    /// The theme that was chosen for every game.
    pub fn chosen_theme(&self) -> Option<Theme> {
        self.chosen_board()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::SideName::{Black, Red, White};
    use draughts::Variant;

    #[test]
    fn r_ui_1_every_theme_names_the_sides() {
        let sides = |theme: Theme, variant: Variant| {
            let SideNames { white, black } = names(&theme.for_game(&variant.into()));
            (white, black)
        };
        for &variant in Variant::ALL {
            let red_and_black = match variant.spec().first {
                Color::White => (Red, Black),
                Color::Black => (Black, Red),
            };
            for theme in Theme::ALL {
                let expected = match theme.name {
                    "classic" => red_and_black,
                    "tournament" => (White, Red),
                    _ => (White, Black),
                };
                assert_eq!(sides(theme, variant), expected, "{} {variant:?}", theme.name);
            }
            let usual = names(&Theme::usual(&variant.into()));
            assert_eq!(usual == SideNames::default(), variant != Variant::American, "{variant:?}");
        }
    }
}
