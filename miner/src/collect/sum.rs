//! Adding up records, those of one part at a time.
//!
//! Most moves of a collection come once or twice, and tables seldom want them. So the records are
//! passed over twice: first each adds one to a byte that it shares with few others (a sketch of the
//! counts, never below them), then only those whose byte reaches the minimum are added up. The bytes
//! fit into the caches where a table of all moves would not.

use rustc_hash::FxHashMap;
use tables::OpeningMove;

use super::records::{Record, Taken};

/// Adds up; keeps its memory from part to part.
#[derive(Debug, Default)]
pub(super) struct Sum {
    sketch: Vec<u8>,
    frequent: Vec<Record>,
    slots: Vec<Slot>,
    /// How many slots hold something.
    used: usize,
    /// What would not fit into 16 bits.
    large: FxHashMap<(u64, u64), [u64; 3]>,
}

/// A position and move, and how often each outcome followed.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    key: u64,
    /// The move, then the counts, 16 bits each. Without counts the slot is empty.
    rest: u64,
}

/// The greatest count that a slot can hold.
const MOST: u64 = 0xffff;

impl Slot {
    /// One game.
    #[inline(always)]
    const fn one(record: Record) -> Self {
        let one = 1 << (16 + 16 * record.outcome());
        Self { key: record.key(), rest: record.packed_move() as u64 | one }
    }

    const fn packed_move(self) -> u64 {
        self.rest & MOST
    }

    const fn counts(self) -> [u64; 3] {
        [self.rest >> 16 & MOST, self.rest >> 32 & MOST, self.rest >> 48]
    }

    const fn is_empty(self) -> bool {
        self.rest == 0
    }

    /// Where it is looked for first. Other bits of the key than the sketch's.
    const fn place(self) -> usize {
        ((self.key >> 24) ^ self.packed_move().wrapping_mul(0x9e37_79b9)) as usize
    }
}

impl Sum {
    /// Gives the moves with at least `min_games` games, in any order. Keys come without their upper bits.
    pub(super) fn each(
        &mut self,
        records: &Taken,
        min_games: u64,
        mut each: impl FnMut(u64, OpeningMove, [u64; 3]),
    ) {
        self.large.clear();
        if min_games > 1 {
            self.sketch(records);
            // A byte goes no further than its greatest number.
            let least = u8::try_from(min_games).unwrap_or(u8::MAX);
            self.start(self.sketch.iter().filter(|count| **count >= least).count());
            let mut frequent = std::mem::take(&mut self.frequent);
            for records in records.chunks() {
                self.choose(records, least, &mut frequent);
                frequent.iter().for_each(|&record| self.add(record));
            }
            self.frequent = frequent;
        } else {
            // Many come more than once; if not, room is made.
            self.start(records.len() / 2);
            records.chunks().flatten().for_each(|&record| self.add(record));
        }
        for slot in self.slots.iter().filter(|slot| !slot.is_empty()) {
            let mut counts = slot.counts();
            if let Some(more) = self.large.get(&(slot.key, slot.packed_move())) {
                for (count, more) in counts.iter_mut().zip(more) {
                    *count += more;
                }
            }
            if counts.iter().sum::<u64>() >= min_games
                && let Some(mv) = OpeningMove::from_packed(slot.packed_move() as u16)
            {
                each(slot.key, mv, counts);
            }
        }
    }

    /// Counts the records in the sketch, which has a byte or two for each.
    fn sketch(&mut self, records: &Taken) {
        self.sketch.clear();
        self.sketch.resize(records.len().next_power_of_two(), 0);
        let sketch = &mut self.sketch[..];
        let mask = sketch.len() - 1;
        for &record in records.chunks().flatten() {
            let count = &mut sketch[sketched(record) & mask];
            *count = count.saturating_add(1);
        }
    }

    /// Leaves those of the records in `frequent` whose bytes have come so far.
    fn choose(&self, records: &[Record], least: u8, frequent: &mut Vec<Record>) {
        let mask = self.sketch.len() - 1;
        frequent.clear();
        frequent.extend_from_slice(records);
        let mut count = 0;
        for &record in records {
            // Without a branch: nobody could guess it.
            frequent[count] = record;
            count += usize::from(self.sketch[sketched(record) & mask] >= least);
        }
        frequent.truncate(count);
    }

    /// Makes room for about this many moves.
    fn start(&mut self, moves: usize) {
        self.slots.clear();
        self.slots.resize((2 * moves).next_power_of_two().max(2), Slot::default());
        self.used = 0;
    }

    /// Adds one game.
    #[inline(always)]
    fn add(&mut self, record: Record) {
        let one = Slot::one(record);
        let Self { slots, used, .. } = self;
        let mask = slots.len() - 1;
        let mut at = one.place() & mask;
        loop {
            let slot = &mut slots[at];
            // Whether it is the first of its kind nobody can guess: both cases are one.
            let is_same = (slot.key == one.key) & (slot.packed_move() == one.packed_move());
            if slot.is_empty() | is_same {
                *used += usize::from(slot.is_empty());
                let counts = slot.rest & !MOST;
                if is_full(counts, one.rest) {
                    let sum = self.large.entry((one.key, one.packed_move())).or_default();
                    for (sum, old) in sum.iter_mut().zip(slot.counts()) {
                        *sum += old;
                    }
                    *slot = one;
                } else {
                    *slot = Slot { key: one.key, rest: counts + one.rest };
                }
                break;
            }
            at = (at + 1) & mask;
        }
        if 2 * *used > slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let len = 2 * self.slots.len();
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); len]);
        for slot in old.into_iter().filter(|slot| !slot.is_empty()) {
            let mut at = slot.place() & (len - 1);
            while !self.slots[at].is_empty() {
                at = (at + 1) & (len - 1);
            }
            self.slots[at] = slot;
        }
    }
}

/// Where a record's byte is. Promotions to different pieces share one.
#[inline(always)]
fn sketched(record: Record) -> usize {
    (record.key() ^ u64::from(record.squares()).wrapping_mul(0x9e37_79b9)) as usize
}

/// Whether one more game, the only count of `one`, does not fit into 16 bits.
const fn is_full(counts: u64, one: u64) -> bool {
    // The count that is added to, if it is the greatest, has only ones.
    let count = one & !MOST;
    counts & (count * MOST) == count * MOST
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rules::{Color, Outcome, Piece, Role, Square};

    use super::{
        super::records::{PlyRecord, Records},
        *,
    };
    use crate::game::Ply;

    /// Plies from the first square on, promotions among them.
    fn ply(number: u64) -> Ply {
        let square = |index: u64| Square::new((index % 64) as u8).unwrap();
        let promotion = [None, None, Some(Role::Knight), Some(Role::Bishop), Some(Role::Rook)]
            .into_iter()
            .chain([Some(Role::Queen)])
            .nth((number % 6) as usize)
            .unwrap();
        let piece = Piece { color: Color::White, role: Role::Pawn };
        Ply::new(piece, square(number), square(number / 3 + 1), None, promotion)
    }

    fn move_of(ply: Ply) -> OpeningMove {
        OpeningMove::new(ply.from(), ply.to(), ply.promotion())
    }

    /// Numbers that look like chance.
    fn chance(seed: u64) -> impl FnMut(u64) -> u64 {
        let mut state = seed;
        move |below| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        }
    }

    /// Whatever the minimum, and wherever the records are kept, the sums are those of a plain map.
    #[test]
    fn sums_are_those_of_a_map() {
        let mut chance = chance(7);
        let mut parts = [Vec::new(), Vec::new()];
        let mut maps = [BTreeMap::new(), BTreeMap::new()];
        for _ in 0..60_000 {
            let part = chance(2);
            // Few keys that come often, and many that come seldom, all with the same middle bits.
            let wide = chance(40_000);
            let key = [wide % 20, wide][chance(2) as usize] << 40 | part;
            let (ply, outcome) = (ply(chance(30)), Outcome::ALL[chance(3) as usize]);
            parts[part as usize].push(Record::new(PlyRecord::new(key, ply, outcome)));
            maps[part as usize].entry((key, move_of(ply))).or_insert([0; 3])[outcome as usize] += 1;
        }
        for bytes in [1 << 30, 0] {
            for min_games in [1, 2, 3, 17, 300] {
                let mut records = Records::<2>::new(bytes);
                for _ in 0..2 {
                    records.extend(&parts);
                }
                let mut sum = Sum::default();
                for (part, map) in maps.iter().enumerate() {
                    let mut found = BTreeMap::new();
                    sum.each(&records.take(part).unwrap(), min_games, |key, mv, counts| {
                        assert_eq!(found.insert((key, mv), counts), None);
                    });
                    let doubled = map.iter().map(|(&entry, counts)| (entry, counts.map(|c| 2 * c)));
                    let wanted: BTreeMap<_, [u64; 3]> = doubled
                        .filter(|(_, counts)| counts.iter().sum::<u64>() >= min_games)
                        .collect();
                    assert_eq!(found, wanted);
                }
            }
        }
    }

    /// More different moves than there was room for.
    #[test]
    fn room_grows() {
        let mut sum = Sum::default();
        sum.start(1);
        for key in 0..1000 {
            for _ in 0..2 {
                sum.add(Record::new(PlyRecord::new(key << 24, ply(0), Outcome::Draw)));
            }
        }
        let used: Vec<_> = sum.slots.iter().filter(|slot| !slot.is_empty()).collect();
        assert_eq!((used.len(), sum.used), (1000, 1000));
        assert!(used.iter().all(|slot| slot.counts() == [0, 2, 0]));
    }

    #[test]
    fn counts_beyond_16_bits() {
        let draw = vec![Record::new(PlyRecord::new(7, ply(0), Outcome::Draw)); 100_000];
        let mut records = Records::<1>::new(1 << 30);
        records.extend(&[draw]);
        let taken = records.take(0).unwrap();
        for (min_games, wanted) in [(1, 1), (100_000, 1), (100_001, 0)] {
            let mut found = Vec::new();
            Sum::default().each(&taken, min_games, |key, mv, counts| found.push((key, mv, counts)));
            assert_eq!(found.len(), wanted);
            assert!(found.iter().all(|found| *found == (7, move_of(ply(0)), [0, 100_000, 0])));
        }
    }
}
