//! A real PostgreSQL server with its own folder and port, as packaged by Debian.
#![allow(
    dead_code,
    reason = "the tests of the command line include this file, too, and each uses a part"
)]

use std::fs::{self, File};
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

pub const PASSWORD: &str = "between&two/squares";

/// A server that runs until it is dropped, even if the test is killed.
pub struct Database {
    folder: PathBuf,
    port: u16,
    programs: PathBuf,
    /// The shell that runs the server, and stops it when its input ends.
    keeper: Mutex<Option<Child>>,
}

impl Database {
    /// A server of the test's own, unless the programs are missing. Then the test is skipped, or fails if tools are
    /// required.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            let reason = "there is no PostgreSQL server; on Debian, install postgresql";
            let required = std::env::var("DAMIER_REQUIRE_TOOLS").is_ok_and(|value| value == "1");
            assert!(!required, "{reason}");
            eprintln!("skipped: {reason}");
            return None;
        };
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("damier-postgres-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut database = Self { folder, port: 0, programs, keeper: Mutex::default() };
        database.initialise();
        database.port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        database.resume(&[]);
        Some(database)
    }

    /// The server shared by tests; it ends with the last of them.
    pub fn shared() -> Option<Arc<Self>> {
        static SHARED: Mutex<Weak<Database>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(database) = shared.upgrade() {
            return Some(database);
        }
        let database = Arc::new(Self::start()?);
        *shared = Arc::downgrade(&database);
        Some(database)
    }

    /// Creates an empty database; returns its address.
    pub fn create(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("damier{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.tell("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    /// The address of a database.
    pub fn address(&self, name: &str) -> String {
        let password = PASSWORD.replace('&', "%26").replace('/', "%2F");
        format!("postgres://damier:{password}@127.0.0.1:{}/{name}", self.port)
    }

    /// Runs a statement in a database, bypassing Damier.
    pub fn tell(&self, name: &str, statement: &str) {
        let mut psql = self.program("psql");
        psql.args(["-X", "-q", "-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "damier"]);
        psql.args(["-d", name, "-c", statement]).env("PGPASSWORD", PASSWORD);
        let output = psql.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The contents of a database, as text.
    pub fn dump(&self, name: &str) -> String {
        let mut dump = self.program("pg_dump");
        dump.args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "damier", "--inserts"]);
        let output = dump.args(["-d", name]).env("PGPASSWORD", PASSWORD).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        // Some versions begin and end with a random word.
        let lines = text.lines().filter(|line| !line.starts_with('\\'));
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    fn initialise(&self) {
        let secret = self.folder.join("password");
        fs::write(&secret, PASSWORD).unwrap();
        if let Some((user, group)) = other_user() {
            for path in [&self.folder, &secret] {
                chown(path, Some(user), Some(group)).unwrap();
            }
        }
        let mut initdb = self.program("initdb");
        initdb
            .arg("-D")
            .arg(self.folder.join("data"))
            .arg(format!("--pwfile={}", secret.display()));
        initdb.args(["--username=damier", "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C"]);
        // The cluster is new: only what is written later must survive.
        let output = initdb.arg("--no-sync").output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Restarts it with some settings, and waits until it responds.
    pub fn resume(&self, settings: &[&str]) {
        const KEEP: &str =
            "\"$@\" & server=$!; read -r how; kill -s \"${how:-INT}\" $server; wait $server";
        let log = File::create(self.folder.join("log")).unwrap();
        let mut command = self.command("sh");
        command.args(["-c", KEEP, "sh"]).arg(self.programs.join("postgres"));
        command.arg("-D").arg(self.folder.join("data")).args(["-p", &self.port.to_string()]);
        for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="] {
            command.args(["-c", setting]);
        }
        for setting in settings {
            command.args(["-c", setting]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(log);
        *self.keeper() = Some(command.spawn().unwrap());
        self.wait();
    }

    fn wait(&self) {
        let until = Instant::now() + Duration::from_secs(60);
        let ready = || {
            let mut ask = self.program("pg_isready");
            ask.args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()]);
            ask.status().unwrap().success()
        };
        while !ready() {
            let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            assert!(Instant::now() < until, "PostgreSQL does not start: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops it, disconnecting clients and writing everything.
    pub fn stop(&self) {
        self.end("INT");
    }

    /// Stops it like a power failure.
    pub fn crash(&self) {
        self.end("QUIT");
    }

    /// Suspends it at any point, until `go_on`.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    pub fn go_on(&self) {
        self.signal("-CONT");
    }

    /// Sends a signal to the server and all its processes.
    fn signal(&self, signal: &str) {
        let first = fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let first = first.lines().next().unwrap().to_owned();
        let children = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
            let status = fs::read_to_string(entry.path().join("status")).ok()?;
            let parent = status.lines().find_map(|line| line.strip_prefix("PPid:"))?;
            (parent.trim() == first).then(|| entry.file_name().into_string().unwrap())
        });
        let mut all = vec![first.clone()];
        all.extend(children);
        let _ = Command::new("kill").arg(signal).args(&all).status().unwrap();
    }

    fn end(&self, signal: &str) {
        let Some(mut keeper) = self.keeper().take() else {
            return;
        };
        if let Some(mut input) = keeper.stdin.take() {
            let _ = writeln!(input, "{signal}");
        }
        let _ = keeper.wait();
        assert!(TcpStream::connect(("127.0.0.1", self.port)).is_err(), "it has stopped");
    }

    fn keeper(&self) -> std::sync::MutexGuard<'_, Option<Child>> {
        self.keeper.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn program(&self, name: &str) -> Command {
        self.command(self.programs.join(name))
    }

    /// A command in the folder, as a user other than root: PostgreSQL refuses to run as root.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder);
        if let Some((user, group)) = other_user() {
            command.uid(user).gid(group);
        }
        command
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(mut keeper) = self.keeper().take() {
            drop(keeper.stdin.take());
            let _ = keeper.wait();
        }
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The folder of the server's programs: the newest version from Debian, or the path.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian = versions.map(|version| version.path().join("bin"));
    let number =
        |path: &Path| -> Option<u32> { path.parent()?.file_name()?.to_str()?.parse().ok() };
    let newest = debian.filter(|path| path.join("initdb").exists()).max_by_key(|path| number(path));
    newest.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
    })
}

/// If this is root, the ids of another user and group.
fn other_user() -> Option<(u32, u32)> {
    if fs::metadata("/proc/self").ok()?.uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let find = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    find("postgres").or_else(|| find("nobody"))
}
