//! Queries and changes in the SQL of all stores.

use super::writer::begin;
use crate::store::{SqlChange, StoreError, Value};
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, ErrorCode, params_from_iter};

impl ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Text(text) => text.to_sql(),
            Self::Number(number) => number.to_sql(),
            Self::Real(real) => real.to_sql(),
            Self::Nothing => Ok(ToSqlOutput::Borrowed(ValueRef::Null)),
        }
    }
}

impl FromSql for Value {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        Ok(match value {
            ValueRef::Null => Self::Nothing,
            ValueRef::Integer(number) => Self::Number(number),
            ValueRef::Real(real) => Self::Real(real),
            ValueRef::Text(_) => Self::Text(value.as_str()?.to_owned()),
            ValueRef::Blob(_) => return Err(FromSqlError::InvalidType),
        })
    }
}

pub(super) fn rows(
    connection: &Connection,
    question: &str,
    values: Vec<Value>,
) -> rusqlite::Result<Vec<Vec<Value>>> {
    let mut question = connection.prepare_cached(question)?;
    let columns = question.column_count();
    let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
    question.query_map(params_from_iter(values), row)?.collect()
}

/// Makes changes, all or none; returns the number of rows affected by each.
pub(super) fn change(
    connection: &mut Connection,
    changes: Vec<SqlChange>,
) -> Result<Vec<u64>, StoreError> {
    let transaction = begin(connection)?;
    let mut changed = Vec::with_capacity(changes.len());
    for SqlChange(text, values) in changes {
        let done = transaction.prepare_cached(text)?.execute(params_from_iter(values));
        changed.push(done.map_err(told)? as u64);
    }
    transaction.commit()?;
    Ok(changed)
}

fn told(error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::ConstraintViolation) => StoreError::Conflict,
        _ => error.into(),
    }
}
