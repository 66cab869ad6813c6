//! The rate-limit costs of POST requests, which each route declares where it is defined.

use crate::{api, pages};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The cost of a request, for its address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Nothing besides being a request.
    Request,
    /// Time of an engine.
    Engine,
    /// An account.
    Account,
    /// The attempt to know a password.
    Password,
    /// The attempt to know an invitation.
    Invitation,
    /// A file, which is not read into memory and may be larger than other bodies.
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

    /// The routes of pages that can be posted to, as their sources define them.
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

    /// Issue 16.9: no route is free because nobody thought of it.
    #[test]
    fn every_route_declares_what_it_costs() {
        let declared: BTreeSet<String> = DECLARED.keys().map(|path| (*path).to_owned()).collect();
        let pages = posts_of_pages();
        assert!(pages.len() > 10, "the sources are where this test looks for them: {pages:?}");
        let all: BTreeSet<String> = api::posts().into_iter().chain(pages).collect();
        assert_eq!(declared, all);
    }
}
