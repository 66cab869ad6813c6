//! The game clock: two dials, of which at most one runs.
//!
//! A player whose dial shows 0 is out of time: a move needs at least one millisecond.

use crate::control::{Bonus, Stage, TimeControl};
use crate::time::Time;
use draughts::{ByColor, Color};

/// A day, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The time shown on a dial.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reading {
    /// Milliseconds left of the main time or of the running period; 0 is out of time. `None` without a clock.
    pub left: Option<u64>,
    /// Milliseconds of delay left before the clock runs.
    pub delay: u64,
    /// Byo-yomi periods left, including the running one.
    pub periods: Option<u16>,
    /// Moves to make before the next time is added.
    pub moves_to_go: Option<u16>,
}

/// A player's time at the start of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dial {
    left: u64,
    stage: usize,
    moves: u16,
    periods: u16,
}

/// Both dials.
pub(crate) type Dials = ByColor<Dial>;

/// The turn that is being timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct TimedTurn {
    side: Color,
    /// The part of this turn's time from before the clock last started.
    used: u64,
    /// When the clock last started; `None` while it is stopped.
    since: Option<Time>,
}

/// The game clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    control: TimeControl,
    dials: Dials,
    turn: TimedTurn,
}

/// A player is out of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfTime;

impl Clock {
    /// Creates a clock that is stopped before the first move of a side.
    pub(crate) fn new(control: TimeControl, first: Color) -> Self {
        let (left, periods) = match &control {
            TimeControl::None => (0, 0),
            TimeControl::Stages { stages, .. } => (stages.first().map_or(0, |stage| stage.time), 0),
            TimeControl::Byoyomi { main, periods, .. } => (*main, *periods),
            TimeControl::Hourglass { time } => (*time, 0),
            TimeControl::Correspondence { days } => (u64::from(*days) * DAY, 0),
        };
        let dial = Dial { left, stage: 0, moves: 0, periods };
        Self {
            control,
            dials: ByColor::both(dial),
            turn: TimedTurn { side: first, used: 0, since: None },
        }
    }

    /// The dials at the start of the turn.
    pub(crate) fn dials(&self) -> Dials {
        self.dials
    }

    /// Returns the side whose dial runs.
    pub(crate) fn running(&self) -> Option<Color> {
        self.turn.since.map(|_| self.turn.side)
    }

    pub(crate) fn start(&mut self, at: Time) {
        self.turn.since = Some(at);
    }

    pub(crate) fn stop(&mut self, at: Time) {
        self.turn.used = self.elapsed(at);
        self.turn.since = None;
    }

    /// Returns how long this turn has lasted, without pauses and credits.
    pub(crate) fn elapsed(&self, at: Time) -> u64 {
        let running = self.turn.since.map_or(0, |since| at.since(since));
        self.turn.used.saturating_add(running)
    }

    /// Credits time to this turn, as if it had not passed.
    pub(crate) fn credit(&mut self, time: u64, at: Time) {
        self.turn.used = self.elapsed(at).saturating_sub(time);
        self.turn.since = Some(at);
    }

    /// Resets both dials to what they showed when a side's turn started, and starts that turn again.
    pub(crate) fn put_back(&mut self, dials: Dials, side: Color, at: Time) {
        self.dials = dials;
        self.turn = TimedTurn { side, used: 0, since: Some(at) };
    }

    /// Checks that the side to move would be in time with a move now, with this lag compensation.
    pub(crate) fn in_time(&self, lag: u64, at: Time) -> Result<(), OutOfTime> {
        self.after_move(self.elapsed(at).saturating_sub(lag)).map(drop)
    }

    /// Charges the side to move for its move, and starts the other dial. Late moves must have been refused before.
    pub(crate) fn press(&mut self, lag: u64, at: Time) {
        if let Ok(dials) = self.after_move(self.elapsed(at).saturating_sub(lag)) {
            self.put_back(dials, !self.turn.side, at);
        }
    }

    fn after_move(&self, elapsed: u64) -> Result<Dials, OutOfTime> {
        let mut dials = self.dials;
        let side = self.turn.side;
        let dial = &mut dials[side];
        match &self.control {
            TimeControl::None => {}
            TimeControl::Stages { stages, repeat } => {
                dial.charge_stage(stages, *repeat, elapsed)?
            }
            TimeControl::Byoyomi { period, .. } => dial.charge_periods(*period, elapsed)?,
            TimeControl::Hourglass { .. } => {
                dial.charge(elapsed)?;
                dials[!side].left += elapsed;
            }
            // Every move has the same time, however long the last one took.
            TimeControl::Correspondence { .. } => Dial { ..*dial }.charge(elapsed)?,
        }
        Ok(dials)
    }

    /// Returns the reading of a side's dial.
    pub(crate) fn reading(&self, side: Color, at: Time) -> Reading {
        let elapsed = self.elapsed(at);
        let to_move = side == self.turn.side;
        let dial = self.dials[side];
        let used = if to_move { elapsed } else { 0 };
        let mut reading =
            Reading { left: Some(dial.left), delay: 0, periods: None, moves_to_go: None };
        match &self.control {
            TimeControl::None => reading.left = None,
            TimeControl::Stages { stages, .. } => {
                let stage = stages.get(dial.stage);
                let delay = match stage.map_or(Bonus::None, |stage| stage.bonus) {
                    Bonus::SimpleDelay(delay) => delay,
                    Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => 0,
                };
                reading.delay = delay.saturating_sub(used);
                reading.left = Some(dial.left.saturating_sub(used.saturating_sub(delay)));
                let moves = stage.and_then(|stage| stage.moves);
                reading.moves_to_go = moves.map(|moves| moves.saturating_sub(dial.moves));
            }
            TimeControl::Byoyomi { period, .. } => {
                let (left, periods) = dial.in_periods(*period, used);
                reading.left = Some(left);
                reading.periods = Some(periods);
            }
            TimeControl::Hourglass { .. } if to_move => {
                reading.left = Some(dial.left.saturating_sub(used));
            }
            TimeControl::Hourglass { .. } => {
                // No more time is transferred than the other dial has.
                let run_over = elapsed.min(self.dials[!side].left);
                reading.left = Some(dial.left + run_over);
            }
            TimeControl::Correspondence { .. } => {
                reading.left = Some(dial.left.saturating_sub(used));
            }
        }
        reading
    }

    /// Milliseconds until the side to move is out of time; `None` if it never is.
    pub(crate) fn until_flag(&self, at: Time) -> Option<u64> {
        let reading = self.reading(self.turn.side, at);
        let later_periods = match &self.control {
            TimeControl::Byoyomi { period, .. } => {
                let dial = self.dials[self.turn.side];
                let in_main = self.elapsed(at) < dial.left;
                let whole = u64::from(reading.periods.unwrap_or(0));
                period * if in_main { whole } else { whole.saturating_sub(1) }
            }
            _ => 0,
        };
        reading.left.map(|left| left + reading.delay + later_periods)
    }
}

impl Dial {
    fn charge(&mut self, time: u64) -> Result<(), OutOfTime> {
        if time >= self.left {
            return Err(OutOfTime);
        }
        self.left -= time;
        Ok(())
    }

    fn charge_stage(
        &mut self,
        stages: &[Stage],
        repeat: bool,
        elapsed: u64,
    ) -> Result<(), OutOfTime> {
        let Some(stage) = stages.get(self.stage) else { return Ok(()) };
        match stage.bonus {
            Bonus::None => self.charge(elapsed)?,
            Bonus::Increment(bonus) => {
                self.charge(elapsed)?;
                self.left += bonus;
            }
            Bonus::SimpleDelay(delay) => self.charge(elapsed.saturating_sub(delay))?,
            Bonus::Bronstein(delay) => {
                self.charge(elapsed)?;
                self.left += elapsed.min(delay);
            }
        }
        self.moves = self.moves.saturating_add(1);
        if stage.moves.is_some_and(|moves| self.moves >= moves) {
            self.moves = 0;
            let next = if self.stage + 1 < stages.len() { self.stage + 1 } else { self.stage };
            if next != self.stage || repeat {
                self.stage = next;
                self.left = self.left.saturating_add(stages[next].time);
            }
        }
        Ok(())
    }

    fn charge_periods(&mut self, period: u64, elapsed: u64) -> Result<(), OutOfTime> {
        if elapsed < self.left {
            self.left -= elapsed;
            return Ok(());
        }
        let (_, periods) = self.in_periods(period, elapsed);
        if periods == 0 {
            return Err(OutOfTime);
        }
        // A period that was not used up starts again.
        (self.left, self.periods) = (0, periods);
        Ok(())
    }

    /// Returns what is left after `used` milliseconds: of the main time or a period, and the number of periods.
    fn in_periods(&self, period: u64, used: u64) -> (u64, u16) {
        if used < self.left {
            return (self.left - used, self.periods);
        }
        let over = used - self.left;
        let gone = over / period.max(1);
        match u64::from(self.periods).checked_sub(gone) {
            None | Some(0) => (0, 0),
            // Not more than at the start, so it fits.
            Some(periods) => (period - over % period.max(1), periods as u16),
        }
    }
}
