//! Writes pictures of many boards into a folder: `cargo run -p draughts-picture --features png --example
//! gallery -- FOLDER`.

use draughts::{AnyPosition, Ruleset, Variant};
use draughts_picture::{Coordinates, Picture, Theme};
use std::error::Error;
use std::path::Path;

const MIDDLE_GAME: &str =
    "W:WK3,K9,22,K24,27,28,33,38,K41,42,43,47,49:B1,2,K5,8,13,14,18,19,K46,K37,K26,20,25";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let folder = Path::new(&folder);
    let write = |name: String, picture: Picture<'_>| -> Result<(), Box<dyn Error>> {
        std::fs::write(folder.join(format!("{name}.svg")), picture.svg())?;
        std::fs::write(folder.join(format!("{name}.png")), picture.png()?)?;
        Ok(())
    };
    for &variant in Variant::ALL {
        let start = AnyPosition::start(&Ruleset::from(variant));
        for (width, flipped) in [(240, false), (800, false), (800, true)] {
            let side = if flipped { "black" } else { "white" };
            let picture = Picture::new(&start).width(width).flipped(flipped);
            write(format!("{}-{side}-{width}", variant.name()), picture)?;
        }
    }
    let game = AnyPosition::from_fen(&Variant::International.into(), MIDDLE_GAME)?;
    let square = |name| game.square(name).ok_or("no such square");
    for theme in Theme::ALL {
        for width in [240, 800] {
            let picture = Picture::new(&game)
                .theme(theme)
                .width(width)
                .last_move([square("14")?, square("23")?, square("32")?])
                .arrows([(square("41")?, square("23")?)])
                .marks([square("46")?]);
            write(format!("game-{}-{width}", theme.name), picture)?;
        }
        let start = AnyPosition::start(&Variant::Turkish.into());
        let picture = Picture::new(&start).theme(theme).width(400);
        write(format!("turkish-{}", theme.name), picture)?;
    }
    let border = Picture::new(&game).coordinates(Coordinates::Border).theme(Theme::PRINT);
    write("magazine".to_owned(), border.width(800))
}
