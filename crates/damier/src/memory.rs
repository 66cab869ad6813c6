//! How a server keeps its memory small.

/// Tells the allocator of glibc to have few arenas, to give large blocks back at once, and every few seconds
/// to give back what is free between smaller ones. It would otherwise keep what each of many threads once
/// needed: under the attacks of `damier load` more than a gigabyte instead of half of one. To be called before
/// there are other threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the allocator for this")]
pub fn keep_small() {
    /// For each core.
    const ARENAS: usize = 2;
    /// Larger than whatever is needed again and again.
    const LARGE: libc::c_int = 256 << 10;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let arenas = libc::c_int::try_from(cores * ARENAS).unwrap_or(libc::c_int::MAX);
    // SAFETY: `mallopt` only sets numbers of the allocator; both are in the range that glibc documents. What
    // it cannot set it leaves as it was.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
    // Without such a thread the server only takes more memory.
    let _ = std::thread::Builder::new().name("memory".to_owned()).spawn(give_back);
}

/// Gives back what is free, again and again, where it is much.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the allocator for this")]
fn give_back() {
    const EVERY: std::time::Duration = std::time::Duration::from_secs(5);
    const MUCH: usize = 32 << 20;
    // What was free when it was last given back: pages that are gone already still count as free.
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

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_small() {}
