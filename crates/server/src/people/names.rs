//! The names of accounts: short, plain, and no two that look alike but for capitals.

use crate::failure::Failure;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 20;
const SHORTEST_NAME: usize = 2;

/// What nobody may be called, since it would mislead others.
const RESERVED: [&str; 12] = [
    "admin",
    "anonymous",
    "arbiter",
    "computer",
    "damier",
    "guest",
    "moderator",
    "nobody",
    "operator",
    "root",
    "server",
    "system",
];

/// The same for all names that differ in capitals only.
pub fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Whether an account may have this name.
pub(super) fn check_name(name: &str) -> Result<(), Failure> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let fits = (SHORTEST_NAME..=LONGEST_NAME).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(plain);
    match fits {
        true if RESERVED.contains(&fold(name).as_str()) => Err(Failure::NameTaken),
        true => Ok(()),
        false => Err(Failure::BadName),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain() {
        for good in ["Ada", "bo", "M-x_9", "abcdefghijklmnopqrst"] {
            assert!(check_name(good).is_ok(), "{good}");
        }
        for bad in ["", "a", "9lives", "Ada L", "Ädä", "a/b", "a\0b", "abcdefghijklmnopqrstu", "-a"]
        {
            assert!(matches!(check_name(bad), Err(Failure::BadName)), "{bad}");
        }
        assert!(matches!(check_name("Operator"), Err(Failure::NameTaken)));
        assert_eq!(fold("ADA"), fold("ada"));
    }
}
