//! Games as a segment keeps them: who played, where to find them again, and every move.

use super::bytes::{ByteReader, put, put_text};
use super::date::Date;
use super::key::Sight;
use draughts::{AnyPosition, ByColor, Color, Layout, Move, Ruleset};
use pdn::Recorded;

/// What is known of a game besides its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The player of White; empty if unknown.
    pub white: String,
    /// The player of Black; empty if unknown.
    pub black: String,
    /// The event; empty if unknown.
    pub event: String,
    /// The day.
    pub date: Option<Date>,
    /// The result.
    pub result: Recorded,
    /// The players' ratings, where they are known.
    pub ratings: ByColor<Option<u16>>,
    /// The file that the game is from.
    pub source: String,
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The line of the file at which it starts, from 1.
    pub line: u64,
}

impl Default for GameInfo {
    fn default() -> Self {
        let (white, black, event, source) = Default::default();
        let (date, result, ratings) = (None, Recorded::Unknown, ByColor::both(None));
        Self { white, black, event, date, result, ratings, source, number: 1, line: 1 }
    }
}

/// A game of a segment.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredGame {
    /// The number of the game in the segment, from 0.
    pub id: u32,
    /// Its rules.
    pub rules: Ruleset,
    /// What is known of it.
    pub info: GameInfo,
    /// The position at the start.
    pub start: AnyPosition,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// A game as its bytes say it: the moves are yet to be found among the legal ones.
pub(crate) struct GameRecord<'a> {
    pub rules: u16,
    pub result: Recorded,
    pub ratings: ByColor<Option<u16>>,
    pub date: Option<Date>,
    pub source: u32,
    pub number: u64,
    pub line: u64,
    pub white: &'a str,
    pub black: &'a str,
    pub event: &'a str,
    /// Empty if it is that of the rules.
    pub start: &'a str,
    pub plies: u32,
    /// A rank for each ply.
    pub ranks: &'a [u8],
}

pub(crate) fn result_code(result: Recorded) -> u8 {
    match result {
        Recorded::Unknown => 0,
        Recorded::Win(Color::White) => 1,
        Recorded::Draw => 2,
        Recorded::Win(Color::Black) => 3,
        Recorded::BothLost => 4,
    }
}

fn result_of(code: u8) -> Option<Recorded> {
    Some(match code {
        0 => Recorded::Unknown,
        1 => Recorded::Win(Color::White),
        2 => Recorded::Draw,
        3 => Recorded::Win(Color::Black),
        4 => Recorded::BothLost,
        _ => return None,
    })
}

/// The most bytes of a name that are kept.
const LONGEST_NAME: usize = 100;

/// The beginning of a name.
fn cut(name: &str) -> &str {
    let mut end = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name[..end].trim_end()
}

/// Appends a game, after the number of its bytes.
pub(crate) fn write_game(bytes: &mut Vec<u8>, game: &GameRecord<'_>) {
    let mut record = vec![result_code(game.result)];
    put(&mut record, game.rules.into());
    for color in Color::BOTH {
        put(&mut record, game.ratings[color].unwrap_or(0).into());
    }
    put(&mut record, Date::number(game.date).into());
    put(&mut record, game.source.into());
    put(&mut record, game.number);
    put(&mut record, game.line);
    for name in [game.white, game.black, game.event] {
        put_text(&mut record, cut(name));
    }
    put_text(&mut record, game.start);
    put(&mut record, game.plies.into());
    record.extend(game.ranks);
    put(bytes, record.len() as u64);
    bytes.extend(record);
}

/// Reads the next game of a block.
pub(crate) fn read_game<'a>(reader: &mut ByteReader<'a>) -> Option<GameRecord<'a>> {
    let length = reader.narrow()?;
    let mut record = ByteReader(reader.take(length)?);
    let result = result_of(record.byte()?)?;
    let rules = record.narrow()?;
    let mut rating = || record.narrow().map(|rating: u16| (rating > 0).then_some(rating));
    let ratings = ByColor { white: rating()?, black: rating()? };
    let date = Date::from_number(record.narrow()?);
    let (source, number, line) = (record.narrow()?, record.number()?, record.number()?);
    let (white, black, event) = (record.text()?, record.text()?, record.text()?);
    let (start, plies) = (record.text()?, record.narrow()?);
    let ranks = record.0;
    Some(GameRecord {
        rules,
        result,
        ratings,
        date,
        source,
        number,
        line,
        white,
        black,
        event,
        start,
        plies,
        ranks,
    })
}

/// Skips the next game of a block.
pub(crate) fn skip_game(reader: &mut ByteReader<'_>) -> Option<()> {
    let length = reader.narrow()?;
    reader.take(length).map(|_| ())
}

impl GameRecord<'_> {
    /// The position at the start.
    pub fn start(&self, rules: &Ruleset) -> Option<AnyPosition> {
        match self.start {
            "" => Some(AnyPosition::start(rules)),
            fen => AnyPosition::from_fen(rules, fen).ok(),
        }
    }

    /// Hands every position with the move played in it to `visit`, and at last that at the end, until it says
    /// that it has seen enough. `None` if a rank is none of a legal move.
    pub fn replay(
        &self,
        rules: &Ruleset,
        layout: &Layout,
        mut visit: impl FnMut(&AnyPosition, Option<&Move>) -> bool,
    ) -> Option<()> {
        let mut position = self.start(rules)?;
        let mut ranks = ByteReader(self.ranks);
        for _ in 0..self.plies {
            let rank: usize = ranks.narrow()?;
            let mut legal = position.legal_moves();
            if legal.len() > 1 {
                Sight { layout, turn: position.turn() }.ranked(&mut legal);
            }
            let mv = legal.get(rank)?;
            if !visit(&position, Some(mv)) {
                return Some(());
            }
            position = position.play_unchecked(mv);
        }
        visit(&position, None);
        Some(())
    }
}
