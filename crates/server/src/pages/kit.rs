//! A page with every component, for developers and tests.

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

/// The routes of the page.
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
