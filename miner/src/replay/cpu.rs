//! The replay compiled twice: for any processor, and for those that count, isolate and shift bits in
//! one operation. The code is the same, and so is what it does.
#![allow(unsafe_code)]

use super::{
    Line,
    position::{Position, Verdict},
};
use crate::pgn::san::Token;

/// [`Position::play`] as this processor does it best.
pub(super) fn play(
    position: &mut Position,
    tokens: &[Token],
    line: &mut Line,
) -> Result<(), Verdict> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("avx2")
    {
        // SAFETY: the processor has the features that the function is compiled for.
        return unsafe { play_with_bit_operations(position, tokens, line) };
    }
    play_anywhere(position, tokens, line)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,lzcnt,avx2")]
fn play_with_bit_operations(
    position: &mut Position,
    tokens: &[Token],
    line: &mut Line,
) -> Result<(), Verdict> {
    position.play(tokens, line)
}

#[inline(never)]
fn play_anywhere(
    position: &mut Position,
    tokens: &[Token],
    line: &mut Line,
) -> Result<(), Verdict> {
    position.play(tokens, line)
}
