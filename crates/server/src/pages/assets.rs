//! Assets: the files of pages, embedded in the program.

use super::sides;
use crate::error::ApiError;
use crate::words::{CatalogueFiles, Language};
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use draughts::Variant;
use picture::{Ink, Looks, Theme};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// The files of `web/`.
#[derive(RustEmbed)]
#[folder = "../../web"]
pub struct Web;

/// A hash of all assets, which changes with each of them.
pub static BUILD: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    let mut paths: Vec<Cow<'static, str>> = Web::iter().collect();
    paths.sort();
    for path in paths {
        all.update(path.as_bytes());
        all.update(hash(Web::get(&path)));
    }
    for language in Language::with_overlays() {
        all.update(hash(CatalogueFiles::get(&format!("{}.json", language.code()))));
    }
    format!("{}-{}", env!("CARGO_PKG_VERSION"), short(&all.finalize()))
});

fn hash(file: Option<EmbeddedFile>) -> [u8; 32] {
    file.expect("files that are listed are embedded").metadata.sha256_hash()
}

/// Returns an asset by its path below `/assets/`: a file of `web/`, or a catalogue.
fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    match path.strip_prefix("words/") {
        Some(name) => SAID_BY_PAGES.get(name).map(|words| words.as_slice().into()),
        None => Web::get(path).map(|file| file.data),
    }
}

/// The sections of the catalogues that only the server uses: the rulebook, which is the longest, and whole pages.
const SAID_BY_SERVER: &[&str] = &[
    "rulebook", "about", "operator", "account", "own", "nav", "help", "compare", "variants",
    "rules", "watch", "speed", "control", "course", "studies",
];

/// The sections that only scripts on pages with `data-words="study"` use: pages for studying games and learning rules.
const SAID_IN_STUDY: &[&str] =
    &["analysis", "explorer", "drawing", "chapter", "learn", "squares", "exercise", "report"];

/// The catalogues for scripts: the common sections as `en.json`, and those for some pages as `study/en.json`.
static SAID_BY_PAGES: LazyLock<HashMap<String, Vec<u8>>> = LazyLock::new(|| {
    let catalogue = |language: Language| {
        let name = format!("{}.json", language.code());
        let file = CatalogueFiles::get(&name).expect("catalogues are embedded");
        let words: Map<String, Value> =
            serde_json::from_slice(&file.data).expect("a test has read them");
        let is_in = |key: &str, areas: &[&str]| {
            key.split('.').next().is_some_and(|area| areas.contains(&area))
        };
        let (study, mut most): (Map<_, _>, Map<_, _>) =
            words.into_iter().partition(|(key, _)| is_in(key, SAID_IN_STUDY));
        most.retain(|key, _| !is_in(key, SAID_BY_SERVER));
        [(format!("study/{name}"), study), (name, most)]
            .map(|(name, words)| (name, serde_json::to_vec(&words).expect("words are plain data")))
    };
    Language::with_overlays().flat_map(catalogue).collect()
});

/// `GET /assets/{path}`: a file, or 304 if the browser has it.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    match path.as_str() {
        // Its colours are those of the pictures.
        "css/themes.css" => fresh("css", themes().into_bytes().into(), &headers),
        // Pages have their own addresses.
        _ if path.starts_with("pages/") => ApiError::NoPage.into_response(),
        _ => match file(&path) {
            Some(data) => fresh(path.rsplit('.').next().unwrap_or_default(), data, &headers),
            None => ApiError::NoPage.into_response(),
        },
    }
}

/// `GET /favicon.ico`: the default place where browsers look for it.
pub async fn favicon(headers: HeaderMap) -> Response {
    asset(Path("favicon.ico".to_owned()), headers).await
}

fn fresh(kind: &str, data: Cow<'static, [u8]>, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", short(&Sha256::digest(&data)));
    let known =
        headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    if known {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match kind {
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    };
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    (headers, data).into_response()
}

fn short(hash: &[u8]) -> String {
    hex::encode(&hash[..8])
}

/// The colours of every theme as properties of `[data-board]`; with `[data-sides]` for games in which Black moves
/// first, where red does.
fn themes() -> String {
    let mut css = String::new();
    for theme in Theme::ALL {
        let Theme { name, light, dark, plain, names, frame, line, inlay, frame_names, .. } = theme;
        let Theme { last, last_line, mark, .. } = theme;
        let _ = write!(
            css,
            "[data-board=\"{name}\"]{{--light:{light};--dark:{dark};--plain:{plain};--names:{names};\
             --frame:{frame};--line-around:{line};--inlay:{inlay};--frame-names:{frame_names};\
             --last:{last};--last-line:{last_line};--move:{mark};"
        );
        let _ = writeln!(css, "{}}}", pieces(&theme));
        let black_first = theme.for_game(&Variant::American.into());
        if black_first.white != theme.white {
            let (sides, pieces) = (sides::names(&black_first), pieces(&black_first));
            let _ = writeln!(css, "[data-board=\"{name}\"][data-sides=\"{sides}\"]{{{pieces}}}");
        }
    }
    css
}

/// The colours of the pieces.
fn pieces(theme: &Theme) -> String {
    let mut css = String::new();
    for (side, looks) in [("white", theme.white), ("black", theme.black)] {
        let Looks { body, shade, rim, ring, glint, crown, crown_rim, .. } = looks;
        let inks: [(&str, Ink); 7] = [
            ("body", body),
            ("shade", shade),
            ("rim", rim),
            ("ring", ring),
            ("glint", glint),
            ("crown", crown),
            ("crown-rim", crown_rim),
        ];
        for (part, ink) in inks {
            let _ = write!(css, "--{side}-{part}:{ink};");
        }
    }
    css
}
