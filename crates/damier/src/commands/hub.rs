use anyhow::Result;
use clap::Args;
use std::io::{BufReader, IsTerminal, Write, stdin};
use std::process::ExitCode;

/// Plays as an engine for programs that speak Hub 2, such as Hub itself or pydraughts
#[derive(Args)]
#[command(
    after_help = "The protocol is one of lines: hub, set-param, init, pos, level, go, stop, quit.
For example:
  hub
  set-param name=variant value=russian
  init
  pos moves=\"22-18 9-14\"
  level move-time=1
  go think

Squares are numbers in every variant, in the order of its board. Besides Hub's variants (normal, killer,
bt, frisian, losing) all others are known by their own names, and house rules by the parameter rules."
)]
pub struct Hub {}

impl Hub {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if stdin().is_terminal() {
            note!(
                "This is for other programs. Try: hub (what can be set), init, pos, go think, quit"
            );
        }
        protocol::hub::serve(BufReader::new(stdin()), out)?;
        Ok(ExitCode::SUCCESS)
    }
}
