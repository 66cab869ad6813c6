//! Issue 16.4: migrating stores written by commit 3096633 (`tests/old/README.md`) gives them typed players and endings,
//! all or nothing, and leaves their logs byte for byte as they are.

use crate::common::places::{Place, on_every_store};
use crate::common::raw;
use crate::common::{Folder, Running};
use rusqlite::types::Value as Cell;
use rusqlite::{Connection, OpenFlags};
use server::backup::{look_through, restore};
use server::store::{Sqlite, Store, StoreError, Summary};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use wire::{Player, Standing};

on_every_store! {
    players_and_endings_get_types
    logs_stay_as_they_are
    a_second_start_changes_nothing
    what_stops_half_way_changes_nothing
    an_ending_that_nobody_wrote_is_told
}

const SQLITE: [&str; 2] =
    [include_str!("../old/sqlite.sql"), include_str!("../old/sqlite.games.txt")];
#[cfg(feature = "postgres")]
const POSTGRES: [&str; 2] =
    [include_str!("../old/postgres.sql"), include_str!("../old/postgres.games.txt")];

/// An old store, with the ids of its games by purpose.
struct Old {
    place: Place,
    games: BTreeMap<&'static str, &'static str>,
}

fn games([_, games]: [&'static str; 2]) -> BTreeMap<&'static str, &'static str> {
    games.lines().map(|line| line.split_once(' ').unwrap()).collect()
}

fn write(file: &Path, [text, _]: [&str; 2]) {
    let store = Connection::open(file).unwrap();
    store.pragma_update(None, "journal_mode", "WAL").unwrap();
    store.execute_batch(text).unwrap();
}

impl Old {
    fn at(place: Place) -> Self {
        let games = match &place {
            Place::File(folder) => {
                write(&folder.file(), SQLITE);
                games(SQLITE)
            }
            #[cfg(feature = "postgres")]
            Place::Database { .. } => games(POSTGRES),
        };
        let old = Self { place, games };
        #[cfg(feature = "postgres")]
        if let Place::Database { .. } = old.place {
            old.tell("", POSTGRES[0]);
        }
        old
    }

    /// Modifies it, bypassing Damier.
    fn tell(&self, sqlite: &str, _postgres: &str) {
        match &self.place {
            Place::File(folder) => {
                Connection::open(folder.file()).unwrap().execute_batch(sqlite).unwrap();
            }
            #[cfg(feature = "postgres")]
            Place::Database { address, _server: server } => {
                server.tell(address.rsplit('/').next().unwrap(), _postgres);
            }
        }
    }

    /// All its contents.
    fn dump(&self) -> String {
        match &self.place {
            Place::File(folder) => dump(&folder.file()),
            #[cfg(feature = "postgres")]
            Place::Database { address, _server: server } => {
                server.dump(address.rsplit('/').next().unwrap())
            }
        }
    }

    /// The lines of all logs.
    fn events(&self) -> Vec<String> {
        let dump = self.dump();
        let lines = dump.lines().map(str::to_owned);
        match &self.place {
            Place::File(_) => {
                let rows = lines.skip_while(|line| !line.starts_with("table events"));
                rows.skip(1).take_while(|line| line.starts_with('[')).collect()
            }
            #[cfg(feature = "postgres")]
            Place::Database { .. } => {
                lines.filter(|line| line.contains("INTO public.events")).collect()
            }
        }
    }

    /// Why it cannot be opened.
    async fn refusal(&self) -> StoreError {
        let refused = match &self.place {
            Place::File(folder) => Sqlite::open(&folder.file()).map(drop),
            #[cfg(feature = "postgres")]
            Place::Database { address, .. } => {
                server::store::Postgres::open(address).await.map(drop)
            }
        };
        refused.unwrap_err()
    }
}

/// The contents of a file, as text.
fn dump(file: &Path) -> String {
    let store = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
    let version: u32 = store.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    let mut dump = format!("version {version}\n");
    let mut things =
        store.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY name").unwrap();
    let things = things.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
    for thing in things {
        let (kind, name, sql): (String, String, Option<String>) = thing.unwrap();
        writeln!(dump, "{kind} {name}: {sql:?}").unwrap();
        if kind != "table" {
            continue;
        }
        let mut rows = store.prepare(&format!("SELECT * FROM {name}")).unwrap();
        let columns = rows.column_count();
        let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
        for row in rows.query_map([], row).unwrap() {
            let row: Vec<Cell> = row.unwrap();
            writeln!(dump, "{row:?}").unwrap();
        }
    }
    dump
}

fn guest(name: &str) -> Player {
    Player::Guest { name: Some(name.to_owned()), like_account: false }
}

fn account(name: &str) -> Player {
    Player::Account { name: name.to_owned() }
}

async fn all(store: &dyn Store) -> BTreeMap<String, Summary> {
    store.recent(99).await.unwrap().into_iter().map(|game| (game.id.clone(), game)).collect()
}

async fn players_and_endings_get_types(place: Place) {
    let old = Old::at(place);
    let store = old.place.open().await;
    let listed = all(&*store).await;
    assert_eq!(listed.len(), old.games.len(), "every game is there");
    let unnamed = Player::Guest { name: None, like_account: false };
    let like_ada = Player::Guest { name: Some("Ada".to_owned()), like_account: true };
    for (game, players, standing) in [
        ("computer", [guest("Eve"), Player::Computer { level: 2 }], Standing::Black),
        ("like-computer", [guest("Computer, level 10"), unnamed.clone()], Standing::Draw),
        ("one-device", [Player::Here, Player::Here], Standing::None),
        ("one-device-named", [like_ada, Player::Here], Standing::Going),
        ("account-here", [account("Ada"), guest("Magnus")], Standing::Going),
        ("rated", [account("Ada"), account("Bo")], Standing::White),
        ("rematch", [account("Bo"), account("Ada")], Standing::Going),
        ("open", [unnamed, Player::Nobody], Standing::Going),
        ("invited", [Player::Nobody, guest("Zoe")], Standing::Going),
        ("no-pieces", [Player::Here, Player::Here], Standing::Black),
        ("flag", [Player::Here, Player::Here], Standing::White),
    ] {
        let found = &listed[old.games[game]];
        assert_eq!((&found.players, found.standing()), (&players, standing), "{game}");
    }
    // The store's ending agrees with the log's.
    let mut reasons = std::collections::BTreeSet::new();
    for (id, found) in &listed {
        let stored = store.load(id).await.unwrap().unwrap();
        let text: String = stored.lines.iter().map(|(line, _)| format!("{line}\n")).collect();
        let log = arbiter::replay(&text).unwrap();
        assert_eq!(found.ending.as_ref(), log.table().ending(), "{id}");
        reasons.extend(found.ending.map(|ending| ending.reason.word()));
        assert_eq!(found.players, stored.seats.players(), "{id}");
    }
    let all = ["aborted", "agreement", "claim", "draw-rule", "no-pieces", "resignation", "time"];
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), all);
}

async fn logs_stay_as_they_are(place: Place) {
    let old = Old::at(place);
    let (before, all) = (old.events(), old.dump());
    drop(old.place.open().await);
    assert_eq!(old.events(), before);
    assert!(before.len() > 60 && old.dump() != all);
}

async fn a_second_start_changes_nothing(place: Place) {
    let old = Old::at(place);
    drop(old.place.open().await);
    let first = old.dump();
    drop(old.place.open().await);
    assert_eq!(old.dump(), first);
}

/// The migration is interrupted at one game, when others are already converted.
async fn what_stops_half_way_changes_nothing(place: Place) {
    let old = Old::at(place);
    let game = old.games["flag"];
    old.tell(
        &format!(
            "CREATE TRIGGER stop BEFORE UPDATE OF ending ON games WHEN old.id = '{game}'
             BEGIN SELECT RAISE(ABORT, 'stopped'); END;"
        ),
        &format!(
            "CREATE FUNCTION stop() RETURNS trigger AS $$
             BEGIN RAISE EXCEPTION 'stopped'; END; $$ LANGUAGE plpgsql;
             CREATE TRIGGER stop BEFORE UPDATE OF ending ON games FOR EACH ROW
             WHEN (old.id = '{game}') EXECUTE FUNCTION stop();"
        ),
    );
    let before = old.dump();
    let refusal = old.refusal().await.to_string();
    assert!(refusal.contains("stopped"), "{refusal}");
    assert_eq!(old.dump(), before);
    old.tell("DROP TRIGGER stop", "DROP TRIGGER stop ON games; DROP FUNCTION stop");
    let store = old.place.open().await;
    assert_eq!(all(&*store).await.len(), old.games.len());
}

async fn an_ending_that_nobody_wrote_is_told(place: Place) {
    let old = Old::at(place);
    let spoil =
        format!("UPDATE games SET ending = 'draw: by magic' WHERE id = '{}'", old.games["flag"]);
    old.tell(&spoil, &spoil);
    let before = old.dump();
    let refusal = old.refusal().await;
    assert!(
        matches!(&refusal, StoreError::Damaged(why) if why.contains("draw: by magic")),
        "{refusal}"
    );
    assert_eq!(old.dump(), before);
}

/// An old store is also a backup of an old server. The page, the API and the rematch know the players.
#[test]
fn an_old_backup_is_restored_and_served() {
    let (old, new) = (Folder::new(), Folder::new());
    write(&old.file(), SQLITE);
    let games = games(SQLITE);
    let contents = look_through(&old.file(), false).unwrap();
    assert_eq!((contents.games, contents.damaged), (games.len() as u64, vec![]));
    restore(&old.file(), &new.file(), false).unwrap();
    let server = Running::start(&new.file());
    let game = |name: &str| server.game(games[name], "");
    assert_eq!(game("rated")["next"], games["rematch"]);
    assert_eq!(game("rematch")["players"][0]["name"], "Bo");
    let like = game("like-computer");
    let kinds = [&like["players"][0]["kind"], &like["players"][1]["kind"]];
    assert_eq!(kinds, ["guest", "guest"]);
    let headers = [("Accept-Language", "fr")];
    let shown = |game: &str| {
        let path = format!("/game/{}", games[game]);
        raw::ask(server.address, "GET", &path, &headers, "").body
    };
    assert!(shown("computer").contains("Ordinateur, niveau 2"));
    let page = shown("like-computer");
    assert!(page.contains("Computer, level 10") && !page.contains("Ordinateur, niveau"), "{page}");
    let (_, listed) = server.ask("GET", "/api/games", "", None);
    let flag = listed.as_array().unwrap().iter().find(|game| game["id"] == games["flag"]).unwrap();
    assert_eq!(flag["ending"], "white wins: black ran out of time");
    assert_eq!((&flag["standing"], &flag["reason"]), (&"white".into(), &"time".into()));
}
