//! The published model is the one that judges. Issue 19.2.

use draughts::Variant;
use draughts_review::Model;

const PAGE: &str = include_str!("../../../docs/chances.md");

/// The variants with numbers of their own, and their numbers.
fn published() -> Vec<(Variant, Model)> {
    let numbers = |cell: &str| {
        let numbers: Vec<f64> =
            cell.split(',').map(|number| number.trim().parse().unwrap()).collect();
        <[f64; 3]>::try_from(numbers).unwrap()
    };
    let rows = PAGE.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        // Another table of the page has variants, too.
        let variant = cells.first().filter(|_| cells.len() == 10)?.parse().ok()?;
        Some((variant, Model { slope: numbers(cells[1]), threshold: numbers(cells[2]) }))
    });
    rows.collect()
}

#[test]
fn the_numbers_of_the_page_are_those_of_the_code() {
    let published = published();
    assert_eq!(published.len(), 10);
    for (variant, model) in &published {
        assert_eq!(Model::of(*variant), *model, "{variant:?}");
    }
    // All others have those of a relative.
    for variant in Variant::ALL {
        let model = Model::of(*variant);
        assert!(published.iter().any(|(_, other)| *other == model), "{variant:?}");
    }
}
