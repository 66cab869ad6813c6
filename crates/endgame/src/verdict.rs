//! Results by the draw rules: whether a win comes in time.
//!
//! Tables know no draw rules. How far a rule has run in a game, and how long the win takes, often says
//! enough: a win whose last ply comes before a rule draws the game stands; one that needs longer for
//! its next capture or man's move than a rule allows is spoiled. Where neither is certain, the answer
//! is that it is not known.

use crate::error::TableError;
use crate::material::Material;
use crate::mechanics;
use crate::placement::Placement;
use crate::table::SliceTable;
use crate::tables::Tables;
use crate::value::{TableEntry, Wld};
use draughts::{AnyPosition, DrawRule, DrawWhen, Forces, Game, Outcome, Reason};
use std::sync::PoisonError;

/// The verdict of the tables and the draw rules on a position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// By the board alone.
    pub entry: TableEntry,
    /// A draw rule that changes it, or may.
    pub rule: Option<Ruling>,
}

/// The effect of a draw rule on a win or a loss.
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
    /// Returns the result under the draw rules; `None` if it is not known.
    pub fn result(&self) -> Option<Wld> {
        self.rule.map_or(Some(self.entry.wld), |ruling| ruling.verdict)
    }

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
    /// Returns the verdict on the position of a game, with the draw rules' counters as they stand; `None` if
    /// the tables do not have the position.
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

    fn ruling(&self, game: &Game, entry: &TableEntry) -> Result<Option<Ruling>, TableError> {
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

    /// Returns the effect of a rule that has counted so many plies on a win of the side to move or of its
    /// opponent.
    fn effect(
        &self,
        position: &AnyPosition,
        rule: &DrawRule,
        run: u16,
        entry: &TableEntry,
    ) -> Result<Effect, TableError> {
        if matches!(rule.when, DrawWhen::Repetition | DrawWhen::KingAgainstKing) {
            return Ok(Effect::None);
        }
        let left = (2 * rule.limit).saturating_sub(run);
        let late = |distance: u16| Effect::Spoiled((distance - left).div_ceil(2));
        if entry.dtw.is_some_and(|dtw| dtw <= left) {
            return Ok(Effect::None);
        }
        let Some(place) = mechanics::place_any(position) else { return Ok(Effect::Unknown) };
        let later = Counted { rule, diagonal: &diagonal(position) };
        if !later.here(&place) {
            return Ok(match self.is_over_in_time(&place.material, &later)? {
                true => Effect::None,
                false => Effect::Unknown,
            });
        }
        match (rule.when, entry.dtc, entry.dtw) {
            // These forces stay until the game is over, whatever is played.
            (DrawWhen::Forces(forces), _, Some(dtw)) if stays(forces, &place.material) => {
                Ok(late(dtw))
            }
            (DrawWhen::Forces(_), ..) => Ok(Effect::Unknown),
            // Nothing that stops the count can be forced in time.
            (_, Some(dtc), _) if dtc > left => Ok(late(dtc)),
            (DrawWhen::KingsOnly, Some(_), _) if self.is_quick(&place.material, rule)? => {
                Ok(Effect::None)
            }
            _ => Ok(Effect::Unknown),
        }
    }

    /// Whether no win that can follow takes longer for a capture or man's move than the rule allows,
    /// so that each stops the count in time.
    fn is_quick(&self, material: &Material, rule: &DrawRule) -> Result<bool, TableError> {
        for material in self.can_follow(material) {
            let Some(totals) = self.totals(&material)? else { return Ok(false) };
            let longest = totals.dtc.map(|longest| longest.win.max(longest.loss));
            if longest.is_none_or(|longest| longest > 2 * rule.limit) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether every win that can follow is over in time once the rule begins to count.
    fn is_over_in_time(&self, material: &Material, counted: &Counted) -> Result<bool, TableError> {
        for material in self.can_follow(material) {
            if !counted.with(&material) {
                continue;
            }
            let Some(table) = self.table(&material)? else { return Ok(false) };
            let Some(longest) = table.header.totals.dtw else { return Ok(false) };
            if longest.win.max(longest.loss) <= 2 * counted.rule.limit {
                continue;
            }
            if !counted.by_square() {
                return Ok(false);
            }
            if !self.is_every_win_in_time(table, counted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether every win of a table is over in time where the rule counts. That is looked up position by
    /// position, once.
    fn is_every_win_in_time(
        &self,
        table: &SliceTable,
        counted: &Counted,
    ) -> Result<bool, TableError> {
        let key = (table.index.material, *counted.rule);
        let known = || self.in_time.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(in_time) = known().get(&key) {
            return Ok(*in_time);
        }
        let mut in_time = true;
        for number in 0..table.index.len() {
            let place = table.index.decode(number);
            let dtw = match counted.here(&place) {
                true => self.entry(&place)?.and_then(|entry| entry.dtw),
                false => None,
            };
            if dtw.is_some_and(|dtw| dtw > 2 * counted.rule.limit) {
                in_time = false;
                break;
            }
        }
        known().insert(key, in_time);
        Ok(in_time)
    }

    /// All slices that can follow from one, itself included.
    pub(crate) fn can_follow(&self, material: &Material) -> Vec<Material> {
        let mut open = vec![*material];
        let mut seen = Vec::new();
        while let Some(material) = open.pop() {
            let over = !self.with_kings() && material.kings + material.opp_kings > 0;
            if over || material.opponents() == 0 || seen.contains(&material) {
                continue;
            }
            seen.push(material);
            open.push(material.turned());
            open.extend(material.followers());
        }
        seen
    }
}

/// A draw rule, and the material in which it counts moves.
struct Counted<'a> {
    rule: &'a DrawRule,
    /// The squares of the long diagonal.
    diagonal: &'a [u8],
}

impl Counted<'_> {
    /// Whether it counts in some position of this material.
    fn with(&self, material: &Material) -> bool {
        let both_have_kings = material.kings > 0 && material.opp_kings > 0;
        match self.rule.when {
            DrawWhen::Repetition | DrawWhen::KingAgainstKing => false,
            DrawWhen::NoCapture | DrawWhen::KingsOnly => true,
            DrawWhen::NoCaptureWithKings => both_have_kings,
            DrawWhen::NoChange(least, most) => {
                let pieces = usize::from(least)..=usize::from(most);
                both_have_kings && pieces.contains(&material.pieces())
            }
            DrawWhen::Forces(forces) => {
                faces(forces, material) || faces(forces, &material.turned())
            }
        }
    }

    /// Whether that depends on squares, too.
    fn by_square(&self) -> bool {
        self.rule.when == DrawWhen::Forces(Forces::ThreeAgainstKingOnLongDiagonal)
    }

    fn here(&self, place: &Placement) -> bool {
        let lone = if place.material.own() == 1 { place.kings() } else { place.opp_kings() };
        let pieces = &place.squares[..place.material.pieces()];
        let on_it = || pieces.iter().filter(|square| self.diagonal.contains(square));
        self.with(&place.material) && (!self.by_square() || on_it().eq(lone))
    }
}

fn diagonal(position: &AnyPosition) -> Vec<u8> {
    let layout = position.layout();
    layout.long_diagonal_squares().iter().map(|square| layout.ordinal(square)).collect()
}

/// Whether the side to move has these forces against a lone king.
fn faces(forces: Forces, material: &Material) -> bool {
    let lone_king = material.opp_men == 0 && material.opp_kings == 1;
    let (pieces, kings) = (material.own(), material.kings);
    match forces {
        Forces::ThreeAgainstKing | Forces::ThreeAgainstKingOnLongDiagonal => {
            lone_king && pieces == 3 && kings > 0
        }
        Forces::TwoAgainstKing => lone_king && (1..=2).contains(&pieces) && kings > 0,
        Forces::TwoKingsAgainstKing => lone_king && pieces == 2 && kings == 2,
        Forces::ThreeKingsAgainstKing => lone_king && pieces >= 3 && material.men == 0,
        Forces::OneAgainstOne => pieces == 1 && material.opponents() == 1,
    }
}

/// Whether these forces, which face each other, stay until one side has nothing left: a king that is
/// taken leaves a king against a king.
fn stays(forces: Forces, material: &Material) -> bool {
    match forces {
        Forces::TwoAgainstKing => material.men + material.opp_men == 0,
        Forces::OneAgainstOne => true,
        _ => false,
    }
}
