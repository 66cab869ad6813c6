//! How pieces capture.

use super::diagram::Diagram::{Dark, Every};
use super::{Demonstration, Look, says, taken};
use crate::Phrase;
use draughts::{Duty, KingRange, Landing, Lines, MenCapture, Precedence, Removal};
use std::collections::BTreeSet;

const ENEMY_BEHIND: &[&str] = &["........", "........", "........", "....w...", ".....b.."];
const ENEMY_BEHIND_ON_EVERY: &[&str] =
    &["........", "........", "........", "....w...", "....b..."];
const AT_A_DISTANCE: &[&str] =
    &["........", "........", "........", "........", "...b....", "........", ".W......"];
const AT_A_DISTANCE_ON_EVERY: &[&str] =
    &["........", "........", "........", "........", "...b....", "........", "...W...."];
const KING_AT_A_DISTANCE: &[&str] =
    &["........", "........", "........", "........", "...B....", "........", ".W......"];
const KING_AT_A_DISTANCE_ON_EVERY: &[&str] =
    &["........", "........", "........", "........", "...B....", "........", "...W...."];
const SECOND_FROM_ONE_SQUARE: &[&str] = &[
    "........", "........", "........", "........", "........", "..b...b.", "........", "W.......",
];
const SECOND_FROM_ONE_SQUARE_ON_EVERY: &[&str] = &[
    "........", "........", ".....b..", "........", "........", "...b....", "........", "...W....",
];
const TWO_IN_A_ROW: &[&str] =
    &["........", "........", "........", "....b...", "........", "..b.....", ".w......"];
const TWO_IN_A_ROW_ON_EVERY: &[&str] =
    &["........", "........", "........", "........", "....b...", "...b....", "...w...."];

/// The demonstrations.
pub const DEMONSTRATIONS: &[Demonstration] = &[
    Demonstration {
        name: "duty",
        section: "capturing",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "..b.....", "...w....", "........", ".....w..",
            ]),
            Every(&[
                "........", "........", "........", "...b....", "...w....", "........", ".....w..",
            ]),
        ],
        shown: duty,
    },
    Demonstration {
        name: "men-backwards",
        section: "capturing",
        diagrams: &[Dark(ENEMY_BEHIND), Every(ENEMY_BEHIND_ON_EVERY)],
        shown: men_backwards,
    },
    Demonstration {
        name: "men-along-lines",
        section: "capturing",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "........", "...b....", "........", "...w....",
            ]),
            Every(&[
                "........", "........", "........", "........", "........", "........", "..wb....",
            ]),
        ],
        shown: men_along_lines,
    },
    Demonstration {
        name: "men-spare-kings",
        section: "capturing",
        diagrams: &[
            Dark(&["........", "........", "........", "..B.....", "...w...."]),
            Every(&["........", "........", "........", "...B....", "...w...."]),
        ],
        shown: |look| {
            let spares = look.most() == 0 && look.most_if(|facts| facts.men_take_kings = true) > 0;
            says("example.men-spare-kings", spares)
        },
    },
    Demonstration {
        name: "landing",
        section: "capturing",
        diagrams: &[Dark(AT_A_DISTANCE), Every(AT_A_DISTANCE_ON_EVERY)],
        shown: landing,
    },
    Demonstration {
        name: "landing-behind-king",
        section: "capturing",
        diagrams: &[Dark(KING_AT_A_DISTANCE), Every(KING_AT_A_DISTANCE_ON_EVERY)],
        shown: |look| {
            let stops = look.facts().landing == Landing::BehindLastKing && landings(look) == 1;
            says("example.landing-behind-king", stops && landings_if_free(look) > 1)
        },
    },
    Demonstration {
        name: "going-on",
        section: "capturing",
        diagrams: &[Dark(TWO_IN_A_ROW), Every(TWO_IN_A_ROW_ON_EVERY)],
        shown: going_on,
    },
    Demonstration {
        name: "landing-to-go-on",
        section: "capturing",
        diagrams: &[Dark(SECOND_FROM_ONE_SQUARE), Every(SECOND_FROM_ONE_SQUARE_ON_EVERY)],
        shown: |look| {
            let flies = look.facts().king_range == KingRange::Flying;
            let must = look.least() > 1 && stops_if_allowed(look) > 1;
            says("example.landing-to-go-on", flies && must)
        },
    },
    Demonstration {
        name: "landing-free",
        section: "capturing",
        diagrams: &[Dark(SECOND_FROM_ONE_SQUARE), Every(SECOND_FROM_ONE_SQUARE_ON_EVERY)],
        shown: |look| {
            let chooses = look.facts().landing == Landing::Free && look.least() == 1;
            says("example.landing-free", chooses && look.most() > 1)
        },
    },
    Demonstration {
        name: "removal",
        section: "removal",
        diagrams: &[
            Dark(&[
                "........", "........", "........", "........", ".b...b..", "....b...", ".b...W..",
            ]),
            Dark(&[
                "........", "....b...", ".b......", "....b...", "........", "..b.....", ".W.b....",
            ]),
            Dark(&[
                "........", "........", "........", "........", "...b.b..", "....b.b.", "........",
                "....W...",
            ]),
            Every(&[
                "........", "........", "........", ".b......", "b.......", "...b.b..", "........",
                "...W....",
            ]),
        ],
        shown: removal,
    },
    Demonstration {
        name: "turning-back",
        section: "removal",
        diagrams: &[
            Dark(&["........", "........", "........", "....b...", "...W....", "..b....."]),
            Every(&[
                "........", "........", "...b....", "........", "...W....", "........", "...b....",
            ]),
        ],
        shown: turning_back,
    },
    Demonstration {
        name: "circle",
        section: "removal",
        diagrams: &[
            Dark(&["........", "........", ".b.b....", "........", ".b.b....", "..W....."]),
            Dark(&["........", "........", ".b.b....", "........", ".b.b....", "..w....."]),
        ],
        shown: |look| says("example.circle", look.captures().any(|mv| mv.from() == mv.to())),
    },
];

fn duty(look: &Look) -> Option<Phrase> {
    let all_capture = look.most() > 0 && look.legal.iter().all(|mv| mv.is_capture());
    let none_must = look.most() > 0 && look.legal.iter().any(|mv| !mv.is_capture());
    match look.facts().capture {
        Duty::Mandatory => {
            says("example.capture-mandatory", all_capture && !look.position.narrowings().is_empty())
        }
        Duty::Optional => says("example.capture-optional", none_must),
    }
}

fn men_backwards(look: &Look) -> Option<Phrase> {
    match look.facts().men_capture {
        MenCapture::Forward => {
            let could = look.most_if(|facts| facts.men_capture = MenCapture::AllRound) > 0;
            says("example.men-forwards-only", look.most() == 0 && could)
        }
        MenCapture::AllRound => says("example.men-backwards", look.most() > 0),
    }
}

/// Captures along rows and columns, by men.
fn men_along_lines(look: &Look) -> Option<Phrase> {
    match look.facts().lines {
        Lines::Diagonal => None,
        Lines::DiagonalCaptureAll => says("example.men-ahead", look.most() > 0),
        Lines::Orthogonal => says("example.men-sideways", look.most() > 0),
    }
}

/// The number of squares on which the only capture can end.
fn landings(look: &Look) -> usize {
    look.captures().map(|mv| look.position.number(mv.to())).collect::<BTreeSet<_>>().len()
}

fn landings_if_free(look: &Look) -> usize {
    let legal = look.if_only(|facts| facts.landing = Landing::Anywhere);
    legal.map_or(0, |legal| legal.iter().filter(|mv| mv.is_capture()).count())
}

fn landing(look: &Look) -> Option<Phrase> {
    let facts = look.facts();
    if facts.king_range == KingRange::Short {
        return None;
    }
    let count = landings(look);
    match facts.landing {
        Landing::Anywhere | Landing::BehindLastKing | Landing::Free => {
            (count > 1).then(|| Phrase::new("example.landing-anywhere").with("count", count as u32))
        }
        Landing::Behind => says("example.landing-behind", count == 1 && landings_if_free(look) > 1),
    }
}

/// The number of captures that could stop after one piece, if that were allowed.
fn stops_if_allowed(look: &Look) -> usize {
    let legal = look.if_only(|facts| {
        facts.continuation = Duty::Optional;
        facts.precedence = Precedence::Free;
    });
    legal.map_or(0, |legal| legal.iter().filter(|mv| taken(mv) == 1).count())
}

fn going_on(look: &Look) -> Option<Phrase> {
    match look.facts().continuation {
        Duty::Mandatory => {
            says("example.must-go-on", look.least() > 1 && stops_if_allowed(look) > 0)
        }
        Duty::Optional => says("example.may-stop", look.least() == 1 && look.most() > 1),
    }
}

fn removal(look: &Look) -> Option<Phrase> {
    let most = look.most();
    match look.facts().removal {
        Removal::AfterMove => {
            let more = look.most_if(|facts| facts.removal = Removal::AtOnce) > most;
            says("example.removal-after", more)
        }
        Removal::AtOnce => {
            let fewer = look.most_if(|facts| facts.removal = Removal::AfterMove) < most;
            says("example.removal-at-once", fewer)
        }
    }
}

fn turning_back(look: &Look) -> Option<Phrase> {
    let other = look.most_if(|facts| facts.turning_back = !facts.turning_back);
    match look.facts().turning_back {
        true => says("example.turn-back", look.most() > other),
        false => says("example.no-turn-back", look.most() < other),
    }
}
