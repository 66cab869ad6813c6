//! How well something is remembered, and when to ask for it again: FSRS 6, with the parameters of its reference
//! implementation (py-fsrs 6.1.0). An answer is right or wrong; the grades between are not used.

/// What was learned from the reviews of many people: the parameters w0 to w20 of FSRS 6.
const W: [f64; 21] = [
    0.2172, 1.1771, 3.2602, 16.1507, 7.0114, 0.57, 2.0966, 0.0069, 1.5261, 0.112, 1.0178, 1.849,
    0.1133, 0.3127, 2.2934, 0.2191, 3.0004, 0.7536, 0.3332, 0.1437, 0.2,
];
/// The chance to know it at which it is asked again.
const WANTED: f64 = 0.9;
/// The longest pause, in days.
pub const LONGEST: u32 = 365;
/// Bounds of the two numbers, in which they stay whatever a browser sends.
const STABILITY: [f64; 2] = [0.001, 1_000_000.0];
const DIFFICULTY: [f64; 2] = [1.0, 10.0];

/// The memory of one thing after an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Memory {
    /// The days after which it is still known with the wanted chance.
    pub stability: f64,
    /// From 1 to 10.
    pub difficulty: f64,
}

impl Memory {
    /// The memory after the first answer.
    pub fn first(right: bool) -> Self {
        let stability = if right { W[2] } else { W[0] };
        Self { stability, difficulty: first_difficulty(grade(right)) }.bounded()
    }

    /// The memory after an answer so many days after the one before.
    pub fn next(self, right: bool, days: u32) -> Self {
        let Self { stability, difficulty } = self.bounded();
        let known = chance(stability, f64::from(days));
        let stability = match right {
            true => recalled(stability, difficulty, known),
            false => forgotten(stability, difficulty, known),
        };
        let change = -W[6] * (grade(right) - 3.0);
        let harder = difficulty + (10.0 - difficulty) * change / 9.0;
        let difficulty = W[7] * first_difficulty(4.0) + (1.0 - W[7]) * harder;
        Self { stability, difficulty }.bounded()
    }

    /// The days until it is asked again.
    pub fn days(self) -> u32 {
        let days = self.stability / factor() * (WANTED.powf(-1.0 / W[20]) - 1.0);
        (days.round() as u32).clamp(1, LONGEST)
    }

    fn bounded(self) -> Self {
        let [least, most] = STABILITY;
        let [easiest, hardest] = DIFFICULTY;
        Self {
            stability: self.stability.clamp(least, most),
            difficulty: self.difficulty.clamp(easiest, hardest),
        }
    }
}

/// The grades of FSRS: 1 is wrong, 3 is right.
fn grade(right: bool) -> f64 {
    if right { 3.0 } else { 1.0 }
}

fn first_difficulty(grade: f64) -> f64 {
    let [easiest, hardest] = DIFFICULTY;
    (W[4] - (W[5] * (grade - 1.0)).exp() + 1.0).clamp(easiest, hardest)
}

fn factor() -> f64 {
    WANTED.powf(-1.0 / W[20]) - 1.0
}

/// The chance that something is still known after some days.
fn chance(stability: f64, days: f64) -> f64 {
    (1.0 + factor() * days / stability).powf(-W[20])
}

fn recalled(stability: f64, difficulty: f64, known: f64) -> f64 {
    let gain = W[8].exp()
        * (11.0 - difficulty)
        * stability.powf(-W[9])
        * (((1.0 - known) * W[10]).exp() - 1.0);
    stability * (1.0 + gain)
}

fn forgotten(stability: f64, difficulty: f64, known: f64) -> f64 {
    let left = W[11]
        * difficulty.powf(-W[12])
        * ((stability + 1.0).powf(W[13]) - 1.0)
        * ((1.0 - known) * W[14]).exp();
    left.min(stability / (W[17] * W[18]).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Made by py-fsrs 6.1.0, without learning steps and without chance: right or wrong, the days since the answer
    /// before, then stability, difficulty and days until the next.
    const VECTORS: &str = include_str!("vectors.txt");

    #[test]
    fn memories_are_those_of_the_reference() {
        let mut compared = 0;
        for card in VECTORS.split("\n\n") {
            let mut memory: Option<Memory> = None;
            for line in card.lines().filter(|line| !line.starts_with('#')) {
                let [answer, days, stability, difficulty, until] =
                    line.split(' ').collect::<Vec<_>>()[..]
                else {
                    panic!("{line}")
                };
                let (right, since) = (answer == "right", days.parse().unwrap());
                let now =
                    memory.map_or_else(|| Memory::first(right), |memory| memory.next(right, since));
                let near = |one: f64, other: &str| {
                    let other: f64 = other.parse().unwrap();
                    (one - other).abs() <= 1e-8 * other.abs().max(1.0)
                };
                assert!(near(now.stability, stability), "{line}: {now:?}");
                assert!(near(now.difficulty, difficulty), "{line}: {now:?}");
                assert_eq!(now.days().to_string(), until, "{line}");
                memory = Some(now);
                compared += 1;
            }
        }
        assert_eq!(compared, 128);
    }

    /// All ways to answer eight times, each on the day on which it is asked.
    #[test]
    fn pauses_grow_with_right_answers_and_fall_after_wrong_ones() {
        for answers in 0_u32..256 {
            let is_right = |number: u32| answers >> number & 1 == 1;
            let mut memory = Memory::first(is_right(0));
            for number in 1..8 {
                let (right, before) = (is_right(number), memory);
                memory = before.next(right, before.days());
                let said = format!("{answers:08b} at {number}: {before:?} {memory:?}");
                if right {
                    assert!(memory.stability > before.stability, "{said}");
                    let longer = memory.days() > before.days() || memory.days() == LONGEST;
                    assert!(longer || before.days() == 1, "{said}");
                    assert!(memory.difficulty <= before.difficulty.max(W[4]), "{said}");
                } else {
                    assert!(memory.stability < before.stability, "{said}");
                    assert!(memory.days() < before.days() || before.days() == 1, "{said}");
                    assert!(memory.difficulty >= before.difficulty, "{said}");
                }
            }
        }
    }

    /// A browser can send anything.
    #[test]
    fn absurd_memories_are_bounded() {
        for stability in [-1.0, 0.0, 1e-300, 1e300] {
            for difficulty in [-5.0, 0.0, 11.0, 1e300] {
                for (right, days) in [(true, 0), (true, u32::MAX), (false, 0), (false, u32::MAX)] {
                    let next = Memory { stability, difficulty }.next(right, days);
                    assert!((1..=LONGEST).contains(&next.days()), "{next:?}");
                    assert!(next.stability.is_finite() && (1.0..=10.0).contains(&next.difficulty));
                }
            }
        }
    }
}
