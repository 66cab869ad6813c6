//! The SVG of every variant, read back.

use draughts::{AnyPosition, Color, Numbering, Ruleset, Shade, Square, Style, Variant};
use draughts_picture::{Coordinates, Ink, Picture, Theme};
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};

fn start(variant: Variant) -> AnyPosition {
    AnyPosition::start(&Ruleset::from(variant))
}

fn square(position: &AnyPosition, name: &str) -> Square {
    position.square(name).unwrap()
}

fn number(node: &Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// The target of a `use`, without the picture's prefix.
fn target<'a>(node: &Node<'a, '_>) -> &'a str {
    &node.attribute("href").unwrap()[6..]
}

fn uses<'a, 'd>(document: &'a Document<'d>) -> impl Iterator<Item = Node<'a, 'd>> {
    document.descendants().filter(|node| node.has_tag_name("use"))
}

/// Pieces by row and column of the picture.
fn pieces(document: &Document<'_>) -> BTreeMap<(u8, u8), String> {
    let pieces = uses(document).filter(|node| ["wm", "wk", "bm", "bk"].contains(&target(node)));
    let cell = |node: &Node<'_, '_>, axis| (number(node, axis) / 100.0) as u8;
    pieces.map(|node| ((cell(&node, "y"), cell(&node, "x")), target(&node).to_owned())).collect()
}

/// Words by the row and column of the picture in which they start; a column or row of -1 or of the board's size is the
/// frame.
fn words(document: &Document<'_>) -> BTreeMap<(i32, i32), String> {
    let mut glyphs: Vec<(i32, f64, char)> = uses(document)
        .filter_map(|node| {
            let glyph = target(&node).strip_prefix('-')?.chars().next()?;
            Some(((number(&node, "y") / 100.0).floor() as i32, number(&node, "x"), glyph))
        })
        .collect();
    glyphs.sort_by(|one, two| one.partial_cmp(two).unwrap());
    let mut words: BTreeMap<(i32, i32), String> = BTreeMap::new();
    for (row, x, glyph) in glyphs {
        words.entry((row, (x / 100.0).floor() as i32)).or_default().push(glyph);
    }
    words
}

/// Converts row and column with White at the bottom to those in the picture.
fn turned(size: u8, flipped: bool, (row, column): (u8, u8)) -> (u8, u8) {
    if flipped { (size - 1 - row, size - 1 - column) } else { (row, column) }
}

/// The playing squares by row and column with White at the bottom, with their names, computed independently from the
/// size, the corner and the direction of counting.
fn expected_names(variant: Variant) -> Vec<((u8, u8), String)> {
    let layout = variant.layout();
    let size = layout.width;
    let played = |row: u8, column: u8| match layout.shade {
        Shade::Every => true,
        Shade::LowerLeft => (row + column) % 2 == (size - 1) % 2,
        Shade::LowerRight => (row + column).is_multiple_of(2),
    };
    let cells: Vec<(u8, u8)> = (0..size)
        .flat_map(|row| (0..size).map(move |column| (row, column)))
        .filter(|&(row, column)| played(row, column))
        .collect();
    let count = cells.len();
    let named = cells.into_iter().enumerate().map(|(before, (row, column))| {
        let naming = variant.spec().naming;
        let name = match (naming.style, naming.numbering) {
            (Style::Letters, _) => format!("{}{}", char::from(b'a' + column), size - row),
            (_, Numbering::FromTopLeft) => (before + 1).to_string(),
            (_, Numbering::FromBottomRight) => (count - before).to_string(),
        };
        ((row, column), name)
    });
    named.collect()
}

fn everything() -> impl Iterator<Item = (Variant, bool)> {
    Variant::ALL.iter().flat_map(|&variant| [(variant, false), (variant, true)])
}

#[test]
fn r_ui_1_every_piece_stands_on_its_square() {
    for (variant, flipped) in everything() {
        let position = start(variant);
        let svg = Picture::new(&position).flipped(flipped).svg();
        let document = Document::parse(&svg).unwrap();
        let drawn = pieces(&document);
        let spec = variant.spec();
        let size = variant.layout().width;
        let in_a_row = if variant.layout().shade == Shade::Every { size } else { size / 2 };
        let men = usize::from(spec.rows * in_a_row);
        for kind in ["wm", "bm"] {
            assert_eq!(drawn.values().filter(|&drawn| drawn == kind).count(), men, "{variant:?}");
        }
        assert_eq!(drawn.len(), 2 * men, "{variant:?}");
        for (cell, _) in expected_names(variant) {
            let (row, _) = cell;
            let rows = spec.rows_behind..spec.rows_behind + spec.rows;
            let expected = if rows.contains(&row) {
                Some("bm")
            } else if rows.contains(&(size - 1 - row)) {
                Some("wm")
            } else {
                None
            };
            let drawn = drawn.get(&turned(size, flipped, cell)).map(String::as_str);
            assert_eq!(drawn, expected, "{variant:?} {cell:?}");
        }
    }
}

#[test]
fn r_ui_1_kings_are_crowned() {
    let position =
        AnyPosition::from_fen(&Variant::International.into(), "W:WK3,K9,22:B1,2,K46").unwrap();
    let svg = Picture::new(&position).svg();
    let document = Document::parse(&svg).unwrap();
    let kinds: Vec<String> = pieces(&document).into_values().collect();
    assert_eq!(kinds, ["bm", "bm", "wk", "wk", "wm", "bk"]);
    for (kind, crowns) in [("wm", 0), ("bm", 0), ("wk", 1), ("bk", 1)] {
        let drawing = document
            .descendants()
            .find(|node| node.attribute("id").is_some_and(|id| id.ends_with(kind)))
            .unwrap();
        let crowned = drawing.children().filter(|node| node.has_tag_name("g")).count();
        assert_eq!(crowned, crowns, "{kind}");
        let walls = drawing.children().filter(|node| node.attribute("stroke-width") == Some("2.8"));
        assert_eq!(walls.count(), 1 + crowns, "{kind}: a king is two discs");
    }
}

#[test]
fn names_inside_are_those_of_the_variant() {
    for (variant, flipped) in everything() {
        let position = start(variant);
        let picture = Picture::new(&position).flipped(flipped).coordinates(Coordinates::Inside);
        let svg = picture.svg();
        let drawn = words(&Document::parse(&svg).unwrap());
        let size = variant.layout().width;
        let expected: BTreeMap<(i32, i32), String> = expected_names(variant)
            .into_iter()
            .map(|(cell, name)| {
                let (row, column) = turned(size, flipped, cell);
                ((row.into(), column.into()), name)
            })
            .collect();
        assert_eq!(drawn, expected, "{variant:?}, flipped: {flipped}");
    }
}

#[test]
fn names_on_the_frame_are_those_of_the_edge() {
    for (variant, flipped) in everything() {
        let position = start(variant);
        let picture = Picture::new(&position).flipped(flipped).coordinates(Coordinates::Border);
        let svg = picture.svg();
        let drawn = words(&Document::parse(&svg).unwrap());
        let size = variant.layout().width;
        let end = i32::from(size);
        let mut expected = BTreeMap::new();
        if variant.spec().naming.style == Style::Letters {
            for place in 0..size {
                let (row, column) = turned(size, flipped, (place, place));
                expected.insert((end, column.into()), char::from(b'a' + place).to_string());
                expected.insert((row.into(), -1), (size - place).to_string());
            }
        } else {
            for (cell, name) in expected_names(variant) {
                let (row, column) = turned(size, flipped, cell);
                let (row, column) = (i32::from(row), i32::from(column));
                if row == 0 {
                    expected.insert((-1, column), name);
                } else if row == end - 1 {
                    expected.insert((end, column), name);
                } else if column == 0 {
                    expected.insert((row, -1), name);
                } else if column == end - 1 {
                    expected.insert((row, end), name);
                }
            }
        }
        assert_eq!(drawn, expected, "{variant:?}, flipped: {flipped}");
    }
}

#[test]
fn corners_have_the_numbers_of_the_rulebooks() {
    let corner = |variant, flipped, cell| {
        let position = start(variant);
        let picture = Picture::new(&position).flipped(flipped).coordinates(Coordinates::Inside);
        words(&Document::parse(&picture.svg()).unwrap()).get(&cell).cloned()
    };
    let some = |name: &str| Some(name.to_owned());
    assert_eq!(corner(Variant::International, false, (0, 1)), some("1"));
    assert_eq!(corner(Variant::International, false, (9, 0)), some("46"));
    assert_eq!(corner(Variant::International, true, (9, 0)), some("5"));
    assert_eq!(corner(Variant::American, false, (7, 0)), some("29"));
    assert_eq!(corner(Variant::Italian, false, (0, 0)), some("1"));
    assert_eq!(corner(Variant::Italian, false, (7, 7)), some("32"));
    assert_eq!(corner(Variant::Spanish, false, (7, 7)), some("1"));
    assert_eq!(corner(Variant::Portuguese, false, (7, 7)), some("1"));
    assert_eq!(corner(Variant::Portuguese, true, (0, 0)), some("1"));
    assert_eq!(corner(Variant::Thai, false, (7, 6)), some("1"));
    assert_eq!(corner(Variant::Russian, false, (7, 0)), some("a1"));
    assert_eq!(corner(Variant::Canadian, false, (11, 0)), some("67"));
    assert_eq!(corner(Variant::Turkish, true, (7, 0)), some("h8"));
}

#[test]
fn the_usual_names_can_be_read() {
    let count = |variant, width| {
        let position = start(variant);
        let svg = Picture::new(&position).width(width).svg();
        words(&Document::parse(&svg).unwrap()).len()
    };
    assert_eq!(count(Variant::International, 800), 50);
    assert_eq!(count(Variant::International, 240), 18);
    assert_eq!(count(Variant::Russian, 800), 16);
    let position = start(Variant::American);
    let svg = Picture::new(&position).coordinates(Coordinates::Off).svg();
    assert!(words(&Document::parse(&svg).unwrap()).is_empty());
}

#[test]
fn names_stand_clear_of_pieces() {
    // Two digits end before the piece on the same square starts, including rim and stroke.
    let position = start(Variant::International);
    let svg = Picture::new(&position).coordinates(Coordinates::Inside).svg();
    let document = Document::parse(&svg).unwrap();
    let scale: f64 = document
        .descendants()
        .find_map(|node| node.attribute("transform")?.strip_prefix("scale(")?.strip_suffix(')'))
        .unwrap()
        .parse()
        .unwrap();
    for node in uses(&document).filter(|node| target(node).starts_with('-')) {
        // The lower right end of a digit is round at most, so its box may lose a corner.
        let x = number(&node, "x") % 100.0 + 10.5 * scale;
        let y = number(&node, "y") % 100.0 + 18.5 * scale;
        let distance = ((50.0 - x).powi(2) + (49.0 - y).powi(2)).sqrt();
        assert!(distance > 37.8 + 1.6 * scale, "{} at {x} {y}", target(&node));
    }
}

#[test]
fn r_gm_2_the_last_move_is_marked_over_its_whole_path() {
    let before =
        AnyPosition::from_fen(&Variant::International.into(), "W:W32,K48:B28,19,K5").unwrap();
    let mv = before.parse_move("32x14").unwrap();
    let after = before.play(&mv).unwrap();
    let path = before.main_path(&mv).squares;
    assert_eq!(path.len(), 3);
    let svg = Picture::new(&after).last_move(path.iter().copied()).svg();
    let document = Document::parse(&svg).unwrap();
    let last = Theme::WOOD.last.to_string();
    let marked: BTreeSet<&str> = document
        .descendants()
        .filter(|node| node.attribute("fill") == Some(&last))
        .map(|node| node.attribute("d").unwrap().split('h').next().unwrap())
        .collect();
    assert_eq!(marked, BTreeSet::from(["M300 600", "M500 400", "M700 200"]));
}

#[test]
fn arrows_and_rings_are_drawn() {
    let position = start(Variant::Russian);
    let plain = Picture::new(&position).svg();
    let (from, to) = (square(&position, "c3"), square(&position, "d4"));
    let picture = Picture::new(&position).arrows([(from, to), (from, from)]).marks([to]);
    let svg = picture.svg();
    let mark = Theme::WOOD.mark.to_string();
    assert!(!plain.contains(&mark));
    let document = Document::parse(&svg).unwrap();
    let arrows =
        document.descendants().filter(|node| node.attribute("fill") == Some(&mark)).count();
    assert_eq!(arrows, 1);
    let rings =
        document.descendants().filter(|node| node.attribute("stroke") == Some(&mark)).count();
    assert_eq!(rings, 1);
}

#[test]
fn squares_have_tints_and_notes() {
    let position = start(Variant::International);
    let (one, other) = (square(&position, "28"), square(&position, "32"));
    let picture = Picture::new(&position)
        .tints([(one, Ink(0x123456)), (other, Ink(0x654321))])
        .notes([(one, "-0.35".to_owned()), (other, "+1".to_owned()), (other, String::new())]);
    let svg = picture.svg();
    let document = Document::parse(&svg).unwrap();
    let tinted = |ink: &str| -> Vec<&str> {
        let nodes = document.descendants().filter(|node| node.attribute("fill") == Some(ink));
        nodes.filter_map(|node| node.attribute("d")).collect()
    };
    assert_eq!(tinted("#123456"), ["M400 500h100v100h-100z"]);
    assert_eq!(tinted("#654321"), ["M300 600h100v100h-100z"]);
    let written = |at: &str| {
        let note = document.descendants().find(|node| {
            node.attribute("transform").is_some_and(|transform| transform.starts_with(at))
        });
        note.unwrap().descendants().filter(|node| node.has_tag_name("path")).count()
    };
    assert_eq!(written("translate(406"), 2 * "-0.35".len(), "{svg}");
    assert!(svg.contains("Notes: 28 -0.35, 32 +1, 32 ."), "{svg}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

#[test]
fn a_picture_says_what_it_shows() {
    let position = AnyPosition::from_fen(&Variant::Russian.into(), "B:Wc3,a1,Kh4:BKb8").unwrap();
    let svg = Picture::new(&position).title("Petrov's <triangle> & \"more\"\u{0}").svg();
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let text = |tag: &str| {
        let node = root.children().find(|node| node.has_tag_name(tag)).unwrap();
        (node.attribute("id").unwrap().to_owned(), node.text().unwrap().to_owned())
    };
    let (title_id, title) = text("title");
    let (description_id, description) = text("desc");
    assert_eq!(title, "Petrov's <triangle> & \"more\" ");
    assert_eq!(
        description,
        format!("White: men on a1, c3; king on h4. Black: king on b8. FEN {}", position.to_fen())
    );
    assert_eq!(
        root.attribute("aria-labelledby"),
        Some(format!("{title_id} {description_id}").as_str())
    );
    let svg = Picture::new(&position).svg();
    assert!(svg.contains(">Draughts board, Black to move</title>"));
}

#[test]
fn pictures_do_not_disturb_each_other_or_the_page() {
    let mut seen = BTreeSet::new();
    for (variant, flipped) in everything() {
        for theme in Theme::ALL {
            let position = start(variant);
            let title = variant.name();
            let picture = Picture::new(&position).flipped(flipped).theme(theme).title(title);
            let svg = picture.svg();
            let document = Document::parse(&svg).unwrap();
            let ids: Vec<&str> =
                document.descendants().filter_map(|node| node.attribute("id")).collect();
            let own: BTreeSet<&str> = ids.iter().copied().collect();
            assert_eq!(own.len(), ids.len(), "{variant:?}");
            for node in uses(&document) {
                assert!(own.contains(&node.attribute("href").unwrap()[1..]), "{variant:?}");
            }
            for node in document.descendants() {
                let fill = node.attribute("fill").and_then(|fill| fill.strip_prefix("url(#"));
                assert!(fill.is_none_or(|id| own.contains(id.trim_end_matches(')'))));
            }
            for id in ids {
                assert!(seen.insert(id.to_owned()), "{id} of {variant:?} {}", theme.name);
            }
            for strange in ["<script", "<style", "<image", "<text", "font", "xlink", "style="] {
                assert!(!svg.contains(strange), "{strange}");
            }
            assert_eq!(svg.matches("http").count(), 1);
        }
    }
}

#[test]
fn pictures_are_small() {
    for (variant, flipped) in everything() {
        for theme in Theme::ALL {
            for coordinates in [Coordinates::Usual, Coordinates::Inside, Coordinates::Border] {
                let position = start(variant);
                let picture =
                    Picture::new(&position).flipped(flipped).theme(theme).coordinates(coordinates);
                let bytes = picture.width(800).svg().len();
                assert!(bytes < 18_500, "{variant:?} {} {coordinates:?}: {bytes}", theme.name);
            }
        }
    }
}

#[test]
fn a_width_that_makes_no_sense_is_brought_to_one_that_does() {
    let position = start(Variant::American);
    for (asked, given) in [(0, "64"), (64, "64"), (333, "333"), (u32::MAX, "4096")] {
        let svg = Picture::new(&position).width(asked).svg();
        let document = Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("width"), Some(given));
        assert_eq!(document.root_element().attribute("height"), Some(given));
    }
}

#[test]
fn a_house_rule_board_of_another_size_is_drawn() {
    let rules: Ruleset = "russian,board=12".parse().unwrap();
    let position = AnyPosition::start(&rules);
    let svg = Picture::new(&position).svg();
    let words = words(&Document::parse(&svg).unwrap());
    assert_eq!(words[&(12, 11)], "l");
    assert_eq!(words[&(0, -1)], "12");
    assert_eq!(position.turn(), Color::White);
}

/// FNV-1a, which no release of the standard library can change.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[test]
fn the_same_picture_is_the_same_text_for_ever() {
    let picture = |variant, theme| {
        let position = start(variant);
        let svg = Picture::new(&position).theme(theme).width(600).svg();
        assert_eq!(svg, Picture::new(&position).theme(theme).width(600).svg());
        hash(&svg)
    };
    let drawn = [
        picture(Variant::American, Theme::CLASSIC),
        picture(Variant::International, Theme::WOOD),
        picture(Variant::Turkish, Theme::BLUE),
        picture(Variant::Canadian, Theme::PRINT),
        picture(Variant::Russian, Theme::CONTRAST),
    ];
    // After an intended change of the drawing, check the gallery and update these.
    assert_eq!(
        drawn,
        [
            0x497C_79E6_9457_BFA4,
            0xB14B_24A2_CC59_9CAA,
            0x9FDB_1249_E8C6_0268,
            0x04FA_1166_BD96_FEAE,
            0xC473_F31B_951D_3AA0
        ]
    );
}
