//! Recorded games from bytes.

use arbiter::{Event, Log, Proposal, Terms, Time};
use draughts::{Color, Variant};
use pdn::{Form, Game, Games, Judge};

/// Reads a file; normalised games are read back as valid and normalised.
pub fn pdn(data: &[u8]) {
    let games: Vec<Game> = Games::new(data).map(|game| game.expect("bytes do not fail")).collect();
    let mut judge = Judge::default();
    judge.learn(&games[..games.len().min(20)]);
    for game in games.iter().take(50) {
        let replay = judge.replay(game);
        judge.notes(game, &replay);
        for form in [Form::Pdn2, Form::Pdn3] {
            let _ = game.to_pdn(form);
        }
        let tidy = judge.tidy(game, &replay).to_pdn(Form::Pdn3);
        let again: Vec<Game> =
            Games::new(tidy.as_bytes()).map(|game| game.expect("bytes do not fail")).collect();
        assert_eq!(again.len(), 1, "{tidy}");
        let stranger = Judge::default();
        let second = stranger.replay(&again[0]);
        assert!(second.problem.is_none(), "{:?}\n{tidy}", second.problem);
        assert_eq!(second.rules, replay.rules, "{tidy}");
        assert_eq!(stranger.tidy(&again[0], &second).to_pdn(Form::Pdn3), tidy);
        if let Ok(log) = draughts_record::log_of(&again[0], &second) {
            assert!(arbiter::replay(&log.text()).is_ok());
        }
    }
}

/// Reads a log. The first byte chooses between arbitrary text, and the log of a game played by the bytes with one byte
/// changed: a change is always detected.
pub fn log(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    if first % 2 == 0 {
        let _ = arbiter::replay(&String::from_utf8_lossy(rest)).map_err(|error| error.to_string());
        return;
    }
    let log = played(rest);
    let text = log.text();
    let again = arbiter::replay(&text).expect("what we wrote is sound");
    assert_eq!(again.fingerprint(), log.fingerprint());
    let [place, change, ..] = rest else { return };
    let mut forged = text.clone().into_bytes();
    let place = usize::from(*place) * forged.len() / 256;
    forged[place] ^= change & 0x7F;
    if let Ok(forged) = String::from_utf8(forged)
        && forged != text
    {
        assert!(arbiter::replay(&forged).is_err(), "{forged}");
    }
}

/// A game at a table: each byte is an event, most of them moves.
fn played(data: &[u8]) -> Log {
    let variant =
        Variant::ALL[usize::from(data.first().copied().unwrap_or_default()) % Variant::ALL.len()];
    let clocks = ["none", "5m+3s", "10s", "20/1m,30s", "1m+3x5s", "hourglass:1m", "2d/move"];
    let mut terms = Terms::new(variant.into(), data.len() as u64);
    let clock = data.get(1).copied().unwrap_or_default();
    terms.clock = clocks[usize::from(clock) % clocks.len()].parse().expect("a clock of ours");
    let mut log = Log::open(terms, Time(1_000)).expect("terms of ours");
    for side in Color::BOTH {
        let _ = log.record(&Event::Join { side, name: format!("{side} player") }, Time(2_000));
    }
    let mut now = 2_000;
    for &byte in data.iter().take(60) {
        now += u64::from(byte) * 7;
        let table = log.table();
        let side = if byte & 1 == 0 { table.turn() } else { !table.turn() };
        let proposal = Proposal::ALL[usize::from(byte / 8) % Proposal::ALL.len()];
        let event = match byte % 16 {
            0 => Event::Offer { side, proposal },
            1 => Event::Accept { side, proposal },
            2 => Event::Decline { side, proposal },
            3 => Event::Withdraw { side, proposal },
            4 if byte > 240 => Event::Resign { side },
            5 => Event::ClaimDraw { side },
            6 => Event::Flag { side },
            7 => Event::Credit { time: u64::from(byte) },
            _ => {
                let position = *table.game().position();
                let legal = position.legal_moves();
                let Some(mv) = legal.get(usize::from(byte) % legal.len().max(1)) else { continue };
                Event::Move { side: position.turn(), text: position.text(mv), lag: u64::from(byte) }
            }
        };
        let _ = log.record(&event, Time(now));
    }
    log
}
