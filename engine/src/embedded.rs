//! The one door to the data that the build script baked from `tables/*.bin`.
//!
//! Invariant: this module knows the layout of the baked files and no other one does.

use tables::{Cell, OpeningMove, OutcomeCounts, PriorValues, SquareMetric};

include!(concat!(env!("OUT_DIR"), "/baked.rs"));

static IMBALANCE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/imbalance.dat"));
static KPK: &[u8; 24_576] = include_bytes!(concat!(env!("OUT_DIR"), "/kpk.dat"));
static KQKP: &[u8; 65_536] = include_bytes!(concat!(env!("OUT_DIR"), "/kqkp.dat"));
static OPENING: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/opening.dat"));
static PRIORS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/priors.dat"));

/// Some of the evaluation's weights: their name, and `(mg, eg)` of each.
pub(crate) type BakedWeights = (&'static str, &'static [(i16, i16)]);

/// One table file that the engine was built with, or without.
#[derive(Clone, Copy, Debug)]
pub struct TableSource {
    /// The file's name.
    pub file: &'static str,
    /// The program and command that make it.
    pub maker: &'static str,
    /// What was in it; `None` if there was no such file and the engine plays without.
    pub content: Option<Content>,
}

/// What a table file held.
#[derive(Clone, Copy, Debug)]
pub struct Content {
    /// The program that mined it.
    pub program: &'static str,
    /// How many files it was mined from.
    pub inputs: usize,
    /// The filters and options in force.
    pub options: &'static [(&'static str, &'static str)],
    /// Games found.
    pub games_read: u64,
    /// Games counted.
    pub games_used: u64,
    /// Positions of these games.
    pub positions: u64,
    /// Entries with counts.
    pub entries: usize,
    /// What an entry is.
    pub unit: &'static str,
    /// The size of the file.
    pub bytes: usize,
    /// The checksum of its payload.
    pub checksum: u64,
}

/// The table files, in a fixed order.
#[must_use]
pub fn sources() -> &'static [TableSource] {
    &SOURCES
}

/// Piece-square values as baked: `[role][square] = (mg, eg)` in centipawns, White's side.
pub(crate) fn psqt(metric: SquareMetric) -> &'static [[(i16, i16); 64]; 6] {
    &PSQT[metric as usize]
}

/// The evaluation's weights as they were fitted; empty without a file of them.
pub(crate) const fn weights() -> &'static [BakedWeights] {
    &WEIGHTS
}

/// Whether the pawn's side wins: its king, the other king, and the pawn on the files a to d, as the
/// pawn's side sees them.
pub(crate) fn kpk(pawns_turn: bool, king: usize, other: usize, pawn: usize) -> bool {
    let place = (pawn / 8).saturating_sub(1) * 4 + pawn % 8;
    let bit = (usize::from(!pawns_turn) * 64 * 64 + king * 64 + other) * 24 + place;
    KPK.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
}

/// Whether the queen's side, to move, wins against a pawn on its seventh: the queen's king, the other
/// king, the pawn on a2 (`false`) or c2 (`true`), the queen, as the queen's side sees them.
pub(crate) fn kqkp(king: usize, other: usize, on_c: bool, queen: usize) -> bool {
    let bit = ((king * 64 + other) * 2 + usize::from(on_c)) * 64 + queen;
    KQKP.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 != 0)
}

/// The cells with games and their outcomes as White saw them, in cell order.
pub(crate) fn imbalance() -> impl Iterator<Item = (Cell, OutcomeCounts)> {
    let (rows, _) = IMBALANCE.as_chunks::<16>();
    rows.iter().filter_map(|row| {
        let (numbers, _) = row.as_chunks::<4>();
        let cell = Cell::new(u32::from_le_bytes(numbers[0]))?;
        Some((cell, counts(&numbers[1..])))
    })
}

/// The moves played in the position of a Polyglot key, and how the mover fared.
pub(crate) fn opening(key: u64) -> impl Iterator<Item = (OpeningMove, OutcomeCounts)> {
    const KEY: usize = 8;
    let (rows, _) = OPENING.as_chunks::<22>();
    let key_of = |row: &[u8; 22]| {
        u64::from_le_bytes(*row.first_chunk::<KEY>().expect("invariant: a row begins with its key"))
    };
    let start = rows.partition_point(|row| key_of(row) < key);
    rows[start..].iter().take_while(move |row| key_of(row) == key).filter_map(|row| {
        let mv = OpeningMove::from_packed(u16::from_le_bytes([row[KEY], row[KEY + 1]]))?;
        let (numbers, _) = row[KEY + 2..].as_chunks::<4>();
        Some((mv, counts(numbers)))
    })
}

/// The move priors, if there was a file of them.
pub(crate) fn priors() -> Option<PriorValues> {
    PriorValues::from_bytes(PRIORS)
}

fn counts(numbers: &[[u8; 4]]) -> OutcomeCounts {
    let number = |i: usize| u64::from(u32::from_le_bytes(numbers[i]));
    OutcomeCounts { wins: number(0), draws: number(1), losses: number(2) }
}
