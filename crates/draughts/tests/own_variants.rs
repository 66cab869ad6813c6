//! Boards and variants that are not ours, defined with the public traits as a user of the crate
//! would, checked against published leaf counts.

use draughts::{
    American, Counting, Geometry, International, Layout, Official, Position, Russian, Shade, Spec,
    perft,
};

macro_rules! variant {
    ($name:ident on $board:ident: $word:ty = $layout:expr, $spec:expr) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        struct $board;

        impl Geometry for $board {
            type Bits = $word;
            const LAYOUT: Layout = $layout;

            fn layout() -> &'static Layout {
                static LAYOUT: Layout = $board::LAYOUT;
                &LAYOUT
            }
        }

        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        struct $name;

        impl Official for $name {
            type Board = $board;
            const SPEC: Spec = $spec;
        }
    };
}

variant!(SmallAmerican on Board6: u64 = Layout::new(6, 6, Shade::LowerLeft, false),
    Spec { name: "american", rows: 2, ..American::SPEC });
variant!(SmallInternational on OtherBoard6: u64 = Layout::new(6, 6, Shade::LowerLeft, false),
    Spec { name: "international", rows: 2, ..International::SPEC });
variant!(SriLankan on Board12Right: u128 = Layout::new(12, 12, Shade::LowerRight, false),
    Spec { name: "srilankan", rows: 5, ..International::SPEC });
variant!(Spantsiretti on Board10By8: u64 = Layout::new(10, 8, Shade::LowerLeft, false),
    Spec { name: "spantsiretti", ..Russian::SPEC });

fn check<V: Official>(fen: &str) {
    let start = Position::<V>::start();
    assert_eq!(Position::from_fen(fen).unwrap(), start);
    let most = if std::env::var_os("DAMIER_SLOW").is_some() { 400_000_000 } else { 5_000_000 };
    let mut rows = 0;
    for line in include_str!("data/perft.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let nodes: u64 = fields[4].parse().unwrap();
        if fields[0] == V::SPEC.name && fields[1] == fen && nodes <= most {
            let counting = if fields[2] == "keep" { Counting::Keep } else { Counting::Drop };
            let depth = fields[3].parse().unwrap();
            assert_eq!(perft(&start, depth, counting), nodes, "{} {depth}", V::SPEC.name);
            rows += 1;
        }
    }
    assert!(rows >= 5, "{}: {rows} rows", V::SPEC.name);
}

#[test]
fn american_on_36_squares() {
    check::<SmallAmerican>("B:W13-18:B1-6");
}

#[test]
fn international_on_36_squares() {
    check::<SmallInternational>("W:W13-18:B1-6");
}

#[test]
fn sri_lankan() {
    check::<SriLankan>("W:W43-72:B1-30");
}

#[test]
fn spantsiretti() {
    check::<Spantsiretti>("W:W26-40:B1-15");
}
