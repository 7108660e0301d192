//! What counts say: score, interval, centipawns, by cell, by square, by position, over a whole table.

pub mod averages;
pub mod cells;
pub mod changes;
pub mod difference;
pub mod explore;
pub mod figures;
pub mod findings;
pub mod material;
pub mod overview;
pub mod priors;
pub mod provenance;
pub mod rows;
pub mod squares;
