//! Converts reviews to API types.

use draughts::{AnyPosition, Color, Move};
use engine::Score;
use review::{
    GameStage, Judged, Lead, Mark, NamedOpening, NewKing, Outcomes, Review, Shot, ShotCount,
    ThrownAway, TimeUse,
};
use wire::{
    ChancesView, CostView, GameReport, JudgedMove, LeadView, MarkWord, NewKingView, OpeningName,
    PhaseView, REPORT_VERSION, ScoreView, ShotCountView, ShotView, SideReport, StageAccuracies,
    ThrownAwayView, TimeUseView,
};

/// Converts a review to a report.
pub fn report(review: &Review) -> GameReport {
    GameReport {
        version: REPORT_VERSION,
        start: percent(review.expected().first().copied().unwrap_or(0.5)),
        white: side(review, Color::White),
        black: side(review, Color::Black),
        moves: review.moves.iter().map(|judged| of_move(review, judged)).collect(),
        turning_points: review.turning_points().map(|judged| judged.step + 1).collect(),
        phases: review
            .phases()
            .iter()
            .map(|phase| PhaseView {
                until: phase.last.step + 1,
                side: phase.side(),
                winning: phase.is_winning(),
            })
            .collect(),
        opening: review.opening().into_iter().map(str::to_owned).collect(),
        opening_name: review.opening_name().map(opening_name),
    }
}

/// The name of an opening.
pub fn opening_name(NamedOpening { name, russian }: NamedOpening) -> OpeningName {
    OpeningName { name: name.to_owned(), russian: russian.map(str::to_owned) }
}

/// Converts the summary of a side.
pub fn side(review: &Review, color: Color) -> SideReport {
    let summary = review.side(color);
    let ply = |index: usize| review.moves[index].step + 1;
    let stage = |stage| review.accuracy_in(color, stage).map(rounded);
    let shots = |ShotCount { moves, available, missed }| ShotCountView { moves, available, missed };
    let king = |NewKing { made, moved, taken }| NewKingView {
        made: ply(made),
        moved: moved.map(ply),
        taken,
    };
    SideReport {
        accuracy: summary.accuracy.map(rounded),
        inaccuracies: summary.inaccuracies,
        mistakes: summary.mistakes,
        blunders: summary.blunders,
        missed_shots: summary.missed_shots,
        stages: StageAccuracies {
            opening: stage(GameStage::Opening),
            middle: stage(GameStage::Middle),
            endgame: stage(GameStage::Endgame),
        },
        shots: review.shots(color).into_iter().map(shots).collect(),
        counter_shots: review.counter_shots(color).into_iter().map(ply).collect(),
        costly_exchanges: review.costly_exchanges(color).into_iter().map(ply).collect(),
        highest_lead: review.highest_lead(color).map(|Lead { after, expected }| LeadView {
            ply: ply(after),
            expected: percent(expected),
        }),
        new_kings: review.new_kings(color).into_iter().map(king).collect(),
        time: review.time_use(color).map(|TimeUse { moves, total, longest, longest_at }| {
            TimeUseView {
                moves,
                total: rounded(total.as_secs_f64()),
                longest: rounded(longest.as_secs_f64()),
                longest_ply: ply(longest_at),
            }
        }),
    }
}

fn of_move(review: &Review, judged: &Judged) -> JudgedMove {
    let color = judged.color();
    let for_white = |outcomes: Outcomes| if color == Color::White { outcomes } else { -outcomes };
    let expected = |outcomes| percent(for_white(outcomes).expected());
    let chances = for_white(judged.after);
    let position = &judged.position;
    let after = || position.play_unchecked(&judged.mv);
    let line = |moves: &[Move]| if judged.mark.is_some() { texts(moves, position) } else { vec![] };
    JudgedMove {
        ply: judged.step + 1,
        number: judged.number.clone(),
        side: color,
        text: position.text(&judged.mv),
        fen: position.to_fen(),
        forced: judged.forced,
        before: expected(judged.before),
        after: expected(judged.after),
        chances: ChancesView {
            white: percent(chances.win),
            draw: percent(chances.draw),
            black: percent(chances.loss),
        },
        theory: judged.theory.map(Into::into),
        score: match judged.played.score {
            Score::Centimen(value) => ScoreView::Men(f64::from(value) / 100.0),
            Score::WinsIn(plies) => ScoreView::WinsIn(plies),
            Score::LosesIn(plies) => ScoreView::LosesIn(plies),
        },
        depth: judged.played.depth,
        mark: judged.mark.map(|mark| match mark {
            Mark::Inaccuracy => MarkWord::Inaccuracy,
            Mark::Mistake => MarkWord::Mistake,
            Mark::Blunder => MarkWord::Blunder,
        }),
        better: line(&judged.best.line),
        played: line(&judged.played.line),
        missed_shot: judged.missed.as_ref().map(|missed| shot(missed, position)),
        allowed_shot: judged.allowed.as_ref().map(|allowed| shot(allowed, &after())),
        thrown_away: judged
            .thrown_away
            .map(|ThrownAway { had, kept }| ThrownAwayView { had: had.into(), kept: kept.into() }),
        slips: judged.slips(),
        costs: review.cost(judged).map(|cost| CostView {
            men: cost.men.unsigned_abs(),
            kings: cost.kings.unsigned_abs(),
        }),
        spent: judged.spent.map(|spent| rounded(spent.as_secs_f64())),
    }
}

/// The expected line from a move on.
pub fn line(judged: &Judged) -> Vec<String> {
    texts(&judged.played.line, &judged.position)
}

fn shot(shot: &Shot, start: &AnyPosition) -> ShotView {
    ShotView {
        line: texts(&shot.line, start),
        men: shot.gain.men,
        kings: shot.gain.kings,
        wins: shot.wins,
    }
}

/// The moves of a line as text.
pub fn texts(moves: &[Move], start: &AnyPosition) -> Vec<String> {
    let texts = moves.iter().scan(*start, |position, mv| {
        let text = position.text(mv);
        *position = position.play_unchecked(mv);
        Some(text)
    });
    texts.collect()
}

/// Converts a share to percent.
fn percent(share: f64) -> f64 {
    rounded(100.0 * share)
}

/// Rounds to one decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
