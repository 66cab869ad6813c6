//! Account names: short, plain, and no two that look alike.

use crate::error::ApiError;
use crate::names::{RESERVED, imitates};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 20;
const SHORTEST_NAME: usize = 2;

/// Names no account may have, because they are used for players without one.
const NOBODYS: [&str; 5] = ["anonymous", "black", "guest", "nobody", "white"];

/// Maps account names that are easily confused to the same text: `I`, `l` and `1`, `O` and `0`, `_` and `-`, upper and
/// lower case.
pub(super) fn likeness(name: &str) -> String {
    let one = |c| match c {
        'I' | '1' => 'l',
        '0' => 'o',
        '_' => '-',
        other => other.to_ascii_lowercase(),
    };
    name.chars().map(one).collect()
}

/// Folds upper and lower case.
pub fn fold(name: &str) -> String {
    name.to_ascii_lowercase()
}

/// Checks that a name is valid for an account.
pub(super) fn check_name(name: &str) -> Result<(), ApiError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let fits = (SHORTEST_NAME..=LONGEST_NAME).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(plain);
    if fits { Ok(()) } else { Err(ApiError::BadName) }
}

/// Checks that a new account may have this name. Existing accounts keep theirs.
pub(super) fn check_new_name(name: &str) -> Result<(), ApiError> {
    check_name(name)?;
    let folded = fold(name);
    let is_kept = NOBODYS.contains(&folded.as_str()) || RESERVED.contains(&folded.as_str());
    if is_kept || imitates(name) { Err(ApiError::NameTaken) } else { Ok(()) }
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
            assert!(matches!(check_name(bad), Err(ApiError::BadName)), "{bad}");
        }
        for kept in ["Operator", "guest", "C0mputer", "Ordinateur-3", "White"] {
            assert!(matches!(check_new_name(kept), Err(ApiError::NameTaken)), "{kept}");
            assert!(check_name(kept).is_ok(), "who is called {kept} already can sign in");
        }
        assert_eq!(likeness("BI0_x"), likeness("b10-X"));
        assert_ne!(likeness("Kai"), likeness("Kal"));
        assert_eq!(fold("ADA"), fold("ada"));
    }
}
