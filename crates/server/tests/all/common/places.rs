//! Every kind of store.

use super::Folder;
use server::store::{Sqlite, Store};
use std::sync::Arc;

/// A place for a store, which can be opened more than once.
pub enum Place {
    File(Folder),
    #[cfg(feature = "postgres")]
    Database {
        address: String,
        _server: Arc<super::postgres::Database>,
    },
}

impl Place {
    pub async fn open(&self) -> Arc<dyn Store> {
        match self {
            Place::File(folder) => Arc::new(Sqlite::open(&folder.file()).unwrap()),
            #[cfg(feature = "postgres")]
            Place::Database { address, .. } => {
                Arc::new(server::store::Postgres::open(address).await.unwrap())
            }
        }
    }
}

/// Runs each test on each store.
macro_rules! on_every_store {
    ($($test:ident)*) => {
        mod on_sqlite {
            $(#[test]
            fn $test() {
                $crate::common::games::block_on(super::$test($crate::common::places::Place::File($crate::common::Folder::new())));
            })*
        }

        #[cfg(feature = "postgres")]
        mod on_postgres {
            $(#[test]
            fn $test() {
                let Some(database) = $crate::common::postgres::Database::shared() else { return };
                let address = database.create();
                let place = $crate::common::places::Place::Database { address, _server: database };
                $crate::common::games::block_on(super::$test(place));
            })*
        }
    };
}

pub(crate) use on_every_store;
