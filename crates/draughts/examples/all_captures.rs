//! Lists all captures of a position and the rules that forbid some: `cargo run --example all_captures`.

use draughts::{Italian, Position};

fn main() -> Result<(), draughts::FenError> {
    let position = Position::<Italian>::from_fen("W:WK10:B14,K22,23,K30")?;
    for mv in position.jumps() {
        let captured: Vec<String> = mv.captured().iter().map(|at| position.name(at)).collect();
        println!("{} takes {}", position.text(&mv), captured.join(" and "));
        if let Some(illegal) = position.why_not(mv.from(), mv.to()) {
            println!("  but {illegal}");
        }
    }
    assert_eq!((position.jumps().len(), position.legal_moves().len()), (2, 1));
    Ok(())
}
