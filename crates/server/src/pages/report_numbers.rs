//! The numbers of a report, side by side.

use crate::words::{Phrase, Voice};
use draughts::Color;
use minijinja::{Value, context};
use wire::{GameReport, LeadView, SideReport, TimeUseView};

/// One side's number, and the ply it refers to.
struct Cell {
    text: String,
    ply: Option<usize>,
}

impl Cell {
    fn of(text: String) -> Self {
        Self { text, ply: None }
    }
}

/// The numbers of both sides as table rows; rows without any are left out. `winner` is set if the game has a result.
pub fn numbers(report: &GameReport, winner: Option<Option<Color>>, voice: Voice) -> Vec<Value> {
    let sides = [(Color::White, &report.white), (Color::Black, &report.black)];
    let mut rows = Vec::new();
    let mut row = |label: Phrase, cell: &dyn Fn(Color, &SideReport) -> Option<Cell>| {
        let cells = sides.map(|(color, side)| cell(color, side));
        if cells.iter().all(Option::is_none) {
            return;
        }
        let cells = cells.map(|cell| {
            let Cell { text, ply } = cell.unwrap_or_else(|| Cell::of("–".to_owned()));
            let judged = ply.and_then(|ply| report.moves.get(ply - 1));
            let at = judged.map(|judged| format!("{} {}", judged.number, judged.text));
            context! { text, ply, at, shown => judged.map(|judged| &judged.text) }
        });
        rows.push(context! { label => label.said(voice), cells });
    };
    row(Phrase::new("report.points"), &|color, _| {
        winner.map(|winner| {
            Cell::of(match winner {
                None => "½".to_owned(),
                Some(winner) => usize::from(winner == color).to_string(),
            })
        })
    });
    row(Phrase::new("report.highest-chance"), &|_, side| {
        let LeadView { ply, expected } = side.highest_lead?;
        Some(Cell { text: percent(expected), ply: Some(ply) })
    });
    row(Phrase::new("report.accuracy-opening"), &|_, side| accuracy(side.stages.opening));
    row(Phrase::new("report.accuracy-middle"), &|_, side| accuracy(side.stages.middle));
    row(Phrase::new("report.accuracy-endgame"), &|_, side| accuracy(side.stages.endgame));
    for moves in lengths(report) {
        let label = Phrase::new("report.shots-of").with("count", moves as u64);
        row(label, &|_, side| {
            let count = side.shots.iter().find(|count| count.moves == moves)?;
            let phrase = Phrase::new("report.shots-missed")
                .with("available", count.available as u64)
                .with("missed", count.missed as u64);
            Some(Cell::of(phrase.said(voice)))
        });
    }
    row(Phrase::new("report.counter-shots"), &|_, side| count(&side.counter_shots));
    row(Phrase::new("report.costly-exchanges"), &|_, side| count(&side.costly_exchanges));
    row(Phrase::new("report.new-kings"), &|_, side| kings(side, voice));
    row(Phrase::new("report.time-used"), &|_, side| Some(Cell::of(clock(side.time?.total))));
    row(Phrase::new("report.longest-thought"), &|_, side| {
        let TimeUseView { longest, longest_ply, .. } = side.time?;
        Some(Cell { text: clock(longest), ply: Some(longest_ply) })
    });
    rows
}

/// The lengths of the available shots, shortest first.
fn lengths(report: &GameReport) -> Vec<usize> {
    let shots = report.white.shots.iter().chain(&report.black.shots);
    let mut lengths: Vec<usize> = shots.map(|count| count.moves).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

fn percent(value: f64) -> String {
    format!("{value:.0} %")
}

fn accuracy(value: Option<f64>) -> Option<Cell> {
    value.map(|value| Cell::of(percent(value)))
}

fn count(plies: &[usize]) -> Option<Cell> {
    let ply = plies.first().copied();
    ply.map(|_| Cell { text: plies.len().to_string(), ply })
}

fn kings(side: &SideReport, voice: Voice) -> Option<Cell> {
    let all = side.new_kings.len();
    let lost: Vec<usize> = side
        .new_kings
        .iter()
        .filter(|king| king.taken)
        .map(|king| king.moved.unwrap_or(king.made))
        .collect();
    let phrase = match lost.len() {
        0 => return (all > 0).then(|| Cell::of(all.to_string())),
        count => {
            Phrase::new("report.kings-taken").with("all", all as u64).with("taken", count as u64)
        }
    };
    Some(Cell { text: phrase.said(voice), ply: lost.first().copied() })
}

/// Formats seconds as a clock.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_as_clocks_show_them() {
        assert_eq!(clock(0.4), "0:00");
        assert_eq!(clock(59.6), "1:00");
        assert_eq!(clock(3_723.0), "1:02:03");
    }
}
