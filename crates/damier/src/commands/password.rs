use super::serve::DataFolder;
use anyhow::Result;
use clap::Args;
use server::people::People;
use server::seats::new_key;
use std::io::Write;
use std::process::ExitCode;

/// Resets the password of an account
#[derive(Args)]
#[command(mut_arg("store", |store| store.help("The PostgreSQL database of the server")))]
#[command(after_help = "Examples:
  damier password Ada
  damier password Ada --data /var/lib/damier

Prints a new password, which the owner of the account should change. All browsers that were signed in to it are
signed out. The server may be running.")]
pub struct PasswordArgs {
    /// Name of the account
    name: String,
    #[command(flatten)]
    place: DataFolder,
}

impl PasswordArgs {
    pub fn run(self, out: &mut impl Write) -> Result<ExitCode> {
        tokio::runtime::Runtime::new()?.block_on(async {
            let (store, _) = self.place.open().await?;
            let people = People::new(store);
            let person = people.named(&self.name).await?;
            let password = new_key()?;
            people.set_password(&person, &password).await?;
            writeln!(out, "the password of {} is now {password}", person.name)?;
            Ok(ExitCode::SUCCESS)
        })
    }
}
