//! How a server keeps its memory small.

/// Tells the allocator of glibc to have few arenas and to give large blocks back at once. It would otherwise
/// keep what each of many threads once needed: under the attacks of `damier load` more than a gigabyte instead
/// of half of one. To be called before there are other threads.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code, reason = "the standard library cannot ask the allocator for this")]
pub fn keep_small() {
    /// For each core.
    const ARENAS: usize = 2;
    /// Larger than whatever is needed again and again.
    const LARGE: libc::c_int = 4 << 20;
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let arenas = libc::c_int::try_from(cores * ARENAS).unwrap_or(libc::c_int::MAX);
    // SAFETY: `mallopt` only sets numbers of the allocator; both are in the range that glibc documents. What
    // it cannot set it leaves as it was.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, arenas);
        libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
    }
}

/// Other allocators are left as they are.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_small() {}
