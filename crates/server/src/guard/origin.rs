//! Whether the page of another site makes a request. Browsers say so; other programs need not.

use axum::http::request::Parts;
use axum::http::{Method, Uri, header};
use std::str::FromStr;

/// Where people find the server, such as `https://draughts.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl {
    origin: String,
    is_https: bool,
}

impl PublicUrl {
    /// Whether connections to it are encrypted.
    pub fn is_https(&self) -> bool {
        self.is_https
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no address such as https://draughts.example");
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
        let (Some(scheme), Some(authority)) = (scheme, uri.authority()) else {
            return Err(wrong());
        };
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() || text.contains('@') {
            return Err(wrong());
        }
        let is_https = scheme == "https";
        let usual = if is_https { ":443" } else { ":80" };
        let authority = authority.as_str().to_ascii_lowercase();
        let authority = authority.strip_suffix(usual).unwrap_or(&authority);
        Ok(Self { origin: format!("{scheme}://{authority}"), is_https })
    }
}

/// Whether a request that changes something, or opens a socket, comes from the page of another site.
pub fn is_foreign(request: &Parts, public: Option<&PublicUrl>) -> bool {
    let headers = &request.headers;
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_reading = matches!(request.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if is_reading && !headers.contains_key(header::UPGRADE) {
        return false;
    }
    if let Some(origin) = headers.get(header::ORIGIN) {
        // An origin that cannot be read is not ours.
        let origin = origin.to_str().unwrap_or_default();
        return !is_ours(origin, text(header::HOST), public);
    }
    text(header::HeaderName::from_static("sec-fetch-site"))
        .is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

fn is_ours(origin: &str, host: Option<&str>, public: Option<&PublicUrl>) -> bool {
    let origin = origin.to_ascii_lowercase();
    let Some((_, authority)) = origin.split_once("://") else { return false };
    host.is_some_and(|host| host.eq_ignore_ascii_case(authority))
        || public.is_some_and(|public| public.origin == origin)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn foreign(method: &str, headers: &[(&str, &str)], public: Option<&str>) -> bool {
        let mut request = Request::builder().method(method).header("host", "damier.example:3210");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let public = public.map(|text| text.parse().unwrap());
        is_foreign(&request.body(()).unwrap().into_parts().0, public.as_ref())
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
