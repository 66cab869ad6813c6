//! HTTP requests that create games and join them.

use crate::bounds::{FenText, KeyText, Number, RulesText, Seed, Text};
use arbiter::Colors;
use draughts::Color;
use serde::{Deserialize, Serialize};

/// The maximum length of a player's name.
const LONGEST_NAME: usize = arbiter::MOST_NAME;

// Derived schemas allow no constants in the arguments of a type.
type OpeningText = Text<1, 1_000>;
type ClockText = Text<1, 100>;
type NameText = Text<1, LONGEST_NAME>;
type LevelNumber = Number<1, 10>;

/// A game to create.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(example = json!({
    "rules": "russian", "clock": "5m+3s", "color": "white", "level": 3
})))]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// A variant, a preset such as `casual`, or a variant with some rules changed.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: RulesText,
    /// The start position, in PDN or Hub style; it overrides an opening.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
    /// The opening: `standard`, `three-move`, `three-move:57`, `table`, `table:4-VII`,
    /// `random:6` or `fen:POSITION`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub opening: Option<OpeningText>,
    /// The time control, such as `none`, `5m`, `5m+3s`, `40/2h,1h` or `3d/move`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub clock: Option<ClockText>,
    /// The colour of the creator; by default random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub color: Option<HostColor>,
    /// The seed for everything random in the game, as a number or as text (large ones are exact only as text);
    /// by default random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub seed: Option<Seed>,
    /// Whether a touched piece must be moved.
    #[serde(default)]
    pub touch_move: bool,
    /// The opponent: `here` (both sides with one key), `computer`, `friend` (whoever has the invitation) or `anybody`
    /// (the first to join). By default `computer` if there is a level, otherwise `here`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub opponent: Option<OpponentWord>,
    /// The computer's level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub level: Option<LevelNumber>,
    /// The names of the creator and, in a game on one device, of the other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline, min_items = 2, max_items = 2))]
    pub names: Option<[NameText; 2]>,
    /// The name of the creator, if the other side has its own. In a game on one device, players without names are
    /// called by their colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub name: Option<NameText>,
    /// Whether the game appears in public lists; by default it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<bool>,
    /// Whether the game is rated: only for accounts, between two people, in an unchanged variant, with a
    /// clock.
    #[serde(default)]
    pub rated: bool,
}

impl Order {
    /// A game by these rules, with defaults for the rest.
    pub const fn new(rules: RulesText) -> Self {
        Self {
            rules,
            fen: None,
            opening: None,
            clock: None,
            color: None,
            seed: None,
            touch_move: false,
            opponent: None,
            level: None,
            names: None,
            name: None,
            public: None,
            rated: false,
        }
    }

    /// Opens a seat for the first to join.
    pub fn for_anybody(self) -> Self {
        Self { opponent: Some(OpponentWord::Anybody), public: Some(true), ..self }
    }

    /// The requested colour, if any.
    pub fn color(&self) -> Option<Color> {
        match self.color? {
            HostColor::White => Some(Color::White),
            HostColor::Black => Some(Color::Black),
            HostColor::Drawn => None,
        }
    }

    /// The name given by the creator.
    pub fn name(&self) -> Option<&str> {
        let first = self.names.as_ref().map(|[name, _]| name);
        first.or(self.name.as_ref()).map(|name| &**name)
    }
}

/// The kinds of opponents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OpponentWord {
    /// Both sides are played on one device.
    Here,
    /// The computer.
    Computer,
    /// A person with the invitation.
    Friend,
    /// The first person to join.
    Anybody,
}

/// The creator's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "they are what they say")]
pub enum HostColor {
    White,
    Black,
    Drawn,
}

impl From<HostColor> for Colors {
    fn from(color: HostColor) -> Self {
        match color {
            HostColor::White => Self::HostWhite,
            HostColor::Black => Self::HostBlack,
            HostColor::Drawn => Self::Drawn,
        }
    }
}

/// A request to join a game.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(
    example = json!({ "invitation": "fedcba9876543210fedcba9876543210", "name": "Bo" })
))]
#[serde(deny_unknown_fields)]
pub struct Guest {
    /// The invitation; not needed for an open game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub invitation: Option<KeyText>,
    /// The name to play under.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub name: Option<NameText>,
    /// A key for the seat, 32 random hexadecimal digits; by default the server creates one. With a key of
    /// your own you can repeat the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub key: Option<KeyText>,
}
