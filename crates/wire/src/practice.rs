//! Practice: the mistakes of one's own games as positions to solve, each again after a longer interval.

use crate::bounds::{Number, at_most};
use crate::rules::MoveText;
use draughts::Color;
use serde::{Deserialize, Deserializer, Serialize, de};
use words::Phrase;

/// A daily number of positions.
pub type DailyLimit = Number<1, 100>;

/// The most positions a browser may send, including removed ones.
pub const MOST_GUEST_CARDS: usize = 600;

/// The most positions that move into an account at once.
pub const MOST_MOVED: usize = 50;

/// The largest day number, and the largest stability.
const LARGEST: u64 = 1_000_000;

/// Parses a game id as the server generates them.
fn game<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let id = String::deserialize(deserializer)?;
    let is_letter = |byte| matches!(byte, b'a'..=b'k' | b'm' | b'n' | b'p'..=b'z' | b'2'..=b'9');
    let fits = id.len() == 10 && id.bytes().all(is_letter);
    fits.then_some(id).ok_or_else(|| de::Error::custom("no game has this id"))
}

fn ply<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Number::<1, 100_000>::deserialize(deserializer).map(Number::get)
}

fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Number::<0, LARGEST>::deserialize(deserializer).map(Number::get)
}

fn past_day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let day = Option::<Number<0, LARGEST>>::deserialize(deserializer)?;
    Ok(day.map(Number::get))
}

fn up_to<'de, D: Deserializer<'de>, const MOST: u64>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    let wrong = || de::Error::custom(format!("a number from 0 to {MOST} belongs here"));
    (0.0..=MOST as f64).contains(&number).then_some(number).ok_or_else(wrong)
}

/// The offset of a time zone from UTC, in minutes, east of Greenwich positive.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(try_from = "f64")]
pub struct ZoneOffset(i16);

impl ZoneOffset {
    /// The largest offset in use, with some reserve.
    pub const MOST: i16 = 15 * 60;

    /// The minutes.
    pub fn minutes(self) -> i64 {
        i64::from(self.0)
    }
}

impl TryFrom<f64> for ZoneOffset {
    type Error = String;

    // Not from an integer: 60.0 is an integer in JSON.
    fn try_from(minutes: f64) -> Result<Self, String> {
        let fits = minutes.fract() == 0.0 && minutes.abs() <= f64::from(Self::MOST);
        let wrong = || format!("a time zone is at most {} minutes from UTC", Self::MOST);
        fits.then_some(Self(minutes as i16)).ok_or_else(wrong)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for ZoneOffset {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
        let number = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer));
        let about = "The offset of a time zone from UTC, in minutes, east of Greenwich positive.";
        let number = number.description(Some(about));
        number.minimum(Some(-Self::MOST)).maximum(Some(Self::MOST)).into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for ZoneOffset {}

/// The id of a position: the game, and the ply of the mistake.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "game": "k3m7q2x9ab", "ply": 31 })))]
pub struct CardName {
    /// The id of the game.
    #[cfg_attr(feature = "schema", schema(pattern = "^[a-km-np-z2-9]{10}$"))]
    #[serde(deserialize_with = "game")]
    pub game: String,
    /// The ply of the mistake, from 1.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100_000))]
    #[serde(deserialize_with = "ply")]
    pub ply: u32,
}

/// The schedule of a position, and how well it is remembered.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CardState {
    /// The day from which it is due.
    #[cfg_attr(feature = "schema", schema(maximum = 1_000_000, example = 20_776))]
    #[serde(deserialize_with = "day")]
    pub due: u32,
    /// The day of the first answer; null for a new position.
    #[cfg_attr(feature = "schema", schema(maximum = 1_000_000, example = 20_770))]
    #[serde(default, deserialize_with = "past_day")]
    pub first: Option<u32>,
    /// The day of the last answer.
    #[cfg_attr(feature = "schema", schema(maximum = 1_000_000, example = 20_773))]
    #[serde(default, deserialize_with = "past_day")]
    pub last: Option<u32>,
    /// The interval in days after which it is remembered with a probability of 90 %; 0 for a new position.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 1_000_000, example = 3.26))]
    #[serde(deserialize_with = "up_to::<_, LARGEST>")]
    pub stability: f64,
    /// The difficulty, from 1 to 10; 0 for a new position.
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 10, example = 4.88))]
    #[serde(deserialize_with = "up_to::<_, 10>")]
    pub difficulty: f64,
    /// Whether it was missed on the last day and is due again on the same day.
    pub again: bool,
}

/// A position kept by the browser of a visitor without an account.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GuestCard {
    /// The position.
    pub name: CardName,
    /// Its schedule; null if it was removed.
    pub state: Option<CardState>,
}

/// The game whose mistakes to practise.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "game": "k3m7q2x9ab", "zone": 60 })))]
pub struct CardsOrder {
    /// The id of the game.
    #[cfg_attr(feature = "schema", schema(pattern = "^[a-km-np-z2-9]{10}$"))]
    #[serde(deserialize_with = "game")]
    pub game: String,
    /// The side whose mistakes to practise; by default your own.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// Your time zone.
    #[serde(default)]
    pub zone: ZoneOffset,
}

/// The positions of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardsView {
    /// The side whose mistakes they are; null if none was given and you play both sides or neither.
    #[cfg_attr(feature = "schema", schema(value_type = Option<arbiter::SideSchema>))]
    pub side: Option<Color>,
    /// The positions. Without an account, you keep them yourself.
    pub cards: Vec<GuestCard>,
    /// How many of them are new to the account; null without an account.
    pub added: Option<usize>,
}

/// An answer to a practice position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CardQuestion {
    /// The position.
    pub name: CardName,
    /// The move; without one the solution is shown, and the position counts as missed.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: Option<MoveText>,
    /// Its schedule, if you have no account; null for a new position.
    #[serde(default)]
    pub state: Option<CardState>,
    /// Your time zone.
    #[serde(default)]
    pub zone: ZoneOffset,
}

/// The judgement of an answer, and the new schedule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardAnswer {
    /// Whether the move keeps the result.
    pub right: bool,
    /// The expected line, starting with this move; the better line if the solution was asked for.
    pub line: Vec<String>,
    /// Why the move is wrong; why the move of the game was, if the solution was asked for.
    pub reasons: Vec<Phrase>,
    /// The new schedule.
    pub state: CardState,
    /// The days until it is due.
    #[cfg_attr(feature = "schema", schema(example = 3))]
    pub days: u32,
}

/// Positions to move into an account.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CardsMove {
    /// The positions; those the account already has are merged.
    #[serde(deserialize_with = "at_most::<_, _, MOST_MOVED>")]
    #[cfg_attr(feature = "schema", schema(max_items = 50))]
    pub cards: Vec<GuestCard>,
}

/// A change of the daily limit.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CardsLimit {
    /// The daily limit; half of it may be new positions.
    #[cfg_attr(feature = "schema", schema(inline, example = 10))]
    pub daily: DailyLimit,
}

/// A position to solve.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CardView {
    /// Its id.
    pub name: CardName,
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// The position.
    #[cfg_attr(feature = "schema", schema(example = "B:W27,28:B18,19"))]
    pub fen: String,
    /// The mistake made in it.
    #[cfg_attr(feature = "schema", schema(example = "19-23"))]
    pub text: String,
    /// Its schedule.
    pub state: CardState,
}

/// Today's practice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PracticeView {
    /// The current day in your time zone.
    #[cfg_attr(feature = "schema", schema(example = 20_776))]
    pub today: u32,
    /// The positions due today, reviews before new ones.
    pub due: Vec<CardView>,
    /// The number solved today.
    pub solved: usize,
    /// The number of all positions.
    pub all: usize,
    /// The daily limit; half of it may be new positions.
    #[cfg_attr(feature = "schema", schema(example = 10))]
    pub daily: u32,
    /// The next day with a due position, if there is none today.
    #[cfg_attr(feature = "schema", schema(example = 20_777))]
    pub next: Option<u32>,
}
