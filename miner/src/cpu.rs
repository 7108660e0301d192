//! Hot code compiled several times: for any processor, for those that count, isolate and shift bits in
//! one operation, and for those that look at 64 bytes in one. The code is the same, and so is what it does.
#![allow(unsafe_code)]

/// Something to do. Implementations must be `#[inline(always)]`, or they are compiled only once.
pub(crate) trait Work {
    /// What comes out.
    type Output;

    /// The work itself.
    fn run(self) -> Self::Output;
}

/// Does the work as this processor does it best.
#[inline(always)]
pub(crate) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("avx2")
    {
        if is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
        {
            // SAFETY: the processor has the features that the function is compiled for.
            return unsafe { run_with_long_vectors(work) };
        }
        // SAFETY: the processor has the features that the function is compiled for.
        return unsafe { run_with_bit_operations(work) };
    }
    run_anywhere(work)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
#[inline(never)]
fn run_with_bit_operations<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512bw,avx512vl,avx512vbmi2")]
#[inline(never)]
fn run_with_long_vectors<W: Work>(work: W) -> W::Output {
    work.run()
}

#[inline(never)]
fn run_anywhere<W: Work>(work: W) -> W::Output {
    work.run()
}
