//! Instruction counts, which do not depend on the machine's load. Needs valgrind and `cargo install gungraun-runner`.

#![allow(missing_docs, reason = "the macros write items without")]

use draughts::*;
use gungraun::prelude::*;
use std::hint::black_box;

#[path = "shared/walk.rs"]
mod walk;

#[library_benchmark]
#[bench::american(Variant::American)]
#[bench::international(Variant::International)]
#[bench::italian(Variant::Italian)]
#[bench::frisian(Variant::Frisian)]
fn leaves(variant: Variant) -> u64 {
    let position = AnyPosition::start(&variant.into());
    black_box(position.perft(7, Counting::Drop))
}

#[library_benchmark]
#[bench::american(Variant::American)]
#[bench::international(Variant::International)]
#[bench::italian(Variant::Italian)]
#[bench::frisian(Variant::Frisian)]
fn search_shaped(variant: Variant) -> u64 {
    let position = AnyPosition::start(&variant.into());
    black_box(dispatch!(&position, inner => walk::walk(inner, 4)))
}

library_benchmark_group!(name = generator, benchmarks = [leaves, search_shaped]);

main!(library_benchmark_groups = generator);
