//! The messages of the protocol, as far as a client that plays needs them.

use draughts::Color;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;

/// The version that this client speaks.
const VERSION: u32 = 1;

/// What a client heard.
#[derive(Debug)]
pub enum ServerMessage {
    /// The answer to hello: how many events there are.
    Welcome { seq: u64 },
    /// The game as it stands.
    Game(Stand),
    /// Something happened.
    Event(ServerEvent),
    /// The answer to a request: the number of its event, or why it did not happen.
    Done { id: u64, answer: Result<u64, Trouble> },
    /// The server does not like what was sent.
    Trouble(Trouble),
    /// Something that a player need not know.
    Other,
    /// The connection is lost; the client connects again by itself.
    Lost,
}

/// Where a game stands, as the server says.
#[derive(Clone, Debug)]
pub struct Stand {
    /// How many events there are.
    pub seq: u64,
    /// How many moves were made.
    pub ply: usize,
    /// The hash of the position, in hexadecimal.
    pub hash: String,
    /// Whether both seats are taken and the game is not over.
    pub on: bool,
    /// Whether it is over.
    pub over: bool,
    /// Whose turn it is.
    pub turn: Color,
    /// The legal moves as they should be written; none for who only watches.
    pub legal: Vec<String>,
}

/// An event, as the server tells it.
#[derive(Clone, Debug)]
pub struct ServerEvent {
    /// Where the game stands after it.
    pub stand: Stand,
    /// The line of the log.
    pub line: String,
}

/// Why something did not happen.
#[derive(Clone, Debug, Deserialize)]
pub struct Trouble {
    /// The word for programs.
    pub code: String,
    /// The sentence for people.
    pub message: String,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    event: Option<Event<'a>>,
    done: Option<u64>,
    seq: Option<u64>,
    error: Option<Trouble>,
    welcome: Option<Welcome>,
    #[serde(borrow)]
    game: Option<Game<'a>>,
}

#[derive(Deserialize)]
struct Welcome {
    seq: u64,
}

#[derive(Deserialize)]
struct Event<'a> {
    seq: u64,
    ply: usize,
    hash: String,
    #[serde(borrow)]
    line: Cow<'a, str>,
    #[serde(borrow)]
    table: TableState<'a>,
    #[serde(borrow)]
    position: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Game<'a> {
    seq: u64,
    #[serde(borrow)]
    table: TableState<'a>,
    #[serde(borrow)]
    position: &'a RawValue,
}

#[derive(Deserialize)]
struct TableState<'a> {
    phase: &'a str,
    turn: &'a str,
    #[serde(default)]
    moves: Vec<IgnoredAny>,
}

#[derive(Deserialize)]
struct Position {
    hash: String,
    legal: Vec<Legal>,
}

#[derive(Deserialize)]
struct Legal {
    text: String,
}

impl TableState<'_> {
    fn stand(&self, seq: u64, ply: usize, hash: String, legal: Vec<Legal>) -> Stand {
        Stand {
            seq,
            ply,
            hash,
            on: self.phase == "playing",
            over: self.phase == "finished",
            turn: if self.turn == "white" { Color::White } else { Color::Black },
            legal: legal.into_iter().map(|legal| legal.text).collect(),
        }
    }
}

impl ServerMessage {
    /// Reads a message. The legal moves are left out for who only watches: they are most of it.
    pub fn read(text: &str, watches: bool) -> Result<Self, serde_json::Error> {
        let message: Message = serde_json::from_str(text)?;
        if let Some(event) = message.event {
            let legal = match event.position {
                Some(position) if !watches => {
                    serde_json::from_str::<Position>(position.get())?.legal
                }
                _ => Vec::new(),
            };
            let stand = event.table.stand(event.seq + 1, event.ply, event.hash, legal);
            return Ok(Self::Event(ServerEvent { stand, line: event.line.into_owned() }));
        }
        if let Some(id) = message.done {
            let answer = match (message.seq, message.error) {
                (_, Some(trouble)) => Err(trouble),
                (Some(seq), None) => Ok(seq),
                (None, None) => return Ok(Self::Other),
            };
            return Ok(Self::Done { id, answer });
        }
        if let Some(game) = message.game {
            let Position { hash, legal } = serde_json::from_str(game.position.get())?;
            let ply = game.table.moves.len();
            return Ok(Self::Game(game.table.stand(game.seq, ply, hash, legal)));
        }
        Ok(match (message.welcome, message.error) {
            (Some(Welcome { seq }), _) => Self::Welcome { seq },
            (None, Some(trouble)) => Self::Trouble(trouble),
            (None, None) => Self::Other,
        })
    }
}

/// Says who comes, and how many events it has.
pub fn hello(key: &str, since: Option<u64>) -> String {
    let mut hello = json!({ "say": "hello", "v": VERSION });
    if !key.is_empty() {
        hello["key"] = Value::from(key);
    }
    if let Some(since) = since {
        hello["since"] = Value::from(since);
    }
    hello.to_string()
}

/// Asks for a move.
pub fn moves(id: u64, client: &str, game: &str, side: Color, text: &str, ply: usize) -> String {
    json!({
        "say": "do", "id": id, "client": client, "game": game,
        "side": side.to_string(), "what": "move", "value": text, "ply": ply,
    })
    .to_string()
}

/// Asks whether the server is still there.
pub fn ping() -> String {
    json!({ "say": "ping", "at": 0 }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: Value) -> ServerMessage {
        ServerMessage::read(&message.to_string(), false).unwrap()
    }

    #[test]
    fn events_say_where_the_game_stands_after_them() {
        let event = json!({ "event": {
            "seq": 4, "ply": 1, "hash": "00000000000000aa", "what": "move", "side": "black",
            "line": "5 black 11-15 \"~", "table": { "turn": "white", "phase": "playing", "at": 7 },
            "position": { "hash": "00000000000000aa", "legal": [{ "text": "22-18", "paths": [] }] },
        }});
        let ServerMessage::Event(told) = read(event.clone()) else { panic!("no event") };
        assert_eq!((told.stand.seq, told.stand.ply, told.stand.turn), (5, 1, Color::White));
        assert_eq!(told.line, "5 black 11-15 \"~");
        assert_eq!(told.stand.legal, ["22-18"]);
        assert!(told.stand.on && !told.stand.over);
        let Ok(ServerMessage::Event(told)) = ServerMessage::read(&event.to_string(), true) else {
            panic!("no event")
        };
        assert!(told.stand.legal.is_empty(), "who watches needs no moves");
    }

    #[test]
    fn answers_are_numbers_or_reasons() {
        assert!(matches!(
            read(json!({ "done": 7, "seq": 4 })),
            ServerMessage::Done { id: 7, answer: Ok(4) }
        ));
        let stale = json!({ "done": 7, "error": { "code": "stale", "message": "…" } });
        let ServerMessage::Done { answer: Err(trouble), .. } = read(stale) else { panic!("done") };
        assert_eq!(trouble.code, "stale");
        let error = json!({ "error": { "code": "malformed", "message": "…", "phrase": {} } });
        assert!(matches!(read(error), ServerMessage::Trouble(_)));
        assert!(matches!(read(json!({ "present": {} })), ServerMessage::Other));
        assert!(matches!(
            read(json!({ "welcome": { "v": 1, "seq": 9 } })),
            ServerMessage::Welcome { seq: 9 }
        ));
        assert!(ServerMessage::read("{\"event\": 1}", false).is_err());
    }
}
