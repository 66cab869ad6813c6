//! Trees of variations as text: the form in a page's address, and PDN.

use crate::error::ApiError;
use crate::import::{EFFORT, too_many_captures};
use crate::words::Phrase;
use draughts::{AnyPosition, Move, Ruleset, within};
use pdn::{Action, Form, Game, Games, Judge, ReplayedStep, Step, Variation};
use std::fmt::Write;
use wire::TreeAnswer;

/// Marks that have a numeric annotation glyph of their own in PDN.
const MARKS: [(u16, &str); 6] = [(1, "!"), (2, "?"), (3, "!!"), (4, "??"), (5, "!?"), (6, "?!")];

/// A tree that has been parsed.
pub struct Tree {
    /// The tree as text.
    pub written: TreeAnswer,
    /// The rules.
    pub rules: Ruleset,
    /// The position at the start.
    pub start: AnyPosition,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The game with its tags, as far as it is legal.
    pub game: Game,
}

/// Reads a tree, by these rules and from this position if they are given, and writes it. What is not legal is left out.
pub fn read(text: &str, rules: Option<&Ruleset>, fen: Option<&str>) -> Result<Tree, ApiError> {
    let read = within(EFFORT, || read_game(text, rules, fen));
    read.map_err(|_| ApiError::Unreadable(Box::new(too_many_captures())))
}

fn read_game(text: &str, rules: Option<&Ruleset>, fen: Option<&str>) -> Tree {
    let mut game = Games::new(text.as_bytes())
        .filter_map(Result::ok)
        .find(|game| !game.is_nothing())
        .unwrap_or_else(|| Game { first_number: 1, ..Game::default() });
    if let Some(fen) = fen {
        game.set_tag("FEN", fen);
    }
    of_game(&game, &rules.cloned().map_or_else(Judge::default, Judge::of))
}

/// The tree of a game on record, as far as it is legal.
pub fn of_game(game: &Game, judge: &Judge) -> Tree {
    let replay = judge.replay(game);
    // Abbreviated captures are written in full, because only later moves tell which one is meant.
    let tidy = judge.tidy(game, &replay);
    let line = legal(&tidy.line, replay.start, replay.played.len());
    let mut tree = String::new();
    write_line(&line, &mut tree);
    let is_start = replay.start == AnyPosition::start(&replay.rules);
    let moves = replay.played.iter().take(line.steps.len()).filter_map(|step| match step {
        ReplayedStep::Move(mv) => Some(*mv),
        ReplayedStep::Setup(_) | ReplayedStep::Unknown => None,
    });
    let moves = moves.collect();
    let game = Game { line, ..tidy };
    Tree {
        moves,
        written: TreeAnswer {
            rules: replay.rules.to_string(),
            fen: (!is_start).then(|| replay.start.to_fen()),
            tree,
            pdn: game.to_pdn(Form::Pdn3),
            trouble: replay.problem.as_ref().map(|problem| Phrase::from(&problem.flaw)),
        },
        rules: replay.rules,
        start: replay.start,
        game,
    }
}

/// Returns the first moves of a line as far as they are legal, each in the notation of its position and with its
/// annotations.
fn legal(line: &Variation, start: AnyPosition, most: usize) -> Variation {
    let mut position = start;
    let mut steps = Vec::new();
    for step in line.steps.iter().take(most) {
        let Ok(mv) = position.parse_move(step.text()) else { break };
        let variations = step.variations.iter().map(|line| legal(line, position, usize::MAX));
        let (known, nags): (Vec<u16>, Vec<u16>) =
            step.nags.iter().partition(|nag| mark(**nag).is_some());
        let marks = step.marks.iter().cloned().chain(known.into_iter().filter_map(mark));
        steps.push(Step {
            action: Action::Move(position.text(&mv)),
            place: step.place,
            marks: marks.take(1).collect(),
            nags,
            comments: step.comments.clone(),
            variations: variations.filter(|line| !line.steps.is_empty()).collect(),
        });
        position = position.play_unchecked(&mv);
    }
    Variation { comments: line.comments.clone(), steps }
}

fn mark(nag: u16) -> Option<String> {
    MARKS.iter().find(|(number, _)| *number == nag).map(|(_, mark)| (*mark).to_owned())
}

/// Writes a line without numbers.
fn write_line(line: &Variation, text: &mut String) {
    let mut words = Vec::new();
    words.extend(line.comments.iter().map(|comment| comment_text(comment)));
    for step in &line.steps {
        let mut word = format!("{}{}", step.text(), step.marks.concat());
        for nag in &step.nags {
            let _ = write!(word, " ${nag}");
        }
        words.push(word);
        words.extend(step.comments.iter().map(|comment| comment_text(comment)));
        for variation in &step.variations {
            let mut inner = String::new();
            write_line(variation, &mut inner);
            words.push(format!("({inner})"));
        }
    }
    text.push_str(&words.join(" "));
}

fn comment_text(comment: &str) -> String {
    format!("{{{}}}", comment.replace(['{', '}'], "|"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;

    fn tree(text: &str, rules: Variant) -> TreeAnswer {
        read(text, Some(&rules.into()), None).unwrap().written
    }

    /// Issue 19.1: variations, comments and marks go into PDN and come back.
    #[test]
    fn everything_goes_into_pdn_and_comes_back() {
        let text =
            "{First} 32-28! {usual} 19-23 (18-23? $14 {worse} 33-29 (37-32 17-22)) (17-22) 28x19";
        let answer = tree(text, Variant::International);
        assert_eq!(answer.tree, text);
        assert_eq!((answer.fen, answer.trouble), (None, None));
        let in_one_line = answer.pdn.replace('\n', " ");
        assert!(
            in_one_line.contains("1... 18-23? $14 {worse} 2. 33-29 (2. 37-32 17-22)"),
            "{}",
            answer.pdn
        );
        let again = read(&answer.pdn, None, None).unwrap().written;
        assert_eq!((again.tree.as_str(), again.rules.as_str()), (text, "international"));
        assert_eq!(again.pdn, answer.pdn);
    }

    #[test]
    fn a_tree_may_start_anywhere() {
        let fen = "B:W27:B18,19";
        let rules = Variant::International.into();
        let answer = read("18-23 (19-23!!) 27-22", Some(&rules), Some(fen)).unwrap().written;
        assert_eq!(answer.fen.as_deref(), Some(fen));
        assert!(answer.pdn.contains("[FEN \"B:W27:B18,19\"]"), "{}", answer.pdn);
        assert!(answer.pdn.contains("1... 18-23 (1... 19-23!!) 2. 27-22"), "{}", answer.pdn);
        let again = read(&answer.pdn, None, None).unwrap().written;
        assert_eq!((again.tree, again.fen), (answer.tree, answer.fen));
        let empty = read("", Some(&rules), Some(fen)).unwrap().written;
        assert_eq!((empty.tree.as_str(), empty.fen.as_deref()), ("", Some(fen)));
    }

    #[test]
    fn what_is_not_legal_is_left_out() {
        let answer =
            tree("1. 32-28 19-24 (19-23 33-29 50-1) (7-99) 2. 28-21 18-22", Variant::International);
        // After 19-23 White must capture.
        let (kept, (said, variation)) = (
            "32-28 19-24 {2. 28-21 is not legal: ",
            answer.tree.rsplit_once("} ").expect("it is told where the line ends"),
        );
        assert!(said.starts_with(kept) && said.ends_with("as written from here: 28-21 18-22"));
        assert_eq!(variation, "(19-23)");
        let trouble = answer.trouble.unwrap();
        assert!(trouble.text.contains("28-21"), "{}", trouble.text);
        for text in
            ["[FEN \"nonsense\"] 32-28", "((((((", "}{", "$9999 !!", "1. - 32-28 *", "hello"]
        {
            let _ = tree(text, Variant::International);
        }
        // The first closing brace ends a comment.
        let braces = tree("c3-d4 {a {brace}} d6-c5", Variant::Russian).tree;
        assert!(braces.starts_with("c3-d4 {a |brace} {") && braces.ends_with("d6-c5}"), "{braces}");
    }

    /// Marks are stored as signs, whether given as signs or numbers; one per move.
    #[test]
    fn numbers_of_marks_are_signs() {
        let answer = tree("1. 32-28 $1 18-23 $4 $146 2. 37-32!? $2", Variant::International);
        assert_eq!(answer.tree, "32-28! 18-23?? $146 37-32!?");
    }

    /// Issue 17: arrows and circles stand in comments, as other programs write them, and are not torn apart.
    #[test]
    fn drawings_are_kept_in_tree_and_pdn() {
        let arrows: Vec<String> = (20..50).map(|to| format!("G32{to}")).collect();
        let text = format!("32-28 {{[%cal {}] [%csl R28,Y19] usual}} 19-23", arrows.join(","));
        let answer = tree(&text, Variant::International);
        assert_eq!(answer.tree, text);
        assert!(answer.pdn.contains(&format!("[%cal {}]", arrows.join(","))), "{}", answer.pdn);
        let again = read(&answer.pdn, None, None).unwrap().written;
        assert_eq!((again.tree, again.pdn), (text, answer.pdn));
    }

    /// Reading a tree as deep and as wide as its text allows takes bounded time and memory.
    #[test]
    fn hostile_trees_are_bounded() {
        let deep = format!("32-28 {} 19-23", "(".repeat(60_000));
        let nested = "32-28 (33-28 ".repeat(9_000);
        let wide = format!("32-28 {}", "(33-28 18-23) ".repeat(9_000));
        for text in [deep, nested, wide, "{".repeat(130_000), "32-28 ".repeat(20_000)] {
            let (_, jumps) =
                draughts::measured(|| read(&text, Some(&Variant::International.into()), None));
            assert!(jumps <= 2 * EFFORT, "{jumps}");
        }
    }
}
