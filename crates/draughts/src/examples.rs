//! The programs in `examples`, run as doc tests.

macro_rules! examples {
    ($($name:ident)*) => {
        $(
            #[doc = concat!("```\n", include_str!(concat!("../examples/", stringify!($name), ".rs")), "```")]
            mod $name {}
        )*
    };
}

examples! { play_game all_captures house_rules perft }
