//! The moves of all games, which both ways of counting the opening table keep: in parts, by the first bits of their
//! keys, and the parts in groups that threads lock one at a time.

use std::{
    io,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use rules::{Color, Outcome};

use super::{
    opening::Settings,
    records::{KEY_BITS, PlyRecord, RECORD_BYTES, Record, Records, Taken},
};
use crate::{game::Game, keyed::Keyed};

/// Groups of parts with one lock each, by the key's first bits, so that threads seldom meet.
pub(super) const GROUPS: usize = 16;
/// Parts in a group. What decides which moves of a part are frequent enough fits into the second
/// cache for collections of a few hundred megabytes.
pub(super) const PARTS: usize = 16;

const _: () =
    assert!(GROUPS * PARTS == 1 << (u64::BITS - KEY_BITS), "a key's part has its upper bits");

/// The part of a key, counted over all groups.
pub(super) const fn part_of(key: u64) -> usize {
    (key >> KEY_BITS) as usize
}

/// Keeps the moves of all games.
#[derive(Debug)]
pub(super) struct MoveGroups<const BYTES: usize = RECORD_BYTES> {
    groups: [Mutex<Records<PARTS, BYTES>>; GROUPS],
    /// A temporary file could not be written.
    has_failed: AtomicBool,
}

impl<const BYTES: usize> MoveGroups<BYTES> {
    /// No moves yet, and this many bytes until temporary files are needed.
    pub(super) fn with_memory(bytes: usize) -> Self {
        Self {
            groups: std::array::from_fn(|_| Mutex::new(Records::new(bytes / GROUPS))),
            has_failed: AtomicBool::new(false),
        }
    }

    /// Adds the moves of each part and leaves the parts empty; they keep their memory.
    pub(super) fn add_up(&self, parts: &mut [Vec<Record<BYTES>>; GROUPS * PARTS]) {
        for (parts, group) in parts.as_chunks_mut().0.iter_mut().zip(&self.groups) {
            let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
            group.extend(parts);
            if group.has_failed() {
                self.has_failed.store(true, Ordering::Relaxed);
            }
            parts.iter_mut().for_each(Vec::clear);
        }
    }

    /// Whether moves are lost.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Gives part after part: the upper bits of its keys, in their place, and its records.
    ///
    /// # Errors
    /// If a temporary file could not be written, or cannot be read back.
    pub(super) fn each_part(self, mut each: impl FnMut(u64, Taken<BYTES>)) -> io::Result<()> {
        for (number, group) in self.groups.into_iter().enumerate() {
            let mut group = group.into_inner().unwrap_or_else(PoisonError::into_inner);
            for part in 0..PARTS {
                let records = group.take(part)?;
                each(((number * PARTS + part) as u64) << KEY_BITS, records);
            }
        }
        Ok(())
    }
}

/// Gives the moves of a game that are labelled one by one, each with its ply and its mover; of a move that comes back
/// the first one that counts. `position` is the game's start, `seen` is only memory.
#[inline]
pub(super) fn each_labelled(
    game: &Game<'_>,
    Settings { max_ply, label, .. }: Settings,
    mut position: Keyed,
    seen: &mut Vec<PlyRecord>,
    mut each: impl FnMut(PlyRecord, usize, Color),
) {
    let mut side = game.start.side_to_move;
    seen.clear();
    for (number, &ply) in game.plies.iter().take(max_ply).enumerate() {
        if let Some(outcome) = label.of_ply(game, number) {
            let key = position.key();
            // The same move whatever it counted as.
            let move_alone = PlyRecord::new(key, ply, Outcome::Draw);
            if !seen.contains(&move_alone) {
                seen.push(move_alone);
                each(PlyRecord::new(key, ply, outcome.seen_by(side)), number, side);
            }
        }
        position.play(ply);
        side = !side;
    }
}
