//! Clocks, to the millisecond.

mod common;

use common::*;
use draughts::Color::{self, Black, White};
use draughts_arbiter::{Event, Proposal, Refusal, Terms};

/// International draughts, where White moves first, with this clock.
fn sitting(clock: &str) -> Sitting {
    Sitting::begin(with_clock("international", clock))
}

fn flag(side: Color) -> Event {
    Event::Flag { side }
}

fn out_of_time(side: Color) -> Refusal {
    Refusal::OutOfTime { side }
}

#[test]
fn sudden_death_counts_down_and_ends_at_zero() {
    let mut game = sitting("5m");
    assert_eq!(game.left(), [300_000, 300_000]);
    assert_eq!(game.wait(1).left(), [299_999, 300_000]);
    game.thinks_of_any(9_999);
    assert_eq!(game.left(), [290_000, 300_000]);
    assert_eq!(game.wait(1_000).left(), [290_000, 299_000]);
    game.thinks_of_any(0);
    // One millisecond is enough to move; at zero the time is up.
    assert_eq!(game.wait(289_999).left(), [1, 299_000]);
    let last = game.refuses(&flag(White));
    assert_eq!(last, Refusal::TimeLeft { side: White, left: 1 });
    assert_eq!(last.to_string(), "white has 1 ms left");
    let text = game.first_move();
    game.wait(1);
    assert_eq!(game.refuses(&mv(White, &text)), out_of_time(White));
    game.wait(60_000);
    assert_eq!(game.left(), [0, 299_000]);
    assert_eq!(game.refuses(&mv(White, &text)), out_of_time(White));
    assert_eq!(game.refuses(&flag(Black)), Refusal::ClockStopped { side: Black });
    game.does(&flag(White));
    assert_eq!(game.ending(), "black wins: white ran out of time");
    assert_eq!(game.wait(10_000).left(), [0, 299_000]);
}

#[test]
fn a_move_in_the_last_millisecond_counts() {
    let mut game = sitting("1s");
    game.thinks_of_any(999);
    assert_eq!(game.left(), [1, 1_000]);
    game.thinks_of_any(10);
    let text = game.first_move();
    assert_eq!(game.wait(1).refuses(&mv(White, &text)), out_of_time(White));
}

#[test]
fn an_increment_is_added_after_the_move() {
    let mut game = sitting("5m+3s");
    game.thinks_of_any(1_000);
    assert_eq!(game.left(), [302_000, 300_000]);
    game.thinks_of_any(300_000 - 1);
    assert_eq!(game.left(), [302_000, 3_001]);
    game.thinks_of_any(2_000);
    // The increment comes too late for a player who is out of time.
    let text = game.first_move();
    assert_eq!(game.wait(3_001).refuses(&mv(Black, &text)), out_of_time(Black));
}

#[test]
fn a_simple_delay_waits_before_the_clock_runs() {
    let mut game = sitting("5m~3s");
    assert_eq!(game.wait(2_999).left(), [300_000, 300_000]);
    assert_eq!(game.table().clock(White, game.time()).delay, 1);
    assert_eq!(game.table().until_flag(game.time()), Some(300_001));
    game.thinks_of_any(1);
    assert_eq!(game.left(), [300_000, 300_000]);
    game.thinks_of_any(3_001);
    assert_eq!(game.left(), [300_000, 299_999]);
    // Time not used for one move is not kept for the next.
    game.thinks_of_any(302_999);
    assert_eq!(game.left(), [1, 299_999]);
    let text = game.thinks_of_any(0).first_move();
    game.wait(3_000);
    assert_eq!(game.refuses(&flag(White)), Refusal::TimeLeft { side: White, left: 1 });
    assert_eq!(game.wait(1).refuses(&mv(White, &text)), out_of_time(White));
    game.does(&flag(White));
}

#[test]
fn a_bronstein_delay_gives_back_what_was_used() {
    let mut game = sitting("5m^3s");
    assert_eq!(game.wait(2_000).left(), [298_000, 300_000]);
    game.thinks_of_any(0);
    assert_eq!(game.left(), [300_000, 300_000]);
    game.thinks_of_any(10_000);
    assert_eq!(game.left(), [300_000, 293_000]);
    // Unlike with a simple delay, the flag falls when the main time is used up.
    let text = game.first_move();
    game.wait(300_000);
    assert_eq!(game.refuses(&mv(White, &text)), out_of_time(White));
    game.does(&flag(White));
}

#[test]
fn stages_bring_more_time_after_their_moves() {
    let mut game = sitting("2/1m,1/30s+5s,10s");
    let to_go = |game: &Sitting| game.table().clock(White, game.time()).moves_to_go;
    assert_eq!(to_go(&game), Some(2));
    game.thinks_of_any(10_000).thinks_of_any(0);
    assert_eq!((game.left()[0], to_go(&game)), (50_000, Some(1)));
    // The second move completes the first stage: the remaining time is kept.
    game.thinks_of_any(49_999).thinks_of_any(0);
    assert_eq!((game.left()[0], to_go(&game)), (30_001, Some(1)));
    // The third move is made under the increment of the second stage, then the last one begins.
    game.thinks_of_any(1).thinks_of_any(0);
    assert_eq!((game.left()[0], to_go(&game)), (30_000 + 5_000 + 10_000, None));
    game.thinks_of_any(5_000).thinks_of_any(0);
    assert_eq!(game.left(), [40_000, 60_000 + 30_000 + 5_000 + 10_000]);
}

#[test]
fn the_last_stage_may_repeat() {
    let mut game = sitting("1/10s,2/20s*");
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(game.left()[0]);
        game.thinks_of_any(1_000).thinks_of_any(0);
    }
    assert_eq!(seen, [10_000, 29_000, 28_000, 47_000, 46_000, 65_000]);
}

/// The moves of a ballot take no time and count for no stage.
#[test]
fn moves_of_the_opening_do_not_count() {
    let clock = "2/1m,1m".parse().unwrap();
    let opening = draughts_arbiter::Opening::ThreeMove(Some(1));
    let game = Sitting::begin(Terms { clock, opening, ..terms("american") });
    for side in Color::BOTH {
        assert_eq!(game.table().clock(side, game.time()).moves_to_go, Some(2));
    }
}

#[test]
fn byoyomi_periods_are_used_up_by_long_thinking_only() {
    let mut game = sitting("10s+3x5s");
    let periods = |game: &Sitting| game.table().clock(White, game.time()).periods;
    game.thinks_of_any(9_000).thinks_of_any(0);
    assert_eq!((game.left()[0], periods(&game)), (1_000, Some(3)));
    // Into the first period, and out of it in time: it starts again.
    game.wait(1_000);
    assert_eq!((game.left()[0], periods(&game)), (5_000, Some(3)));
    assert_eq!(game.table().until_flag(game.time()), Some(15_000));
    game.thinks_of_any(4_999).thinks_of_any(0);
    assert_eq!((game.left()[0], periods(&game)), (5_000, Some(3)));
    // Exactly a period is a period used up.
    game.thinks_of_any(5_000).thinks_of_any(0);
    assert_eq!((game.left()[0], periods(&game)), (5_000, Some(2)));
    // A long think uses up one and ends in the last.
    game.wait(9_999);
    assert_eq!((game.left()[0], periods(&game)), (1, Some(1)));
    game.thinks_of_any(0).thinks_of_any(0);
    assert_eq!((game.left()[0], periods(&game)), (5_000, Some(1)));
    let text = game.first_move();
    game.wait(4_999);
    assert_eq!(game.refuses(&flag(White)), Refusal::TimeLeft { side: White, left: 1 });
    game.wait(1);
    assert_eq!((game.left()[0], periods(&game)), (0, Some(0)));
    assert_eq!(game.refuses(&mv(White, &text)), out_of_time(White));
    game.does(&flag(White));
}

#[test]
fn an_hourglass_runs_both_ways() {
    let mut game = sitting("hourglass:1m");
    assert_eq!(game.wait(10_000).left(), [50_000, 70_000]);
    game.thinks_of_any(0);
    assert_eq!(game.wait(25_000).left(), [75_000, 45_000]);
    game.thinks_of_any(0);
    let text = game.first_move();
    // No more time is transferred than there was.
    assert_eq!(game.wait(80_000).left(), [0, 120_000]);
    assert_eq!(game.refuses(&mv(White, &text)), out_of_time(White));
    game.does(&flag(White));
    assert_eq!(game.left(), [0, 120_000]);
}

#[test]
fn correspondence_gives_each_move_the_same_time() {
    let day = 86_400_000;
    let mut game = sitting("3d/move");
    game.thinks_of_any(3 * day - 1);
    assert_eq!(game.left(), [3 * day, 3 * day]);
    let text = game.first_move();
    assert_eq!(game.wait(3 * day).refuses(&mv(Black, &text)), out_of_time(Black));
    game.does(&flag(Black));
    assert_eq!(game.ending(), "white wins: black ran out of time");
}

#[test]
fn without_a_clock_nobody_runs_out() {
    let mut game = sitting("none");
    game.wait(u64::MAX - CREATED - 1_000);
    assert_eq!(game.table().clock(White, game.time()).left, None);
    assert_eq!(game.table().until_flag(game.time()), None);
    assert_eq!(game.refuses(&flag(White)), Refusal::ClockStopped { side: White });
    game.thinks_of_any(1_000);
}

#[test]
fn lag_is_given_back_up_to_its_cap() {
    let mut terms = with_clock("international", "1m");
    terms.lag_cap = 500;
    let mut game = Sitting::begin(terms);
    let late = |game: &Sitting, lag| Event::Move {
        side: game.table().turn(),
        text: game.first_move(),
        lag,
    };
    let event = late(game.wait(2_000), 300);
    game.does(&event);
    assert_eq!(game.left(), [60_000 - 1_700, 60_000]);
    let event = late(game.wait(2_000), 10_000);
    game.does(&event);
    assert_eq!(game.left(), [58_300, 60_000 - 1_500]);
    // No more is given back than the move took.
    let event = late(game.wait(100), 500);
    game.does(&event);
    assert_eq!(game.left(), [58_300, 58_500]);
    // A move sent in time is in time.
    let event = late(game.wait(58_999), 500);
    game.does(&event);
    assert_eq!(game.left(), [58_300, 1]);
}

/// After a restart, the lost time does not count.
#[test]
fn credit_takes_time_off_the_turn() {
    let mut game = sitting("1m");
    game.wait(70_000);
    assert_eq!(game.left(), [0, 60_000]);
    let refusal = game.refuses(&Event::Credit { time: 70_001 });
    assert_eq!(refusal, Refusal::CreditTooLong { most: 70_000 });
    let mut whole = Sitting { log: game.log.clone(), now: game.now };
    whole.does(&Event::Credit { time: 70_000 });
    assert_eq!(whole.left(), [60_000, 60_000]);
    game.does(&Event::Credit { time: 65_000 });
    assert_eq!(game.left(), [55_000, 60_000]);
    assert_eq!(game.refuses(&flag(White)), Refusal::TimeLeft { side: White, left: 55_000 });
    game.thinks_of_any(1_000);
    assert_eq!(game.left(), [54_000, 60_000]);
    assert_eq!(game.refuses(&Event::Credit { time: 1 }), Refusal::CreditTooLong { most: 0 });
}

/// R-GM-1: a pause by agreement stops the clock.
#[test]
fn a_pause_stops_the_clock() {
    let mut game = sitting("1m");
    game.wait(10_000).does(&offer(White, Proposal::Pause)).wait(5_000);
    game.does(&accept(Black, Proposal::Pause));
    assert_eq!(game.wait(1_000_000).left(), [45_000, 60_000]);
    assert_eq!(game.table().running(), None);
    assert_eq!(game.table().until_flag(game.time()), None);
    assert_eq!(game.refuses(&mv(White, "32-28")), Refusal::Paused);
    assert_eq!(game.refuses(&flag(White)), Refusal::Paused);
    assert_eq!(game.refuses(&Event::Credit { time: 1 }), Refusal::Paused);
    game.does(&offer(Black, Proposal::Resume)).does(&accept(White, Proposal::Resume));
    assert_eq!(game.wait(1_000).left(), [44_000, 60_000]);
    game.plays("32-28");
    assert_eq!(game.left(), [44_000, 60_000]);
}

/// R-GM-1: a take-back puts the clocks back to what they showed when the position arose.
#[test]
fn a_take_back_puts_the_clocks_back() {
    let mut game = sitting("1/1m+1s,30s");
    game.thinks(2_000, "32-28").thinks(3_000, "19-23").thinks(4_000, "28x19");
    game.wait(500);
    assert_eq!(game.left(), [59_000 + 30_000 - 4_000, 58_000 + 30_000 - 500]);
    game.does(&offer(White, Proposal::TakeBack)).wait(500);
    game.does(&accept(Black, Proposal::TakeBack));
    assert_eq!(game.table().moves(), ["32-28", "19-23"]);
    assert_eq!(game.left(), [89_000, 88_000]);
    assert_eq!(game.wait(1_000).left(), [88_000, 88_000]);
    // White is to move, so taking back two plies restores its last choice.
    game.does(&offer(White, Proposal::TakeBack)).does(&accept(Black, Proposal::TakeBack));
    assert_eq!(game.left(), [60_000, 60_000]);
    assert_eq!(game.table().clock(White, game.time()).moves_to_go, Some(1));
    assert_eq!(game.table().turn(), White);
}

#[test]
fn nobody_loses_time_before_both_have_sat_down() {
    let log =
        draughts_arbiter::Log::open(with_clock("russian", "1m"), draughts_arbiter::Time(CREATED))
            .unwrap();
    let mut game = Sitting { log, now: 0 };
    game.wait(50_000).does(&join(White, "Anna")).wait(50_000).does(&join(Black, "Bo"));
    assert_eq!(game.left(), [60_000, 60_000]);
    assert_eq!(game.wait(1).left(), [59_999, 60_000]);
}
