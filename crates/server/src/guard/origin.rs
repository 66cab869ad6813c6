//! Detects cross-site requests by the headers that browsers send; other programs need not send them.

use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Uri, header};
use std::str::FromStr;

/// The public URL of the server, such as `https://draughts.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    origin: String,
    is_https: bool,
}

impl PublicUrl {
    /// The URL without a path.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Whether the scheme is HTTPS.
    pub fn is_https(&self) -> bool {
        self.is_https
    }

    fn is_host(&self, authority: &str) -> bool {
        self.origin.split_once("://").is_some_and(|(_, own)| own == authority)
    }
}

/// Removes the scheme's default port.
fn without_usual_port<'a>(scheme: &str, authority: &'a str) -> &'a str {
    let usual = if scheme == "https" { ":443" } else { ":80" };
    authority.strip_suffix(usual).unwrap_or(authority)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Whether the browser says that the request is cross-site.
pub fn is_from_elsewhere(headers: &HeaderMap) -> bool {
    text(headers, "sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Whether the URL in a header names neither the requested host nor the public one.
pub fn names_another_host(headers: &HeaderMap, name: &str, public: Option<&PublicUrl>) -> bool {
    let named: Option<Uri> = text(headers, name).and_then(|value| value.parse().ok());
    let Some(named) = named else { return false };
    let (Some(scheme), Some(authority)) = (named.scheme_str(), named.authority()) else {
        return false;
    };
    let authority = authority.as_str().to_ascii_lowercase();
    let authority = without_usual_port(scheme, &authority);
    let host = text(headers, header::HOST.as_str()).unwrap_or_default();
    !without_usual_port(scheme, host).eq_ignore_ascii_case(authority)
        && !public.is_some_and(|public| public.is_host(authority))
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not an address such as https://draughts.example");
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(wrong());
        };
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() || text.contains('@') {
            return Err(wrong());
        }
        let authority = authority.as_str().to_ascii_lowercase();
        let authority = without_usual_port(scheme, &authority);
        Ok(Self { origin: format!("{scheme}://{authority}"), is_https: scheme == "https" })
    }
}

/// Whether a state-changing request, or the opening of a WebSocket, comes from another site's page. `forwarded` is the
/// scheme a trusted proxy was contacted by.
pub fn is_foreign(request: &Parts, public: Option<&PublicUrl>, forwarded: Option<&str>) -> bool {
    let headers = &request.headers;
    let is_reading = matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if is_reading && !headers.contains_key(header::UPGRADE) {
        return false;
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        // An unreadable origin is not ours.
        let origin = origin.to_str().unwrap_or_default().to_ascii_lowercase();
        return public.is_none_or(|public| public.origin != origin)
            && (is_from_elsewhere(headers) || !is_of_host(&origin, headers, public, forwarded));
    }
    is_from_elsewhere(headers)
}

/// Whether an origin is the requested host, with a plausible scheme.
fn is_of_host(
    origin: &str,
    headers: &HeaderMap,
    public: Option<&PublicUrl>,
    forwarded: Option<&str>,
) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else { return false };
    let is_scheme = match forwarded {
        // The public URL of this host is known, and this is not it.
        _ if public.is_some_and(|public| public.is_host(authority)) => false,
        Some(forwarded) => forwarded.eq_ignore_ascii_case(scheme),
        None => matches!(scheme, "http" | "https"),
    };
    let host = text(headers, header::HOST.as_str());
    is_scheme
        && host.is_some_and(|host| without_usual_port(scheme, host).eq_ignore_ascii_case(authority))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, Request};

    fn foreign(method: &str, headers: &[(&str, &str)], public: Option<&str>) -> bool {
        let mut request = Request::builder().method(method).header("host", "damier.example:3210");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let public = public.map(|text| text.parse().unwrap());
        is_foreign(&request.body(()).unwrap().into_parts().0, public.as_ref(), None)
    }

    /// Issue 15, low: the same host with another scheme is another origin.
    #[test]
    fn the_scheme_counts() {
        let own = |origin: &str, forwarded: Option<&str>, public: Option<&str>| {
            let request = Request::builder().method("POST").header("host", "draughts.example");
            let request = request.header("origin", origin).body(()).unwrap();
            let public = public.map(|text| text.parse().unwrap());
            !is_foreign(&request.into_parts().0, public.as_ref(), forwarded)
        };
        let [plain, tls] = ["http://draughts.example", "https://draughts.example"];
        assert!(own(tls, None, Some(tls)) && !own(plain, None, Some(tls)));
        assert!(own(plain, None, Some(plain)) && !own(tls, None, Some(plain)));
        assert!(own(tls, Some("https"), None) && !own(plain, Some("https"), None));
        assert!(own(plain, None, None) && own(tls, None, None), "nobody knows");
        assert!(!own("ftp://draughts.example", None, None));
        let downgraded =
            [("origin", "http://damier.example:3210"), ("sec-fetch-site", "cross-site")];
        assert!(foreign("POST", &downgraded, None), "browsers know");
    }

    #[test]
    fn another_host() {
        let other = |name: &str, value: &str, public: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert("host", "127.0.0.1:3210".parse().unwrap());
            let name: HeaderName = name.parse().unwrap();
            headers.insert(&name, value.parse().unwrap());
            let public = public.map(|text| text.parse().unwrap());
            names_another_host(&headers, name.as_str(), public.as_ref())
        };
        assert!(other("origin", "https://draughts.example", None));
        assert!(other("referer", "http://draughts.example/game/x?y#z", None));
        assert!(!other("origin", "http://127.0.0.1:3210", None));
        assert!(!other("referer", "http://127.0.0.1:3210/lobby", None));
        assert!(!other("origin", "https://draughts.example", Some("https://draughts.example")));
        assert!(["null", "", "/path", "draughts"].iter().all(|odd| !other("origin", odd, None)));
    }

    #[test]
    fn who_may_change_something() {
        let origin = |value: &'static str| foreign("POST", &[("origin", value)], None);
        assert!(!foreign("POST", &[], None), "programs need not say where they come from");
        assert!(!origin("http://damier.example:3210") && !origin("HTTP://DAMIER.example:3210"));
        for other in [
            "null",
            "",
            "http://damier.example",
            "http://damier.example:32100",
            "http://evil.example",
            "http://evil.example/damier.example:3210",
            "http://damier.example:3210.evil.example",
            "http://user@damier.example:3210",
        ] {
            assert!(origin(other), "{other}");
        }
        let site = |value: &'static str| foreign("POST", &[("sec-fetch-site", value)], None);
        assert!(!site("same-origin") && !site("none") && site("cross-site") && site("same-site"));
    }

    #[test]
    fn who_may_look() {
        let elsewhere = ("origin", "http://evil.example");
        assert!(!foreign("GET", &[elsewhere, ("sec-fetch-site", "cross-site")], None));
        assert!(foreign("GET", &[elsewhere, ("upgrade", "websocket")], None));
        assert!(!foreign("GET", &[("upgrade", "websocket")], None));
        assert!(foreign("DELETE", &[elsewhere], None));
    }

    #[test]
    fn behind_a_proxy() {
        let ours = [("origin", "https://draughts.example")];
        assert!(foreign("POST", &ours, None));
        assert!(!foreign("POST", &ours, Some("https://Draughts.example:443/")));
        assert!(foreign("POST", &ours, Some("http://draughts.example")));
        for wrong in ["draughts.example", "ftp://x", "https://x/path", "https://a@x", "https://x?y"]
        {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
