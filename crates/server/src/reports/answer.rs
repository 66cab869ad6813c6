//! Another move in place of a mistake, judged as the mistake was.

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
    /// What is thought of another move in place of one that a report has marked. It waits for its turn like a hint.
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
        let (game, mv) = asked(&state, question)?;
        let nodes = nodes(state.plies());
        let advisers = self.supervisor.advisers();
        let _turn = advisers.analysis_turn(nodes, address).await?;
        let mut engine = advisers.analysis_engine();
        let work = tokio::task::spawn_blocking(move || {
            let limits = Limits::nodes(nodes);
            let mut reviewer = Reviewer { engine: &mut engine, limits, stop: Stop::new() };
            within(MOST_JUMPS, || reviewer.review_move(&game, &mv))
        });
        let review = joined(work).await?.map_err(|_| ApiError::Busy)?.ok_or(ApiError::Busy)?;
        Ok(view(&review))
    }
}

/// The game up to a ply, and the move that is played there instead.
fn asked(state: &State, question: &AnswerQuestion) -> Result<(Game, Move), ApiError> {
    let whole = state.log.table().game();
    let mut game = Game::from_position(whole.rules().clone(), *whole.start());
    for mv in whole.history().take(question.ply - 1) {
        game.play(mv).map_err(|error| ApiError::Broken(error.to_string()))?;
    }
    let refused = |error| ApiError::Refused(arbiter::Refusal::Move(error));
    let mv = game.position().parse_move(&question.text).map_err(refused)?;
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
