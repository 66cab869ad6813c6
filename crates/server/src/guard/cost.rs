//! The rate-limit costs of POST requests, which each route declares where it is defined.

use crate::{api, pages};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What a request costs its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing beyond the request itself.
    Request,
    /// Engine time.
    Engine,
    /// The creation of an account.
    Account,
    /// An attempt at a password.
    Password,
    /// An attempt at an invitation.
    Invitation,
    /// A file upload, which is streamed and may be larger than other bodies.
    File,
}

static DECLARED: LazyLock<HashMap<&'static str, Cost>> =
    LazyLock::new(|| api::COSTS.iter().chain(pages::COSTS).copied().flatten().copied().collect());

impl Cost {
    /// Returns the cost of a POST to a route; a route without a declaration is not free.
    pub fn of(route: &str) -> Self {
        DECLARED.get(route).copied().unwrap_or(Self::Engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    /// The POST routes of pages, as their sources declare them.
    fn posts_of_pages() -> BTreeSet<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
        let sources = std::fs::read_dir(folder).unwrap();
        let text: String =
            sources.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
        let routes = text.split(".route(\"").skip(1);
        routes
            .filter_map(|route| route.split_once('"'))
            .filter(|(_, handlers)| {
                handlers.lines().next().is_some_and(|line| line.contains("post("))
            })
            .map(|(path, _)| path.to_owned())
            .collect()
    }

    /// Issue 16.9: every POST route declares its cost, so that none is free by accident.
    #[test]
    fn every_route_declares_what_it_costs() {
        let declared: BTreeSet<String> = DECLARED.keys().map(|path| (*path).to_owned()).collect();
        let pages = posts_of_pages();
        assert!(pages.len() > 10, "the sources are where this test looks for them: {pages:?}");
        let all: BTreeSet<String> = api::posts().into_iter().chain(pages).collect();
        assert_eq!(declared, all);
    }
}
