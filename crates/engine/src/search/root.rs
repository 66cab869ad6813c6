//! The root of the search: deeper and deeper, until a limit is reached.

use crate::draws::Past;
use crate::eval::{Judge, Weights};
use crate::limits::Watch;
use crate::report::{Info, Line};
use crate::score::{INFINITE, Score, Value, WIN, is_decided};
use crate::search::node::Spot;
use crate::search::{Desk, MOST_PLIES, Search, Tuning, Window};
use crate::table::Table;
use draughts::{Game, Move, Position, Rules};
use std::thread;

/// How deep a move is looked at that must be played anyway.
const FORCED_DEPTH: u32 = 4;

/// What is to be found out.
pub(crate) struct Task<'a> {
    pub game: &'a Game,
    pub weights: Option<&'a Weights>,
    pub depth: Option<u32>,
    pub watch: &'a Watch,
    /// How many lines are wanted.
    pub lines: usize,
    /// Moves that are worse than the best by this much are wanted as well.
    pub inaccuracy: Value,
    /// Captures in a row that are looked at beyond the depth.
    pub captures: u32,
    /// Whether a move that must be played anyway is looked at as deeply as others.
    pub ponder_forced: bool,
    pub tuning: Tuning,
}

/// A move at the root.
struct Choice {
    mv: Move,
    /// Its value, if this iteration has found it and it is of interest.
    value: Option<Value>,
    line: Vec<Move>,
}

/// Searches a position in which there is a legal move, with as many threads as there are desks. The
/// answer has a line for every move of interest, the best first.
///
/// The first thread decides; the others look at the same position and share what they find through
/// the table.
pub(crate) fn think<R: Rules>(
    position: &Position<R>,
    task: &Task,
    table: &Table,
    desks: &mut [Desk],
    progress: &mut dyn FnMut(&Info),
) -> Info {
    let judge = &Judge::new(*position.rules(), task.weights);
    let begin = |desk| Search::new(position, judge, task, table, desk);
    let Some((first, others)) = desks.split_first_mut() else {
        return Info::nothing();
    };
    thread::scope(|scope| {
        for (number, desk) in others.iter_mut().enumerate() {
            scope.spawn(move || {
                let mut search = begin(desk);
                // Every other thread is one ply ahead, so that not all do the same.
                search.deepen(position, task, 1 + number as u32 % 2, &mut |_| {});
            });
        }
        let mut search = begin(first);
        let info = search.deepen(position, task, 0, progress);
        task.watch.halt();
        info
    })
}

impl<'a, R: Rules> Search<'a, R> {
    pub(super) fn new(
        position: &Position<R>,
        judge: &'a Judge<'a, R>,
        task: &Task<'a>,
        table: &'a Table,
        desk: &'a mut Desk,
    ) -> Self {
        Self {
            judge,
            table,
            watch: task.watch,
            tuning: task.tuning,
            most_captures: task.captures,
            past: Past::new(task.game),
            desk,
            nodes: 0,
            told: 0,
            root_depth: 0,
            over: false,
            rules: *position.rules(),
        }
    }

    fn deepen(
        &mut self,
        position: &Position<R>,
        task: &Task,
        ahead: u32,
        progress: &mut dyn FnMut(&Info),
    ) -> Info {
        let legal = position.legal_moves();
        let forced = legal.len() == 1 && !task.ponder_forced;
        let most = task.depth.unwrap_or(u32::MAX).clamp(1, MOST_PLIES as u32 - 1);
        let most = if forced { most.min(FORCED_DEPTH) } else { most };
        let choice = |mv: &Move| Choice { mv: *mv, value: None, line: vec![*mv] };
        let mut choices: Vec<Choice> = legal.iter().map(choice).collect();
        let mut info = self.info(0, Vec::new());
        for depth in 1..=most {
            self.root_depth = (depth + ahead) as i32;
            let last = info.lines.first().map(|line| line.score.value());
            self.iterate(position, &mut choices, task, last);
            if self.over {
                if let Some(lines) = self.better_late_than_never(&choices, task, &info) {
                    info.lines = lines;
                }
                break;
            }
            choices.sort_by_key(|choice| -choice.value.unwrap_or(-INFINITE));
            info = self.info(depth, lines_of(&choices));
            progress(&Info {
                lines: info.lines.iter().take(task.lines).cloned().collect(),
                ..info.clone()
            });
            let value = info.score().value();
            let proven = is_decided(value) && WIN - value.abs() <= depth as Value;
            if self.watch.is_enough() || self.nodes >= self.watch.nodes || proven && task.lines == 1
            {
                break;
            }
        }
        if info.lines.is_empty() {
            let score = Score::of(self.judge.evaluate(position));
            info.lines = vec![Line { score, moves: vec![choices[0].mv] }];
        }
        self.info(info.depth, info.lines)
    }

    /// One iteration, in a window around the last value where one line is wanted.
    fn iterate(
        &mut self,
        position: &Position<R>,
        choices: &mut [Choice],
        task: &Task,
        last: Option<Value>,
    ) {
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        let mut width = 20;
        let narrow = task.lines == 1 && task.inaccuracy == 0 && self.root_depth >= 4;
        if let Some(last) = last.filter(|last| narrow && !is_decided(*last)) {
            window = Window { alpha: last - width, beta: last + width };
        }
        loop {
            let value = self.look_at(position, choices, task, window);
            width *= 3;
            if self.over {
                return;
            } else if value <= window.alpha {
                window.alpha = if width > 500 { -INFINITE } else { value - width };
            } else if value >= window.beta {
                window.beta = if width > 500 { INFINITE } else { value + width };
            } else {
                return;
            }
        }
    }

    /// Looks at each move at the root once; gives the best value.
    fn look_at(
        &mut self,
        position: &Position<R>,
        choices: &mut [Choice],
        task: &Task,
        window: Window,
    ) -> Value {
        for choice in choices.iter_mut() {
            choice.value = None;
        }
        let mut best = -INFINITE;
        let mut found: Vec<Value> = Vec::new();
        for index in 0..choices.len() {
            // What is not above this is of no interest.
            let by_lines = match found.len() {
                few if few < task.lines => -INFINITE,
                _ => found[task.lines - 1],
            };
            let floor = by_lines.min(best - task.inaccuracy - Value::from(task.inaccuracy > 0));
            let alpha = floor.max(window.alpha).max(-INFINITE);
            let inner = Window { alpha, beta: window.beta };
            let mv = choices[index].mv;
            let spot = Spot { depth: self.root_depth - 1, ply: 1, window: inner };
            let after = self.descend(position, &mv, spot.depth);
            let value = self.reply(&after, spot, 0, floor < -WIN);
            self.past.pop();
            if self.over {
                break;
            }
            if value > alpha {
                let choice = &mut choices[index];
                choice.value = Some(value);
                choice.line.clear();
                choice.line.push(mv);
                choice.line.extend_from_slice(&self.desk.lines[1]);
                found.insert(found.partition_point(|other| *other >= value), value);
            }
            best = best.max(value);
            if value >= window.beta {
                choices[..=index].rotate_right(1);
                break;
            }
        }
        best
    }

    /// What an iteration that was cut off has found: a better move than the first one, which was the
    /// best before.
    fn better_late_than_never(
        &self,
        choices: &[Choice],
        task: &Task,
        info: &Info,
    ) -> Option<Vec<Line>> {
        let one = task.lines == 1 && task.inaccuracy == 0 && choices[0].value.is_some();
        if !one && !info.lines.is_empty() {
            return None;
        }
        let found = choices.iter().filter(|choice| choice.value.is_some());
        let best = found.max_by_key(|choice| choice.value)?;
        Some(vec![line_of(best)])
    }

    fn info(&mut self, depth: u32, lines: Vec<Line>) -> Info {
        self.tell_nodes();
        Info { depth, lines, nodes: self.watch.counted(), time: self.watch.elapsed() }
    }
}

fn line_of(choice: &Choice) -> Line {
    Line { score: Score::of(choice.value.unwrap_or(-WIN)), moves: choice.line.clone() }
}

fn lines_of(choices: &[Choice]) -> Vec<Line> {
    choices.iter().filter(|choice| choice.value.is_some()).map(line_of).collect()
}
