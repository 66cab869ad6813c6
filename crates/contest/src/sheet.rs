//! A game of a match as PDN.

use crate::bout::Bout;
use crate::pace::Pace;
use crate::player::Choice;
use crate::schedule::Pairing;
use crate::scribe::{FAILURE, PAIRING};
use draughts::Color;
use pdn::{Action, Form, Game, Judge, Place, Step};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What is recorded of a game besides its moves.
pub(crate) struct Sheet<'a> {
    pub pairing: &'a Pairing,
    /// The names of White and Black.
    pub names: [&'a str; 2],
    pub opening: &'a str,
    pub pace: &'a Pace,
    pub bout: &'a Bout,
}

impl Sheet<'_> {
    /// The game as text.
    pub fn text(&self, judge: &Judge) -> String {
        let game = self.game();
        judge.tidy(&game, &judge.replay(&game)).to_pdn(Form::Pdn3)
    }

    fn game(&self) -> Game {
        let mut game = Game { first_number: 1, ..Game::default() };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (date, time) = record::date_and_time(now.as_millis() as u64);
        let (result, winner) = match self.bout.ending.winner() {
            Some(Color::White) => ("1-0", Some("White")),
            Some(Color::Black) => ("0-1", Some("Black")),
            None => ("1/2-1/2", None),
        };
        let tags = [
            ("Event", "damier match"),
            ("Date", &date),
            ("Round", &(self.pairing.round + 1).to_string()),
            ("White", self.names[0]),
            ("Black", self.names[1]),
            ("Result", result),
            ("FEN", &self.bout.game.start().to_fen()),
            ("UTCTime", &time),
            ("Opening", self.opening),
            ("Limits", &self.pace.to_string()),
            ("Termination", &self.bout.ending.to_string()),
            (PAIRING, &(self.pairing.number + 1).to_string()),
        ];
        for (name, value) in tags {
            game.set_tag(name, value);
        }
        if let Some(winner) = winner {
            game.set_tag("Winner", winner);
        }
        if let Some((color, failure)) = self.bout.ending.failure() {
            game.set_tag(FAILURE, &format!("{color} {failure}"));
        }
        self.write_moves(&mut game);
        game
    }

    fn write_moves(&self, game: &mut Game) {
        let opening = self.bout.opening_plies();
        let steps =
            crate::opening::moves_as_text(&self.bout.game).enumerate().map(|(ply, text)| {
                let mut step = Step::new(Action::Move(text), Place::START);
                let thought = ply.checked_sub(opening).and_then(|at| self.bout.thoughts.get(at));
                step.comments.extend(thought.and_then(|(choice, used)| self.remark(choice, *used)));
                step
            });
        game.line.steps = steps.collect();
        let last = match game.line.steps.last_mut() {
            Some(step) => &mut step.comments,
            None => &mut game.line.comments,
        };
        last.push(self.bout.ending.to_string());
    }

    /// Returns the player's comment on its move: `+0.35/12`, and the time if it is limited.
    fn remark(&self, choice: &Choice, used: Duration) -> Option<String> {
        let mut remark = choice.score?.to_string();
        if let Some(depth) = choice.depth {
            remark += &format!("/{depth}");
        }
        if self.pace.is_timed() {
            remark += &format!(" {:.2}s", used.as_secs_f64());
        }
        Some(remark)
    }
}
