//! Reviews in words.

use crate::chance::{Chance, Mark};
use crate::judged::{Judged, Review, Side};
use crate::material::{men, won};
use crate::phases::{capital, phases};
use crate::shot::Shot;
use draughts::{AnyPosition, Color};
use engine::Score;

/// So many moves at most are named in a summary.
const MOST_NAMED: usize = 6;

/// From this chance on a game is as good as won.
const NEARLY_WON: f64 = 0.7;

impl Review {
    /// The review in a few sentences: who stood better until when, which moves decided the game,
    /// and how well both sides played.
    pub fn summary(&self) -> String {
        if self.moves.is_empty() {
            return "There is no move to look at.".to_owned();
        }
        let mut sentences = vec![format!("{}.", phases(self))];
        sentences.extend(self.turning_points().map(|judged| format!("{}.", self.told(judged))));
        for color in [self.rules.first, !self.rules.first] {
            sentences.push(side(color, &self.side(color)));
        }
        if !self.whole {
            let last = &self.moves[self.moves.len() - 1];
            sentences.push(format!("Looked at only up to {}.", last.title()));
        }
        sentences.join(" ")
    }

    /// The moves that cost most, in the order of the game.
    fn turning_points(&self) -> impl Iterator<Item = &Judged> {
        let telling =
            |judged: &&Judged| judged.mark >= Some(Mark::Mistake) || judged.missed.is_some();
        let mut telling: Vec<&Judged> = self.moves.iter().filter(telling).collect();
        telling.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        telling.truncate(MOST_NAMED);
        telling.sort_by_key(|judged| judged.step);
        telling.into_iter()
    }

    fn told(&self, judged: &Judged) -> String {
        format!("{} {}", judged.title(), self.reason(judged))
    }

    /// What is wrong with a bad move: `loses a man to the shot 19-23`.
    pub fn reason(&self, judged: &Judged) -> String {
        let mut reasons = Vec::new();
        if let Some(shot) = &judged.missed {
            reasons.push(format!("misses the shot {}", self.shot(shot, &judged.position)));
        }
        if let Some(cost) = self.cost(judged) {
            reasons.push(cost);
        }
        if let (true, Some(best)) = (reasons.is_empty(), judged.best.line.first()) {
            let best = pdn::move_text(&self.rules, &judged.position, best);
            reasons.push(format!("is weaker than {best}"));
        }
        reasons.join(" and ")
    }

    /// What a bad move costs, where that can be said.
    fn cost(&self, judged: &Judged) -> Option<String> {
        let after = judged.position.play_unchecked(&judged.mv);
        if let Some(shot) = &judged.allowed {
            return Some(format!("runs into the shot {}", self.shot(shot, &after)));
        }
        let chance = |score| Chance::of(score, &self.rules).value();
        if let Score::LosesIn(_) = judged.played.score {
            return Some("loses the game".to_owned());
        }
        let lines = [&judged.best.line, &judged.played.line];
        let [best, played] =
            lines.map(|line| won(&self.rules, &judged.position, line, judged.color()));
        if played < 0 && played < best {
            return Some(format!("loses {}", men(-played)));
        }
        if chance(judged.best.score) >= NEARLY_WON && chance(judged.played.score) < NEARLY_WON {
            return Some("lets a win slip".to_owned());
        }
        (judged.missed.is_none() && best > 0 && played < best)
            .then(|| format!("does not win {}", men(best - played)))
    }

    /// A shot by its first move and what it brings: `19-23 (wins two men)`.
    fn shot(&self, shot: &Shot, start: &AnyPosition) -> String {
        let first = pdn::move_text(&self.rules, start, &shot.line[0]);
        let gain = match shot.wins {
            true => "the game".to_owned(),
            false => men(shot.gain),
        };
        format!("{first} (wins {gain})")
    }
}

fn side(color: Color, side: &Side) -> String {
    let name = capital(&color.to_string());
    let Some(accuracy) = side.accuracy else {
        return format!("{name} never had a choice.");
    };
    let mut parts = vec![format!("{name}: accuracy {accuracy:.0} %")];
    for (count, one, many) in [
        (side.inaccuracies, "inaccuracy", "inaccuracies"),
        (side.mistakes, "mistake", "mistakes"),
        (side.blunders, "blunder", "blunders"),
        (side.missed_shots, "missed shot", "missed shots"),
    ] {
        match count {
            0 => {}
            1 => parts.push(format!("1 {one}")),
            _ => parts.push(format!("{count} {many}")),
        }
    }
    if parts.len() == 1 {
        parts.push("nothing to find fault with".to_owned());
    }
    format!("{}.", parts.join(", "))
}
