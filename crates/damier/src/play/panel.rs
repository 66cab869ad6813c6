//! Everything around the board: players, moves, messages, help.

use super::keys::COMMANDS;
use super::plan::Plan;
use super::sitting::Sitting;
use super::words::dial;
use arbiter::{Phase, Time};
use draughts::{Color, Piece};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Style, Stylize};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

impl Sitting {
    /// Draws everything.
    pub fn draw(&self, frame: &mut Frame, now: Time) {
        let area = frame.area();
        let plan = match Plan::of(area, self.shape()) {
            Ok(plan) => plan,
            Err((width, height)) => {
                let times = self.look.times();
                let text = format!("the terminal is too small: needs {width}{times}{height}");
                frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
                return;
            }
        };
        frame.render_widget(Line::from(self.title()).bold(), plan.title);
        self.draw_board(&plan, frame.buffer_mut());
        let top = if self.flipped { Color::White } else { Color::Black };
        for (side, bar) in [top, !top].into_iter().zip(plan.bars) {
            self.draw_bar(side, bar, frame, now);
        }
        self.draw_moves(plan.moves, frame);
        let counters = self.counters().into_iter().map(Line::from).collect::<Vec<_>>();
        frame.render_widget(Paragraph::new(counters).dim(), plan.counters);
        let note = Paragraph::new(self.note()).wrap(Wrap { trim: true });
        frame.render_widget(if self.question.is_some() { note.bold() } else { note }, plan.note);
        self.draw_line(plan.line, frame);
        frame.render_widget(self.keys_line(plan.keys.width), plan.keys);
        if self.help {
            self.draw_help(area, frame);
        }
    }

    /// A player: side, name, captured pieces, and the clock, inverted on their turn.
    fn draw_bar(&self, side: Color, area: Rect, frame: &mut Frame, now: Time) {
        let table = self.log.table();
        let to_move = table.phase() == Phase::Playing && table.turn() == side;
        let pointer = if to_move { self.look.pointer() } else { " " };
        let sign = self.look.plain_sign(Piece::man(side));
        let name = table.name(side).unwrap_or_default();
        let taken = match self.taken_by(side) {
            0 => String::new(),
            taken => format!("  took {taken}"),
        };
        let who = Span::from(format!("{pointer}{sign} {name}"));
        let who = if to_move { who.bold() } else { who };
        frame.render_widget(Line::from(vec![who, Span::from(taken)]), area);
        if let Some(time) = dial(&table.clock(side, now)) {
            let time = format!(" {time} ");
            let width = u16::try_from(time.len()).unwrap_or(u16::MAX).min(area.width);
            let place = Rect { x: area.right() - width, width, ..area };
            let style = if to_move { Style::new().reversed().bold() } else { Style::new() };
            frame.render_widget(Clear, place);
            frame.render_widget(Line::from(time).style(style), place);
        }
    }

    /// The moves, one line per move of each side, scrolled to the shown one.
    fn draw_moves(&self, area: Rect, frame: &mut Frame) {
        let shown = self.shown.unwrap_or(self.plies());
        let numbered = self.numbered_moves();
        let at = numbered.iter().position(|(_, plies)| plies.iter().any(|ply| ply + 1 == shown));
        let height = usize::from(area.height);
        let last = at.unwrap_or(0).max(height.saturating_sub(1)).min(numbered.len().max(1) - 1);
        let first = (last + 1).saturating_sub(height);
        let seen = numbered.iter().skip(first).take(height);
        let lines: Vec<Line> =
            seen.map(|(number, plies)| self.numbered_line(*number, plies, shown)).collect();
        frame.render_widget(Paragraph::new(lines), area);
    }

    fn numbered_line(&self, number: usize, plies: &[usize], shown: usize) -> Line<'_> {
        let table = self.log.table();
        let width = table.moves().iter().map(String::len).max().unwrap_or(0);
        let mut spans = vec![format!("{number:>3}. ").dim()];
        // A game may start with the second player's move.
        if plies.first().is_some_and(|ply| self.side_of(*ply) != table.game().rules().first) {
            spans.push(format!("{:<width$} ", "...").into());
        }
        for ply in plies {
            let text = &table.moves()[*ply];
            let span = Span::from(text.as_str());
            spans.push(if ply + 1 == shown { span.reversed() } else { span });
            spans.push(" ".repeat(width - text.len() + 1).into());
        }
        Line::from(spans)
    }

    fn side_of(&self, ply: usize) -> Color {
        let first = self.log.table().game().start().turn();
        if ply.is_multiple_of(2) { first } else { !first }
    }

    /// The typed move, or the cursor's square.
    fn draw_line(&self, area: Rect, frame: &mut Frame) {
        let prompt = "Move: ";
        if self.line.is_empty() {
            let help = self.tip(usize::from(area.width).saturating_sub(prompt.len()));
            frame.render_widget(Line::from(vec![prompt.bold(), help.dim()]), area);
            return;
        }
        // Of a long line, show the end.
        let room = usize::from(area.width).saturating_sub(prompt.len() + 1);
        let skipped = self.line.chars().count().saturating_sub(room);
        let typed: String = self.line.chars().skip(skipped).collect();
        let x = area.x + (prompt.len() + typed.chars().count()) as u16;
        frame.render_widget(Line::from(vec![prompt.bold(), typed.into()]), area);
        if x < area.right() && area.height > 0 {
            frame.set_cursor_position((x, area.y));
        }
    }

    /// The cursor's square, and how to move, as far as it fits.
    fn tip(&self, room: usize) -> String {
        let cursor = format!("[{}]", self.position().name(self.cursor));
        let Some(way) = self.ways.first() else { return cursor };
        let example = self.text(&way.mv);
        let tips = [
            format!("{cursor} arrows and Enter, or type a move such as {example}"),
            format!("{cursor} arrows, or type {example}"),
        ];
        tips.into_iter().find(|tip| tip.len() <= room).unwrap_or(cursor)
    }

    /// The keys that fit, most useful first.
    fn keys_line(&self, width: u16) -> Line<'static> {
        let mut spans = vec![Span::from("?").bold(), Span::from(" help")];
        let mut used = 6;
        for letter in ['q', 'u', 'h', 'd', 'r', 'n', 'f', 'c'] {
            let found = COMMANDS.iter().find(|(key, ..)| *key == letter);
            let Some((_, _, word, _)) = found else { continue };
            used += 4 + word.len();
            if used > usize::from(width) {
                break;
            }
            spans.push(Span::from(format!("  {}", self.shown_letter(letter))).bold());
            spans.push(Span::from(format!(" {word}")));
        }
        Line::from(spans)
    }

    fn draw_help(&self, area: Rect, frame: &mut Frame) {
        let lines = self.help_lines();
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as u16 + 4;
        let height = lines.len() as u16 + 2;
        let place = Rect {
            x: area.x + area.width.saturating_sub(width) / 2,
            y: area.y + area.height.saturating_sub(height) / 2,
            width: width.min(area.width),
            height: height.min(area.height),
        };
        let mut block = Block::bordered().title(" How to play ");
        if self.look.ascii {
            block = block.border_set(PLAIN_BORDER);
        }
        let lines: Vec<Line> =
            lines.into_iter().map(|line| Line::from(format!(" {line}"))).collect();
        frame.render_widget(Clear, place);
        frame.render_widget(Paragraph::new(lines).block(block), place);
    }

    pub(super) fn help_lines(&self) -> Vec<String> {
        let (step, others) =
            if self.in_letters() { ("c3-d4", "cd4, c3xe5") } else { ("32-28", "3228, 32x23") };
        let mut lines = vec![
            "arrows move over the board".to_owned(),
            "Enter  picks a piece, then its goal:".to_owned(),
            "       the last square is enough".to_owned(),
            "Bksp   one square back, Esc all".to_owned(),
            format!("{step}  can be typed, or {others}"),
            "click  picks too".to_owned(),
            "[ ]    look back (PgUp Home End)".to_owned(),
        ];
        lines.extend(
            COMMANDS.iter().map(|(letter, _, _, words)| {
                format!("{}      {words}", self.shown_letter(*letter))
            }),
        );
        if self.in_letters() {
            lines.push("(small letters name squares)".to_owned());
        }
        lines
    }
}

const PLAIN_BORDER: ratatui::symbols::border::Set = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
