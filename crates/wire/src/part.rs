//! Parts of messages that are serialised once for many recipients, and parsed only if needed.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// A part of a message. The sender shares it among messages; the receiver parses it on demand, since most of a message
/// may be of no interest.
#[derive(Clone, Debug)]
pub enum Part<T> {
    /// A value to be sent.
    Made(Arc<T>),
    /// The JSON as received, or serialised once to be sent many times.
    Written(Arc<RawValue>),
}

impl<T: Serialize> Part<T> {
    /// Serialises the part at once, for messages sent many times.
    pub fn written(part: T) -> Self {
        match serde_json::value::to_raw_value(&part) {
            Ok(json) => Self::Written(json.into()),
            // Sending it will report the same error.
            Err(_) => part.into(),
        }
    }
}

impl<T: Clone + DeserializeOwned> Part<T> {
    /// Parses the value.
    pub fn read(&self) -> serde_json::Result<T> {
        match self {
            Self::Made(part) => Ok(T::clone(part)),
            Self::Written(json) => serde_json::from_str(json.get()),
        }
    }
}

impl<T> From<T> for Part<T> {
    fn from(part: T) -> Self {
        Self::Made(Arc::new(part))
    }
}

impl<T> From<&Arc<T>> for Part<T> {
    fn from(part: &Arc<T>) -> Self {
        Self::Made(Arc::clone(part))
    }
}

impl<T: Serialize> Serialize for Part<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Made(part) => part.serialize(serializer),
            Self::Written(json) => json.serialize(serializer),
        }
    }
}

impl<'de, T> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|json| Self::Written(json.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// JSON keys must be strings.
    #[test]
    fn what_cannot_be_written_is_reported_when_it_is_sent() {
        let part = Part::written(BTreeMap::from([([1, 2], 3)]));
        assert!(serde_json::to_string(&part).is_err());
    }

    #[test]
    fn a_part_is_read_as_it_was_made() {
        let made = Part::from(vec![1, 2]);
        let json = serde_json::to_string(&made).unwrap();
        assert_eq!(json, "[1,2]");
        assert_eq!(serde_json::to_string(&Part::written([1, 2])).unwrap(), json);
        let received: Part<Vec<u8>> = serde_json::from_str(&json).unwrap();
        assert_eq!(received.read().unwrap(), made.read().unwrap());
        assert_eq!(serde_json::to_string(&received).unwrap(), json);
        let wrong: Part<Vec<u8>> = serde_json::from_str("{}").unwrap();
        assert!(wrong.read().is_err());
    }
}
