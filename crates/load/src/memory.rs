//! The memory of a server on this machine.

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
    /// The current value.
    pub now: f64,
    /// The maximum since the start.
    pub most: f64,
}

impl Memory {
    /// Reads it from the system; `None` if unavailable.
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

/// The source of a server's memory usage.
pub struct Watch(MemorySource);

enum MemorySource {
    /// The system, for its process.
    Process(u32),
    /// The server's metrics, with the operator's token.
    Figures { api: ApiClient, token: String },
}

/// How often it is read.
const EVERY: Duration = Duration::from_millis(50);

impl Watch {
    /// Watches a process, or the server's metrics if none is given.
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

    /// The current memory. The maximum is as far as is known: for a process, since it started.
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

    /// Runs some work; returns the highest memory seen meanwhile, with the work's result.
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

    /// Responds to all requests with metrics if they have the token.
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
            // A connection that was only a probe has gone.
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
        // A second request means that the first response arrived.
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
