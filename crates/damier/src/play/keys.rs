//! Key and mouse bindings.

use super::plan::Plan;
use super::sitting::{Flow, Question, Sitting};
use arbiter::Time;
use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use draughts::Square;

/// A single-letter command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyCommand {
    TakeBack,
    Draw,
    Claim,
    Resign,
    Hint,
    Flip,
    New,
    Quit,
}

/// The letters, with their commands in a word and in a sentence.
pub const COMMANDS: [(char, KeyCommand, &str, &str); 8] = [
    ('u', KeyCommand::TakeBack, "take back", "take your last move back"),
    ('d', KeyCommand::Draw, "draw", "offer a draw or agree to it"),
    ('c', KeyCommand::Claim, "claim", "claim a draw by rule"),
    ('r', KeyCommand::Resign, "resign", "resign"),
    ('h', KeyCommand::Hint, "hint", "a hint from the computer"),
    ('f', KeyCommand::Flip, "flip", "flip the board"),
    ('n', KeyCommand::New, "new", "a new game"),
    ('q', KeyCommand::Quit, "quit", "quit"),
];

/// The maximum length of a typed move: every square of a long capture.
const LONGEST_LINE: usize = 80;

/// A cursor movement on the board.
#[derive(Clone, Copy)]
enum Step {
    Up,
    Down,
    Left,
    Right,
}

impl Sitting {
    /// Handles terminal input.
    pub fn input(&mut self, event: &Event, now: Time) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => {
                self.mouse(*mouse, now);
                Flow::Stay
            }
            Event::Paste(text) => {
                let room = LONGEST_LINE.saturating_sub(self.line.len());
                self.line.extend(text.chars().filter(|sign| !sign.is_control()).take(room));
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    /// Handles a key.
    pub fn key(&mut self, key: KeyEvent, now: Time) -> Flow {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            let leaves = matches!(key.code, KeyCode::Char('c' | 'C'));
            return if leaves { Flow::Quit } else { Flow::Stay };
        }
        if std::mem::take(&mut self.help) {
            return Flow::Stay;
        }
        if let Some(question) = self.question.take() {
            self.message = None;
            match key.code {
                KeyCode::Char(letter) if question.is_yes(letter) => {
                    return self.confirmed(question, now);
                }
                KeyCode::Char('n' | 'N') | KeyCode::Esc => return Flow::Stay,
                _ => {}
            }
        }
        match key.code {
            KeyCode::Up => self.walk(Step::Up),
            KeyCode::Down => self.walk(Step::Down),
            KeyCode::Left => self.walk(Step::Left),
            KeyCode::Right => self.walk(Step::Right),
            code => {
                self.message = None;
                return self.act(code, now);
            }
        }
        Flow::Stay
    }

    fn act(&mut self, code: KeyCode, now: Time) -> Flow {
        match code {
            KeyCode::Enter if !self.line.is_empty() => self.play_line(now),
            KeyCode::Enter => self.pick(self.cursor, now),
            KeyCode::Char(' ') if self.line.is_empty() => self.pick(self.cursor, now),
            KeyCode::Esc => self.clear(),
            KeyCode::Backspace if self.line.is_empty() => drop(self.picked.pop()),
            KeyCode::Backspace => drop(self.line.pop()),
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('[') | KeyCode::PageUp => self.look_back(1),
            KeyCode::Char(']') | KeyCode::PageDown => self.look_on(1),
            KeyCode::Home => self.look_back(usize::MAX),
            KeyCode::End => self.look_on(usize::MAX),
            KeyCode::Char(letter) => return self.typed(letter, now),
            _ => {}
        }
        Flow::Stay
    }

    /// Adds a character to the typed move; if it is empty, a letter that starts no square is a command, and a capital
    /// letter always is.
    fn typed(&mut self, sign: char, now: Time) -> Flow {
        if !self.line.is_empty() || self.begins_a_square(sign) {
            if self.line.len() < LONGEST_LINE && !sign.is_control() {
                self.line.push(sign);
            }
            return Flow::Stay;
        }
        let found = COMMANDS.iter().find(|(letter, ..)| *letter == sign.to_ascii_lowercase());
        match found {
            Some((_, command, ..)) => self.command(*command, now),
            None => Flow::Stay,
        }
    }

    fn begins_a_square(&self, sign: char) -> bool {
        let column = u32::from(sign).checked_sub(u32::from('a'));
        let width = u32::from(self.position().layout().width);
        sign.is_ascii_digit() || (self.in_letters() && column.is_some_and(|column| column < width))
    }

    /// The letter shown for a command: a capital if lower-case letters name squares.
    pub(super) fn shown_letter(&self, letter: char) -> char {
        if self.in_letters() { letter.to_ascii_uppercase() } else { letter }
    }

    fn clear(&mut self) {
        if !self.line.is_empty() {
            self.line.clear();
        } else if !self.picked.is_empty() {
            self.picked.clear();
        } else {
            self.shown = None;
        }
    }

    /// Moves the cursor to the next playing square: along its row, or to the same place in the next row.
    fn walk(&mut self, step: Step) {
        let layout = self.position().layout();
        let row_of = |row: u8| -> Vec<Square> {
            (0..layout.width).filter_map(|column| self.square_seen(row, column)).collect()
        };
        let rows: Vec<Vec<Square>> = (0..layout.height).map(row_of).collect();
        let here = rows.iter().enumerate().find_map(|(row, squares)| {
            Some((row, squares.iter().position(|square| *square == self.cursor)?))
        });
        let Some((row, place)) = here else { return };
        let (row, place) = match step {
            Step::Up => (row.saturating_sub(1), place),
            Step::Down => ((row + 1).min(rows.len() - 1), place),
            Step::Left => (row, place.saturating_sub(1)),
            Step::Right => (row, place + 1),
        };
        self.cursor = rows[row][place.min(rows[row].len() - 1)];
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Time) {
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.message = None;
                self.question = None;
                self.help = false;
                let plan = Plan::of(self.area, self.shape());
                let cell = plan.ok().and_then(|plan| plan.cell_at(mouse.column, mouse.row));
                if let Some(square) = cell.and_then(|(row, column)| self.square_seen(row, column)) {
                    self.cursor = square;
                    self.pick(square, now);
                }
            }
            MouseEventKind::ScrollUp => self.look_back(1),
            MouseEventKind::ScrollDown => self.look_on(1),
            _ => {}
        }
    }
}

impl Question {
    /// Whether this letter confirms: y, or the one that asked.
    fn is_yes(self, letter: char) -> bool {
        let own = match self {
            Question::Resign => 'r',
            Question::New => 'n',
            Question::Quit => 'q',
        };
        ['y', own].contains(&letter.to_ascii_lowercase())
    }

    /// The question's text.
    pub fn words(self) -> &'static str {
        match self {
            Question::Resign => "resign this game? y resigns, Esc plays on",
            Question::New => "leave this game and start another? y does, Esc plays on",
            Question::Quit => "leave this game unfinished? y leaves, Esc plays on",
        }
    }
}
