//! Running hot code with the instructions that this machine has.
//!
//! `cargo build --release` makes a program for the oldest 64-bit machines, which count bits one by one
//! and add few numbers at a time. Judging positions is compiled a second time for those of today, and
//! which of the two runs is decided when weights are read.

/// Which instructions there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    modern: bool,
}

impl Cpu {
    /// This machine.
    pub fn here() -> Self {
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

    /// Runs `work`, which must be `#[inline(always)]` with all that it calls to be worth it.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn run<T>(self, work: impl FnOnce() -> T) -> T {
        #[cfg(target_arch = "x86_64")]
        if self.modern {
            // SAFETY: `here` is the only way to make a `Cpu`, and has seen these instructions.
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
