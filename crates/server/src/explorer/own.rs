//! Collections of own games: of an account, and of the games whose keys a browser has. They stay in memory for a while;
//! their names are secret.

use super::folder::SegmentFolder;
use super::levels::sum;
use super::played::played_game;
use crate::error::ApiError;
use crate::locks::lock;
use crate::pages::OwnNames;
use crate::panics::joined;
use crate::seats::{Requester, new_key};
use crate::server::App;
use draughts::{AnyPosition, Color, Ruleset};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use study::explorer::{
    BuildError, BuildOptions, Builder, ExplorerPosition, Mask, PlayedGame, Search, Segment,
    SegmentError,
};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use wire::{ExplorerSource, MOST_OWN_GAMES};

/// The maximum number of collections: each has up to 4,000 games, about 2 MB.
const MOST: usize = 48;
/// How long an unused one is kept.
const LIFETIME: Duration = Duration::from_secs(60 * 60);
/// How many may be built concurrently.
const AT_ONCE: usize = 2;
/// Memory limit for building one, in bytes.
const MEMORY: u64 = 8 << 20;

/// The side the user played in their own games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OwnSide {
    /// Games played as White.
    White,
    /// Games played as Black.
    Black,
}

/// The collections in memory.
pub struct OwnCollections {
    folder: SegmentFolder,
    all: Mutex<Vec<Slot>>,
    making: Semaphore,
    /// The addresses that are waiting for a collection.
    waiting: Mutex<Vec<IpAddr>>,
}

struct Slot {
    name: String,
    /// A digest of the owner and the games.
    content: String,
    used: Instant,
    own: Arc<OwnCollection>,
}

/// Own games, by the side played: White, Black, or both.
pub struct OwnCollection([Segment; 3]);

/// The games of a new collection, in the same order.
type OwnGames = [Vec<PlayedGame>; 3];

impl OwnCollection {
    fn games(&self) -> u64 {
        self.0.iter().map(|segment| segment.counts().games()).sum()
    }

    /// Looks a position up in the games played with this side, or in all.
    pub fn probe(
        &self,
        rules: &Ruleset,
        position: &AnyPosition,
        side: Option<OwnSide>,
    ) -> Result<Option<ExplorerPosition>, SegmentError> {
        let [white, black, both] = &self.0;
        let wanted = match side {
            None => vec![white, black, both],
            Some(OwnSide::White) => vec![white, both],
            Some(OwnSide::Black) => vec![black, both],
        };
        sum(wanted.into_iter().map(|segment| segment.probe(rules, position)))
    }

    /// Returns the ids of the games that reached a position or its mirror image.
    pub fn with(
        &self,
        rules: &Ruleset,
        position: &AnyPosition,
    ) -> Result<Vec<String>, SegmentError> {
        let mask = Mask::of(position);
        let most = 2 * MOST_OWN_GAMES;
        let search =
            Search { turn: Some(position.turn()), turned: true, ..Search::new(rules, &mask, most) };
        let mut ids = Vec::new();
        for segment in &self.0 {
            for hit in segment.search(&search)?.hits {
                ids.push(segment.info(hit.game)?.event);
            }
        }
        Ok(ids)
    }
}

impl OwnCollections {
    /// Creates an empty set.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            folder: SegmentFolder::open(None)?,
            all: Mutex::default(),
            making: Semaphore::new(AT_ONCE),
            waiting: Mutex::default(),
        })
    }

    /// Finds a collection by name, if it still exists.
    pub fn find(&self, name: &str) -> Option<Arc<OwnCollection>> {
        let mut all = lock(&self.all);
        all.retain(|slot| slot.used.elapsed() < LIFETIME);
        let slot = all.iter_mut().find(|slot| slot.name == name)?;
        slot.used = Instant::now();
        Some(Arc::clone(&slot.own))
    }

    fn found(&self, content: &str) -> Option<ExplorerSource> {
        let name = {
            let all = lock(&self.all);
            all.iter().find(|slot| slot.content == content)?.name.clone()
        };
        let games = self.find(&name)?.games();
        Some(ExplorerSource { source: name, games })
    }

    /// Builds a collection of an account's games and of those listed in a text, each with the key to a seat in it;
    /// unless it exists.
    pub async fn make(
        &self,
        app: &App,
        who: &Requester,
        games: &str,
    ) -> Result<ExplorerSource, ApiError> {
        let sides = own_sides(app, who, games).await?;
        let content = digest(who, &sides);
        if let Some(found) = self.found(&content) {
            return Ok(found);
        }
        let _turn = self.wait(who.address)?;
        let _place = self.making.acquire().await.map_err(|_| ApiError::Busy)?;
        // Another page of the same browser may have been faster.
        if let Some(found) = self.found(&content) {
            return Ok(found);
        }
        let games = read(app, sides).await?;
        let name = new_key().map_err(|error| ApiError::Broken(error.to_string()))?;
        let file = self.folder.file(&name);
        let build = tokio::task::spawn_blocking(move || build(&file, &games));
        let own = joined(build).await?.map_err(|error| ApiError::Broken(error.to_string()))?;
        Ok(self.keep(name, content, own))
    }

    fn keep(&self, name: String, content: String, own: OwnCollection) -> ExplorerSource {
        let games = own.games();
        let mut all = lock(&self.all);
        if all.len() >= MOST
            && let Some(oldest) = (0..all.len()).min_by_key(|at| all[*at].used)
        {
            all.remove(oldest);
        }
        let source = name.clone();
        all.push(Slot { name, content, used: Instant::now(), own: Arc::new(own) });
        ExplorerSource { source, games }
    }

    /// An address waits for one collection at a time.
    fn wait(&self, address: Option<IpAddr>) -> Result<Option<Waiting<'_>>, ApiError> {
        let Some(address) = address else { return Ok(None) };
        let mut waiting = lock(&self.waiting);
        if waiting.contains(&address) {
            return Err(ApiError::Busy);
        }
        waiting.push(address);
        Ok(Some(Waiting { all: &self.waiting, address }))
    }
}

/// Marks an address as waiting for a collection.
struct Waiting<'a> {
    all: &'a Mutex<Vec<IpAddr>>,
    address: IpAddr,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        lock(self.all).retain(|address| *address != self.address);
    }
}

/// Returns the user's finished games and the sides they played.
async fn own_sides(
    app: &App,
    who: &Requester,
    games: &str,
) -> Result<BTreeSet<(String, Vec<Color>)>, ApiError> {
    let mut names = OwnNames::of(app, who, games, [MOST_OWN_GAMES, MOST_OWN_GAMES]).await?;
    let ids = std::mem::take(&mut names.ids);
    let found = app.supervisor.games.store().by_id(ids).await?;
    let over = found.into_iter().filter(|(game, _)| game.ending.is_some() && game.plies > 0);
    let sided = over.map(|(game, seats)| {
        let sides = seats.sides(&names.requester(&game.id, who));
        (game.id, sides)
    });
    Ok(sided.filter(|(_, sides)| !sides.is_empty()).collect())
}

/// Returns a digest of the owner and the games.
fn digest(who: &Requester, sides: &BTreeSet<(String, Vec<Color>)>) -> String {
    let mut digest = Sha256::new();
    digest.update(who.person.as_ref().map_or("", |person| person.id.as_str()));
    for (id, sides) in sides {
        digest.update(format!(" {id}{sides:?}"));
    }
    hex::encode(digest.finalize())
}

async fn read(app: &App, sides: BTreeSet<(String, Vec<Color>)>) -> Result<OwnGames, ApiError> {
    let mut games = OwnGames::default();
    for (id, sides) in sides {
        let state = match app.supervisor.games.find(&id).await {
            Ok(live) => live.state(),
            // Opening the game reports the problem.
            Err(ApiError::Damaged(_) | ApiError::NoGame) => continue,
            Err(error) => return Err(error),
        };
        let place = match sides[..] {
            [Color::White] => 0,
            [Color::Black] => 1,
            _ => 2,
        };
        games[place].extend(played_game(&id, &state));
    }
    Ok(games)
}

fn build(file: &Path, games: &OwnGames) -> Result<OwnCollection, BuildError> {
    let one = |games: &Vec<PlayedGame>| -> Result<Segment, BuildError> {
        let options = BuildOptions { threads: 1, memory: MEMORY, ..BuildOptions::default() };
        let mut builder = Builder::create(file, options)?;
        for game in games {
            builder.add_game(game)?;
        }
        builder.finish(&mut |_, _| {})?;
        let bytes = std::fs::read(file);
        let _ = std::fs::remove_file(file);
        let read = |error| BuildError::Read { name: file.display().to_string(), error };
        Ok(Segment::from_bytes(file, bytes.map_err(read)?)?)
    };
    let [white, black, both] = games;
    Ok(OwnCollection([one(white)?, one(black)?, one(both)?]))
}
