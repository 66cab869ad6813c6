//! Endgame tables.
mod index;
mod material;
mod mechanics;
mod placement;
mod slice;
mod solver;
mod value;
mod waves;
pub use material::{MAX_PIECES, Material};
pub use slice::{Longest, Totals};
pub use value::{Entry, Wld};

/// try
pub fn trial(rules: &draughts::Ruleset, pieces: usize, dtw: bool) -> Vec<(Material, u64, Totals)> {
    let game = mechanics::of(rules);
    let mut library = slice::Library::new();
    let mut out = vec![];
    let stop = std::sync::atomic::AtomicBool::new(false);
    for n in 2..=pieces {
        for m in Material::all(n, !game.facts().first_king_wins) {
            if library.get(&m).is_some() {
                continue;
            }
            let metrics: &[solver::Metric] = if dtw {
                &[solver::Metric::Conversion, solver::Metric::End]
            } else {
                &[solver::Metric::Conversion]
            };
            let slices = solver::Solver {
                game: &*game,
                library: &library,
                metrics,
                stop: &stop,
                progress: &|_| {},
            }
            .solve(m)
            .unwrap();
            for s in slices {
                out.push((s.index.material, s.index.len(), s.totals()));
                library.insert(s.known());
            }
        }
    }
    out
}
