//! Stepping through a game with the arrow keys.

use super::{ending, page, title};
use crate::drawing::DrawingStyle;
use anyhow::Result;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, terminal};
use record::Record;
use std::io::{Write, stdout};

const KEYS: &str = "→ next   ← back   Home start   End end   f flip   q quit";

/// The terminal during a replay; it is restored whatever happens.
struct ReplayScreen;

impl ReplayScreen {
    fn enter() -> Result<Self> {
        terminal::enable_raw_mode()?;
        execute!(stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(Self)
    }
}

impl Drop for ReplayScreen {
    fn drop(&mut self) {
        let _ = execute!(stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

pub fn step_through(record: &Record, mut style: DrawingStyle, wrong: Option<&str>) -> Result<()> {
    let _screen = ReplayScreen::enter()?;
    let last = record.plies.len();
    let mut at = 0;
    loop {
        draw(record, at, style, wrong)?;
        let Event::Key(key) = event::read()? else { continue };
        if key.kind == KeyEventKind::Release {
            continue;
        }
        match key {
            KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. } => break,
            KeyEvent { code, .. } => match code {
                KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ' | 'n') => {
                    at = last.min(at + 1);
                }
                KeyCode::Left | KeyCode::Up | KeyCode::Backspace | KeyCode::Char('b' | 'p') => {
                    at = at.saturating_sub(1);
                }
                KeyCode::PageDown => at = last.min(at + 10),
                KeyCode::PageUp => at = at.saturating_sub(10),
                KeyCode::Home => at = 0,
                KeyCode::End => at = last,
                KeyCode::Char('f') => style.flipped = !style.flipped,
                KeyCode::Char('q') | KeyCode::Esc => break,
                _ => {}
            },
        }
    }
    Ok(())
}

fn draw(record: &Record, at: usize, style: DrawingStyle, wrong: Option<&str>) -> Result<()> {
    let last = record.plies.len();
    let mut text = format!("{}\n\n{}\n", title(record), page(record, at, style));
    text.push_str(&format!("ply {at} of {last}"));
    if at == last {
        text.push_str(&format!(": {}", wrong.unwrap_or(ending(record))));
    }
    text.push_str(&format!("\n\n{KEYS}\n"));
    let mut out = stdout();
    let (width, height) = terminal::size()?;
    queue!(out, cursor::MoveTo(0, 0), terminal::Clear(terminal::ClearType::All))?;
    let (rows, columns) = (usize::from(height).saturating_sub(1), usize::from(width));
    if text.lines().count() > rows || columns < 40 {
        text.insert_str(0, "the window is too small for all of this\n");
    }
    for line in text.lines().take(rows) {
        let line: String = line.chars().take(columns).collect();
        write!(out, "{line}\r\n")?;
    }
    out.flush()?;
    Ok(())
}
