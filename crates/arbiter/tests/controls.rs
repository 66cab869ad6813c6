//! Time controls as text and as PDN tags.

use draughts_arbiter::{Bonus, ControlError, Stage, TimeControl, presets};
use proptest::prelude::*;

fn error(text: &str) -> String {
    text.parse::<TimeControl>().expect_err(text).to_string()
}

#[test]
fn texts_read_and_write() {
    for text in [
        "none",
        "5m",
        "5m+3s",
        "5m~3s",
        "5m^3s",
        "1h30m",
        "1s500ms+1ms",
        "40/2h,1h",
        "30/1h,15/30m*",
        "45/1h30m,30m+30s",
        "20/1h*",
        "10m+3x30s",
        "0s+5x30s",
        "hourglass:2m",
        "3d/move",
        "7d",
    ] {
        let control: TimeControl = text.parse().expect(text);
        assert_eq!(control.to_string(), text);
    }
    for (loose, strict) in
        [("90m", "1h30m"), (" 300s ", "5m"), ("hourglass 2m", "hourglass:2m"), ("48h", "2d")]
    {
        assert_eq!(loose.parse::<TimeControl>().unwrap().to_string(), strict);
    }
}

#[test]
fn nonsense_is_refused_with_what_to_do() {
    assert_eq!(error("0s"), "a time must be between one second and seven days");
    assert_eq!(error("999ms"), "a time must be between one second and seven days");
    assert_eq!(error("8d"), "a time must be between one second and seven days");
    assert_eq!(error("5m+0s"), "the bonus per move must be between one millisecond and one hour");
    assert_eq!(error("5m+2h"), "the bonus per move must be between one millisecond and one hour");
    assert_eq!(error("5m+0x30s"), "periods: a number from 1 to 100");
    assert_eq!(error("0/5m,5m"), "moves: a number from 1 to 500");
    assert_eq!(error("61d/move"), "days: a number from 1 to 60");
    assert_eq!(
        error("1m,2m"),
        "every stage but the last must say how many moves it covers, as in 40/2h"
    );
    assert_eq!(
        error("1m*"),
        "every stage but the last must say how many moves it covers, as in 40/2h"
    );
    assert_eq!(
        error("40/2h"),
        "say what follows the last stage: add one for the rest, as in 40/2h,1h, or * to repeat it"
    );
    assert_eq!(
        error("99999999999999999999s"),
        "\"99999999999999999999s\" is not a time; write it like 5m, 1h30m or 90s"
    );
    assert_eq!(
        error("18446744073709551615h"),
        "\"18446744073709551615h\" is not a time; write it like 5m, 1h30m or 90s"
    );
    assert_eq!(error("70000/2h,1h"), "\"70000\" is not a number, or is too large");
    for text in [
        "",
        "5",
        "m",
        "5m3h",
        "5m5m",
        "5é",
        "+3s",
        "5m+",
        "5m+3",
        "-1m",
        "40/,1h",
        "10m+3x",
        "hourglass",
        "d/move",
        "*",
        ",",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
    let many = vec![Stage { moves: Some(1), time: 1_000, bonus: Bonus::None }; 11];
    let control = TimeControl::Stages { stages: many, repeat: true };
    assert_eq!(control.check(), Err(ControlError::Number { what: "stages", least: 1, most: 10 }));
}

#[test]
fn pdn_tags() {
    for (text, tag) in [
        ("none", "-"),
        ("5m", "300"),
        ("1h20m+1m", "4800+60"),
        ("40/2h,1h", "40/7200:3600"),
        ("30/1h,15/30m*", "30/3600:15/1800"),
        ("45/1h30m,30m+30s", "45/5400:1800+30"),
        ("hourglass:2m", "*120"),
    ] {
        let control: TimeControl = text.parse().unwrap();
        assert_eq!(control.to_pdn().as_deref(), Some(tag));
        assert_eq!(TimeControl::from_pdn(tag), Ok(Some(control)), "{tag}");
    }
    for text in ["5m~3s", "5m^3s", "10m+3x30s", "3d/move", "1s500ms"] {
        assert_eq!(text.parse::<TimeControl>().unwrap().to_pdn(), None, "{text}");
    }
    assert_eq!(TimeControl::from_pdn("?"), Ok(None));
    assert_eq!(TimeControl::from_pdn("300+0"), "5m".parse().map(Some));
    let wrong = TimeControl::from_pdn("5 minutes").unwrap_err();
    assert_eq!(wrong.to_string(), "\"5 minutes\" is not a PDN TimeControl tag");
    assert_eq!(TimeControl::from_pdn("0"), Err(ControlError::Time));
    assert!(TimeControl::from_pdn("99999999999999999999").is_err());
}

#[test]
fn presets_have_names_of_their_own() {
    let mut words: Vec<&str> = presets().map(|preset| preset.word).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 12);
}

fn bonus() -> impl Strategy<Value = Bonus> {
    (0..4, 1_u64..=3_600_000).prop_map(|(kind, time)| match kind {
        0 => Bonus::None,
        1 => Bonus::Increment(time),
        2 => Bonus::SimpleDelay(time),
        _ => Bonus::Bronstein(time),
    })
}

fn control() -> impl Strategy<Value = TimeControl> {
    let time = || 1_000_u64..=604_800_000;
    let stage = (1_u16..=500, time(), bonus()).prop_map(|(moves, time, bonus)| Stage {
        moves: Some(moves),
        time,
        bonus,
    });
    let stages = (proptest::collection::vec(stage, 1..=10), any::<bool>()).prop_map(
        |(mut stages, repeat)| {
            if let Some(last) = stages.last_mut()
                && !repeat
            {
                last.moves = None;
            }
            TimeControl::Stages { stages, repeat }
        },
    );
    prop_oneof![
        stages,
        (time(), 1_u16..=100, time()).prop_map(|(main, periods, period)| TimeControl::Byoyomi {
            main,
            periods,
            period
        }),
        time().prop_map(|time| TimeControl::Hourglass { time }),
        (1_u16..=60).prop_map(|days| TimeControl::Correspondence { days }),
    ]
}

proptest! {
    #[test]
    fn every_sound_control_reads_back(control in control()) {
        prop_assert_eq!(control.check(), Ok(()));
        prop_assert_eq!(control.to_string().parse(), Ok(control.clone()));
        if let Some(tag) = control.to_pdn() {
            prop_assert_eq!(TimeControl::from_pdn(&tag), Ok(Some(control)));
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[0-9a-z/,+~^*: é]{0,16}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.check(), Ok(()));
        }
        let _ = TimeControl::from_pdn(&text);
    }
}
