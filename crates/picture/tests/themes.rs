//! Pieces, labels and marks contrast with their background.

use draughts::{Color, Variant};
use draughts_picture::{Ink, Theme};

/// Everything that a piece can stand on.
fn grounds(theme: &Theme) -> [Ink; 3] {
    [theme.ground(), theme.plain, theme.last]
}

#[test]
fn r_ui_1_the_palette_of_american_checkers() {
    let theme = Theme::usual(&Variant::American.into());
    assert_eq!(theme.light.to_string(), "#ffce9e");
    assert_eq!(theme.dark.to_string(), "#d18b47");
    // Black moves first, and is drawn and called red.
    assert_eq!((theme.black.name, theme.black.body.to_string()), ("red", "#c41e3a".to_owned()));
    assert_eq!((theme.white.name, theme.white.body.to_string()), ("black", "#1c1c1c".to_owned()));
}

#[test]
fn r_ui_1_every_other_game_is_on_wood() {
    for &variant in Variant::ALL {
        let theme = Theme::usual(&variant.into());
        assert_eq!(theme == Theme::WOOD, variant != Variant::American, "{variant:?}");
    }
    let american = Theme::usual(&Variant::American.into());
    for house in ["american,capture=off", "american,first=white", "casual"] {
        assert_eq!(Theme::usual(&house.parse().unwrap()), american, "{house}");
    }
}

#[test]
fn r_ui_1_red_moves_first() {
    for &variant in Variant::ALL {
        let theme = Theme::CLASSIC.for_game(&variant.into());
        let first = variant.spec().first;
        assert_eq!((theme.looks(first).name, theme.looks(!first).name), ("red", "black"));
        assert_eq!(theme.for_game(&variant.into()), theme, "asked for again");
    }
}

#[test]
fn white_is_the_lighter_side() {
    for theme in Theme::ALL {
        let (white, black) = (theme.white.body, theme.black.body);
        assert!(white.luminance() > black.luminance(), "{}", theme.name);
        assert!(white.contrast(black) > 2.5, "{}", theme.name);
    }
}

#[test]
fn r_ui_1_pieces_against_squares() {
    for theme in Theme::ALL {
        for color in Color::BOTH {
            let looks = theme.looks(color);
            for ground in grounds(&theme) {
                let contrast = looks.rim.contrast(ground).max(looks.body.contrast(ground));
                assert!(contrast >= 3.0, "{} {color} on {ground}: {contrast}", theme.name);
            }
        }
    }
}

#[test]
fn r_ui_1_crowns_against_kings() {
    for theme in Theme::ALL {
        for color in Color::BOTH {
            let looks = theme.looks(color);
            let contrast =
                looks.crown.contrast(looks.body).max(looks.crown_rim.contrast(looks.body));
            assert!(contrast >= 3.0, "{} {color}: {contrast}", theme.name);
        }
    }
}

#[test]
fn names_against_squares_and_frame() {
    for theme in Theme::ALL {
        for ground in grounds(&theme) {
            let contrast = theme.names.contrast(ground);
            assert!(contrast >= 4.5, "{} on {ground}: {contrast}", theme.name);
        }
        assert!(theme.frame_names.contrast(theme.frame) >= 4.5, "{}", theme.name);
    }
}

#[test]
fn marks_against_squares() {
    for theme in Theme::ALL {
        assert!(theme.mark.contrast(theme.light) >= 3.0, "{}", theme.name);
        // The line shows the last move to those who do not see its colour.
        assert!(theme.last_line.contrast(theme.last) >= 3.0, "{}", theme.name);
    }
}

#[test]
fn names_of_themes_are_read() {
    for theme in Theme::ALL {
        assert_eq!(theme.name.parse::<Theme>(), Ok(theme));
        assert_eq!(theme.name.to_uppercase().parse::<Theme>(), Ok(theme));
    }
}
