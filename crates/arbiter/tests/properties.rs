//! Random events at random times, plausible and not, in every variant.

mod common;

use common::*;
use draughts::Color::{self, Black, White};
use draughts::Variant;
use draughts_arbiter::{
    Bonus, Event, Log, Opening, Proposal, Table, Terms, Time, TimeControl, replay,
};
use proptest::prelude::*;

const HOUSE_RULES: [&str; 6] = [
    "casual",
    "american-wcdf",
    "italian-fid",
    "russian,first=black,name=Night ~ #1 rules",
    "american,board=10,kings=flying,men-capture=all,repetition=3",
    "turkish,blocked=draws,no-capture=9c",
];

const CLOCKS: [&str; 12] = [
    "none",
    "1s",
    "20s",
    "20s+2s",
    "20s~2s",
    "20s^2s",
    "2/10s,3/20s+1s,30s~1s",
    "1/5s,2/6s*",
    "5s+3x4s",
    "0s+2x9s",
    "hourglass:20s",
    "1d/move",
];

/// A random event, in numbers that the table gives a meaning.
#[derive(Clone, Debug)]
struct Dare {
    kind: u8,
    side: bool,
    pick: u16,
    pause: u16,
    wild: u64,
}

fn dares() -> impl Strategy<Value = Vec<Dare>> {
    let dare = (0_u8..100, any::<bool>(), any::<u16>(), 0_u16..4_000, any::<u64>())
        .prop_map(|(kind, side, pick, pause, wild)| Dare { kind, side, pick, pause, wild });
    proptest::collection::vec(dare, 1..70)
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let rules = Variant::ALL.len() + HOUSE_RULES.len();
    (0..rules, any::<u64>(), 0..CLOCKS.len(), 0_u8..6, any::<bool>(), 0_u64..3_000).prop_map(
        |(rules, seed, clock, opening, touch_move, lag_cap)| {
            let rules = match Variant::ALL.get(rules) {
                Some(variant) => variant.name(),
                None => HOUSE_RULES[rules - Variant::ALL.len()],
            };
            let opening = match (opening, rules) {
                (0, "american" | "casual" | "american-wcdf") => Opening::ThreeMove(None),
                (0, "russian" | "brazilian") => Opening::Table(None),
                (0..2, _) => Opening::Random { plies: 12 },
                (2, _) => Opening::Random { plies: 40 },
                _ => Opening::Standard,
            };
            Terms { seed, opening, touch_move, lag_cap, ..with_clock(rules, CLOCKS[clock]) }
        },
    )
}

/// Converts it to an event.
fn event(table: &Table, dare: &Dare) -> Event {
    let side = if dare.side { White } else { Black };
    let turn = table.turn();
    let proposal = Proposal::ALL[usize::from(dare.pick) % Proposal::ALL.len()];
    let position = table.game().position();
    match dare.kind {
        0..50 => {
            let legal = position.legal_moves();
            let text = match legal.get(usize::from(dare.pick) % legal.len().max(1)) {
                Some(mv) => position.text(mv),
                None => "1-5".to_owned(),
            };
            let lag = if dare.pick.is_multiple_of(3) { dare.wild % 5_000 } else { 0 };
            Event::Move { side: if dare.pick.is_multiple_of(16) { side } else { turn }, text, lag }
        }
        50..53 => Event::Move {
            side,
            text: format!("{}-{}", dare.pick % 60, dare.wild % 60),
            lag: dare.wild,
        },
        53 => Event::Move { side, text: "rubbish ~ #".to_owned(), lag: 0 },
        54..60 => {
            let pieces: Vec<_> = position.pieces(turn).iter().collect();
            let square = pieces.get(usize::from(dare.pick) % pieces.len().max(1));
            let square = square.map_or("0".to_owned(), |square| position.name(*square));
            Event::Touch { side: turn, square }
        }
        60..70 => Event::Offer { side, proposal },
        70..80 => match table.offers().first() {
            Some(offer) => Event::Accept { side: !offer.by, proposal: offer.proposal },
            None => Event::Accept { side, proposal },
        },
        80..84 => Event::Decline { side, proposal },
        84..87 => Event::Withdraw { side, proposal },
        87 => Event::ClaimDraw { side },
        88 if dare.pick.is_multiple_of(4) => Event::Resign { side },
        89 if dare.pick.is_multiple_of(8) => Event::Close,
        89..92 => Event::Flag { side: turn },
        92 if dare.pick.is_multiple_of(4) => Event::Abort { by: dare.side.then_some(side) },
        93 if dare.pick.is_multiple_of(8) => Event::Abandon { side },
        94..97 => Event::Credit { time: dare.wild % 6_000 },
        _ => {
            join(side, ["Anna", "", "Bo #0123456789abcdef", "x ~00000000"][dare.pick as usize % 4])
        }
    }
}

/// When it happens: usually a little later, sometimes at an implausible time.
fn moment(last: u64, dare: &Dare) -> Time {
    match dare.wild % 300 {
        0 => Time(dare.wild),
        1 => Time(last.saturating_sub(1)),
        2 => Time(u64::MAX),
        3 => Time(last.saturating_add(dare.wild % 100_000_000)),
        _ => Time(last.saturating_add(u64::from(dare.pause))),
    }
}

fn json(table: &Table) -> String {
    serde_json::to_string(&table.snapshot(table.last_event())).expect("plain data")
}

fn left(table: &Table, side: Color, at: Time) -> u64 {
    table.clock(side, at).left.unwrap_or(0)
}

/// The most time that one move can add under a time control.
fn most_gain(control: &TimeControl) -> u64 {
    match control {
        TimeControl::None => 0,
        TimeControl::Stages { stages, .. } => {
            let most =
                |of: fn(&draughts_arbiter::Stage) -> u64| stages.iter().map(of).max().unwrap_or(0);
            let increment = most(|stage| match stage.bonus {
                Bonus::Increment(time) | Bonus::Bronstein(time) => time,
                Bonus::None | Bonus::SimpleDelay(_) => 0,
            });
            increment + most(|stage| stage.time)
        }
        TimeControl::Byoyomi { period, .. } => *period,
        TimeControl::Hourglass { .. } => 0,
        TimeControl::Correspondence { .. } => u64::MAX / 2,
    }
}

/// Checks how the clocks changed between just before an event and just after it.
fn check_clocks(
    before: &Table,
    after: &Table,
    event: &Event,
    at: Time,
) -> Result<(), TestCaseError> {
    let control = &before.terms().clock;
    let hourglass = matches!(control, TimeControl::Hourglass { .. });
    for side in Color::BOTH {
        let (old, new) = (left(before, side, at), left(after, side, at));
        match event {
            Event::Accept { proposal: Proposal::TakeBack, .. } | Event::Credit { .. } => {}
            Event::Move { side: mover, lag, .. } if side == *mover => {
                let lag = (*lag).min(before.terms().lag_cap);
                prop_assert!(new <= old + most_gain(control) + lag, "{old} to {new}: {event}");
                prop_assert!(new > 0 || *control == TimeControl::None);
            }
            // Compensated lag had been transferred to the other side.
            Event::Move { .. } if hourglass => prop_assert!(new <= old),
            _ => prop_assert_eq!(old, new, "{}", event),
        }
        let later = Time(at.0.saturating_add(1_500));
        if !hourglass {
            let byoyomi = matches!(control, TimeControl::Byoyomi { .. });
            prop_assert!(byoyomi || left(after, side, later) <= new);
        }
    }
    if let TimeControl::Hourglass { time } = control {
        let sum: u64 = Color::BOTH.iter().map(|side| left(after, *side, at)).sum();
        prop_assert_eq!(sum, 2 * time);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..Default::default() })]

    /// R-GM-1, R-FR-7, R-DT-2: a refused event changes nothing; a log replays to the same state byte for byte at every
    /// line; clocks gain no time by themselves.
    #[test]
    fn nothing_goes_wrong_at_the_table(terms in any_terms(), dares in dares()) {
        let mut log = Log::open(terms, Time(1_000)).expect("sound terms");
        let seats = [join(White, "Anna ~12345678"), join(Black, "Bo #0123456789abcdef")];
        let mut states = vec![(format!("{:?}", log.table()), json(log.table()))];
        for seat in seats {
            log.record(&seat, Time(1_000)).expect("a free seat");
            states.push((format!("{:?}", log.table()), json(log.table())));
        }
        for dare in &dares {
            let event = event(log.table(), dare);
            let at = moment(log.table().last_event().0, dare);
            let before = log.table().clone();
            let foretold = before.would_refuse(&event, at);
            match log.record(&event, at) {
                Ok(_) => {
                    prop_assert_eq!(foretold, None);
                    check_clocks(&before, log.table(), &event, at)?;
                    states.push((format!("{:?}", log.table()), json(log.table())));
                }
                Err(refusal) => {
                    prop_assert!(!refusal.to_string().is_empty());
                    prop_assert_eq!(foretold, Some(refusal));
                    let (state, snapshot) = states.last().expect("a state");
                    prop_assert_eq!(&format!("{:?}", log.table()), state);
                    prop_assert_eq!(&json(log.table()), snapshot);
                }
            }
        }
        prop_assert_eq!(log.lines().len(), states.len() + 1);
        for (index, (state, snapshot)) in states.iter().enumerate() {
            let text = log.lines()[..index + 2].join("\n");
            let again = replay(&text).map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&format!("{:?}", again.table()), state);
            prop_assert_eq!(&json(again.table()), snapshot);
        }
    }

    /// Whatever a log contains, reading it never panics.
    #[test]
    fn no_text_makes_a_replay_panic(
        lines in proptest::collection::vec("[0-9a-z =#~:,.+é-]{0,40}", 0..6),
    ) {
        let _ = replay(&lines.join("\n"));
        let text = format!("damier-log 1\n{}\n", lines.join("\n"));
        prop_assert!(replay(&text).is_err());
        for line in lines {
            if let Ok(event) = line.parse::<Event>() {
                prop_assert_eq!(event.to_string().parse::<Event>(), Ok(event));
            }
        }
    }
}

/// The random games above are realistic: they have many kinds of endings, and many refused events.
#[test]
fn random_games_come_to_all_kinds_of_ends() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut played, mut refused) = (0, 0);
    let mut ends = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let terms = any_terms().new_tree(&mut runner).expect("terms").current();
        let dares = dares().new_tree(&mut runner).expect("dares").current();
        let mut sitting = Sitting::begin(terms);
        for dare in &dares {
            let event = event(sitting.table(), dare);
            let at = moment(sitting.table().last_event().0, dare);
            match sitting.log.record(&event, at) {
                Ok(_) => played += usize::from(matches!(event, Event::Move { .. })),
                Err(_) => refused += 1,
            }
        }
        if let Some(ending) = sitting.table().ending() {
            ends.insert(ending.reason.word());
        }
    }
    assert!(played > 1_000 && refused > 1_000, "{played} moves, {refused} refusals");
    assert!(ends.len() >= 5, "{ends:?}");
}
