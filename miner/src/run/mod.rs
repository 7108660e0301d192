//! A run: which tables are made of which games, on all cores, with the result of one.

pub mod job;
mod ledger;
pub mod pipeline;
pub mod plan;
pub mod reader;
