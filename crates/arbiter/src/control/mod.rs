//! Time controls.

mod length;
mod pdn;
mod presets;
mod text;

pub use presets::{Preset, presets};

/// A second, in milliseconds.
const SECOND: u64 = 1_000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// A time control. All times are in milliseconds.
///
/// Its text form is short and can be parsed again:
///
/// | text | meaning |
/// |---|---|
/// | `none` | no clock |
/// | `5m` | five minutes for the game |
/// | `5m+3s` | and three seconds more for each move (Fischer) |
/// | `5m~3s` | the clock waits three seconds before it runs (simple delay) |
/// | `5m^3s` | up to three seconds are given back after a move (Bronstein delay) |
/// | `40/2h,1h` | two hours for 40 moves, then one hour for the rest |
/// | `30/1h,15/30m*` | an hour for 30 moves, then half an hour for every 15 |
/// | `10m+3x30s` | ten minutes, then three periods of 30 seconds a move (byo-yomi) |
/// | `hourglass:2m` | what one player uses the other gets |
/// | `3d/move` | three days for each move (correspondence) |
///
/// ```
/// use draughts_arbiter::TimeControl;
///
/// let control: TimeControl = "90m+30s".parse()?;
/// assert_eq!(control.to_string(), "1h30m+30s");
/// assert_eq!(control.to_pdn().as_deref(), Some("5400+30"));
/// assert_eq!("5 apples".parse::<TimeControl>().unwrap_err().to_string(),
///     "\"5 apples\" is not a time; write it like 5m, 1h30m or 90s");
/// # Ok::<(), draughts_arbiter::ControlError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum TimeControl {
    /// A game without a clock.
    #[default]
    None,
    /// Time for the game, or for successive stages.
    Stages {
        /// The stages; all but the last have a number of moves.
        stages: Vec<Stage>,
        /// Whether the last stage, which has a number of moves, repeats.
        repeat: bool,
    },
    /// A main time, then periods in each of which a move must be made; a period that is not used up starts again.
    Byoyomi {
        /// The main time.
        main: u64,
        /// The number of periods.
        periods: u16,
        /// The length of each period.
        period: u64,
    },
    /// The time that one player uses is added to the other's clock.
    Hourglass {
        /// Each player's time at the start.
        time: u64,
    },
    /// A number of days for each move.
    Correspondence {
        /// The number of days.
        days: u16,
    },
}

/// A number of moves and the time for them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stage {
    /// The number of a player's moves in this stage; `None` for all the rest.
    pub moves: Option<u16>,
    /// The time added when the stage starts.
    pub time: u64,
    /// The bonus for each move.
    pub bonus: Bonus,
}

/// A bonus for each move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bonus {
    /// No bonus.
    None,
    /// Time added after the move (Fischer).
    Increment(u64),
    /// A delay before the clock runs (simple or US delay).
    SimpleDelay(u64),
    /// Time used for the move that is given back after it, up to this limit (Bronstein delay).
    Bronstein(u64),
}

impl Bonus {
    /// The length of the bonus, in milliseconds.
    pub const fn time(self) -> u64 {
        match self {
            Bonus::None => 0,
            Bonus::Increment(time) | Bonus::SimpleDelay(time) | Bonus::Bronstein(time) => time,
        }
    }
}

impl TimeControl {
    /// Creates a control with one time for the whole game and a bonus for each move.
    pub fn with_bonus(time: u64, bonus: Bonus) -> Self {
        Self::Stages { stages: vec![Stage { moves: None, time, bonus }], repeat: false }
    }

    /// Checks that all numbers are within bounds.
    pub fn check(&self) -> Result<(), ControlError> {
        match self {
            Self::None => Ok(()),
            Self::Stages { stages, repeat } => check_stages(stages, *repeat),
            Self::Byoyomi { main, periods, period } => {
                if *main != 0 {
                    check_time(*main)?;
                }
                check_time(*period)?;
                within("periods", u64::from(*periods), 1, 100)
            }
            Self::Hourglass { time } => check_time(*time),
            Self::Correspondence { days } => within("days", u64::from(*days), 1, 60),
        }
    }
}

/// The maximum time of a stage: a week.
const LONGEST: u64 = 7 * DAY;

fn check_time(time: u64) -> Result<(), ControlError> {
    match time {
        SECOND..=LONGEST => Ok(()),
        _ => Err(ControlError::Time),
    }
}

fn within(what: &'static str, number: u64, least: u64, most: u64) -> Result<(), ControlError> {
    match (least..=most).contains(&number) {
        true => Ok(()),
        false => Err(ControlError::Number { what, least, most }),
    }
}

fn check_stages(stages: &[Stage], repeat: bool) -> Result<(), ControlError> {
    within("stages", stages.len() as u64, 1, 10)?;
    let last = stages.len() - 1;
    for (index, stage) in stages.iter().enumerate() {
        check_time(stage.time)?;
        if stage.bonus != Bonus::None && !(1..=HOUR).contains(&stage.bonus.time()) {
            return Err(ControlError::Bonus);
        }
        match stage.moves {
            Some(moves) => within("moves", u64::from(moves), 1, 500)?,
            None if index < last || repeat => return Err(ControlError::MovesMissing),
            None => {}
        }
        if index == last && !repeat && stage.moves.is_some() {
            return Err(ControlError::NoEnd);
        }
    }
    Ok(())
}

/// The reasons why a time control is not valid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ControlError {
    /// A time is too short or too long.
    #[error("a time must be between one second and seven days")]
    Time,
    /// A bonus is too short or too long.
    #[error("the bonus per move must be between one millisecond and one hour")]
    Bonus,
    /// A number is out of bounds.
    #[error("{what}: a number from {least} to {most}")]
    Number {
        /// The quantity.
        what: &'static str,
        /// The least it can be.
        least: u64,
        /// The most it can be.
        most: u64,
    },
    /// A stage that is followed by another has no number of moves.
    #[error("every stage but the last must say how many moves it covers, as in 40/2h")]
    MovesMissing,
    /// The last stage has a number of moves, so the time for later moves is missing.
    #[error(
        "say what follows the last stage: add one for the rest, as in 40/2h,1h, or * to repeat it"
    )]
    NoEnd,
    /// A text is not a duration.
    #[error("\"{0}\" is not a time; write it like 5m, 1h30m or 90s")]
    Duration(String),
    /// A text is not a number.
    #[error("\"{0}\" is not a number, or is too large")]
    NotANumber(String),
    /// A PDN tag that is not supported.
    #[error("\"{0}\" is not a PDN TimeControl tag")]
    Tag(String),
}
