//! The report of a game as a self-contained page.

use crate::collection::CollectionGame;
use anyhow::{Context, Result};
use pdn::Recorded;
use review::Review;
use server::{ReportFile, report_file, reports};
use words::{Language, Phrase};

/// Parses a language code.
pub fn language(code: &str) -> Result<Language, &'static str> {
    code.parse().map_err(|()| "there is no such language")
}

/// Renders the page.
pub fn page(entry: &CollectionGame<'_>, review: &Review, language: Language) -> Result<String> {
    let tag = |name| entry.game.tag(name).filter(|text| !matches!(*text, "" | "?"));
    let names = [("White", "player.white"), ("Black", "player.black")].map(|(name, unnamed)| {
        tag(name).map_or_else(|| Phrase::new(unnamed).said(language), str::to_owned)
    });
    let winner = match review.recorded {
        Recorded::Win(color) => Some(Some(color)),
        Recorded::Draw => Some(None),
        Recorded::BothLost | Recorded::Unknown => None,
    };
    let occasion = ["Event", "Date"].into_iter().filter_map(tag).map(str::to_owned);
    let report = reports::report(review);
    let about = ReportFile {
        report: &report,
        rules: &review.rules,
        names,
        winner,
        occasion: occasion.collect(),
        language,
    };
    report_file(&about).context("the report cannot be shown")
}
