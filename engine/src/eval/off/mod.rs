//! What the engine without the cargo feature `lab` has in the place of ideas that are off: the same
//! names, and nothing behind them. Each file stands for the one of its name in `eval`.

pub mod anti_shuffle;
pub mod side_terms;
