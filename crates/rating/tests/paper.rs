//! The worked example of Mark Glickman's paper on Glicko-2, and speeds.

use draughts_rating::{RatedOutcome, Rating, Speed, System, periods};

const DAY: u64 = 24 * 60 * 60 * 1_000;

/// The paper says 1464.06, 151.52 and 0.05999, with intermediate rounding.
#[test]
fn the_example_of_the_paper() {
    let others = [
        (Rating::new(1400.0, 30.0, 0.06), RatedOutcome::Win),
        (Rating::new(1550.0, 100.0, 0.06), RatedOutcome::Loss),
        (Rating::new(1700.0, 300.0, 0.06), RatedOutcome::Loss),
    ];
    let after = Rating::new(1500.0, 200.0, 0.06).after(&others, &System::default());
    assert!((after.value() - 1464.06).abs() < 0.01, "{after:?}");
    assert!((after.value() - 1464.05067).abs() < 1e-5, "{after:?}");
    assert!((after.deviation() - 151.52).abs() < 0.005, "{after:?}");
    assert!((after.volatility() - 0.05999).abs() < 0.00001, "{after:?}");
}

#[test]
fn who_does_not_play_is_less_known() {
    let rating = Rating::new(1500.0, 200.0, 0.06);
    let idle = rating.after(&[], &System::default());
    assert_eq!((idle.value(), idle.volatility()), (1500.0, 0.06));
    let grown = (200.0_f64.powi(2) + (0.06 * 173.7178_f64).powi(2)).sqrt();
    assert!((idle.deviation() - grown).abs() < 1e-9);
    assert_eq!(rating.after_time(1e300).deviation(), 350.0);
    let game = rating.after_game(1e300, Rating::default(), RatedOutcome::Win, &System::default());
    let new =
        Rating::default().after_game(1.0, Rating::default(), RatedOutcome::Win, &System::default());
    assert!((game.value() - new.value()).abs() < 1e-9, "nobody is less known than a new player");
}

/// A year: 110 is where a rating becomes provisional again.
#[test]
fn a_year_makes_a_rating_provisional() {
    let rating = Rating::new(2000.0, 60.0, 0.06);
    assert!(!rating.after_time(periods(364 * DAY)).is_provisional());
    assert!(rating.after_time(periods(366 * DAY)).is_provisional());
}

/// A new player who plays for an evening has an established rating after a dozen games or so.
#[test]
fn a_new_player_settles() {
    let (system, other) = (System::default(), Rating::new(1600.0, 60.0, 0.06));
    let mut rating = Rating::default();
    let outcomes = [RatedOutcome::Win, RatedOutcome::Loss].into_iter().cycle();
    let games = outcomes.take_while(|&outcome| {
        rating = rating.after_game(periods(DAY / 100), other, outcome, &system);
        rating.is_provisional()
    });
    let games = games.count() + 1;
    assert!((8..=16).contains(&games), "{games} games, {rating}");
    assert!((rating.value() - 1600.0).abs() < 60.0, "{rating}");
}

#[test]
fn kept_as_json() {
    let rating = Rating::new(1612.5, 71.25, 0.0625);
    let text = serde_json::to_string(&rating).unwrap();
    assert_eq!(text, r#"{"value":1612.5,"deviation":71.25,"volatility":0.0625}"#);
    assert_eq!(serde_json::from_str::<Rating>(&text).unwrap(), rating);
    let wild = r#"{"value":-1e308,"deviation":0,"volatility":1e308}"#;
    assert_eq!(serde_json::from_str::<Rating>(wild).unwrap(), Rating::new(100.0, 1.0, 0.1));
    assert_eq!(serde_json::to_string(&Speed::Blitz).unwrap(), "\"blitz\"");
    assert_eq!(serde_json::to_string(&RatedOutcome::Draw).unwrap(), "\"draw\"");
}

#[test]
fn speeds_of_time_controls() {
    for (control, speed) in [
        ("1m", Speed::Bullet),
        ("1m+2s", Speed::Bullet),
        ("2m+1s", Speed::Bullet),
        ("2m59s", Speed::Bullet),
        ("3m", Speed::Blitz),
        ("5m~3s", Speed::Blitz),
        ("5m^4s", Speed::Blitz),
        ("5m+5s", Speed::Rapid),
        ("10m", Speed::Rapid),
        ("15m+10s", Speed::Rapid),
        ("25m", Speed::Classical),
        ("1h20m+1m", Speed::Classical),
        // Two times 20 moves in 10 minutes.
        ("20/10m*", Speed::Rapid),
        ("1/10s*", Speed::Blitz),
        // What comes after 40 moves does not count.
        ("40/2m,7d", Speed::Bullet),
        ("30/2m,10/2m,7d", Speed::Blitz),
        ("1m+3x10s", Speed::Blitz),
        ("hourglass:1m", Speed::Bullet),
        ("2d/move", Speed::Correspondence),
        ("none", Speed::Unlimited),
    ] {
        assert_eq!(Speed::of(&control.parse().unwrap()), speed, "{control}");
    }
}

#[test]
fn names_of_speeds_read_back() {
    for speed in Speed::ALL {
        assert_eq!(speed.to_string().parse(), Ok(speed));
    }
    let error = "warp".parse::<Speed>().unwrap_err().to_string();
    assert!(error.starts_with("there is no speed \"warp\"; it is bullet, "), "{error}");
}
