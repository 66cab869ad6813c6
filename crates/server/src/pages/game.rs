//! The page of one game: a live board with JavaScript, the game's record without it.

use super::clocks;
use super::from_here;
use super::render::page;
use super::settings::Visitor;
use super::titles::{player_of, title};
use super::variants::{address, play};
use crate::error::ApiError;
use crate::games::Annotations;
use crate::guard::Caller;
use crate::live_game::State;
use crate::seats::{Requester, Seat};
use crate::server::App;
use crate::{chat, lan, words};
use arbiter::{Opening, Phase, Terms, TimeControl};
use axum::extract::{Extension, Path, State as Shared};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use draughts::Color;
use minijinja::context;
use std::sync::Arc;

/// `GET /game/{id}`.
pub async fn game(
    Shared(app): Shared<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    who: Requester,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let live = app.supervisor.games.find(&id).await?;
    live.seen(&who);
    let state = live.state();
    let games = &app.supervisor.games;
    let told = games.told_by_record(&id, Arc::clone(&state), who.address).await?;
    let table = state.log.table();
    let moves: Vec<Vec<String>> = table.moves().chunks(2).map(<[String]>::to_vec).collect();
    let name = |side| player_of(&state, side, &visitor);
    let ending = table.ending().map(|ending| words::ending(ending, table.game().position()));
    let ending = ending.iter().flatten();
    let voice = visitor.voice(&table.terms().rules);
    let pace = arbiter::presets().find(|preset| preset.control == table.terms().clock);
    let about = context! {
        id => &id,
        title => title(&table.terms().rules, visitor.language),
        rules => address(&table.terms().rules),
        play => play(&table.terms().rules),
        board => visitor.board(&table.terms().rules),
        first => table.terms().rules.first.to_string(),
        clock => clocks::clock(&table.terms().clock, visitor.language),
        has_clock => table.terms().clock != TimeControl::None,
        open => state.seats.is_open() && table.phase() == Phase::Waiting,
        slow => matches!(table.terms().clock, TimeControl::Correspondence { .. }),
        pace => pace.map(|preset| preset.word),
        rated => state.seats.rated,
        touch_move => table.terms().touch_move,
        seed => table.terms().seed.to_string(),
        same => same_game(&state),
        from_here => from_here::is_offered(&state).then(|| from_here::last_playable(&state)),
        told => told.map(|Annotations { tags, moves, stop }| {
            context! { tags, moves, stop => stop.map(|stop| stop.said(visitor.language)) }
        }),
        elsewhere => elsewhere(&app, caller),
        white => name(Color::White),
        black => name(Color::Black),
        ending => ending.map(|phrase| phrase.said(voice)).collect::<Vec<_>>(),
        listed => state.public,
        preview => state.public.then(|| preview(&app, &headers, &id, &state)).flatten(),
        fen => table.game().position().to_fen(),
        plies => table.moves().len(),
        moves,
        longest => chat::LONGEST,
    };
    Ok(page(&visitor, "game.html", about))
}

/// Returns the form fields that create the same kind of game: the same terms, seed and kind of opponent.
fn same_game(state: &State) -> Vec<(&'static str, String)> {
    let Terms { rules, seed, clock, colors, opening, touch_move, .. } = state.log.table().terms();
    let seats = [Color::White, Color::Black].map(|side| state.seats.of(side));
    let level = seats.iter().find_map(|seat| match seat {
        Seat::Computer(level) => Some(level.to_string()),
        _ => None,
    });
    let opponent = match (&level, seats) {
        (Some(_), _) => "computer",
        (None, [white, black]) if white == black => "here",
        (None, _) => "friend",
    };
    let mut fields = vec![
        ("rules", rules.to_string()),
        ("seed", seed.to_string()),
        ("opponent", opponent.to_owned()),
        ("color", colors.to_string()),
        ("clock", "own".to_owned()),
        ("own_clock", clock.to_string()),
    ];
    fields.extend(level.map(|level| ("level", level)));
    match opening {
        Opening::Standard => fields.push(("opening", "standard".to_owned())),
        Opening::Position(fen) => {
            fields.extend([("opening", "position".to_owned()), ("fen", fen.clone())]);
        }
        Opening::ThreeMove(number) => {
            fields.push(("opening", "three-move".to_owned()));
            fields.extend(number.map(|number| ("ballot", number.to_string())));
        }
        Opening::Table(name) => {
            fields.push(("opening", "table".to_owned()));
            fields.extend(name.clone().map(|name| ("ballot", name)));
        }
        Opening::Random { plies } => {
            fields.extend([("opening", "random".to_owned()), ("plies", plies.to_string())]);
        }
    }
    if *touch_move {
        fields.push(("touch_move", "on".to_owned()));
    }
    fields
}

/// Returns this server's address for other devices if the visitor is at this machine, because `localhost` would mean
/// each of those devices itself. Nobody else needs to see it.
fn elsewhere(app: &App, caller: Caller) -> Option<String> {
    let found = lan::addresses(app.address).into_iter().find(|_| app.guard.is_at_home(caller))?;
    Some(format!("http://{found}"))
}

/// Returns the address of a picture of the game for link previews; `None` for unlisted games.
fn preview(app: &App, headers: &HeaderMap, id: &str, state: &State) -> Option<String> {
    let public = app.guard.settings.public_url.as_ref().map(|url| url.origin().to_owned());
    let asked = || Some(format!("http://{}", headers.get(header::HOST)?.to_str().ok()?));
    let flip = state.log.table().terms().rules.first == Color::Black;
    let picture = format!("/api/games/{id}/position.png?width=600&flip={flip}");
    Some(public.or_else(asked)? + &picture)
}
