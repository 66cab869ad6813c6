//! Speaking Hub with our engine.

#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts_protocol::hub::{HubLine, serve};
use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The engine in a thread, connected by pipes.
pub struct Talk {
    pub input: Option<PipeWriter>,
    output: Receiver<String>,
    engine: JoinHandle<std::io::Result<()>>,
}

const PATIENCE: Duration = Duration::from_secs(20);

impl Talk {
    pub fn start() -> Self {
        let (read, input) = pipe().unwrap();
        let (output, write) = pipe().unwrap();
        let engine = thread::spawn(move || serve(BufReader::new(read), write, None));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let _ = sender.send(line.unwrap());
            }
        });
        Self { input: Some(input), output: lines, engine }
    }

    pub fn say(&mut self, text: &str) {
        self.input.as_mut().unwrap().write_all(format!("{text}\n").as_bytes()).unwrap();
    }

    pub fn hear(&self) -> HubLine {
        self.output.recv_timeout(PATIENCE).expect("an answer").parse().unwrap()
    }

    /// The next line must be this command; only `info` may precede it.
    pub fn expect(&self, command: &str) -> HubLine {
        loop {
            let line = self.hear();
            if line.command == command {
                return line;
            }
            assert_eq!(line.command, "info", "{line}, not {command}");
        }
    }

    pub fn complaint(&mut self, text: &str) -> String {
        self.say(text);
        self.expect("error").value("message").unwrap().to_owned()
    }

    /// Checks with a ping that nothing more is sent.
    pub fn silent(&mut self) {
        self.say("ping");
        self.expect("pong");
    }

    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        let start = Instant::now();
        self.engine.join().unwrap().unwrap();
        assert!(start.elapsed() < PATIENCE);
        self.output.iter().collect()
    }
}
