//! Hot code compiled several times: for any processor, for those that count, isolate and shift bits in
//! one operation, and for those that look at 64 bytes in one. The code is the same, and so is what it does.
#![allow(unsafe_code)]
#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(dead_code, reason = "other processors have one way only")
)]

/// Something to do. Implementations must be `#[inline(always)]`, or they are compiled only once.
pub(crate) trait Work {
    /// What comes out.
    type Output;

    /// The work itself.
    fn run<P: Processor>(self, processor: P) -> Self::Output;
}

/// A processor that has been looked at, so that nobody need ask it again.
pub(crate) trait Processor: Copy {
    /// The vectors that it surely has.
    const VECTORS: Vectors;
}

/// Vectors of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vectors {
    /// Those that it has when it is asked.
    Any,
    /// AVX2.
    Avx2,
    /// AVX-512BW, VL and VBMI2.
    Avx512,
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Anyone;

impl Processor for Anyone {
    const VECTORS: Vectors = Vectors::Any;
}

/// One that counts, isolates and shifts bits in one operation. Only [`run`] makes it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct WithBitOperations(());

#[cfg(target_arch = "x86_64")]
impl Processor for WithBitOperations {
    const VECTORS: Vectors = Vectors::Avx2;
}

/// One that looks at 64 bytes in one operation, too. Only [`run`] makes it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
struct WithLongVectors(());

#[cfg(target_arch = "x86_64")]
impl Processor for WithLongVectors {
    const VECTORS: Vectors = Vectors::Avx512;
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
    work.run(WithBitOperations(()))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512bw,avx512vl,avx512vbmi2")]
#[inline(never)]
fn run_with_long_vectors<W: Work>(work: W) -> W::Output {
    work.run(WithLongVectors(()))
}

#[inline(never)]
fn run_anywhere<W: Work>(work: W) -> W::Output {
    work.run(Anyone)
}
