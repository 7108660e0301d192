//! Mines PGN databases into tables.
//!
//! The way of the data: [`inputs`] names files, [`source`] gives their bytes in blocks,
//! [`pgn`] finds games, tags and words, [`filter`] says which games count, [`replay`] turns words
//! into legal plies, [`collect`] counts [`game`]s, and [`pipeline`] does all of it on all cores.
//! The library never prints; what people see is in [`progress`] and [`report`].

mod ahead;
pub mod archive;
pub mod cells;
pub mod cli;
pub mod cmd;
pub mod collect;
mod cpu;
pub mod duplicates;
pub mod encoding;
pub mod explore;
pub mod export;
pub mod figures;
pub mod filter;
pub mod game;
pub mod inputs;
mod ledger;
pub mod material;
pub mod overview;
pub mod page;
pub mod paint;
pub mod pgn;
pub mod pipeline;
pub mod plan;
pub mod progress;
pub mod project;
pub mod reader;
pub mod replay;
pub mod report;
pub mod shard;
pub mod source;
pub mod squares;
mod stream;
pub mod validation;
