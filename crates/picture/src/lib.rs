#![doc = include_str!("../README.md")]
// Examples must compile without warnings.
#![doc(test(attr(deny(warnings))))]

mod arrow;
mod drawing;
mod glyphs;
mod ink;
mod labels;
mod notes;
mod picture;
mod pieces;
#[cfg(feature = "png")]
mod raster;
mod theme;
mod view;
mod words;

pub use ink::Ink;
pub use labels::Coordinates;
pub use picture::{Picture, WIDTHS};
#[cfg(feature = "png")]
pub use raster::PngError;
pub use theme::{Looks, Theme, UnknownTheme};
