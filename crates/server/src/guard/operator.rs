//! The operator's token.

use sha2::{Digest, Sha256};

/// What the operator shows to see how the server does; only its digest is kept.
#[derive(Clone)]
pub struct Token([u8; 32]);

impl Token {
    /// The shortest token.
    pub const SHORTEST: usize = 16;

    /// A token; one that is short can be guessed.
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

    /// Whether this is it. The time that it takes to say so tells nothing of the token.
    pub fn is(&self, shown: &str) -> bool {
        let shown: [u8; 32] = Sha256::digest(shown).into();
        let different = self.0.iter().zip(shown).fold(0, |all, (ours, shown)| all | (ours ^ shown));
        different == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_token_itself() {
        assert!(Token::new("short").is_err());
        let token = Token::new("0123456789abcdef\n").unwrap();
        assert!(token.is("0123456789abcdef"));
        assert!(!token.is("0123456789abcdeF") && !token.is("") && !token.is("0123456789abcdef0"));
    }
}
