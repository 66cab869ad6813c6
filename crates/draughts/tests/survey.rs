//! Surveys of positions, within a limit on jumps (issue 15.5).

mod common;

use common::{position, with_a_large_stack};
use draughts::{AnyPosition, MoveError, measured, within};

/// The limit of a survey: what the search for the legal moves takes, or as much in total.
const MOST_JUMPS: u64 = 300_000;

/// The position of issue 15.5, which took 12.7 million jumps and four seconds.
fn nasty() -> AnyPosition {
    let fen = "WeBeeeBeBeBeeeeBeeeBWeeBBeeBBeeBeBBBeeBeBeBeBeBeBee";
    position("frisian,removal=at-once,turn-back=yes", fen)
}

#[test]
fn a_nasty_position_is_told_in_bounds() {
    with_a_large_stack(|| {
        let position = nasty();
        let (survey, jumps) = measured(|| position.survey());
        assert!(jumps <= MOST_JUMPS + 10, "{jumps}");
        assert!(!survey.whole, "it is no nasty position any more");
        let moves: Vec<_> = survey.moves.iter().map(|told| told.mv).collect();
        assert_eq!(moves, position.legal_moves(), "all legal moves, and no others");
        for told in survey.moves.iter().step_by(16) {
            let [path] = &told.paths[..] else { panic!("{} has one way", told.text) };
            assert_eq!(
                path.captured.iter().copied().collect::<draughts::SquareSet>(),
                told.mv.captured()
            );
            let (read, jumps) = measured(|| position.parse_move(&told.text));
            assert_eq!(read, Ok(told.mv), "{}", told.text);
            assert!(jumps <= MOST_JUMPS, "reading took {jumps}");
        }
    });
}

#[test]
fn a_usual_position_is_told_whole() {
    let position = position("international", "W:WK47,45:B14,19,29,31,42");
    let (survey, jumps) = measured(|| position.survey());
    assert!(survey.whole);
    assert_eq!(jumps, 0, "short searches are not counted");
    for told in &survey.moves {
        assert_eq!(told.paths, position.paths(&told.mv));
        assert_eq!(told.text, position.text(&told.mv));
    }
    assert_eq!(survey.narrowings, position.narrowings());
}

/// Further queries: parsing an ambiguous move, and explaining why another is illegal.
#[test]
fn questions_about_a_nasty_position_are_bounded() {
    with_a_large_stack(|| {
        let position = nasty();
        let legal = position.legal_moves();
        let (from, to) = (legal[0].from(), legal[0].to());
        let name = |square| position.name(square);
        // No capture is this short; the ends and one intermediate square are ambiguous.
        let shortly = format!("{}x{}x{}", name(from), name(to), name(to));
        let (read, jumps) = measured(|| position.parse_move(&shortly));
        assert!(matches!(read, Err(MoveError::Illegal(_) | MoveError::Ambiguous(_))), "{read:?}");
        assert!(jumps <= 4 * MOST_JUMPS, "reading took {jumps}");
        let (why, jumps) = measured(|| position.why_not(from, from));
        assert!(why.is_some() || legal.iter().any(|mv| mv.from() == mv.to()));
        assert!(jumps <= 4 * MOST_JUMPS, "the reason took {jumps}");
        let (_, jumps) = measured(|| position.outcome());
        assert_eq!(jumps, 0, "whether there is a move at all is seen at once");
    });
}

#[test]
fn work_is_given_up_where_it_takes_too_much() {
    with_a_large_stack(|| {
        let position = nasty();
        assert!(within(10_000, || position.legal_moves()).is_err());
        let (outer, jumps) =
            measured(|| within(10_000, || within(1_000_000, || position.survey())));
        assert!(outer.is_err());
        assert!(jumps <= 10_001, "{jumps}");
        assert!(!position.legal_moves().is_empty(), "and then all is as before");
    });
}
