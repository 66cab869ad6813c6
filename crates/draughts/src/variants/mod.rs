//! The official variants, one file of facts each. `with_variants` lists them all in order.

// Outside the macro, so that rustfmt finds the files; one missing from the list is dead code.
mod american;
mod antidraughts;
mod brazilian;
mod breakthrough;
mod canadian;
mod czech;
mod frisian;
mod frysk;
mod international;
mod italian;
mod killer;
mod pool;
mod portuguese;
mod russian;
mod spanish;
mod thai;
mod turkish;

use crate::geometry::{Geometry, Layout};
use crate::rules::{Official, Spec};
use core::fmt;
use core::str::FromStr;

/// Calls a macro with every variant: its module and its type.
macro_rules! with_variants {
    ($macro:ident $($arguments:tt)*) => {
        $macro! {
            $($arguments)*
            american American,
            international International,
            italian Italian,
            russian Russian,
            brazilian Brazilian,
            pool Pool,
            spanish Spanish,
            portuguese Portuguese,
            czech Czech,
            canadian Canadian,
            frisian Frisian,
            frysk Frysk,
            killer Killer,
            antidraughts Antidraughts,
            breakthrough Breakthrough,
            thai Thai,
            turkish Turkish,
        }
    };
}
pub(crate) use with_variants;

macro_rules! define {
    ($($module:ident $name:ident,)*) => {
        $(
            pub use $module::$name;
        )*

        /// An official variant, chosen at run time.
        ///
        /// ```
        /// use draughts::Variant;
        ///
        /// let variant: Variant = "english".parse().unwrap();
        /// assert_eq!(variant, Variant::American);
        /// assert_eq!("italain".parse::<Variant>().unwrap_err().to_string(),
        ///     "no variant is called \"italain\"; did you mean \"italian\"?");
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "each is what it is called")]
        pub enum Variant {
            $($name,)*
        }

        impl Variant {
            /// Every variant.
            pub const ALL: &'static [Variant] = &[$(Variant::$name,)*];

            /// Its specification.
            pub const fn spec(self) -> &'static Spec {
                match self {
                    $(Variant::$name => const { &$name::SPEC },)*
                }
            }

            /// Returns the layout of its board.
            pub const fn layout(self) -> &'static Layout {
                match self {
                    $(Variant::$name => const { &<<$name as Official>::Board as Geometry>::LAYOUT },)*
                }
            }
        }
    };
}

with_variants!(define);

impl Variant {
    /// Returns its name in commands, files and links.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// The variant with a name or alias, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim();
        Self::ALL.iter().copied().find(|variant| {
            let spec = variant.spec();
            spec.name.eq_ignore_ascii_case(name)
                || spec.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
        })
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(name: &str) -> Result<Self, UnknownVariant> {
        Self::named(name).ok_or_else(|| UnknownVariant {
            name: name.to_owned(),
            nearest: nearest(name, Self::ALL.iter().map(|variant| variant.name())),
        })
    }
}

/// The error for an unknown variant name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownVariant {
    /// The name asked for.
    pub name: String,
    /// The most similar name, if there is one.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no variant is called \"{}\"", self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean \"{nearest}\"?"),
            None => {
                let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
                write!(f, "; there are {}", names.join(", "))
            }
        }
    }
}

impl core::error::Error for UnknownVariant {}

/// The name with the smallest edit distance, if that is small.
pub(crate) fn nearest(
    name: &str,
    candidates: impl Iterator<Item = &'static str>,
) -> Option<&'static str> {
    let name: Vec<char> = name.chars().take(64).flat_map(char::to_lowercase).collect();
    let (changes, candidate) =
        candidates.map(|candidate| (edits(&name, candidate), candidate)).min()?;
    (changes <= 1 + name.len() / 4).then_some(candidate)
}

/// The Levenshtein distance.
fn edits(from: &[char], to: &str) -> usize {
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (line, letter) in to.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, other) in from.iter().enumerate() {
            let replaced = diagonal + usize::from(*other != letter);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}
