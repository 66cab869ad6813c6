//! The tables that are open, the least used of which make room for others.

use super::TablePlace;
use crate::locks::lock;
use draughts::{Ruleset, Variant};
use endgame::{Material, Tables, table_rules};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// How many games have open tables at the most.
const MOST: usize = 32;
/// How much memory their decoded blocks may take together, in bytes.
const MEMORY: u64 = 128 << 20;

/// The tables of one game.
pub struct GameTables {
    rules: Ruleset,
    pub tables: Arc<Tables>,
    /// Held while they are built for somebody who waits.
    pub building: tokio::sync::Mutex<()>,
    /// The longest wins that somebody has looked for.
    pub longest: Mutex<HashMap<Material, Option<String>>>,
}

/// The tables that are open, the last used at the end.
pub struct Shelf {
    place: TablePlace,
    books: Mutex<Vec<Arc<GameTables>>>,
}

/// Whether rules have the tables of a variant or of rules that come with the program.
pub fn is_known(rules: &Ruleset) -> bool {
    let asked = table_rules(rules);
    let variants = Variant::ALL.iter().map(|variant| Ruleset::from(*variant));
    let presets = Ruleset::presets().map(|(_, rules)| rules);
    variants.chain(presets).any(|known| table_rules(&known) == asked)
}

impl Shelf {
    pub fn new(place: TablePlace) -> Self {
        Self { place, books: Mutex::default() }
    }

    /// The tables for these rules; none if there are none here.
    pub fn take(&self, rules: &Ruleset) -> Option<Arc<Tables>> {
        self.book(rules).map(|book| Arc::clone(&book.tables))
    }

    pub fn book(&self, rules: &Ruleset) -> Option<Arc<GameTables>> {
        let rules = table_rules(rules);
        let mut books = lock(&self.books);
        let book = match books.iter().position(|book| book.rules == rules) {
            Some(place) => books.remove(place),
            None => Arc::new(self.open(rules)?),
        };
        books.push(Arc::clone(&book));
        if books.len() > MOST {
            books.remove(0);
        }
        Some(book)
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

    /// Closes tables, those used longest ago first, until the rest takes no more memory than it may. They are opened
    /// again when they are next needed.
    pub fn tidy(&self) {
        let mut books = lock(&self.books);
        let mut taken = 0;
        let keep = books.iter().rev().take_while(|book| {
            taken += book.tables.decoded();
            taken <= MEMORY
        });
        let gone = books.len() - keep.count();
        books.drain(..gone);
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
        let shelf = Shelf::new(TablePlace::Memory);
        let [one, other] = ["frisian", "frysk"].map(|text| shelf.take(&rules(text)).unwrap());
        assert!(Arc::ptr_eq(&one, &other));
        assert!(Shelf::new(TablePlace::Off).take(&rules("frisian")).is_none());
        for known in ["frysk", "casual", "american-wcdf", "american,no-capture=10"] {
            assert!(is_known(&rules(known)), "{known}");
        }
        assert!(!is_known(&rules("american,capture=off")));
    }

    /// However many house rules somebody asks for, only some have open tables.
    #[test]
    fn the_least_used_make_room() {
        let shelf = Shelf::new(TablePlace::Memory);
        let usual = shelf.take(&rules("russian")).unwrap();
        for run in 1..=2 * MOST {
            shelf.take(&rules(&format!("russian,king-run={run}"))).unwrap();
            assert!(Arc::ptr_eq(&usual, &shelf.take(&rules("russian")).unwrap()), "{run}");
        }
        shelf.tidy();
        assert_eq!(lock(&shelf.books).len(), MOST);
    }
}
