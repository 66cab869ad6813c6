//! A first course in draughts, generated from the rules: an exercise is only offered after checking its position under
//! the rules being taught, so that it is correct for every variant and for house rules.

mod exercises;
mod search;

use crate::Phrase;
use crate::rulebook::examples::Look;
use crate::rulebook::examples::diagram::Diagram;
use draughts::{AnyPosition, Move, Ruleset};

/// A lesson: a part of the rules, with exercises.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its permanent identifier: `course.` followed by it is the key of its title.
    pub name: &'static str,
    /// The section of the rulebook that it belongs to.
    pub section: Option<&'static str>,
    /// The exercises, easiest first.
    pub exercises: Vec<Exercise>,
}

/// A position with a task for White, who moves first in it.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// Its permanent identifier.
    pub name: &'static str,
    /// The position.
    pub position: AnyPosition,
    /// What to do.
    pub task: Phrase,
    /// The explanation shown once it is solved.
    pub lesson: Phrase,
    /// The moves that start the solution.
    pub right: Vec<Move>,
    /// What must have happened at the end.
    pub goal: Goal,
}

/// What must have happened for an exercise to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A right move was played.
    Played,
    /// This many pieces were captured, at once or after the only replies.
    Taken(u32),
}

/// The right moves and the goal, if the exercise works.
type Solution = Option<(Vec<Move>, Goal)>;

/// An idea for an exercise: a position that works under some rules.
struct Idea {
    lesson: &'static str,
    name: &'static str,
    /// The keys of the task and of the explanation.
    task: &'static str,
    done: &'static str,
    diagrams: &'static [Diagram],
    /// The right moves and the goal, if the exercise works under these rules.
    solution: fn(&Look) -> Solution,
}

/// The lessons in order, each with its section of the rulebook.
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

/// The course for these rules. Lessons without exercises are left out.
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
