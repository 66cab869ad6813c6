use anyhow::{Context, Result};
use clap::Args;
use load::{Attack, AttackPlan, Plan};
use std::path::PathBuf;
use std::time::Duration;

/// Attacks beside the games of a load.
#[derive(Args)]
#[command(next_help_heading = "Attacks")]
pub struct Attacks {
    /// Attack the server, which must be on this machine with its limits on: nasty-positions,
    /// aborted-sign-ins, import-bombs, held-bodies, lobby-spam, rematch-storms, or all in turn
    #[arg(long, value_name = "KIND", value_parser = kinds, conflicts_with = "Faults")]
    attack: Option<Kinds>,
    /// Number of attacking addresses, from 127.0.1.1; honest players use addresses from 127.0.2.1
    #[arg(long, value_name = "NUMBER", default_value_t = 8, requires = "attack")]
    attackers: u8,
    /// File with the token for /metrics, to measure the server's memory without --process; or set
    /// DAMIER_OPERATOR_TOKEN
    #[arg(long, value_name = "FILE", requires = "attack")]
    operator_token_file: Option<PathBuf>,
}

#[derive(Clone)]
struct Kinds(Vec<Attack>);

fn kinds(word: &str) -> Result<Kinds, load::AttackError> {
    Attack::named(word).map(Kinds)
}

impl Attacks {
    /// The default duration of an attack.
    pub const TIME: Duration = Duration::from_secs(20);

    /// The plan of attacks alongside honest games, if there are any. By default each game has a move every second.
    pub fn plan(&self, honest: Plan) -> Result<Option<AttackPlan>> {
        let Some(Kinds(attacks)) = &self.attack else { return Ok(None) };
        let pace = honest.moves_per_second.unwrap_or(honest.games as f64);
        let honest = Plan { moves_per_second: Some(pace), ..honest };
        let (attacks, addresses, token) = (attacks.clone(), self.attackers, self.token()?);
        Ok(Some(AttackPlan { honest, attacks, addresses, token }))
    }

    pub fn is_wanted(&self) -> bool {
        self.attack.is_some()
    }

    fn token(&self) -> Result<Option<String>> {
        let token = match &self.operator_token_file {
            Some(file) => {
                Some(std::fs::read_to_string(file).with_context(|| file.display().to_string())?)
            }
            // Not a clap `env`, because help would show the value.
            None => std::env::var("DAMIER_OPERATOR_TOKEN").ok(),
        };
        Ok(token.map(|token| token.trim().to_owned()))
    }
}
