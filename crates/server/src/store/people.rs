//! The account tables, which are the same in every store: their SQL is understood by all databases. Parameters are
//! numbered in the order of their first use.

use super::StoreError;

/// The migration that adds accounts.
pub(super) const TABLES: &str = "
ALTER TABLE games ADD COLUMN rated BOOLEAN NOT NULL DEFAULT FALSE;
CREATE TABLE people (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    secret TEXT NOT NULL,
    created BIGINT NOT NULL
);
CREATE TABLE passes (
    digest TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created BIGINT NOT NULL,
    ends BIGINT NOT NULL
);
CREATE INDEX passes_of_person ON passes (person);
CREATE TABLE played (
    person TEXT NOT NULL,
    game TEXT NOT NULL,
    since BIGINT NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX played_lately ON played (person, since);
CREATE TABLE rated (game TEXT PRIMARY KEY);
CREATE TABLE results (
    person TEXT NOT NULL,
    variant TEXT NOT NULL,
    speed TEXT NOT NULL,
    number BIGINT NOT NULL,
    game TEXT NOT NULL,
    ended BIGINT NOT NULL,
    outcome TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, variant, speed, number),
    UNIQUE (person, game)
);
CREATE TABLE blocks (
    person TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (person, other)
);
CREATE TABLE gone (name TEXT PRIMARY KEY);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    made BIGINT NOT NULL,
    reporter TEXT NOT NULL,
    about TEXT NOT NULL,
    game TEXT,
    words TEXT NOT NULL
);
CREATE INDEX reports_by_time ON reports (made);
";

/// A database value.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// A floating-point number.
    Real(f64),
    /// None.
    Nothing,
}

impl Value {
    /// Returns the text.
    pub fn text(self) -> Result<String, StoreError> {
        match self {
            Self::Text(text) => Ok(text),
            other => Err(other.is_no("text")),
        }
    }

    /// Returns the text, if any.
    pub fn text_or_nothing(self) -> Result<Option<String>, StoreError> {
        match self {
            Self::Nothing => Ok(None),
            other => other.text().map(Some),
        }
    }

    /// Returns a number that is never negative.
    pub fn number(&self) -> Result<u64, StoreError> {
        match self {
            Self::Number(number) => u64::try_from(*number).map_err(|_| self.is_no("count")),
            _ => Err(self.is_no("count")),
        }
    }

    /// Returns a number, integer or not.
    pub fn real(&self) -> Result<f64, StoreError> {
        match self {
            Self::Real(real) => Ok(*real),
            // Databases without column types store integral values as integers.
            Self::Number(number) => Ok(*number as f64),
            _ => Err(self.is_no("number")),
        }
    }

    /// Returns the error of a value with another type than was written. It does not show the value, which may
    /// be secret.
    fn is_no(&self, kind: &str) -> StoreError {
        let found = match self {
            Self::Text(_) => "a text",
            Self::Number(_) | Self::Real(_) => "another number",
            Self::Nothing => "nothing",
        };
        StoreError::Damaged(format!("there is {found} where a {kind} belongs"))
    }
}

/// Returns the values of a row with this many columns.
pub fn columns<const COUNT: usize>(row: Vec<Value>) -> Result<[Value; COUNT], StoreError> {
    let wrong = |row: Vec<Value>| {
        StoreError::Damaged(format!("a row has {} values where {COUNT} belong", row.len()))
    };
    row.try_into().map_err(wrong)
}

/// Returns the only column of each row.
pub fn texts(rows: Vec<Vec<Value>>) -> Result<Vec<String>, StoreError> {
    let text = |row| {
        let [value] = columns(row)?;
        value.text()
    };
    rows.into_iter().map(text).collect()
}

impl From<&str> for Value {
    /// Not all databases can store the character 0.
    fn from(text: &str) -> Self {
        Self::Text(text.replace('\0', ""))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

/// A change in SQL, with its parameters.
#[derive(Clone, Debug)]
pub struct SqlChange(pub &'static str, pub Vec<Value>);
