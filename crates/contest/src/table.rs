//! Standings as text.

use crate::sprt::Verdict;
use crate::standings::{Standings, TestState};
use crate::tally::Tally;
use core::fmt;

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.names() {
            [one, other] => write_match(f, self, one, other),
            _ => write_cross_table(f, self),
        }?;
        for (player, name) in self.names().iter().enumerate() {
            match self.failures(player) {
                0 => {}
                1 => writeln!(f, "{name} failed in one game, which it lost")?,
                failures => writeln!(f, "{name} failed in {failures} games, which it lost")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for TestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sprt, ratio, pairs, verdict } = self;
        let (lower, upper) = sprt.bounds();
        let claims = [Verdict::Lower, Verdict::Upper].map(|verdict| sprt.claim(verdict));
        write!(
            f,
            "SPRT of Elo {} against {}: LLR {ratio:+.2} within {lower:+.2} … {upper:+.2} after {pairs} pairs",
            claims[0], claims[1]
        )?;
        match verdict {
            Some(verdict) => write!(f, ": {} is accepted", sprt.claim(*verdict)),
            None => Ok(()),
        }
    }
}

fn percent(part: Option<f64>) -> String {
    part.map_or("-".to_owned(), |part| format!("{:.1} %", 100.0 * part))
}

fn points(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        _ => format!("{elo:+.0}"),
    }
}

/// The difference in Elo points with its range: `+35 (+12 … +59)`.
fn elo(tally: &Tally) -> String {
    tally.elo().map_or("-".to_owned(), |elo| {
        format!("{} ({} … {})", points(elo.difference), points(elo.low), points(elo.high))
    })
}

fn write_match(
    f: &mut fmt::Formatter<'_>,
    standings: &Standings,
    one: &str,
    other: &str,
) -> fmt::Result {
    let tally = standings.tally(0, 1);
    let (finished, games) = (standings.finished(), standings.games());
    writeln!(f, "{one} against {other}: {tally} after {finished} of {games} games")?;
    let [lost, worse, even, better, won] = tally.pairs;
    writeln!(
        f,
        "score {}, Elo {}, likelihood of superiority {}, draws {}",
        percent(tally.score()),
        elo(&tally),
        percent(tally.likelihood_of_superiority()),
        percent(tally.draw_ratio())
    )?;
    writeln!(f, "pairs with 0 to 2 points: {lost} {worse} {even} {better} {won}")?;
    match standings.test() {
        Some(test) => writeln!(f, "{test}"),
        None => Ok(()),
    }
}

fn write_cross_table(f: &mut fmt::Formatter<'_>, standings: &Standings) -> fmt::Result {
    let places = standings.places();
    let names = standings.names();
    let longest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let cells: Vec<Vec<String>> = places
        .iter()
        .map(|row| {
            let cell = |column: usize| match places[column].player {
                player if player == row.player => "·".to_owned(),
                player => standings.tally(row.player, player).to_string(),
            };
            (0..places.len()).map(cell).collect()
        })
        .collect();
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(3);
    write!(f, "   {:longest$}  Elo    score  points ", "")?;
    (1..=places.len()).try_for_each(|number| write!(f, "  {number:^width$}"))?;
    writeln!(f)?;
    for (index, place) in places.iter().enumerate() {
        let name = &names[place.player];
        let score = percent(place.tally.score());
        write!(f, "{:>2} {name:longest$} {:>+5.0}", index + 1, place.rating)?;
        write!(f, "  {score:>7}  {:>6}", place.tally.points())?;
        cells[index].iter().try_for_each(|cell| write!(f, "  {cell:^width$}"))?;
        writeln!(f)?;
    }
    writeln!(f, "{} of {} games", standings.finished(), standings.games())
}
