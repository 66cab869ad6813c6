//! Reviews in words.

use crate::judged::{Judged, Review, SideSummary, ThrownAway};
use crate::mark::Mark;
use crate::material::{Gain, fits, rest};
use crate::phases::{capital, phases};
use crate::shot::Shot;
use draughts::{AnyPosition, Blocked, Color};
use engine::{Assessment, Score};

/// The most moves that a summary names.
const MOST_NAMED: usize = 6;

/// The accuracy from which a game without marked moves counts as faultless.
const FAULTLESS: f64 = 95.0;
const SOUND: f64 = 80.0;

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
    pub fn turning_points(&self) -> impl Iterator<Item = &Judged> {
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

    /// Describes the flaw of a bad move: `lets White win a man`.
    pub fn reason(&self, judged: &Judged) -> String {
        let mut reasons = self.costs(judged);
        if let Some(shot) = &judged.missed {
            reasons.insert(0, format!("misses the shot {}", self.shot(shot, &judged.position)));
        }
        if let (true, Some(best)) = (reasons.is_empty(), judged.best.line.first()) {
            let best = pdn::move_text(&self.rules, &judged.position, best);
            reasons.push(format!("is weaker than {best}"));
        }
        reasons.join(" and ")
    }

    /// Describes the cost of a bad move, if it can be said in words.
    fn costs(&self, judged: &Judged) -> Vec<String> {
        if let Some(ThrownAway { had, .. }) = judged.thrown_away {
            return vec![format!("throws away the {had} (endgame table)")];
        }
        let after = judged.position.play_unchecked(&judged.mv);
        if let Some(shot) = &judged.allowed {
            return vec![format!("runs into the shot {}", self.shot(shot, &after))];
        }
        if let Score::LosesIn(_) = judged.played.score {
            return vec!["loses the game".to_owned()];
        }
        let slips = judged.slips();
        let mut said = self.material(judged, slips);
        if slips {
            said.insert(0, "lets a win slip".to_owned());
        }
        said
    }

    /// Describes the material that each side could win and wins, unless more was there.
    fn material(&self, judged: &Judged, more_was_there: bool) -> Vec<String> {
        let gains = (self.gain(judged, &judged.best), self.gain(judged, &judged.played));
        let (best, Some(played)) = gains else { return Vec::new() };
        let best = match best {
            Some(best) => best,
            None if more_was_there => Gain::default(),
            None => return Vec::new(),
        };
        let [could, does] = [best, played].map(|gain| gain.taken(&self.rules));
        let mut said = Vec::new();
        if does < could && could > 0 && !more_was_there && judged.missed.is_none() {
            said.push(format!("misses the chance to {}", best.to_win()));
        }
        if does < could && does < 0 {
            let other = capital(&(!judged.color()).to_string());
            said.push(match could < 0 {
                true => format!("lets {other} {} more", (best - played).to_win()),
                false => format!("lets {other} {}", (-played).to_win()),
            });
        }
        said
    }

    /// The material that a bad move costs compared with the best one; nothing where the score knows more than the lines.
    pub fn cost(&self, judged: &Judged) -> Option<Gain> {
        judged.mark?;
        let best = self.gain(judged, &judged.best)?;
        let cost = best - self.gain(judged, &judged.played)?;
        (cost.men >= 0 && cost.kings >= 0 && cost.men + cost.kings > 0).then_some(cost)
    }

    /// Returns the material that the side to move wins in a line; `None` if it does not fit the score, or in
    /// losing draughts.
    fn gain(&self, judged: &Judged, found: &Assessment) -> Option<Gain> {
        let (rest, color) = (rest(&judged.position, &found.line), judged.color());
        let is_told = self.rules.facts.blocked != Blocked::Wins
            && fits(&self.rules, &rest, color, found.score);
        let gain = Gain::between(&judged.calm, &rest, color);
        is_told.then_some(Gain { crowned: 0, ..gain })
    }

    /// A shot by its first move and what it brings: `19-23 (Black wins two men)`.
    fn shot(&self, shot: &Shot, start: &AnyPosition) -> String {
        let first = pdn::move_text(&self.rules, start, &shot.line[0]);
        let side = capital(&start.turn().to_string());
        match shot.wins {
            true => format!("{first} ({side} wins the game)"),
            false => format!("{first} ({side} {})", shot.gain.wins()),
        }
    }
}

fn side(color: Color, side: &SideSummary) -> String {
    let name = capital(&color.to_string());
    let Some(accuracy) = side.accuracy else {
        return format!("{name} never had a choice.");
    };
    let mut parts = vec![format!("{name}: accuracy {accuracy:.0}%")];
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
        parts.push(
            match accuracy {
                FAULTLESS.. => "nothing to find fault with",
                SOUND.. => "no bad move",
                _ => "no bad move, but many small losses",
            }
            .to_owned(),
        );
    }
    format!("{}.", parts.join(", "))
}
