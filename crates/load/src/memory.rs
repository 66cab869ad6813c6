//! How much memory the server uses, where it runs on this machine.

use serde::Serialize;

/// The memory of a process, in megabytes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Memory {
    /// Now.
    pub now: f64,
    /// The most since it started.
    pub most: f64,
}

impl Memory {
    /// What the system says of a process; nothing where it says nothing.
    pub fn of(process: u32) -> Option<Self> {
        Self::read(&std::fs::read_to_string(format!("/proc/{process}/status")).ok()?)
    }

    fn read(status: &str) -> Option<Self> {
        let megabytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            let kibibytes: f64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
            Some(kibibytes * 1_024.0 / 1e6)
        };
        Some(Self { now: megabytes("VmRSS:")?, most: megabytes("VmHWM:")? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_from_the_status_of_a_process() {
        let status = "Name:\tdamier\nVmHWM:\t  250000 kB\nVmRSS:\t  125000 kB\n";
        assert_eq!(Memory::read(status), Some(Memory { now: 128.0, most: 256.0 }));
        assert_eq!(Memory::read("Name:\tdamier\n"), None);
    }
}
