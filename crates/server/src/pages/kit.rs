//! Every component of the pages on one page, for whoever works on them and for the tests.

use super::mini::mini;
use super::render::page;
use super::settings::Visitor;
use crate::server::App;
use axum::response::Response;
use axum::{Router, routing};
use draughts::{AnyPosition, Variant};
use minijinja::context;
use picture::Theme;
use std::sync::Arc;

/// The route of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/kit", routing::get(kit))
}

async fn kit(visitor: Visitor) -> Response {
    let themes: Vec<&str> =
        Theme::ALL.iter().filter(|theme| !theme.hatched).map(|theme| theme.name).collect();
    let boards: Vec<_> = [Variant::International, Variant::American, Variant::Turkish]
        .map(|variant| mini(&AnyPosition::start(&variant.into()), false))
        .into();
    page(&visitor, "kit.html", context! { themes, boards })
}
