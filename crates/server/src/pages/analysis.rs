//! The analysis board: a tree of variations kept in the page's address, with engine analysis. Without JavaScript it
//! shows a position, with links for its legal moves.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title, usual};
use crate::analysis::tree::{self, Tree};
use crate::api::{self, CountedAddress};
use crate::blocking::Task;
use crate::error::ApiError;
use crate::guard::Cost;
use crate::server::App;
use crate::words::{self, Phrase};
use arbiter::{EndReason, Ending, Phase};
use axum::extract::{Form, Query, State};
use axum::response::Response;
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Outcome, Ruleset};
use minijinja::{Value, context};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use wire::{LONGEST_FEN, LONGEST_TREE};

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/analysis", routing::get(analysis).post(open))
}

/// The rate-limit cost of the POST request.
pub const COSTS: &[(&str, Cost)] = &[("/analysis", Cost::Request)];

/// The maximum length of moves in an address; beyond that, it holds the position only.
const LONGEST_LINK: usize = 1_000;

/// The position or game to analyse.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AnalysisQuery {
    rules: String,
    fen: String,
    /// Moves from there.
    moves: String,
    /// A finished game, instead of a position.
    game: String,
    /// The number of plies to play.
    ply: Option<usize>,
    /// A collection of the explorer, and the number of a game in it.
    source: String,
    number: u32,
}

/// A pasted game in PDN.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AnalysisForm {
    text: String,
    rules: String,
}

/// The game on the board.
pub struct Looked {
    /// The tree of moves.
    pub tree: Tree,
    /// The number of plies played.
    pub ply: usize,
    /// The game's id and the names of its players, if it was played here.
    pub game: Option<(String, [String; 2])>,
    /// What was wrong with the request.
    pub trouble: Option<ApiError>,
}

async fn analysis(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    visitor: Visitor,
    Query(asked): Query<AnalysisQuery>,
) -> Result<Response, ApiError> {
    let looked = if !asked.source.is_empty() {
        recorded(&app, address, &asked).await?
    } else if asked.game.is_empty() {
        position(&app, address, &visitor, &asked).await?
    } else {
        game(&app, address, &visitor, &asked).await?
    };
    Ok(page(&visitor, "analysis.html", about(&app, address, &visitor, looked).await?))
}

/// Opens a pasted game; nothing is stored.
async fn open(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    visitor: Visitor,
    Form(AnalysisForm { text, rules }): Form<AnalysisForm>,
) -> Result<Response, ApiError> {
    let rules = match rules.as_str() {
        "" => None,
        rules => Some(api::read_rules(rules)?),
    };
    let tree = read(&app, address, text, rules, None).await?;
    let looked = Looked { tree, ply: 0, game: None, trouble: None };
    Ok(page(&visitor, "analysis.html", about(&app, address, &visitor, looked).await?))
}

/// Opens a position with moves. If they are invalid, the page says so and shows the start position.
async fn position(
    app: &App,
    address: Option<IpAddr>,
    visitor: &Visitor,
    asked: &AnalysisQuery,
) -> Result<Looked, ApiError> {
    let (rules, mut trouble) = match asked.rules.as_str() {
        "" => (usual(visitor.language).into(), None),
        text => match api::read_rules(text) {
            Ok(rules) => (rules, None),
            Err(error) => (usual(visitor.language).into(), Some(error)),
        },
    };
    let mut fen = None;
    if trouble.is_none() && !asked.fen.trim().is_empty() {
        match start(app, address, &rules, asked.fen.trim()).await {
            Ok(position) => fen = Some(position.to_fen()),
            Err(error) => trouble = Some(error),
        }
    }
    let moves = if trouble.is_none() { asked.moves.clone() } else { String::new() };
    let tree = read(app, address, moves, Some(rules), fen).await?;
    Ok(Looked { ply: tree.moves.len(), tree, game: None, trouble })
}

async fn start(
    app: &App,
    address: Option<IpAddr>,
    rules: &Ruleset,
    fen: &str,
) -> Result<AnyPosition, ApiError> {
    if fen.len() > LONGEST_FEN {
        return Err(ApiError::Malformed("the position is too long".to_owned()));
    }
    api::read_position(app, address, rules, fen).await
}

/// Opens a finished game. Games in progress are refused, because analysis would be cheating.
async fn game(
    app: &App,
    address: Option<IpAddr>,
    visitor: &Visitor,
    asked: &AnalysisQuery,
) -> Result<Looked, ApiError> {
    let games = &app.supervisor.games;
    let state = games.find(&asked.game).await?.state();
    if state.log.table().phase() != Phase::Finished {
        return Err(ApiError::NotOver);
    }
    let names = Color::BOTH.map(|side| player_of(&state, side, visitor));
    let rules = state.log.table().terms().rules.clone();
    let pdn = games.pdn(&asked.game, state, address).await?;
    let tree = read(app, address, pdn, Some(rules), None).await?;
    let ply = asked.ply.unwrap_or(0).min(tree.moves.len());
    Ok(Looked { tree, ply, game: Some((asked.game.clone(), names)), trouble: None })
}

/// Opens a game of an explorer collection.
async fn recorded(
    app: &App,
    address: Option<IpAddr>,
    asked: &AnalysisQuery,
) -> Result<Looked, ApiError> {
    let pdn = app.explorer.recorded_game(app, address, &asked.source, asked.number).await?;
    let tree = read(app, address, pdn, None, None).await?;
    Ok(Looked { tree, ply: 0, game: None, trouble: None })
}

async fn read(
    app: &App,
    address: Option<IpAddr>,
    text: String,
    rules: Option<Ruleset>,
    fen: Option<String>,
) -> Result<Tree, ApiError> {
    if text.len() > LONGEST_TREE {
        return Err(ApiError::TooLarge);
    }
    let read = move || tree::read(&text, rules.as_ref(), fen.as_deref());
    app.supervisor.games.pool.run_blocking(address, Task::Games, read).await?
}

/// What the page shows without a script.
struct Plain {
    position: AnyPosition,
    /// The moves so far.
    played: Vec<String>,
    legal: Vec<String>,
    outcome: Option<Outcome>,
}

fn plain(tree: &Tree, ply: usize) -> Plain {
    let mut position = tree.start;
    let mut played = Vec::new();
    for mv in tree.moves.iter().take(ply) {
        played.push(position.text(mv));
        position = position.play_unchecked(mv);
    }
    let legal = position.legal_moves().iter().map(|mv| position.text(mv)).collect();
    Plain { position, played, legal, outcome: position.outcome() }
}

/// The template data of the board.
pub async fn about(
    app: &App,
    address: Option<IpAddr>,
    visitor: &Visitor,
    Looked { tree, ply, game, trouble }: Looked,
) -> Result<Value, ApiError> {
    let pool = &app.supervisor.games.pool;
    let ply = ply.min(tree.moves.len());
    let tree = Arc::new(tree);
    let shared = Arc::clone(&tree);
    let plain = pool.soon(address, Task::Position, move || plain(&shared, ply)).await?;
    let (rules, written) = (&tree.rules, &tree.written);
    let voice = visitor.voice(rules);
    let ending = plain.outcome.map(|Outcome { winner, reason }| {
        let ending = Ending { winner, reason: EndReason::Rules(reason) };
        let said = words::ending(&ending, &plain.position);
        said.iter().map(|phrase| phrase.said(voice)).collect::<Vec<_>>().join(" ")
    });
    let link = |moves: &[String]| link(rules, written.fen.as_deref(), moves);
    let legal: Vec<Value> = plain
        .legal
        .iter()
        .map(|text| {
            let moves: Vec<String> = plain.played.iter().chain([text]).cloned().collect();
            let address = link(&moves).unwrap_or_else(|| after(rules, &plain.position, text));
            context! { text, address }
        })
        .collect();
    let back = plain.played.len().checked_sub(1);
    Ok(context! {
        rules => rules.to_string(),
        title => title(rules, visitor.language),
        board => visitor.board(rules),
        fen => written.fen.clone().unwrap_or_default(),
        tree => &written.tree,
        ply,
        first => side(rules.first),
        turn => side(tree.start.turn()),
        flipped => rules.first == Color::Black,
        game => game.as_ref().map(|(id, _)| id),
        names => game.as_ref().map(|(_, names)| names),
        scene => query(&[("rules", &rules.to_string()), ("fen", &plain.position.to_fen())]),
        shown_fen => plain.position.to_fen(),
        played => plain.played.join(" "),
        legal,
        collections => app.explorer.names(),
        back => back.and_then(|last| link(&plain.played[..last])),
        ending,
        trouble => trouble
            .map(|error| Phrase::from(&error))
            .or_else(|| written.trouble.clone())
            .map(|phrase| phrase.said(voice)),
    })
}

fn side(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The address of a position after moves, if they fit.
fn link(rules: &Ruleset, fen: Option<&str>, moves: &[String]) -> Option<String> {
    let (rules, moves) = (rules.to_string(), moves.join(" "));
    let mut parts = vec![("rules", rules.as_str())];
    parts.extend(fen.map(|fen| ("fen", fen)));
    parts.push(("moves", &moves));
    (moves.len() <= LONGEST_LINK).then(|| format!("/analysis?{}", query(&parts)))
}

/// The address of a position after one more move.
fn after(rules: &Ruleset, position: &AnyPosition, text: &str) -> String {
    let (rules, fen) = (rules.to_string(), position.to_fen());
    format!("/analysis?{}", query(&[("rules", &rules), ("fen", &fen), ("moves", text)]))
}
