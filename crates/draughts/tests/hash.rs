//! The hash is part of records and files: it must never change, on any platform.

use draughts::{AnyPosition, Variant};

#[test]
fn hashes_of_start_positions_are_for_ever() {
    let known = [
        (Variant::American, 0xdfd8_9a6a_a849_46d5),
        (Variant::International, 0x97d3_11a2_4b23_b85b),
        (Variant::Italian, 0xa8cf_9968_5c41_2272),
        (Variant::Frisian, 0xe161_23ab_d288_63e1),
        (Variant::Canadian, 0xb891_8c90_f5e9_6718),
        (Variant::Turkish, 0xec04_f2e5_89c1_2116),
    ];
    for (variant, hash) in known {
        assert_eq!(AnyPosition::start(&variant.into()).hash(), hash, "{variant}");
    }
}

#[test]
fn hashes_after_a_few_moves_are_for_ever() {
    let mut position = AnyPosition::start(&Variant::American.into());
    for text in ["11-15", "22-17", "15-19", "24x15", "10x19", "23x16", "12x19"] {
        position = position.play(&position.parse_move(text).unwrap()).unwrap();
    }
    assert_eq!(position.hash(), 8_935_670_751_794_530_676);
}
