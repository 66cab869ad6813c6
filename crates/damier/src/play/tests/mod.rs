//! The session without a terminal: screen contents, and whole games.

mod actions;
mod games;
mod record;
mod screens;
mod sizes;

use super::look::Look;
use super::sitting::{Flow, Sitting};
use arbiter::{Colors, Opening, Terms, Time};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use draughts::Ruleset;
use engine::{Engine, EngineOptions, Level, Stop};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

const PLAIN: Look = Look { ascii: true, color: false };
const COLORED: Look = Look { ascii: false, color: true };

fn terms(rules: &str) -> Terms {
    let rules: Ruleset = rules.parse().unwrap();
    Terms { colors: Colors::HostWhite, ..Terms::new(rules, 7) }
}

/// Two people, in ASCII.
fn two(rules: &str) -> Sitting {
    Sitting::new(terms(rules), None, PLAIN, Time(0)).unwrap()
}

fn two_from(rules: &str, fen: &str) -> Sitting {
    let terms = Terms { opening: Opening::Position(fen.to_owned()), ..terms(rules) };
    Sitting::new(terms, None, PLAIN, Time(0)).unwrap()
}

/// A person with the white pieces against the computer.
fn against(level: u8, terms: Terms) -> Sitting {
    Sitting::new(terms, Some(Level::new(level).unwrap()), PLAIN, Time(0)).unwrap()
}

fn press(sitting: &mut Sitting, code: KeyCode) -> Flow {
    let now = sitting.log().table().last_event();
    sitting.key(KeyEvent::new(code, KeyModifiers::NONE), now)
}

fn type_in(sitting: &mut Sitting, text: &str) -> Flow {
    let pressed = text.chars().map(|sign| press(sitting, KeyCode::Char(sign)));
    pressed.last().unwrap_or(Flow::Stay)
}

/// Types a move and plays it.
fn enter(sitting: &mut Sitting, text: &str) {
    type_in(sitting, text);
    press(sitting, KeyCode::Enter);
}

/// Lets the computer answer, if it is its turn.
fn think(sitting: &mut Sitting, engine: &mut Engine) {
    let now = sitting.log().table().last_event();
    if let Some(task) = sitting.task(now) {
        let thought = task.think(engine, &Stop::new()).unwrap();
        sitting.thought(&thought, now);
    }
}

fn engine() -> Engine {
    Engine::new(EngineOptions { tt_bytes: 1 << 20, ..Default::default() })
}

/// The screen's contents at this size, line by line, without trailing spaces.
fn screen(sitting: &Sitting, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    let now = sitting.log().table().last_event();
    terminal.draw(|frame| sitting.draw(frame, now)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| format!("{}\n", line(y).trim_end())).collect()
}
