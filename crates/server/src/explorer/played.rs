//! Converts games of this server for the explorer.

use crate::live_game::State;
use arbiter::Ending;
use draughts::{ByColor, Color};
use record::date_and_time;
use study::explorer::{Date, GameInfo, PlayedGame};

/// Returns a finished game with a result; `None` for others. The explorer's event is the game's id, and the number is
/// the time of its last event; the players are looked up when it is shown.
pub fn played_game(id: &str, state: &State) -> Option<PlayedGame> {
    let table = state.log.table();
    let ending = table.ending().filter(|ending| ending.has_result())?;
    let moves: Vec<_> = table.game().history().copied().collect();
    if moves.is_empty() {
        return None;
    }
    let rating = |side| {
        let account = state.seats.account(side).filter(|account| !account.provisional)?;
        u16::try_from(account.rating?).ok()
    };
    let last = table.last_event().0;
    let info = GameInfo {
        event: id.to_owned(),
        date: Date::read(&date_and_time(last).0),
        result: recorded(ending),
        ratings: ByColor { white: rating(Color::White), black: rating(Color::Black) },
        number: last,
        ..GameInfo::default()
    };
    let (rules, start) = (table.terms().rules.clone(), *table.game().start());
    Some(PlayedGame { rules, info, start, moves })
}

fn recorded(ending: &Ending) -> pdn::Recorded {
    ending.winner.map_or(pdn::Recorded::Draw, pdn::Recorded::Win)
}
