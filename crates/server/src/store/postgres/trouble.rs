//! Errors of the database, and whether to retry.

use crate::store::StoreError;
use std::error::Error as _;
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Whether the error is temporary: the connection is lost, or the database is stopping, starting, out of connections,
/// or a read-only replica. It is unknown whether the operation was done.
pub(super) fn is_away(error: &Error) -> bool {
    const PASSING: [SqlState; 11] = [
        SqlState::ADMIN_SHUTDOWN,
        SqlState::CRASH_SHUTDOWN,
        SqlState::CANNOT_CONNECT_NOW,
        SqlState::TOO_MANY_CONNECTIONS,
        SqlState::READ_ONLY_SQL_TRANSACTION,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
        SqlState::IDLE_SESSION_TIMEOUT,
        SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT,
        SqlState::LOCK_NOT_AVAILABLE,
        SqlState::QUERY_CANCELED,
    ];
    match error.code() {
        Some(code) => PASSING.contains(code) || code.code().starts_with("08"),
        None => true,
    }
}

/// Whether the data is at fault rather than the database.
pub(super) fn is_about_data(error: &Error) -> bool {
    let classes = ["22", "23", "54"];
    error.code().is_some_and(|code| classes.iter().any(|class| code.code().starts_with(class)))
}

/// Whether a key already exists.
pub(super) fn is_conflict(error: &Error) -> bool {
    error.code() == Some(&SqlState::UNIQUE_VIOLATION)
}

/// Formats a database error.
pub(super) fn words(error: &Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(said), _) => format!("the database says: {}", said.message()),
        (None, Some(cause)) => format!("the database cannot be reached: {error}: {cause}"),
        (None, None) => format!("the database cannot be reached: {error}"),
    }
}

pub(super) fn told(error: &Error) -> StoreError {
    StoreError::Unavailable(words(error))
}
