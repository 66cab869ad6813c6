//! The messages of Damier's protocol ([docs/protocol.md](../../../docs/protocol.md)), as the server writes and its
//! clients read them. `web/js/types.js` is generated from these types.

mod action;
mod bounds;
mod client;
mod endgame;
mod error;
mod event;
mod game;
mod part;
mod server;

pub use action::{Ack, Action, ActionKind, LONGEST_CLIENT, MoveOrder};
pub use bounds::{
    FenText, KeyText, LARGEST_EXACT, LONGEST_FEN, Number, Plies, RulesText, Text, at_most,
};
pub use client::{ChatText, ClientMessage, Preset};
pub use endgame::{
    BoardResult, Category, ProbeView, ProbedMove, RuleResult, RuleView, build_command,
};
pub use error::{Code, ErrorBody, ErrorView};
pub use event::EventView;
pub use game::{
    Because, BoardView, CreatedView, GameView, Hint, MoveView, PathView, PlyView, PositionView,
    Said, SaidCounter, SitterView, WhyNot,
};
pub use part::Part;
pub use server::{ChatView, Gone, PresenceView, ServerMessage, Welcome};

/// The version of the protocol.
pub const VERSION: u64 = 1;
