//! A cache of open tables, which closes the least recently used.

use super::TablePlace;
use crate::locks::lock;
use draughts::{Ruleset, Variant};
use endgame::{Material, Tables, table_rules};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The most games with open tables.
const MOST: usize = 32;
/// Memory limit for all decoded blocks, in bytes.
const MEMORY: u64 = 128 << 20;

/// The tables of one game.
pub struct GameTables {
    rules: Ruleset,
    pub tables: Arc<Tables>,
    /// Held while they are built on demand.
    pub building: tokio::sync::Mutex<()>,
    /// The longest wins found so far.
    pub longest: Mutex<HashMap<Material, Option<String>>>,
}

/// The open tables of each game, most recently used last.
pub struct TableCache {
    place: TablePlace,
    games: Mutex<Vec<Arc<GameTables>>>,
}

/// Whether rules are those of a variant or others that come with the program.
pub fn is_known(rules: &Ruleset) -> bool {
    let asked = table_rules(rules);
    let variants = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    let presets = Ruleset::presets().map(|(_, rules)| rules);
    variants.chain(presets).any(|known| table_rules(&known) == asked)
}

impl TableCache {
    pub fn new(place: TablePlace) -> Self {
        Self { place, games: Mutex::default() }
    }

    /// Returns the tables for these rules; `None` if there are none.
    pub fn take(&self, rules: &Ruleset) -> Option<Arc<Tables>> {
        self.game_tables(rules).map(|game_tables| Arc::clone(&game_tables.tables))
    }

    pub fn game_tables(&self, rules: &Ruleset) -> Option<Arc<GameTables>> {
        let rules = table_rules(rules);
        let mut games = lock(&self.games);
        let game_tables = match games.iter().position(|game_tables| game_tables.rules == rules) {
            Some(place) => games.remove(place),
            None => Arc::new(self.open(rules)?),
        };
        games.push(Arc::clone(&game_tables));
        if games.len() > MOST {
            games.remove(0);
        }
        Some(game_tables)
    }

    fn open(&self, rules: Ruleset) -> Option<GameTables> {
        let tables = match &self.place {
            TablePlace::Off => return None,
            TablePlace::Memory => Tables::in_memory(None, &rules),
            TablePlace::Folder(folder) if is_known(&rules) => Tables::new(folder, &rules),
            TablePlace::Folder(folder) => Tables::in_memory(Some(folder), &rules),
        };
        let tables = Arc::new(tables);
        Some(GameTables { rules, tables, building: Default::default(), longest: Mutex::default() })
    }

    /// Closes the least recently used tables until the memory limit is met. They are reopened when needed.
    pub fn tidy(&self) {
        let mut games = lock(&self.games);
        let mut taken = 0;
        let keep = games.iter().rev().take_while(|game_tables| {
            taken += game_tables.tables.decoded();
            taken <= MEMORY
        });
        let gone = games.len() - keep.count();
        games.drain(..gone);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Ruleset {
        text.parse().unwrap()
    }

    #[test]
    fn rules_that_move_alike_share_a_handle() {
        let table_cache = TableCache::new(TablePlace::Memory);
        let [one, other] = ["frisian", "frysk"].map(|text| table_cache.take(&rules(text)).unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        assert!(TableCache::new(TablePlace::Off).take(&rules("frisian")).is_none());
        for known in ["frysk", "casual", "american-wcdf", "american,no-capture=10"] {
            assert!(is_known(&rules(known)), "{known}");
        }
        assert!(!is_known(&rules("american,capture=off")));
    }

    /// However many house rules are asked for, the number of open tables is limited.
    #[test]
    fn the_least_used_make_room() {
        let table_cache = TableCache::new(TablePlace::Memory);
        let usual = table_cache.take(&rules("russian")).unwrap();
        for run in 1..=2 * MOST {
            table_cache.take(&rules(&format!("russian,king-run={run}"))).unwrap();
            assert!(Arc::ptr_eq(&usual, &table_cache.take(&rules("russian")).unwrap()), "{run}");
        }
        table_cache.tidy();
        assert_eq!(lock(&table_cache.games).len(), MOST);
    }
}
