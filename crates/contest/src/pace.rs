//! Time controls and limits of games.

use arbiter::{Bonus, ControlError, Stage, TimeControl};
use core::fmt;
use core::str::FromStr;
use draughts::{ByColor, Color};
use engine::{ClockLimit, Limits};
use protocol::Patience;
use std::time::Duration;

/// Limits on the players' thinking. All given limits apply; the first one reached ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Search depth in plies.
    pub depth: Option<u32>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Time for the game.
    pub clock: Option<MatchClock>,
    /// The tolerance for overstepping the time: the overhead of passing on a move.
    pub margin: Duration,
    /// How long to wait for a move without a time limit.
    pub patience: Duration,
}

/// Time for a whole game, in the format of [`TimeControl`]: `1m+600ms` is a minute plus six tenths of a second per
/// move. Stages, delays and the like are not supported.
///
/// ```
/// use draughts_contest::MatchClock;
/// use std::time::Duration;
///
/// let clock: MatchClock = "1m+600ms".parse()?;
/// assert_eq!(clock.increment, Duration::from_millis(600));
/// # Ok::<(), draughts_contest::ClockError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchClock {
    /// The time at the start.
    pub base: Duration,
    /// The time added after each move.
    pub increment: Duration,
}

/// Why a text is not a match clock.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClockError {
    /// It is not a time control.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// It is a time control, but not a time with an increment.
    #[error("a match needs a clock such as 1m or 1m+600ms")]
    Kind,
    /// It is written in seconds, as in older versions.
    #[error("a clock of a match is now written like any other: {0}")]
    Old(
        /// The clock in today's format.
        TimeControl,
    ),
}

/// More than a day per game or move is a mistake.
const MOST_SECONDS: f64 = 86_400.0;

/// Parses a time in seconds.
///
/// ```
/// use std::time::Duration;
///
/// assert_eq!(draughts_contest::seconds("0.1"), Some(Duration::from_millis(100)));
/// assert_eq!(draughts_contest::seconds("-1"), None);
/// ```
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=MOST_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl FromStr for MatchClock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Self, ClockError> {
        let control = match (text.parse::<TimeControl>(), in_seconds(text)) {
            (Ok(control), _) => control,
            (Err(_), Some(control)) => return Err(ClockError::Old(control)),
            (Err(error), None) => return Err(error.into()),
        };
        let TimeControl::Stages { stages, repeat: false } = control else {
            return Err(ClockError::Kind);
        };
        match stages[..] {
            [Stage { moves: None, time, bonus: bonus @ (Bonus::None | Bonus::Increment(_)) }] => {
                let [base, increment] = [time, bonus.time()].map(Duration::from_millis);
                Ok(Self { base, increment })
            }
            _ => Err(ClockError::Kind),
        }
    }
}

/// A clock written in seconds, such as `60+0.6`.
fn in_seconds(text: &str) -> Option<TimeControl> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let [base, increment] =
        [seconds(base)?, seconds(increment)?].map(|time| time.as_millis() as u64);
    (base > 0).then(|| control(base, increment))
}

/// Creates a time control from milliseconds for the game and per move.
fn control(base: u64, increment: u64) -> TimeControl {
    let bonus = if increment > 0 { Bonus::Increment(increment) } else { Bonus::None };
    TimeControl::with_bonus(base, bonus)
}

/// Converts the limits in an old record, with a clock in seconds, to today's format.
pub(crate) fn renewed(limits: &str) -> String {
    let clock = |part: &str| in_seconds(part.strip_suffix(" s a game")?);
    let part = |part: &str| clock(part).map_or(part.to_owned(), |clock| format!("{clock} a game"));
    limits.split(", ").map(part).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for MatchClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [base, increment] = [self.base, self.increment].map(|time| time.as_millis() as u64);
        control(base, increment).fmt(f)
    }
}

impl Default for Pace {
    /// No limits.
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            time: None,
            clock: None,
            margin: Duration::from_millis(200),
            patience: Duration::from_secs(60),
        }
    }
}

impl Pace {
    /// Limits nodes per move.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Whether a player's thinking is unlimited.
    pub fn is_infinite(&self) -> bool {
        self.limits(None).is_infinite() && self.clock.is_none()
    }

    /// Whether time is limited, so that games are not reproducible.
    pub fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The timeouts for programs behind protocols.
    pub(crate) fn protocol_patience(&self) -> Patience {
        /// How long after the margin an overdue player is stopped; until then its move is awaited, although it has
        /// lost.
        const LATE: Duration = Duration::from_secs(1);
        Patience { margin: self.margin + LATE, longest: self.patience, ..Patience::default() }
    }

    /// The limits of one move, with this much time on the clock.
    fn limits(&self, left: Option<Duration>) -> Limits {
        let clock = self.clock.zip(left).map(|(clock, left)| ClockLimit {
            left,
            increment: clock.increment,
            moves_to_go: None,
        });
        Limits { depth: self.depth, nodes: self.nodes, time: self.time, clock }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.nodes.map(|nodes| format!("{nodes} positions a move")),
            self.depth.map(|depth| format!("depth {depth}")),
            self.time.map(|time| format!("{} s a move", time.as_secs_f64())),
            self.clock.map(|clock| format!("{clock} a game")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(if parts.is_empty() { "players' own limits" } else { "" })?;
        f.write_str(&parts.join(", "))
    }
}

/// The clocks of a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct BoutClocks {
    pace: Pace,
    left: ByColor<Duration>,
}

impl BoutClocks {
    pub fn new(pace: &Pace) -> Self {
        let base = pace.clock.map_or(Duration::ZERO, |clock| clock.base);
        Self { pace: *pace, left: ByColor::both(base) }
    }

    /// Returns the limits of a player's next search.
    pub fn limits(&self, color: Color) -> Limits {
        self.pace.limits(Some(self.left[color]))
    }

    /// Charges the time of a move; returns whether the player is within its time.
    pub fn spend(&mut self, color: Color, used: Duration) -> bool {
        let margin = self.pace.margin;
        let in_time = self.pace.time.is_none_or(|time| used <= time + margin);
        let Some(clock) = self.pace.clock else { return in_time };
        let left = &mut self.left[color];
        let on_clock = used <= *left + margin;
        *left = left.saturating_sub(used) + clock.increment;
        in_time && on_clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn a_clock_runs_down_and_up() {
        let clock = Some("1s+500ms".parse().unwrap());
        let mut clocks = BoutClocks::new(&Pace { clock, margin: ms(100), ..Pace::default() });
        assert!(clocks.spend(Color::White, ms(800)));
        let left = |clocks: &BoutClocks, color| clocks.limits(color).clock.unwrap().left;
        assert_eq!(left(&clocks, Color::White), ms(700));
        assert_eq!(left(&clocks, Color::Black), ms(1_000));
        assert!(clocks.spend(Color::White, ms(750)), "within the margin");
        assert_eq!(left(&clocks, Color::White), ms(500));
        assert!(!clocks.spend(Color::White, ms(601)));
    }

    #[test]
    fn time_for_a_move_and_no_time_at_all() {
        let mut clocks = BoutClocks::new(&Pace { time: Some(ms(100)), ..Pace::default() });
        assert!(clocks.spend(Color::Black, ms(300)));
        assert!(!clocks.spend(Color::Black, ms(301)));
        let mut clocks = BoutClocks::new(&Pace::nodes(1_000));
        assert!(clocks.spend(Color::Black, Duration::MAX));
        assert!(Pace::default().is_infinite() && !Pace::nodes(1).is_infinite());
    }

    #[test]
    fn texts() {
        for text in ["", "+1s", "0s+1s", "x", "1m+", "1m+x", "-1s", "1m~1s", "40/1m,1m", "none"] {
            assert!(text.parse::<MatchClock>().is_err(), "{text}");
        }
        let old = "60+0.6".parse::<MatchClock>().unwrap_err().to_string();
        assert!(old.ends_with(": 1m+600ms"), "{old}");
        let pace = Pace { clock: Some("1m+600ms".parse().unwrap()), ..Pace::nodes(5) };
        assert_eq!(pace.to_string(), "5 positions a move, 1m+600ms a game");
        assert_eq!(renewed("5 positions a move, 60+0.6 s a game"), pace.to_string());
        assert_eq!(renewed(&pace.to_string()), pace.to_string());
        assert_eq!(renewed("depth 9, 0.5 s a move"), "depth 9, 0.5 s a move");
        assert_eq!(Pace::default().to_string(), "players' own limits");
    }
}
