//! A report in words: what its page and its file share.

use super::mini::Arrow;
use super::report_numbers::numbers;
use crate::words::{Phrase, Voice};
use draughts::{AnyPosition, Color, Ruleset};
use minijinja::{Value, context};
use std::fmt::Write;
use wire::{
    BoardResult, CostView, GameReport, JudgedMove, MarkWord, ScoreView, ShotView, SideReport,
    ThrownAwayView,
};

/// The width of the curve, in its own units.
const WIDE: f64 = 400.0;
const HIGH: f64 = 90.0;

/// The most mistakes with a board of their own; all are in the list of moves.
const MOST_BOARDS: usize = 24;

/// A report with everything needed to describe it.
pub struct Told<'a> {
    /// The report.
    pub report: &'a GameReport,
    /// The rules of the game.
    pub rules: &'a Ruleset,
    /// The players, White first.
    pub names: &'a [String; 2],
    /// The winner, or `None` inside for a draw; `None` if the game has no result.
    pub winner: Option<Option<Color>>,
    /// How sentences are written.
    pub voice: Voice,
}

impl Told<'_> {
    /// The report as template data; `board` draws a position with arrows.
    pub fn context(&self, board: impl Fn(&AnyPosition, &[Arrow]) -> Value) -> Value {
        let report = self.report;
        let bad = report.moves.iter().filter(|judged| is_bad(judged)).take(MOST_BOARDS);
        let mistakes: Vec<Value> = bad.filter_map(|judged| self.mistake(judged, &board)).collect();
        context! {
            sides => [side(&report.white, "white"), side(&report.black, "black")],
            opening => &report.opening,
            opening_name => report.opening_name.as_ref().map(|name| name.in_language(self.voice.language.code())),
            numbers => numbers(report, self.winner, self.voice),
            area => area(report),
            dots => dots(report),
            rows => rows(&report.moves),
            has_theory => report.moves.iter().any(|judged| judged.theory.is_some()),
            phases => phases(report, self.names, self.voice),
            mistakes,
        }
    }

    /// A bad move with its board; `None` if its position cannot be read.
    fn mistake(
        &self,
        judged: &JudgedMove,
        board: &impl Fn(&AnyPosition, &[Arrow]) -> Value,
    ) -> Option<Value> {
        let position = AnyPosition::from_fen(self.rules, &judged.fen).ok()?;
        let arrow = |text: &str, kind| {
            let mv = position.parse_move(text).ok()?;
            Some(Arrow { from: mv.from(), to: mv.to(), kind })
        };
        let better = judged.better.first().filter(|better| **better != judged.text);
        let arrows: Vec<Arrow> = [arrow(&judged.text, "played")]
            .into_iter()
            .chain(better.map(|better| arrow(better, "better")))
            .flatten()
            .collect();
        let reasons = reasons(judged);
        Some(context! {
            ply => judged.ply,
            number => &judged.number,
            text => &judged.text,
            sign => judged.mark.map(sign),
            mark => judged.mark.map(word),
            reasons => reasons.iter().map(|phrase| phrase.said(self.voice)).collect::<Vec<_>>(),
            shot => judged.missed_shot.as_ref().map(|shot| shot.line.clone()),
            // A missed shot is itself the better line.
            better => better.filter(|_| judged.missed_shot.is_none()).map(|_| shortened(&judged.better)),
            then => judged.allowed_shot.as_ref().map(|shot| shortened(&shot.line)),
            chances => self.chances(judged),
            board => board(&position, &arrows),
        })
    }

    /// The probabilities of the results after a move.
    fn chances(&self, judged: &JudgedMove) -> String {
        let percent = |share: f64| format!("{share:.0}");
        let [white, black] = self.names;
        Phrase::new("report.chances")
            .with("one", white.as_str())
            .with("won", percent(judged.chances.white))
            .with("drawn", percent(judged.chances.draw))
            .with("other", black.as_str())
            .with("lost", percent(judged.chances.black))
            .said(self.voice)
    }
}

/// The start of a line: longer ones are hard to follow without a board.
fn shortened(line: &[String]) -> Vec<String> {
    const SHOWN: usize = 12;
    line.iter().take(SHOWN).cloned().collect()
}

fn side(side: &SideReport, name: &str) -> Value {
    let counts = [
        ("inaccuracy", "report.inaccuracies", side.inaccuracies),
        ("mistake", "report.mistakes", side.mistakes),
        ("blunder", "report.blunders", side.blunders),
        ("shot", "report.missed-shots", side.missed_shots),
    ];
    let counts = counts.map(|(kind, key, count)| context! { kind, key, count });
    context! { name, accuracy => side.accuracy.map(|value| value.round() as u32), counts }
}

/// Returns the x coordinate of a ply on the curve.
pub fn x(ply: usize, plies: usize) -> String {
    format!("{:.1}", WIDE * ply as f64 / plies.max(1) as f64)
}

fn y(percent: f64) -> f64 {
    HIGH * (1.0 - percent / 100.0)
}

/// The area below the curve, which is White's.
fn area(report: &GameReport) -> String {
    let plies = report.moves.len();
    let mut path = format!("M0 {HIGH}V{:.1}", y(report.start));
    for judged in &report.moves {
        let _ = write!(path, "L{} {:.1}", x(judged.ply, plies), y(judged.after));
    }
    let _ = write!(path, "V{HIGH}z");
    path
}

/// The bad moves on the curve.
fn dots(report: &GameReport) -> Vec<Value> {
    let plies = report.moves.len();
    let bad = report.moves.iter().filter(|judged| is_bad(judged));
    bad.map(|judged| {
        // Keep dots at the edge fully visible.
        let at = y(judged.after).clamp(6.0, HIGH - 6.0);
        context! { x => x(judged.ply, plies), y => format!("{at:.1}"), mark => judged.mark.map(word) }
    })
    .collect()
}

pub fn is_bad(judged: &JudgedMove) -> bool {
    let is_mistake = matches!(judged.mark, Some(MarkWord::Mistake | MarkWord::Blunder));
    is_mistake || judged.missed_shot.is_some()
}

fn word(mark: MarkWord) -> &'static str {
    match mark {
        MarkWord::Inaccuracy => "inaccuracy",
        MarkWord::Mistake => "mistake",
        MarkWord::Blunder => "blunder",
    }
}

pub fn sign(mark: MarkWord) -> &'static str {
    match mark {
        MarkWord::Inaccuracy => "?!",
        MarkWord::Mistake => "?",
        MarkWord::Blunder => "??",
    }
}

/// The moves, by number.
fn rows(moves: &[JudgedMove]) -> Vec<Value> {
    let number = |judged: &JudgedMove| judged.number.trim_end_matches('.').to_owned();
    let rows = moves.chunk_by(|one, other| number(one) == number(other));
    rows.map(|row| {
        let is_second = row[0].number.ends_with("...");
        context! { number => number(&row[0]), is_second, moves => row.iter().map(cell).collect::<Vec<_>>() }
    })
    .collect()
}

fn cell(judged: &JudgedMove) -> Value {
    context! {
        ply => judged.ply,
        text => &judged.text,
        mark => judged.mark.map(word),
        sign => judged.mark.map(sign),
        score => theory(judged).map(str::to_owned).or_else(|| score(judged)),
    }
}

/// The endgame tables' result, from White's side.
fn theory(judged: &JudgedMove) -> Option<&'static str> {
    let is_white = judged.side == Color::White;
    judged.theory.map(|result| match result {
        BoardResult::Draw => "½",
        BoardResult::Win if is_white => "1–0",
        BoardResult::Loss if !is_white => "1–0",
        BoardResult::Win | BoardResult::Loss => "0–1",
    })
}

/// The score in men, from White's side; `None` if the end of the game was found.
fn score(judged: &JudgedMove) -> Option<String> {
    let ScoreView::Men(men) = judged.score else { return None };
    let men = if judged.side == Color::White { men } else { -men };
    let sign = if men > 0.0 { "+" } else { "−" };
    let size = format!("{:.1}", men.abs());
    Some(if size == "0.0" { size } else { format!("{sign}{size}") })
}

/// Describes the phases of the game, by who was better.
fn phases(report: &GameReport, names: &[String; 2], voice: Voice) -> Vec<Value> {
    let number = |ply: usize| {
        let judged = report.moves.get(ply.saturating_sub(1))?;
        Some(judged.number.trim_end_matches('.'))
    };
    let mut from = 1;
    let mut told = Vec::new();
    for phase in &report.phases {
        let name = phase.side.map(|side| names[usize::from(side == Color::Black)].as_str());
        let standing = match (name, phase.winning) {
            (None, _) => Phrase::new("report.level"),
            (Some(name), true) => Phrase::new("report.winning").with("name", name),
            (Some(name), false) => Phrase::new("report.stands-better").with("name", name),
        };
        told.push(context! {
            from => number(from),
            to => number(phase.until),
            standing => standing.said(voice),
        });
        from = phase.until + 1;
    }
    told
}

/// Returns the reasons why a move was bad.
pub fn reasons(judged: &JudgedMove) -> Vec<Phrase> {
    let first = |line: &[String]| line.first().cloned().unwrap_or_default();
    let mut said = Vec::new();
    if let Some(shot) = &judged.missed_shot {
        said.push(Phrase::new("report.misses-shot").with("move", first(&shot.line)));
        said.extend(won(shot));
    }
    let grave = match (judged.thrown_away, &judged.allowed_shot, judged.score) {
        (Some(ThrownAwayView { had: BoardResult::Win, .. }), _, _) => {
            Some(Phrase::new("report.throws-away-win"))
        }
        (Some(_), _, _) => Some(Phrase::new("report.throws-away-draw")),
        (None, Some(shot), _) => {
            Some(Phrase::new("report.allows-shot").with("move", first(&shot.line)))
        }
        (None, None, ScoreView::LosesIn(_)) => Some(Phrase::new("report.loses")),
        (None, None, _) => None,
    };
    if judged.slips && judged.thrown_away.is_none() {
        said.push(Phrase::new("report.slips"));
    }
    said.extend(grave);
    // The sentence about a missed shot already says what it would have won.
    if let (Some(CostView { men, kings }), None) = (judged.costs, &judged.missed_shot) {
        let costs = [("report.costs-kings", kings), ("report.costs-men", men)];
        let costs = costs.into_iter().filter(|(_, count)| *count > 0);
        said.extend(costs.map(|(key, count)| Phrase::new(key).with("count", count)));
    }
    if said.is_empty() {
        said.push(Phrase::new("report.weaker").with("move", first(&judged.better)));
    }
    said
}

/// What a shot wins, if one sentence can say it.
fn won(shot: &ShotView) -> Option<Phrase> {
    let count = |count: i32| u32::try_from(count).ok().filter(|count| *count > 0);
    if shot.wins {
        return Some(Phrase::new("report.shot-wins"));
    }
    match (count(shot.men), count(shot.kings)) {
        (Some(men), None) if shot.kings == 0 => {
            Some(Phrase::new("report.shot-men").with("count", men))
        }
        (None, Some(kings)) if shot.men == 0 => {
            Some(Phrase::new("report.shot-kings").with("count", kings))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wire::ChancesView;

    fn judged(side: Color, score: ScoreView) -> JudgedMove {
        JudgedMove {
            ply: 1,
            number: "1.".to_owned(),
            side,
            text: "32-28".to_owned(),
            fen: String::new(),
            forced: false,
            before: 50.0,
            after: 40.0,
            score,
            depth: 9,
            mark: None,
            better: vec!["33-28".to_owned()],
            played: Vec::new(),
            missed_shot: None,
            allowed_shot: None,
            thrown_away: None,
            chances: ChancesView { white: 30.0, draw: 20.0, black: 50.0 },
            theory: None,
            slips: false,
            costs: None,
            spent: None,
        }
    }

    #[test]
    fn scores_are_whites() {
        let said = |side, men| score(&judged(side, ScoreView::Men(men)));
        assert_eq!(said(Color::White, 0.34).as_deref(), Some("+0.3"));
        assert_eq!(said(Color::Black, 1.0).as_deref(), Some("−1.0"));
        assert_eq!(said(Color::Black, -0.01).as_deref(), Some("0.0"));
        assert_eq!(score(&judged(Color::White, ScoreView::WinsIn(3))), None);
    }

    #[test]
    fn a_bad_move_always_has_a_reason() {
        let mut bad = judged(Color::White, ScoreView::Men(-1.0));
        assert_eq!(reasons(&bad)[0].key, "report.weaker");
        bad.thrown_away = Some(ThrownAwayView { had: BoardResult::Draw, kept: BoardResult::Loss });
        assert_eq!(reasons(&bad)[0].key, "report.throws-away-draw");
        bad.thrown_away = None;
        bad.score = ScoreView::LosesIn(8);
        assert_eq!(reasons(&bad)[0].key, "report.loses");
        bad.score = ScoreView::Men(-2.0);
        bad.costs = Some(CostView { men: 2, kings: 0 });
        bad.slips = true;
        let said: Vec<String> = reasons(&bad).into_iter().map(|phrase| phrase.text).collect();
        assert_eq!(said, ["Lets a win slip.", "Costs 2 men."]);
    }

    #[test]
    fn exact_results_are_whites() {
        let said = |side, result| {
            let mut known = judged(side, ScoreView::Men(0.0));
            known.theory = Some(result);
            theory(&known)
        };
        assert_eq!(said(Color::White, BoardResult::Win), Some("1–0"));
        assert_eq!(said(Color::Black, BoardResult::Win), Some("0–1"));
        assert_eq!(said(Color::Black, BoardResult::Loss), Some("1–0"));
        assert_eq!(said(Color::Black, BoardResult::Draw), Some("½"));
    }
}
