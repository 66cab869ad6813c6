//! The parameters of the evaluation made by hand, in hundredths of a man.

use crate::score::Value;
use draughts::{Blocked, Facts, KingRange, Landing, Layout, Lines};

/// The parameters of the evaluation made by hand. Every choice follows from a fact of the rules, so
/// that house rules that nobody thought of have sensible ones, too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EvalParams {
    pub man: Value,
    pub king: Value,
    /// Each row that a man has come forward.
    pub advance: Value,
    /// On top of that, rows squared, in sixteenths.
    pub rush: Value,
    /// A man that guards its home row.
    pub home: Value,
    /// Each step from the edge towards the middle.
    pub centre: Value,
    /// Each step that can be made.
    pub mobility: Value,
    /// A short king that cannot move.
    pub trapped: Value,
    /// A man that no enemy stands before, one step from the far row; less by `runner_step` for each
    /// step more.
    pub runner: Value,
    pub runner_step: Value,
    /// The value of being the first to get a free man, where the first king wins.
    pub race: Value,
    /// Being on turn.
    pub tempo: Value,
    /// Twice the lead, divided by the pieces on the board: who is ahead should exchange.
    pub exchange: Value,
    /// The pieces up to which a lone flying king holds the draw.
    pub holds_draw: u32,
}

impl EvalParams {
    pub fn new(facts: &Facts, layout: &Layout) -> Self {
        let large = layout.width > 8;
        let flying = facts.king_range == KingRange::Flying;
        let orthogonal = facts.lines == Lines::Orthogonal;
        let short_landing = matches!(facts.landing, Landing::Behind | Landing::BehindLastKing);
        let king = match (flying, facts.men_take_kings) {
            (false, true) => 140,
            (false, false) => 190,
            (true, _) if orthogonal => 350,
            (true, _) if facts.landing == Landing::Behind => 220,
            (true, _) if facts.king_run.is_some() || !large => 270,
            (true, _) => 300,
        };
        let usual = Self {
            man: 100,
            king,
            advance: if large { 1 } else { 2 },
            rush: if orthogonal { 6 } else { 2 },
            home: if orthogonal {
                0
            } else if large {
                4
            } else {
                7
            },
            centre: if orthogonal { 0 } else { 2 },
            mobility: 2,
            trapped: -30,
            runner: if flying { 130 } else { 45 },
            runner_step: if flying { 14 } else { 5 },
            race: 0,
            tempo: 4,
            exchange: 2,
            // Three kings catch one on the small board, four on the large one; a king that must
            // stop behind its last king falls to two.
            holds_draw: match (flying && !short_landing && !orthogonal, large) {
                (true, true) => 3,
                (true, false) => 2,
                (false, _) => 0,
            },
        };
        if facts.blocked == Blocked::Wins {
            usual.for_losing()
        } else if facts.first_king_wins {
            usual.for_a_race()
        } else {
            usual
        }
    }

    /// A man so many rows forward and so far from the nearer side: itself, coming forward, guarding
    /// its home row, and being in the middle.
    pub fn of_man(&self, advanced: Value, edge: Value) -> [Value; 4] {
        let forward = self.advance * advanced + self.rush * advanced * advanced / 16;
        let home = if advanced == 0 { self.home } else { 0 };
        [self.man, forward, home, self.centre * edge]
    }

    /// A king: itself, and being in the middle.
    pub fn of_king(&self, advanced: Value, edge: Value, layout: &Layout) -> [Value; 2] {
        let row_edge = advanced.min(Value::from(layout.height) - 1 - advanced);
        [self.king, 2 * self.centre * edge.min(row_edge)]
    }

    /// Adapts the parameters to losing draughts: pieces are a burden, and a king is one that cannot be blocked.
    fn for_losing(self) -> Self {
        Self {
            man: -100,
            king: -130,
            advance: 0,
            rush: 0,
            home: 0,
            centre: 1,
            mobility: 3,
            trapped: 0,
            runner: 0,
            runner_step: 0,
            exchange: 0,
            holds_draw: 0,
            ..self
        }
    }

    /// Adapts the parameters to games in which the first king wins: coming forward is everything; the first
    /// free man has almost won.
    fn for_a_race(self) -> Self {
        Self { advance: 2, rush: 6, home: 8, runner: 0, race: 900, exchange: 0, ..self }
    }
}
