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
    Antidraughts "antidraughts",
    Brazilian "brazilian",
    Breakthrough "breakthrough",
    Czech "czech",
    Frisian "frisian",
    Frysk "frysk",
    International "international",
    Italian "italian",
    Killer "killer",
    Pool "pool",
    Portuguese "portuguese",
    Russian "russian",
    Spanish "spanish",
    Thai "thai",
    Turkish "turkish",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_read_and_belongs_to_its_variant() {
        for &variant in Variant::ALL {
            let learned = Weights::embedded(variant).map(Weights::variant);
            // What was learned about Canadian draughts is no better than by hand.
            assert_eq!(learned, (variant != Variant::Canadian).then_some(variant));
        }
    }
}
