//! Reporting and recording games over DXP.

use anyhow::{Context, Result};
use draughts::{Color, Game, Move};
use pdn::{Action, Form, Judge, Place, Step};
use protocol::dxp::{BoutEvent, Conclusion, DxpVerdict};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Reports events, and records the games.
pub struct Notes<'a, W: Write> {
    out: &'a mut W,
    file: Option<File>,
    /// Our wins, draws and losses, and games without a result.
    tally: [u32; 4],
    /// The first error of the output.
    failure: Option<anyhow::Error>,
}

impl<'a, W: Write> Notes<'a, W> {
    pub fn new(out: &'a mut W, path: Option<&Path>) -> Result<Self> {
        let open = |path: &Path| {
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.with_context(|| format!("{} cannot be written", path.display()))
        };
        let file = path.map(open).transpose()?;
        Ok(Self { out, file, tally: [0; 4], failure: None })
    }

    pub fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    pub fn note(&mut self, event: &BoutEvent) {
        if let Err(error) = self.try_note(event) {
            self.failure.get_or_insert(error);
        }
    }

    /// Checks that everything could be written.
    pub fn check(&mut self) -> Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// The total score.
    pub fn score(&self) -> String {
        let [wins, draws, losses, unknown] = self.tally;
        let rest =
            if unknown > 0 { format!(", {unknown} without a result") } else { String::new() };
        format!("Games: {wins} won, {draws} drawn, {losses} lost{rest}")
    }

    fn try_note(&mut self, event: &BoutEvent) -> Result<()> {
        match event {
            BoutEvent::Started { opponent, side, game } => {
                let position = game.start().to_fen();
                self.say(&format!("We have {side} against {opponent}: {position}"))
            }
            BoutEvent::Moved { game, mv, time } => self.say(&move_line(game, mv, *time)),
            BoutEvent::Back { moves } => {
                self.say(&format!("Back to the position after {moves} plies"))
            }
            BoutEvent::Chat(text) => self.say(&format!("They say: {text}")),
            BoutEvent::Refused(reason) => self.say(&format!("Refused a game: {reason}")),
            BoutEvent::Ended(conclusion) => {
                let place = match conclusion.verdict {
                    DxpVerdict::Win => 0,
                    DxpVerdict::Draw => 1,
                    DxpVerdict::Loss => 2,
                    DxpVerdict::Unknown => 3,
                };
                self.tally[place] += 1;
                self.say(&format!("{}: {}", result(conclusion).0, conclusion.reason))?;
                if let Some(file) = &mut self.file {
                    write!(file, "{}", sheet(conclusion)).context("the games cannot be written")?;
                }
                Ok(())
            }
        }
    }
}

fn move_line(game: &Game, mv: &Move, time: Duration) -> String {
    let dots = if game.position().turn() == game.rules().first { "." } else { "..." };
    let text = game.position().text(mv);
    format!("{}{dots} {text} ({:.1} s)", game.move_number(), time.as_secs_f64())
}

/// The result for PDN, with the winner.
fn result(conclusion: &Conclusion) -> (&'static str, Option<&'static str>) {
    match (conclusion.verdict.winner(conclusion.side), conclusion.verdict) {
        (Some(Color::White), _) => ("1-0", Some("White")),
        (Some(Color::Black), _) => ("0-1", Some("Black")),
        (None, DxpVerdict::Draw) => ("1/2-1/2", None),
        (None, _) => ("*", None),
    }
}

/// A game as PDN.
fn sheet(conclusion: &Conclusion) -> String {
    let Conclusion { opponent, side, game, reason, .. } = conclusion;
    let names = match side {
        Color::White => ["Damier", opponent],
        Color::Black => [opponent.as_str(), "Damier"],
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let (date, time) = record::date_and_time(now.as_millis() as u64);
    let (result, winner) = result(conclusion);
    let mut sheet = pdn::Game { first_number: 1, ..pdn::Game::default() };
    let tags = [
        ("Event", "damier dxp"),
        ("Date", &date),
        ("White", names[0]),
        ("Black", names[1]),
        ("Result", result),
        ("Rules", &game.rules().to_string()),
        ("FEN", &game.start().to_fen()),
        ("UTCTime", &time),
        ("Termination", reason),
    ];
    for (name, value) in tags.into_iter().chain(winner.map(|winner| ("Winner", winner))) {
        sheet.set_tag(name, value);
    }
    let steps = game.history().enumerate().filter_map(|(ply, mv)| {
        let text = game.position_after(ply)?.text(mv);
        Some(Step::new(Action::Move(text), Place::START))
    });
    sheet.line.steps = steps.collect();
    let judge = Judge::of(game.rules().clone());
    judge.tidy(&sheet, &judge.replay(&sheet)).to_pdn(Form::Pdn3)
}
