//! The results of a load, and whether they meet the criteria.

use crate::counters::{LoadCounters, Times, Wrongs};
use crate::game::GameFingerprint;
use crate::memory::Memory;
use crate::plan::Plan;
use core::fmt;
use hdrhistogram::Histogram;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The results of a load.
#[derive(Clone, Debug, Serialize)]
pub struct LoadReport {
    /// Concurrent games.
    pub games: usize,
    /// Concurrent clients, players and spectators.
    pub clients: usize,
    /// For how long moves were made, in seconds.
    pub seconds: f64,
    /// Games created.
    pub games_set_up: u64,
    /// Acknowledged moves.
    pub moves: u64,
    /// Acknowledged moves per second.
    pub moves_per_second: f64,
    /// From a player's sending a move to the response.
    pub acknowledged: Percentiles,
    /// From a player's sending a move until the opponent has it.
    pub seen: Percentiles,
    /// From a player's sending a move until a spectator has it.
    pub watched: Percentiles,
    /// From a player's sending a move to the response, if a player's connection was lost meanwhile.
    pub disturbed: Percentiles,
    /// Connections that were lost, or closed by the server.
    pub dropped: u64,
    /// Connections cut by clients.
    pub cut: u64,
    /// Connections that went dead on purpose.
    pub dead: u64,
    /// Failed connection attempts.
    pub failed: u64,
    /// Reconnections.
    pub reconnects: u64,
    /// Requests repeated with the same id.
    pub repeated: u64,
    /// The numbers of errors, by code.
    pub refusals: BTreeMap<String, u64>,
    /// Violations.
    pub wrongs: Wrongs,
    /// The time after each storm until all clients had caught up, in seconds.
    pub storms: Vec<f64>,
    /// What hostile clients did.
    pub hostile: HostileReport,
    /// Hints received.
    pub advice: u64,
    /// The server's memory once all clients were connected, and at the end.
    pub memory: Option<[Memory; 2]>,
    /// The games as their clients saw them, for comparison with the store.
    #[serde(skip)]
    pub played: Vec<GameFingerprint>,
}

/// What hostile clients did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HostileReport {
    /// Frames they were to send.
    pub wanted: u64,
    /// Frames they sent.
    pub frames: u64,
    /// Their connections that were closed.
    pub closed: u64,
    /// Well-formed requests among them that a stranger has no permission for.
    pub asked: u64,
    /// How many of these were granted.
    pub obeyed: u64,
}

/// A distribution of times, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Percentiles {
    /// The number of values.
    pub count: u64,
    /// The median.
    pub p50: f64,
    /// The 90th percentile.
    pub p90: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The 99.9th percentile.
    pub p999: f64,
    /// The maximum.
    pub max: f64,
}

impl Percentiles {
    fn of(histogram: &Histogram<u64>) -> Self {
        let at = |quantile| histogram.value_at_quantile(quantile) as f64 / 1_000.0;
        Self {
            count: histogram.len(),
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: histogram.max() as f64 / 1_000.0,
        }
    }
}

/// The criteria: maximum times from mover to opponent, in milliseconds, and others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bars {
    /// The median.
    pub p50: f64,
    /// The 99th percentile.
    pub p99: f64,
    /// The 99.9th percentile.
    pub p999: f64,
    /// The minimum number of moves per second.
    pub moves_per_second: f64,
    /// The maximum time until all clients have caught up after a storm, in seconds.
    pub storm: f64,
    /// The server's maximum memory, in megabytes.
    pub memory: f64,
    /// Its maximum growth under hostile frames, in megabytes.
    pub growth: f64,
}

impl Default for Bars {
    /// For a thousand games with a move every five seconds in each.
    fn default() -> Self {
        Self {
            p50: 10.0,
            p99: 50.0,
            p999: 150.0,
            moves_per_second: 0.0,
            storm: 10.0,
            memory: 256.0,
            growth: 20.0,
        }
    }
}

impl Bars {
    /// For honest games during an attack.
    pub fn under_attack() -> Self {
        let any = f64::INFINITY;
        Self { p50: any, p99: 100.0, p999: any, memory: 512.0, growth: any, ..Self::default() }
    }
}

impl LoadReport {
    pub(crate) fn of(
        tally: &LoadCounters,
        time: Duration,
        plan: &Plan,
        storms: Vec<Duration>,
    ) -> Self {
        let times = tally.times();
        let Times { acknowledged, seen, watched, disturbed } = &*times;
        let (moves, seconds) = (tally.count.moves.get(), time.as_secs_f64());
        Self {
            games: plan.games,
            clients: plan.clients(),
            seconds,
            games_set_up: tally.count.games.get(),
            moves,
            moves_per_second: moves as f64 / seconds.max(1e-3),
            acknowledged: Percentiles::of(acknowledged),
            seen: Percentiles::of(seen),
            watched: Percentiles::of(watched),
            disturbed: Percentiles::of(disturbed),
            dropped: tally.count.dropped.get(),
            cut: tally.count.cut.get(),
            dead: 0,
            failed: tally.count.failed.get(),
            reconnects: tally.count.connections.get().saturating_sub(tally.count.clients.get()),
            repeated: tally.count.repeated.get(),
            refusals: tally.refusals(),
            wrongs: tally.wrongs(),
            storms: storms.iter().map(Duration::as_secs_f64).collect(),
            hostile: HostileReport {
                wanted: plan.hostile,
                frames: tally.count.hostile_frames.get(),
                closed: tally.count.hostile_closed.get(),
                asked: tally.count.hostile_asked.get(),
                obeyed: tally.count.hostile_obeyed.get(),
            },
            advice: tally.count.advice.get(),
            memory: None,
            played: Vec::new(),
        }
    }

    /// The criteria that were missed, each in a sentence.
    pub fn missed(&self, bars: &Bars) -> Vec<String> {
        let mut missed = Vec::new();
        if self.moves == 0 {
            missed.push("no move was acknowledged".to_owned());
        }
        for (name, is, most) in [
            ("p50", self.seen.p50, bars.p50),
            ("p99", self.seen.p99, bars.p99),
            ("p99.9", self.seen.p999, bars.p999),
        ] {
            if is > most {
                missed.push(format!("mover to opponent {name}: {is:.1} ms, more than {most} ms"));
            }
        }
        if self.moves_per_second < bars.moves_per_second {
            let (is, least) = (self.moves_per_second, bars.moves_per_second);
            missed.push(format!("{is:.0} moves in a second, fewer than {least}"));
        }
        for storm in self.storms.iter().filter(|storm| **storm > bars.storm) {
            missed.push(format!("all back in step after {storm:.1} s, more than {} s", bars.storm));
        }
        if let Some([_, Memory { most, .. }]) =
            self.memory.filter(|[_, end]| end.most > bars.memory)
        {
            missed.push(format!("{most:.0} MB of memory, more than {} MB", bars.memory));
        }
        if let Some([start, end]) = self.memory.filter(|_| self.hostile.frames > 0)
            && end.now - start.now > bars.growth
        {
            let (more, most) = (end.now - start.now, bars.growth);
            missed.push(format!("{more:.0} MB more memory under hostile frames, more than {most}"));
        }
        let HostileReport { wanted, frames, .. } = self.hostile;
        if frames < wanted {
            missed.push(format!("only {frames} of {wanted} hostile frames were sent"));
        }
        if self.hostile.obeyed > 0 {
            missed.push(format!("{} requests of strangers were done", self.hostile.obeyed));
        }
        if self.hostile.frames > 0 && self.dropped > 0 {
            missed.push(format!("{} connections of others were dropped", self.dropped));
        }
        let wrongs = self.wrongs.count();
        if wrongs > 0 {
            missed.push(format!("{wrongs} things that must not happen: {}", self.wrongs));
        }
        missed
    }
}

impl fmt::Display for Wrongs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lost, doubled, out_of_order, different, behind, .. } = self;
        write!(
            f,
            "lost {lost}, doubled {doubled}, out of order {out_of_order}, different {different}, behind {behind}"
        )
    }
}

impl fmt::Display for LoadReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { games, clients, seconds, moves, moves_per_second, games_set_up, .. } = self;
        writeln!(
            f,
            "{games} games at a time, {clients} clients, {seconds:.0} s, {games_set_up} games set up"
        )?;
        writeln!(f, "{moves} moves acknowledged, {moves_per_second:.1} a second")?;
        writeln!(f)?;
        writeln!(
            f,
            "{:<22}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}",
            "milliseconds", "count", "p50", "p90", "p99", "p99.9", "max"
        )?;
        for (name, times) in [
            ("mover to answer", self.acknowledged),
            ("mover to opponent", self.seen),
            ("mover to spectator", self.watched),
            ("over a lost line", self.disturbed),
        ] {
            let Percentiles { count, p50, p90, p99, p999, max } = times;
            if count > 0 {
                writeln!(
                    f,
                    "{name:<22}{count:>9}{p50:>9.1}{p90:>9.1}{p99:>9.1}{p999:>9.1}{max:>9.1}"
                )?;
            }
        }
        writeln!(f)?;
        let Self { dropped, cut, dead, failed, reconnects, repeated, .. } = self;
        writeln!(
            f,
            "connections: {dropped} dropped, {cut} cut and {dead} silenced on purpose, {failed} failed, {reconnects} made again"
        )?;
        writeln!(f, "requests sent again: {repeated}")?;
        for (word, count) in &self.refusals {
            writeln!(f, "refused: {word} ({count})")?;
        }
        for storm in &self.storms {
            writeln!(f, "all sockets dropped: all back in step after {storm:.2} s")?;
        }
        if self.hostile.frames > 0 {
            let HostileReport { wanted, frames, closed, asked, obeyed } = self.hostile;
            writeln!(
                f,
                "hostile: {frames} of {wanted} frames, {closed} connections closed; {asked} proper requests, {obeyed} done"
            )?;
        }
        if self.advice > 0 {
            writeln!(f, "engine: {} moves advised", self.advice)?;
        }
        if let Some([start, end]) = self.memory {
            let (Memory { now: before, .. }, Memory { now, most }) = (start, end);
            writeln!(f, "server's memory: {before:.0} MB, then {now:.0} MB, at most {most:.0} MB")?;
        }
        write!(f, "{}", self.wrongs)?;
        self.wrongs.sentences.iter().try_for_each(|sentence| write!(f, "\n  {sentence}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Spoil = fn(&mut LoadReport);

    /// A successful result, for tests to spoil.
    fn good() -> LoadReport {
        let tally = LoadCounters::new().unwrap();
        let plan = Plan::at("http://localhost");
        let memory = Memory { now: 100.0, most: 120.0 };
        LoadReport {
            moves: 9,
            storms: vec![9.0],
            memory: Some([memory; 2]),
            ..LoadReport::of(&tally, Duration::from_secs(1), &plan, Vec::new())
        }
    }

    #[test]
    fn every_figure_can_be_missed() {
        let bars = Bars { moves_per_second: 0.0, ..Bars::default() };
        assert_eq!(good().missed(&bars), [""; 0]);
        let spoil: [(&str, Spoil); 11] = [
            ("no move", |report| report.moves = 0),
            ("p50", |report| report.seen.p50 = 10.1),
            ("p99:", |report| report.seen.p99 = 50.1),
            ("p99.9:", |report| report.seen.p999 = 150.1),
            ("in step after 10.5 s", |report| report.storms.push(10.5)),
            ("257 MB of memory", |report| report.memory.as_mut().unwrap()[1].most = 257.0),
            ("21 MB more", |report| {
                report.hostile.frames = 1;
                report.memory.as_mut().unwrap()[1].now = 121.0;
            }),
            ("only 1 of 2 hostile", |report| {
                report.hostile.wanted = 2;
                report.hostile.frames = 1;
            }),
            ("strangers", |report| report.hostile.obeyed = 1),
            ("others were dropped", |report| {
                report.hostile.frames = 1;
                report.dropped = 1;
            }),
            ("lost 1", |report| report.wrongs.lost = 1),
        ];
        for (words, spoil) in spoil {
            let mut report = good();
            spoil(&mut report);
            let missed = report.missed(&bars);
            assert!(missed.len() == 1 && missed[0].contains(words), "{words}: {missed:?}");
        }
        let slow = Bars { moves_per_second: 3_000.0, ..bars };
        assert_eq!(good().missed(&slow), ["0 moves in a second, fewer than 3000"]);
    }
}
