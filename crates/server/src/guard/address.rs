//! A client's address, also behind trusted proxies.

use axum::http::{HeaderMap, header};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// The headers in which proxies pass on the client's address.
const FORWARDED: [&str; 2] = ["x-forwarded-for", "forwarded"];

/// A network such as `10.0.0.0/8`, or a single address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    base: IpAddr,
    bits: u32,
}

impl Network {
    /// Whether an address belongs to it.
    pub fn contains(&self, address: IpAddr) -> bool {
        let same = |ours: u128, theirs: u128, width: u32| {
            // Rust rejects shifts by the full width.
            (ours ^ theirs).checked_shr(width - self.bits).unwrap_or_default() == 0
        };
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(ours), IpAddr::V4(theirs)) => {
                same(ours.to_bits().into(), theirs.to_bits().into(), 32)
            }
            (IpAddr::V6(ours), IpAddr::V6(theirs)) => same(ours.to_bits(), theirs.to_bits(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is not an address such as 10.0.0.7 or 10.0.0.0/8");
        let (base, bits) = match text.split_once('/') {
            Some((base, bits)) => (base, Some(bits.parse().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let base: IpAddr = base.parse().map_err(|_| wrong())?;
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most { Err(wrong()) } else { Ok(Self { base, bits }) }
    }
}

/// Returns the client's address, looking through trusted proxies.
pub fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> IpAddr {
    let is_trusted = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
    let mut client = peer.to_canonical();
    let chain = headers.get_all(FORWARDED[0]).iter().rev();
    let hops = chain.filter_map(|value| value.to_str().ok()).flat_map(|value| value.rsplit(','));
    for hop in hops {
        // The headers of an untrusted proxy are ignored.
        if !is_trusted(client) {
            break;
        }
        let Some(address) = hop_address(hop.trim()) else { break };
        client = address.to_canonical();
    }
    client
}

fn hop_address(hop: &str) -> Option<IpAddr> {
    hop.parse().ok().or_else(|| hop.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// Whether a request comes from this machine, on nobody else's behalf, and addresses it by a local name: pages of other
/// sites can make a browser send requests here under names of their own.
pub fn is_local(peer: IpAddr, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    peer.to_canonical().is_loopback()
        && FORWARDED.iter().all(|name| !headers.contains_key(*name))
        && host.is_none_or(is_this_machine)
}

fn is_this_machine(host: &str) -> bool {
    let name = host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']'));
    let name = name.map_or(host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

/// Returns the address that limits apply to: for IPv6, the network of a household.
pub fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(own) if own.is_loopback() => address,
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks() {
        let holds =
            |network: &str, one: &str| network.parse::<Network>().unwrap().contains(address(one));
        assert!(holds("10.0.0.0/8", "10.200.3.4") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("10.0.0.7", "10.0.0.7") && !holds("10.0.0.7", "10.0.0.6"));
        assert!(holds("0.0.0.0/0", "203.0.113.9") && !holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("::/0", "2001:db8::1") && holds("10.0.0.0/8", "::ffff:10.1.1.1"));
        assert!(holds("2001:db8::/32", "2001:db8:1::1") && !holds("2001:db8::/32", "2001:db9::"));
        for wrong in ["", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "host"] {
            assert!(wrong.parse::<Network>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_speak_for_others() {
        let proxies: Vec<Network> =
            ["127.0.0.1", "10.0.0.0/8"].iter().map(|text| text.parse().unwrap()).collect();
        let seen = |peer: &str, forwarded: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append(FORWARDED[0], value.parse().unwrap());
            }
            client(address(peer), &headers, &proxies).to_string()
        };
        assert_eq!(seen("203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "anybody can say that");
        assert_eq!(seen("127.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["127.0.0.1, 198.51.100.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["6.6.6.6, 198.51.100.1, 10.1.1.1"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["6.6.6.6", "198.51.100.1:5000"]), "198.51.100.1");
        assert_eq!(seen("127.0.0.1", &["[2001:db8::1]:443"]), "2001:db8::1");
        assert_eq!(seen("127.0.0.1", &["unknown"]), "127.0.0.1");
        assert_eq!(seen("127.0.0.1", &[]), "127.0.0.1");
    }

    #[test]
    fn who_is_local() {
        let local = |peer: &str, headers: &[(&'static str, &str)]| {
            let headers = headers.iter().map(|(name, value)| {
                (axum::http::HeaderName::from_static(name), value.parse().unwrap())
            });
            is_local(address(peer), &headers.collect())
        };
        assert!(local("127.0.0.1", &[]) && local("::1", &[("host", "[::1]:3210")]));
        assert!(local("127.0.0.1", &[("host", "localhost:3210")]));
        assert!(local("::ffff:127.0.0.1", &[("host", "127.0.0.1")]));
        assert!(!local("192.168.0.7", &[("host", "localhost")]));
        assert!(!local("127.0.0.1", &[("host", "rebound.example:3210")]));
        assert!(!local("127.0.0.1", &[("host", "localhost"), ("x-forwarded-for", "127.0.0.1")]));
    }

    #[test]
    fn a_household_is_one() {
        let same = |one: &str, other: &str| household(address(one)) == household(address(other));
        assert!(same("2001:db8:0:1::1", "2001:db8:0:1:ffff::2"));
        assert!(!same("2001:db8:0:1::1", "2001:db8:0:2::1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
    }
}
