//! The numbers of the search, by name.

/// Larger numbers would leave the range of values.
const LARGEST: i32 = 1_000;

macro_rules! tuning {
    ($($(#[doc = $doc:literal])* $name:ident = $default:literal $(, $old:ident)?;)*) => {
        /// The numbers of the search, for those who experiment with it. Each can be
        /// [set](Tuning::set) by name. `docs/engine.md` of the repository says where they come from.
        ///
        /// ```
        /// use draughts_engine::Tuning;
        ///
        /// let mut tuning = Tuning::default();
        /// tuning.set("probcut_margin", "15")?;
        /// assert_eq!(tuning.probcut_margin, 15);
        /// let error = tuning.set("verified_margin", "15").unwrap_err();
        /// assert_eq!(error.to_string(), "verified_margin is now called probcut_margin");
        /// # Ok::<(), draughts_engine::TuningError>(())
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Tuning {
            $($(#[doc = $doc])* pub $name: i32,)*
        }

        impl Default for Tuning {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Tuning {
            /// The names of all numbers.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Old names of numbers, and their present ones.
            const OLD_NAMES: &[(&str, &str)] = &[$($((stringify!($old), stringify!($name)),)?)*];

            /// Everything off: plain alpha-beta in which every move is searched to the same depth.
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
    /// Quiescence: whether captures are followed beyond the depth.
    quiescence = 1, captures;
    /// Quiescence: plies in which threats to capture are answered, on one line, where the position
    /// looks good enough.
    quiescence_threats = 1, threats;
    /// Quiescence: how much a sacrifice is hoped to win, on boards of ten and more; 0 for none.
    quiescence_sacrifices = 200, sacrifices;
    /// Whether the transposition table is used.
    tt = 1, table;
    /// Late move reductions: from which move on, the first being 0; 0 for none.
    lmr_min_move = 1, late;
    /// Late move reductions: the same in nodes of the principal variation.
    lmr_min_move_pv = 2, late_exact;
    /// Late move reductions: from which move on the reduction is a part of the depth.
    lmr_deep_min_move = 3, very_late;
    /// Late move reductions: by what the depth is divided for that.
    lmr_deep_divisor = 3, very_late_part;
    /// Reverse futility pruning: the largest depth; 0 for none.
    reverse_futility_max_depth = 3, obvious;
    /// Reverse futility pruning: the margin above beta, for each ply of depth.
    reverse_futility_margin = 60, obvious_margin;
    /// ProbCut: the least depth; 0 for none.
    probcut_min_depth = 3, verified;
    /// ProbCut: the margin above beta, for each ply of depth.
    probcut_margin = 10, verified_margin;
    /// ProbCut: the depth of the reduced search, in per cent.
    probcut_depth_percent = 40, verified_part;
    /// Whether a single reply is extended.
    single_reply_extension = 1, single;
    /// Whether a recapture is extended.
    recapture_extension = 1, takes_back;
    /// Singular extension: the least depth; 0 for none.
    singular_min_depth = 8, alone;
    /// Singular extension: by how much all other moves must be worse, for each ply of depth.
    singular_margin = 2, alone_margin;
    /// Enhanced transposition cut-off: the least depth; 0 for none.
    etc_min_depth = 4, seen;
    /// Internal iterative reduction: the least depth; 0 for none.
    iir_min_depth = 4, unknown;
}

impl Tuning {
    /// Sets a number by its name.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TuningError> {
        let Some(number) = self.named(name) else {
            return Err(TuningError::no_such(name));
        };
        let wrong = || TuningError::Value { name: name.to_owned(), value: value.to_owned() };
        let wanted: i32 = value.parse().map_err(|_| wrong())?;
        if wanted.abs() > LARGEST {
            return Err(wrong());
        }
        *number = wanted;
        Ok(())
    }
}

/// The reasons why a number of the search cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuningError {
    /// There is no number of this name.
    #[error("the search has no number {0:?}; it has {names}", names = Tuning::NAMES.join(", "))]
    Unknown(String),
    /// It has another name now.
    #[error("{old} is now called {new}")]
    Renamed {
        /// The name it had.
        old: &'static str,
        /// The name it has.
        new: &'static str,
    },
    /// This is no whole number, or one that is too large.
    #[error("{name} must be a whole number from -{LARGEST} to {LARGEST}, not {value:?}")]
    Value {
        /// The number that was to be set.
        name: String,
        /// The value asked for.
        value: String,
    },
}

impl TuningError {
    fn no_such(name: &str) -> Self {
        match Tuning::OLD_NAMES.iter().find(|(old, _)| *old == name) {
            Some(&(old, new)) => Self::Renamed { old, new },
            None => Self::Unknown(name.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_old_name_is_answered_with_the_new_one() {
        assert_eq!(Tuning::OLD_NAMES.len(), 19);
        for (old, new) in Tuning::OLD_NAMES.iter().copied() {
            let mut tuning = Tuning::PLAIN;
            assert_eq!(tuning.set(old, "7"), Err(TuningError::Renamed { old, new }));
            assert_eq!(tuning, Tuning::PLAIN);
            tuning.set(new, "7").unwrap();
            assert_ne!(tuning, Tuning::PLAIN);
        }
    }

    #[test]
    fn only_whole_numbers_in_range_are_set() {
        let mut tuning = Tuning::default();
        for value in ["", "x", "1.5", "1001", "-1001", "99999999999"] {
            let error = tuning.set("singular_margin", value).unwrap_err();
            assert!(error.to_string().contains("from -1000 to 1000"), "{error}");
        }
        assert_eq!(tuning, Tuning::default());
        let error = tuning.set("threads", "0").unwrap_err().to_string();
        assert!(error.contains("quiescence_threats, "), "{error}");
    }
}
