//! Which games of a collection are counted, and why others are not.

use anyhow::{Result, bail};
use draughts::Ruleset;
use pdn::{Replay, ReplayedStep};
use std::collections::BTreeMap;

/// Games read.
#[derive(Default)]
pub struct Census {
    counted: usize,
    /// Those of them that cannot be replayed to their end.
    cut: usize,
    /// Games without a legal move.
    empty: usize,
    /// Games with other rules, by rules.
    others: BTreeMap<String, usize>,
}

impl Census {
    /// Whether to count a game.
    pub fn takes(&mut self, replay: &Replay, rules: &Ruleset) -> bool {
        let moved = replay.played.iter().any(|step| matches!(step, ReplayedStep::Move(_)));
        if !moved {
            self.empty += 1;
        } else if replay.rules != *rules {
            *self.others.entry(replay.rules.to_string()).or_default() += 1;
        } else {
            self.counted += 1;
            self.cut += usize::from(replay.problem.is_some());
        }
        moved && replay.rules == *rules
    }

    /// Reports what was counted and what was not; it is an error if nothing was.
    pub fn tell(&self, rules: &Ruleset) -> Result<()> {
        let read = self.counted + self.empty + self.others.values().sum::<usize>();
        let left_out = self.left_out();
        let because = if left_out.is_empty() { String::new() } else { format!(": {left_out}") };
        if read == 0 {
            bail!("no games were read, so no book was written");
        }
        if self.counted == 0 {
            bail!("none of the {read} games is {rules}{because}");
        }
        let cut = match self.cut {
            0 => String::new(),
            cut => format!(", {cut} of them only up to a move that cannot be played"),
        };
        note!("{} of {read} games counted{cut}", self.counted);
        if !left_out.is_empty() {
            note!("left out: {left_out}");
        }
        Ok(())
    }

    /// `3 of american, 1 without a move that can be played`.
    fn left_out(&self) -> String {
        let others = self.others.iter().map(|(rules, count)| format!("{count} of {rules}"));
        let empty =
            (self.empty > 0).then(|| format!("{} without a move that can be played", self.empty));
        others.chain(empty).collect::<Vec<_>>().join(", ")
    }
}
