//! The PNG, pixel by pixel.
#![cfg(feature = "png")]

use draughts::{AnyPosition, Variant};
use draughts_picture::{Ink, Picture, Theme};
use roxmltree::Document;

/// Decoded pixels, addressed in the units of the drawing.
struct Pixels {
    width: u32,
    height: u32,
    bytes: Vec<u8>,
    /// Left, top and width of the drawing.
    view: [f64; 3],
}

impl Pixels {
    fn of(picture: &Picture<'_>) -> Self {
        let file = picture.png().unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(file)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        assert_eq!(info.color_type, png::ColorType::Rgba);
        let svg = picture.svg();
        let document = Document::parse(&svg).unwrap();
        let view: Vec<f64> = document
            .root_element()
            .attribute("viewBox")
            .unwrap()
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        Self { width: info.width, height: info.height, bytes, view: [view[0], view[1], view[2]] }
    }

    fn rgba(&self, x: u32, y: u32) -> [u8; 4] {
        let at = 4 * (y * self.width + x) as usize;
        self.bytes[at..at + 4].try_into().unwrap()
    }

    /// The pixel at an offset in the square in this row and column of the picture, in hundredths of a square.
    fn at(&self, (row, column): (u8, u8), (x, y): (f64, f64)) -> Ink {
        let [left, top, wide] = self.view;
        let pixel = f64::from(self.width) / wide;
        let x = ((f64::from(column) * 100.0 + x - left) * pixel) as u32;
        let y = ((f64::from(row) * 100.0 + y - top) * pixel) as u32;
        let [red, green, blue, alpha] = self.rgba(x, y);
        assert_eq!(alpha, 255);
        Ink(u32::from_be_bytes([0, red, green, blue]))
    }
}

const MIDDLE: (f64, f64) = (50.0, 50.0);
/// Between the grooves, where the light has faded to the piece's own colour.
const BODY: (f64, f64) = (69.0, 28.5);
/// Where the light on the crown has faded to its own colour.
const CROWN: (f64, f64) = (50.0, 41.1);
/// Below the face, on the line around the wall.
const RIM: (f64, f64) = (50.0, 92.6);

#[track_caller]
fn assert_near(drawn: Ink, expected: Ink, off: u8) {
    let parts = drawn.rgb().into_iter().zip(expected.rgb());
    assert!(
        parts.map(|(one, two)| one.abs_diff(two)).max() <= Some(off),
        "{drawn} is not {expected}"
    );
}

#[test]
fn r_ui_1_colours_of_squares_and_pieces() {
    let rules = Variant::American.into();
    let position = AnyPosition::from_fen(&rules, "W:W29,K1:B4,K32").unwrap();
    for theme in Theme::ALL {
        for flipped in [false, true] {
            for width in [200, 800, 2000] {
                let picture = Picture::new(&position).theme(theme).flipped(flipped).width(width);
                let pixels = Pixels::of(&picture);
                assert_eq!((pixels.width, pixels.height), (width, width));
                let turn =
                    |(row, column)| if flipped { (7 - row, 7 - column) } else { (row, column) };
                // On small pieces, neighbouring lines blend into this pixel.
                let off = if width == 200 { 32 } else { 6 };
                assert_near(pixels.at(turn((7, 0)), BODY), theme.white.body, off);
                assert_near(pixels.at(turn((0, 7)), BODY), theme.black.body, off);
                assert_near(pixels.at(turn((0, 1)), CROWN), theme.white.crown, off);
                assert_near(pixels.at(turn((7, 6)), CROWN), theme.black.crown, off);
                assert_eq!(pixels.at(turn((3, 3)), MIDDLE), theme.light);
                if !theme.hatched {
                    assert_eq!(pixels.at(turn((4, 3)), MIDDLE), theme.dark);
                }
                if width == 2000 {
                    assert_near(pixels.at(turn((7, 0)), RIM), theme.white.rim, off);
                    assert_near(pixels.at(turn((0, 7)), RIM), theme.black.rim, off);
                }
            }
        }
    }
}

#[test]
fn r_gm_2_squares_of_the_last_move() {
    let before = AnyPosition::start(&Variant::International.into());
    let mv = before.parse_move("32-28").unwrap();
    let position = before.play(&mv).unwrap();
    for theme in Theme::ALL {
        let picture = Picture::new(&position).theme(theme).last_move([mv.from(), mv.to()]);
        let pixels = Pixels::of(&picture.width(800));
        assert_eq!(pixels.at((6, 3), MIDDLE), theme.last);
        for cell in [(6, 3), (5, 4)] {
            assert_eq!(pixels.at(cell, (2.0, 50.0)), theme.last_line, "{}", theme.name);
        }
    }
}

#[test]
fn a_board_of_one_colour() {
    let position = AnyPosition::start(&Variant::Turkish.into());
    for theme in Theme::ALL {
        let pixels = Pixels::of(&Picture::new(&position).theme(theme).width(600));
        for column in 0..8 {
            assert_eq!(pixels.at((3, column), MIDDLE), theme.plain);
        }
    }
}

#[test]
fn edges_of_squares_are_sharp() {
    // Between a light and a dark square no pixel has a third colour, whatever the width.
    let position = AnyPosition::start(&Variant::International.into());
    let theme = Theme::WOOD;
    for width in [199, 200, 240, 333, 480, 801] {
        let picture = Picture::new(&position).coordinates(draughts_picture::Coordinates::Off);
        let pixels = Pixels::of(&picture.width(width));
        for step in 0..200 {
            let ink = pixels.at((4, 1), (f64::from(step), 50.0));
            assert!(ink == theme.light || ink == theme.dark, "{ink} at {step} of {width}");
        }
    }
}

#[test]
fn corners_are_transparent_and_the_frame_is_not() {
    let position = AnyPosition::start(&Variant::Russian.into());
    let pixels = Pixels::of(&Picture::new(&position).width(800));
    assert_eq!(pixels.rgba(0, 0)[3], 0);
    assert_eq!(pixels.rgba(799, 799)[3], 0);
    let [red, green, blue] = Theme::WOOD.frame.rgb();
    assert_eq!(pixels.rgba(400, 12), [red, green, blue, 255]);
}

#[test]
fn every_variant_becomes_pixels() {
    for &variant in Variant::ALL {
        let position = AnyPosition::start(&variant.into());
        for width in [64, 240] {
            let pixels = Pixels::of(&Picture::new(&position).width(width));
            assert_eq!((pixels.width, pixels.height), (width, width), "{variant:?}");
        }
    }
}
