//! t
use draughts::*;
use std::time::Instant;
fn go<R: Rules>(n: &str, p: Position<R>, d: u32) {
    for c in [Counting::Keep, Counting::Drop] {
        let t = Instant::now();
        let x = perft(&p, d, c);
        let s = t.elapsed().as_secs_f64();
        println!("{n} {d} {c:?} {x} {s:.2}s {:.1} Mnps", x as f64 / s / 1e6);
    }
}
fn main() {
    if let Some(a) = std::env::args().nth(1) {
        if a == "f" {
            go("frisian", Position::<Frisian>::start(), 10);
            go("frisian", Position::<Frisian>::start(), 10);
        } else {
            go("international", Position::<International>::start(), 10);
        }
        return;
    }
    go("american", Position::<American>::start(), 12);
    go("italian", Position::<Italian>::start(), 12);
    go("international", Position::<International>::start(), 10);
    go("frisian", Position::<Frisian>::start(), 10);
    go("russian", Position::<Russian>::start(), 11);
    go("canadian", Position::<Canadian>::start(), 8);
    go("turkish", Position::<Turkish>::start(), 6);
    go("thai", Position::<Thai>::start(), 11);
}
