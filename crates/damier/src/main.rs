//! `damier`: play, study and serve every kind of draughts.

fn main() -> std::process::ExitCode {
    damier::run()
}
