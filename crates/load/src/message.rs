//! The protocol's messages, as far as a player's client needs them.

use arbiter::Phase;
use draughts::Color;
use wire::{
    Action, ActionKind, ClientMessage, ErrorView, Number, PositionView, ServerMessage, Text,
    VERSION,
};

/// A received message.
#[derive(Debug)]
pub enum Heard {
    /// The response to hello, with the number of events.
    Welcome { seq: u64 },
    /// The whole game.
    SharedGame(Stand),
    /// An event.
    Event(ServerEvent),
    /// The response to a request: the number of its event, or an error.
    Done { id: u64, answer: Result<u64, ErrorView> },
    /// An error that is not the response to a request.
    Error(ErrorView),
    /// A message that violates the protocol.
    Unreadable(String),
    /// Anything that a player can ignore.
    Other,
    /// The connection is lost; the client reconnects by itself.
    Lost,
}

/// The state of a game, as the server reports it.
#[derive(Clone, Debug)]
pub struct Stand {
    /// The number of events.
    pub seq: u64,
    /// The number of plies.
    pub ply: usize,
    /// The hash of the position, in hexadecimal.
    pub hash: String,
    /// Whether both seats are taken and the game is not over.
    pub on: bool,
    /// Whether it is over.
    pub over: bool,
    /// The side to move.
    pub turn: Color,
    /// The legal moves in their notation; empty for spectators.
    pub legal: Vec<String>,
}

/// An event, as the server sends it.
#[derive(Clone, Debug)]
pub struct ServerEvent {
    /// The state after it.
    pub stand: Stand,
    /// The line of the log.
    pub line: String,
}

impl Stand {
    fn new(seq: u64, ply: usize, hash: String, phase: Phase, turn: Color) -> Self {
        let (on, over) = (phase == Phase::Playing, phase == Phase::Finished);
        Self { seq, ply, hash, on, over, turn, legal: Vec::new() }
    }

    fn with_moves(mut self, position: PositionView) -> Self {
        self.legal = position.legal.into_iter().map(|legal| legal.text).collect();
        self
    }
}

impl Heard {
    /// Parses a message. For spectators the legal moves, which are most of it, are skipped.
    pub fn read(text: &str, watches: bool) -> Result<Self, serde_json::Error> {
        let message: ServerMessage = serde_json::from_str(text)?;
        if let Some(event) = message.event {
            let table = event.table;
            let stand = Stand::new(event.seq + 1, event.ply, event.hash, table.phase, table.turn);
            let stand = if watches { stand } else { stand.with_moves(event.position.read()?) };
            return Ok(Self::Event(ServerEvent { stand, line: event.line }));
        }
        if let Some(id) = message.done {
            let answer = match (message.seq, message.error) {
                (_, Some(error)) => Err(error),
                (Some(seq), None) => Ok(seq),
                (None, None) => return Ok(Self::Other),
            };
            return Ok(Self::Done { id, answer });
        }
        if let Some(game) = message.game {
            let (table, position) = (game.table, game.position.read()?);
            let (ply, hash) = (table.moves.len(), position.hash.clone());
            let stand = Stand::new(game.seq, ply, hash, table.phase, table.turn);
            return Ok(Self::SharedGame(stand.with_moves(position)));
        }
        Ok(match (message.welcome, message.error) {
            (Some(welcome), _) => Self::Welcome { seq: welcome.seq },
            (None, Some(error)) => Self::Error(error),
            (None, None) => Self::Other,
        })
    }
}

fn text(message: &ClientMessage) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}

/// Formats hello, with the number of events that the client has.
pub fn hello(key: &str, since: Option<u64>) -> String {
    text(&ClientMessage::Hello { v: VERSION, key: key.to_owned(), since })
}

/// Formats a move request.
pub fn moves(id: u64, client: &str, game: &str, side: Color, mv: &str, ply: usize) -> String {
    let action = Action {
        side,
        what: ActionKind::Move,
        value: bounded(mv),
        ply: Number::new(ply as u64),
        client: bounded(client),
        game: bounded(game),
    };
    text(&ClientMessage::Do { id, action })
}

/// A text within its limits, which everything this client sends respects.
fn bounded<const LEAST: usize, const MOST: usize>(text: &str) -> Option<Text<LEAST, MOST>> {
    Some(Text::try_from(text.to_owned()).expect("moves, names and ids are short"))
}

/// Formats a ping.
pub fn ping() -> String {
    text(&ClientMessage::Ping { at: 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use wire::Code;

    fn read(message: &Value) -> Heard {
        Heard::read(&message.to_string(), false).unwrap()
    }

    /// An event as the current server sends it.
    fn event() -> Value {
        let dial = json!({ "left": null, "delay": 0, "periods": null, "moves_to_go": null });
        json!({ "event": {
            "seq": 4, "ply": 1, "hash": "00000000000000aa", "what": "move", "side": "black",
            "value": "11-15", "line": "5 black 11-15 \"~", "plies": 0, "move": null,
            "pieces": { "black-1": 1 },
            "table": {
                "at": 7, "last_event": 7, "phase": "playing", "turn": "white", "move_number": 1,
                "turn_number": 2,
                "names": { "white": "A", "black": null }, "offers": [], "counters": [],
                "may_offer_draw": { "white": true, "black": false }, "claims": [], "touched": null,
                "clock": {
                    "control": "none", "lag_cap": 0, "running": null, "white": dial, "black": dial
                },
                "ending": null, "rematch_agreed": false,
            },
            "position": {
                "fen": "", "hub": "", "hash": "00000000000000aa", "because": [],
                "legal": [{ "text": "22-18", "paths": [], "crowns": false }],
            },
            "people": [null, null], "said": {}, "next": null,
        }})
    }

    #[test]
    fn events_say_where_the_game_stands_after_them() {
        let Heard::Event(told) = read(&event()) else { panic!("no event") };
        assert_eq!((told.stand.seq, told.stand.ply, told.stand.turn), (5, 1, Color::White));
        assert_eq!(told.line, "5 black 11-15 \"~");
        assert_eq!(told.stand.legal, ["22-18"]);
        assert!(told.stand.on && !told.stand.over);
        let Ok(Heard::Event(told)) = Heard::read(&event().to_string(), true) else {
            panic!("no event")
        };
        assert!(told.stand.legal.is_empty(), "who watches needs no moves");
    }

    #[test]
    fn answers_are_numbers_or_reasons() {
        assert!(matches!(
            read(&json!({ "done": 7, "seq": 4 })),
            Heard::Done { id: 7, answer: Ok(4) }
        ));
        let phrase = json!({ "key": "error.stale", "values": {}, "text": "…" });
        let error = json!({ "code": "stale", "message": "…", "phrase": phrase });
        let Heard::Done { answer: Err(stale), .. } = read(&json!({ "done": 7, "error": error }))
        else {
            panic!("done")
        };
        assert_eq!(stale.code, Code::Stale);
        assert!(matches!(read(&json!({ "error": error })), Heard::Error(_)));
        let present = json!({ "white": true, "black": false, "watching": 0, "gone": {} });
        assert!(matches!(read(&json!({ "present": present })), Heard::Other));
        let welcome = json!({ "v": 1, "build": "b", "run": "r", "now": 1, "seq": 9, "yours": [] });
        assert!(matches!(read(&json!({ "welcome": welcome })), Heard::Welcome { seq: 9 }));
        assert!(Heard::read("{\"event\": 1}", false).is_err());
    }

    #[test]
    fn requests_are_those_of_the_protocol() {
        let sent = |text: String| serde_json::from_str::<Value>(&text).unwrap();
        assert_eq!(sent(hello("", None)), json!({ "say": "hello", "v": 1 }));
        let again = json!({ "say": "hello", "v": 1, "key": "k", "since": 3 });
        assert_eq!(sent(hello("k", Some(3))), again);
        let mv = json!({
            "say": "do", "id": 2, "client": "c", "game": "g", "side": "white", "what": "move",
            "value": "22-18", "ply": 1,
        });
        assert_eq!(sent(moves(2, "c", "g", Color::White, "22-18", 1)), mv);
    }
}
