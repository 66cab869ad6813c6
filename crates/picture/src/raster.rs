//! Rendering the picture as pixels.

use crate::picture::Picture;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a picture could not be rendered.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG could not be parsed.
    #[error("the drawing cannot be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    /// There was not enough memory for the pixels.
    #[error("there is no room for a picture of {0} by {1} pixels")]
    Size(u32, u32),
    /// The PNG could not be encoded.
    #[error("the pixels cannot be written: {0}")]
    Encoding(String),
}

impl Picture<'_> {
    /// The picture as a PNG file, transparent outside the rounded frame.
    ///
    /// ```
    /// use draughts::{AnyPosition, Variant};
    /// use draughts_picture::Picture;
    ///
    /// let position = AnyPosition::start(&Variant::Italian.into());
    /// let png = Picture::new(&position).width(240).png()?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), draughts_picture::PngError>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, PngError> {
        let tree = Tree::from_str(&self.svg(), &Options::default())?;
        let size = tree.size().to_int_size();
        let (width, height) = (size.width(), size.height());
        let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
    }
}
