use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::process::ExitCode;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(5);
/// No valid response is longer.
const LONGEST: u64 = 64 << 10;

/// Checks that a server is ready and can store moves
#[derive(Args)]
#[command(after_help = "Examples:
  damier health
  damier health http://127.0.0.1:9000 || systemctl restart damier

The exit code is 0 if the server is ready; otherwise it is 1, and the reason is printed.")]
pub struct HealthArgs {
    /// The server
    #[arg(default_value = "http://127.0.0.1:3210", env = "DAMIER_HEALTH_URL")]
    url: String,
}

impl HealthArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let host = self.url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        let Some(host) = host.filter(|host| !host.contains('/')) else {
            bail!("{:?} is not an address such as http://127.0.0.1:3210", self.url);
        };
        let named = if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
            host.to_owned()
        } else {
            format!("{host}:80")
        };
        let answer = ask(&named).with_context(|| self.url.clone())?;
        let (head, said) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        ensure!(head.starts_with("HTTP/1.1 200 "), "{} is not ready: {}", self.url, said.trim());
        writeln!(out, "{}", said.trim())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn ask(host: &str) -> Result<String> {
    let address = host.to_socket_addrs()?.next().context("there is no such machine")?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /readyz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.take(LONGEST).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
