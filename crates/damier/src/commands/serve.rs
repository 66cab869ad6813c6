use crate::stopping::stopped;
use anyhow::{Context, Result};
use clap::Args;
use server::Server;
use server::store::Sqlite;
use std::io::{IsTerminal, Write, stdout};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

/// Starts the app: a page in the browser, with games kept on this machine
#[derive(Args, Default)]
#[command(after_help = "Examples:
  damier serve
  damier serve --addr 127.0.0.1:9000 --data /var/lib/damier --no-open

Games are in one file, games.sqlite, in the data folder. Every move is on the disk before it counts:
the program can be killed at any time.")]
pub struct Serve {
    /// Address; without one, port 3210 of this machine alone, or a free port if that is taken
    #[arg(long, env = "DAMIER_ADDR")]
    addr: Option<SocketAddr>,
    /// Folder for the games
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Open the page in a browser, also where nobody seems to be looking
    #[arg(long, conflicts_with = "no_open")]
    open: bool,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
}

const USUAL_PORT: u16 = 3210;

impl Serve {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        let folder = self.data.clone().map_or_else(data_folder, Ok)?;
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let store = Arc::new(Sqlite::open(&folder.join("games.sqlite"))?);
        let runtime = tokio::runtime::Runtime::new()?;
        runtime.block_on(async {
            let server = self.bind(store).await?;
            let page = format!("http://{}/", reachable(server.address()?));
            writeln!(out, "Damier is at {page}\ngames are kept in {}", folder.display())?;
            writeln!(out, "stop it with Ctrl-C")?;
            out.flush()?;
            if self.open || (!self.no_open && stdout().is_terminal()) {
                open_browser(&page);
            }
            server.run(stopped()).await?;
            Ok(ExitCode::SUCCESS)
        })
    }

    async fn bind(&self, store: Arc<Sqlite>) -> Result<Server> {
        let here = |port| SocketAddr::from(([127, 0, 0, 1], port));
        match self.addr {
            Some(address) => {
                Server::bind(address, store).await.with_context(|| address.to_string())
            }
            None => match Server::bind(here(USUAL_PORT), Arc::clone(&store) as Arc<_>).await {
                Ok(server) => Ok(server),
                Err(_) => Ok(Server::bind(here(0), store).await?),
            },
        }
    }
}

/// Where this machine itself finds a server that listens on this address.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Where this system keeps the data of programs.
fn data_folder() -> Result<PathBuf> {
    let variable =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
    let base = match std::env::consts::OS {
        "windows" => variable("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library/Application Support")),
        _ => variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share"))),
    };
    Ok(base.context("no home folder; say where with --data")?.join("damier"))
}

/// Opens the page where there is a browser; where there is none, the address is on the screen.
fn open_browser(page: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let _ = command.args(arguments).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
