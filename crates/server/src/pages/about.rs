//! The about page: shortcuts, and the crates the program is made of.

use super::Web;
use super::render::page;
use super::settings::Visitor;
use crate::server::App;
use axum::response::Response;
use axum::{Router, routing};
use minijinja::context;
use minijinja::value::Serde;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The routes of the page.
pub fn routes() -> Router<Arc<App>> {
    Router::new().route("/about", routing::get(about))
}

/// A crate that the program includes.
#[derive(Serialize, Deserialize)]
struct BundledCrate {
    name: String,
    version: String,
    licence: String,
}

async fn about(visitor: Visitor) -> Response {
    let file = Web::get("licences.json").expect("the licences are embedded");
    let parts: Vec<BundledCrate> =
        serde_json::from_slice(&file.data).expect("a test has read them");
    page(&visitor, "about.html", context! { parts => Serde(&parts) })
}
