//! The account page, with plain forms: signing in, tokens, personal data.

use super::people::{ProfileView, ratings};
use super::render::page;
use super::settings::Visitor;
use crate::api::{SessionCookie, cookie, let_in};
use crate::days::date;
use crate::error::ApiError;
use crate::guard::Caller;
use crate::guard::Cost;
use crate::people::{PassKind, PassView, Person};
use crate::seats::Requester;
use crate::server::App;
use crate::time;
use crate::words::Phrase;
use axum::extract::{Extension, Form, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse, Redirect, Response};
use axum::{Router, routing};
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;

/// The routes of the page and its forms.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/account", routing::get(account))
        .route("/account/new", routing::post(register).get(back))
        .route("/account/sign-in", routing::post(sign_in).get(back))
        .route("/account/sign-out", routing::post(sign_out).get(back))
        .route("/account/password", routing::post(set_password).get(back))
        .route("/account/tokens", routing::post(new_token).get(back))
        .route("/account/end", routing::post(end).get(back))
        .route("/account/unblock", routing::post(unblock).get(back))
        .route("/account/delete", routing::post(delete).get(back))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] = &[
    ("/account/new", Cost::Account),
    ("/account/sign-in", Cost::Password),
    ("/account/sign-out", Cost::Request),
    ("/account/password", Cost::Password),
    ("/account/tokens", Cost::Request),
    ("/account/end", Cost::Request),
    ("/account/unblock", Cost::Request),
    ("/account/delete", Cost::Password),
];

/// Redirects a GET of a form's address, for instance after a change of language, to the page.
async fn back() -> Redirect {
    Redirect::to("/account")
}

/// The page's message, if any.
#[derive(Default)]
struct AccountMessage {
    /// The error, if the request failed.
    trouble: Option<ApiError>,
    /// The confirmation, if it succeeded.
    note: Option<&'static str>,
    /// A new token.
    token: Option<String>,
    /// The name that was typed.
    name: String,
}

impl From<ApiError> for AccountMessage {
    fn from(trouble: ApiError) -> Self {
        Self { trouble: Some(trouble), ..Self::default() }
    }
}

/// Whether an error is the server's fault; such errors have a page of their own.
fn is_server_error(error: &ApiError) -> bool {
    error.status().is_server_error()
}

async fn account(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    SessionCookie(session): SessionCookie,
    who: Requester,
) -> Result<Response, ApiError> {
    show(&app, &visitor, &session, &who, AccountMessage::default()).await
}

async fn show(
    app: &App,
    visitor: &Visitor,
    session: &str,
    who: &Requester,
    told: AccountMessage,
) -> Result<Response, ApiError> {
    if let Some(error) = told.trouble.as_ref().filter(|error| is_server_error(error)) {
        return Err(error.clone());
    }
    let sentence = told.trouble.as_ref().map(|error| Phrase::from(error).said(visitor.language));
    let me = match &who.person {
        Some(person) => Some(mine(app, visitor, session, person).await?),
        None => None,
    };
    let AccountMessage { note, token, name, trouble } = told;
    let about = context! { me, note, token, name, trouble => sentence };
    let mut shown = page(visitor, "account.html", about);
    if let Some(error) = trouble {
        *shown.status_mut() = error.status();
        // The guard counts wrong passwords by this.
        shown.extensions_mut().insert(error);
    }
    Ok(shown)
}

async fn mine(
    app: &App,
    visitor: &Visitor,
    session: &str,
    person: &Person,
) -> Result<Value, ApiError> {
    let people = &app.supervisor.games.people;
    let passes = people.passes(person, session).await?;
    let of =
        |kind| -> Vec<Value> { passes.iter().filter(|pass| pass.kind == kind).map(pass).collect() };
    let standings = people.standings(person, time::now().0).await?;
    Ok(context! {
        name => &person.name,
        since => date(person.created),
        sessions => of(PassKind::Session),
        tokens => of(PassKind::Token),
        blocked => people.blocked(person).await?,
        ratings => ratings(&standings, visitor.language),
    })
}

fn pass(pass: &PassView) -> Value {
    context! {
        id => &pass.id,
        label => &pass.label,
        since => date(pass.created),
        current => pass.current,
    }
}

/// The sign-in form.
#[derive(Deserialize)]
struct SignInForm {
    name: String,
    password: String,
}

async fn register(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    headers: HeaderMap,
    Form(new): Form<SignInForm>,
) -> Result<Response, ApiError> {
    let person = app.supervisor.games.people.register(&new.name, &new.password).await;
    enter(&app, &visitor, &headers, new.name, person).await
}

async fn sign_in(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    visitor: Visitor,
    headers: HeaderMap,
    Form(shown): Form<SignInForm>,
) -> Result<Response, ApiError> {
    let person =
        app.supervisor.games.people.identify(&shown.name, &shown.password, caller.address).await;
    enter(&app, &visitor, &headers, shown.name, person).await
}

/// Signs a user in, or shows why not.
async fn enter(
    app: &App,
    visitor: &Visitor,
    headers: &HeaderMap,
    name: String,
    person: Result<Person, ApiError>,
) -> Result<Response, ApiError> {
    match person {
        Ok(person) => {
            let cookie = let_in(app, &person, headers).await?;
            let to = Redirect::to("/account");
            Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), to).into_response())
        }
        Err(error) => {
            let told = AccountMessage { name, ..error.into() };
            show(app, visitor, "", &Requester::default(), told).await
        }
    }
}

async fn sign_out(
    State(app): State<Arc<App>>,
    SessionCookie(session): SessionCookie,
) -> Result<Response, ApiError> {
    app.supervisor.games.people.sign_out(&session).await?;
    Ok(left(&app, Redirect::to("/account")))
}

/// Removes the session cookie.
fn left(app: &App, answer: impl IntoResponse) -> Response {
    (AppendHeaders([(header::SET_COOKIE, cookie(&app.guard, ""))]), answer).into_response()
}

/// The form for changing the password.
#[derive(Deserialize)]
struct PasswordForm {
    old: String,
    new: String,
}

async fn set_password(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    visitor: Visitor,
    SessionCookie(session): SessionCookie,
    who: Requester,
    headers: HeaderMap,
    Form(change): Form<PasswordForm>,
) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let changed = async {
        let person = people.identify(&who.owner()?.name, &change.old, caller.address).await?;
        people.set_password(&person, &change.new).await?;
        let_in(&app, &person, &headers).await
    };
    match changed.await {
        Ok(cookie) => {
            let told = AccountMessage {
                note: Some("account.password-changed"),
                ..AccountMessage::default()
            };
            let shown = show(&app, &visitor, &session, &who, told).await?;
            Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), shown).into_response())
        }
        Err(error) => show(&app, &visitor, &session, &who, error.into()).await,
    }
}

/// The form for a new token.
#[derive(Deserialize)]
struct TokenForm {
    label: String,
}

async fn new_token(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    SessionCookie(session): SessionCookie,
    who: Requester,
    Form(order): Form<TokenForm>,
) -> Result<Response, ApiError> {
    const LONGEST: usize = 60;
    let label: String = order.label.trim().chars().take(LONGEST).collect();
    let made = app.supervisor.games.people.let_in(who.owner()?, PassKind::Token, &label).await;
    let told = match made {
        Ok(token) => AccountMessage { token: Some(token), ..AccountMessage::default() },
        Err(error) => error.into(),
    };
    show(&app, &visitor, &session, &who, told).await
}

/// The id of a session or token.
#[derive(Deserialize)]
struct Pass {
    id: String,
}

async fn end(
    State(app): State<Arc<App>>,
    who: Requester,
    Form(pass): Form<Pass>,
) -> Result<Redirect, ApiError> {
    match app.supervisor.games.people.take_back(who.owner()?, &pass.id).await {
        // It may have been revoked in another window.
        Ok(()) | Err(ApiError::NoPage) => Ok(Redirect::to("/account")),
        Err(error) => Err(error),
    }
}

async fn unblock(
    State(app): State<Arc<App>>,
    who: Requester,
    Form(other): Form<ProfileView>,
) -> Result<Redirect, ApiError> {
    let people = &app.supervisor.games.people;
    people.unblock(who.person()?, &people.named(&other.name).await?).await?;
    Ok(Redirect::to("/account"))
}

/// The confirmation of a deletion.
#[derive(Deserialize)]
struct DeletionForm {
    password: String,
}

async fn delete(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    visitor: Visitor,
    SessionCookie(session): SessionCookie,
    who: Requester,
    Form(goodbye): Form<DeletionForm>,
) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let deleted = async {
        let person = people.identify(&who.owner()?.name, &goodbye.password, caller.address).await?;
        people.delete(&person).await
    };
    match deleted.await {
        Ok(()) => {
            let told =
                AccountMessage { note: Some("account.deleted"), ..AccountMessage::default() };
            let shown = show(&app, &visitor, "", &Requester::default(), told).await?;
            Ok(left(&app, shown))
        }
        Err(error) => show(&app, &visitor, &session, &who, error.into()).await,
    }
}
