//! The actions of people at the board.

use super::keys::KeyCommand;
use super::picking::{Pick, goes_by, pick};
use super::sitting::{Flow, Hint, Question, Sitting};
use ::words::Phrase;
use arbiter::{Event, Offer, Phase, Proposal, Refusal, Time};
use draughts::{Move, Square, Why};

impl Sitting {
    pub(super) fn command(&mut self, command: KeyCommand, now: Time) -> Flow {
        match command {
            KeyCommand::TakeBack => self.take_back(now),
            KeyCommand::Draw => self.draw_by_agreement(now),
            KeyCommand::Claim => {
                let side = self.actor();
                self.happen(&Event::ClaimDraw { side }, now);
            }
            KeyCommand::Resign if self.log.table().phase() == Phase::Playing => {
                self.question = Some(Question::Resign);
            }
            KeyCommand::Resign => return self.confirmed(Question::Resign, now),
            KeyCommand::Hint => self.ask_for_hint(),
            KeyCommand::Flip => self.flipped = !self.flipped,
            KeyCommand::New if self.is_under_way() => self.question = Some(Question::New),
            KeyCommand::New => return self.confirmed(Question::New, now),
            KeyCommand::Quit if self.is_under_way() => self.question = Some(Question::Quit),
            KeyCommand::Quit => return Flow::Quit,
        }
        Flow::Stay
    }

    pub(super) fn confirmed(&mut self, question: Question, now: Time) -> Flow {
        match question {
            Question::Resign => {
                let side = self.actor();
                self.happen(&Event::Resign { side }, now);
            }
            Question::New => self.next_game(now),
            Question::Quit => return Flow::Quit,
        }
        Flow::Stay
    }

    /// Two people take back the last move; against the computer, one takes back one's own.
    fn take_back(&mut self, now: Time) {
        let side = self.person().unwrap_or(!self.log.table().turn());
        let proposal = Proposal::TakeBack;
        if self.happen(&Event::Offer { side, proposal }, now)
            && self.happen(&Event::Accept { side: !side, proposal }, now)
        {
            self.say("taken back");
        }
    }

    fn draw_by_agreement(&mut self, now: Time) {
        let side = self.actor();
        let proposal = Proposal::Draw;
        let offers = self.log.table().offers();
        let offered_by = |by| offers.contains(&Offer { by, proposal });
        if offered_by(!side) {
            self.happen(&Event::Accept { side, proposal }, now);
        } else if offered_by(side) && self.opponent.is_none() {
            self.happen(&Event::Accept { side: !side, proposal }, now);
        } else if self.happen(&Event::Offer { side, proposal }, now) && self.opponent.is_some() {
            // It declines, as it does on the server.
            self.happen(&Event::Decline { side: !side, proposal }, now);
            self.say("the computer plays on");
        }
    }

    fn ask_for_hint(&mut self) {
        if self.may_move() {
            self.shown = None;
            self.hint = Hint::Wanted;
        } else {
            self.say("there is no move for you to make");
        }
    }

    /// Shows an earlier position.
    pub(super) fn look_back(&mut self, plies: usize) {
        let shown = self.shown.unwrap_or(self.plies()).saturating_sub(plies);
        self.shown = (shown < self.plies()).then_some(shown);
        self.picked.clear();
    }

    /// Shows a later position, and finally the current one.
    pub(super) fn look_on(&mut self, plies: usize) {
        let shown = self.shown.unwrap_or(self.plies()).saturating_add(plies);
        self.shown = (shown < self.plies()).then_some(shown);
    }

    /// Plays the typed move. If it is illegal, the line is cleared and the reason shown: the next input is another move
    /// or a command.
    pub(super) fn play_line(&mut self, now: Time) {
        /// More would leave no room for the reason.
        const LONGEST_REPEATED: usize = 16;
        let text = std::mem::take(&mut self.line);
        if !self.is_on() {
            return;
        }
        let read = self.position().parse_move(&text);
        let is_other = |mv: Move| !goes_by(&self.ways, &self.picked, &mv);
        if self.picked.len() > 1 && read.is_ok_and(is_other) {
            self.say_bound();
            return;
        }
        let (side, typed) = (self.actor(), text.trim().to_owned());
        let played = self.happen(&Event::Move { side, text, lag: 0 }, now);
        if !played && typed.len() <= LONGEST_REPEATED {
            let reason = self.message.take().unwrap_or_default();
            self.say(format!("{typed}: {reason}"));
        }
    }

    /// Whether someone here may move; if not, says why.
    fn is_on(&mut self) -> bool {
        if self.may_move() {
            return true;
        }
        match self.log.table().ending() {
            Some(ending) => self.refuse(&Refusal::Finished(*ending)),
            None => self.refuse(&Refusal::NotYourTurn { turn: self.log.table().turn() }),
        }
        false
    }

    /// Selects a square: a piece, or its destination.
    pub(super) fn pick(&mut self, square: Square, now: Time) {
        if self.shown.take().is_some() || !self.is_on() {
            return;
        }
        match pick(&self.ways, &self.picked, square) {
            Pick::Play(mv) => self.play(&mv, now),
            Pick::Go(squares) => {
                if squares.len() > 1 || self.touch(square, now) {
                    self.picked = squares;
                }
            }
            Pick::Unclear(moves) => {
                let fitting: Vec<String> = moves.iter().map(|mv| self.with_takings(mv)).collect();
                let fitting = fitting.join(", ");
                self.say(format!(
                    "several captures end there: {fitting}; pick a square on the way"
                ));
            }
            Pick::Bound => self.say_bound(),
            Pick::Missed(squares) => {
                self.picked.clear();
                if let Some(why) = self.why_missed(&squares) {
                    self.say(why);
                }
            }
        }
    }

    /// Says that a capture must be continued with the same piece.
    fn say_bound(&mut self) {
        let Some(square) = self.picked.last() else { return };
        let name = self.position().name(*square);
        self.say(format!(
            "a capture goes on with the same piece: continue from {name}, or Backspace undoes the jump"
        ));
    }

    fn play(&mut self, mv: &Move, now: Time) {
        let (side, text) = (self.actor(), self.text(mv));
        self.happen(&Event::Move { side, text, lag: 0 }, now);
        self.picked.clear();
    }

    /// Touches a piece, if there is touch-move; returns whether it may be selected.
    fn touch(&mut self, square: Square, now: Time) -> bool {
        let table = self.log.table();
        if !table.terms().touch_move || table.touched() == Some(square) {
            return true;
        }
        let (side, square) = (self.actor(), self.position().name(square));
        self.happen(&Event::Touch { side, square }, now)
    }

    fn with_takings(&self, mv: &Move) -> String {
        match mv.captured().len() {
            0 => self.text(mv),
            taken => format!("{} takes {taken}", self.text(mv)),
        }
    }

    /// Explains why no move passes these squares.
    fn why_missed(&self, squares: &[Square]) -> Option<String> {
        let position = self.position();
        let [square] = squares else {
            return position.why_not_path(squares).map(|why| Phrase::from(&why).text);
        };
        let piece = position.piece(*square).map(|piece| piece.color == position.turn());
        Some(match (piece, &self.because) {
            (None, _) => Phrase::from(&Why::NoPiece).text,
            (Some(false), _) => Phrase::from(&Why::NotYours).text,
            (Some(true), Some(because)) => because.clone(),
            (Some(true), None) => {
                Phrase::from(&Refusal::CannotMove { square: position.name(*square) }).text
            }
        })
    }
}
