//! Turns what collections return into API views.

use super::ExplorerQuestion;
use super::ballots::ballots;
use crate::error::ApiError;
use crate::pages::query;
use crate::reports::opening_name;
use crate::server::App;
use crate::store::Summary;
use draughts::{ByColor, Color};
use pdn::Recorded;
use review::NamedOpening;
use std::collections::HashMap;
use study::explorer::{ExplorerMove, ExplorerPosition, GameInfo, Results};
use wire::{ExplorerGameView, ExplorerMoveView, ExplorerView, Player, Standing};

/// Example games are listed for up to this many moves.
const MOVES_WITH_GAMES: usize = 20;

/// Answers a question. The players of this server's games are looked up.
pub async fn answered(
    app: &App,
    asked: &ExplorerQuestion,
    found: Option<ExplorerPosition>,
    complete: bool,
) -> Result<ExplorerView, ApiError> {
    let known = found.is_some();
    let found = found.unwrap_or(ExplorerPosition {
        results: Results::default(),
        ended: 0,
        moves: Vec::new(),
    });
    let collection = app.explorer.collection(&asked.source).ok();
    let seen = match &collection {
        Some(_) => HashMap::new(),
        None if known => players(app, &found).await?,
        None => HashMap::new(),
    };
    let shown = |(number, info): &(u32, GameInfo)| match &collection {
        Some(collection) => Some(recorded(&collection.name, *number, info)),
        None => seen.get(&info.event).map(|game| played(game, info)),
    };
    let moves = found.moves.iter().enumerate().map(|(at, one)| {
        let ExplorerMove { text, results, average_rating, last_played, examples, .. } = one;
        let Results { games, white, draws, black } = *results;
        let examples = if at < MOVES_WITH_GAMES { &examples[..] } else { &[] };
        ExplorerMoveView {
            text: text.clone(),
            games,
            white,
            draws,
            black,
            average_rating: *average_rating,
            last_played: last_played.map(|day| day.to_string()),
            examples: examples.iter().filter_map(shown).collect(),
        }
    });
    let Results { games, white, draws, black } = found.results;
    Ok(ExplorerView {
        games,
        white,
        draws,
        black,
        ended: found.ended,
        complete,
        ballots: ballots(&asked.rules, &asked.position),
        opening: NamedOpening::of(&asked.rules, &asked.position).map(opening_name),
        moves: moves.collect(),
    })
}

/// Returns the listed games of this server.
async fn players(
    app: &App,
    found: &ExplorerPosition,
) -> Result<HashMap<String, Summary>, ApiError> {
    let named = found.moves.iter().take(MOVES_WITH_GAMES).flat_map(|played| &played.examples);
    let ids = named.map(|(_, info)| info.event.clone()).collect();
    let games = app.supervisor.games.store().by_id(ids).await?;
    Ok(games.into_iter().map(|(game, _)| (game.id.clone(), game)).collect())
}

/// A game of this server.
fn played(game: &Summary, info: &GameInfo) -> ExplorerGameView {
    ExplorerGameView {
        players: game.players.clone(),
        ratings: ratings(info),
        event: None,
        date: info.date.map(|day| day.to_string()),
        result: game.standing(),
        link: format!("/game/{}", game.id),
    }
}

/// A game of a collection.
fn recorded(collection: &str, number: u32, info: &GameInfo) -> ExplorerGameView {
    let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let player = |name: &str| Player::Guest { name: some(name), like_account: false };
    let number = number.to_string();
    ExplorerGameView {
        players: [player(&info.white), player(&info.black)],
        ratings: ratings(info),
        event: some(&info.event),
        date: info.date.map(|day| day.to_string()),
        result: match info.result {
            Recorded::Win(Color::White) => Standing::White,
            Recorded::Win(Color::Black) => Standing::Black,
            Recorded::Draw => Standing::Draw,
            Recorded::BothLost | Recorded::Unknown => Standing::None,
        },
        link: format!("/analysis?{}", query(&[("source", collection), ("number", &number)])),
    }
}

fn ratings(info: &GameInfo) -> [Option<u16>; 2] {
    let ByColor { white, black } = info.ratings;
    [white, black]
}
