//! The operator's token.

use crate::private;
use crate::seats::new_key;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The operator's token, as a digest.
#[derive(Clone)]
pub struct OperatorToken([u8; 32]);

impl OperatorToken {
    /// The shortest token.
    pub const SHORTEST: usize = 16;

    /// Creates a token; short ones could be guessed and are rejected.
    pub fn new(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.len() < Self::SHORTEST {
            return Err(format!(
                "the operator's token needs at least {} characters; openssl rand -hex 16 makes one",
                Self::SHORTEST
            ));
        }
        Ok(Self(Sha256::digest(text).into()))
    }

    /// Loads the token stored in a folder, creating it if missing; returns its path too.
    pub fn kept_in(folder: &Path) -> io::Result<(Self, PathBuf)> {
        let path = folder.join("operator.token");
        if !path.exists() {
            make(&path)?;
        }
        private::close(&path);
        let text = std::fs::read_to_string(&path)?;
        let token = Self::new(&text).map_err(io::Error::other)?;
        Ok((token, path))
    }

    /// Compares a token in constant time.
    pub fn is(&self, shown: &str) -> bool {
        let shown: [u8; 32] = Sha256::digest(shown).into();
        let different = self.0.iter().zip(shown).fold(0, |all, (ours, shown)| all | (ours ^ shown));
        different == 0
    }
}

/// Creates a token file atomically; of two servers that do so at once, one wins.
fn make(path: &Path) -> io::Result<()> {
    let part = path.with_extension(format!("token-{}", std::process::id()));
    let mut file = private::open(&part)?;
    writeln!(file, "{}", new_key().map_err(io::Error::other)?)?;
    file.sync_all()?;
    let made = std::fs::hard_link(&part, path);
    std::fs::remove_file(&part)?;
    made.or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => Ok(()),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself() {
        assert!(OperatorToken::new("short").is_err());
        let token = OperatorToken::new("0123456789abcdef\n").unwrap();
        assert!(token.is("0123456789abcdef"));
        assert!(!token.is("0123456789abcdeF") && !token.is("") && !token.is("0123456789abcdef0"));
    }
}
