//! Serves our engine over Hub: lines in, lines out.

use super::session::{HubSession, SessionEvent};
use super::{HubLine, HubLineError};
use crate::frames::{Frame, Frames};
use engine::endgame::TableFolder;
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

/// The maximum length of a line: enough for a game of thousands of moves.
const LONGEST_LINE: usize = 64 << 10;
/// The capacity of the queue of events.
const WAITING_EVENTS: usize = 64;

/// Serves our engine over Hub until it is told to quit or the input ends, with the endgame tables of a folder if given.
///
/// The input is read by a thread of its own, so that a search can be stopped at any time.
///
/// ```
/// use draughts_protocol::hub::serve;
///
/// let input = "hub\ninit\npos\nlevel depth=3\ngo think\nquit\n";
/// let mut output = Vec::new();
/// serve(input.as_bytes(), &mut output, None)?;
/// let output = String::from_utf8(output).unwrap();
/// assert!(output.starts_with("id name=Damier version="));
/// assert!(output.contains("\nwait\nready\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    endgame: Option<TableFolder>,
) -> io::Result<()> {
    let (events, inbox) = sync_channel(WAITING_EVENTS);
    let mut session = HubSession::new(output, events.clone(), endgame);
    thread::spawn(move || read(input, &events));
    while let Ok(event) = inbox.recv() {
        if !session.attend(event)? {
            break;
        }
    }
    Ok(())
}

/// Forwards input until it ends or nobody receives it.
fn read(input: impl BufRead, events: &SyncSender<SessionEvent>) {
    for frame in Frames::new(input, b'\n', LONGEST_LINE) {
        let Ok(frame) = frame else { break };
        let line = understand(frame);
        let quits = line.as_ref().is_ok_and(|line| line.command == "quit");
        if events.send(SessionEvent::HubLine(line)).is_err() || quits {
            return;
        }
    }
    let _ = events.send(SessionEvent::Closed);
}

fn understand(frame: Frame) -> Result<HubLine, String> {
    let bytes = match frame {
        Frame::TooLong => return Err(format!("a line has at most {LONGEST_LINE} bytes")),
        Frame::Whole(bytes) => bytes,
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        format!("the line is not UTF-8 (at byte {})", error.utf8_error().valid_up_to() + 1)
    })?;
    text.parse().map_err(|error: HubLineError| error.to_string())
}
