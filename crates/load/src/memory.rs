//! How much memory the server uses, where it runs on this machine.

use crate::address::{Address, Servers};
use crate::api_client::ApiClient;
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
pub struct Watch(MemorySource);

enum MemorySource {
    /// What the system says of its process.
    Process(u32),
    /// What the server itself says, to whoever shows the operator's token.
    Figures { api: ApiClient, token: String },
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
        let figures = || MemorySource::Figures {
            api: ApiClient::new(Arc::new(Servers::of(server.clone()))),
            token: token.unwrap_or_default(),
        };
        let watch = Self(process.map_or_else(figures, MemorySource::Process));
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
            MemorySource::Process(process) => Memory::of(*process),
            MemorySource::Figures { api, token } => {
                let figures = api.get_as("/metrics", token).await.ok()?;
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::sync::watch;

    /// Answers every request: the figures to whoever shows the token.
    async fn figures(listener: TcpListener, asked: watch::Sender<u32>) {
        loop {
            let (mut line, _) = listener.accept().await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") && line.read_buf(&mut head).await.unwrap() > 0 {}
            let head = String::from_utf8(head).unwrap();
            let (status, body) = match head.contains("Bearer the-token") {
                true => ("200 OK", "# EOF\ndamier_memory_bytes 128000000\n"),
                false => ("401 Unauthorized", ""),
            };
            let head = format!("HTTP/1.1 {status}\r\nConnection: close\r\n");
            let answer = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
            // Whoever only looked whether somebody is there has gone.
            let _ = line.write_all(answer.as_bytes()).await;
            asked.send_modify(|asked| *asked += 1);
        }
    }

    #[tokio::test]
    async fn the_server_tells_its_memory_to_the_operator() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (asked, mut count) = watch::channel(0);
        tokio::spawn(figures(listener, asked));
        let server = Address::find(&url).await.unwrap();
        let error = Watch::new(&server, None, None).await.err().unwrap().to_string();
        assert!(error.contains("--process") && error.contains("token"), "{error}");
        let memory = Watch::new(&server, None, Some("the-token".to_owned())).await.unwrap();
        assert_eq!(memory.look().await, Some(Memory { now: 128.0, most: 128.0 }));
        // Whoever asks a second time has heard the first answer.
        let until = *count.borrow_and_update() + 2;
        let (highest, _) = memory.highest_during(count.wait_for(|asked| *asked >= until)).await;
        assert_eq!(highest, 128.0);
        let nobody = Watch::new(&server, Some(u32::MAX), None).await;
        assert!(matches!(nobody, Err(LoadError::Memory(_))), "no such process");
    }

    #[test]
    fn memory_is_read_from_the_status_of_a_process() {
        let status = "Name:\tdamier\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\n";
        assert_eq!(Memory::read(status), Some(Memory { now: 128.0, most: 256.0 }));
        assert_eq!(Memory::read("Name:\tdamier\n"), None);
    }
}
