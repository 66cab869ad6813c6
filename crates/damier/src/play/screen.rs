//! The terminal: input and output.

use super::recorder::Recorder;
use super::sitting::{Flow, Sitting};
use super::thinking::{Thinker, Thought};
use crate::stopping::stopped;
use anyhow::{Context, Result};
use arbiter::Time;
use crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
    Event, MouseEventKind,
};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use endgame::TableFolder;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use server::time::now_after;
use std::io::{self, Stdout, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often a running clock is redrawn.
const TICK: Duration = Duration::from_millis(100);
/// How long to wait for events when no clock runs.
const QUIET: Duration = Duration::from_secs(60);

/// An event for the session.
enum Signal {
    Input(Event),
    Thought(Thought),
    /// The program is to stop.
    Stop,
    /// The terminal is gone.
    Gone(io::Error),
}

/// The terminal during a game; it is restored whatever happens.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    fn enter() -> Result<Self> {
        // Whichever thread panics, the game cannot continue; and in a release build a panic drops nothing.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            leave();
            before(panic);
            std::process::exit(101);
        }));
        enable_raw_mode().context("this terminal does not support the board")?;
        let entered = execute!(
            stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste,
            cursor::Hide
        );
        let terminal = entered
            .and_then(|()| Terminal::new(CrosstermBackend::new(stdout())))
            .inspect_err(|_| leave());
        Ok(Self { terminal: terminal? })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Restores the terminal.
fn leave() {
    let _ = execute!(
        stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
}

/// Plays until the user quits.
pub fn play(
    sitting: &mut Sitting,
    recorder: &mut Option<Recorder>,
    endgame: Option<TableFolder>,
) -> Result<()> {
    let (tell, signals) = channel();
    let thoughts = tell.clone();
    let hear = move |thought| drop(thoughts.send(Signal::Thought(thought)));
    let mut thinker = Thinker::start(endgame, hear);
    listen_for_stop(tell.clone())?;
    let mut screen = Screen::enter()?;
    listen_to_terminal(tell);
    loop {
        let now = now_after(sitting.log().table().last_event());
        sitting.tick(now);
        thinker.follow(sitting, now);
        write_down(sitting, recorder);
        screen.terminal.draw(|frame| {
            sitting.fit(frame.area());
            sitting.draw(frame, now);
        })?;
        if next(sitting, &signals)? == Flow::Quit {
            write_down(sitting, recorder);
            return Ok(());
        }
    }
}

/// Waits for an event.
fn next(sitting: &mut Sitting, signals: &Receiver<Signal>) -> Result<Flow> {
    let wait = match sitting.log().table().running() {
        Some(_) if sitting.has_clock() => TICK,
        _ => QUIET,
    };
    let signal = match signals.recv_timeout(wait) {
        Ok(signal) => signal,
        Err(RecvTimeoutError::Timeout) => return Ok(Flow::Stay),
        Err(RecvTimeoutError::Disconnected) => return Ok(Flow::Quit),
    };
    let now: Time = now_after(sitting.log().table().last_event());
    match signal {
        Signal::Input(event) => Ok(sitting.input(&event, now)),
        Signal::Thought(thought) => {
            sitting.thought(&thought, now);
            Ok(Flow::Stay)
        }
        Signal::Stop => Ok(Flow::Quit),
        Signal::Gone(error) => Err(error).context("the terminal is gone"),
    }
}

/// A file that cannot be written must not end the game.
fn write_down(sitting: &mut Sitting, recorder: &mut Option<Recorder>) {
    let failed = recorder.as_mut().and_then(|recorder| recorder.follow(sitting).err());
    if let Some(error) = failed {
        sitting.say(format!("the game is no longer recorded: {error:#}"));
        *recorder = None;
    }
}

fn listen_for_stop(tell: Sender<Signal>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stopped = {
        let _inside = runtime.enter();
        stopped()
    };
    std::thread::spawn(move || {
        runtime.block_on(stopped);
        let _ = tell.send(Signal::Stop);
    });
    Ok(())
}

fn listen_to_terminal(tell: Sender<Signal>) {
    let moved =
        |event: &Event| matches!(event, Event::Mouse(mouse) if mouse.kind == MouseEventKind::Moved);
    std::thread::spawn(move || {
        loop {
            let signal = match event::read() {
                Ok(event) if moved(&event) => continue,
                Ok(event) => Signal::Input(event),
                Err(error) => Signal::Gone(error),
            };
            let gone = matches!(signal, Signal::Gone(_));
            if tell.send(signal).is_err() || gone {
                return;
            }
        }
    });
}
