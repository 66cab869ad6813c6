//! How the search looks at less, or more.

use core::fmt;

/// Larger numbers would leave the range of values.
const MOST: i32 = 1_000;

macro_rules! tuning {
    ($($(#[doc = $doc:literal])* $name:ident = $usual:literal,)*) => {
        /// How the search looks at less, or more: numbers for those who experiment with it, each of
        /// which can be [set](Tuning::set) by name.
        ///
        /// ```
        /// use draughts_engine::Tuning;
        ///
        /// let mut tuning = Tuning::default();
        /// tuning.set("threats", "0")?;
        /// assert_eq!(tuning.threats, 0);
        /// assert!(tuning.set("threads", "0").unwrap_err().to_string().contains("threats"));
        /// # Ok::<(), draughts_engine::UnknownTuning>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Tuning {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }

        impl Tuning {
            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// All numbers nothing: every move is looked at to the same depth.
            #[cfg(test)]
            pub(crate) const PLAIN: Self = Self { $($name: 0,)* };

            fn named(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// Whether captures are followed beyond the depth.
    captures = 1,
    /// Plies beyond the depth in which threats to capture are answered, on one line, where the position
    /// looks good enough.
    threats = 1,
    /// How much a sacrifice at the horizon is hoped to win, on boards of ten and more; 0 for none.
    sacrifices = 200,
    /// Whether what the table knows is used.
    table = 1,
    /// From which place on moves are looked at less deeply; 0 for none.
    late = 1,
    /// The same where an exact value is wanted.
    late_exact = 2,
    /// From which place on they are looked at much less deeply: by a part of the depth.
    very_late = 3,
    /// Which part of the depth that is.
    very_late_part = 3,
    /// Plies from the horizon up to which a position that looks too good is given up without a further
    /// look; 0 for none.
    obvious = 3,
    /// By how much it must be too good, for each ply of depth.
    obvious_margin = 60,
    /// The least depth at which a position that looks too good is looked at less deeply first; 0
    /// for none.
    verified = 3,
    /// By how much it must be too good, for each ply of depth.
    verified_margin = 10,
    /// How many hundredths of the depth it is looked at.
    verified_part = 40,
    /// Whether the only move is looked at more deeply.
    single = 1,
    /// Whether taking back is.
    takes_back = 1,
    /// The least depth at which the best move is looked at more deeply if it stands alone; 0 for
    /// none.
    alone = 8,
    /// By how much others must be worse for that, for each ply of depth.
    alone_margin = 2,
    /// The least depth at which all moves are looked up before one is played; 0 for none.
    seen = 4,
    /// The least depth at which a position of which no good move is known is looked at one ply less
    /// deeply; 0 for none.
    unknown = 4,
}

impl Tuning {
    /// Sets a number by its name; none is further from nothing than 1,000.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), UnknownTuning> {
        let unknown = || UnknownTuning(format!("{name}={value}"));
        let number: i32 = value.parse().map_err(|_| unknown())?;
        let place = self.named(name).filter(|_| number.abs() <= MOST).ok_or_else(unknown)?;
        *place = number;
        Ok(())
    }
}

/// There is no such number of the search, or it is no number that it can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTuning(
    /// What was to be set.
    pub String,
);

impl fmt::Display for UnknownTuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} sets no number of the search; these can be set, to {MOST} at most: ",
            self.0
        )?;
        f.write_str(&Tuning::NAMES.join(", "))
    }
}

impl core::error::Error for UnknownTuning {}
