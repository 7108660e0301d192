//! What the engine without the cargo feature `lab` has in the place of ideas that are off: the same
//! names, and nothing behind them. Each file stands for the one of its name in `search`, which says
//! what the items are.

pub(super) mod history_reductions;
pub(super) mod late_move_exemptions;
pub(super) mod psqt_update;
pub(super) mod shuffles;
pub(super) mod tt_move_extension;
