//! Reads games, checks every move, and prints the variant and the winner: `cargo run --example read_pdn FILE`.

use pdn::{Games, Judge};

const GAME: &[u8] = b"[White \"Anna\"][Black \"Bo\"] 1. 32-28 19-23 2. 28x19 14x23 2-0";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).map_or(Ok(GAME.to_vec()), std::fs::read)?;
    for game in Games::new(&text[..]) {
        let replay = Judge::default().replay(&game?);
        println!("{}: {} plies, {}", replay.rules, replay.played.len(), replay.recorded);
        if let Some(problem) = replay.problem {
            println!("  {problem}");
        }
    }
    Ok(())
}
