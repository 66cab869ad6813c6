//! The operator's settings, as options.

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use server::guard::{Network, OperatorToken, PublicUrl, Settings};
use server::logs::{self, Form, LogFilter};
use std::path::PathBuf;

/// Access control and logging.
#[derive(Args, Default)]
#[command(next_help_heading = "For a server that others use")]
pub struct Operating {
    /// Public address of the server, such as https://draughts.example, if it is behind a proxy
    #[arg(long, env = "DAMIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<PublicUrl>,
    /// Proxy whose X-Forwarded-For is trusted: an address, or a network such as 10.0.0.0/8
    #[arg(long, env = "DAMIER_TRUSTED_PROXY", value_name = "ADDRESS", value_delimiter = ',')]
    trusted_proxy: Vec<Network>,
    /// Limits on what each address may do, this machine included
    #[arg(long, default_value = "on")]
    limits: Switch,
    /// No longer has an effect: limits always apply to this machine
    #[arg(long, hide = true)]
    limit_loopback: bool,
    /// Maximum number of connections
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    connections: Option<u32>,
    /// File with the token for /operator and /metrics; or set DAMIER_OPERATOR_TOKEN. By default,
    /// operator.token in the data folder
    #[arg(long, value_name = "FILE")]
    operator_token_file: Option<PathBuf>,
    /// Format of the log, which goes to standard error
    #[arg(long, value_name = "FORM", default_value = "text")]
    log: LogForm,
    /// Log level: error, warn, info (every request), debug, trace, off, or a filter such as server=info
    #[arg(long, env = "DAMIER_LOG", value_name = "LEVEL")]
    log_level: Option<LogFilter>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Switch {
    #[default]
    On,
    Off,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum LogForm {
    #[default]
    Text,
    Json,
}

/// Open files other than players' connections.
const SPARE_FILES: u64 = 500;

impl Operating {
    /// Starts logging to standard error.
    pub fn start_log(&self) -> Result<()> {
        let form = match self.log {
            LogForm::Text => Form::Text,
            LogForm::Json => Form::Json,
        };
        let filter = self.log_level.clone().unwrap_or_default();
        // The server logs panics; the default message would not be a valid log line.
        std::panic::set_hook(Box::new(|_| {}));
        server::panics::watch();
        if self.limit_loopback {
            note!("--limit-loopback no longer has an effect: limits always apply to this machine");
        }
        logs::start(form, filter, std::io::stderr).context("the log cannot be written")
    }

    /// The settings of the server's guard.
    pub fn settings(&self) -> Result<Settings> {
        let usual = Settings::default();
        Ok(Settings {
            limits: usual.limits.filter(|_| self.limits == Switch::On),
            proxies: self.trusted_proxy.clone(),
            public_url: self.public_url.clone(),
            operator: self.token()?,
            connections: possible(self.connections.unwrap_or(usual.connections)),
            ..usual
        })
    }

    /// The operator's token, if given.
    fn token(&self) -> Result<Option<OperatorToken>> {
        let text = match &self.operator_token_file {
            Some(file) => {
                Some(std::fs::read_to_string(file).with_context(|| file.display().to_string())?)
            }
            // Not a clap `env`, because help would show the value.
            None => std::env::var("DAMIER_OPERATOR_TOKEN").ok(),
        };
        text.map(|text| OperatorToken::new(&text).map_err(|error| anyhow!(error))).transpose()
    }
}

/// Raises the limit on open files for this many connections; returns how many are possible.
fn possible(connections: u32) -> u32 {
    let wanted = u64::from(connections) + SPARE_FILES;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(files) if files < wanted => {
            let left = files.saturating_sub(SPARE_FILES).max(files / 2);
            u32::try_from(left).unwrap_or(connections)
        }
        _ => connections,
    }
}
