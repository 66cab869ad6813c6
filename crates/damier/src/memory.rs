//! Keeping a server's memory small.

/// Configures glibc's allocator to use few arenas, to return large blocks at once, and to release free memory between
/// smaller ones every few seconds. Otherwise it would keep what each of many threads once needed: under the attacks of
/// `damier load` more than a gigabyte instead of half of one. Call this before there are other threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the allocator for this")]
pub fn keep_small() {
    /// Per core.
    const ARENAS: usize = 2;
    /// Larger than any frequent allocation.
    const LARGE: libc::c_int = 256 << 10;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let arenas = libc::c_int::try_from(cores * ARENAS).unwrap_or(libc::c_int::MAX);
    // SAFETY: `mallopt` only sets parameters of the allocator; both values are in the range that glibc documents. On
    // failure it changes nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
    // Without this thread, the server just uses more memory.
    let _ = std::thread::Builder::new().name("memory".to_owned()).spawn(give_back);
}

/// Releases free memory periodically, if there is a lot.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the allocator for this")]
fn give_back() {
    const EVERY: std::time::Duration = std::time::Duration::from_secs(5);
    const MUCH: usize = 32 << 20;
    // What was free at the last release: released pages still count as free.
    let mut gone = 0;
    loop {
        std::thread::sleep(EVERY);
        // SAFETY: the function may be called by any thread at any time.
        let free = unsafe { libc::mallinfo2() }.fordblks;
        if free > gone + MUCH {
            // SAFETY: as above.
            unsafe { libc::malloc_trim(0) };
            gone = free;
        }
        gone = gone.min(free);
    }
}

/// Other allocators are left alone.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_small() {}
