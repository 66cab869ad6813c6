//! The results of attacks, and whether the server held.

use super::crew::Crew;
use super::kind::Attack;
use super::visitors::Visits;
use crate::memory::Memory;
use crate::report::{Bars, LoadReport};
use core::fmt;
use serde::Serialize;
use std::collections::BTreeMap;

/// What one address may create, according to operating.md: a burst of games, and then one per second.
const GAMES_AT_ONCE: f64 = 500.0;

/// The result of one attack.
#[derive(Clone, Debug, Serialize)]
pub struct Attacked {
    /// The attack.
    pub attack: Attack,
    /// The number of its addresses.
    pub addresses: usize,
    /// The minimum number of requests.
    pub wanted: u64,
    /// Requests sent.
    pub sent: u64,
    /// Requests that the server granted.
    pub done: u64,
    /// Refusals, by status.
    pub refused: BTreeMap<u16, u64>,
    /// Requests without a response, or whose response was not awaited.
    pub unanswered: u64,
    /// The most games created by one of the addresses.
    pub games: u64,
    /// What honest visitors did meanwhile.
    pub visits: Option<Visits>,
    /// The report of the honest games, if any could be played.
    pub honest: Option<LoadReport>,
    /// Why there were none.
    pub trouble: Option<String>,
}

impl Attacked {
    pub(super) fn of(crew: &Crew, played: Result<(LoadReport, Visits), String>) -> Self {
        let (honest, visits, trouble) = match played {
            Ok((report, visits)) => (Some(report), Some(visits), None),
            Err(trouble) => (None, None, Some(trouble)),
        };
        Self {
            attack: crew.attack,
            addresses: crew.attackers.len(),
            wanted: crew.lines as u64,
            sent: crew.score.sent.get(),
            done: crew.score.done.get(),
            refused: crew.score.refused(),
            unanswered: crew.score.unanswered.get(),
            games: crew.attackers.iter().map(|attacker| attacker.games.get()).max().unwrap_or(0),
            visits,
            honest,
            trouble,
        }
    }

    /// Why the server did not hold, each reason in a sentence.
    pub fn missed(&self, bars: &Bars) -> Vec<String> {
        let mut missed: Vec<String> = self.trouble.iter().cloned().collect();
        let Some(honest) = &self.honest else { return missed };
        missed.extend(honest.missed(bars));
        if honest.moves > 0 && honest.seen.count == 0 {
            missed.push("no move reached an opponent whose line was not lost".to_owned());
        }
        for (said, count) in &honest.refusals {
            missed.push(format!("refused to honest people: {said} ({count})"));
        }
        for (count, what) in [(honest.dropped, "were dropped"), (honest.failed, "failed")] {
            if count > 0 {
                missed.push(format!("{count} connections of honest people {what}"));
            }
        }
        if self.sent < self.wanted {
            missed.push(format!("only {} of {} were sent", self.sent, self.wanted));
        }
        let most = GAMES_AT_ONCE + honest.seconds.ceil() + 1.0;
        if self.games as f64 > most {
            missed.push(format!(
                "one address set up {} games, more than {most}: are the limits off?",
                self.games
            ));
        }
        missed
    }
}

/// The results of several attacks, as a table.
pub struct VerdictTable<'a> {
    /// The attacks.
    pub attacks: &'a [Attacked],
    /// The criteria.
    pub bars: &'a Bars,
}

impl VerdictTable<'_> {
    /// Why the server did not hold, each reason with the attack's name.
    pub fn missed(&self) -> Vec<String> {
        let named = |attacked: &Attacked| {
            let missed = attacked.missed(self.bars).into_iter();
            missed.map(|missed| format!("{}: {missed}", attacked.attack)).collect::<Vec<_>>()
        };
        self.attacks.iter().flat_map(named).collect()
    }
}

impl fmt::Display for VerdictTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<18}{:>8}{:>8}{:>9}{:>12} |{:>7}{:>8}{:>8}{:>9} |{:>6}{:>7} |",
            "attack",
            "sent",
            "done",
            "refused",
            "unanswered",
            "moves",
            "p50",
            "p99",
            "max ms",
            "MB",
            "most"
        )?;
        for attacked in self.attacks {
            self.row(f, attacked)?;
        }
        for attacked in self.attacks {
            self.details(f, attacked)?;
        }
        Ok(())
    }
}

impl VerdictTable<'_> {
    fn row(&self, f: &mut fmt::Formatter<'_>, attacked: &Attacked) -> fmt::Result {
        let Attacked { attack, sent, done, refused, unanswered, honest, .. } = attacked;
        let refused: u64 = refused.values().sum();
        write!(f, "{attack:<18}{sent:>8}{done:>8}{refused:>9}{unanswered:>12} |")?;
        match honest {
            Some(LoadReport { moves, seen, memory, .. }) => {
                write!(f, "{moves:>7}{:>8.1}{:>8.1}{:>9.1} |", seen.p50, seen.p99, seen.max)?;
                match memory {
                    Some([Memory { now, .. }, Memory { most, .. }]) => {
                        write!(f, "{now:>6.0}{most:>7.0} |")?;
                    }
                    None => write!(f, "{:>13} |", "")?,
                }
            }
            None => write!(f, "{:>32} |{:>13} |", "", "")?,
        }
        let verdict = if attacked.missed(self.bars).is_empty() { "held" } else { "NOT HELD" };
        writeln!(f, " {verdict}")
    }

    fn details(&self, f: &mut fmt::Formatter<'_>, attacked: &Attacked) -> fmt::Result {
        let Attacked { attack, addresses, refused, games, visits, .. } = attacked;
        write!(f, "\n{attack}: from {addresses} addresses, at most {games} games for one")?;
        for (status, count) in refused {
            write!(f, ", {count} × {status}")?;
        }
        if let Some(Visits { errands, slowest, milliseconds }) = visits {
            write!(
                f,
                "\n  {errands} honest errands, the slowest: {slowest}, {milliseconds:.0} ms"
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counters::LoadCounters;
    use crate::plan::Plan;
    use std::time::Duration;

    type Spoil = fn(&mut Attacked);

    /// A successful result, for tests to spoil.
    fn held() -> Attacked {
        let plan = Plan::at("http://127.0.0.1:3210");
        let report = LoadReport::of(
            &LoadCounters::new().unwrap(),
            Duration::from_secs(20),
            &plan,
            Vec::new(),
        );
        let mut honest = LoadReport { moves: 9, ..report };
        honest.seen.count = 9;
        let memory = Memory { now: 100.0, most: 120.0 };
        honest.memory = Some([memory; 2]);
        Attacked {
            attack: Attack::LobbySpam,
            addresses: 8,
            wanted: 64,
            sent: 64,
            done: 60,
            refused: BTreeMap::from([(429, 4)]),
            unanswered: 0,
            games: 521,
            visits: None,
            honest: Some(honest),
            trouble: None,
        }
    }

    fn honest(attacked: &mut Attacked) -> &mut LoadReport {
        attacked.honest.as_mut().unwrap()
    }

    #[test]
    fn every_verdict_can_be_bad() {
        let bars = Bars::under_attack();
        assert_eq!(held().missed(&bars), [""; 0], "what attackers are refused is no harm");
        let spoil: [(&str, Spoil); 10] = [
            ("p99: 100.1 ms", |attacked| honest(attacked).seen.p99 = 100.1),
            ("513 MB", |attacked| honest(attacked).memory.as_mut().unwrap()[1].most = 513.0),
            ("lost 1", |attacked| honest(attacked).wrongs.lost = 1),
            ("refused to honest people: seek 429", |attacked| {
                honest(attacked).refusals.insert("seek 429: too many".to_owned(), 1);
            }),
            ("1 connections of honest people were dropped", |attacked| {
                honest(attacked).dropped = 1;
            }),
            ("1 connections of honest people failed", |attacked| honest(attacked).failed = 1),
            ("reached an opponent", |attacked| honest(attacked).seen.count = 0),
            ("only 63 of 64", |attacked| attacked.sent = 63),
            ("set up 522 games", |attacked| attacked.games = 522),
            ("nobody answers", |attacked| {
                attacked.honest = None;
                attacked.trouble = Some("nobody answers".to_owned());
            }),
        ];
        for (words, spoil) in spoil {
            let mut attacked = held();
            spoil(&mut attacked);
            let missed = attacked.missed(&bars);
            assert!(missed.len() == 1 && missed[0].contains(words), "{words}: {missed:?}");
            let attacks = [held(), attacked];
            let table = VerdictTable { attacks: &attacks, bars: &bars };
            assert_eq!(table.missed(), [format!("lobby-spam: {}", missed[0])]);
            let rows: Vec<String> = table.to_string().lines().map(str::to_owned).collect();
            assert!(rows[1].ends_with("| held") && rows[2].ends_with("NOT HELD"), "{table}");
        }
    }
}
