//! A first course in draughts, made from the rules: an exercise is offered only after a look at its position under the
//! very rules that are learned, so that it is true of every game, composed ones included.

mod exercises;
mod search;

use crate::Phrase;
use crate::rulebook::examples::Look;
use crate::rulebook::examples::diagram::Diagram;
use draughts::{AnyPosition, Move, Ruleset};

/// A lesson: a part of the rules, and boards to play on.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The word for it, which never changes: `course.` and this is the key of its title.
    pub name: &'static str,
    /// The section of the rules that belongs to it.
    pub section: Option<&'static str>,
    /// The boards, the easiest first.
    pub exercises: Vec<Exercise>,
}

/// A position with a task for White, who moves first in it.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The word for it, which never changes.
    pub name: &'static str,
    /// The position.
    pub position: AnyPosition,
    /// What is to be done.
    pub task: Phrase,
    /// What there was to learn, for whoever has done it.
    pub lesson: Phrase,
    /// The moves that begin it.
    pub right: Vec<Move>,
    /// What must have happened in the end.
    pub goal: Goal,
}

/// What must have happened for an exercise to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of the right moves was played.
    Played,
    /// One move took so many pieces, at once or after the only replies.
    Taken(u32),
}

/// The right moves and the goal, where there is something to do.
type Solution = Option<(Vec<Move>, Goal)>;

/// A position in which there may be something to learn, where the rules have it so.
struct Idea {
    lesson: &'static str,
    name: &'static str,
    /// The keys of what is asked, and of what there was to learn.
    task: &'static str,
    done: &'static str,
    diagrams: &'static [Diagram],
    /// The right moves and the goal, if under these rules there is what the exercise is about.
    solution: fn(&Look) -> Solution,
}

/// The lessons in their order, each with the section of the rules that belongs to it.
const LESSONS: [(&str, Option<&str>); 8] = [
    ("moving", Some("men")),
    ("capturing", Some("capturing")),
    ("forced", None),
    ("crowning", Some("promotion")),
    ("kings", Some("kings")),
    ("choice", Some("choice")),
    ("shot", None),
    ("opposition", Some("end")),
];

/// The course for these rules. A lesson for which they leave nothing to show is not in it.
pub fn course(rules: &Ruleset) -> Vec<Lesson> {
    let lessons = LESSONS.into_iter().map(|(name, section)| {
        let ideas = exercises::IDEAS.iter().filter(|idea| idea.lesson == name);
        Lesson { name, section, exercises: ideas.filter_map(|idea| idea.under(rules)).collect() }
    });
    lessons.filter(|lesson| !lesson.exercises.is_empty()).collect()
}

impl Idea {
    fn under(&self, rules: &Ruleset) -> Option<Exercise> {
        self.diagrams.iter().find_map(|diagram| {
            let fen = diagram.fen(rules)?;
            let look = Look::new(rules, AnyPosition::from_fen(rules, &fen).ok()?);
            let (right, goal) = (self.solution)(&look)?;
            let count = match goal {
                Goal::Taken(count) => count,
                Goal::Played => 1,
            };
            let [task, lesson] =
                [self.task, self.done].map(|key| Phrase::new(key).with("count", count));
            let Self { name, .. } = *self;
            Some(Exercise { name, position: look.position, task, lesson, right, goal })
        })
    }
}
