//! The public profile of an account.

use super::played::{Filter, PlayersGame};
use super::render::page;
use super::settings::Visitor;
use super::titles::title_of_text;
use crate::api::{LOOKED_THROUGH, public_games};
use crate::days::date;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::people::RatingStanding;
use crate::seats::Requester;
use crate::server::App;
use crate::store::Summary;
use crate::time;
use crate::words::{Language, Phrase};
use axum::extract::{Form, Path, Query, State};
use axum::response::{Redirect, Response};
use axum::{Router, routing};
use draughts::Color;
use minijinja::{Value, context};
use rating::Speed;
use serde::Deserialize;
use std::sync::Arc;
use wire::Player;

/// The routes of the page, and of its forms.
pub fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/people/{name}", routing::get(somebody))
        .route("/people/{name}/block", routing::post(block).get(back))
        .route("/people/{name}/report", routing::post(report).get(back))
}

/// The rate-limit cost of POST requests.
pub const COSTS: &[(&str, Cost)] =
    &[("/people/{name}/block", Cost::Request), ("/people/{name}/report", Cost::Request)];

/// Redirects a GET of a form's address to the page.
async fn back(Path(name): Path<String>) -> Result<Redirect, ApiError> {
    match name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
        true => Ok(Redirect::to(&format!("/people/{name}"))),
        false => Err(ApiError::NoPerson),
    }
}

/// An account's name, in a form.
#[derive(Deserialize)]
pub struct ProfileView {
    /// The name of the account.
    pub name: String,
}

/// Formats ratings for pages.
pub fn ratings(standings: &[RatingStanding], language: Language) -> Vec<Value> {
    let row = |standing: &RatingStanding| {
        context! {
            title => title_of_text(&standing.variant, language),
            speed => speed(&standing.speed).said(language),
            rating => standing.rating,
            deviation => standing.deviation,
            provisional => standing.provisional,
            games => standing.games,
        }
    };
    standings.iter().map(row).collect()
}

/// The name of a speed class.
fn speed(word: &str) -> Phrase {
    Phrase::new(match word.parse() {
        Ok(Speed::Bullet) => "speed.bullet",
        Ok(Speed::Blitz) => "speed.blitz",
        Ok(Speed::Rapid) => "speed.rapid",
        Ok(Speed::Correspondence) => "speed.correspondence",
        _ => "speed.classical",
    })
}

async fn somebody(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    who: Requester,
    Path(name): Path<String>,
    Query(filter): Query<Filter>,
) -> Result<Response, ApiError> {
    show(&app, &visitor, &who, &name, &filter, None).await
}

async fn show(
    app: &App,
    visitor: &Visitor,
    who: &Requester,
    name: &str,
    filter: &Filter,
    note: Option<&str>,
) -> Result<Response, ApiError> {
    let people = &app.supervisor.games.people;
    let person = people.named(name).await?;
    let standings = people.standings(&person, time::now().0).await?;
    let tally = people.tally(&person).await?;
    let games = public_games(people, &person, LOOKED_THROUGH).await?.into_iter();
    let games = games.filter_map(|game| {
        let sides = sides_of(&game, &person.name);
        PlayersGame::of(game, &sides, visitor)
    });
    let list = filter.list(games.collect(), visitor);
    let other = who.person.as_ref().filter(|me| me.id != person.id);
    let blocked = match other {
        Some(me) => people.blocked(me).await?.contains(&person.name),
        None => false,
    };
    let about = context! {
        name => person.name,
        since => date(person.created),
        ratings => ratings(&standings, visitor.language),
        tally => context! { won => tally.won, drawn => tally.drawn, lost => tally.lost },
        other => other.is_some(),
        blocked,
        note,
    };
    Ok(page(visitor, "person.html", context! { ..about, ..list }))
}

/// The sides that an account plays in a game.
fn sides_of(game: &Summary, account: &str) -> Vec<Color> {
    let plays = |player: &Player| matches!(player, Player::Account { name } if name == account);
    let sides = Color::BOTH.into_iter().zip(&game.players);
    sides.filter(|(_, player)| plays(player)).map(|(side, _)| side).collect()
}

async fn block(
    State(app): State<Arc<App>>,
    who: Requester,
    Path(name): Path<String>,
) -> Result<Redirect, ApiError> {
    let people = &app.supervisor.games.people;
    let other = people.named(&name).await?;
    people.block(who.person()?, &other).await?;
    Ok(Redirect::to(&format!("/people/{}", other.name)))
}

/// The form for reporting a player.
#[derive(Deserialize)]
struct Report {
    words: String,
}

async fn report(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    who: Requester,
    Path(name): Path<String>,
    Form(report): Form<Report>,
) -> Result<Response, ApiError> {
    const LONGEST: usize = 1_000;
    let people = &app.supervisor.games.people;
    let words: String = report.words.trim().chars().take(LONGEST).collect();
    if words.is_empty() {
        return show(&app, &visitor, &who, &name, &Filter::default(), None).await;
    }
    people.report(who.person()?, &people.named(&name).await?, None, &words).await?;
    show(&app, &visitor, &who, &name, &Filter::default(), Some("people.reported")).await
}
