//! Games by the time that the players had left.

use super::Reason;
use crate::remarks::Remarks;

/// Judges a game of so many plies: after each of them the mover must have had at least this many seconds left.
///
/// # Errors
/// If no comment tells a clock, or one tells less.
pub fn judge(seconds: u32, plies: usize, remarks: &Remarks) -> Result<(), Reason> {
    let clocks = (0..plies).filter_map(|ply| remarks.of(ply).clock);
    match clocks.min() {
        None => Err(Reason::NoClock),
        Some(least) if least / 1_000 < seconds => Err(Reason::Clock),
        Some(_) => Ok(()),
    }
}
