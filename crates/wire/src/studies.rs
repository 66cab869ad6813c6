//! Studies: named collections of trees with text, their chapters.

use crate::analysis::TreeText;
use crate::bounds::{FenText, LARGEST_EXACT, Number, RulesText, Text, at_most};
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The most chapters of a study.
pub const MOST_CHAPTERS: usize = 64;
/// The longest title of a study or chapter, in characters.
pub const LONGEST_TITLE: usize = 100;
/// The longest text of a chapter, in characters.
pub const LONGEST_CHAPTER_TEXT: usize = 20_000;
/// The longest description of what is wrong with a study, in characters.
pub const LONGEST_STUDY_REPORT: usize = 1_000;

/// The title of a study.
pub type StudyTitle = Text<1, LONGEST_TITLE>;
/// The title of a chapter; an empty one is shown as its number.
pub type ChapterTitle = Text<0, LONGEST_TITLE>;
/// The text of a chapter.
pub type ChapterText = Text<0, LONGEST_CHAPTER_TEXT>;
/// The version of a study or chapter, or the number of a chapter.
pub type StudyVersion = Number<0, LARGEST_EXACT>;
/// What is wrong with a study.
pub type StudyReportText = Text<1, LONGEST_STUDY_REPORT>;

/// Who may read a study besides its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Nobody.
    #[default]
    Private,
    /// Whoever has the link; it is in no list.
    Link,
    /// Everybody.
    Public,
}

impl Visibility {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Private, Self::Link, Self::Public];

    /// The word for it in JSON and in stores.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Link => "link",
            Self::Public => "public",
        }
    }

    /// The one of a word.
    pub fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// A new chapter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "title": "The bridge", "rules": "american", "tree": "11-15 23-19 {The usual move}" })))]
pub struct ChapterOrder {
    /// The title.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub title: Option<ChapterTitle>,
    /// The text.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: Option<ChapterText>,
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub rules: RulesText,
    /// The position at the start, in PDN or Hub style; by default the start position of the rules.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
    /// Moves with variations in parentheses, comments in braces and marks.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub tree: Option<TreeText>,
}

/// A new study, with a first chapter, with the games of a file in PDN as chapters, or with both.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "title": "Bridges", "pdn": "1. 11-15 {The usual move} 23-19 *" })))]
pub struct StudyOrder {
    /// The title.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub title: StudyTitle,
    /// Who may read it; by default only you.
    #[serde(default)]
    pub visibility: Visibility,
    /// The first chapter.
    #[serde(default)]
    pub chapter: Option<ChapterOrder>,
    /// Games in PDN, each of which becomes a chapter; their comments and variations are kept.
    #[serde(default)]
    pub pdn: Option<String>,
}

/// Games in PDN to add to a study as chapters.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "pdn": "1. 11-15 {The usual move} 23-19 *" })))]
pub struct ChaptersOrder {
    /// The games.
    pub pdn: String,
}

/// A change of a study; what is left out stays.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "version": 1, "visibility": "public" })))]
pub struct StudyChange {
    /// The version of the study that is changed; if it has another by now, nothing is changed.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub version: StudyVersion,
    /// The title.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub title: Option<StudyTitle>,
    /// Who may read it.
    #[serde(default)]
    pub visibility: Option<Visibility>,
    /// The numbers of the chapters in the order wanted; chapters that are left out come last.
    #[serde(default, deserialize_with = "at_most_all")]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub order: Option<Vec<StudyVersion>>,
}

fn at_most_all<'de, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<Option<Vec<StudyVersion>>, D::Error> {
    struct Order(Vec<StudyVersion>);
    impl<'de> Deserialize<'de> for Order {
        fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            at_most::<D, StudyVersion, MOST_CHAPTERS>(from).map(Self)
        }
    }
    Ok(Option::<Order>::deserialize(from)?.map(|Order(order)| order))
}

/// A change of a chapter; what is left out stays.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "version": 1, "tree": "11-15 23-19 (22-18)" })))]
pub struct ChapterChange {
    /// The version of the chapter that is changed; if it has another by now, nothing is changed.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub version: StudyVersion,
    /// The title.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub title: Option<ChapterTitle>,
    /// The text.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub text: Option<ChapterText>,
    /// Moves with variations in parentheses, comments in braces and marks.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub tree: Option<TreeText>,
}

/// A report to the operator about a public study.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "words": "insults in the comments" })))]
pub struct StudyReportOrder {
    /// What is wrong.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub words: StudyReportText,
}

/// A study in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudySummary {
    /// The id of the study, for links.
    #[cfg_attr(feature = "schema", schema(example = "k3m7q2x9ab"))]
    pub id: String,
    /// The title.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// The account that owns it; null if a guest does.
    pub owner: Option<String>,
    /// The time of the last change, in milliseconds since 1970.
    pub updated: u64,
    /// How many chapters it has.
    pub chapters: u64,
}

/// Studies, the one that was changed last first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyList {
    /// The studies of this page.
    pub studies: Vec<StudySummary>,
    /// Whether there is another page.
    pub more: bool,
}

/// A chapter in the list of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChapterSummary {
    /// Its number, for links. It never changes, wherever the chapter stands.
    pub number: u64,
    /// The title; an empty one is shown as the number.
    pub title: String,
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// Its version, for changes.
    pub version: u64,
}

/// A study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyView {
    /// The id of the study, for links.
    #[cfg_attr(feature = "schema", schema(example = "k3m7q2x9ab"))]
    pub id: String,
    /// The title.
    pub title: String,
    /// Who may read it.
    pub visibility: Visibility,
    /// The account that owns it; null if a guest does.
    pub owner: Option<String>,
    /// Whether it is yours.
    pub yours: bool,
    /// Its version, for changes of its title, visibility and order.
    pub version: u64,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub updated: u64,
    /// The chapters, in order.
    pub chapters: Vec<ChapterSummary>,
}

/// A chapter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChapterView {
    /// Its number, for links.
    pub number: u64,
    /// The title; an empty one is shown as the number.
    pub title: String,
    /// The text.
    pub text: String,
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// The position at the start; null if it is the start position of the rules.
    pub fen: Option<String>,
    /// Moves with variations in parentheses, comments in braces and marks.
    #[cfg_attr(feature = "schema", schema(example = "32-28! 19-23 (18-23 {sharper}) 28x19"))]
    pub tree: String,
    /// Its version, for changes.
    pub version: u64,
}

/// What could not be taken of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChapterTrouble {
    /// The number of the chapter.
    pub number: u64,
    /// What is wrong, each with its reason.
    pub what: Vec<Phrase>,
}

/// A study to which something was added.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyAnswer {
    /// The study as it is now.
    pub study: StudyView,
    /// The numbers of the new chapters.
    pub added: Vec<u64>,
    /// Illegal moves and other parts that were left out, for each chapter that has any.
    pub troubles: Vec<ChapterTrouble>,
    /// How many games found no room.
    pub left_out: u64,
    /// A new key to the studies of a guest, for programs; null for accounts and for those who have one. Browsers get it as
    /// a cookie.
    pub key: Option<String>,
}
