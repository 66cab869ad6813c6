//! Thread priorities.

/// Lowers the priority of the calling thread and those it starts.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the system for this")]
pub fn lower() {
    const LAST: libc::c_int = 19;
    // SAFETY: `setpriority` takes three numbers and changes nothing but the priority of this thread. On failure it
    // changes nothing.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, LAST);
    }
}

/// Other systems leave threads as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn lower() {}
