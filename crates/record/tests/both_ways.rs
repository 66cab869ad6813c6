//! Converting a log to PDN and back preserves moves, players and result; R-GM-2, R-DT-2.

use arbiter::{Event, Log, Opening, Proposal, Terms, Time, replay};
use draughts::{Color, Variant};
use draughts_record::{NoLog, Record, log_of, pdn_of};
use pdn::{Form, Game, Games, Judge};

const NOVEMBER_2026: u64 = 1_794_700_800_000;

/// A game with this many moves, alternately the first and the last of the legal ones.
fn played(variant: Variant, plies: usize, clock: &str) -> Log {
    let mut terms = Terms::new(variant.into(), 7);
    terms.clock = clock.parse().unwrap();
    if variant == Variant::American {
        terms.opening = Opening::ThreeMove(Some(12));
    }
    let mut log = Log::open(terms, Time(NOVEMBER_2026)).unwrap();
    for (side, name) in [(Color::White, "Anna \"A\" Ames"), (Color::Black, "Бруно")] {
        log.record(&Event::Join { side, name: name.to_owned() }, Time(NOVEMBER_2026)).unwrap();
    }
    for ply in 0..plies {
        let position = *log.table().game().position();
        let legal = position.legal_moves();
        let Some(mv) = (if ply % 3 == 0 { legal.last() } else { legal.first() }) else { break };
        let event = Event::Move { side: position.turn(), text: position.text(mv), lag: 0 };
        if log.record(&event, Time(NOVEMBER_2026 + 2_000 * (ply as u64 + 1))).is_err() {
            break;
        }
    }
    log
}

fn read(text: &str) -> Game {
    let games: Vec<Game> = Games::new(text.as_bytes()).map(Result::unwrap).collect();
    assert_eq!(games.len(), 1);
    games.into_iter().next().unwrap()
}

#[test]
fn every_variant_from_log_to_pdn_and_back() {
    for &variant in Variant::ALL {
        let mut log = played(variant, 40, "none");
        let last = log.table().last_event();
        if log.table().ending().is_none() {
            log.record(&Event::Resign { side: Color::White }, last).unwrap();
        }
        let text = pdn_of(&log).to_pdn(Form::Pdn3);
        let game = read(&text);
        let replay = Judge::default().replay(&game);
        assert_eq!(replay.problem, None, "{text}");
        assert_eq!(game.tag("White"), Some("Anna \"A\" Ames"));
        let again = log_of(&game, &replay).unwrap();
        let (here, there) = (log.table(), again.table());
        assert_eq!(there.moves(), here.moves(), "{text}");
        assert_eq!(there.ending().unwrap().winner, here.ending().unwrap().winner, "{text}");
        assert_eq!(there.name(Color::Black), Some("Бруно"));
        let hashes = |log: &Log| -> Vec<u64> {
            Record::of_log(log).plies.iter().map(|ply| ply.after.hash()).collect()
        };
        assert_eq!(hashes(&again), hashes(&log));
        assert!(arbiter::replay(&again.text()).is_ok());
    }
}

#[test]
fn clocks_and_tags_of_a_timed_game() {
    let mut log = played(Variant::American, 4, "5m+3s");
    let last = log.table().last_event();
    log.record(&Event::Offer { side: Color::White, proposal: Proposal::Draw }, last).unwrap();
    log.record(&Event::Accept { side: Color::Black, proposal: Proposal::Draw }, last).unwrap();
    let game = pdn_of(&log);
    assert_eq!(game.tag("Date"), Some("2026.11.15"));
    assert_eq!(game.tag("TimeControl"), Some("300+3"));
    assert_eq!(game.tag("Result"), Some("1/2-1/2"));
    assert_eq!(game.tag("Termination"), Some("draw: agreed"));
    assert_eq!(game.tag("Rules"), None, "the game type says it all");
    let comments: Vec<_> = game.line.steps.iter().map(|step| step.comments.concat()).collect();
    assert_eq!(comments[..3], ["", "", ""], "nobody thought about the ballot");
    assert_eq!(comments[3..5], ["[%clk 0:05:01]", "[%clk 0:05:01]"]);
    assert_eq!(pdn::clocks(&comments[3]).unwrap().mover.unwrap().as_secs(), 301);
}

#[test]
fn what_was_taken_back_is_not_in_the_record() {
    let mut log = played(Variant::Italian, 6, "10m");
    let last = log.table().last_event();
    let asker = !log.table().turn();
    log.record(&Event::Offer { side: asker, proposal: Proposal::TakeBack }, last).unwrap();
    log.record(&Event::Accept { side: !asker, proposal: Proposal::TakeBack }, last).unwrap();
    let record = Record::of_log(&log);
    assert_eq!(record.plies.len(), 5);
    assert!(record.plies.iter().all(|ply| ply.clock.is_some()));
    assert_eq!(record.position(5).unwrap(), log.table().game().position());
    assert_eq!(record.position(6), None);
    assert_eq!(pdn_of(&log).line.steps.len(), 5);
}

#[test]
fn what_cannot_become_a_log() {
    let log = |text: &str| {
        let game = read(text);
        log_of(&game, &Judge::default().replay(&game))
    };
    assert!(matches!(log("1. 32-28 19-23 2. 37-31 *"), Err(NoLog::Problem(_))));
    assert!(matches!(log("1. 32-28 - *"), Err(NoLog::Gap)));
    assert!(matches!(log("[FEN \"W:WK1:B\"][GameType \"20\"] *"), Err(NoLog::Terms(_))));
    // The third occurrence of a position ends the game, whatever was played then.
    let moves = "1. 47-42 4-10 2. 42-47 10-4 ".repeat(3);
    let text = format!("[GameType \"20\"][FEN \"W:WK47:BK4,1\"] {moves} *");
    assert!(matches!(log(&text), Err(NoLog::Refused { ply: 9, .. })), "{:?}", log(&text));
    assert!(replay(&log("1. 32-28 *").unwrap().text()).is_ok());
}
