//! Texts and numbers with limits, which both the parser and the documentation use.

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::str::FromStr;

/// The largest integer that every JSON parser keeps exactly: 2^53 - 1.
pub const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// A number of plies.
pub type Plies = Number<0, LARGEST_EXACT>;
/// Rules as text.
pub type RulesText = Text<1, 1_000>;
/// The maximum length of a position; more than any board needs.
pub const LONGEST_FEN: usize = 1_000;
/// A position as text.
pub type FenText = Text<1, LONGEST_FEN>;

/// A text with a limited number of characters.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct Text<const LEAST: usize, const MOST: usize>(String);

impl<const LEAST: usize, const MOST: usize> TryFrom<String> for Text<LEAST, MOST> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.chars().count() {
            length if (LEAST..=MOST).contains(&length) => Ok(Self(text)),
            length => Err(format!("this text has {length} characters; {LEAST} to {MOST} will do")),
        }
    }
}

impl<const LEAST: usize, const MOST: usize> FromStr for Text<LEAST, MOST> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.to_owned().try_into()
    }
}

impl<const LEAST: usize, const MOST: usize> Deref for Text<LEAST, MOST> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// Deserializes a list of at most `MOST` items; the rest is not even parsed.
pub fn at_most<'de, D, T, const MOST: usize>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(AtMost::<T, MOST>(PhantomData))
}

struct AtMost<T, const MOST: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for AtMost<T, MOST> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {MOST}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut read = Vec::new();
        while let Some(next) = list.next_element()? {
            if read.len() == MOST {
                return Err(de::Error::invalid_length(MOST + 1, &self));
            }
            read.push(next);
        }
        Ok(read)
    }
}

/// A key or an invitation: 32 hexadecimal digits.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String")]
pub struct KeyText(String);

impl TryFrom<String> for KeyText {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let fits = digits && text.len() == 32;
        fits.then_some(Self(text)).ok_or("a key has 32 digits from 0 to 9 and a to f")
    }
}

impl Deref for KeyText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// An integer within limits.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Number<const LEAST: u64, const MOST: u64>(u64);

impl<const LEAST: u64, const MOST: u64> Number<LEAST, MOST> {
    /// Returns the number if it is within the limits.
    pub fn new(number: u64) -> Option<Self> {
        (LEAST..=MOST).contains(&number).then_some(Self(number))
    }

    /// The number, in a type that `MOST` fits into.
    pub fn get<T: TryFrom<u64, Error: fmt::Debug>>(self) -> T {
        T::try_from(self.0).expect("the type has room for the largest of these numbers")
    }
}

impl<'de, const LEAST: u64, const MOST: u64> Deserialize<'de> for Number<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not as u64: that rejects 2.0, which is an integer in JSON.
        deserializer.deserialize_f64(Self(LEAST))
    }
}

/// Any number can be the visitor that receives the parsed value.
impl<const LEAST: u64, const MOST: u64> Visitor<'_> for Number<LEAST, MOST> {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from {LEAST} to {MOST}")
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Self, E> {
        Self::new(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Self, E> {
        if number.fract() == 0.0 && (LEAST as f64..=MOST as f64).contains(&number) {
            return Ok(Self(number as u64));
        }
        Err(E::invalid_value(Unexpected::Float(number), &self))
    }
}

/// The seed of everything random in a game: a number or, because not every JSON parser keeps large numbers exactly, its
/// digits as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed(u64);

impl Seed {
    /// The number.
    pub fn get(self) -> u64 {
        self.0
    }
}

impl serde::Serialize for Seed {
    /// Writes it as text, which every parser keeps exactly.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = Seed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 0 to {LARGEST_EXACT}, or one up to {} as text", u64::MAX)
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<Seed, E> {
        let wrong = || E::invalid_value(Unexpected::Unsigned(number), &self);
        Plies::new(number).map(|number| Seed(number.get())).ok_or_else(wrong)
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Seed, E> {
        let read = Number::<0, LARGEST_EXACT>(0).visit_f64::<E>(number);
        let wrong = |_| E::invalid_value(Unexpected::Float(number), &self);
        read.map(|number| Seed(number.get())).map_err(wrong)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Seed, E> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let number = text.parse().ok().filter(|_| digits);
        number.map(Seed).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[cfg(feature = "schema")]
mod schema {
    use super::*;
    use std::borrow::Cow;
    use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, SchemaType, Type};
    use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
    use utoipa::{PartialSchema, ToSchema};

    impl<const LEAST: usize, const MOST: usize> PartialSchema for Text<LEAST, MOST> {
        fn schema() -> RefOr<Schema> {
            let least = (LEAST > 0).then_some(LEAST);
            let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
            text.min_length(least).max_length(Some(MOST)).into()
        }
    }

    impl<const LEAST: usize, const MOST: usize> ToSchema for Text<LEAST, MOST> {
        fn name() -> Cow<'static, str> {
            Cow::Owned(format!("Text{LEAST}To{MOST}"))
        }
    }

    impl PartialSchema for KeyText {
        fn schema() -> RefOr<Schema> {
            let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
            text.pattern(Some("^[0-9a-f]{32}$")).into()
        }
    }

    impl ToSchema for KeyText {}

    impl<const LEAST: u64, const MOST: u64> PartialSchema for Number<LEAST, MOST> {
        fn schema() -> RefOr<Schema> {
            let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
            let number = number.format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
            number.minimum(Some(LEAST)).maximum(Some(MOST)).into()
        }
    }

    impl<const LEAST: u64, const MOST: u64> ToSchema for Number<LEAST, MOST> {
        fn name() -> Cow<'static, str> {
            Cow::Owned(format!("Number{LEAST}To{MOST}"))
        }
    }
    impl PartialSchema for Seed {
        fn schema() -> RefOr<Schema> {
            let text = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
            // Nineteen digits always fit, and so do most numbers with twenty.
            let text = text.pattern(Some("^([0-9]{1,19}|1[0-7][0-9]{18})$"));
            OneOfBuilder::new().item(Number::<0, LARGEST_EXACT>::schema()).item(text).into()
        }
    }

    impl ToSchema for Seed {}
}
