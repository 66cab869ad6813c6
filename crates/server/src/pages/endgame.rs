//! Endgames: set up a position with few pieces, see what the endgame tables say, and play it out against perfect play.
//! The whole state is in the address, so that every move is a link.

use super::query;
use super::render::page;
use super::settings::Visitor;
use super::titles::{choices, usual};
use crate::api::{self, CountedAddress};
use crate::endgames::Probed;
use crate::error::ApiError;
use crate::server::App;
use crate::words::rulebook::draw_rule;
use crate::words::{self, Language, Phrase, Voice};
use arbiter::{EndReason, Ending};
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Router, routing};
use draughts::{AnyPosition, Color, Game, Move, Outcome, Ruleset};
use endgame::{Material, Ruling, TableEntry, Tables, Totals, Verdict, Wld};
use minijinja::{Value, context};
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;
use wire::{Category, LONGEST_FEN};

/// The route of endings.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/endgame", routing::get(endgame))
}

/// The position to show.
#[derive(Default, Deserialize)]
#[serde(default)]
struct EndgameQuery {
    rules: String,
    fen: String,
    /// Moves from there.
    moves: String,
    /// The visitor's side when playing it out: `white` or `black`.
    play: String,
    /// The slice whose longest win is to be shown instead of a position.
    longest: String,
}

/// The state in the address: a position and the moves that led to it.
struct Place {
    rules: Ruleset,
    fen: String,
    game: Game,
    /// The visitor's side, when playing against the tables.
    player: Option<Color>,
}

async fn endgame(
    State(app): State<Arc<App>>,
    CountedAddress(address): CountedAddress,
    visitor: Visitor,
    Query(asked): Query<EndgameQuery>,
) -> Response {
    let (rules, wrong_rules) = match asked.rules.as_str() {
        "" => (usual(visitor.language).into(), None),
        text => match api::read_rules(text) {
            Ok(rules) => (rules, None),
            Err(error) => (usual(visitor.language).into(), Some(error)),
        },
    };
    if !asked.longest.is_empty() && wrong_rules.is_none() {
        match longest_win(&app, address, &rules, &asked.longest).await {
            Ok(fen) => return Redirect::to(&address_of(&rules, &fen, &[], None)).into_response(),
            Err(error) => return shown(&visitor, &rules, &asked, Err(error), Ok(Vec::new())),
        }
    }
    let looked = match wrong_rules {
        Some(error) => Err(error),
        None => look(&app, address, rules.clone(), &asked).await,
    };
    // If the tables do not have the position, offer endgames that they have.
    let slices = app.endgames.slices(&rules, address).await;
    shown(&visitor, &rules, &asked, looked, slices)
}

/// Shows the longest win of a slice; by default of one with three pieces.
async fn longest_win(
    app: &App,
    address: Option<IpAddr>,
    rules: &Ruleset,
    slice: &str,
) -> Result<String, ApiError> {
    let slice: Material =
        slice.parse().map_err(|()| ApiError::Malformed(format!("there is no slice {slice}")))?;
    let found = app.endgames.longest_win(rules, slice, address).await?;
    found.ok_or(ApiError::NoLongestWin)
}

/// Shows the position, with the tables' verdict.
async fn look(
    app: &App,
    address: Option<IpAddr>,
    rules: Ruleset,
    asked: &EndgameQuery,
) -> Result<(Place, Probed), ApiError> {
    let fen = match asked.fen.trim() {
        "" => example(app, address, &rules).await?,
        fen => fen.to_owned(),
    };
    if fen.len() > LONGEST_FEN || asked.moves.len() > api::LONGEST_MOVES {
        return Err(ApiError::Malformed("the position is too long".to_owned()));
    }
    let game = api::read_game(app, address, &rules, &fen, &asked.moves).await?;
    let player = match asked.play.as_str() {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    };
    let mut place = Place { rules, fen, game, player };
    let mut probed = app.endgames.probe(&place.game, BEST_PLAY, address).await?;
    let replies = player.is_some_and(|player| place.game.position().turn() != player);
    if let Some((reply, _)) = probed.moves.first().filter(|_| replies) {
        place.game.play_unchecked(reply);
        probed = app.endgames.probe(&place.game, BEST_PLAY, address).await?;
    }
    Ok((place, probed))
}

/// The number of plies of best play shown.
const BEST_PLAY: usize = 24;

/// Returns an example position: the longest win with three pieces.
async fn example(app: &App, address: Option<IpAddr>, rules: &Ruleset) -> Result<String, ApiError> {
    let slices = app.endgames.slices(rules, address).await?;
    let of_three = slices.iter().filter(|(slice, _)| slice.pieces() == 3);
    let longest = of_three.max_by_key(|(_, totals)| win(totals));
    let Some((slice, _)) = longest else { return Err(ApiError::NoLongestWin) };
    longest_win(app, address, rules, &slice.to_string()).await
}

/// The longest win of a slice in plies; 0 if there is none or it is unknown.
fn win(totals: &Totals) -> u16 {
    totals.dtw.map_or(0, |longest| longest.win)
}

fn shown(
    visitor: &Visitor,
    rules: &Ruleset,
    asked: &EndgameQuery,
    looked: Result<(Place, Probed), ApiError>,
    slices: Result<Vec<(Material, Totals)>, ApiError>,
) -> Response {
    let (language, voice) = (visitor.language, visitor.voice(rules));
    let (found, slices) = (looked.as_ref().ok(), slices.as_deref());
    let error = looked.as_ref().err().or(slices.err());
    let trouble = error.map(|error| Phrase::from(error).said(language));
    let fen = found
        .map_or_else(|| asked.fen.trim().to_owned(), |(place, _)| place.game.position().to_fen());
    let scene = found.map(|_| query(&[("rules", &rules.to_string()), ("fen", &fen)]));
    let about = context! {
        chosen => rules.to_string(),
        rules => choices(Some(rules), visitor),
        board => visitor.board(rules),
        fen,
        scene,
        answer => found.map(|(place, probed)| answer(place, probed, voice)),
        longest => longest(rules, slices.unwrap_or_default(), language),
        trouble,
    };
    page(visitor, "endgame.html", about)
}

/// Returns the address of a position after moves.
fn address_of(rules: &Ruleset, fen: &str, moves: &[String], player: Option<Color>) -> String {
    let (rules, moves) = (rules.to_string(), moves.join(" "));
    let mut parts = vec![("rules", rules.as_str()), ("fen", fen)];
    if !moves.is_empty() {
        parts.push(("moves", &moves));
    }
    parts.extend(player.map(|player| ("play", name_of(player))));
    format!("/endgame?{}", query(&parts))
}

fn name_of(side: Color) -> &'static str {
    match side {
        Color::White => "white",
        Color::Black => "black",
    }
}

impl Place {
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String> {
        let moves = self.game.history().enumerate();
        moves.filter_map(|(ply, mv)| Some(self.game.position_after(ply)?.text(mv))).collect()
    }

    fn address(&self, moves: &[String], player: Option<Color>) -> String {
        address_of(&self.rules, &self.fen, moves, player)
    }
}

/// The tables' verdict, as template data.
fn answer(place: &Place, probed: &Probed, voice: Voice) -> Value {
    let position = place.game.position();
    let turn = position.turn();
    let moves = place.moves();
    let rows: Vec<Value> = probed
        .moves
        .iter()
        .map(|(mv, verdict)| {
            let text = position.text(mv);
            let next: Vec<String> = moves.iter().cloned().chain([text.clone()]).collect();
            context! {
                text,
                kind => kind(verdict),
                said => of_move(verdict).said(voice),
                address => place.address(&next, place.player),
            }
        })
        .collect();
    let line: Vec<Value> = (0..moves.len())
        .map(|ply| {
            let address = place.address(&moves[..=ply], None);
            context! { text => &moves[ply], address, last => ply + 1 == moves.len() }
        })
        .collect();
    let back = moves.len().checked_sub(1).map(|last| place.address(&moves[..last], None));
    let outcome = place.game.outcome();
    let ending = outcome.map(|Outcome { winner, reason }| {
        let ending = Ending { winner, reason: EndReason::Rules(reason) };
        let said = words::ending(&ending, position);
        said.iter().map(|phrase| phrase.said(voice)).collect::<Vec<_>>().join(" ")
    });
    let winner = match probed.verdict.entry.wld {
        Wld::Win => Some(turn),
        Wld::Draw => None,
        Wld::Loss => Some(!turn),
    };
    context! {
        kind => kind(&probed.verdict),
        winner => winner.filter(|_| is_decided(&probed.verdict)).map(name_of),
        headline => headline(&probed.verdict, turn).said(voice),
        notes => notes(position, probed, voice),
        over => ending,
        pieces => Tables::needs(position),
        rows,
        best => probed.line.join(" "),
        line,
        back,
        start => (!moves.is_empty()).then(|| place.address(&[], place.player)),
        turn => name_of(turn),
        player => place.player.map(name_of),
        look => place.player.map(|_| place.address(&moves, None)),
        play_white => place.address(&moves, Some(Color::White)),
        play_black => place.address(&moves, Some(Color::Black)),
        hub => position.to_hub(),
        from => &place.fen,
        moves => moves.join(" "),
        address => place.address(&moves, place.player),
    }
}

/// Whether no draw rule affects a win or loss.
fn is_decided(verdict: &Verdict) -> bool {
    matches!(Category::of(verdict), Category::Win | Category::Loss | Category::Unknown)
}

/// The style of a verdict, for the side to move or the side that made the move.
fn kind(verdict: &Verdict) -> &'static str {
    match (Category::of(verdict), verdict.entry.wld) {
        (Category::Win, _) => "win",
        (Category::Loss, _) => "loss",
        (Category::Unknown, Wld::Win) => "win maybe",
        (Category::Unknown, _) => "loss maybe",
        _ => "draw",
    }
}

/// The number of moves the winner needs to end the game.
fn moves_to_win(entry: &TableEntry) -> Option<u16> {
    entry.dtw.map(|plies| plies.div_ceil(2))
}

/// The verdict in a few words.
fn headline(verdict: &Verdict, turn: Color) -> Phrase {
    let winner = match verdict.entry.wld {
        Wld::Win => turn,
        Wld::Draw => return Phrase::new("endgame.draw"),
        Wld::Loss => !turn,
    };
    if !is_decided(verdict) {
        return Phrase::new("endgame.draw-by-rule");
    }
    match (moves_to_win(&verdict.entry), winner) {
        (Some(moves), Color::White) => Phrase::new("endgame.white-wins-in").with("moves", moves),
        (Some(moves), Color::Black) => Phrase::new("endgame.black-wins-in").with("moves", moves),
        (None, Color::White) => Phrase::new("endgame.white-wins"),
        (None, Color::Black) => Phrase::new("endgame.black-wins"),
    }
}

/// Returns further notes on a verdict.
fn notes(position: &AnyPosition, probed: &Probed, voice: Voice) -> Vec<String> {
    let Probed { verdict, moves, .. } = probed;
    let mut notes = Vec::new();
    if let Some(Ruling { rule, verdict: with_rule, moves: late }) = &verdict.rule {
        let by_board = Verdict { rule: None, ..*verdict };
        notes.push(match with_rule {
            None => Phrase::new("endgame.rule-unknown"),
            Some(_) => Phrase::new("endgame.rule-late")
                .with("verdict", headline(&by_board, position.turn()))
                .with("count", *late),
        });
        notes.push(draw_rule(rule));
    }
    let keeps = |(_, other): &&(Move, Verdict)| Category::of(other) == Category::of(verdict);
    let mut keeping = moves.iter().filter(keeps);
    if let (Some((only, _)), None, true) = (keeping.next(), keeping.next(), moves.len() > 1) {
        let key = match Category::of(verdict) {
            Category::Win => Some("endgame.only-wins"),
            Category::Draw => Some("endgame.only-draws"),
            _ => None,
        };
        notes.extend(key.map(|key| Phrase::new(key).with("move", position.text(only))));
    }
    notes.iter().map(|phrase| phrase.said(voice)).collect()
}

/// Describes the result of a move, for the side that makes it.
fn of_move(verdict: &Verdict) -> Phrase {
    let with = |near: &'static str, far: &'static str| match moves_to_win(&verdict.entry) {
        Some(moves) => Phrase::new(near).with("moves", moves),
        None => Phrase::new(far),
    };
    match (Category::of(verdict), verdict.entry.wld) {
        (Category::Win, _) => with("endgame.move-wins-in", "endgame.move-wins"),
        (Category::Loss, _) => with("endgame.move-loses-in", "endgame.move-loses"),
        (Category::Draw, _) => Phrase::new("endgame.move-draws"),
        (Category::WinSpoiled, _) => Phrase::new("endgame.move-spoiled"),
        (Category::LossSaved, _) => Phrase::new("endgame.move-saved"),
        (Category::Unknown, Wld::Win) => Phrase::new("endgame.move-wins-perhaps"),
        (Category::Unknown, _) => Phrase::new("endgame.move-loses-perhaps"),
    }
}

/// The slices with their longest wins, by number of pieces, longest win first.
fn longest(rules: &Ruleset, slices: &[(Material, Totals)], language: Language) -> Vec<Value> {
    let mut groups = Vec::new();
    for pieces in (2..=endgame::MAX_PIECES).rev() {
        let mut group: Vec<_> = slices
            .iter()
            .filter(|(slice, totals)| slice.pieces() == pieces && win(totals) > 0)
            .collect();
        group.sort_by_key(|(_, totals)| std::cmp::Reverse(win(totals)));
        let links: Vec<Value> = group
            .iter()
            .map(|(slice, totals)| {
                let parts = [("rules", rules.to_string()), ("longest", slice.to_string())];
                let parts = parts.each_ref().map(|(name, value)| (*name, value.as_str()));
                context! {
                    name => named(slice).said(language),
                    moves => win(totals).div_ceil(2),
                    address => format!("/endgame?{}", query(&parts)),
                }
            })
            .collect();
        if !links.is_empty() {
            groups.push(context! { pieces, links });
        }
    }
    groups
}

/// A slice in words: "1 man and 1 king against 2 men".
fn named(slice: &Material) -> Phrase {
    let side = |men: u8, kings: u8| {
        let men = (men > 0).then(|| Phrase::new("endgame.men").with("count", men));
        let kings = (kings > 0).then(|| Phrase::new("endgame.kings").with("count", kings));
        match (men, kings) {
            (Some(men), Some(kings)) => {
                Phrase::new("endgame.and").with("men", men).with("kings", kings)
            }
            (men, kings) => men.or(kings).unwrap_or_else(|| Phrase::new("player.nobody")),
        }
    };
    Phrase::new("endgame.against")
        .with("own", side(slice.men, slice.kings))
        .with("other", side(slice.opp_men, slice.opp_kings))
}
