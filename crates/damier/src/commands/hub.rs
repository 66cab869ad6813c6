use super::endgame::TablesFolder;
use anyhow::Result;
use clap::Args;
use std::io::{BufReader, IsTerminal, Write, stdin};
use std::process::ExitCode;

/// Runs the engine for programs that speak Hub 2, such as Hub or pydraughts
#[derive(Args)]
#[command(
    after_help = "The protocol is line-based: hub, set-param, init, pos, level, go, stop, quit.
For example:
  hub
  set-param name=variant value=russian
  init
  pos moves=\"22-18 9-14\"
  level move-time=1
  go think

Besides Hub's variants (normal, killer, bt, frisian, losing), all others have their own names, and the
parameter rules takes house rules. From level 8 on, the engine uses the endgame tables built by `damier endgame
build`, up to the number of pieces in the parameter bb-size (0 for none).

Squares are always numbers. Variants that write squares as letters (russian, brazilian, czech, turkish) are
numbered row by row from the top left, with White below: in russian 1 is b8 and 32 is g1. The others use
their own numbers: in spanish and portuguese 1 is at White's lower right, and in thai White stands on 1-8.

pydraughts numbers positions in the same way, but the moves of russian, brazilian and turkish from White's
side (in russian 1 is a1), so convert its moves. In american it says that White begins; here Black does."
)]
pub struct HubArgs {
    #[command(flatten)]
    place: TablesFolder,
}

impl HubArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        if stdin().is_terminal() {
            note!(
                "This command is for other programs. Try: hub (lists the parameters), init, pos, go think, quit"
            );
        }
        protocol::hub::serve(BufReader::new(stdin()), out, self.place.for_engine())?;
        Ok(ExitCode::SUCCESS)
    }
}
