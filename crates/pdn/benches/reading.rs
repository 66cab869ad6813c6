//! Benchmarks of reading games: tokens alone, trees, and every move checked.
//!
//! `cargo bench -p pdn` prints bytes per second on one core.

#[path = "../tests/common/mod.rs"]
mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use draughts::Variant;
use pdn::{Games, Judge, Reader};
use std::hint::black_box;

fn reading(criterion: &mut Criterion) {
    for variant in [Variant::American, Variant::International, Variant::Russian] {
        let text = common::random_games(variant, 400);
        let mut group = criterion.benchmark_group(variant.name());
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.sample_size(20);
        group.bench_function("words", |bencher| {
            bencher.iter(|| {
                let mut reader = Reader::new(text.as_bytes());
                let mut games = 0;
                while reader.read_game(&mut ()).unwrap() {
                    games += 1;
                }
                games
            });
        });
        group.bench_function("trees", |bencher| {
            bencher.iter(|| {
                Games::new(text.as_bytes()).filter(|game| black_box(game).is_ok()).count()
            });
        });
        group.bench_function("legality", |bencher| {
            let judge = Judge::default();
            bencher.iter(|| {
                for game in Games::new(text.as_bytes()) {
                    let replay = judge.replay(&game.unwrap());
                    assert!(replay.problem.is_none());
                    black_box(replay);
                }
            });
        });
        group.finish();
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
