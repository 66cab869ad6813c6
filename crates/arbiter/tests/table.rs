//! Seats, offers, touch-move, and refused events.

mod common;

use common::*;
use draughts::Color::{self, Black, White};
use draughts_arbiter::{
    Colors, Dice, Event, Log, Offer, Opening, Phase, Proposal, Purpose, Refusal, Table, Terms, Time,
};

fn empty_table(rules: &str) -> Sitting {
    Sitting { log: Log::open(terms(rules), Time(CREATED)).unwrap(), now: 0 }
}

#[test]
fn the_game_begins_when_both_seats_are_taken() {
    let mut game = empty_table("american");
    assert_eq!(game.table().phase(), Phase::Waiting);
    let early = [mv(Black, "11-15"), Event::Resign { side: White }, Event::Flag { side: Black }];
    for event in early {
        assert_eq!(game.refuses(&event), Refusal::NotStarted);
    }
    game.does(&join(Black, "Bo"));
    let taken = game.refuses(&join(Black, "Cy"));
    assert_eq!(taken.to_string(), "Bo is already playing black");
    assert_eq!(game.table().phase(), Phase::Waiting);
    game.does(&join(White, "Anna \"the # ~ 1\" Ångström"));
    assert_eq!(game.table().phase(), Phase::Playing);
    assert_eq!(game.table().name(White), Some("Anna \"the # ~ 1\" Ångström"));
}

#[test]
fn names_are_printable() {
    let mut game = empty_table("american");
    let long = "x".repeat(61);
    for name in ["", " ", " Anna", "Anna ", "An\nna", "An\u{7}na", "\u{85}", &long] {
        assert_eq!(game.refuses(&join(White, name)), Refusal::Name, "{name:?}");
    }
    game.does(&join(White, &"é".repeat(60)));
}

#[test]
fn time_never_goes_back() {
    let mut game = Sitting::begin(terms("american"));
    game.thinks(1_000, "11-15");
    game.now = 999;
    let refusal = game.refuses(&mv(White, "23-19"));
    assert_eq!(refusal, Refusal::TimeWentBack { last: Time(CREATED + 1_000) });
    game.now = 1_000;
    game.plays("23-19");
}

/// R-GM-1
#[test]
fn a_draw_is_offered_and_accepted() {
    let mut game = Sitting::begin(terms("italian"));
    game.does(&offer(White, Proposal::Draw));
    assert_eq!(game.table().offers(), [Offer { by: White, proposal: Proposal::Draw }]);
    let own = game.refuses(&accept(White, Proposal::Draw));
    assert_eq!(own.to_string(), "black has not offered a draw");
    let twice = game.refuses(&offer(White, Proposal::Draw));
    assert_eq!(twice.to_string(), "white has already offered a draw; it is waiting for an answer");
    let both = game.refuses(&offer(Black, Proposal::Draw));
    assert_eq!(both, Refusal::AlreadyOffered { by: White, proposal: Proposal::Draw });
    game.does(&accept(Black, Proposal::Draw));
    assert_eq!(game.ending(), "draw: agreed");
    assert_eq!(game.table().offers(), []);
}

/// R-GM-1: an offer stands until the other side answers or moves.
#[test]
fn a_draw_offer_outlives_the_offerers_own_move_only() {
    let mut game = Sitting::begin(terms("italian"));
    game.does(&offer(White, Proposal::Draw)).plays("21-17");
    assert_eq!(game.table().offers().len(), 1);
    game.plays("10-13");
    assert_eq!(game.table().offers(), []);
    assert_eq!(
        game.refuses(&accept(Black, Proposal::Draw)),
        Refusal::NotOffered { by: White, proposal: Proposal::Draw }
    );
    // It lapsed without an answer, so White may offer again.
    game.does(&offer(White, Proposal::Draw));
}

/// R-GM-1: after a decline the same side must move before it offers again.
#[test]
fn a_declined_draw_is_offered_again_after_a_move() {
    for end in [decline(Black, Proposal::Draw), withdraw(White, Proposal::Draw)] {
        let mut game = Sitting::begin(terms("italian"));
        game.does(&offer(White, Proposal::Draw)).does(&end);
        assert_eq!(game.refuses(&offer(White, Proposal::Draw)), Refusal::OfferAfterMove);
        assert!(!game.table().may_offer_draw(White) && game.table().may_offer_draw(Black));
        game.does(&offer(Black, Proposal::Draw)).does(&decline(White, Proposal::Draw));
        game.plays("21-17");
        game.does(&offer(White, Proposal::Draw)).does(&decline(Black, Proposal::Draw));
        assert_eq!(game.refuses(&offer(Black, Proposal::Draw)), Refusal::OfferAfterMove);
        game.plays("10-13").does(&offer(Black, Proposal::Draw));
    }
}

/// R-GM-1: every move makes take-back and pause offers lapse.
#[test]
fn other_offers_lapse_with_every_move() {
    let mut game = Sitting::begin(terms("italian"));
    game.plays("21-17").plays("10-13");
    for (side, proposal) in
        [(White, Proposal::TakeBack), (Black, Proposal::Pause), (White, Proposal::Draw)]
    {
        game.does(&offer(side, proposal));
    }
    game.plays("17x10");
    assert_eq!(game.table().offers(), [Offer { by: White, proposal: Proposal::Draw }]);
}

/// R-GM-1: the position returns to where the requesting side is to move.
#[test]
fn a_take_back_gives_the_asker_the_move_again() {
    let moves = ["21-17", "10-13", "17x10"];
    for (side, left) in [(White, 2), (Black, 1)] {
        let mut game = Sitting::begin(terms("italian"));
        for text in moves {
            game.plays(text);
        }
        let asked = offer(side, Proposal::TakeBack);
        game.does(&asked).does(&decline(!side, Proposal::TakeBack)).does(&asked);
        game.does(&accept(!side, Proposal::TakeBack));
        assert_eq!(game.table().moves(), &moves[..left]);
        assert_eq!(game.table().turn(), side);
        assert_eq!(game.table().game().history().len(), left);
    }
    let mut game = Sitting::begin(terms("italian"));
    game.plays("21-17");
    let refusal = game.refuses(&offer(Black, Proposal::TakeBack));
    assert_eq!(refusal.to_string(), "you have no move to take back");
}

#[test]
fn a_pause_needs_both() {
    let mut game = Sitting::begin(terms("italian"));
    assert_eq!(game.refuses(&offer(White, Proposal::Resume)), Refusal::NotPaused);
    game.does(&offer(White, Proposal::Pause)).does(&accept(Black, Proposal::Pause));
    assert_eq!(game.table().phase(), Phase::Paused);
    for event in
        [mv(White, "21-17"), offer(White, Proposal::Pause), Event::ClaimDraw { side: White }]
    {
        assert_eq!(game.refuses(&event), Refusal::Paused);
    }
    game.does(&offer(Black, Proposal::Resume)).does(&accept(White, Proposal::Resume));
    assert_eq!(game.table().phase(), Phase::Playing);
    // A paused game can be resigned or drawn.
    game.does(&offer(White, Proposal::Pause)).does(&accept(Black, Proposal::Pause));
    game.does(&offer(White, Proposal::Draw)).does(&accept(Black, Proposal::Draw));
    assert_eq!(game.ending(), "draw: agreed");
}

#[test]
fn a_game_is_called_off_before_both_have_moved() {
    for by in [None, Some(White), Some(Black)] {
        let mut game = empty_table("american");
        game.does(&Event::Abort { by });
        assert_eq!(game.ending(), "no result: the game was aborted");
        let mut game = Sitting::begin(terms("american"));
        game.plays("11-15").does(&Event::Abort { by });
        assert_eq!(game.table().ending().and_then(|ending| ending.winner), None);
        let mut game = Sitting::begin(terms("american"));
        game.plays("11-15").plays("23-19");
        assert_eq!(game.refuses(&Event::Abort { by }), Refusal::TooLateToAbort);
    }
}

/// Issue 15.13: a game whose log is full can be closed at any time, paused or not, without a result.
#[test]
fn a_game_with_a_full_log_is_closed() {
    let mut game = empty_table("american");
    assert_eq!(game.refuses(&Event::Close), Refusal::NotStarted);
    let mut game = Sitting::begin(terms("american"));
    game.plays("11-15").plays("23-19");
    game.does(&offer(White, Proposal::Pause)).does(&accept(Black, Proposal::Pause));
    game.does(&Event::Close);
    assert_eq!(game.ending(), "no result: the game had too many events");
    assert!(game.table().ending().is_some_and(|ending| !ending.has_result()));
}

/// Opening moves are nobody's moves.
#[test]
fn a_ballot_does_not_keep_a_game_from_being_called_off() {
    let opening = Opening::ThreeMove(Some(1));
    let mut game = Sitting::begin(Terms { opening, ..terms("american") });
    game.thinks_of_any(1).does(&Event::Abort { by: None });
    assert_eq!(game.table().phase(), Phase::Finished);
}

/// R-GM-1: a rematch swaps colours, and its seed comes from the old one.
#[test]
fn a_rematch_swaps_colours() {
    let mut game = Sitting::begin(Terms { colors: Colors::Drawn, ..terms("italian") });
    assert_eq!(game.refuses(&offer(White, Proposal::Rematch)), Refusal::NotFinished);
    game.does(&Event::Resign { side: White });
    assert_eq!(game.table().rematch_terms(), None);
    game.does(&offer(White, Proposal::Rematch)).does(&decline(Black, Proposal::Rematch));
    game.does(&offer(White, Proposal::Rematch)).does(&withdraw(White, Proposal::Rematch));
    game.does(&offer(Black, Proposal::Rematch)).does(&accept(White, Proposal::Rematch));
    let next = game.table().rematch_terms().expect("agreed");
    assert_eq!(next.seed, Dice::new(42, Purpose::Rematch).bits());
    assert_eq!(next.rules, game.table().terms().rules);
    let again = Table::create(next.clone(), Time(0)).unwrap();
    assert_eq!(again.host_color(), !game.table().host_color());
    assert_eq!(game.refuses(&offer(White, Proposal::Rematch)), Refusal::RematchAgreed);
    // And so on: colours alternate.
    let mut second = Sitting::begin(next);
    second.does(&Event::Abort { by: None });
    second.does(&offer(Black, Proposal::Rematch)).does(&accept(White, Proposal::Rematch));
    let third = second.table().rematch_terms().expect("agreed");
    assert_eq!(third.colors.host(third.seed), game.table().host_color());
    assert_ne!(third.seed, second.table().terms().seed);
}

/// A finished game refuses everything but a rematch.
#[test]
fn a_finished_game_refuses_everything_else() {
    let mut game = Sitting::begin(terms("italian"));
    game.does(&Event::Resign { side: White });
    let ending = *game.table().ending().expect("over");
    let mut events = vec![
        join(White, "Eve"),
        mv(White, "21-17"),
        touch(White, "21"),
        Event::Abort { by: None },
        Event::Close,
        Event::Credit { time: 0 },
    ];
    for side in Color::BOTH {
        events.extend([
            Event::Resign { side },
            Event::Abandon { side },
            Event::Flag { side },
            Event::ClaimDraw { side },
        ]);
        for proposal in [Proposal::Draw, Proposal::TakeBack, Proposal::Pause, Proposal::Resume] {
            events.extend([offer(side, proposal), accept(side, proposal)]);
            events.extend([decline(side, proposal), withdraw(side, proposal)]);
        }
    }
    for event in events {
        assert_eq!(game.refuses(&event), Refusal::Finished(ending), "{event}");
    }
}

/// R-IT-8
#[test]
fn a_touched_piece_must_be_moved() {
    let mut game = Sitting::begin(Terms { touch_move: true, ..terms("italian") });
    let square = |game: &Sitting| {
        game.table().touched().map(|square| game.table().game().position().name(square))
    };
    // A piece that cannot move creates no obligation, nor does one of the other side.
    let stuck = game.refuses(&touch(White, "32"));
    assert_eq!(stuck.to_string(), "the piece on 32 cannot move; choose another");
    assert_eq!(game.refuses(&touch(White, "10")).to_string(), "you have no piece on 10");
    assert_eq!(game.refuses(&touch(White, "16")), Refusal::NoPiece { square: "16".into() });
    assert_eq!(game.refuses(&touch(White, "z9")), Refusal::NoSuchSquare("z9".into()));
    assert_eq!(game.refuses(&touch(Black, "10")), Refusal::NotYourTurn { turn: White });
    assert_eq!(square(&game), None);
    game.does(&touch(White, "22"));
    assert_eq!(square(&game).as_deref(), Some("22"));
    let other = game.refuses(&mv(White, "21-17"));
    assert_eq!(other.to_string(), "you touched the piece on 22, so you must move it");
    assert_eq!(game.refuses(&touch(White, "21")), Refusal::Touched { square: "22".into() });
    game.does(&touch(White, "22")).plays("22-18");
    assert_eq!(square(&game), None);
    // Taking back a move frees the piece that was touched since.
    game.does(&touch(Black, "10")).does(&offer(White, Proposal::TakeBack));
    game.does(&accept(Black, Proposal::TakeBack));
    assert_eq!(square(&game), None);
    game.plays("21-17");
}

/// R-IT-8: it is an option.
#[test]
fn without_touch_move_touching_means_nothing() {
    let mut game = Sitting::begin(terms("italian"));
    assert_eq!(game.refuses(&touch(White, "22")), Refusal::NoTouchMove);
}

/// The whole state as plain data, with a fixed order of fields.
#[test]
fn a_snapshot_holds_everything() {
    let mut game = Sitting::begin(Terms { touch_move: true, ..with_clock("italian", "1m+2s") });
    game.thinks(1_000, "21-17").thinks(2_000, "10-13").does(&touch(White, "17"));
    game.does(&offer(White, Proposal::Draw)).wait(500);
    let snapshot = game.table().snapshot(game.time());
    let position = game.table().game().position();
    let json = serde_json::json!({
        "rules": "italian",
        "title": "Italian draughts",
        "seed": "42",
        "opening": "standard",
        "opening_plies": 0,
        "touch_move": true,
        "created": CREATED,
        "last_event": CREATED + 3_000,
        "at": CREATED + 3_500,
        "phase": "playing",
        "host": game.table().host_color().to_string(),
        "names": { "white": "Anna", "black": "Bo" },
        "start": "W:W21-32:B1-12",
        "moves": ["21-17", "10-13"],
        "fen": position.to_fen(),
        "hash": format!("{:016x}", position.hash()),
        "turn": "white",
        "move_number": 2,
        "turn_number": 3,
        "clock": {
            "control": "1m+2s",
            "lag_cap": 0,
            "running": "white",
            "white": { "left": 60_500, "delay": 0, "periods": null, "moves_to_go": null },
            "black": { "left": 60_000, "delay": 0, "periods": null, "moves_to_go": null },
        },
        "offers": [{ "by": "white", "proposal": "draw" }],
        "may_offer_draw": { "white": true, "black": true },
        "counters": [
            {
                "rule": "40-move rule: no capture, with kings on both sides",
                "count": 0,
                "limit": 40,
                "claimed": false,
            },
            {
                "rule": "the same position 4 times (on claim)",
                "count": 1,
                "limit": 4,
                "claimed": true,
            },
        ],
        "claims": [],
        "touched": "17",
        "ending": null,
        "rematch_agreed": false,
    });
    assert_eq!(serde_json::to_string(&snapshot).unwrap(), json.to_string());
    // Clocks are never read before the last event.
    let early = game.table().snapshot(Time(0));
    assert_eq!((early.at, early.clock.white.left), (CREATED + 3_000, Some(61_000)));
    game.does(&accept(Black, Proposal::Draw));
    let ending = game.table().snapshot(game.time()).ending.expect("over");
    assert_eq!(
        (ending.winner, &*ending.reason, &*ending.text),
        (None, "agreement", "draw: agreed")
    );
}

#[test]
fn events_read_and_write() {
    let mut events = vec![
        join(White, "Anna  Bo #0123456789abcdef ~12345678"),
        mv(Black, "11x18x25"),
        mv(White, "c3-d4"),
        Event::Move { side: White, text: "32-28".into(), lag: 40 },
        touch(White, "c3"),
        Event::Abort { by: None },
        Event::Abort { by: Some(Black) },
        Event::Close,
        Event::Credit { time: u64::MAX },
    ];
    for side in Color::BOTH {
        events.extend([Event::ClaimDraw { side }, Event::Resign { side }]);
        events.extend([Event::Flag { side }, Event::Abandon { side }]);
        for proposal in Proposal::ALL {
            events.extend([offer(side, proposal), accept(side, proposal)]);
            events.extend([decline(side, proposal), withdraw(side, proposal)]);
        }
    }
    for event in events {
        assert_eq!(event.to_string().parse(), Ok(event));
    }
    for text in [
        "",
        "white",
        "white dance",
        "green 11-15",
        "credit",
        "credit -1",
        "credit +1",
        "white offer tea",
        "white 11-15 lag=",
        "white 11-15 lag=+4",
        "join white",
        "white  resign",
    ] {
        let error = text.parse::<Event>().expect_err(text);
        assert_eq!(error.to_string(), format!("\"{text}\" is not an event"));
    }
}
