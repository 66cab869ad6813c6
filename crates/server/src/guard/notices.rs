//! Notices for the operator about a likely misconfiguration.

use super::origin::names_another_host;
use super::{Settings, origin};
use axum::http::HeaderMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// A sign of misconfiguration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// A proxy on this machine forwards clients but is not configured as trusted.
    Proxy,
    /// The `Origin` of a request is not the requested host.
    Origin,
    /// The `Referer` of a request is not the requested host.
    Referer,
}

impl Notice {
    const ALL: [Self; 3] = [Self::Proxy, Self::Origin, Self::Referer];

    /// Returns the text for the operator. It quotes nothing that clients sent.
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

/// The notices since the start.
#[derive(Default)]
pub struct Notices {
    noted: [AtomicBool; Notice::ALL.len()],
    /// Whether a seemingly local request came through a proxy.
    is_proxied: AtomicBool,
}

impl Notices {
    /// Records a notice; it is logged once.
    pub fn note(&self, notice: Notice) {
        if !self.noted[notice as usize].swap(true, Ordering::Relaxed) {
            tracing::warn!("{}", notice.text());
        }
    }

    /// All recorded notices.
    pub fn noted(&self) -> impl Iterator<Item = Notice> {
        let is_noted = |notice: &Notice| self.noted[*notice as usize].load(Ordering::Relaxed);
        Notice::ALL.into_iter().filter(is_noted)
    }

    /// Whether seemingly local requests come through a proxy.
    pub fn is_proxied(&self) -> bool {
        self.is_proxied.load(Ordering::Relaxed)
    }

    /// Checks the headers in which browsers say where a request comes from.
    pub fn look_at(&self, headers: &HeaderMap, is_local: bool, settings: &Settings) {
        // The browser says that the page is of another site, so no proxy is to blame.
        if origin::is_from_elsewhere(headers) {
            return;
        }
        let public = settings.public_url.as_ref();
        for (notice, name) in [(Notice::Origin, "origin"), (Notice::Referer, "referer")] {
            if names_another_host(headers, name, public) {
                self.note(notice);
                self.is_proxied.fetch_or(is_local, Ordering::Relaxed);
            }
        }
    }
}
