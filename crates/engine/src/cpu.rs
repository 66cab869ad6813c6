//! Instructions of newer processors, prefetching and huge pages: the one place that is unsafe.
//!
//! `cargo build --release` makes a program for the oldest 64-bit machines, which count bits one by one
//! and add few numbers at a time. The learned evaluation is compiled a second time for those of today,
//! and which of the two runs is decided when weights are read.

/// The instructions of the processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    modern: bool,
}

impl Cpu {
    /// The processor that this runs on.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        let modern = std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2");
        #[cfg(not(target_arch = "x86_64"))]
        let modern = false;
        Self { modern }
    }

    /// A processor without newer instructions.
    #[cfg(test)]
    pub fn baseline() -> Self {
        Self { modern: false }
    }

    /// Runs `work`, which must be `#[inline(always)]` with all that it calls to be worth it.
    #[inline(always)]
    #[allow(unsafe_code, reason = "it calls code for instructions that this processor has")]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: only `detect` makes a modern `Cpu`, and it has seen these instructions.
            return unsafe { with_modern_instructions(work) };
        }
        work()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn with_modern_instructions<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Begins to bring a value from memory, while there is other work to do.
#[inline(always)]
#[allow(unsafe_code, reason = "the prefetch instruction is unsafe")]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint that changes nothing, and the address is that of a value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>((&raw const *value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Room for so many values, in huge pages where the system has them: tables are read all over, and
/// finding small pages took a quarter of the time of a search.
#[allow(unsafe_code, reason = "advice about memory is a system call")]
pub(crate) fn in_huge_pages<T>(count: usize) -> Vec<T> {
    let mut room: Vec<T> = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        const HUGE: usize = 2 << 20;
        let spare = room.spare_capacity_mut();
        let start = spare.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(HUGE);
        let length = size_of_val(spare).saturating_sub(skipped) / HUGE * HUGE;
        if length > 0 {
            // SAFETY: the range lies within memory that this vector owns and nobody uses yet; the
            // advice changes how it is laid out and nothing in it. A refusal costs speed only.
            let _ = unsafe {
                madvise(start.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage)
            };
        }
    }
    room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_any_number_of_values() {
        for count in [0, 1, 1_000, (4 << 20) + 1] {
            let mut room = in_huge_pages(count);
            assert!(room.is_empty() && room.capacity() >= count);
            room.extend((0..count).map(|index| index as u32));
            assert!(room.iter().zip(0..).all(|(value, index)| *value == index));
        }
    }
}
