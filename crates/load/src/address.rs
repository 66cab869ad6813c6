//! Where a server is.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a connection may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where a server is: what it is called, and the address that answered.
#[derive(Clone, Debug)]
pub struct Address {
    /// The host and the port as requests name them.
    authority: String,
    socket: SocketAddr,
}

/// Why there is no server at an address.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// It is of another form.
    #[error("\"{0}\" is no address of a server such as http://127.0.0.1:3210")]
    Malformed(String),
    /// TLS is the business of what stands before a server.
    #[error("\"{0}\" is behind TLS: load the server itself, at its http:// address")]
    Tls(String),
    /// Nobody is there.
    #[error("nobody answers at {authority}: {source}")]
    Silent {
        /// The host and the port.
        authority: String,
        /// What the system says.
        source: io::Error,
    },
}

impl Address {
    /// Finds a server by its URL.
    pub async fn find(url: &str) -> Result<Self, AddressError> {
        let authority = authority(url)?;
        let silent = |source| AddressError::Silent { authority: authority.clone(), source };
        let mut last = io::ErrorKind::NotFound.into();
        for socket in tokio::net::lookup_host(&authority).await.map_err(silent)? {
            let address = Self { authority: authority.clone(), socket };
            match address.connect().await {
                Ok(_) => return Ok(address),
                Err(error) => last = error,
            }
        }
        Err(silent(last))
    }

    /// The host and the port.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The same server behind another address, where something stands before it.
    pub fn behind(&self, socket: SocketAddr) -> Self {
        Self { socket, ..self.clone() }
    }

    /// A new connection.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        let stream = timeout(PATIENCE, TcpStream::connect(self.socket)).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

/// All servers of a store: whoever wants something may go to any of them.
pub struct Servers {
    all: Vec<Address>,
    next: AtomicUsize,
}

impl Servers {
    /// Finds servers by their URLs, of which there must be one.
    pub async fn find(urls: &[String]) -> Result<Self, AddressError> {
        let mut all = Vec::with_capacity(urls.len());
        for url in urls {
            all.push(Address::find(url).await?);
        }
        Ok(Self { all, next: AtomicUsize::new(0) })
    }

    /// The same servers with something before each of them.
    pub fn behind(&self, addresses: &[SocketAddr]) -> Self {
        let all = self.all.iter().zip(addresses);
        let all = all.map(|(server, address)| server.behind(*address)).collect();
        Self { all, next: AtomicUsize::new(0) }
    }

    /// All of them.
    pub fn all(&self) -> &[Address] {
        &self.all
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The server for whoever comes next: each in turn.
    pub fn turn(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed) % self.count()
    }

    /// The server that comes so many places after the first.
    pub fn at(&self, place: usize) -> &Address {
        &self.all[place % self.count()]
    }
}

fn authority(url: &str) -> Result<String, AddressError> {
    let malformed = || AddressError::Malformed(url.to_owned());
    let authority = match url.split_once("://") {
        Some(("http" | "ws", rest)) => rest,
        Some(("https" | "wss", _)) => return Err(AddressError::Tls(url.to_owned())),
        Some(_) => return Err(malformed()),
        None => url,
    };
    let authority = authority.strip_suffix('/').unwrap_or(authority);
    let strange = |letter: char| !letter.is_ascii_graphic() || "/?#@".contains(letter);
    if authority.is_empty() || authority.contains(strange) {
        return Err(malformed());
    }
    let port = authority.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
    match port {
        Some((_, port)) if port.parse::<u16>().is_err() => Err(malformed()),
        Some(_) => Ok(authority.to_owned()),
        None => Ok(format!("{authority}:80")),
    }
}

#[cfg(test)]
mod tests {
    use super::authority;

    #[test]
    fn addresses() {
        for (url, expected) in [
            ("http://127.0.0.1:3210", "127.0.0.1:3210"),
            ("http://club.example/", "club.example:80"),
            ("[::1]:9000", "[::1]:9000"),
            ("http://[::1]", "[::1]:80"),
        ] {
            assert_eq!(authority(url).unwrap(), expected);
        }
        for url in ["", "http://", "ftp://x", "http://x/y", "http://x:port", "a b", "http://u@x"] {
            assert!(authority(url).unwrap_err().to_string().contains("no address"), "{url}");
        }
        assert!(authority("https://x").unwrap_err().to_string().contains("TLS"));
    }
}
