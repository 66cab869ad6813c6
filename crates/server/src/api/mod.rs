//! The HTTP API: JSON in, JSON out. Each route is declared with its documentation, so that none goes undocumented.

mod account;
mod acts;
mod analysis;
mod cards;
mod document;
mod endgame;
mod explorer;
mod extract;
mod files;
mod games;
mod import;
mod page;
mod people;
mod prose;
mod reports;
mod rules;
mod seeks;
mod stream;
mod studies;

pub use account::{cookie, let_in};
pub use acts::request;
pub use endgame::{LONGEST_MOVES, read_game};
pub use extract::{Bearer, CountedAddress, SessionCookie};
pub use files::read_position;
pub use games::{read_order, start};
pub use people::{LOOKED_THROUGH, public_games};
pub use reports::enqueue;
pub use rules::read_rules;
pub use studies::{ChapterPlace, StudyId};

use crate::guard::Cost;
use crate::server::App;
use axum::Router;
use std::sync::Arc;
use utoipa_axum::router::OpenApiRouter;

/// The rate-limit costs of all POST routes.
pub const COSTS: &[&[(&str, Cost)]] = &[
    rules::COSTS,
    games::COSTS,
    acts::COSTS,
    seeks::COSTS,
    import::COSTS,
    account::COSTS,
    people::COSTS,
    reports::COSTS,
    analysis::COSTS,
    explorer::COSTS,
    studies::COSTS,
    cards::COSTS,
];

/// The routes under `/api`.
pub fn routes() -> Router<Arc<App>> {
    documented().into()
}

fn documented() -> OpenApiRouter<Arc<App>> {
    document::routes()
        .merge(rules::routes())
        .merge(endgame::routes())
        .merge(games::routes())
        .merge(acts::routes())
        .merge(stream::routes())
        .merge(seeks::routes())
        .merge(files::routes())
        .merge(import::routes())
        .merge(account::routes())
        .merge(people::routes())
        .merge(reports::routes())
        .merge(analysis::routes())
        .merge(explorer::routes())
        .merge(studies::routes())
        .merge(cards::routes())
}

/// The POST routes.
#[cfg(test)]
pub fn posts() -> Vec<String> {
    let (_, document) = documented().split_for_parts();
    let posts = document.paths.paths.into_iter().filter(|(_, path)| path.post.is_some());
    posts.map(|(path, _)| format!("/api{path}")).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn the_document_lists_exactly_the_routes() {
        let (router, document) = super::documented().split_for_parts();
        let router = format!("{router:?}");
        let documented: BTreeSet<&str> = document.paths.paths.keys().map(String::as_str).collect();
        // A router lists its routes only in its debug output; the route with a star stands for all others.
        let quoted = router.split('"').filter(|part| part.starts_with('/') && !part.contains('*'));
        let real: BTreeSet<&str> = quoted.collect();
        assert_eq!(documented, real);
    }
}
