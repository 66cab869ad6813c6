//! Fits the model with three outcomes to positions with scores and results, and tells how well it fits.

use crate::record::{ScoredPosition, record_length};
use anyhow::{Context, Result, ensure};
use clap::Args;
use draughts::{AnyPosition, Color, Variant};
use review::{Model, Outcomes};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Fit how likely a win, a draw and a loss are by the score and the pieces left, and say how well it fits, as Markdown
#[derive(Args)]
#[command(after_help = "Example:
  xz -dc international-10k-105.xz | training fit --variant international -")]
pub struct Fit {
    /// The variant
    #[arg(long)]
    variant: Variant,
    /// Positions that `training generate` wrote; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Every tenth game is held out: the fit is judged by it.
const HELD_OUT: u64 = 10;
/// Scores beyond this, in hundredths of a man, count as this.
const MOST: i32 = 1_000;
/// How many hundredths of a man are taken together.
const STEP: i32 = 5;
/// How many scores are told apart.
const SCORES: usize = (2 * MOST / STEP) as usize + 1;
/// Board with the most squares: 144.
const PIECES: usize = 145;

impl Fit {
    pub fn run(&self) -> Result<()> {
        let mut seen = [Counts::new(), Counts::new()];
        let mut games = Games::default();
        for path in &self.files {
            self.read(path, &mut games, &mut seen)
                .with_context(|| format!("cannot read {}", path.display()))?;
        }
        let start = AnyPosition::start(&self.variant.into());
        let pieces: usize = Color::BOTH.iter().map(|color| start.pieces(*color).len()).sum();
        let [learned, held_out] = seen.map(|counts| counts.cells(pieces));
        ensure!(!learned.is_empty() && !held_out.is_empty(), "there are too few games");
        let model = fitted(&learned);
        write!(io::stdout(), "{}", told(self.variant, &model, games.count, &learned, &held_out))?;
        Ok(())
    }

    fn read(&self, path: &Path, games: &mut Games, seen: &mut [Counts; 2]) -> Result<()> {
        let source: Box<dyn Read> = match path.to_str() {
            Some("-") => Box::new(io::stdin().lock()),
            _ => Box::new(File::open(path)?),
        };
        let mut source = BufReader::new(source);
        let mut bytes = vec![0; record_length(self.variant)];
        games.begin_file();
        loop {
            match source.read_exact(&mut bytes) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                Err(error) => return Err(error.into()),
            }
            let position = ScoredPosition::read(&bytes).context("this is not a record")?;
            let is_held_out = games.number(&position).is_multiple_of(HELD_OUT);
            seen[usize::from(is_held_out)].add(&position);
        }
    }
}

/// Tells games apart: pieces only become fewer until the next game begins.
#[derive(Default)]
struct Games {
    count: u64,
    last: Option<(usize, i8)>,
}

impl Games {
    fn begin_file(&mut self) {
        self.last = None;
    }

    /// The number of the game of a position, from 1.
    fn number(&mut self, position: &ScoredPosition) -> u64 {
        let goes_on = self
            .last
            .is_some_and(|(pieces, result)| position.pieces <= pieces && position.result == result);
        self.count += u64::from(!goes_on);
        self.last = Some((position.pieces, position.result));
        self.count
    }
}

/// How often each result followed, by pieces and score.
struct Counts(Vec<[u64; 3]>);

impl Counts {
    fn new() -> Self {
        Self(vec![[0; 3]; PIECES * SCORES])
    }

    fn add(&mut self, position: &ScoredPosition) {
        let score = (i32::from(position.score).clamp(-MOST, MOST) + MOST + STEP / 2) / STEP;
        let cell = position.pieces.min(PIECES - 1) * SCORES + score as usize;
        self.0[cell][(1 - position.result) as usize] += 1;
    }

    /// What was seen, by the share of so many pieces.
    fn cells(&self, start: usize) -> Vec<Cell> {
        let seen =
            self.0.iter().enumerate().filter(|(_, counts)| counts.iter().any(|count| *count > 0));
        seen.map(|(index, counts)| Cell {
            men: f64::from((index % SCORES) as i32 * STEP - MOST) / 100.0,
            share: (index / SCORES) as f64 / start as f64,
            counts: counts.map(|count| count as f64),
        })
        .collect()
    }
}

/// Positions with the same score and the same number of pieces.
struct Cell {
    men: f64,
    share: f64,
    /// White won, drawn, Black won.
    counts: [f64; 3],
}

impl Cell {
    fn positions(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score that was reached.
    fn reached(&self) -> f64 {
        (self.counts[0] + self.counts[1] / 2.0) / self.positions()
    }
}

/// The mean surprise at the results, in nats.
fn log_loss(model: &Model, cells: &[Cell]) -> f64 {
    /// Nothing is impossible.
    const LEAST: f64 = 1e-6;
    let of = |cell: &Cell| {
        let Outcomes { win, draw, loss } = model.outcomes(cell.men, cell.share);
        let surprise = [win, draw, loss].map(|chance| -chance.max(LEAST).ln());
        cell.counts.iter().zip(surprise).map(|(count, surprise)| count * surprise).sum::<f64>()
    };
    cells.iter().map(of).sum::<f64>() / total(cells)
}

fn total(cells: &[Cell]) -> f64 {
    cells.iter().map(Cell::positions).sum()
}

/// The model of least surprise: one parameter after the other is moved as long as that helps, in ever smaller steps. The
/// surface is smooth and has few dimensions; nothing more clever is needed, and the same counts give the same model.
fn fitted(cells: &[Cell]) -> Model {
    const SMALLEST: f64 = 0.000_5;
    /// Where few positions are, the curves must not go astray.
    const LARGEST: f64 = 6.0;
    let model = |numbers: &[f64; 6]| {
        let [a, b, c, d, e, f] = *numbers;
        Model { slope: [a, b, c], threshold: [d, e, f] }
    };
    let mut numbers = [0.0; 6];
    let mut least = log_loss(&model(&numbers), cells);
    let mut step = 0.5;
    while step > SMALLEST {
        let before = least;
        for index in 0..numbers.len() {
            for change in [step, -step] {
                let mut tried = numbers;
                tried[index] += change;
                let loss = log_loss(&model(&tried), cells);
                if loss < least && tried[index].abs() <= LARGEST {
                    (numbers, least) = (tried, loss);
                    break;
                }
            }
        }
        if before == least {
            step /= 2.0;
        }
    }
    model(&numbers.map(|number| (number * 1_000.0).round() / 1_000.0))
}

/// What the results would say without scores: how often each follows.
fn entropy(learned: &[Cell], cells: &[Cell]) -> f64 {
    let sums = |cells: &[Cell]| {
        let mut sums = [0.0; 3];
        for cell in cells {
            for (sum, count) in sums.iter_mut().zip(cell.counts) {
                *sum += count;
            }
        }
        sums
    };
    let (shares, counts) = (sums(learned).map(|sum| sum / total(learned)), sums(cells));
    shares.iter().zip(counts).map(|(share, count)| -count * share.max(1e-9).ln()).sum::<f64>()
        / total(cells)
}

/// The mean square error of the expected score.
fn square_error(cells: &[Cell], expected: impl Fn(&Cell) -> f64) -> f64 {
    let of = |cell: &Cell| {
        let expected = expected(cell);
        let errors = [1.0, 0.5, 0.0].map(|score: f64| (score - expected).powi(2));
        cell.counts.iter().zip(errors).map(|(count, error)| count * error).sum::<f64>()
    };
    cells.iter().map(of).sum::<f64>() / total(cells)
}

/// The fit as Markdown: a row of numbers, how good it is, and a table of what was expected and what happened.
fn told(
    variant: Variant,
    model: &Model,
    games: u64,
    learned: &[Cell],
    held_out: &[Cell],
) -> String {
    let list = |numbers: [f64; 3]| numbers.map(|number| format!("{number:.3}")).join(", ");
    let draws: f64 = learned.iter().map(|cell| cell.counts[1]).sum::<f64>() / total(learned);
    let mut text = format!(
        "| {} | {} | {} | {games} | {:.0} | {:.0} % | {:.3} | {:.3} | {:.4} | {:.4} |\n\n",
        variant.name(),
        list(model.slope),
        list(model.threshold),
        total(learned) + total(held_out),
        100.0 * draws,
        log_loss(model, held_out),
        entropy(learned, held_out),
        square_error(held_out, |cell| model.outcomes(cell.men, cell.share).expected()),
        square_error(held_out, Cell::reached),
    );
    text += "| expected | win | draw | loss | won | drawn | lost | positions |\n";
    text += "|---|---|---|---|---|---|---|---|\n";
    for tenth in 0..10 {
        text += &row(model, held_out, tenth);
    }
    text
}

/// The positions whose expected score lies in one tenth: what was expected, and what happened.
fn row(model: &Model, cells: &[Cell], tenth: usize) -> String {
    let mut sums = [0.0; 6];
    for cell in cells {
        let found = model.outcomes(cell.men, cell.share);
        if (found.expected() * 10.0).min(9.5) as usize != tenth {
            continue;
        }
        let chances = [found.win, found.draw, found.loss].map(|chance| chance * cell.positions());
        for (sum, value) in sums.iter_mut().zip(chances.into_iter().chain(cell.counts)) {
            *sum += value;
        }
    }
    let positions: f64 = sums[3..].iter().sum();
    if positions == 0.0 {
        return String::new();
    }
    let [low, high] = [tenth, tenth + 1].map(|bound| 10 * bound);
    let shares = sums.map(|sum| format!("{:.1} %", 100.0 * sum / positions)).join(" | ");
    format!("| {low} to {high} % | {shares} | {positions:.0} |\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a model would make happen.
    fn made_by(model: &Model) -> Vec<Cell> {
        let shares = (1..=20).map(|twentieths| f64::from(twentieths) / 20.0);
        let cells = shares.flat_map(|share| (-30..=30).map(move |tenths| (share, tenths)));
        cells
            .map(|(share, tenths)| {
                let men = f64::from(tenths) / 10.0;
                let Outcomes { win, draw, loss } = model.outcomes(men, share);
                Cell { men, share, counts: [win, draw, loss].map(|chance| 1_000.0 * chance) }
            })
            .collect()
    }

    /// Issue 19.2: the fit finds the model that made the results.
    #[test]
    fn the_model_behind_results_is_found() {
        let model = Model { slope: [0.8, 0.5, -0.3], threshold: [0.6, -1.2, 0.4] };
        let found = fitted(&made_by(&model));
        for (found, wanted) in [(found.slope, model.slope), (found.threshold, model.threshold)] {
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 0.03, "{found} instead of {wanted}");
            }
        }
    }

    #[test]
    fn a_fit_is_told_with_what_happened() {
        let model = Model { slope: [0.8, 0.5, -0.3], threshold: [0.6, -1.2, 0.4] };
        let cells = made_by(&model);
        let text = told(Variant::Russian, &model, 7, &cells, &cells);
        assert!(
            text.starts_with("| russian | 0.800, 0.500, -0.300 | 0.600, -1.200, 0.400 | 7 |"),
            "{text}"
        );
        let rows: Vec<Vec<&str>> =
            text.lines().skip(4).map(|row| row.split(" | ").collect()).collect();
        assert_eq!(rows.len(), 10, "{text}");
        for row in rows {
            assert_eq!(row[1..4], row[4..7], "what the model expects is what happened");
        }
    }

    #[test]
    fn games_are_told_apart() {
        let mut games = Games::default();
        let mut number =
            |pieces, result| games.number(&ScoredPosition { pieces, score: 0, result });
        assert_eq!([number(24, 1), number(24, 1), number(9, 1)], [1, 1, 1]);
        assert_eq!([number(23, 1), number(22, 0)], [2, 3]);
    }
}
