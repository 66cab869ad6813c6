//! The one unsafe corner: running hot code with the instructions that this CPU has.
//!
//! `cargo build --release` makes a binary for the oldest 64-bit CPUs, which lack a population
//! count; perft needs it in every node. So hot work is compiled for the CPUs of the last ten years, and
//! whether this is one is found out at run time: no flags to remember, no crash on an older machine,
//! which does the same work by plainer code.

/// A piece of hot work. `run` must be `#[inline(always)]`, so that it is compiled anew inside each
/// [`Cpu`] and uses its instructions.
pub(crate) trait Work {
    type Output;

    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// A set of instructions that is known to exist here.
pub(crate) trait Cpu: Copy + Send + Sync {
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// The features that every CPU of the target has.
#[cfg(not(target_arch = "x86_64"))]
#[derive(Clone, Copy)]
pub(crate) struct Baseline;

#[cfg(not(target_arch = "x86_64"))]
impl Cpu for Baseline {
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// The bit instructions of x86-64 CPUs since 2013: `popcnt`, `lzcnt`, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct BitInstructions(());

#[cfg(target_arch = "x86_64")]
impl BitInstructions {
    fn detect() -> Option<Self> {
        let there = std::is_x86_feature_detected!("popcnt")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2");
        there.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Cpu for BitInstructions {
    #[inline(always)]
    #[expect(unsafe_code, reason = "the compiler cannot see that the features were detected")]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
        fn with_bits<W: Work>(cpu: BitInstructions, work: W) -> W::Output {
            work.run(cpu)
        }
        // SAFETY: a `BitInstructions` is only ever made by `detect`, which has seen these features.
        unsafe { with_bits(self, work) }
    }
}

/// Runs `work` if this CPU has the instructions that it was compiled for.
pub(crate) fn run<W: Work>(work: W) -> Option<W::Output> {
    #[cfg(target_arch = "x86_64")]
    return BitInstructions::detect().map(|cpu| cpu.run(work));
    #[cfg(not(target_arch = "x86_64"))]
    Some(Baseline.run(work))
}
