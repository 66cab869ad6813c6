//! A table with two players, and a clock controlled by the test.
#![allow(dead_code, reason = "each test file is a program of its own and uses a part")]

use draughts::Color::{self, Black, White};
use draughts_arbiter::{Event, Log, Opening, Phase, Proposal, Refusal, Terms, Time};

pub fn terms(rules: &str) -> Terms {
    Terms::new(rules.parse().expect("rules"), 42)
}

pub fn from_position(rules: &str, fen: &str) -> Terms {
    Terms { opening: Opening::Position(fen.to_owned()), ..terms(rules) }
}

pub fn with_clock(rules: &str, clock: &str) -> Terms {
    Terms { clock: clock.parse().expect("time control"), ..terms(rules) }
}

pub fn join(side: Color, name: &str) -> Event {
    Event::Join { side, name: name.to_owned() }
}

pub fn mv(side: Color, text: &str) -> Event {
    Event::Move { side, text: text.to_owned(), lag: 0 }
}

pub fn touch(side: Color, square: &str) -> Event {
    Event::Touch { side, square: square.to_owned() }
}

pub fn offer(side: Color, proposal: Proposal) -> Event {
    Event::Offer { side, proposal }
}

pub fn accept(side: Color, proposal: Proposal) -> Event {
    Event::Accept { side, proposal }
}

pub fn decline(side: Color, proposal: Proposal) -> Event {
    Event::Decline { side, proposal }
}

pub fn withdraw(side: Color, proposal: Proposal) -> Event {
    Event::Withdraw { side, proposal }
}

/// The time when the table was created.
pub const CREATED: u64 = 1_700_000_000_000;

/// A game in progress; its time is counted from when both players sat down.
pub struct Sitting {
    pub log: Log,
    pub now: u64,
}

impl Sitting {
    /// Anna has White, Bo Black, and the clock starts now.
    pub fn begin(terms: Terms) -> Self {
        let log = Log::open(terms, Time(CREATED)).expect("sound terms");
        let mut sitting = Self { log, now: 0 };
        sitting.does(&join(White, "Anna"));
        sitting.does(&join(Black, "Bo"));
        sitting
    }

    pub fn table(&self) -> &draughts_arbiter::Table {
        self.log.table()
    }

    pub fn time(&self) -> Time {
        Time(CREATED + self.now)
    }

    /// Lets time pass.
    pub fn wait(&mut self, time: u64) -> &mut Self {
        self.now += time;
        self
    }

    pub fn does(&mut self, event: &Event) -> &mut Self {
        let at = self.time();
        if let Err(refusal) = self.log.record(event, at) {
            panic!("{event} is refused: {refusal}");
        }
        self
    }

    /// Asserts that an event is refused and changes nothing; returns the reason.
    pub fn refuses(&mut self, event: &Event) -> Refusal {
        let at = self.time();
        let before = format!("{:?}", self.log);
        let refusal = self.log.record(event, at).expect_err("should be refused");
        assert_eq!(format!("{:?}", self.log), before);
        refusal
    }

    /// The side to move plays.
    pub fn plays(&mut self, text: &str) -> &mut Self {
        let side = self.table().turn();
        self.does(&mv(side, text))
    }

    /// The side to move plays after thinking for this long.
    pub fn thinks(&mut self, time: u64, text: &str) -> &mut Self {
        self.wait(time).plays(text)
    }

    /// The first legal move of the side to move.
    pub fn first_move(&self) -> String {
        let position = self.table().game().position();
        position.text(&position.legal_moves()[0])
    }

    /// The side to move plays its first legal move after thinking for this long.
    pub fn thinks_of_any(&mut self, time: u64) -> &mut Self {
        let text = self.first_move();
        self.thinks(time, &text)
    }

    /// The times on the clocks: White's, Black's.
    pub fn left(&self) -> [u64; 2] {
        [White, Black].map(|side| self.table().clock(side, self.time()).left.expect("a clock"))
    }

    pub fn ending(&self) -> String {
        self.table().ending().map_or("still on".to_owned(), ToString::to_string)
    }

    pub fn is_on(&self) -> bool {
        self.table().phase() == Phase::Playing
    }

    /// Plays these moves repeatedly, up to a number of plies.
    pub fn repeats(&mut self, moves: &str, plies: usize) -> &mut Self {
        let round: Vec<&str> = moves.split_whitespace().collect();
        for text in round.iter().cycle().take(plies) {
            self.plays(text);
        }
        self
    }

    /// Plays king moves that neither capture, nor can be captured, nor repeat a position, up to a number of plies.
    pub fn wanders(&mut self, plies: usize) -> &mut Self {
        let mut seen = vec![*self.table().game().position()];
        for ply in 0..plies {
            let position = *self.table().game().position();
            let legal = position.legal_moves();
            let quiet = legal.iter().find(|mv| {
                let after = position.play_unchecked(mv);
                let king = position.kings(position.turn()).contains(mv.from());
                king && !mv.is_capture() && !after.any_capture() && !seen.contains(&after)
            });
            let quiet = quiet.unwrap_or_else(|| panic!("nowhere to go at ply {ply}"));
            let text = position.text(quiet);
            self.plays(&text);
            seen.push(*self.table().game().position());
        }
        self
    }
}
