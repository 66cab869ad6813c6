//! The weights that the program brings along.

use crate::eval::weights::Weights;
use draughts::Variant;
use std::sync::OnceLock;

macro_rules! embedded {
    ($($variant:ident $name:literal,)*) => {
        impl Weights {
            /// The weights that the program brings for a variant.
            pub fn embedded(variant: Variant) -> Option<&'static Self> {
                match variant {
                    $(Variant::$variant => {
                        static WEIGHTS: OnceLock<Option<Weights>> = OnceLock::new();
                        let file = include_bytes!(concat!("../../weights/", $name, ".weights"));
                        let read = || Weights::read(Variant::$variant, file).ok();
                        WEIGHTS.get_or_init(read).as_ref()
                    })*
                    _ => None,
                }
            }
        }
    };
}

embedded! {
    American "american",
    Brazilian "brazilian",
    Breakthrough "breakthrough",
    Frisian "frisian",
    International "international",
    Italian "italian",
    Russian "russian",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_can_be_read() {
        let learned: Vec<&str> = Variant::ALL
            .iter()
            .filter(|variant| Weights::embedded(**variant).is_some())
            .map(|variant| variant.name())
            .collect();
        assert_eq!(learned.len(), 7, "{learned:?}");
    }
}
