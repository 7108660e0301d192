//! A hint to the processor that memory will be read soon: nobody waits for it, and it cannot fail.
//!
//! The only place of the engine with `unsafe` in it. The instruction is safe for any address, here
//! for one of ours; Rust asks for the word since it is an instruction of SSE, which every x86-64
//! has. On other machines the hint is not given.

#![allow(unsafe_code)]

/// Has the cache line of `place` fetched.
#[inline(always)]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: x86-64 has SSE, and prefetching reads nothing that the program could see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
