//! Benchmarks of move generation: perft, which counts leaves, and a walk of the kind a search does.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use draughts::*;
use std::hint::black_box;

#[path = "shared/walk.rs"]
mod walk;

/// Leaf counting from the start, a few million nodes each.
fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for &variant in Variant::ALL {
        let position = AnyPosition::start(&variant.into());
        let depth = (1..).find(|depth| position.perft(*depth, Counting::Drop) > 3_000_000).unwrap();
        group.throughput(Throughput::Elements(position.perft(depth, Counting::Drop)));
        group.bench_function(variant.name(), |bencher| {
            bencher.iter(|| black_box(&position).perft(depth, Counting::Drop));
        });
    }
}

/// Generate, play, generate: what each node of a search does, hash included.
fn search_shaped(criterion: &mut Criterion) {
    fn run<R: Rules>(criterion: &mut Criterion, name: &str, position: &Position<R>) {
        let mut group = criterion.benchmark_group("generate, play, generate");
        group.throughput(Throughput::Elements(walk::walk(position, 5)));
        group.bench_function(name, |bencher| {
            bencher.iter_batched(
                || *position,
                |position| walk::walk(black_box(&position), 5),
                BatchSize::SmallInput,
            );
        });
    }
    for &variant in Variant::ALL {
        let position = AnyPosition::start(&variant.into());
        dispatch!(&position, inner => run(criterion, variant.name(), inner));
    }
    let casual = AnyPosition::start(&Ruleset::casual());
    dispatch!(&casual, inner => run(criterion, "house rules", inner));
}

criterion_group!(benches, leaves, search_shaped);
criterion_main!(benches);
