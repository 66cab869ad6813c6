//! PDN's TimeControl tag, which is that of PGN: `?`, `-`, `40/9000:3600`, `4500+60`, `*180`.

use super::text::number;
use super::{Bonus, ControlError, SECOND, Stage, TimeControl};

impl TimeControl {
    /// The value of a PDN TimeControl tag, for the time controls that have one: whole seconds and increments, but no
    /// delays or byo-yomi. A repeating last stage is written last.
    ///
    /// ```
    /// use draughts_arbiter::TimeControl;
    ///
    /// let control: TimeControl = "40/2h,1h".parse()?;
    /// assert_eq!(control.to_pdn().as_deref(), Some("40/7200:3600"));
    /// assert_eq!(TimeControl::from_pdn("40/7200:3600")?, Some(control));
    /// assert_eq!(TimeControl::from_pdn("?")?, None);
    /// # Ok::<(), draughts_arbiter::ControlError>(())
    /// ```
    pub fn to_pdn(&self) -> Option<String> {
        match self {
            Self::None => Some("-".to_owned()),
            Self::Stages { stages, .. } => {
                let fields = stages.iter().map(stage_to_pdn).collect::<Option<Vec<_>>>()?;
                Some(fields.join(":"))
            }
            Self::Hourglass { time } => Some(format!("*{}", seconds(*time)?)),
            Self::Byoyomi { .. } | Self::Correspondence { .. } => None,
        }
    }

    /// Parses a PDN TimeControl tag; `None` if it says that the control is unknown.
    pub fn from_pdn(tag: &str) -> Result<Option<Self>, ControlError> {
        let tag = tag.trim();
        let control = match tag {
            "?" | "" => return Ok(None),
            "-" => return Ok(Some(Self::None)),
            _ => match tag.strip_prefix('*') {
                Some(time) => Self::Hourglass { time: milliseconds(time)? },
                None => stages_from_pdn(tag)?,
            },
        };
        control.check()?;
        Ok(Some(control))
    }
}

fn seconds(time: u64) -> Option<u64> {
    time.is_multiple_of(SECOND).then_some(time / SECOND)
}

fn milliseconds(text: &str) -> Result<u64, ControlError> {
    let seconds: u64 = number(text)?;
    seconds.checked_mul(SECOND).ok_or_else(|| ControlError::NotANumber(text.to_owned()))
}

fn stage_to_pdn(stage: &Stage) -> Option<String> {
    let time = seconds(stage.time)?;
    let moves = stage.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
    match stage.bonus {
        Bonus::None => Some(format!("{moves}{time}")),
        Bonus::Increment(bonus) => Some(format!("{moves}{time}+{}", seconds(bonus)?)),
        Bonus::SimpleDelay(_) | Bonus::Bronstein(_) => None,
    }
}

fn stages_from_pdn(tag: &str) -> Result<TimeControl, ControlError> {
    let stages: Vec<Stage> = tag
        .split(':')
        .map(|field| stage_from_pdn(field).map_err(|_| ControlError::Tag(tag.to_owned())))
        .collect::<Result<_, _>>()?;
    let repeat = stages.last().is_some_and(|stage| stage.moves.is_some());
    Ok(TimeControl::Stages { stages, repeat })
}

fn stage_from_pdn(field: &str) -> Result<Stage, ControlError> {
    let (moves, time) = match field.split_once('/') {
        Some((moves, time)) => (Some(number(moves)?), time),
        None => (None, field),
    };
    let (time, bonus) = match time.split_once('+') {
        Some((time, "0")) => (time, Bonus::None),
        Some((time, bonus)) => (time, Bonus::Increment(milliseconds(bonus)?)),
        None => (time, Bonus::None),
    };
    Ok(Stage { moves, time: milliseconds(time)?, bonus })
}
