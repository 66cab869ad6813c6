//! The log: its format, that it replays, and that every change is detected (R-DT-2).

mod common;

use common::*;
use draughts::Color::{Black, White};
use draughts_arbiter::{
    Colors, Event, Log, Opening, Proposal, Refusal, ReplayErrorKind, Terms, Time, replay,
};
use sha2::{Digest, Sha256};

/// A game with events of every kind.
fn recorded() -> Log {
    let mut terms = with_clock("italian,name=Sunday ~ #1 rules", "1m+3s");
    terms.touch_move = true;
    terms.lag_cap = 100;
    let log = Log::open(terms, Time(CREATED)).unwrap();
    let mut game = Sitting { log, now: 0 };
    game.wait(350).does(&join(White, "Anna #0123456789abcdef ~12345678"));
    game.wait(10).does(&join(Black, "Bo \"the rook\" Ö #0123456789abcdef"));
    game.wait(1_000).does(&touch(White, "d3"));
    game.wait(1_000).does(&Event::Move { side: White, text: "22:18".into(), lag: 40 });
    game.thinks(900, "10-13").thinks(800, "21-17").thinks(700, "13-22");
    game.does(&offer(White, Proposal::TakeBack)).does(&decline(Black, Proposal::TakeBack));
    game.does(&offer(Black, Proposal::TakeBack)).does(&accept(White, Proposal::TakeBack));
    game.thinks_of_any(600).does(&offer(Black, Proposal::Draw)).thinks_of_any(500);
    game.does(&offer(Black, Proposal::Pause)).does(&accept(White, Proposal::Pause));
    game.wait(9_000).does(&offer(White, Proposal::Resume));
    game.does(&withdraw(White, Proposal::Resume)).does(&offer(Black, Proposal::Resume));
    game.does(&accept(White, Proposal::Resume)).wait(100).does(&Event::Credit { time: 50 });
    game.thinks_of_any(20).thinks_of_any(20).wait(90_000);
    let side = game.table().turn();
    game.does(&Event::Flag { side }).does(&offer(White, Proposal::Rematch));
    game.does(&accept(Black, Proposal::Rematch));
    game.log
}

/// Recomputes the checks of a log, as a forger would.
fn with_new_checks(lines: &[String]) -> String {
    let mut chain: [u8; 32] = Sha256::digest(&lines[0]).into();
    let mut text = format!("{}\n", lines[0]);
    for line in &lines[1..] {
        let (body, _) = line.rsplit_once(" ~").expect("a check");
        chain = Sha256::new().chain_update(chain).chain_update(body).finalize().into();
        let check: String = chain[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        text += &format!("{body} ~{check}\n");
    }
    text
}

/// A log with one line changed and the checks left as they were.
fn with_line(log: &Log, index: usize, line: &str) -> String {
    let mut lines = log.lines().to_vec();
    lines[index] = line.to_owned();
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_form_of_a_log() {
    let mut terms = with_clock("american", "5m+3s");
    terms.colors = Colors::HostBlack;
    let log = Log::open(terms, Time(1_000)).unwrap();
    let mut game = Sitting { log, now: 0 };
    let at = |game: &mut Sitting, time: u64, event: &Event| {
        game.log.record(event, Time(1_000 + time)).expect("allowed").to_owned()
    };
    at(&mut game, 350, &join(White, "Anna"));
    at(&mut game, 360, &join(Black, "Bo"));
    let event = Event::Move { side: Black, text: "1115".into(), lag: 40 };
    let line = at(&mut game, 5_120, &event);
    let hash = game.table().game().position().hash();
    assert!(line.starts_with(&format!("5120 black 11-15 lag=40 #{hash:016x} ~")), "{line}");
    at(&mut game, 9_001, &offer(White, Proposal::Draw));
    // Pinned: logs must stay readable for ever.
    assert_eq!(
        game.log.text(),
        "damier-log 1\n\
         0 create at=1000 seed=42 colors=black clock=5m+3s lag=0 touch-move=no opening=standard \
         rules=american #dfd89a6aa84946d5 ~8567beb2\n\
         350 join white Anna ~cef7b07a\n\
         360 join black Bo ~dd8a3e08\n\
         5120 black 11-15 lag=40 #22206d8a294419d2 ~10b3317f\n\
         9001 white offer draw ~22620931\n"
    );
}

/// R-DT-2: a recorded game replays to the same states, at every line.
#[test]
fn every_prefix_replays() {
    let log = recorded();
    for lines in 2..=log.lines().len() {
        let text: String = log.lines()[..lines].iter().map(|line| format!("{line}\n")).collect();
        let again = replay(&text).expect("a good log");
        assert_eq!(again.text(), text);
        if lines == log.lines().len() {
            assert_eq!(format!("{:?}", again.table()), format!("{:?}", log.table()));
            assert_eq!(again.fingerprint(), log.fingerprint());
        }
    }
}

/// R-DT-2: a change of any field of any line is detected, in that line.
#[test]
fn every_changed_field_is_seen() {
    let log = recorded();
    let mut changes = 0;
    for (index, line) in log.lines().iter().enumerate() {
        let fields: Vec<&str> = line.split(' ').collect();
        for field in 0..fields.len() {
            for changed in alterations(fields[field]) {
                let mut fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
                fields[field] = changed;
                let forged = with_line(&log, index, &fields.join(" "));
                let error = replay(&forged).expect_err(&forged);
                assert_eq!(error.line, index + 1, "{}", fields.join(" "));
                changes += 1;
            }
        }
    }
    assert!(changes > 500, "{changes}");
    let other = log.lines()[1].replace("seed=42", "seed=41");
    let error = replay(&with_line(&log, 1, &other)).unwrap_err();
    assert_eq!((error.kind, error.line, error.ply), (ReplayErrorKind::CheckDiffers, 2, 0));
}

/// Other values for a field.
fn alterations(field: &str) -> Vec<String> {
    let mut shorter = field.to_owned();
    shorter.pop();
    let mut changed = vec![format!("{field}x"), shorter, String::new()];
    for (at, digit) in field.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        let other = if digit == '9' { '8' } else { char::from(digit as u8 + 1) };
        changed.push(format!("{}{other}{}", &field[..at], &field[at + 1..]));
    }
    changed.retain(|other| other != field);
    changed
}

/// R-DT-2: the same when the forger recomputes the checks: what no longer fits is named, and for a changed move the
/// first ply that differs.
#[test]
fn a_changed_move_is_named_by_its_ply() {
    let mut game = Sitting::begin(terms("american"));
    for _ in 0..30 {
        game.thinks_of_any(100);
    }
    let log = game.log;
    for ply in 1..=30 {
        let before = log.table().game().position_after(ply - 1).unwrap();
        let played = &log.table().moves()[ply - 1];
        let line = 3 + ply;
        for other in before.legal_moves().iter().map(|mv| before.text(mv)) {
            let old = &log.lines()[line];
            let changed = old.replacen(&format!(" {played} "), &format!(" {other} "), 1);
            if changed == *old {
                continue;
            }
            let seen = replay(&with_line(&log, line, &changed)).expect_err("changed");
            assert_eq!((seen.line, seen.ply), (line + 1, ply));
            assert_eq!(seen.kind, ReplayErrorKind::CheckDiffers);

            let mut lines = log.lines().to_vec();
            lines[line] = changed;
            let seen = replay(&with_new_checks(&lines)).expect_err("changed");
            assert_eq!((seen.line, seen.ply), (line + 1, ply));
            assert!(matches!(seen.kind, ReplayErrorKind::PositionDiffers { .. }), "{seen}");
            assert_eq!(seen.good().unwrap().table().moves().len(), ply - 1);
            let text = seen.to_string();
            assert!(
                text.starts_with(&format!("line {}, ply {ply}: the position differs", line + 1))
            );
        }
    }
}

/// R-DT-2: a changed hash is detected too, and so is a changed opening.
#[test]
fn a_changed_hash_is_seen() {
    let log = recorded();
    let mut changes = 0;
    for (index, line) in log.lines().iter().enumerate() {
        let Some((start, end)) = line.rsplit_once(" #") else { continue };
        // A player's name looks like a hash.
        if line.contains(" join ") {
            continue;
        }
        changes += 1;
        let mut lines = log.lines().to_vec();
        lines[index] = format!("{start} #0000000000000000{}", &end[16..]);
        let seen = replay(&with_new_checks(&lines)).expect_err("changed");
        assert_eq!(seen.line, index + 1);
        assert!(
            matches!(seen.kind, ReplayErrorKind::PositionDiffers { recorded: 0, .. }),
            "{seen}"
        );
    }
    // The terms, and every move.
    assert_eq!(changes, 1 + 8);
    let terms = Terms { opening: Opening::Random { plies: 6 }, ..terms("russian") };
    let mut lines = Log::open(terms, Time(0)).unwrap().lines().to_vec();
    lines[1] = lines[1].replace("seed=42", "seed=43");
    let seen = replay(&with_new_checks(&lines)).expect_err("changed");
    assert!(matches!(seen.kind, ReplayErrorKind::PositionDiffers { .. }), "{seen}");
}

#[test]
fn lines_left_out_or_swapped_are_seen() {
    let log = recorded();
    for index in 1..log.lines().len() - 1 {
        let mut lines = log.lines().to_vec();
        lines.remove(index);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(replay(&text).expect_err("left out").line, index + 1);
        let mut lines = log.lines().to_vec();
        lines.swap(index, index + 1);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(replay(&text).expect_err("swapped").line, index + 1);
    }
    // A log with missing final lines looks like an unfinished game; the fingerprint tells.
    let shorter = log.lines()[..9].join("\n");
    assert_ne!(replay(&shorter).unwrap().fingerprint(), log.fingerprint());
}

/// A crash in mid-write leaves an incomplete line; everything before it is valid.
#[test]
fn a_line_that_breaks_off_leaves_the_rest() {
    let log = recorded();
    let text = log.text();
    let mut starts = vec![0];
    starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
    for cut in (1..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
        let lines = starts.iter().filter(|start| **start <= cut).count() - 1;
        let at_line_end = starts.contains(&cut) || starts.contains(&(cut + 1));
        match replay(&text[..cut]) {
            Ok(good) => {
                assert!(at_line_end && good.lines().len() >= 2, "{}", &text[..cut]);
            }
            Err(error) => {
                // A name that looks like a check can only be told from one by verifying it.
                let looks_whole = text[..cut].ends_with(" ~12345678");
                let kind = if looks_whole {
                    ReplayErrorKind::CheckDiffers
                } else {
                    ReplayErrorKind::Truncated
                };
                assert_eq!(error.kind, kind, "{}", &text[..cut]);
                let good = error.into_good().map_or(0, |log| log.lines().len());
                assert_eq!(good, if lines < 2 { 0 } else { lines }, "{}", &text[..cut]);
            }
        }
    }
    // The valid part can be continued.
    let error = replay(&text[..starts[6] + 3]).unwrap_err();
    assert_eq!(error.line, 7);
    let mut good = error.into_good().unwrap();
    good.record(&Event::Resign { side: White }, Time(CREATED + 100_000)).unwrap();
    assert!(replay(&good.text()).is_ok());
}

#[test]
fn what_is_no_log_is_said_to_be_none() {
    let kind = |text: &str| replay(text).expect_err(text).kind;
    for text in ["", "\n", "[Event \"?\"]\n", "damier\n", "damier-logbook 1\n"] {
        assert_eq!(kind(text), ReplayErrorKind::NotALog, "{text}");
    }
    assert_eq!(kind("damier-log 2\n"), ReplayErrorKind::UnknownVersion("2".into()));
    assert_eq!(kind("damier-log 1\n"), ReplayErrorKind::Truncated);
    assert_eq!(
        replay("damier-log 7\nwhatever\n").unwrap_err().to_string(),
        "line 1, ply 0: the log has version 7, which this program does not know; a newer program may"
    );
}

/// Lines with valid checks but impossible content.
#[test]
fn forged_lines_are_explained() {
    let log = Sitting::begin(terms("american")).log;
    let forged = |line: &str| {
        let mut lines = log.lines().to_vec();
        lines.push(format!("{line} ~00000000"));
        replay(&with_new_checks(&lines)).expect_err(line)
    };
    let refused = |line: &str| match forged(line).kind {
        ReplayErrorKind::Refused(refusal) => refusal.to_string(),
        other => panic!("{line}: {other}"),
    };
    assert_eq!(refused("5 white 23-19 #0000000000000000"), "it is black's turn");
    assert_eq!(refused("5 join white Eve"), "Anna is already playing white");
    let error = forged("5 dance");
    assert_eq!((error.line, error.ply), (5, 0));
    assert_eq!(error.kind, ReplayErrorKind::Malformed { column: 3, expected: "an event" });
    let column = |line: &str| match forged(line).kind {
        ReplayErrorKind::Malformed { column, .. } => column,
        other => panic!("{line}: {other}"),
    };
    assert_eq!(column("x black resign"), 1);
    assert_eq!(column("+5 black resign"), 1);
    assert_eq!(column("18446744073709551615 black resign"), 1);
    assert_eq!(column("5"), 1);
    // A move without its hash, in other notation than ours, or with zeros before the time.
    for line in ["5 black 11-15", "5 black 1115 #x", "05 black resign", "5 black 11-15 lag=0"] {
        let kind = forged(line).kind;
        let as_written = matches!(
            kind,
            ReplayErrorKind::NotAsWritten { .. } | ReplayErrorKind::Malformed { .. }
        );
        assert!(as_written, "{line}: {kind}");
    }
    let create = |from: &str, to: &str| {
        let mut lines = log.lines()[..2].to_vec();
        lines[1] = lines[1].replace(from, to);
        replay(&with_new_checks(&lines)).expect_err(to).kind
    };
    assert!(matches!(create("clock=none", "clock=5x"), ReplayErrorKind::Terms(_)));
    assert!(matches!(create("rules=american", "rules=chess"), ReplayErrorKind::Terms(_)));
    assert!(matches!(create("opening=standard", "opening=table"), ReplayErrorKind::Terms(_)));
    assert_eq!(
        create("touch-move=no", "touch-move=maybe"),
        ReplayErrorKind::Malformed { column: 76, expected: "yes or no" }
    );
    assert!(matches!(create("seed=42", "sneed=42"), ReplayErrorKind::Malformed { .. }));
    assert!(matches!(create("0 create", "1 create"), ReplayErrorKind::Malformed { column: 1, .. }));
}

/// A replayed log continues as if nothing had happened in between.
#[test]
fn a_replayed_log_goes_on() {
    let mut game = Sitting::begin(with_clock("russian", "1m"));
    game.thinks(500, "c3-d4");
    let mut again = Sitting { log: replay(&game.log.text()).unwrap(), now: game.now };
    for sitting in [&mut game, &mut again] {
        sitting.thinks(400, "b6-a5").thinks(300, "d4-c5");
    }
    assert_eq!(game.log.text(), again.log.text());
    assert_eq!(game.left(), again.left());
    assert_eq!(game.refuses(&mv(White, "a3-b4")), Refusal::NotYourTurn { turn: Black });
}

/// A prepared event has not been applied; a committed one is what a replay of the lines shows.
#[test]
fn a_line_is_prepared_and_then_committed() {
    let whole = recorded();
    let agreed = whole.lines().iter().find(|line| line.contains(" accept rematch"));
    assert_eq!(whole.rematch_line(), agreed.map(String::as_str));
    let again = replay(&whole.text()).unwrap();
    assert_eq!(again.rematch_line(), whole.rematch_line());

    let mut log = replay(&format!("{}\n", whole.lines()[..5].join("\n"))).unwrap();
    let before = (log.text(), log.table().moves().to_vec());
    let mv = Event::Move { side: White, text: "22:18".into(), lag: 40 };
    let at = Time(CREATED + 5_000);
    let pending = log.prepare(&mv, at).unwrap();
    let other = log.prepare(&Event::Resign { side: White }, at).unwrap();
    assert_eq!((log.text(), log.table().moves().to_vec()), before);
    assert_eq!(log.rematch_line(), None);
    let line = pending.line().to_owned();
    log.commit(pending);
    assert_eq!(log.lines().last(), Some(&line));
    assert_eq!(replay(&log.text()).unwrap().fingerprint(), log.fingerprint());
    let late = std::panic::catch_unwind(move || log.commit(other));
    assert!(late.is_err(), "what was judged before the move is not taken after it");
}
