use super::*;
use crossterm::event::{Event, MouseButton, MouseEvent, MouseEventKind};
use draughts::Variant;
use ratatui::layout::Rect;

fn click(sitting: &mut Sitting, column: u16, row: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
    let now = sitting.log().table().last_event();
    sitting.input(&Event::Mouse(mouse), now);
}

#[test]
fn no_size_is_too_much_for_any_variant() {
    for (index, variant) in Variant::ALL.iter().enumerate() {
        let mut sitting = two(variant.name());
        sitting.look = [PLAIN, COLORED, Look { ascii: false, color: false }][index % 3];
        let widths = (1..=60).step_by(3).chain([79, 80, 81, 100, 120, 133, 160, 199, 200]);
        for width in widths {
            for height in (1..=30).chain([36, 40, 45, 50, 59, 60]) {
                sitting.help = (width + height) % 5 == 0;
                let text = screen(&sitting, width, height);
                assert_eq!(text.lines().count(), usize::from(height));
            }
        }
    }
}

#[test]
fn no_click_is_too_much_for_any_size() {
    for (width, height) in [(1, 1), (22, 12), (40, 20), (80, 24), (200, 60)] {
        let mut sitting = two("american");
        sitting.fit(Rect::new(0, 0, width, height));
        for (x, y) in (0..210).step_by(3).flat_map(|x| (0..62).map(move |y| (x, y))) {
            click(&mut sitting, x, y);
        }
    }
}

/// Whether the cursor's bracket is drawn within the distance of a square of the largest size from a place.
fn is_near(text: &str, x: u16, y: u16) -> bool {
    let lines = text.lines().enumerate().filter(|(row, _)| row.abs_diff(y.into()) < 3);
    let mut brackets = lines.flat_map(|(_, line)| line.match_indices('['));
    brackets.any(|(column, _)| column.abs_diff(x.into()) < 6)
}

#[test]
fn a_click_meets_the_square_that_is_drawn_there() {
    for (variant, flipped) in [("italian", false), ("russian", true), ("turkish", false)] {
        for (width, height) in [(26, 16), (40, 20), (80, 24), (120, 45)] {
            let mut sitting = two(variant);
            sitting.flipped = flipped;
            sitting.fit(Rect::new(0, 0, width, height));
            let mut met = 0;
            for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
                let before = sitting.cursor;
                click(&mut sitting, x, y);
                if sitting.cursor != before {
                    met += 1;
                    let text = screen(&sitting, width, height);
                    assert!(is_near(&text, x, y), "{x},{y}:\n{text}");
                }
            }
            let squares = usize::from(sitting.position().layout().squares);
            assert!(met >= squares, "{variant} {width}x{height}: {met}");
        }
    }
}

#[test]
fn a_click_plays_like_enter() {
    let mut sitting = two("american");
    sitting.fit(Rect::new(0, 0, 80, 24));
    for name in ["11", "15"] {
        let square = sitting.position().square(name).unwrap();
        let (row, column) = sitting.position().row_column(square);
        click(&mut sitting, u16::from(column) * 4 + 1, u16::from(row) * 2 + 2);
    }
    assert_eq!(sitting.log().table().moves(), ["11-15"]);
}
