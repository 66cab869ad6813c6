//! Arrows between squares.

use crate::view::short;

const HEAD: f64 = 34.0;
const HEAD_WIDTH: f64 = 23.0;
const SHAFT_WIDTH: f64 = 7.0;
/// The distance from the middle of an arrow's first square to its start.
const START: f64 = 14.0;

/// The outline of an arrow between two points; empty if they are the same.
pub fn outline(from: (f64, f64), to: (f64, f64)) -> Option<String> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt();
    if length < 1.0 {
        return None;
    }
    let (along, aside) = ((dx / length, dy / length), (-dy / length, dx / length));
    let neck = length - HEAD;
    let corners = [
        (START, SHAFT_WIDTH),
        (neck, SHAFT_WIDTH),
        (neck, HEAD_WIDTH),
        (length, 0.0),
        (neck, -HEAD_WIDTH),
        (neck, -SHAFT_WIDTH),
        (START, -SHAFT_WIDTH),
    ];
    let points = corners.map(|(ahead, side)| {
        let x = from.0 + along.0 * ahead + aside.0 * side;
        let y = from.1 + along.1 * ahead + aside.1 * side;
        format!("{} {}", short(x), short(y))
    });
    Some(format!("M{}z", points.join("L")))
}
