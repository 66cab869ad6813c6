//! How pieces move, and how games end.

use super::diagram::Diagram::{Dark, Every, Tired};
use super::{Demonstration, Look, says};
use crate::Phrase;
use draughts::{Blocked, Crowning, KingRange, Narrowed, Reason};

const LONE_KING: &[&str] = &["........", "....b...", "........", "....W..."];
const LONE_KING_ON_EVERY: &[&str] = &["........", "b.......", "........", "....W..."];
const BESIDE_THE_FAR_ROW: &[&str] = &["........", "..b.b...", ".w......"];
const BESIDE_THE_FAR_ROW_ON_EVERY: &[&str] = &["...b....", "..b.....", "..w....."];

/// The demonstrations.
pub const DEMONSTRATIONS: &[Demonstration] = &[
    Demonstration {
        name: "king-moves",
        section: "kings",
        diagrams: &[Dark(LONE_KING), Every(LONE_KING_ON_EVERY)],
        shown: king_moves,
    },
    Demonstration {
        name: "king-run",
        section: "kings",
        diagrams: &[Tired(&[
            "........", "....b...", "........", "....W...", "........", "....w...",
        ])],
        shown: |look| {
            let narrowings = look.position.narrowings();
            let tired = |rule: &Narrowed| matches!(rule, Narrowed::KingTired(_));
            let is_tired = narrowings.iter().any(|step| tired(&step.rule));
            says("example.king-run", is_tired)
        },
    },
    Demonstration {
        name: "crowning",
        section: "promotion",
        diagrams: &[Dark(BESIDE_THE_FAR_ROW), Every(BESIDE_THE_FAR_ROW_ON_EVERY)],
        shown: crowning,
    },
    Demonstration {
        name: "blocked",
        section: "end",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "b.......", ".w......", "........", ".w......",
            ]),
            Every(&["b.W.....", "w.......", "w.......", ".W......"]),
        ],
        shown: blocked,
    },
    Demonstration {
        name: "first-king",
        section: "end",
        diagrams: &[
            Dark(&["........", "..w.....", "........", "........", ".....b.."]),
            Every(&["........", "..w.....", "........", "........", ".....b.."]),
        ],
        shown: |look| ends(look, "example.first-king", |reason| reason == Reason::FirstKing),
    },
];

fn king_moves(look: &Look) -> Option<Phrase> {
    let far = look.legal.iter().map(|mv| look.reach(mv)).max()?;
    match look.facts().king_range {
        KingRange::Short => says("example.king-short", look.most() == 0 && far == 1),
        KingRange::Flying => says("example.king-flies", look.most() == 0 && far > 1),
    }
}

fn crowning(look: &Look) -> Option<Phrase> {
    let longer = |crowning| look.most_if(|facts| facts.crowning = crowning) > look.most();
    let passes = |ends_there: bool| {
        look.captures().any(|mv| {
            let squares = look.position.main_path(mv).squares;
            let on_the_way = &squares[..squares.len() - 1];
            let passed = on_the_way.iter().any(|square| look.row(*square) == 0);
            passed && (look.row(mv.to()) == 0) == ends_there
        })
    };
    match look.facts().crowning {
        Crowning::EndsMove => says("example.crowning-stops", longer(Crowning::GoesOnAsKing)),
        Crowning::AtMoveEnd if passes(true) => Some(Phrase::new("example.crowning-passes-on")),
        Crowning::AtMoveEnd => says("example.crowning-passes", passes(false)),
        Crowning::GoesOnAsKing => {
            let goes_on = look.captures().any(|mv| mv.promotes() && look.row(mv.to()) != 0);
            says("example.crowning-goes-on", goes_on)
        }
    }
}

fn blocked(look: &Look) -> Option<Phrase> {
    let key = match look.facts().blocked {
        Blocked::Loses => "example.blocked-loses",
        Blocked::Draws => "example.blocked-draws",
        Blocked::Wins => "example.blocked-wins",
    };
    ends(look, key, |reason| reason == Reason::NoMoves)
}

/// A caption that names a move which ends the game for this reason.
fn ends(look: &Look, key: &'static str, because: fn(Reason) -> bool) -> Option<Phrase> {
    let position = &look.position;
    let last = look.legal.iter().find(|mv| {
        let outcome = position.play_unchecked(mv).outcome();
        outcome.is_some_and(|outcome| because(outcome.reason))
    })?;
    Some(Phrase::new(key).with("move", position.text(last)))
}
