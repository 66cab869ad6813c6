//! Measures the solver.
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let rules: draughts::Ruleset = args[1].parse().unwrap();
    let t = std::time::Instant::now();
    let out = draughts_endgame::trial(&rules, args[2].parse().unwrap(), args.get(3).is_some());
    let el = t.elapsed();
    let mut sum = 0;
    for (m, n, t) in &out {
        sum += n;
        println!(
            "{}\t{}\t{}\t{}\t{n}\t{}\t{}\t{}\t{}\t{}",
            m.men,
            m.kings,
            m.opp_men,
            m.opp_kings,
            t.win,
            t.draw,
            t.loss,
            t.dtw.map_or(0, |l| l.win),
            t.dtw.map_or(0, |l| l.loss)
        );
    }
    eprintln!("{sum} positions in {el:?}, {:.2} M/s", sum as f64 / el.as_secs_f64() / 1e6);
}
