//! Addresses of servers.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// The timeout for connecting.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server's authority, and the address that answered.
#[derive(Clone, Debug)]
pub struct Address {
    /// Host and port, as in requests.
    authority: String,
    socket: SocketAddr,
    /// Source addresses of connections, unless the system chooses.
    origins: Option<Arc<Origins>>,
}

/// Addresses of this machine from which connections are made by turns.
#[derive(Debug)]
struct Origins {
    all: Vec<Ipv4Addr>,
    next: AtomicUsize,
}

/// Why a server's address cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The URL is malformed.
    #[error("\"{0}\" is not a server address such as http://127.0.0.1:3210")]
    Malformed(String),
    /// TLS is up to the proxy in front of a server.
    #[error("\"{0}\" is behind TLS: load the server itself, at its http:// address")]
    Tls(String),
    /// Only this machine may be attacked.
    #[error(
        "\"{0}\" may not be attacked: attacks are only for a server on this machine, at a loopback address of IPv4 such as http://127.0.0.1:3210"
    )]
    Elsewhere(String),
    /// There is no answer.
    #[error("nobody answers at {authority}: {error}")]
    Silent {
        /// Host and port.
        authority: String,
        /// The system's error.
        error: io::Error,
    },
}

impl Address {
    /// Finds a server by its URL.
    pub async fn find(url: &str) -> Result<Self, AddressError> {
        let (authority, sockets) = look_up(url).await?;
        Self::first(authority, sockets).await
    }

    /// Finds a server on this machine at an IPv4 loopback address, which others on the machine can connect to. Nothing
    /// is sent to any other.
    pub async fn find_on_this_machine(url: &str) -> Result<Self, AddressError> {
        let (authority, mut sockets) = look_up(url).await?;
        if sockets.iter().any(|socket| !socket.ip().is_loopback()) {
            return Err(AddressError::Elsewhere(url.to_owned()));
        }
        sockets.retain(SocketAddr::is_ipv4);
        if sockets.is_empty() {
            return Err(AddressError::Elsewhere(url.to_owned()));
        }
        Self::first(authority, sockets).await
    }

    /// The first address that answers.
    async fn first(authority: String, sockets: Vec<SocketAddr>) -> Result<Self, AddressError> {
        let mut last = io::ErrorKind::NotFound.into();
        for socket in sockets {
            let address = Self { authority: authority.clone(), socket, origins: None };
            match address.connect().await {
                Ok(_) => return Ok(address),
                Err(error) => last = error,
            }
        }
        Err(AddressError::Silent { authority, error: last })
    }

    /// The same server, with connections from these addresses by turns; if there are none, the system chooses.
    pub fn from(&self, origins: &[Ipv4Addr]) -> Self {
        let all = origins.to_vec();
        let origins = Origins { all, next: AtomicUsize::new(0) };
        let origins = (!origins.all.is_empty()).then(|| Arc::new(origins));
        Self { origins, ..self.clone() }
    }

    /// Host and port.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// A URL with the very address that answered.
    pub fn url(&self) -> String {
        format!("http://{}", self.socket)
    }

    /// The same server behind a relay at another address.
    pub fn behind(&self, socket: SocketAddr) -> Self {
        Self { socket, ..self.clone() }
    }

    /// Opens a connection.
    pub async fn connect(&self) -> io::Result<TcpStream> {
        self.connect_by(self.new_socket()?).await
    }

    /// Opens a connection with a send buffer of about this many bytes.
    pub async fn connect_keeping(&self, bytes: u32) -> io::Result<TcpStream> {
        let socket = self.new_socket()?;
        socket.set_send_buffer_size(bytes)?;
        self.connect_by(socket).await
    }

    fn new_socket(&self) -> io::Result<TcpSocket> {
        let socket =
            if self.socket.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        if let Some(origins) = &self.origins {
            socket.bind((origins.turn(), 0).into())?;
        }
        Ok(socket)
    }

    async fn connect_by(&self, socket: TcpSocket) -> io::Result<TcpStream> {
        let stream = timeout(PATIENCE, socket.connect(self.socket)).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }
}

impl Origins {
    fn turn(&self) -> IpAddr {
        self.all[self.next.fetch_add(1, Ordering::Relaxed) % self.all.len()].into()
    }
}

/// All servers of a store; any of them can be used.
pub struct Servers {
    all: Vec<Address>,
    next: AtomicUsize,
}

impl Servers {
    /// Finds servers by their URLs, of which at least one is required, with connections from these addresses.
    pub async fn find(urls: &[String], origins: &[Ipv4Addr]) -> Result<Self, AddressError> {
        let mut all = Vec::with_capacity(urls.len());
        for url in urls {
            all.push(Address::find(url).await?.from(origins));
        }
        Ok(Self { all, next: AtomicUsize::new(0) })
    }

    /// One server.
    pub fn of(address: Address) -> Self {
        Self { all: vec![address], next: AtomicUsize::new(0) }
    }

    /// The same servers behind relays.
    pub fn behind(&self, addresses: &[SocketAddr]) -> Self {
        let all = self.all.iter().zip(addresses);
        let all = all.map(|(server, address)| server.behind(*address)).collect();
        Self { all, next: AtomicUsize::new(0) }
    }

    /// All of them.
    pub fn all(&self) -> &[Address] {
        &self.all
    }

    /// The number of servers.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// The index of the next server, by turns.
    pub fn turn(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed) % self.count()
    }

    /// The server with an index, which wraps around.
    pub fn at(&self, place: usize) -> &Address {
        &self.all[place % self.count()]
    }
}

/// Resolves a URL to its authority and addresses.
async fn look_up(url: &str) -> Result<(String, Vec<SocketAddr>), AddressError> {
    let authority = authority(url)?;
    let sockets = tokio::net::lookup_host(&authority).await.map(Iterator::collect);
    match sockets {
        Ok(sockets) => Ok((authority, sockets)),
        Err(error) => Err(AddressError::Silent { authority, error }),
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
    use super::*;

    /// Issue 15: attacks are limited to this machine; others are refused before anything is sent.
    #[tokio::test]
    async fn only_this_machine_is_attacked() {
        for url in ["http://192.0.2.1:3210", "http://0.0.0.0:3210", "http://[::1]:3210"] {
            let error = Address::find_on_this_machine(url).await.unwrap_err();
            assert!(matches!(&error, AddressError::Elsewhere(_)), "{url}: {error}");
            assert!(error.to_string().contains("loopback"), "{error}");
        }
        let error = Address::find_on_this_machine("http://127.0.0.1:1").await.unwrap_err();
        assert!(matches!(error, AddressError::Silent { .. }), "{error}");
    }

    /// The source address of a connection, as the server sees it.
    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn connections_come_from_several_addresses() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let server = Address::find_on_this_machine(&url).await.unwrap();
        assert!(listener.accept().await.unwrap().1.ip().is_loopback());
        let origins = [Ipv4Addr::new(127, 0, 1, 7), Ipv4Addr::new(127, 0, 2, 9)];
        let server = server.from(&origins);
        for expected in [origins[0], origins[1], origins[0]] {
            let _line = server.connect().await.unwrap();
            assert_eq!(listener.accept().await.unwrap().1.ip(), expected);
        }
    }

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
            assert!(
                authority(url).unwrap_err().to_string().contains("not a server address"),
                "{url}"
            );
        }
        assert!(authority("https://x").unwrap_err().to_string().contains("TLS"));
    }
}
