//! Judging another move instead of a mistake.

use super::{MOST_JUMPS, Reports, made, nodes};
use crate::error::ApiError;
use crate::live_game::State;
use crate::pages::reasons;
use crate::panics::joined;
use draughts::{Game, Move, within};
use engine::{Limits, Stop};
use review::{Review, Reviewer};
use std::net::IpAddr;
use wire::{AnswerQuestion, AnswerView};

impl Reports {
    /// Judges a move instead of one that a report has marked. It is queued like a hint.
    pub async fn answer(
        &self,
        id: &str,
        address: Option<IpAddr>,
        question: &AnswerQuestion,
    ) -> Result<AnswerView, ApiError> {
        let state = self.finished(id).await?;
        let report = self.stored(id).await?.ok_or(ApiError::NoPage)?;
        let judged = question.ply.checked_sub(1).and_then(|index| report.moves.get(index));
        judged
            .filter(|judged| judged.mark.is_some())
            .ok_or(ApiError::NoPly { plies: state.plies() })?;
        let review = self.judge(&state, question.ply, Some(&question.text), address).await?;
        Ok(view(&review))
    }

    /// Judges a move instead of one of the game, or that move itself.
    pub(crate) async fn judge(
        &self,
        state: &State,
        ply: usize,
        text: Option<&str>,
        address: Option<IpAddr>,
    ) -> Result<Review, ApiError> {
        let (game, mv) = asked(state, ply, text)?;
        let nodes = nodes(state.plies());
        let advisers = self.supervisor.advisers();
        let _turn = advisers.analysis_turn(nodes, address).await?;
        let mut engine = advisers.analysis_engine();
        let work = tokio::task::spawn_blocking(move || {
            let limits = Limits::nodes(nodes);
            let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
            within(MOST_JUMPS, || reviewer.review_move(&game, &mv))
        });
        joined(work).await?.map_err(|_| ApiError::Busy)?.ok_or(ApiError::Busy)
    }
}

/// Returns the game up to a ply with another move played there; without one, the game's own.
fn asked(state: &State, ply: usize, text: Option<&str>) -> Result<(Game, Move), ApiError> {
    let whole = state.log.table().game();
    let no_ply = || ApiError::NoPly { plies: state.plies() };
    let index = ply.checked_sub(1).ok_or_else(no_ply)?;
    let own = whole.history().nth(index).copied().ok_or_else(no_ply)?;
    let mut game = Game::from_position(whole.rules().clone(), *whole.start());
    for mv in whole.history().take(index) {
        game.play(mv).map_err(|error| ApiError::Broken(error.to_string()))?;
    }
    let refused = |error| ApiError::Refused(arbiter::Refusal::Move(error));
    let mv = match text {
        Some(text) => game.position().parse_move(text).map_err(refused)?,
        None => own,
    };
    Ok((game, mv))
}

fn view(review: &Review) -> AnswerView {
    let report = made::report(review);
    let judged = &report.moves[0];
    let right = judged.mark.is_none();
    AnswerView {
        right,
        loss: (judged.before - judged.after).abs(),
        line: made::line(&review.moves[0]),
        reasons: if right { Vec::new() } else { reasons(judged) },
    }
}
