//! Colours and their contrast.

use std::fmt;

/// A colour, written as in CSS: `Ink(0xFFCE9E)`.
///
/// ```
/// use draughts_picture::Ink;
///
/// assert_eq!(Ink(0xFFCE9E).to_string(), "#ffce9e");
/// assert_eq!(Ink(0x000000).contrast(Ink(0xFFFFFF)), 21.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ink(pub u32);

impl Ink {
    /// Red, green and blue.
    pub const fn rgb(self) -> [u8; 3] {
        let [_, red, green, blue] = self.0.to_be_bytes();
        [red, green, blue]
    }

    /// The contrast of two colours as WCAG 2 defines it: from 1 (the same) to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// The relative luminance, from 0 (black) to 1 (white).
    pub fn luminance(self) -> f64 {
        let linear = self.rgb().map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
}

impl fmt::Display for Ink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0 & 0xFF_FFFF)
    }
}
