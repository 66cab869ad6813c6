//! A game's report as one self-contained file: no scripts or external resources; styles and boards are inlined.

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

/// The contents of a report file.
pub struct ReportFile<'a> {
    /// The report.
    pub report: &'a GameReport,
    /// The rules of the game.
    pub rules: &'a Ruleset,
    /// The players, White first.
    pub names: [String; 2],
    /// The winner, or `None` inside for a draw; `None` if the game has no result.
    pub winner: Option<Option<Color>>,
    /// The event and its date, if the record has them.
    pub occasion: Vec<String>,
    /// The language.
    pub language: Language,
}

/// The width of a board, in pixels.
const BOARD: u32 = 240;
const PLAYED: Ink = Ink(0x00E0_9A8F);

/// Renders a report as an HTML document.
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

/// Draws a position as inline SVG: the played move highlighted, the better one as an arrow.
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
