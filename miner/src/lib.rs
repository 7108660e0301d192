//! Mines PGN databases into tables.
//!
//! The way of the data: [`read`] gives the bytes of inputs in blocks, [`pgn`] finds games, tags and
//! movetext, [`remarks`] reads comments where they are asked for, [`filter`] says which games count, [`replay`] turns movetext into legal plies,
//! [`collect`] counts [`game`]s, and [`run`] does all of it on all cores; [`games`] writes them out again, [`training`]
//! positions of them for trainers; [`shard`] cuts a run into
//! parts for many machines. The way back: [`ask`] says what counts mean, [`export`] and [`page`]
//! write tables in other forms, [`book`] makes lines to start games from of them, [`validate`] judges their predictions, and [`verify`]
//! counts games again by other libraries. The library never prints;
//! what people see is in [`cli`].

pub mod ask;
pub mod book;
pub mod cli;
pub mod collect;
pub mod columns;
mod cpu;
pub mod export;
pub mod filter;
pub mod game;
pub mod games;
mod keyed;
mod left_out;
pub mod page;
pub mod pgn;
pub mod read;
pub mod remarks;
pub mod replay;
mod resolve;
pub mod run;
pub mod shard;
mod system;
pub mod training;
pub mod validate;
pub mod verify;

/// The program and version that tables name as their maker.
pub const PROGRAM: &str = concat!("miner ", env!("CARGO_PKG_VERSION"));
