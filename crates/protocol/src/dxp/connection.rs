//! Messages over a connection.

use super::message::{LONGEST, Message};
use super::reading::MessageError;
use crate::frames::{Frame, Frames};
use crate::patience::{Wait, WaitOver};
use std::collections::VecDeque;
use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// The default port of DXP.
pub const PORT: u16 = 27531;

/// The capacity of the queue of received messages.
const WAITING: usize = 64;
/// Some programs take messages that arrive together for one, so we leave a gap between them.
const GAP: Duration = Duration::from_millis(50);
/// The time limit for writing a message.
const WRITING: Duration = Duration::from_secs(10);

/// The reasons why a game over DXP cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// The connection cannot be opened.
    #[error("{address} cannot be reached: {error}")]
    Unreachable {
        /// The address.
        address: String,
        /// The error.
        error: io::Error,
    },
    /// The connection has been closed.
    #[error("the other side has closed the connection")]
    Closed,
    /// An expected message did not arrive in time.
    #[error("nothing that matters came from the other side for {0:.0?}")]
    Late(Duration),
    /// Waiting was cancelled.
    #[error("the game was aborted")]
    Stopped,
    /// The opponent sent something that is not a message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The game was declined.
    #[error("{name} does not accept the game{words}")]
    Refused {
        /// The opponent's name.
        name: String,
        /// The text it sent.
        words: String,
    },
    /// The opponent played an illegal move.
    #[error("{name} played {text}: {reason}")]
    Illegal {
        /// The opponent's name.
        name: String,
        /// The move as it was sent.
        text: String,
        /// The reason why it is illegal.
        reason: String,
    },
    /// The opponent ended the game.
    #[error("{name} has ended the game")]
    Ended {
        /// The opponent's name.
        name: String,
        /// Its verdict.
        verdict: super::DxpVerdict,
    },
    /// The opponent ended an unfinished game without a result.
    #[error("{name} has broken off the game{words}")]
    BrokenOff {
        /// The opponent's name.
        name: String,
        /// The text it sent last.
        words: String,
    },
    /// The opponent left before all games were played.
    #[error("{name} wants no more games after {played} of {games}")]
    NoMore {
        /// The opponent's name.
        name: String,
        /// How many were played.
        played: u32,
        /// How many were requested.
        games: u32,
    },
    /// The opponent is not the one to move in the position.
    #[error("it is not the turn of {name}")]
    NotItsTurn {
        /// The opponent's name.
        name: String,
    },
}

/// A connection for messages in both directions.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    inbox: Receiver<Frame>,
    /// Messages received but not handled yet.
    kept: VecDeque<Result<Message, MessageError>>,
    last_sent: Option<Instant>,
}

impl Connection {
    /// Connects to a listening program.
    pub fn open(address: &str, patience: Duration) -> Result<Self, DxpError> {
        let unreachable = |error| DxpError::Unreachable { address: address.to_owned(), error };
        let mut last = io::Error::new(io::ErrorKind::NotFound, "there is no such address");
        for found in address.to_socket_addrs().map_err(unreachable)? {
            match TcpStream::connect_timeout(&found, patience) {
                Ok(stream) => return Self::over(stream).map_err(unreachable),
                Err(error) => last = error,
            }
        }
        Err(unreachable(last))
    }

    /// Uses an open connection.
    pub fn over(stream: TcpStream) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITING))?;
        let reader = stream.try_clone()?;
        let (sender, inbox) = sync_channel(WAITING);
        thread::spawn(move || {
            for frame in Frames::new(BufReader::new(reader), 0, LONGEST) {
                let Ok(frame) = frame else { return };
                if sender.send(frame).is_err() {
                    return;
                }
            }
        });
        Ok(Self { stream, inbox, kept: VecDeque::new(), last_sent: None })
    }

    /// Sends a message.
    pub fn send(&mut self, message: &Message) -> Result<(), DxpError> {
        if let Some(last) = self.last_sent {
            thread::sleep(GAP.saturating_sub(last.elapsed()));
        }
        let text = format!("{message}\0");
        self.stream.write_all(text.as_bytes()).map_err(|_| DxpError::Closed)?;
        self.last_sent = Some(Instant::now());
        Ok(())
    }

    /// Waits for the next message, up to a time limit.
    pub fn receive(&mut self, patience: Duration) -> Result<Message, DxpError> {
        self.receive_in(&Wait::new(patience))
    }

    pub(super) fn receive_in(&mut self, wait: &Wait) -> Result<Message, DxpError> {
        let over = |over| match over {
            WaitOver::Late => DxpError::Late(wait.patience),
            WaitOver::Stopped => DxpError::Stopped,
        };
        wait.left().map_err(over)?;
        if let Some(message) = self.kept.pop_front() {
            return Ok(message?);
        }
        let frame = wait.next(&self.inbox).map_err(over)?;
        Ok(read(frame.ok_or(DxpError::Closed)?)?)
    }

    /// Whether a received message has not been handled yet.
    pub(super) fn has_kept(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Waits for a moment, and returns whether something arrived that should stop our thinking: anything but chat, or
    /// the end of the connection. It is kept for later.
    pub(super) fn is_interrupted(&mut self, moment: Duration) -> bool {
        if self.kept.len() == WAITING {
            thread::sleep(moment);
            return false;
        }
        match self.inbox.recv_timeout(moment) {
            Ok(frame) => {
                let message = read(frame);
                let words = matches!(message, Ok(Message::Chat(_)));
                self.kept.push_back(message);
                !words
            }
            Err(error) => error == RecvTimeoutError::Disconnected,
        }
    }
}

fn read(frame: Frame) -> Result<Message, MessageError> {
    match frame {
        Frame::Whole(bytes) => Message::parse(&bytes),
        Frame::TooLong => Err(MessageError::TooLong),
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        // The reading thread ends with the connection; it may have ended already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
