//! The tables of all games in a folder.

use crate::identity::table_rules;
use crate::tables::Tables;
use core::fmt;
use draughts::Ruleset;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A folder of tables for many games: a handle that is cheap to clone. All clones share what is open, so
/// each table is read and decoded once in a program, however many engines use it.
///
/// ```
/// use draughts::Variant;
/// use draughts_endgame::TableFolder;
/// use std::sync::Arc;
///
/// let folder = TableFolder::new(std::env::temp_dir().join("no-tables-here"));
/// let [one, other] = [folder.clone(), folder].map(|folder| folder.tables(&Variant::Russian.into()));
/// assert!(Arc::ptr_eq(&one, &other));
/// assert_eq!(one.pieces(), 0);
/// ```
#[derive(Clone)]
pub struct TableFolder {
    shared: Arc<Shared>,
}

struct Shared {
    path: PathBuf,
    open: Mutex<Vec<Arc<Tables>>>,
}

/// The most games whose tables are kept open, as anybody can make up house rules.
const MOST_OPEN: usize = 64;

impl TableFolder {
    /// The tables in a folder, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { shared: Arc::new(Shared { path: path.into(), open: Mutex::default() }) }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.shared.path
    }

    /// The tables of a game. Nothing is built, and no file is opened before it is needed.
    pub fn tables(&self, rules: &Ruleset) -> Arc<Tables> {
        let rules = table_rules(rules);
        let mut open = self.shared.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tables) = open.iter().find(|tables| *tables.rules() == rules) {
            return Arc::clone(tables);
        }
        if open.len() >= MOST_OPEN {
            let idle = open.iter().position(|tables| Arc::strong_count(tables) == 1);
            if let Some(idle) = idle {
                open.remove(idle);
            }
        }
        let tables = Arc::new(Tables::new(&self.shared.path, &rules));
        open.push(Arc::clone(&tables));
        tables
    }
}

impl PartialEq for TableFolder {
    /// Whether both share what is open.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Eq for TableFolder {}

impl fmt::Debug for TableFolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TableFolder").field(&self.shared.path).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// House rules without end do not fill the memory, and what is in use stays open.
    #[test]
    fn only_so_many_games_are_kept_open() {
        let folder = TableFolder::new("nowhere");
        let used = folder.tables(&"american".parse().unwrap());
        for run in 1..=100 {
            let rules = format!("international,kings=short,king-run={run}");
            folder.tables(&rules.parse().unwrap());
        }
        assert!(folder.shared.open.lock().unwrap().len() <= MOST_OPEN);
        assert!(Arc::ptr_eq(&used, &folder.tables(&"american-wcdf".parse().unwrap())));
    }
}
