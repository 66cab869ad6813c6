//! What looks wrong with how people reach the server, for its operator.

use super::origin::names_another_host;
use super::{Settings, origin};
use axum::http::HeaderMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Something that looks wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A proxy on this machine forwards others, and nobody said that it is trusted.
    Proxy,
    /// The origin of a page is another host than the one that was asked.
    Origin,
    /// The page before is of another host than the one that was asked.
    Referer,
}

impl Notice {
    const ALL: [Self; 3] = [Self::Proxy, Self::Origin, Self::Referer];

    /// What the operator should know. It repeats nothing of what clients sent.
    pub fn text(self) -> &'static str {
        match self {
            Self::Proxy => {
                "a proxy on this machine is not trusted, so that all its clients share the limits of one; \
                 if it is yours, name it with --trusted-proxy"
            }
            Self::Origin => {
                "a browser's Origin names another host than Host does; if a proxy stands before this \
                 server, it must pass Host on (docs/operating.md, Proxy)"
            }
            Self::Referer => {
                "a browser's Referer names another host than Host does; if a proxy stands before this \
                 server, it must pass Host on (docs/operating.md, Proxy)"
            }
        }
    }
}

/// What was noticed since the start.
#[derive(Default)]
pub struct Notices([AtomicBool; Notice::ALL.len()]);

impl Notices {
    /// Notes something; the log has it once.
    pub fn note(&self, notice: Notice) {
        if !self.0[notice as usize].swap(true, Ordering::Relaxed) {
            tracing::warn!("{}", notice.text());
        }
    }

    /// All that was noted.
    pub fn noted(&self) -> impl Iterator<Item = Notice> {
        Notice::ALL.into_iter().filter(|notice| self.0[*notice as usize].load(Ordering::Relaxed))
    }

    /// Looks at where a browser says that it comes from.
    pub fn look_at(&self, headers: &HeaderMap, settings: &Settings) {
        let known = [Notice::Origin, Notice::Referer]
            .map(|one| self.0[one as usize].load(Ordering::Relaxed));
        if known == [true; 2] || origin::is_from_elsewhere(headers) {
            return;
        }
        let public = settings.public_url.as_ref();
        for (notice, name) in [(Notice::Origin, "origin"), (Notice::Referer, "referer")] {
            if names_another_host(headers, name, public) {
                self.note(notice);
            }
        }
    }
}
