//! Annotations of imported games, which the log has no place for.

use super::Games;
use crate::blocking::Task;
use crate::error::ApiError;
use crate::import::{EFFORT, stopped};
use crate::live_game::State;
use crate::names::normalised;
use crate::store::{SqlChange, Value};
use crate::words::Phrase;
use arbiter::Log;
use draughts::within;
use pdn::{Form, Game, Judge, Variation};
use std::net::IpAddr;
use std::sync::Arc;
use wire::Player;

/// Tags that a game's page shows elsewhere, or that are meant for programs.
const SHOWN_ELSEWHERE: [&str; 7] = ["White", "Black", "Result", "GameType", "Rules", "FEN", "Seed"];

/// The annotations of an imported game, as its page shows them.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// Its tags.
    pub tags: Vec<(String, String)>,
    /// Its moves with comments and variations, if there are any.
    pub moves: Option<String>,
    /// Why the game stops before the record's end.
    pub stop: Option<Phrase>,
}

impl Games {
    /// Stores the record of a game that is about to be stored.
    pub(super) async fn keep_annotations(&self, id: &str, text: &str) -> Result<(), ApiError> {
        let keep = "INSERT INTO annotations (game, text) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        self.store.change(vec![SqlChange(keep, vec![id.into(), text.into()])]).await?;
        Ok(())
    }

    /// Deletes it again, because the game could not be stored.
    pub(super) async fn drop_annotations(&self, id: &str) {
        let drop = SqlChange("DELETE FROM annotations WHERE game = $1", vec![id.into()]);
        // A leftover belongs to no game and does no harm.
        let _ = self.store.change(vec![drop]).await;
    }

    async fn annotations(&self, id: &str) -> Result<Option<String>, ApiError> {
        let question = "SELECT text FROM annotations WHERE game = $1";
        let found = self.store.rows(question, vec![id.into()]).await?;
        Ok(found.into_iter().flatten().next().map(Value::text).transpose()?)
    }

    /// Returns a game as PDN, with the annotations of its record.
    pub async fn pdn(
        &self,
        id: &str,
        state: Arc<State>,
        address: Option<IpAddr>,
    ) -> Result<String, ApiError> {
        let text = self.annotations(id).await?;
        let write = move || {
            let mut game = written(&state.log, text.as_deref());
            for (tag, player) in ["WhiteType", "BlackType"].into_iter().zip(state.seats.players()) {
                // Whether a guest is a program is not known.
                if matches!(player, Player::Computer { .. }) {
                    game.set_tag(tag, "program");
                }
            }
            game.to_pdn(Form::Pdn3)
        };
        self.pool.soon(address, Task::Games, write).await
    }

    /// Returns the annotations of an imported game, for its page.
    pub async fn told_by_record(
        &self,
        id: &str,
        state: Arc<State>,
        address: Option<IpAddr>,
    ) -> Result<Option<Annotations>, ApiError> {
        let Some(text) = self.annotations(id).await? else { return Ok(None) };
        self.pool.soon(address, Task::Games, move || told(&state.log, &text)).await
    }
}

fn read(text: &str) -> Option<Game> {
    pdn::Games::new(text.as_bytes()).next()?.ok()
}

fn written(log: &Log, text: Option<&str>) -> Game {
    let annotated = || {
        let source = read(text?)?;
        let judge = Judge::of(log.table().terms().rules.clone());
        Some(record::annotated(log, &source, &judge.replay(&source)))
    };
    within(EFFORT, annotated).ok().flatten().unwrap_or_else(|| record::pdn_of(log))
}

fn told(log: &Log, text: &str) -> Option<Annotations> {
    let source = read(text)?;
    let judge = Judge::of(log.table().terms().rules.clone());
    let tell = || {
        let replay = judge.replay(&source);
        let stop = record::log_up_to(&source, &replay).ok().and_then(|(_, stop)| stop);
        let game = record::annotated(log, &source, &replay);
        Annotations {
            tags: game
                .tags
                .iter()
                .filter(|tag| is_shown(&tag.name, &tag.value))
                .map(shown)
                .collect(),
            moves: is_annotated(&game.line).then(|| moves(&game)),
            stop: stop.map(|stop| stopped(&stop, &source).what),
        }
    };
    within(EFFORT, tell).ok()
}

fn is_shown(name: &str, value: &str) -> bool {
    let is_known = !matches!(value.trim(), "" | "?" | "????.??.??");
    is_known && !SHOWN_ELSEWHERE.contains(&name)
}

fn shown(tag: &pdn::Tag) -> (String, String) {
    (normalised(&tag.name), normalised(&tag.value))
}

fn is_annotated(line: &Variation) -> bool {
    let says = |step: &pdn::Step| {
        !(step.comments.is_empty()
            && step.variations.is_empty()
            && step.marks.is_empty()
            && step.nags.is_empty())
    };
    !line.comments.is_empty() || line.steps.iter().any(says)
}

fn moves(game: &Game) -> String {
    let line = Game { tags: Vec::new(), ..game.clone() };
    let text = line.to_pdn(Form::Pdn3);
    normalised(text.trim_end().trim_end_matches('*').trim_end())
}
