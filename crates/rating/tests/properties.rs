//! Properties of every rating and every game.

use draughts_rating::{RatedOutcome, Rating, System};
use proptest::prelude::*;

fn outcome() -> impl Strategy<Value = RatedOutcome> {
    prop_oneof![Just(RatedOutcome::Loss), Just(RatedOutcome::Draw), Just(RatedOutcome::Win)]
}

/// Plausible ratings.
fn rating() -> impl Strategy<Value = Rating> {
    (600.0..2_400.0, 45.0..350.0, 0.03..0.09)
        .prop_map(|(value, deviation, volatility)| Rating::new(value, deviation, volatility))
}

/// Arbitrary numbers.
fn any_rating() -> impl Strategy<Value = Rating> {
    let any = || prop::num::f64::ANY;
    (any(), any(), any())
        .prop_map(|(value, deviation, volatility)| Rating::new(value, deviation, volatility))
}

fn games(
    rating: impl Strategy<Value = Rating>,
    most: usize,
) -> impl Strategy<Value = Vec<(Rating, RatedOutcome)>> {
    prop::collection::vec((rating, outcome()), 0..most)
}

fn is_sound(rating: &Rating) -> bool {
    (100.0..=4_000.0).contains(&rating.value())
        && (1.0..=350.0).contains(&rating.deviation())
        && (0.01..=0.1).contains(&rating.volatility())
}

/// Whether the value is not at a bound.
fn is_free(rating: &Rating) -> bool {
    rating.value() > 100.0 && rating.value() < 4_000.0
}

/// Mirrors a rating at 1500.
fn mirrored(rating: &Rating) -> Rating {
    Rating::new(3_000.0 - rating.value(), rating.deviation(), rating.volatility())
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

proptest! {
    #[test]
    fn every_number_is_finite(
        rating in any_rating(),
        games in games(any_rating(), 80),
        periods in prop::num::f64::ANY,
        tau in prop::num::f64::ANY,
    ) {
        let system = System::with_tau(tau);
        prop_assert!(is_sound(&rating));
        prop_assert!(is_sound(&rating.after_time(periods)));
        let after = rating.after(&games, &system);
        prop_assert!(is_sound(&after), "{after:?}");
        for (other, outcome) in &games {
            let after = rating.after_game(periods, *other, *outcome, &system);
            prop_assert!(is_sound(&after) && after.deviation() >= 45.0, "{after:?}");
            prop_assert!((0.0..=1.0).contains(&rating.expected(other)));
        }
    }

    #[test]
    fn both_sides_expect_one_point_together(one in any_rating(), other in any_rating()) {
        prop_assert!(close(one.expected(&other) + other.expected(&one), 1.0));
        prop_assert_eq!(one.value() > other.value() + 1e-6, one.expected(&other) > 0.5);
    }

    #[test]
    fn a_mirror_shows_the_same(rating in rating(), games in games(rating(), 20)) {
        let system = System::default();
        let seen: Vec<_> =
            games.iter().map(|(other, outcome)| (mirrored(other), outcome.reversed())).collect();
        let (after, seen) = (rating.after(&games, &system), mirrored(&rating).after(&seen, &system));
        prop_assume!(is_free(&after) && is_free(&seen));
        prop_assert!(close(after.value() - 1_500.0, 1_500.0 - seen.value()));
        prop_assert!(close(after.deviation(), seen.deviation()));
        prop_assert!(close(after.volatility(), seen.volatility()));
    }

    #[test]
    fn a_better_result_is_never_worse(
        rating in rating(),
        others in prop::collection::vec((rating(), outcome()), 1..12),
        which in any::<prop::sample::Index>(),
    ) {
        let system = System::default();
        let which = which.index(others.len());
        let after = [RatedOutcome::Loss, RatedOutcome::Draw, RatedOutcome::Win].map(|outcome| {
            let mut games = others.clone();
            games[which].1 = outcome;
            rating.after(&games, &system)
        });
        for pair in after.windows(2) {
            let rose = pair[0].value() < pair[1].value();
            let stuck = pair[0].value() == pair[1].value() && !is_free(&pair[0]);
            prop_assert!(rose || stuck, "{after:?}");
        }
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers(one in rating(), other in rating(), periods in 0.0..300.0) {
        let system = System::default();
        let after = |outcome| one.after_game(periods, other, outcome, &system).value();
        prop_assert!(after(RatedOutcome::Loss) < one.value() && one.value() < after(RatedOutcome::Win));
        let draw = after(RatedOutcome::Draw) - one.value();
        prop_assert!(draw == 0.0 || (draw > 0.0) == (other.value() > one.value()), "{draw}");
    }

    #[test]
    fn games_in_any_order(rating in rating(), games in games(rating(), 20)) {
        let backwards: Vec<_> = games.iter().rev().copied().collect();
        let system = System::default();
        let [one, other] = [&games, &backwards].map(|games| rating.after(games, &system));
        prop_assert!(close(one.value(), other.value()) && close(one.deviation(), other.deviation()));
    }

    #[test]
    fn time_adds_up(rating in any_rating(), first in 0.0..100.0, second in 0.0..100.0) {
        let steps = rating.after_time(first).after_time(second);
        prop_assert!(close(steps.deviation(), rating.after_time(first + second).deviation()));
        prop_assert!(steps.deviation() >= rating.deviation());
        prop_assert_eq!(steps.value(), rating.value());
    }

    #[test]
    fn a_game_makes_a_new_rating_surer(other in rating(), outcome in outcome()) {
        let after = Rating::default().after_game(1.0, other, outcome, &System::default());
        prop_assert!(after.deviation() < 350.0);
    }
}
