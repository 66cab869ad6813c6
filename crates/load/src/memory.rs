//! How much memory the server uses, where it runs on this machine.

use crate::address::{Address, Servers};
use crate::desk::Desk;
use crate::run::LoadError;
use serde::Serialize;
use std::cell::Cell;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

/// The memory of a process, in megabytes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Memory {
    /// Now.
    pub now: f64,
    /// The most since it started.
    pub most: f64,
}

impl Memory {
    /// What the system says of a process; nothing where it says nothing.
    pub fn of(process: u32) -> Option<Self> {
        Self::read(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
    }

    fn read(status: &str) -> Option<Self> {
        let megabytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
            Some(kibibytes * 1_024.0 / 1e6)
        };
        Some(Self { now: megabytes("VmRSS:")?, most: megabytes("VmHWM:")? })
    }
}

/// Where the memory of a server is looked at.
pub struct Watch(Source);

enum Source {
    /// What the system says of its process.
    Process(u32),
    /// What the server itself says, to whoever shows the operator's token.
    Figures { desk: Desk, token: String },
}

/// How often it is looked at.
const EVERY: Duration = Duration::from_millis(50);

impl Watch {
    /// Looks at a process, or asks the server where none is named.
    pub async fn new(
        server: &Address,
        process: Option<u32>,
        token: Option<String>,
    ) -> Result<Self, LoadError> {
        let figures = || Source::Figures {
            desk: Desk::new(Arc::new(Servers::of(server.clone()))),
            token: token.unwrap_or_default(),
        };
        let watch = Self(process.map_or_else(figures, Source::Process));
        match watch.look().await {
            Some(_) => Ok(watch),
            None => Err(LoadError::Memory(
                "name its process with --process, or show the operator's token".to_owned(),
            )),
        }
    }

    /// The memory now. The most is what is known of it: of a process, since it started.
    pub async fn look(&self) -> Option<Memory> {
        match &self.0 {
            Source::Process(process) => Memory::of(*process),
            Source::Figures { desk, token } => {
                let figures = desk.get_as("/metrics", token).await.ok()?;
                let line =
                    figures.lines().find_map(|line| line.strip_prefix("damier_memory_bytes "));
                let now = line?.trim().parse::<f64>().ok()? / 1e6;
                Some(Memory { now, most: now })
            }
        }
    }

    /// The most memory that was seen during some work, and what came of it.
    pub async fn highest_during<T>(&self, work: impl Future<Output = T>) -> (f64, T) {
        let highest = Cell::new(0.0);
        tokio::select! {
            done = work => (highest.get(), done),
            never = self.follow(&highest) => match never {},
        }
    }

    async fn follow(&self, highest: &Cell<f64>) -> Infallible {
        loop {
            let now = self.look().await.map_or(0.0, |memory| memory.now);
            highest.set(highest.get().max(now));
            tokio::time::sleep(EVERY).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_status_of_a_process() {
        let status = "Name:\tdamier\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\n";
        assert_eq!(Memory::read(status), Some(Memory { now: 128.0, most: 256.0 }));
        assert_eq!(Memory::read("Name:\tdamier\n"), None);
    }
}
