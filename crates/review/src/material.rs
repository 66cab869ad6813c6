//! Material: what a line of play wins and loses, in men and kings.

use draughts::{AnyPosition, Color, KingRange, Move, Ruleset};
use engine::Score;

/// The material that a side wins between two positions: its captures less its losses.
///
/// A man that becomes a king is nothing taken, so it is told apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Gain {
    /// Men taken, less men lost.
    pub men: i32,
    /// Kings taken, less kings lost.
    pub kings: i32,
    /// Own men that became kings and still are, less those of the other side.
    pub crowned: i32,
}

impl Gain {
    /// Returns the material that a side wins from one position to a later one.
    pub(crate) fn between(before: &AnyPosition, after: &AnyPosition, color: Color) -> Self {
        let [own, other] = [color, !color].map(|color| {
            let pieces = |position: &AnyPosition| position.pieces(color).len() as i32;
            let kings = |position: &AnyPosition| position.kings(color).len() as i32;
            let fewer_kings = kings(before) - kings(after);
            let lost_kings = fewer_kings.max(0);
            let lost_men = pieces(before) - pieces(after) - lost_kings;
            (lost_men, lost_kings, (-fewer_kings).max(0))
        });
        Self { men: other.0 - own.0, kings: other.1 - own.1, crowned: own.2 - other.2 }
    }

    /// Returns the value of the captured pieces, in men.
    pub(crate) fn taken(self, rules: &Ruleset) -> i32 {
        self.men + king_in_men(rules) * self.kings
    }

    /// Returns the value of the captured pieces and crowned men, in men.
    pub(crate) fn worth(self, rules: &Ruleset) -> i32 {
        self.taken(rules) + (king_in_men(rules) - 1) * self.crowned
    }

    /// `win two men`, `win a king for a man`, `get a king`: something was won.
    pub(crate) fn to_win(self) -> String {
        self.told("win", "get")
    }

    /// `wins two men`.
    pub(crate) fn wins(self) -> String {
        self.told("wins", "gets")
    }

    fn told(self, win: &str, get: &str) -> String {
        let [taken, lost] = [1, -1].map(|sign| pieces(sign * self.men, sign * self.kings));
        let price = lost.map_or_else(String::new, |lost| format!(" for {lost}"));
        match (taken, pieces(0, self.crowned)) {
            (Some(taken), Some(crowned)) => format!("{win} {taken}{price} and {get} {crowned}"),
            (Some(taken), None) => format!("{win} {taken}{price}"),
            (None, Some(crowned)) => format!("{get} {crowned}{price}"),
            (None, None) => format!("{win} nothing"),
        }
    }
}

impl core::ops::Neg for Gain {
    type Output = Self;

    fn neg(self) -> Self {
        Self { men: -self.men, kings: -self.kings, crowned: -self.crowned }
    }
}

impl core::ops::Sub for Gain {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let crowned = self.crowned - other.crowned;
        Self { men: self.men - other.men, kings: self.kings - other.kings, crowned }
    }
}

/// How many men a king counts.
fn king_in_men(rules: &Ruleset) -> i32 {
    match rules.facts.king_range {
        KingRange::Short => 2,
        KingRange::Flying => 3,
    }
}

/// So far a line is followed to see what it wins, and on to the end of an exchange.
const FOLLOWED: usize = 14;

/// Returns the last position of a line in which no capture is possible.
pub(crate) fn rest(start: &AnyPosition, line: &[Move]) -> AnyPosition {
    let (mut rest, mut position) = (*start, *start);
    for (ply, mv) in (1..).zip(line) {
        position = position.play_unchecked(mv);
        if !position.any_capture() {
            rest = position;
            if ply >= FOLLOWED {
                break;
            }
        }
    }
    rest
}

/// Whether a score fits a position as to who has more pieces there. Where it does not, more is going
/// on than a line shows, and nothing should be said of men won and lost.
pub(crate) fn fits(rules: &Ruleset, rest: &AnyPosition, color: Color, score: Score) -> bool {
    /// The least score with a man ahead, in hundredths of a man.
    const AHEAD: i32 = 45;
    /// And the highest with as many men.
    const EVEN: i32 = 80;
    let count = |color| {
        let (pieces, kings) = (rest.pieces(color).len(), rest.kings(color).len());
        pieces as i32 + (king_in_men(rules) - 1) * kings as i32
    };
    let score = match score {
        Score::Centimen(value) => value,
        Score::WinsIn(_) => i32::MAX,
        Score::LosesIn(_) => -i32::MAX,
    };
    match count(color) - count(!color) {
        1.. => score > AHEAD,
        0 => score.abs() < EVEN,
        _ => score < -AHEAD,
    }
}

/// `a man`, `two kings and a man`; nothing where there are none.
fn pieces(men: i32, kings: i32) -> Option<String> {
    let parts = [(kings, "king", "kings"), (men, "man", "men")];
    let parts = parts.into_iter().filter_map(|(count, one, many)| match count {
        ..=0 => None,
        1 => Some(format!("a {one}")),
        _ => Some(format!("{} {many}", number(count))),
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

fn number(count: i32) -> String {
    const WORDS: [&str; 7] = ["two", "three", "four", "five", "six", "seven", "eight"];
    let word = usize::try_from(count - 2).ok().and_then(|index| WORDS.get(index));
    word.map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;

    fn position(fen: &str) -> AnyPosition {
        AnyPosition::from_fen(&Variant::American.into(), fen).unwrap()
    }

    fn gain(before: &str, after: &str) -> Gain {
        Gain::between(&position(before), &position(after), Color::White)
    }

    #[test]
    fn men_and_kings_are_counted_as_what_they_are() {
        let rules = Ruleset::from(Variant::American);
        for (before, after, words, taken, worth) in [
            ("W:W30,31:B1,2", "W:W30,31:B1", "wins a man", 1, 1),
            ("W:W30,31:B1,2,3", "W:W30,31:B1", "wins two men", 2, 2),
            ("W:W30,31:B1,K2", "W:W30,31:B1", "wins a king", 2, 2),
            ("W:W30,31:B1,K2", "W:W31:B1", "wins a king for a man", 1, 1),
            ("W:W30,31:BK1,2,3", "W:W30,31:B3", "wins a king and a man", 3, 3),
            // What was crowned on the way is no king taken, and no man either.
            ("W:W6,31:B11,12", "W:WK1,31:B11,12", "gets a king", 0, 1),
            ("W:W6,30,31:B11,12", "W:WK1,31:B11,12", "gets a king for a man", -1, 0),
            ("W:W6,31:B11,12", "W:WK1,31:B11", "wins a man and gets a king", 1, 2),
            ("W:W6,31:B11,12", "W:WK1,31:BK32,12", "wins nothing", 0, 0),
        ] {
            let gain = gain(before, after);
            let told = (gain.wins(), gain.taken(&rules), gain.worth(&rules));
            assert_eq!(told, (words.to_owned(), taken, worth), "{before} {after}");
        }
        let lost = gain("W:W30,31:B1,2", "W:W30:B1,2");
        assert_eq!((-lost).to_win(), "win a man");
        assert_eq!((gain("W:W30,31:B1,2", "W:W30:B1") - lost).to_win(), "win a man");
    }

    #[test]
    fn a_line_is_counted_where_it_comes_to_rest() {
        let start = position("W:W23,24,31:B10,15,3");
        let mut after = start;
        let mut line = Vec::new();
        // 24-19 offers a man, 15x24 takes it, and nobody takes back.
        for text in ["24-19", "15x24", "23-18"] {
            let mv = after.parse_move(text).unwrap();
            after = after.play_unchecked(&mv);
            line.push(mv);
        }
        assert_eq!(rest(&start, &line[..1]), start, "the exchange is not over");
        assert_eq!(rest(&start, &line), after);
    }
}
