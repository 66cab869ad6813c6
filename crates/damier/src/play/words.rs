//! The texts on the screen.

use super::picking::may_stop;
use super::sitting::{Hint, Sitting};
use ::words::Phrase;
use arbiter::{Proposal, Reading};
use draughts::{Color, DrawCount, DrawWhen};

impl Sitting {
    /// The message about the last action, or the state of the game.
    pub(super) fn note(&self) -> String {
        let words = match (&self.question, &self.message) {
            (Some(question), _) => question.words().to_owned(),
            (None, Some(message)) => message.clone(),
            (None, None) => self.situation(),
        };
        sentence(&words)
    }

    fn situation(&self) -> String {
        let table = self.log.table();
        if let Some(shown) = self.shown {
            return format!(
                "after {shown} of {} single moves; ] goes on, End to the game",
                self.plies()
            );
        }
        if let Some(ending) = table.ending() {
            return format!("{ending}. Play again: {}", self.shown_letter('n'));
        }
        if self.hint == Hint::Wanted {
            return "looking for a hint".to_owned();
        }
        if !self.may_move() {
            return Phrase::new("game.computer-thinks").text;
        }
        if let Some(offer) = self.draw_offer() {
            return offer;
        }
        let position = self.position();
        match (&self.picked[..], &self.because) {
            ([], Some(because)) => because.clone(),
            ([], None) => match table.touched() {
                Some(touched) => format!("{} was touched and must move", position.name(touched)),
                None => match table.turn() {
                    Color::White => Phrase::new("game.turn-white").text,
                    Color::Black => Phrase::new("game.turn-black").text,
                },
            },
            ([square], _) => format!("{} goes where?", position.name(*square)),
            ([.., square], _) if may_stop(&self.ways, &self.picked) => {
                let name = position.name(*square);
                format!("the capture may go on from {name}; pick {name} again to stop")
            }
            ([.., square], _) => {
                Phrase::new("game.goes-on").with("square", position.name(*square)).text
            }
        }
    }

    fn draw_offer(&self) -> Option<String> {
        let table = self.log.table();
        let offer = table.offers().iter().find(|offer| offer.proposal == Proposal::Draw)?;
        let (by, other, letter) = (offer.by, !offer.by, self.shown_letter('d'));
        Some(format!("{by} offers a draw: {letter} and {other} agrees, a move of {other} declines"))
    }

    /// The title: the rules, and the progress of the game.
    pub(super) fn title(&self) -> String {
        let game = self.log.table().game();
        let between = self.look.between();
        format!("{}{between}move {}", game.rules().title(), game.move_number())
    }

    /// The counters of draw rules, and the claims.
    pub(super) fn counters(&self) -> Vec<String> {
        let table = self.log.table();
        let claim = (!table.claims().is_empty())
            .then(|| format!("{} claims a draw", self.shown_letter('c')));
        let running = table.counters().into_iter().filter(|count| count.count > 1);
        claim
            .into_iter()
            .chain(running.map(|count| format!("{}: {count}", counted(&count))))
            .collect()
    }

    /// How many pieces a side has captured.
    pub(super) fn taken_by(&self, side: Color) -> usize {
        let game = self.log.table().game();
        let shown = self.shown.and_then(|ply| game.position_after(ply)).unwrap_or(game.position());
        game.start().pieces(!side).len().saturating_sub(shown.pieces(!side).len())
    }

    /// The moves by number, one entry per move of both sides: the number, and its plies.
    pub(super) fn numbered_moves(&self) -> Vec<(usize, Vec<usize>)> {
        let game = self.log.table().game();
        let offset = usize::from(game.start().turn() != game.rules().first);
        let mut numbered: Vec<(usize, Vec<usize>)> = Vec::new();
        for ply in 0..self.plies() {
            let number = (ply + offset) / 2 + 1;
            match numbered.last_mut() {
                Some((last, plies)) if *last == number => plies.push(ply),
                _ => numbered.push((number, vec![ply])),
            }
        }
        numbered
    }
}

/// What a draw rule counts, in few words.
fn counted(count: &DrawCount) -> &'static str {
    match count.rule.when {
        DrawWhen::Repetition => "same position",
        DrawWhen::NoCapture | DrawWhen::NoCaptureWithKings => "no capture",
        DrawWhen::KingsOnly => "kings only",
        DrawWhen::Forces(_) => "this ending",
        DrawWhen::NoChange(..) => "no change",
        DrawWhen::KingAgainstKing => "king against king",
    }
}

/// Capitalises a sentence.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Formats a clock: minutes and seconds, with tenths near the end.
pub fn dial(reading: &Reading) -> Option<String> {
    let left = reading.left?;
    let seconds = left.div_ceil(1_000);
    let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60);
    let time = match (hours, left) {
        (0, ..10_000) => format!("0:{:02}.{}", left / 1_000, left / 100 % 10),
        (0, _) => format!("{minutes}:{:02}", seconds % 60),
        (_, _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
    };
    let periods = reading.periods.map(|periods| format!(" +{periods}")).unwrap_or_default();
    let to_go = reading.moves_to_go.map(|moves| format!(" /{moves}")).unwrap_or_default();
    Some(format!("{time}{periods}{to_go}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dials_show_what_is_left() {
        let reading = Reading { left: None, delay: 0, periods: None, moves_to_go: None };
        assert_eq!(dial(&reading), None);
        let shown = |left| dial(&Reading { left: Some(left), ..reading }).unwrap();
        assert_eq!(shown(300_000), "5:00");
        assert_eq!(shown(299_001), "5:00");
        assert_eq!(shown(59_000), "0:59");
        assert_eq!(shown(9_940), "0:09.9");
        assert_eq!(shown(0), "0:00.0");
        assert_eq!(shown(5_400_000), "1:30:00");
        let period = Reading { left: Some(30_000), periods: Some(3), ..reading };
        assert_eq!(dial(&period).unwrap(), "0:30 +3");
        let stage = Reading { left: Some(60_000), moves_to_go: Some(12), ..reading };
        assert_eq!(dial(&stage).unwrap(), "1:00 /12");
    }
}
