//! How much a thread matters.

/// Lets the thread that calls it, and those it starts, come after all others.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the system for this")]
pub fn lower() {
    const LAST: libc::c_int = 19;
    // SAFETY: `setpriority` takes three numbers and changes nothing but the priority of this thread. What it
    // cannot change it leaves as it was.
    unsafe {
        libc::setpriority(libc::PRIO_PROCESS, 0, LAST);
    }
}

/// Other systems leave threads as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn lower() {}
