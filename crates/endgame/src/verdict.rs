//! Results by the draw rules: whether a win comes in time.
//!
//! Tables know no draw rules. How far a rule has run in a game, and how long the win takes, often says
//! enough: a win whose last ply comes before a rule draws the game stands; one that needs longer for
//! its next capture or man's move than a rule allows is spoiled. Where neither is certain, the answer
//! is that it is not known.

use crate::error::TableError;
use crate::material::Material;
use crate::tables::Tables;
use crate::value::{Entry, Wld};
use draughts::{AnyPosition, Color, DrawRule, DrawWhen, Forces, Game, Outcome, Reason};

/// What the tables and the draw rules say about a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// By the board alone.
    pub entry: Entry,
    /// A draw rule that changes it, or may.
    pub rule: Option<Ruling>,
}

/// What a draw rule makes of a win or a loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The rule.
    pub rule: DrawRule,
    /// The result with it: a draw, or `None` where that is not known.
    pub verdict: Option<Wld>,
    /// By how many moves of each side the win comes too late; 0 where that is not known, and when the
    /// game is drawn already.
    pub moves: u16,
}

impl Verdict {
    /// The same for the side that has just moved, whose move led here.
    fn before(self, irreversible: bool) -> Self {
        Self { entry: self.entry.before(irreversible), rule: self.rule }
    }

    /// The order of moves, best first: the result with the rules, then wins soon and losses late.
    fn order(&self) -> (i8, i32) {
        let Self { entry, rule } = self;
        let rank = |wld: Wld| match wld {
            Wld::Win => 0,
            Wld::Draw => 4,
            Wld::Loss => 8,
        };
        // A win that may be spoiled is better than a draw, and a spoiled one still asks for an answer.
        let rank = match (rule.map(|rule| rule.verdict), entry.wld) {
            (None, wld) => rank(wld),
            (Some(None), Wld::Win) => 1,
            (Some(Some(_)), Wld::Win) => 3,
            (Some(Some(_)), _) => 5,
            (Some(None), _) => 7,
        };
        let distance = i32::from(entry.dtw.or(entry.dtc).unwrap_or(0));
        (rank, if entry.wld == Wld::Win { distance } else { -distance })
    }
}

/// How certain it is that a rule does not spoil a win.
enum Effect {
    None,
    Unknown,
    Spoiled(u16),
}

impl Tables {
    /// What the tables say about the position of a game, with the draw rules as far as they have run;
    /// `None` if they do not have it.
    pub fn verdict(&self, game: &Game) -> Result<Option<Verdict>, TableError> {
        let Some(entry) = self.probe(game.position())? else { return Ok(None) };
        if let Some(Outcome { reason: Reason::Draw(rule), .. }) = game.outcome() {
            let ruling = Ruling { rule, verdict: Some(Wld::Draw), moves: 0 };
            return Ok(Some(Verdict {
                entry,
                rule: Some(ruling).filter(|_| entry.wld != Wld::Draw),
            }));
        }
        let over = game.position().outcome().is_some();
        let rule = match entry.wld {
            Wld::Draw => None,
            _ if over => None,
            _ => self.ruling(game, &entry)?,
        };
        Ok(Some(Verdict { entry, rule }))
    }

    /// Every legal move of a game with what it leads to, for the side that plays it, best first; `None`
    /// if the tables lack one of them.
    pub fn moves(&self, game: &Game) -> Result<Option<Vec<(draughts::Move, Verdict)>>, TableError> {
        let mut moves = Vec::new();
        for mv in game.legal_moves() {
            let mut after = game.clone();
            let before = *game.position();
            if after.play(&mv).is_err() {
                continue;
            }
            let Some(verdict) = self.verdict(&after)? else { return Ok(None) };
            let row = |square| before.row_column(square).0;
            let king = before.kings(before.turn()).contains(mv.from());
            let reversible = !mv.is_capture() && (king || row(mv.from()) == row(mv.to()));
            moves.push((mv, verdict.before(!reversible)));
        }
        let text = |mv: &draughts::Move| game.position().text(mv);
        moves.sort_by_cached_key(|(mv, verdict)| (verdict.order(), text(mv)));
        Ok(Some(moves))
    }

    fn ruling(&self, game: &Game, entry: &Entry) -> Result<Option<Ruling>, TableError> {
        let mut unknown = None;
        for (rule, run) in game.runs() {
            match self.effect(game.position(), &rule, run, entry)? {
                Effect::None => {}
                Effect::Unknown => {
                    unknown = unknown.or(Some(Ruling { rule, verdict: None, moves: 0 }));
                }
                Effect::Spoiled(moves) => {
                    return Ok(Some(Ruling { rule, verdict: Some(Wld::Draw), moves }));
                }
            }
        }
        Ok(unknown)
    }

    /// What a rule that has run so many plies does to a win of the side to move or of its opponent.
    fn effect(
        &self,
        position: &AnyPosition,
        rule: &DrawRule,
        run: u16,
        entry: &Entry,
    ) -> Result<Effect, TableError> {
        if matches!(rule.when, DrawWhen::Repetition | DrawWhen::KingAgainstKing) {
            return Ok(Effect::None);
        }
        let left = (2 * rule.limit).saturating_sub(run);
        let late = |distance: u16| Effect::Spoiled((distance - left).div_ceil(2));
        // The rule may begin to count later, but no sooner than now.
        if entry.dtw.is_some_and(|dtw| dtw <= left) {
            return Ok(Effect::None);
        }
        let runs_now = match rule.when {
            DrawWhen::Forces(forces) => stays(forces, position),
            DrawWhen::NoChange(least, most) => {
                let pieces = Tables::needs(position);
                (usize::from(least)..=usize::from(most)).contains(&pieces)
                    && both_have_kings(position)
            }
            DrawWhen::NoCaptureWithKings => both_have_kings(position),
            _ => true,
        };
        if !runs_now {
            return Ok(Effect::Unknown);
        }
        // These forces stay until the game is over, whatever is played.
        if let (DrawWhen::Forces(_), Some(dtw)) = (rule.when, entry.dtw) {
            return Ok(late(dtw));
        }
        match entry.dtc {
            // Nothing that stops the count can be forced in time.
            Some(dtc) if dtc > left && !matches!(rule.when, DrawWhen::Forces(_)) => Ok(late(dtc)),
            Some(_) if rule.when == DrawWhen::KingsOnly && self.is_quick(position, rule)? => {
                Ok(Effect::None)
            }
            _ => Ok(Effect::Unknown),
        }
    }

    /// Whether no win that can follow takes longer for a capture or man's move than the rule allows,
    /// so that each stops the count in time.
    fn is_quick(&self, position: &AnyPosition, rule: &DrawRule) -> Result<bool, TableError> {
        let count = |color| {
            let kings = position.kings(color).len() as u8;
            (position.pieces(color).len() as u8 - kings, kings)
        };
        let ((men, kings), (opp_men, opp_kings)) = (count(Color::White), count(Color::Black));
        let mut open = vec![Material::new(men, kings, opp_men, opp_kings)];
        let mut seen = Vec::new();
        while let Some(material) = open.pop() {
            if seen.contains(&material) || material.opponents() == 0 {
                continue;
            }
            let longest = match self.totals(&material)?.and_then(|totals| totals.dtc) {
                Some(longest) => longest.win.max(longest.loss),
                None if !self.with_kings() && material.kings + material.opp_kings > 0 => 0,
                None => return Ok(false),
            };
            if longest > 2 * rule.limit {
                return Ok(false);
            }
            seen.push(material);
            open.push(material.turned());
            open.extend(material.followers());
        }
        Ok(true)
    }
}

/// Whether forces face each other that stay as they are until one side has nothing left.
fn stays(forces: Forces, position: &AnyPosition) -> bool {
    let side = |color| (position.pieces(color).len(), position.kings(color).len());
    let (white, black) = (side(Color::White), side(Color::Black));
    let [strong, lone] = if white.0 >= black.0 { [white, black] } else { [black, white] };
    match forces {
        // Kings that are taken leave a king against a king.
        Forces::TwoAgainstKing => lone == (1, 1) && matches!(strong, (1, 1) | (2, 2)),
        Forces::OneAgainstOne => lone.0 == 1 && strong.0 == 1,
        _ => false,
    }
}

fn both_have_kings(position: &AnyPosition) -> bool {
    Color::BOTH.into_iter().all(|color| !position.kings(color).is_empty())
}
