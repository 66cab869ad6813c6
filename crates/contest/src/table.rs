//! Standings as text.

use crate::match_score::MatchScore;
use crate::sprt::SprtVerdict;
use crate::standings::{Standings, TestState};
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
        let claims = [SprtVerdict::Lower, SprtVerdict::Upper].map(|verdict| sprt.claim(verdict));
        write!(
            f,
            "SPRT of Elo {} against {}: LLR {ratio:+.2} within {lower:+.2} … {upper:+.2}, pairs seen: {pairs}",
            claims[0], claims[1]
        )?;
        match verdict {
            Some(verdict) => write!(f, "; {} is accepted", sprt.claim(*verdict)),
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
        // Not -0.
        _ => format!("{:+.0}", elo.round() + 0.0),
    }
}

/// The difference in Elo points with its range: `+35 (+12 … +59)`.
fn elo(score: &MatchScore) -> String {
    score.elo().map_or("-".to_owned(), |elo| {
        format!("{} ({} … {})", points(elo.difference), points(elo.low), points(elo.high))
    })
}

fn write_match(
    f: &mut fmt::Formatter<'_>,
    standings: &Standings,
    one: &str,
    other: &str,
) -> fmt::Result {
    let score = standings.score(0, 1);
    let (finished, games) = (standings.finished(), standings.games());
    writeln!(f, "{one} against {other}: {score} after {finished} of {games} games")?;
    let [lost, worse, even, better, won] = score.pairs;
    writeln!(f, "score {}, draws {}", percent(score.average()), percent(score.draw_ratio()))?;
    let superiority = percent(score.likelihood_of_superiority());
    writeln!(f, "Elo {}, likelihood of superiority {superiority}", elo(&score))?;
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
                player => standings.score(row.player, player).to_string().replace(' ', ""),
            };
            (0..places.len()).map(cell).collect()
        })
        .collect();
    let width = cells.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0).max(3);
    let numbers: String = (1..=places.len()).map(|place| format!("  {place:^width$}")).collect();
    writeln!(f, "   {:longest$}   Elo    score  points{}", "", numbers.trim_end())?;
    for (index, place) in places.iter().enumerate() {
        let name = &names[place.player];
        let score = percent(place.score.average());
        let cells: String = cells[index].iter().map(|cell| format!("  {cell:^width$}")).collect();
        write!(f, "{:>2} {name:longest$} {:>+5.0}", index + 1, place.rating)?;
        writeln!(f, "  {score:>7}  {:>6}{}", place.score.points(), cells.trim_end())?;
    }
    writeln!(f, "{} of {} games", standings.finished(), standings.games())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_score::GameResult::{self, Draw, Loss, Win};
    use crate::schedule::Schedule;

    fn standings(names: &[&str], sprt: Option<&str>, white: &[GameResult]) -> Standings {
        let schedule = Schedule::new(names.len(), 2);
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        let sprt = sprt.map(|text| text.parse().unwrap());
        let mut standings = Standings::new(names, schedule.clone(), sprt);
        for (number, result) in white.iter().enumerate() {
            let failed = (number == 1).then_some(0);
            standings.add(&schedule.pairing(number), *result, failed);
        }
        standings
    }

    #[test]
    fn a_match_in_words() {
        let text = standings(&["Anna", "Bruno"], Some("0,10"), &[Win, Win, Draw]).to_string();
        let expected = [
            "Anna against Bruno: +1 =1 -1 after 3 of 4 games",
            "score 50.0 %, draws 33.3 %",
            "Elo +0 (-255 … +255), likelihood of superiority 50.0 %",
            "pairs with 0 to 2 points: 0 0 1 0 0",
            "SPRT of Elo 0 against 10: LLR -0.03 within -2.94 … +2.94, pairs seen: 1",
            "Anna failed in one game, which it lost",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_tournament_in_columns() {
        let results = [Loss, Win, Draw, Draw, Win, Loss];
        let text = standings(&["Anna", "Bruno", "Carla Ω"], None, &results).to_string();
        let expected = [
            "             Elo    score  points    1       2       3",
            " 1 Bruno    +275  100.0 %       4    ·     +2=0-0  +2=0-0",
            " 2 Anna     -137   25.0 %       1  +0=0-2    ·     +0=2-0",
            " 3 Carla Ω  -137   25.0 %       1  +0=0-2  +0=2-0    ·",
            "6 of 12 games",
            "Anna failed in one game, which it lost",
        ];
        assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    }
}
