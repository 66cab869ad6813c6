//! Plays a whole game, always picking one of the legal moves: `cargo run --example play_game`.

use draughts::{Game, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new(Variant::Italian.into());
    while game.outcome().is_none() {
        let moves = game.legal_moves();
        let mv = moves[game.history().len() % moves.len()];
        println!("{}. {}", game.move_number(), game.position().text(&mv));
        game.play(&mv)?;
    }
    println!("{}", game.outcome().expect("it is over")); // who won, and why
    Ok(())
}
