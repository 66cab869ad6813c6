//! Finds the addresses under which other devices in the network reach this machine.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

/// Addresses reserved for documentation: no machine has them, and they lie outside the local network.
const FAR_V4: IpAddr = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
const FAR_V6: IpAddr = IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1));

/// Returns the addresses at which other machines reach a server that listens here: that of the default route first,
/// then the others; none if it listens on localhost only.
///
/// ```
/// use server::lan::addresses;
///
/// assert_eq!(addresses("127.0.0.1:3210".parse().unwrap()), []);
/// assert_eq!(addresses("192.0.2.7:80".parse().unwrap()), ["192.0.2.7:80".parse().unwrap()]);
/// ```
pub fn addresses(listens: SocketAddr) -> Vec<SocketAddr> {
    let found = match listens.ip() {
        one if one.is_loopback() => Vec::new(),
        one if !one.is_unspecified() => vec![one],
        IpAddr::V4(_) => own(&[FAR_V4], IpAddr::is_ipv4),
        // It accepts connections of both kinds.
        IpAddr::V6(_) => own(&[FAR_V4, FAR_V6], |_| true),
    };
    found.into_iter().map(|ip| SocketAddr::new(ip, listens.port())).collect()
}

/// Returns this machine's usable addresses of one kind, those towards `far` first.
fn own(far: &[IpAddr], is_of_kind: impl Fn(&IpAddr) -> bool) -> Vec<IpAddr> {
    let mut found: Vec<IpAddr> = far.iter().copied().filter_map(own_towards).collect();
    for interface in if_addrs::get_if_addrs().unwrap_or_default() {
        let ip = interface.ip();
        let is_near = interface.is_loopback() || interface.is_link_local();
        if !is_near && is_of_kind(&ip) && !found.contains(&ip) {
            found.push(ip);
        }
    }
    found
}

/// The address this machine would send from; nothing is sent.
fn own_towards(far: IpAddr) -> Option<IpAddr> {
    let any: IpAddr = match far {
        IpAddr::V4(_) => Ipv4Addr::UNSPECIFIED.into(),
        IpAddr::V6(_) => Ipv6Addr::UNSPECIFIED.into(),
    };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}
