//! Authors of studies: accounts, or guests with a key. Browsers send a guest's key as a cookie, so that private studies
//! are ordinary pages; programs send it like the keys of seats.

use super::{MOST_OF_GUEST, MOST_STUDIES};
use crate::api::SessionCookie;
use crate::error::ApiError;
use crate::guard::Guard;
use crate::people::Person;
use crate::seats::{Requester, digest, new_key};
use crate::server::App;
use crate::store::SqlChange;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::net::IpAddr;
use std::sync::Arc;

/// The cookie with a guest's key.
pub const GUEST_COOKIE: &str = "damier-guest";
/// Its lifetime in seconds, the longest that browsers allow.
const LIFE: u64 = 400 * 24 * 60 * 60;

/// Someone who writes or reads studies.
#[derive(Clone, Default, Debug)]
pub struct Author {
    /// The account, if signed in.
    pub person: Option<Person>,
    /// The digest of a guest's key.
    guest: Option<String>,
    /// The address whose limits apply; `None` without limits.
    pub address: Option<IpAddr>,
}

impl FromRequestParts<Arc<App>> for Author {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let who = Requester::from_request_parts(parts, app).await?;
        let shown = who.key.digest().map(str::to_owned);
        let guest = shown.or_else(|| guest_of(&parts.headers));
        Ok(Self { person: who.person, guest, address: who.address })
    }
}

impl Author {
    /// Whether this author owns what the owner does.
    pub fn owns(&self, owner: &str) -> bool {
        self.owners().contains(&owner)
    }

    /// The owner ids of this author: the account first.
    pub fn owners(&self) -> Vec<&str> {
        let account = self.person.iter().map(|person| person.id.as_str());
        account.chain(self.guest.as_deref()).collect()
    }

    /// The maximum number of studies.
    pub fn most(&self) -> usize {
        if self.person.is_some() { MOST_STUDIES } else { MOST_OF_GUEST }
    }

    /// The owner of new studies, with a new key for a guest without one.
    pub fn owner(&self) -> Result<(String, Option<String>), ApiError> {
        if let Some(owner) = self.owners().first() {
            return Ok(((*owner).to_owned(), None));
        }
        let key = new_key().map_err(|error| ApiError::Broken(error.to_string()))?;
        Ok((digest(&key), Some(key)))
    }

    /// The reporter's id; strangers are distinguished by address.
    pub fn reporter(&self, address: IpAddr) -> String {
        let own = self.owners().first().map(|owner| (*owner).to_owned());
        own.unwrap_or_else(|| digest(&self.address.unwrap_or(address).to_string()))
    }
}

/// The digest of the key in the cookie.
fn guest_of(headers: &HeaderMap) -> Option<String> {
    let key = SessionCookie::named(headers, GUEST_COOKIE);
    (!key.is_empty()).then(|| digest(&key))
}

/// The cookie with a guest's key.
pub fn guest_cookie(guard: &Guard, key: &str) -> String {
    let https = guard.settings.public_url.as_ref().is_some_and(|url| url.is_https());
    let secure = if https { "; Secure" } else { "" };
    format!("{GUEST_COOKIE}={key}; Path=/; Max-Age={LIFE}; HttpOnly; SameSite=Lax{secure}")
}

/// Transfers a browser's guest studies to the account that signs in.
pub async fn claim(app: &App, person: &Person, headers: &HeaderMap) -> Result<(), ApiError> {
    let Some(guest) = guest_of(headers) else { return Ok(()) };
    let text = "UPDATE studies SET owner = $1 WHERE owner = $2
        AND (SELECT count(*) FROM studies WHERE owner = $1) < CAST($3 AS BIGINT)";
    let values = vec![person.id.as_str().into(), guest.into(), (MOST_STUDIES as u64).into()];
    app.supervisor.games.store().change(vec![SqlChange(text, values)]).await?;
    Ok(())
}
