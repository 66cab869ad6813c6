//! Results as stored: codes, from which sentences are made for display. `white resignation`, `draw agreement`, `none
//! aborted`; a draw by a rule has the rule appended as JSON.

use arbiter::{EndReason, Ending};
use draughts::{Color, DrawRule, DrawWhen, Forces, Reason};
use wire::Standing;

/// Returns the standing of a finished game.
pub(crate) fn standing(ending: &Ending) -> Standing {
    match ending.winner {
        Some(Color::White) => Standing::White,
        Some(Color::Black) => Standing::Black,
        None if ending.has_result() => Standing::Draw,
        None => Standing::None,
    }
}

/// Encodes an ending.
pub(super) fn code(ending: &Ending) -> String {
    let (result, reason) = (standing(ending).word(), ending.reason.word());
    match ending.reason {
        EndReason::Rules(Reason::Draw(rule)) | EndReason::Claim(rule) => {
            let rule = serde_json::to_string(&rule).expect("draw rules are plain data");
            format!("{result} {reason} {rule}")
        }
        _ => format!("{result} {reason}"),
    }
}

/// Decodes an ending.
pub(super) fn read(code: &str) -> Option<Ending> {
    let mut parts = code.splitn(3, ' ');
    let (result, reason, rule) = (parts.next()?, parts.next()?, parts.next());
    let rule = || serde_json::from_str::<DrawRule>(rule?).ok();
    let reason = match reason {
        "no-pieces" => EndReason::Rules(Reason::NoPieces),
        "no-moves" => EndReason::Rules(Reason::NoMoves),
        "first-king" => EndReason::Rules(Reason::FirstKing),
        "draw-rule" => EndReason::Rules(Reason::Draw(rule()?)),
        "claim" => EndReason::Claim(rule()?),
        "agreement" => EndReason::Agreement,
        "resignation" => EndReason::Resignation,
        "time" => EndReason::Time,
        "abandoned" => EndReason::Abandoned,
        "aborted" => EndReason::Aborted,
        "too-long" => EndReason::TooLong,
        _ => return None,
    };
    let winner = match result {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        "draw" | "none" => None,
        _ => return None,
    };
    let ending = Ending { winner, reason };
    (self::code(&ending) == code).then_some(ending)
}

/// Parses the sentence that older stores have instead of a code, in all its historical wordings.
pub(super) fn of_sentence(sentence: &str) -> Option<Ending> {
    let (result, why) = sentence.split_once(": ")?;
    let winner = match result {
        "white wins" => Some(Color::White),
        "black wins" => Some(Color::Black),
        "draw" | "no result" => None,
        _ => return None,
    };
    let (why, claimed) = match why.strip_suffix(" (on claim)") {
        Some(why) => (why, true),
        None => (why, false),
    };
    let reason = match (winner, why) {
        (_, "no pieces") => EndReason::Rules(Reason::NoPieces),
        (_, "no moves") => EndReason::Rules(Reason::NoMoves),
        (_, "first king") => EndReason::Rules(Reason::FirstKing),
        (Some(Color::White), "black resigned") | (Some(Color::Black), "white resigned") => {
            EndReason::Resignation
        }
        (Some(Color::White), "black ran out of time")
        | (Some(Color::Black), "white ran out of time") => EndReason::Time,
        (None, "time") => EndReason::Time,
        (Some(Color::White), "black left the game")
        | (Some(Color::Black), "white left the game") => EndReason::Abandoned,
        (None, "abandoned") => EndReason::Abandoned,
        (None, "agreed") => EndReason::Agreement,
        (None, "the game was aborted" | "the game was called off") => EndReason::Aborted,
        (None, "the game had too many events") => EndReason::TooLong,
        (None, rule) => {
            let (when, limit) = draw_rule(rule)?;
            let rule = DrawRule { when, limit, claimed };
            if claimed { EndReason::Claim(rule) } else { EndReason::Rules(Reason::Draw(rule)) }
        }
        _ => return None,
    };
    let ending = Ending { winner, reason };
    ((standing(&ending) == Standing::None) == (result == "no result")).then_some(ending)
}

/// Parses the draw rule in a sentence, and its length.
fn draw_rule(words: &str) -> Option<(DrawWhen, u16)> {
    if words == "king against king" {
        return Some((DrawWhen::KingAgainstKing, 1));
    }
    if let Some(times) = words.strip_prefix("the same position ") {
        return Some((DrawWhen::Repetition, times.strip_suffix(" times")?.parse().ok()?));
    }
    if let Some((limit, rule)) = words.split_once("-move rule: ") {
        let when = match rule {
            "no capture" => DrawWhen::NoCapture,
            "no capture, with kings on both sides" | "no capture with kings on both sides" => {
                DrawWhen::NoCaptureWithKings
            }
            "only king moves and no capture" => DrawWhen::KingsOnly,
            _ => return None,
        };
        return Some((when, limit.parse().ok()?));
    }
    if let Some((limit, rest)) = words.split_once(" moves without capture or promotion, ") {
        let pieces = rest.strip_suffix(" pieces with kings on both sides")?;
        let (least, most) = pieces.split_once(" to ")?;
        let when = DrawWhen::NoChange(least.parse().ok()?, most.parse().ok()?);
        return Some((when, limit.parse().ok()?));
    }
    let (limit, forces) = words.split_once(" moves of ")?;
    let forces = FORCES.into_iter().find(|one| one.to_string() == forces)?;
    Some((DrawWhen::Forces(forces), limit.parse().ok()?))
}

const FORCES: [Forces; 6] = [
    Forces::ThreeAgainstKing,
    Forces::ThreeAgainstKingOnLongDiagonal,
    Forces::TwoAgainstKing,
    Forces::TwoKingsAgainstKing,
    Forces::ThreeKingsAgainstKing,
    Forces::OneAgainstOne,
];

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Ruleset, Variant};

    fn all() -> Vec<Ending> {
        let won = [
            EndReason::Rules(Reason::NoPieces),
            EndReason::Rules(Reason::NoMoves),
            EndReason::Rules(Reason::FirstKing),
            EndReason::Resignation,
            EndReason::Time,
            EndReason::Abandoned,
        ];
        let drawn = [
            EndReason::Rules(Reason::NoMoves),
            EndReason::Agreement,
            EndReason::Time,
            EndReason::Abandoned,
            EndReason::Aborted,
            EndReason::TooLong,
        ];
        let presets = Ruleset::presets().map(|(_, rules)| rules);
        let rulesets = Variant::ALL.iter().map(|one| Ruleset::from(*one)).chain(presets);
        let rules = rulesets.flat_map(|rules| rules.draws);
        let by_rule = rules.map(|rule| match rule.claimed {
            true => EndReason::Claim(rule),
            false => EndReason::Rules(Reason::Draw(rule)),
        });
        let won = Color::BOTH
            .into_iter()
            .flat_map(|winner| won.map(|reason| Ending::win(winner, reason)));
        won.chain(drawn.into_iter().chain(by_rule).map(Ending::nobody)).collect()
    }

    #[test]
    fn a_code_is_read_as_it_was_written() {
        for ending in all() {
            assert_eq!(read(&code(&ending)), Some(ending), "{}", code(&ending));
        }
        let resigned = Ending::win(Color::White, EndReason::Resignation);
        assert_eq!(code(&resigned), "white resignation");
        for bad in ["", "white", "white wins", "none agreement", "draw claim", "draw claim {}"] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }

    #[test]
    fn every_sentence_that_a_store_may_have_is_understood() {
        for ending in all() {
            assert_eq!(of_sentence(&ending.to_string()), Some(ending), "{ending}");
        }
        let aborted = of_sentence("no result: the game was called off");
        assert_eq!(aborted, Some(Ending::nobody(EndReason::Aborted)));
        let kings = "draw: 40-move rule: no capture with kings on both sides";
        let rule = DrawRule::automatic(DrawWhen::NoCaptureWithKings, 40);
        assert_eq!(of_sentence(kings), Some(Ending::nobody(EndReason::Rules(Reason::Draw(rule)))));
        for bad in ["", "white wins", "white wins: white resigned", "draw: the same position"] {
            assert_eq!(of_sentence(bad), None, "{bad}");
        }
    }
}
