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

/// The port that DXP uses where nothing else is said.
pub const PORT: u16 = 27531;

/// How many messages may wait to be read.
const WAITING: usize = 64;
/// Some programs take what comes together for one message, so we leave them time to read.
const GAP: Duration = Duration::from_millis(50);
/// How long a message may take to be written.
const WRITING: Duration = Duration::from_secs(10);

/// The reasons why a game over DXP cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum DxpError {
    /// There is no connection.
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
    /// Nothing that was waited for came in time.
    #[error("nothing that matters came from the other side for {0:.0?}")]
    Late(Duration),
    /// Waiting for the other side was called off.
    #[error("the game was aborted")]
    Stopped,
    /// The other side sent something that is not a message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// The game was not accepted.
    #[error("{name} does not accept the game{words}")]
    Refused {
        /// The name of the other side.
        name: String,
        /// The text it sent.
        words: String,
    },
    /// The other side played what is not legal.
    #[error("{name} played {text}: {reason}")]
    Illegal {
        /// The name of the other side.
        name: String,
        /// The move as it was sent.
        text: String,
        /// The reason why it is not legal.
        reason: String,
    },
    /// The other side has ended the game.
    #[error("{name} has ended the game")]
    Ended {
        /// The name of the other side.
        name: String,
        /// How, as it sees it.
        verdict: super::DxpVerdict,
    },
    /// The other side has ended a game that was not over, and has told no result.
    #[error("{name} has broken off the game{words}")]
    BrokenOff {
        /// The name of the other side.
        name: String,
        /// The text it sent last.
        words: String,
    },
    /// The other side has left before all games were played.
    #[error("{name} wants no more games after {played} of {games}")]
    NoMore {
        /// The name of the other side.
        name: String,
        /// How many were played.
        played: u32,
        /// How many were asked for.
        games: u32,
    },
    /// The position cannot be asked about.
    #[error("it is not the turn of {name}")]
    NotItsTurn {
        /// The name of the other side.
        name: String,
    },
}

/// A connection over which messages go both ways.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    inbox: Receiver<Frame>,
    /// The messages that were read but not handled yet.
    kept: VecDeque<Result<Message, MessageError>>,
    last_sent: Option<Instant>,
}

impl Connection {
    /// Connects to a program that listens.
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

    /// Talks over a connection that is there.
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

    /// The next message, if it comes in this time.
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

    /// Whether something has come that was not dealt with yet.
    pub(super) fn has_kept(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Looks for a moment whether something comes that we should not think any longer for: anything
    /// but words, or a closed connection. What comes is kept.
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
        // The thread that reads ends with the connection; it may have ended already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}
