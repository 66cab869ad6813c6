//! scratch
use std::io::BufReader;
fn main() {
    for file in std::env::args().skip(1) {
        let games: Vec<pdn::Game> =
            pdn::Games::new(BufReader::new(std::fs::File::open(&file).unwrap()))
                .map(Result::unwrap)
                .collect();
        let mut judge = pdn::Judge::default();
        judge.learn(&games[..games.len().min(200)]);
        let mut bad = 0;
        let mut lines = vec![];
        for (i, game) in games.iter().enumerate() {
            let replay = judge.replay(game);
            if let Some(p) = &replay.problem {
                bad += 1;
                lines.push(format!("  game {} {}: {} [{}]", i + 1, p.place, p, replay.rules));
            } else if replay.origin != pdn::Origin::Inferred && replay.origin != pdn::Origin::Tagged
            {
                lines.push(format!("  note game {} {:?} {}", i + 1, replay.origin, replay.rules));
            }
            if judge.usual().is_some_and(|u| *u != replay.rules) {
                lines.push(format!("  note game {} as {}", i + 1, replay.rules));
            }
            for p in game.problems.iter().filter(|p| !p.flaw.is_grave()) {
                lines.push(format!("  note {} {}", p.place, p));
            }
            for p in judge.notes(game, &replay) {
                lines.push(format!("  variation {} {}", p.place, p));
            }
        }
        println!(
            "{file}: {} games, {bad} bad, usual {:?}, sense {:?}",
            games.len(),
            judge.usual().map(|r| r.to_string()),
            judge.sense()
        );
        for l in lines.iter().take(40) {
            println!("{l}");
        }
    }
}
