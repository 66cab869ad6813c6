//! Progress output of a match.

use crate::progress;
use contest::{BoutEnding, Pairing, Progress, Standings};
use indicatif::ProgressBar;
use std::time::{Duration, Instant};

/// Shows the standings on standard error: a table and a progress bar, or a line from time to time if it is not a
/// terminal.
pub struct Live {
    bar: ProgressBar,
    told: Option<Instant>,
    failures: u32,
}

/// A player that fails in every game is not reported every time.
const MOST_FAILURES_TOLD: u32 = 10;

impl Live {
    pub fn new() -> Self {
        Self { bar: progress::table(), told: None, failures: 0 }
    }

    pub fn tell(&mut self, progress: &Progress<'_>) {
        if let Some((pairing, ending @ BoutEnding::Failed(..))) = progress.ended {
            self.tell_failure(pairing, ending, progress.standings);
        }
        let interval = match self.bar.is_hidden() {
            true => Duration::from_secs(10),
            false => Duration::from_millis(200),
        };
        if self.told.is_none_or(|told| told.elapsed() >= interval) {
            let first = self.told.replace(Instant::now()).is_none();
            self.show(progress.standings, first);
        }
    }

    fn show(&self, standings: &Standings, first: bool) {
        let (finished, games) = (standings.finished(), standings.games());
        if self.bar.is_hidden() {
            match standings.names() {
                _ if first => {}
                [one, other] => {
                    let score = standings.score(0, 1);
                    note!("{one} against {other}: {score} after {finished} of {games} games");
                }
                _ => note!("{finished} of {games} games"),
            }
            return;
        }
        self.bar.set_length(games as u64);
        self.bar.set_position(finished as u64);
        self.bar.set_message(standings.to_string().trim_end().to_owned());
        if first {
            self.bar.reset_eta();
        }
    }

    fn tell_failure(&mut self, pairing: Pairing, ending: &BoutEnding, standings: &Standings) {
        self.failures += 1;
        if self.failures > MOST_FAILURES_TOLD {
            return;
        }
        let [white, black] =
            [pairing.white, pairing.black].map(|player| &standings.names()[player]);
        let line = format!("game {}, {white} – {black}: {ending}", pairing.number + 1);
        match self.bar.is_hidden() {
            true => note!("{line}"),
            false => self.bar.println(line),
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
