//! Logs as PDN, with the annotations of the record they were made from.

use crate::from_pdn::log_up_to;
use crate::to_pdn::pdn_of;
use arbiter::Log;
use pdn::{Game, Judge, Replay, ReplayedStep, Step, Tag, Variation};

/// Writes the game of a log as PDN, with the tags, comments, marks, clocks and variations of the record it was made
/// from. Moves played since belong to the game; moves they replaced stay as a variation.
pub fn annotated(log: &Log, source: &Game, replay: &Replay) -> Game {
    let table = log.table();
    let said = Judge::of(table.terms().rules.clone()).tidy(source, replay);
    let mut game = pdn_of(log);
    let agrees =
        |mv, played: &ReplayedStep| matches!(played, ReplayedStep::Move(other) if other == mv);
    let moves = table.game().history().zip(&replay.played);
    let same = moves.take_while(|(mv, played)| agrees(*mv, played)).count();
    let plies = game.line.steps.len();
    let brought = log_up_to(source, replay).map_or(0, |(log, _)| log.table().moves().len());
    let is_untouched = same == plies && plies == brought;
    game.tags = tags(&game.tags, &said, is_untouched);
    game.first_number = said.first_number;
    if is_untouched {
        game.line = said.line;
    } else {
        annotate(&mut game.line, said.line, same);
    }
    game
}

/// Copies the annotations of one line's first moves to another line with the same moves.
fn annotate(line: &mut Variation, said: Variation, same: usize) {
    line.comments = said.comments;
    let mut said = said.steps.into_iter();
    for (step, said) in line.steps.iter_mut().zip(said.by_ref().take(same)) {
        let clocks = core::mem::take(&mut step.comments);
        *step = Step { action: step.action.clone(), place: step.place, ..said };
        step.comments.extend(clocks);
    }
    let rest: Vec<Step> = said.collect();
    if rest.is_empty() {
        return;
    }
    match line.steps.get_mut(same) {
        Some(step) => step.variations.insert(0, Variation { comments: Vec::new(), steps: rest }),
        // Moves were taken back and none replaced them.
        None => {
            let moves: Vec<&str> = rest.iter().map(Step::text).collect();
            let comment = format!("taken back: {}", moves.join(" "));
            match line.steps.last_mut() {
                Some(step) => step.comments.push(comment),
                None => line.comments.push(comment),
            }
        }
    }
}

/// What the rules decide comes from the log, and so does the result if the game continued; everything else comes from
/// the record.
fn tags(own: &[Tag], said: &Game, is_untouched: bool) -> Vec<Tag> {
    const RULES: [&str; 3] = ["GameType", "Rules", "FEN"];
    const RESULT: [&str; 3] = ["Result", "Winner", "Termination"];
    let is_decided = said.tag("Result").is_some_and(|text| !matches!(text, "" | "*" | "?"));
    let keeps_result = is_untouched && is_decided;
    let is_own = |name: &str| RULES.contains(&name) || RESULT.contains(&name) && !keeps_result;
    let found = |name: &str| own.iter().find(|tag| tag.name == name);
    let mut tags: Vec<Tag> = said
        .tags
        .iter()
        .filter_map(|tag| if is_own(&tag.name) { found(&tag.name) } else { Some(tag) })
        .cloned()
        .collect();
    for tag in own {
        // An imported record has no seed and no clock here, and its result is not explained.
        let is_new = !tags.iter().any(|other| other.name == tag.name);
        let is_unknown = ["Seed", "TimeControl"].contains(&tag.name.as_str());
        let is_invented = is_unknown || RESULT.contains(&tag.name.as_str()) && keeps_result;
        if is_new && !is_invented {
            tags.push(tag.clone());
        }
    }
    tags
}
