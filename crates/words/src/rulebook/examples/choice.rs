//! Which capture is mandatory.

use super::diagram::Diagram::{Dark, Every};
use super::{Demonstration, Look, says};
use crate::Phrase;
use draughts::{Duty, Narrowed, Precedence, Preference};

/// One capture takes two pieces, another takes one.
pub(crate) const TWO_OR_ONE: &[&str] =
    &["........", "........", "........", "....b...", "........", "..b...b.", ".w...w.."];
pub(crate) const TWO_OR_ONE_ON_EVERY: &[&str] =
    &["........", "........", "........", "........", "....b...", "...b..b.", "...w..w."];

/// The demonstrations.
pub(super) const DEMONSTRATIONS: &[Demonstration] = &[
    Demonstration {
        name: "most",
        section: "choice",
        diagrams: &[Dark(TWO_OR_ONE), Every(TWO_OR_ONE_ON_EVERY)],
        shown: most,
    },
    Demonstration {
        name: "value",
        section: "choice",
        diagrams: &[
            Dark(&["........", "........", "........", "..B.b...", "...w...."]),
            Every(&["........", "........", "........", "...B....", "...wb..."]),
        ],
        shown: |look| decides(look, "example.value", |rule| rule == Preference::HighestValue),
    },
    Demonstration {
        name: "with-king",
        section: "choice",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "........", "........", "..b...b.", ".w...W..",
            ]),
            Every(&[
                "........", "........", "........", "........", "........", ".b...b..", ".w...W..",
            ]),
        ],
        shown: |look| decides(look, "example.with-king", |rule| rule == Preference::WithKing),
    },
    Demonstration {
        name: "most-kings",
        section: "choice",
        diagrams: &[
            Dark(&["........", "........", "........", "..B.b...", "...w...."]),
            Dark(&["........", "........", "........", "..B.b...", "...W...."]),
            Every(&["........", "........", "........", "...B....", "...wb..."]),
        ],
        shown: |look| {
            decides(look, "example.most-kings", |rule| matches!(rule, Preference::MostKings(_)))
        },
    },
    Demonstration {
        name: "earliest-king",
        section: "choice",
        diagrams: &[Dark(&[
            "........", "........", "........", "......b.", ".B......", "......B.", ".b...W..",
            "W.......",
        ])],
        shown: |look| {
            decides(look, "example.earliest-king", |rule| rule == Preference::EarliestKing)
        },
    },
];

fn most(look: &Look) -> Option<Phrase> {
    let facts = look.facts();
    if facts.precedence == Precedence::Free {
        let differ = look.least() < look.most() && facts.continuation == Duty::Mandatory;
        return says("example.free-choice", differ);
    }
    decides(look, "example.most", |rule| matches!(rule, Preference::MostPieces(_)))
        .map(|caption| caption.with("count", look.most()))
}

/// The caption, if this rule rejects some captures.
fn decides(look: &Look, key: &'static str, by: fn(Preference) -> bool) -> Option<Phrase> {
    let narrowings = look.position.narrowings();
    let decided = narrowings.iter().any(|step| match step.rule {
        Narrowed::Preference(preference) => by(preference) && !step.rejected.is_empty(),
        Narrowed::MustCapture | Narrowed::KingTired(_) => false,
    });
    says(key, decided)
}
