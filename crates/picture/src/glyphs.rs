//! A small stroke font, so that pictures look the same without installed fonts.

/// The width of every glyph.
pub const WIDTH: f64 = 12.0;
/// The height of digits and tall letters.
pub const HEIGHT: f64 = 20.0;
/// The distance between the left edges of adjacent glyphs.
pub const ADVANCE: f64 = 17.0;

/// The strokes of a digit, a sign, a decimal point or a letter from `a` to `l`, with its upper left corner at the
/// origin.
pub fn strokes(glyph: char) -> Option<&'static str> {
    Some(match glyph {
        '0' => "M6 0C2 0 0 4 0 10s2 10 6 10 6-4 6-10S10 0 6 0z",
        '1' => "M2 4 7.5 0v20",
        '2' => "M.5 5.5C.5 2 3 0 6 0s5.5 2 5.5 5.3C11.5 10 0 14 0 20h12",
        '3' => {
            "M.8 3C2 1 4 0 6 0c3 0 5.2 1.9 5.2 4.7S9 9.4 5 9.4c4.5 0 7 2.2 7 5.3S9.5 20 6 20c-3 0-5-1.3-6-3.6"
        }
        '4' => "M9 20V0L0 14h12",
        '5' => "M11 0H2L1 9c1.5-1.3 3-2 5-2 3.5 0 6 2.6 6 6.4S9.5 20 6 20c-3 0-5-1.2-6-3.5",
        '6' => {
            "M10.8 2.2C9.7.8 8.2 0 6.3 0 2 0 0 4.5 0 11c0 6 2.3 9 6 9s6-2.6 6-6.2-2.4-6-5.8-6C3 7.8.5 10 .2 13"
        }
        '7' => "M0 0h12C8 6 5 12 4.5 20",
        '8' => {
            "M6 0C3 0 .9 2 .9 4.7S3 9.4 6 9.4s5.1-2 5.1-4.7S9 0 6 0zM6 9.4c-3.5 0-6 2.1-6 5.3S2.5 20 6 20s6-2.1 6-5.3-2.5-5.3-6-5.3z"
        }
        '9' => {
            "M1.2 17.8c1.1 1.4 2.6 2.2 4.5 2.2C10 20 12 15.5 12 9c0-6-2.3-9-6-9S0 2.6 0 6.2s2.4 6 5.8 6c3.2 0 5.7-2.2 6-5.2"
        }
        'a' => "M11 7v13M11 13.5C11 9.5 8.7 7 5.6 7S0 9.7 0 13.5 2.4 20 5.6 20s5.4-2.5 5.4-6.5",
        'b' => "M1 0v20M1 13.5C1 9.5 3.3 7 6.4 7S12 9.7 12 13.5 9.6 20 6.4 20 1 17.5 1 13.5",
        'c' => "M11 9.5C10 8 8.4 7 6.4 7 3 7 .5 9.7.5 13.5S3 20 6.4 20c2 0 3.6-1 4.6-2.5",
        'd' => "M11 0v20M11 13.5C11 9.5 8.7 7 5.6 7S0 9.7 0 13.5 2.4 20 5.6 20s5.4-2.5 5.4-6.5",
        'e' => "M.5 13.2h11C11.5 9.5 9.3 7 6.2 7 3 7 .5 9.7.5 13.5S3 20 6.4 20c2 0 3.6-.9 4.6-2.3",
        'f' => "M10.5.5C6.8-.8 4.5.7 4.5 4.5V20M1 7.5h8.5",
        'g' => {
            "M11 13.5C11 9.5 8.7 7 5.6 7S0 9.7 0 13.5 2.4 20 5.6 20s5.4-2.5 5.4-6.5M11 7v13.5c0 3.3-2 5-5.3 5-2 0-3.7-.6-4.7-1.8"
        }
        'h' => "M1 0v20M1 13C1 9 3.2 7 6 7s5 1.8 5 5.5V20",
        'i' => "M6 7v13M6 1.5v.1",
        'j' => "M7.5 7v14c0 3-1.5 4.5-4.5 4.3M7.5 1.5v.1",
        'k' => "M1.5 0v20M10.5 7l-9 7.5M5 12l6.5 8",
        'l' => "M6 0v20",
        '+' => "M0 10h12M6 4v12",
        '-' => "M0 10h12",
        '.' => "M6 19v.1",
        _ => return None,
    })
}

/// The width of a word.
pub fn width(word: &str) -> f64 {
    ADVANCE * word.len() as f64 - (ADVANCE - WIDTH)
}
