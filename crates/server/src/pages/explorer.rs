//! The explorer as a page of plain links: what was played in a position, over a collection of games. The analysis board has
//! the same beside its moves.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, named, title, usual};
use crate::api::{read_position, read_rules};
use crate::error::ApiError;
use crate::explorer::{ExplorerQuestion, OWN, SERVER};
use crate::seats::Requester;
use crate::server::App;
use crate::words::{Phrase, Voice};
use axum::extract::{Query, State};
use axum::response::Response;
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Ruleset};
use minijinja::{Value, context};
use serde::Deserialize;
use std::sync::Arc;
use wire::{ExplorerGameView, ExplorerMoveView, ExplorerView, LONGEST_FEN};

/// The route of the explorer.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/explorer", routing::get(explorer))
}

/// A position, and where to look for it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ExplorerQuery {
    rules: String,
    fen: String,
    source: String,
}

async fn explorer(
    State(app): State<Arc<App>>,
    who: Requester,
    visitor: Visitor,
    Query(asked): Query<ExplorerQuery>,
) -> Result<Response, ApiError> {
    let rules = match asked.rules.as_str() {
        "" => usual(visitor.language).into(),
        text => read_rules(text)?,
    };
    let fen = asked.fen.trim();
    if fen.len() > LONGEST_FEN {
        return Err(ApiError::Malformed("the position is too long".to_owned()));
    }
    let position = read_position(&app, who.address, &rules, fen).await?;
    let source = if asked.source.is_empty() { SERVER } else { asked.source.as_str() };
    let question =
        ExplorerQuestion { rules: rules.clone(), position, source: source.to_owned(), side: None };
    let view = app.explorer.ask(&app, &who, question).await?;
    let place = Place { rules: &rules, position, source, visitor: &visitor };
    Ok(page(&visitor, "explorer.html", place.shown(&app, &who, &view)))
}

/// A position in a collection.
struct Place<'a> {
    rules: &'a Ruleset,
    position: AnyPosition,
    source: &'a str,
    visitor: &'a Visitor,
}

impl Place<'_> {
    fn shown(&self, app: &App, who: &Requester, view: &ExplorerView) -> Value {
        let Self { rules, position, visitor, .. } = self;
        let (text, fen) = (rules.to_string(), position.to_fen());
        let voice = visitor.voice(rules);
        let start = AnyPosition::start(rules);
        let own = who.person.is_some().then(|| Phrase::new("nav.games").said(voice));
        let named = [(SERVER.to_owned(), Phrase::new("explorer.server").said(voice))];
        let collections = app.explorer.names().into_iter().map(|name| (name.clone(), name));
        let sources = named.into_iter().chain(own.map(|name| (OWN.to_owned(), name)));
        let sources: Vec<Value> = sources
            .chain(collections)
            .map(|(source, name)| {
                let chosen = source == self.source;
                context! { name, chosen, address => self.address(&fen, &source) }
            })
            .collect();
        let opening = view.opening.as_ref().map(|name| name.in_language(visitor.language.code()));
        context! {
            title => title(rules, visitor.language),
            rules => &text,
            source => self.source,
            choices => choices(Some(rules), visitor),
            board => visitor.board(rules),
            flipped => rules.first == Color::Black,
            fen => &fen,
            scene => query(&[("rules", &text), ("fen", &fen)]),
            start => (*position != start).then(|| self.address("", self.source)),
            opening,
            ballots => &view.ballots,
            games => view.games,
            ended => view.ended,
            complete => view.complete,
            sources,
            moves => view.moves.iter().map(|one| self.row(one, voice)).collect::<Vec<_>>(),
        }
    }

    /// The address of the page for a position.
    fn address(&self, fen: &str, source: &str) -> String {
        let rules = self.rules.to_string();
        let parts = [("rules", rules.as_str()), ("fen", fen), ("source", source)];
        let parts: Vec<_> = parts.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        format!("/explorer?{}", query(&parts))
    }

    fn row(&self, played: &ExplorerMoveView, voice: Voice) -> Value {
        let after = self.position.parse_move(&played.text).ok();
        let after = after.map(|mv| self.position.play_unchecked(&mv).to_fen());
        let known = played.white + played.draws + played.black;
        let percent = |count: u64| (known > 0).then(|| (100 * count + known / 2) / known);
        context! {
            text => &played.text,
            address => after.map(|fen| self.address(&fen, self.source)),
            games => played.games,
            results => [percent(played.white), percent(played.draws), percent(played.black)],
            rating => played.average_rating,
            last => &played.last_played,
            examples => played.examples.iter().map(|game| example(game, voice)).collect::<Vec<_>>(),
        }
    }
}

fn example(game: &ExplorerGameView, voice: Voice) -> Value {
    let player = |index: usize, side| {
        let name = named(&game.players[index], side, voice);
        game.ratings[index].map_or_else(|| name.clone(), |rating| format!("{name} {rating}"))
    };
    context! {
        link => &game.link,
        players => [player(0, Color::White), player(1, Color::Black)],
        result => game.result.word(),
        event => &game.event,
        date => &game.date,
    }
}
