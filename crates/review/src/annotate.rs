//! Writes a review into the record of its game.

use crate::judged::{Judged, Review, for_white};
use crate::phases::capital;
use draughts::{Color, Move};
use engine::{Assessment, Score};
use pdn::{Action, Game, Place, Step, Variation};

/// The most moves of a better line that are written.
const SHOWN: usize = 12;

/// Writes a review into the game that it is about: after each move its evaluation as White sees it
/// and how many plies were looked ahead (`+0.35/14`), marks, reasons and better lines for bad moves,
/// and `heading` with the summary before the first move. What was there stays; what would be said
/// twice is said once.
pub fn annotate(game: &mut Game, review: &Review, heading: &str) {
    add(&mut game.line.comments, format!("{heading} {}", review.summary()));
    for judged in &review.moves {
        if let Some(step) = game.line.steps.get_mut(judged.step) {
            mark(step, review, judged);
        }
    }
}

fn mark(step: &mut Step, review: &Review, judged: &Judged) {
    add(&mut step.comments, evaluation(&judged.played, judged.color()));
    let Some(mark) = judged.mark else { return };
    if !step.nags.contains(&mark.nag()) && !step.marks.iter().any(|sign| sign == mark.sign()) {
        step.nags.push(mark.nag());
    }
    let reason = review.reason(judged);
    add(&mut step.comments, format!("{}: {reason}.", capital(&mark.to_string())));
    if judged.has_better() {
        let line = better_line(review, judged);
        if !step.variations.iter().any(|other| is_same(other, &line)) {
            step.variations.push(line);
        }
    }
}

fn add(comments: &mut Vec<String>, comment: String) {
    if !comments.contains(&comment) {
        comments.push(comment);
    }
}

/// `+0.35/14`, as White sees it.
fn evaluation(found: &Assessment, color: Color) -> String {
    let score = for_white(found.score, color);
    let score = match score {
        Score::Centimen(_) => score.to_string(),
        Score::WinsIn(plies) => format!("White wins in {plies}"),
        Score::LosesIn(plies) => format!("Black wins in {plies}"),
    };
    format!("{score}/{}", found.depth)
}

fn better_line(review: &Review, judged: &Judged) -> Variation {
    let mut position = judged.position;
    let step = |mv: &Move| {
        let text = pdn::move_text(&review.rules, &position, mv);
        position = position.play_unchecked(mv);
        Step::new(Action::Move(text), Place::START)
    };
    // A shot is shown to its end.
    let best = judged.missed.as_ref().map(|shot| &shot.line);
    let line = best.filter(|shot| shot.len() > judged.best.line.len());
    let moves = line.unwrap_or(&judged.best.line);
    let shown = best.map_or(SHOWN, |shot| shot.len().max(SHOWN));
    let mut steps: Vec<Step> = moves.iter().take(shown).map(step).collect();
    if let Some(first) = steps.first_mut() {
        if judged.missed.is_some() {
            first.marks.push("!".to_owned());
        }
        first.comments.push(evaluation(&judged.best, judged.color()));
    }
    Variation { comments: Vec::new(), steps }
}

/// Whether two lines say the same, wherever they stand.
fn is_same(one: &Variation, other: &Variation) -> bool {
    let plain = |line: &Variation| {
        let step = |step: &Step| (step.action.clone(), step.comments.clone());
        line.steps.iter().map(step).collect::<Vec<_>>()
    };
    plain(one) == plain(other)
}
