//! A child process that communicates in lines.

use super::HubLine;
use crate::frames::{Frame, Frames};
use crate::patience::{Wait, WaitOver};
use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum length of a line from an engine.
const LONGEST_LINE: usize = 64 << 10;
/// The capacity of the queue of lines.
const WAITING_LINES: usize = 256;
/// How much error output is kept.
const KEPT_COMPLAINTS: usize = 2_000;
/// How long a child may take to exit after being told to.
const FAREWELL: Duration = Duration::from_secs(2);

/// The process, which is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Talker {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: Arc<Mutex<Vec<u8>>>,
    /// Reads the error output until it ends.
    listener: Option<JoinHandle<()>>,
}

/// Why no line arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// The time is up, or waiting was cancelled.
    Over(WaitOver),
    /// The process closed its output.
    Closed,
}

impl Talker {
    pub fn start(mut command: Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        let complaints = Arc::default();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || pass_on(output, &sender));
        }
        let listener = child.stderr.take().map(|errors| {
            let kept = Arc::clone(&complaints);
            thread::spawn(move || keep_last(errors, &kept))
        });
        let input = child.stdin.take();
        Ok(Self { child, input, lines, complaints, listener })
    }

    pub fn say(&mut self, line: &HubLine) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Err(io::ErrorKind::BrokenPipe.into()) };
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// Waits for the next line that can be parsed.
    pub fn hear(&mut self, wait: &Wait) -> Result<HubLine, Silence> {
        loop {
            let text = wait.next(&self.lines).map_err(Silence::Over)?.ok_or(Silence::Closed)?;
            if let Ok(line) = text.parse() {
                return Ok(line);
            }
        }
    }

    /// Returns the last lines of the error output and, if the process has ended, its exit status; empty if nothing is
    /// known.
    pub fn last_words(&mut self) -> String {
        let status = self.gone(FAREWELL).map(|status| status.to_string());
        if status.is_some() {
            self.hear_out(FAREWELL);
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&complaints);
        let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        let said = last.map(|line| format!("it said \"{line}\""));
        status.into_iter().chain(said).collect::<Vec<_>>().join("; ")
    }

    /// The exit status, if it ends within this time.
    fn gone(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let until = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }

    /// Waits for the end of the error output, up to a limit: a grandchild may keep it open.
    fn hear_out(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let is_done = || self.listener.as_ref().is_none_or(JoinHandle::is_finished);
        while !is_done() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn kill(&mut self) {
        self.input = None;
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        if self.say(&HubLine::new("quit")).is_ok() {
            self.input = None;
            self.gone(FAREWELL);
        }
        self.kill();
    }
}

/// Forwards lines until there are no more or nobody receives them.
fn pass_on(output: impl Read, lines: &SyncSender<String>) {
    for frame in Frames::new(BufReader::new(output), b'\n', LONGEST_LINE) {
        let Ok(frame) = frame else { return };
        let Frame::Whole(bytes) = frame else { continue };
        if lines.send(String::from_utf8_lossy(&bytes).into_owned()).is_err() {
            return;
        }
    }
}

fn keep_last(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1_000];
    while let Ok(length @ 1..) = errors.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..length]);
        let surplus = kept.len().saturating_sub(KEPT_COMPLAINTS);
        kept.drain(..surplus);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn whoever_talks_without_end_is_late() {
        let mut talker = Talker::start(Command::new("yes")).unwrap();
        assert_eq!(talker.hear(&Wait::new(Duration::from_secs(60))), Ok(HubLine::new("y")));
        let over = Wait::new(Duration::ZERO);
        assert_eq!(talker.hear(&over), Err(Silence::Over(WaitOver::Late)));
    }
}
