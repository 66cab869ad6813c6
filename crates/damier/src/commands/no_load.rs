use anyhow::{Result, bail};
use clap::Args;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Plays many games at once on a server, measures it and checks the results (not in this build)
#[derive(Args)]
#[command(disable_help_flag = true)]
pub struct LoadArgs {
    /// Whatever the command takes where it exists
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _arguments: Vec<OsString>,
}

impl LoadArgs {
    pub fn run(self, _out: &mut impl Write) -> Result<ExitCode> {
        bail!(
            "this program was built without the load test; build it with `cargo build --release --features full`"
        )
    }
}
