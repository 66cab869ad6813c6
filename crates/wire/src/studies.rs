//! Studies: named collections of trees with text, and their chapters.

use crate::analysis::TreeText;
use crate::bounds::{FenText, LARGEST_EXACT, Number, RulesText, Text, at_most};
use serde::{Deserialize, Serialize};
use words::Phrase;

/// The maximum number of chapters.
pub const MOST_CHAPTERS: usize = 64;
/// The maximum length of a study's or chapter's title, in characters.
pub const LONGEST_TITLE: usize = 100;
/// The maximum length of a chapter's text, in characters.
pub const LONGEST_CHAPTER_TEXT: usize = 20_000;
/// The maximum length of a report about a study, in characters.
pub const LONGEST_STUDY_REPORT: usize = 1_000;

/// The title of a study.
pub type StudyTitle = Text<1, LONGEST_TITLE>;
/// The title of a chapter; if empty, its number is shown.
pub type ChapterTitle = Text<0, LONGEST_TITLE>;
/// The text of a chapter.
pub type ChapterText = Text<0, LONGEST_CHAPTER_TEXT>;
/// The version of a study or chapter, or the number of a chapter.
pub type StudyVersion = Number<0, LARGEST_EXACT>;
/// A report about a study.
pub type StudyReportText = Text<1, LONGEST_STUDY_REPORT>;

/// Who may read a study, apart from its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Nobody.
    #[default]
    Private,
    /// Everyone with the link; it is unlisted.
    Link,
    /// Everyone.
    Public,
}

impl Visibility {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Private, Self::Link, Self::Public];

    /// Its name in JSON and in stores.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Link => "link",
            Self::Public => "public",
        }
    }

    /// Parses the name.
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
    /// The start position, in PDN or Hub style; by default that of the rules.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub fen: Option<FenText>,
    /// Moves with variations in parentheses, comments in braces and marks.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub tree: Option<TreeText>,
}

/// A new study, with a first chapter, with the games of a PDN file as chapters, or with both.
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

/// A change of a study; missing fields stay as they are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "version": 1, "visibility": "public" })))]
pub struct StudyChange {
    /// The version that this changes; if there is a newer one, nothing is changed.
    #[cfg_attr(feature = "schema", schema(inline))]
    pub version: StudyVersion,
    /// The title.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub title: Option<StudyTitle>,
    /// Who may read it.
    #[serde(default)]
    pub visibility: Option<Visibility>,
    /// The numbers of the chapters in the new order; missing chapters come last.
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

/// A change of a chapter; missing fields stay as they are.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(example = json!({ "version": 1, "tree": "11-15 23-19 (22-18)" })))]
pub struct ChapterChange {
    /// The version that this changes; if there is a newer one, nothing is changed.
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
    /// The number of chapters.
    pub chapters: u64,
}

/// Studies, most recently changed first.
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
    /// Its number, for links. It never changes, wherever the chapter moves.
    pub number: u64,
    /// The title; if empty, the number is shown.
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
    /// When it was created, in milliseconds since 1970.
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
    /// The title; if empty, the number is shown.
    pub title: String,
    /// The text.
    pub text: String,
    /// The rules, as text.
    #[cfg_attr(feature = "schema", schema(example = "international"))]
    pub rules: String,
    /// The start position; null if it is that of the rules.
    pub fen: Option<String>,
    /// Moves with variations in parentheses, comments in braces and marks.
    #[cfg_attr(feature = "schema", schema(example = "32-28! 19-23 (18-23 {sharper}) 28x19"))]
    pub tree: String,
    /// Its version, for changes.
    pub version: u64,
}

/// Problems in an imported game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChapterTrouble {
    /// The number of the chapter.
    pub number: u64,
    /// The problems, each with its reason.
    pub what: Vec<Phrase>,
}

/// A study after an addition.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StudyAnswer {
    /// The study as it is now.
    pub study: StudyView,
    /// The numbers of the new chapters.
    pub added: Vec<u64>,
    /// Illegal moves and other parts that were left out, for each chapter that has any.
    pub troubles: Vec<ChapterTrouble>,
    /// How many games did not fit.
    pub left_out: u64,
    /// A new key to a guest's studies, for programs; null for accounts and for guests who have one. Browsers get it as
    /// a cookie.
    pub key: Option<String>,
}
