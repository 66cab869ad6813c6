//! The report of a game as one file that stands alone: no script, nothing from elsewhere, its styles and boards within.

use super::assets::Web;
use super::mini::Arrow;
use super::render::render_file;
use super::report::is_flipped;
use super::sides::{board, names};
use super::titles::title;
use super::told_report::Told;
use crate::words::{Language, Voice};
use draughts::{AnyPosition, Color, Ruleset};
use minijinja::{Value, context};
use picture::{Ink, Picture, Theme};
use wire::GameReport;

/// What a file tells of a game.
pub struct ReportFile<'a> {
    /// The report.
    pub report: &'a GameReport,
    /// The rules of the game.
    pub rules: &'a Ruleset,
    /// The players, White first.
    pub names: [String; 2],
    /// Who won, or that nobody did; nothing where the game has no result.
    pub winner: Option<Option<Color>>,
    /// The event and its date, as far as the record has them.
    pub occasion: Vec<String>,
    /// In which language it is told.
    pub language: Language,
}

/// The width of a board, in pixels.
const BOARD: u32 = 240;
const PLAYED: Ink = Ink(0x00E0_9A8F);

/// A report as an HTML document.
pub fn report_file(about: &ReportFile<'_>) -> Result<String, minijinja::Error> {
    let ReportFile { report, rules, names: players, winner, occasion, language } = about;
    let theme = Theme::usual(rules);
    let voice = Voice { language: *language, sides: names(&theme) };
    let told = Told { report, rules, names: players, winner: *winner, voice };
    let styles = Web::get("css/report_file.css").expect("tests read the styles of files");
    let context = context! {
        lang => language.code(),
        board => board(&theme),
        names => players,
        title => title(rules, *language),
        occasion,
        styles => Value::from_safe_string(format!(
            "{}\n{}",
            colours(&theme),
            String::from_utf8_lossy(&styles.data)
        )),
        report => told.context(|position, arrows| drawn(position, arrows, rules, &theme)),
        version => env!("CARGO_PKG_VERSION"),
    };
    render_file("report_file.html", context)
}

/// The colours of the pieces.
fn colours(theme: &Theme) -> String {
    let [white, black] = [Color::White, Color::Black].map(|side| theme.looks(side).body.0);
    format!(":root {{ --white: #{white:06x}; --black: #{black:06x}; }}")
}

/// A position as a picture in the page: the move played on coloured squares, the better one as an arrow.
fn drawn(position: &AnyPosition, arrows: &[Arrow], rules: &Ruleset, theme: &Theme) -> Value {
    let of_kind = |kind| arrows.iter().filter(move |arrow| arrow.kind == kind);
    let picture = Picture::new(position)
        .flipped(is_flipped(rules))
        .theme(*theme)
        .width(BOARD)
        .tints(of_kind("played").flat_map(|arrow| [(arrow.from, PLAYED), (arrow.to, PLAYED)]))
        .arrows(of_kind("better").map(|arrow| (arrow.from, arrow.to)));
    Value::from_safe_string(picture.svg())
}
