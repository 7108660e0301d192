//! The tables that the miner writes and the engine carries: what they mean, how they are stored.
//!
//! Six kinds of table, all of them plain counts; five count game outcomes:
//!
//! | type | counts outcomes by | perspective |
//! |---|---|---|
//! | [`ImbalanceTable`] | material on the board, ten dimensions, 236,196 cells | White's |
//! | [`PstTable`] | (piece, square) in one [`Phase`] of the game | the piece owner's |
//! | [`KingSquaresTable`] | phase, (piece, square), bucket of one of the kings | the piece owner's |
//! | [`OpeningTable`] | (Polyglot key, move) | the mover's |
//! | [`WdlTable`] | evaluation, material and number of the move | the mover's |
//!
//! [`PriorsTable`] counts how often quiet moves were played, and by chance would have been, as the mover sees them.
//!
//! Two more kinds of file have the same header and provenance: [`Positions`], which an evaluation is
//! fitted to, and the [`FittedWeights`] that come of it.
//!
//! Every table carries its [`Provenance`]: which games it was mined from, under which options, and
//! what became of each game. Counts are integers, tables of one kind and the same options
//! [merge](Table::merge) by addition, and the same games give the same bytes.
//!
//! ```
//! use rules::Outcome;
//! use tables::{ImbalanceTable, Material, Table};
//!
//! let mut table = ImbalanceTable::default();
//! table.add(Material::START.cell().expect("the start position is inside the caps"), Outcome::Draw, 1);
//! let bytes = table.to_bytes();
//! assert_eq!(ImbalanceTable::from_bytes(&bytes)?, table);
//! # Ok::<(), tables::TableError>(())
//! ```
//!
//! This crate knows files and numbers, and of chess the words that they are about. It never prints,
//! and depends on neither the miner nor the engine.

mod any;
pub mod classes;
mod codec;
pub mod elo;
mod envelope;
mod error;
pub mod folder;
mod imbalance;
mod interval;
mod king_place;
mod king_squares;
mod material;
mod move_sums;
mod opening;
mod opening_file;
mod outcome;
mod output;
mod packed;
mod percent;
mod positions;
mod prior_values;
mod priors;
mod provenance;
mod pst;
pub mod ratings;
mod row;
pub mod score;
mod shards;
mod square_metric;
pub mod square_values;
mod table;
mod wdl;
mod weights;

pub use any::AnyTable;
pub use codec::{Rows, RowsMut};
pub use envelope::{Kind, checksum};
pub use error::TableError;
pub use imbalance::ImbalanceTable;
pub use interval::{score_interval, score_interval_of};
pub use king_place::KingPlace;
pub use king_squares::{KingOf, KingSquare, KingSquaresTable, bucket_name, bucket_named};
pub use material::{CELLS, Cell, Material};
pub use move_sums::MoveSums;
pub use opening::{OpeningEntry, OpeningMove, OpeningTable};
pub use opening_file::{OpeningFile, OpeningPlace};
pub use outcome::OutcomeCounts;
pub use output::{Output, write_whole};
pub use packed::PackedPosition;
pub use percent::percent;
pub use positions::{GamePositions, Positions};
pub use prior_values::PriorValues;
pub use priors::{Arrival, Before, PriorCell, PriorCounts, PriorsTable};
pub use provenance::{BY, Counters, Input, Provenance};
pub use pst::{ENDGAME_WEIGHT, MAX_PHASE_WEIGHT, OPENING_PLIES, Phase, PstTable, phase_weight};
pub use row::{Column, Holds, Row, Value, Values};
pub use shards::{MOST_SHARDS, ShardedInput, Shards};
pub use square_metric::SquareMetric;
pub use square_values::SquareValues;
pub use table::Table;
pub use wdl::{WdlKey, WdlTable};
pub use weights::{FittedWeights, WeightBlock};
