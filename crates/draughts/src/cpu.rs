//! The only unsafe module: running hot code with the instructions of this CPU.
//!
//! `cargo build --release` targets the oldest 64-bit CPUs, which lack a population count; perft needs it in every node.
//! So hot code is also compiled for the CPUs of the last ten years, and selected at run time: no flags to remember and
//! no crash on an older machine, which runs plainer code.

/// A piece of hot code. `run` must be `#[inline(always)]`, so that it is compiled for each [`Cpu`] and uses its
/// instructions.
pub(crate) trait Work {
    type Output;

    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// A set of instructions that is known to be available.
pub(crate) trait Cpu: Copy + Send + Sync {
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// The features of every CPU of the target.
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
        // SAFETY: a `BitInstructions` is only created by `detect`, which has checked these features.
        unsafe { with_bits(self, work) }
    }
}

/// Runs `work` if this CPU has the instructions it is compiled for.
pub(crate) fn run<W: Work>(work: W) -> Option<W::Output> {
    #[cfg(target_arch = "x86_64")]
    return BitInstructions::detect().map(|cpu| cpu.run(work));
    #[cfg(not(target_arch = "x86_64"))]
    Some(Baseline.run(work))
}
