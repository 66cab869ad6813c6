//! The kinds of attacks.

use core::fmt;
use serde::Serialize;
use std::str::FromStr;

/// An attack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Attack {
    /// A position whose view takes seconds to compute, requested on hundreds of connections.
    NastyPositions,
    /// Sign-ins that disconnect while the password is hashed.
    AbortedSignIns,
    /// Uploads of a megabyte with hundreds of thousands of empty games.
    ImportBombs,
    /// Connections that announce a megabyte and never finish sending it.
    HeldBodies,
    /// Open games with absent hosts.
    LobbySpam,
    /// Games that are resigned and followed by rematches, as fast as possible.
    RematchStorms,
}

/// There is no such attack.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is not an attack; there are {list}, and all", list = Attack::list())]
pub struct AttackError(String);

impl Attack {
    /// All attacks, in the order they are run.
    pub const ALL: [Self; 6] = [
        Self::NastyPositions,
        Self::AbortedSignIns,
        Self::ImportBombs,
        Self::HeldBodies,
        Self::LobbySpam,
        Self::RematchStorms,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::NastyPositions => "nasty-positions",
            Self::AbortedSignIns => "aborted-sign-ins",
            Self::ImportBombs => "import-bombs",
            Self::HeldBodies => "held-bodies",
            Self::LobbySpam => "lobby-spam",
            Self::RematchStorms => "rematch-storms",
        }
    }

    /// The attacks for a word: a single one, or `all`.
    pub fn named(word: &str) -> Result<Vec<Self>, AttackError> {
        if word == "all" { Ok(Self::ALL.to_vec()) } else { word.parse().map(|attack| vec![attack]) }
    }

    fn list() -> String {
        Self::ALL.map(Self::name).join(", ")
    }
}

impl FromStr for Attack {
    type Err = AttackError;

    fn from_str(word: &str) -> Result<Self, AttackError> {
        let named = Self::ALL.into_iter().find(|attack| attack.name() == word);
        named.ok_or_else(|| AttackError(word.to_owned()))
    }
}

impl fmt::Display for Attack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attacks_have_names() {
        assert_eq!(Attack::named("held-bodies"), Ok(vec![Attack::HeldBodies]));
        assert_eq!(Attack::named("all").unwrap().len(), 6);
        let error = Attack::named("ping-of-death").unwrap_err().to_string();
        assert!(error.contains("ping-of-death") && error.contains("rematch-storms"), "{error}");
    }
}
