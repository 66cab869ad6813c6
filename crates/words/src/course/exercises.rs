//! The exercises of each lesson.

use super::search::{is_threatened, shot, wins};
use super::{Goal, Idea, Solution};
use crate::rulebook::examples::choice::{TWO_OR_ONE, TWO_OR_ONE_ON_EVERY};
use crate::rulebook::examples::diagram::Diagram::{self, Dark, Every};
use crate::rulebook::examples::{Look, taken};
use draughts::{Blocked, Color, Duty, KingRange, Move, Narrowed, Precedence, Preference};

/// How many plies a lesson about the end of a game searches.
const PLIES: u32 = 5;

/// Every exercise, in the order of the lessons.
pub const IDEAS: &[Idea] = &[
    Idea {
        lesson: "moving",
        name: "first-move",
        task: "course.first-move.task",
        done: "course.first-move.done",
        diagrams: &[
            Dark(&["........", "..b.....", "........", "........", "........", "....w..."]),
            Every(&["........", "..b.....", "........", "........", "........", "....w..."]),
        ],
        solution: |look| (look.most() == 0).then(|| (look.legal.clone(), Goal::Played)),
    },
    Idea {
        lesson: "moving",
        name: "safe-move",
        task: "course.safe-move.task",
        done: "course.safe-move.done",
        diagrams: &[
            Dark(&[
                "........", "........", "...b....", "........", "...w....", "........", ".w......",
            ]),
            Dark(&["........", "........", "...b....", "........", "........", "..w....."]),
            Every(&["........", "........", "...b....", "........", "...w...."]),
        ],
        solution: safe,
    },
    Idea {
        lesson: "capturing",
        name: "capture",
        task: "course.capture.task",
        done: "course.capture.done",
        diagrams: &[
            Dark(&[".......b", "........", "........", "....b...", "...w...."]),
            Every(&[".......b", "........", "........", "....b...", "....w..."]),
        ],
        solution: |look| takes(look, 1),
    },
    Idea {
        lesson: "capturing",
        name: "two-in-a-row",
        task: "course.two-in-a-row.task",
        done: "course.two-in-a-row.done",
        diagrams: &[
            Dark(&[
                ".......b", "........", "........", "....b...", "........", "..b.....", ".w......",
            ]),
            Every(&[
                ".......b", "........", "........", "........", "....b...", "...b....", "...w....",
            ]),
        ],
        solution: |look| takes(look, 2),
    },
    Idea {
        lesson: "forced",
        name: "forced",
        task: "course.forced-capture.task",
        done: "course.forced-capture.done",
        diagrams: &[
            Dark(&[
                ".......b", "........", "........", "..b.....", "...w....", "........", ".....w..",
            ]),
            Every(&[
                ".......b", "........", "........", "...b....", "...w....", "........", ".....w..",
            ]),
        ],
        solution: forced,
    },
    Idea {
        lesson: "crowning",
        name: "crown",
        task: "course.crown.task",
        done: "course.crown.done",
        diagrams: &[
            Dark(&["........", "..w.....", "........", "........", ".....b.."]),
            Every(&["........", "..w.....", "........", "........", ".....b.."]),
        ],
        solution: |look| (look.most() == 0).then(|| crowning(look)).flatten(),
    },
    Idea {
        lesson: "crowning",
        name: "take-and-crown",
        task: "course.take-and-crown.task",
        done: "course.take-and-crown.done",
        diagrams: &[
            Dark(&["........", "..b.....", ".w......", "........", "........", "......b."]),
            Every(&["........", "..b.....", "..w.....", "........", "........", "......b."]),
        ],
        solution: |look| (look.most() > 0).then(|| crowning(look)).flatten(),
    },
    Idea {
        lesson: "kings",
        name: "king-backwards",
        task: "course.king-takes.task",
        done: "course.king-backwards.done",
        diagrams: &[
            Dark(&[".......b", "........", "...W....", "..b....."]),
            Every(&["b.......", "........", "...W....", "...b...."]),
        ],
        solution: |look| takes(look, 1),
    },
    Idea {
        lesson: "kings",
        name: "king-from-afar",
        task: "course.king-takes.task",
        done: "course.king-from-afar.done",
        diagrams: &[
            Dark(&[
                "........", "b.......", "........", "........", "...b....", "........", ".W......",
            ]),
            Every(&[
                "b.......", "........", "........", "........", "...b....", "........", "...W....",
            ]),
        ],
        solution: |look| {
            let flies = look.facts().king_range == KingRange::Flying;
            flies.then(|| takes(look, 1)).flatten()
        },
    },
    Idea {
        lesson: "kings",
        name: "king-turns",
        task: "course.two-in-a-row.task",
        done: "course.king-turns.done",
        diagrams: &[
            Dark(&[
                ".....b..", "........", "........", "..b.....", "........", "..b.....", ".W......",
            ]),
            Every(&[
                "b.......", "........", "........", "......b.", "...b....", "........", "...W....",
            ]),
            Every(&[
                "b.......", "........", "........", "........", "....b...", "...b....", "...W....",
            ]),
        ],
        solution: |look| takes(look, 2),
    },
    Idea {
        lesson: "choice",
        name: "most",
        task: "course.one-choice.task",
        done: "example.most",
        diagrams: &[Dark(TWO_OR_ONE), Every(TWO_OR_ONE_ON_EVERY)],
        solution: |look| decided(look, |rule| matches!(rule, Preference::MostPieces(_))),
    },
    Idea {
        lesson: "choice",
        name: "free",
        task: "course.free-choice.task",
        done: "example.free-choice",
        diagrams: &[Dark(TWO_OR_ONE), Every(TWO_OR_ONE_ON_EVERY)],
        solution: free_choice,
    },
    Idea {
        lesson: "choice",
        name: "value",
        task: "course.one-choice.task",
        done: "example.value",
        diagrams: KING_OR_MAN,
        solution: |look| decided(look, |rule| rule == Preference::HighestValue),
    },
    Idea {
        lesson: "choice",
        name: "with-king",
        task: "course.one-choice.task",
        done: "example.with-king",
        diagrams: &[Dark(&[
            ".......b", "........", "........", "........", "........", "..b...b.", ".w...W..",
        ])],
        solution: |look| decided(look, |rule| rule == Preference::WithKing),
    },
    Idea {
        lesson: "choice",
        name: "most-kings",
        task: "course.one-choice.task",
        done: "example.most-kings",
        diagrams: KING_OR_MAN,
        solution: |look| decided(look, |rule| matches!(rule, Preference::MostKings(_))),
    },
    Idea {
        lesson: "shot",
        name: "shot",
        task: "course.shot.task",
        done: "course.shot.done",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "..b...b.", "........", "..b...w.", ".....w..",
                "......w.",
            ]),
            Dark(&[
                "........", "......b.", "...b....", "........", "........", "w...w...", ".w.....b",
            ]),
            Every(&["........", "w...b...", ".b......", "..www.b."]),
        ],
        solution: shots,
    },
    Idea {
        lesson: "shot",
        name: "second-shot",
        task: "course.shot.task",
        done: "course.shot.done",
        diagrams: &[
            Dark(&[
                "........", "b.......", "........", "........", ".b.b....", "........", ".w.w....",
                "w.......",
            ]),
            Dark(&[
                "........", "..b...b.", "........", "........", "...w....", "w.....b.", "........",
                "....w...",
            ]),
            Every(&[
                "........", "........", ".....w..", "........", "w....b..", "........", "...b...b",
                ".....ww.",
            ]),
        ],
        solution: shots,
    },
    Idea {
        lesson: "opposition",
        name: "opposition",
        task: "course.opposition-held.task",
        done: "course.opposition-held.done",
        diagrams: &[
            Dark(&[
                "........", "........", ".b......", "........", "........", "........", "........",
                "....w...",
            ]),
            Every(&["........", "........", "..b.....", "w.......", "...w...."]),
        ],
        solution: opposition,
    },
    Idea {
        lesson: "opposition",
        name: "two-each",
        task: "course.opposition-held.task",
        done: "course.opposition-held.done",
        diagrams: &[Dark(&[
            "........", "........", "..b.....", ".....b..", "........", "...w.w..",
        ])],
        solution: opposition,
    },
];

const KING_OR_MAN: &[Diagram] = &[
    Dark(&[".......b", "........", "........", "..B.b...", "...w...."]),
    Dark(&[".......b", "........", "........", "..B.b...", "...W...."]),
    Every(&[".......b", "........", "........", "...B....", "...wb..."]),
];

/// The moves that satisfy a condition, if some do and some do not: if all are right, there is nothing to find.
fn only(look: &Look, fits: impl Fn(&Move) -> bool) -> Option<Vec<Move>> {
    let right: Vec<Move> = look.legal.iter().filter(|mv| fits(mv)).cloned().collect();
    (!right.is_empty() && right.len() < look.legal.len()).then_some(right)
}

/// The captures of the most pieces, if they capture this many.
fn takes(look: &Look, count: u32) -> Solution {
    let most = look.captures().filter(|mv| taken(mv) == look.most()).cloned().collect();
    (look.most() == count).then_some((most, Goal::Taken(count)))
}

/// Whether having more pieces is better.
fn pieces_count(look: &Look) -> bool {
    look.facts().blocked != Blocked::Wins
}

fn safe(look: &Look) -> Solution {
    let is_safe = |mv: &Move| !look.position.play_unchecked(mv).any_capture();
    let right = only(look, is_safe)?;
    (look.most() == 0 && pieces_count(look)).then_some((right, Goal::Played))
}

/// The only legal move, which is a capture, if there would be other moves without the obligation.
fn forced(look: &Look) -> Solution {
    let others = look.position.narrowings().iter().any(|step| step.rule == Narrowed::MustCapture);
    let one = look.facts().capture == Duty::Mandatory && look.legal.len() == 1 && others;
    one.then(|| takes(look, 1)).flatten()
}

fn crowning(look: &Look) -> Solution {
    let right: Vec<Move> = look.legal.iter().filter(|mv| mv.promotes()).cloned().collect();
    (!right.is_empty()).then_some((right, Goal::Played))
}

/// The captures that a rule of precedence leaves.
fn decided(look: &Look, by: fn(Preference) -> bool) -> Solution {
    let narrowings = look.position.narrowings();
    let decides = narrowings.iter().any(|step| match step.rule {
        Narrowed::Preference(preference) => by(preference) && !step.rejected.is_empty(),
        Narrowed::MustCapture | Narrowed::KingTired(_) => false,
    });
    decides.then(|| takes(look, look.most())).flatten()
}

fn free_choice(look: &Look) -> Solution {
    let facts = look.facts();
    let free = facts.precedence == Precedence::Free && facts.continuation == Duty::Mandatory;
    (free && look.least() < look.most()).then(|| takes(look, look.most())).flatten()
}

fn shots(look: &Look) -> Solution {
    if look.most() > 0 || !pieces_count(look) || is_threatened(look.rules, &look.position) {
        return None;
    }
    let counts: Vec<u32> = look.legal.iter().filter_map(|mv| shot(&look.position, mv)).collect();
    let count = counts.into_iter().max()?;
    let right = only(look, |mv| shot(&look.position, mv) == Some(count))?;
    Some((right, Goal::Taken(count)))
}

fn opposition(look: &Look) -> Solution {
    let held = |mv: &Move| wins(&look.position.play_unchecked(mv), Color::White, PLIES - 1);
    let right = only(look, held)?;
    (look.most() == 0).then_some((right, Goal::Played))
}
