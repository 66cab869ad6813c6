//! Making allowed changes. Nothing here can fail.

use super::judge::Change;
use super::{Phase, Table};
use crate::ending::Ending;
use crate::time::Time;
use draughts::Move;

impl Table {
    pub(crate) fn make(&mut self, change: Change, at: Time) {
        self.last = at;
        match change {
            Change::Seat(side, name) => {
                self.names[side] = Some(name);
                if self.names.white.is_some() && self.names.black.is_some() {
                    self.phase = Phase::Playing;
                    self.clock.start(at);
                }
            }
            Change::Play(mv, text, lag) => self.make_move(&mv, text, lag, at),
            Change::Touch(square) => self.touched = Some(square),
            Change::Offer(side, proposal) => self.offers.add(side, proposal),
            Change::Refuse(side, proposal) => self.offers.refuse(side, proposal),
            Change::TakeBack(plies) => self.make_take_back(plies, at),
            Change::Pause => {
                self.offers.lapse();
                self.phase = Phase::Paused;
                self.clock.stop(at);
            }
            Change::Resume => {
                self.offers.lapse();
                self.phase = Phase::Playing;
                self.clock.start(at);
            }
            Change::AgreeRematch => {
                self.offers.lapse();
                self.rematch_agreed = true;
            }
            Change::End(ending) => self.make_end(ending, at),
            Change::Credit(time) => self.clock.credit(time, at),
        }
    }

    fn make_move(&mut self, mv: &Move, text: String, lag: u64, at: Time) {
        let side = self.turn();
        self.game.play_unchecked(mv);
        self.moves.push(text);
        self.touched = None;
        self.offers.lapse_by_move(side);
        self.clock.press(lag, at);
        self.dials.push(self.clock.dials());
        if let Some(outcome) = self.game.outcome() {
            self.make_end(outcome.into(), at);
        }
    }

    fn make_take_back(&mut self, plies: usize, at: Time) {
        for _ in 0..plies {
            self.game.take_back();
            self.moves.pop();
            self.dials.pop();
        }
        self.touched = None;
        self.offers.lapse();
        if let Some(dials) = self.dials.last() {
            self.clock.put_back(*dials, self.turn(), at);
        }
    }

    fn make_end(&mut self, ending: Ending, at: Time) {
        self.offers.lapse();
        self.touched = None;
        self.clock.stop(at);
        self.phase = Phase::Finished;
        self.ending = Some(ending);
    }
}
