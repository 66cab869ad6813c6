use super::endgame::OFF;
use super::operating::Operating;
use crate::stopping::stopped;
use crate::{memory, priority};
use anyhow::{Context, Result};
use clap::Args;
use server::Server;
use server::bus;
use server::endgames::{TablePlace, TableSettings};
use server::explorer::ExplorerSettings;
use server::guard::{OperatorToken, Settings};
use server::private;
use server::store::{self, Lock, Sqlite, Store};
use std::io::{IsTerminal, Write, stdout};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Starts Damier in the browser, with games stored on this machine
#[derive(Args, Default)]
#[command(after_help = "Examples:
  damier serve
  damier serve --addr 127.0.0.1:9000 --data /var/lib/damier --no-open
  damier serve --explorer club.explorer
  DAMIER_STORE=postgres://damier:password@localhost/damier damier serve

Games are stored in games.sqlite in the data folder. Every move is on the disk before it counts, so the
program can be killed at any time. Only one server can use a data folder; several can share a PostgreSQL
database. Without a given operator token, the server creates one in the data folder.")]
pub struct ServeArgs {
    /// Address to listen on; by default 127.0.0.1:3210, or another port if that one is taken
    #[arg(long, env = "DAMIER_ADDR")]
    addr: Option<SocketAddr>,
    #[command(flatten)]
    place: DataFolder,
    /// Notify other servers of the same store over NATS; without it they poll the store
    #[arg(long, env = "DAMIER_BUS", hide_env_values = true, value_name = "nats://…")]
    bus: Option<String>,
    #[command(flatten)]
    endgame: EndgameTables,
    /// Collections for the explorer: files of `damier explorer build`, or folders of them
    #[arg(long, env = "DAMIER_EXPLORER", value_name = "FILE|FOLDER", value_delimiter = ',')]
    explorer: Vec<PathBuf>,
    /// Open the browser even if there seems to be no screen
    #[arg(long, conflicts_with = "no_open")]
    open: bool,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    operating: Operating,
}

/// Endgame tables of a server
#[derive(Args, Default)]
struct EndgameTables {
    /// Folder of the endgame tables, or "off" for none; by default "endgame" in the data folder
    #[arg(long = "endgame", env = "DAMIER_ENDGAME", value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Build endgame tables up to this many pieces in the background, for the variants played here
    #[arg(long = "endgame-pieces", env = "DAMIER_ENDGAME_PIECES", value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(3..=6))]
    pieces: u8,
}

impl EndgameTables {
    /// How long after the start building begins, so that the first pages are not slowed down.
    const DELAY: Duration = Duration::from_secs(10);

    fn settings(&self, place: &DataFolder) -> TableSettings {
        let folder = match &self.folder {
            Some(folder) if folder.as_os_str() == OFF => TablePlace::Off,
            Some(folder) => TablePlace::Folder(folder.clone()),
            None => match place.data.clone().map_or_else(data_folder, Ok) {
                Ok(data) => TablePlace::Folder(data.join("endgame")),
                // With a database, nothing else needs a folder.
                Err(_) => TablePlace::Memory,
            },
        };
        TableSettings {
            place: folder,
            pieces: self.pieces.into(),
            delay: Self::DELAY,
            lower_priority: priority::lower,
        }
    }
}

/// Where the games are
#[derive(Args, Default)]
pub struct DataFolder {
    /// Folder where games are stored
    #[arg(long, env = "DAMIER_DATA")]
    data: Option<PathBuf>,
    /// Store games in a PostgreSQL database instead, which several servers can share
    #[arg(long, env = "DAMIER_STORE", hide_env_values = true, value_name = "postgres://…")]
    store: Option<String>,
}

impl DataFolder {
    /// Opens the store; also returns its name.
    pub async fn open(&self) -> Result<(Arc<dyn Store>, String)> {
        if let Some(address) = &self.store {
            return Ok(store::at(address).await?);
        }
        let folder = self.folder()?;
        let store = Sqlite::open(&folder.join(GAMES))?;
        Ok((Arc::new(store), folder.display().to_string()))
    }

    /// Returns the data folder, creating it if missing.
    fn folder(&self) -> Result<PathBuf> {
        let folder = self.data.clone().map_or_else(data_folder, Ok)?;
        private::folder(&folder, GAMES).with_context(|| folder.display().to_string())?;
        Ok(folder)
    }

    /// Locks games in a file against other servers; several may share a database.
    fn lock(&self) -> Result<Option<Lock>> {
        if self.store.is_some() {
            return Ok(None);
        }
        let folder = self.folder()?;
        let lock = Lock::take(&folder)?;
        Sqlite::tidy(&folder.join(GAMES));
        Ok(Some(lock))
    }
}

const USUAL_PORT: u16 = 3210;
/// The file of the games in the data folder.
pub const GAMES: &str = "games.sqlite";

impl ServeArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        self.operating.start_log()?;
        let mut settings = self.operating.settings()?;
        settings.endgame = self.endgame.settings(&self.place);
        settings.explorer = self.explorer_settings();
        let mut lock = self.place.lock()?;
        let kept = match settings.operator {
            Some(_) => None,
            None => self.make_token(&mut settings)?,
        };
        memory::keep_small();
        let runtime = tokio::runtime::Runtime::new()?;
        let served = runtime.block_on(async {
            let (store, place) = self.place.open().await?;
            let server = self.bind(store, settings).await?;
            let page = format!("http://{}/", reachable(server.address()?));
            if let Some(lock) = &mut lock {
                lock.tell(&page)?;
            }
            writeln!(out, "Damier is at {page}\nGames are stored in {place}")?;
            if let Some(kept) = kept {
                writeln!(out, "The operator token is in {}", kept.display())?;
            }
            for address in server::lan::addresses(server.address()?) {
                writeln!(out, "Other devices find it at http://{address}/")?;
            }
            writeln!(out, "Press Ctrl-C to stop.")?;
            out.flush()?;
            if self.open || (!self.no_open && stdout().is_terminal()) {
                open_browser(&page);
            }
            server.run(stopped()).await?;
            Ok(ExitCode::SUCCESS)
        });
        // Clients waiting for long computations have been answered; nobody needs what is left.
        runtime.shutdown_background();
        served
    }

    fn explorer_settings(&self) -> ExplorerSettings {
        /// How long to wait for further games to end, so that they are counted together.
        const PAUSE: Duration = Duration::from_secs(5);
        let data = match (&self.place.data, &self.place.store) {
            (Some(data), _) => Some(data.clone()),
            (None, Some(_)) => None,
            (None, None) => usual_folder(),
        };
        ExplorerSettings {
            folder: data.map(|data| data.join("explorer")),
            collections: self.explorer.clone(),
            pause: PAUSE,
            lower_priority: priority::lower,
        }
    }

    /// Creates a token in the data folder if none was given; returns its path.
    fn make_token(&self, settings: &mut Settings) -> Result<Option<PathBuf>> {
        let made = self.place.folder().and_then(|folder| {
            let place = || format!("the operator's token cannot be kept in {}", folder.display());
            OperatorToken::kept_in(&folder).with_context(place)
        });
        match made {
            Ok((token, path)) => {
                settings.operator = Some(token);
                Ok(Some(path))
            }
            // With a database, nothing else needs a folder.
            Err(error) if self.place.store.is_some() => {
                note!(
                    "nobody can open /operator and /metrics: {error:#}; see --operator-token-file"
                );
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    async fn bind(&self, store: Arc<dyn Store>, settings: Settings) -> Result<Server> {
        let bus = match &self.bus {
            Some(address) => Some(bus::at(address).await?),
            None => None,
        };
        let here = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let bind = |address| {
            Server::bind_beside_others(address, Arc::clone(&store), bus.clone(), settings.clone())
        };
        match self.addr {
            Some(address) => bind(address).await.with_context(|| address.to_string()),
            None => match bind(here(USUAL_PORT)).await {
                Ok(server) => Ok(server),
                Err(_) => Ok(bind(here(0)).await?),
            },
        }
    }
}

/// The address at which this machine reaches a server that listens here.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// The system's folder for application data.
pub fn data_folder() -> Result<PathBuf> {
    usual_folder().context("no home folder; use --data")
}

/// The same; `None` without a home folder.
pub fn usual_folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
    let base = match std::env::consts::OS {
        "windows" => variable("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library/Application Support")),
        _ => variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share"))),
    };
    Some(base?.join("damier"))
}

/// Opens the page in a browser; if there is none, the address is on the screen.
fn open_browser(page: &str) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "windows" => ("cmd", &["/C", "start", ""]),
        "macos" => ("open", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let _ = command.args(arguments).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
