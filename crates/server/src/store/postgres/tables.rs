//! Queries and changes in the SQL of all stores.

use super::trouble::{is_conflict, told};
use crate::store::{SqlChange, StoreError, Value};
use bytes::BytesMut;
use deadpool_postgres::Object;
use std::error::Error;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type};

type Trouble = Box<dyn Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Trouble> {
        match self {
            Self::Text(text) => text.to_sql(kind, out),
            Self::Number(number) => number.to_sql(kind, out),
            Self::Real(real) => real.to_sql(kind, out),
            Self::Nothing => Ok(IsNull::Yes),
        }
    }

    fn accepts(kind: &Type) -> bool {
        [Type::TEXT, Type::INT8, Type::FLOAT8].contains(kind)
    }

    fn to_sql_checked(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Trouble> {
        match self {
            Self::Text(text) => text.to_sql_checked(kind, out),
            Self::Number(number) => number.to_sql_checked(kind, out),
            Self::Real(real) => real.to_sql_checked(kind, out),
            Self::Nothing => Ok(IsNull::Yes),
        }
    }
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, Trouble> {
        Ok(match *kind {
            Type::INT8 => Self::Number(i64::from_sql(kind, raw)?),
            Type::FLOAT8 => Self::Real(f64::from_sql(kind, raw)?),
            _ => Self::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Self, Trouble> {
        Ok(Self::Nothing)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::TEXT, Type::INT8, Type::FLOAT8].contains(kind)
    }
}

pub(super) fn values(row: &Row) -> Result<Vec<Value>, StoreError> {
    (0..row.len()).map(|column| row.try_get(column).map_err(|error| told(&error))).collect()
}

/// Converts values to parameters.
pub(super) fn params(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// Makes changes, all or none; returns the number of rows affected by each.
pub(super) async fn change(
    connection: &mut Object,
    changes: Vec<SqlChange>,
) -> Result<Vec<u64>, tokio_postgres::Error> {
    let transaction = connection.transaction().await?;
    let mut changed = Vec::with_capacity(changes.len());
    for SqlChange(text, values) in changes {
        let text = transaction.prepare_cached(text).await?;
        changed.push(transaction.execute(&text, &params(&values)).await?);
    }
    transaction.commit().await?;
    Ok(changed)
}

pub(super) fn refused(error: &tokio_postgres::Error) -> StoreError {
    if is_conflict(error) { StoreError::Conflict } else { told(error) }
}
