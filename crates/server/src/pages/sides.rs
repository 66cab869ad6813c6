//! How a visitor sees the sides of a game: the theme of its board, and that theme's names for them.

use super::settings::{SETTINGS, Visitor};
use crate::words::{SideNames, Voice};
use draughts::{Color, Ruleset};
use minijinja::{Value, context};
use picture::Theme;

/// Returns a theme's names for the sides.
pub fn names(theme: &Theme) -> SideNames {
    let [white, black] = [Color::White, Color::Black].map(|side| theme.looks(side).name);
    let names = format!("{white}-{black}");
    names.parse().expect("tests read the names of the sides in every theme")
}

/// A theme as template data: its `name` and its names for the `sides`. `t` uses the page's `board` for sentences about
/// sides, or the one it is given.
pub fn board(theme: &Theme) -> Value {
    context! { name => theme.name, sides => names(theme).to_string() }
}

impl Visitor {
    /// The theme of a game for this visitor.
    pub fn theme(&self, rules: &Ruleset) -> Theme {
        self.chosen_theme().map_or_else(|| Theme::usual(rules), |theme| theme.for_game(rules))
    }

    /// The theme of a game for this visitor, as template data.
    pub fn board(&self, rules: &Ruleset) -> Value {
        board(&self.theme(rules))
    }

    /// The theme of a game with rules given as text; the default theme if they are invalid.
    pub fn board_of_text(&self, rules: &str) -> Value {
        board(&self.theme_of_text(rules))
    }

    /// How sentences about a game are written for this visitor.
    pub fn voice(&self, rules: &Ruleset) -> Voice {
        Voice { language: self.language, sides: names(&self.theme(rules)) }
    }

    /// How sentences about a game with rules given as text are written for this visitor.
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

    /// The board for each choice of the setting.
    pub fn boards(rules: &Ruleset) -> impl Iterator<Item = (&'static str, Value)> {
        let choices = SETTINGS.iter().filter(|setting| setting.name == "board");
        choices.flat_map(|setting| setting.choices).map(|&choice| {
            let theme: Option<Theme> = choice.parse().ok();
            let theme = theme.map_or_else(|| Theme::usual(rules), |theme| theme.for_game(rules));
            (choice, board(&theme))
        })
    }

    /// The theme chosen for all games.
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
