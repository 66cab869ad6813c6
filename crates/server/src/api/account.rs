//! Accounts: signing in and out, API tokens, and personal data.

use super::document::{
    AccountFails, BodyFails, NewAccountFails, NothingFails, PassFails, SignInFails, StoreFails,
};
use super::extract::{Body, SessionCookie};
use super::people::{GameOf, PersonView};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::guard::{Caller, Guard};
use crate::people::{Counted, PassKind, PassView, Person};
use crate::practice::deck;
use crate::seats::Requester;
use crate::server::App;
use crate::studies::{claim, to_pdn};
use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{Credentials, DeletionRequest, GuestCard, NewPassword, StudyView, TokenOrder};

/// The routes of the user's own account.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default()
        .routes(routes!(account, register))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(set_password))
        .routes(routes!(new_token))
        .routes(routes!(take_back))
        .routes(routes!(export))
        .routes(routes!(delete))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/api/account", Cost::Account),
    ("/api/account/sign-in", Cost::Password),
    ("/api/account/sign-out", Cost::Request),
    ("/api/account/password", Cost::Password),
    ("/api/account/tokens", Cost::Request),
    ("/api/account/delete", Cost::Password),
];

/// The response to a sign-in.
#[derive(Serialize, ToSchema)]
struct SignedIn {
    /// The name, spelled as at registration.
    #[schema(example = "Ada")]
    name: String,
}

/// The session cookie. Scripts cannot read it and other sites cannot use it.
pub fn cookie(guard: &Guard, session: &str) -> String {
    let life = if session.is_empty() { 0 } else { PassKind::Session.life() / 1_000 };
    let https = guard.settings.public_url.as_ref().is_some_and(|url| url.is_https());
    let secure = if https { "; Secure" } else { "" };
    let name = SessionCookie::COOKIE;
    format!("{name}={session}; Path=/; Max-Age={life}; HttpOnly; SameSite=Lax{secure}")
}

/// Returns a short name of the browser, by which users recognise their sessions.
fn label(headers: &HeaderMap) -> String {
    /// The first match is right: the later names also occur in the user agents of the earlier ones.
    const BROWSERS: [(&str, &str); 5] = [
        ("Firefox/", "Firefox"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 6] = [
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ];
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default();
    let name = |all: &[(&str, &'static str)]| {
        all.iter().find(|(sign, _)| agent.contains(sign)).map_or("?", |(_, name)| *name)
    };
    format!("{}, {}", name(&BROWSERS), name(&SYSTEMS))
}

/// Signs a user in and returns the cookie to set.
pub async fn let_in(app: &App, person: &Person, headers: &HeaderMap) -> Result<String, ApiError> {
    let people = &app.supervisor.games.people;
    let session = people.let_in(person, PassKind::Session, &label(headers)).await?;
    claim(app, person, headers).await?;
    Ok(cookie(&app.guard, &session))
}

async fn signed_in(app: &App, person: Person, headers: &HeaderMap) -> Result<Response, ApiError> {
    let cookie = let_in(app, &person, headers).await?;
    let answer = Json(SignedIn { name: person.name });
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), answer).into_response())
}

/// Create an account
///
/// You do not need one to play. With an account you get ratings, a list of your games, and access to your
/// seats on every device. There is no e-mail address: only the operator can reset a forgotten password. The
/// answer sets a session cookie.
#[utoipa::path(
    post,
    path = "/account",
    tag = "Accounts",
    request_body = Credentials,
    responses(
        (status = 201, description = "The account was created.", body = SignedIn),
        BodyFails, NewAccountFails
    )
)]
async fn register(
    State(app): State<Arc<App>>,
    headers: HeaderMap,
    Body(new): Body<Credentials>,
) -> Result<(StatusCode, Response), ApiError> {
    let person = app.supervisor.games.people.register(&new.name, &new.password).await?;
    Ok((StatusCode::CREATED, signed_in(&app, person, &headers).await?))
}

/// Sign in
///
/// The answer sets a session cookie, which is valid for 90 days.
#[utoipa::path(
    post,
    path = "/account/sign-in",
    tag = "Accounts",
    request_body = Credentials,
    responses((status = 200, description = "Signed in.", body = SignedIn), BodyFails, SignInFails)
)]
async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Body(shown): Body<Credentials>,
) -> Result<Response, ApiError> {
    let person =
        app.supervisor.games.people.identify(&shown.name, &shown.password, caller.address).await?;
    signed_in(&app, person, &headers).await
}

/// Sign out
///
/// Ends the session of this browser.
#[utoipa::path(
    post,
    path = "/account/sign-out",
    tag = "Accounts",
    responses((status = 204, description = "Signed out."), StoreFails)
)]
async fn sign_out(
    State(app): State<Arc<App>>,
    SessionCookie(session): SessionCookie,
) -> Result<Response, ApiError> {
    app.supervisor.games.people.sign_out(&session).await?;
    let forget = [(header::SET_COOKIE, cookie(&app.guard, ""))];
    Ok((StatusCode::NO_CONTENT, AppendHeaders(forget)).into_response())
}

/// Your account.
#[derive(Serialize, ToSchema)]
struct AccountView {
    /// The public profile.
    profile: PersonView,
    /// Sessions and tokens.
    passes: Vec<PassView>,
    /// The names of blocked players.
    blocked: Vec<String>,
}

async fn view(app: &App, person: &Person, session: &str) -> Result<AccountView, ApiError> {
    let people = &app.supervisor.games.people;
    Ok(AccountView {
        profile: PersonView::of(people, person).await?,
        passes: people.passes(person, session).await?,
        blocked: people.blocked(person).await?,
    })
}

/// Get your account
///
/// Your public profile, sessions, tokens and blocked players.
#[utoipa::path(
    get,
    path = "/account",
    tag = "Accounts",
    security(("token" = []), ("session" = [])),
    responses((status = 200, description = "Your account.", body = AccountView), AccountFails, StoreFails)
)]
async fn account(
    State(app): State<Arc<App>>,
    SessionCookie(session): SessionCookie,
    who: Requester,
) -> Result<Json<AccountView>, ApiError> {
    Ok(Json(view(&app, who.person()?, &session).await?))
}

/// Change the password
///
/// Ends all other sessions; this one continues with a new cookie. Tokens stay valid.
#[utoipa::path(
    post,
    path = "/account/password",
    tag = "Accounts",
    security(("token" = []), ("session" = [])),
    request_body = NewPassword,
    responses(
        (status = 200, description = "Password changed.", body = SignedIn),
        BodyFails, AccountFails, SignInFails, NewAccountFails
    )
)]
async fn set_password(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    who: Requester,
    headers: HeaderMap,
    Body(change): Body<NewPassword>,
) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let person = people.identify(&who.owner()?.name, &change.old, caller.address).await?;
    people.set_password(&person, &change.new).await?;
    signed_in(&app, person, &headers).await
}

/// A new token.
#[derive(Serialize, ToSchema)]
struct CreatedToken {
    /// The token, to send as `Authorization: Bearer TOKEN`. It is shown only once.
    #[schema(example = "damier_0123456789abcdef0123456789abcdef")]
    token: String,
}

/// Create a token
///
/// With `Authorization: Bearer TOKEN` a program plays under this account: it creates and joins games and
/// moves without any other key. Creating and revoking tokens needs a session; a token is not enough.
#[utoipa::path(
    post,
    path = "/account/tokens",
    tag = "Accounts",
    security(("token" = []), ("session" = [])),
    request_body = TokenOrder,
    responses(
        (status = 201, description = "The token.", body = CreatedToken),
        BodyFails, AccountFails, PassFails, StoreFails
    )
)]
async fn new_token(
    State(app): State<Arc<App>>,
    who: Requester,
    Body(order): Body<TokenOrder>,
) -> Result<(StatusCode, Json<CreatedToken>), ApiError> {
    let people = &app.supervisor.games.people;
    let token = people.let_in(who.owner()?, PassKind::Token, &order.label).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { token })))
}

/// Revoke a session or a token
///
/// It is no longer valid, and its open connections are closed.
#[utoipa::path(
    delete,
    path = "/account/passes/{id}",
    tag = "Accounts",
    params(("id" = String, Path, description = "Id of the session or token.", example = "9f86d081884c7d65")),
    security(("token" = []), ("session" = [])),
    responses((status = 204, description = "Revoked."), AccountFails, NothingFails)
)]
async fn take_back(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.supervisor.games.people.take_back(who.owner()?, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// All data of an account.
#[derive(Serialize, ToSchema)]
pub struct Export {
    /// The account.
    account: AccountView,
    /// The games, newest first; `/api/games/{id}/game.log` has the full log of each.
    games: Vec<GameOf>,
    /// The results of rated games, newest first.
    results: Vec<Counted>,
    /// The reports sent about other players.
    reports: Vec<String>,
    /// The practice positions, with their schedules.
    cards: Vec<GuestCard>,
    /// How many of them are due per day at most.
    cards_a_day: u32,
    /// The studies.
    studies: Vec<ExportedStudy>,
}

/// A study of an account.
#[derive(Serialize, ToSchema)]
struct ExportedStudy {
    /// The study.
    study: StudyView,
    /// Its chapters in PDN; null if all studies together exceed 16 MiB: get `/api/studies/{id}/study.pdn` instead.
    pdn: Option<String>,
}

/// The studies of an account.
async fn studies(
    app: &App,
    person: &Person,
    address: Option<IpAddr>,
) -> Result<Vec<ExportedStudy>, ApiError> {
    const MOST: usize = 16 << 20;
    let (mut all, mut size) = (Vec::new(), 0);
    for id in app.studies.all_of(&person.id).await? {
        let study = StudyView { yours: true, ..app.studies.find(&id).await?.view };
        if size >= MOST {
            all.push(ExportedStudy { study, pdn: None });
            continue;
        }
        let chapters = app.studies.chapters(&study).await?;
        let title = study.title.clone();
        let write = move || to_pdn(&title, &chapters);
        let pdn = app.supervisor.games.pool.run_blocking(address, Task::Games, write).await??;
        size += pdn.len();
        all.push(ExportedStudy { study, pdn: Some(pdn) });
    }
    Ok(all)
}

/// Export your data
///
/// Everything that this server stores about the account, except the password hash.
#[utoipa::path(
    get,
    path = "/account/export",
    tag = "Accounts",
    security(("token" = []), ("session" = [])),
    responses((status = 200, description = "Your data.", body = Export), AccountFails, StoreFails)
)]
async fn export(
    State(app): State<Arc<App>>,
    SessionCookie(session): SessionCookie,
    who: Requester,
) -> Result<Response, ApiError> {
    const MOST: u64 = 100_000;
    let person = who.person()?;
    let games = app.supervisor.games.people.games(person, MOST).await?;
    let games = games.into_iter().map(GameOf::from).collect();
    let people = &app.supervisor.games.people;
    let results = people.counted(person).await?;
    let reports = people.reports_by(person).await?;
    let deck = deck(&app, person);
    let cards = deck.cards().await?.into_iter().map(GuestCard::from).collect();
    let cards_a_day = deck.habits().await?.daily;
    let studies = studies(&app, person, who.address).await?;
    let account = view(&app, person, &session).await?;
    let all = Export { account, games, results, reports, cards, cards_a_day, studies };
    let name = format!("attachment; filename=\"damier-{}.json\"", person.name);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(all)).into_response())
}

/// Delete your account
///
/// This removes sessions, tokens, ratings, lists and studies, including public studies. The games stay, under the names
/// they were played with, because they belong to the opponents too.
#[utoipa::path(
    post,
    path = "/account/delete",
    tag = "Accounts",
    security(("token" = []), ("session" = [])),
    request_body = DeletionRequest,
    responses((status = 204, description = "Account deleted."), BodyFails, AccountFails, SignInFails)
)]
async fn delete(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    who: Requester,
    Body(goodbye): Body<DeletionRequest>,
) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let person = people.identify(&who.owner()?.name, &goodbye.password, caller.address).await?;
    people.delete(&person).await?;
    let forget = [(header::SET_COOKIE, cookie(&app.guard, ""))];
    Ok((StatusCode::NO_CONTENT, AppendHeaders(forget)).into_response())
}
