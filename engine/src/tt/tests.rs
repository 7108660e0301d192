//! Tests of the table.

use super::*;

fn table_of(change: impl FnOnce(&mut PlayOptions)) -> TableMemory {
    let mut options = PlayOptions { hash_mb: 1, ..PlayOptions::default() };
    change(&mut options);
    TableMemory::new(&options, None).unwrap()
}

fn table(replace: Replace) -> TableMemory {
    table_of(|options| options.tt_replace = replace)
}

fn entry(score: Score, depth: i32, bound: Bound) -> Entry {
    Entry { mv: Move::from_bits(796), score, depth, bound, raw_eval: None, was_pv: false }
}

fn at_depth(depth: i32) -> Entry {
    entry(Score::DRAW, depth, Bound::Exact)
}

#[test]
fn what_is_stored_is_found() {
    for replace in [Replace::Bucket, Replace::Always, Replace::Depth] {
        let mut memory = table(replace);
        let table = memory.table();
        let stored = Entry {
            raw_eval: Some(Score::centipawns(-77)),
            ..entry(Score::mated_at(9), 7, Bound::Upper)
        };
        table.store(42, 5, stored);
        assert_eq!(table.probe(42, 5), Some(stored));
        assert_eq!(table.probe(42, 7).unwrap().score, Score::mated_at(11));
        assert_eq!(table.probe(43, 5), None);
        // A fail low without a move leaves the move and the evaluation.
        let poorer = Entry { mv: Move::NONE, ..entry(Score::DRAW, 8, Bound::Upper) };
        assert_eq!(table.store(42, 5, poorer), Stored::Kept);
        let found = table.probe(42, 5).unwrap();
        assert_eq!((found.mv, found.depth), (stored.mv, 8));
        assert_eq!(found.raw_eval, stored.raw_eval);
    }
}

#[test]
fn what_is_known_from_a_much_deeper_search_stays() {
    for (keeps, depth, bound, age, left) in [
        (true, 6, Bound::Upper, 0, 10),
        (true, 7, Bound::Upper, 0, 7),
        (true, 6, Bound::Exact, 0, 6),
        (true, 6, Bound::Upper, 1, 6),
        (false, 6, Bound::Upper, 0, 6),
    ] {
        let mut memory = table_of(|options| options.tt_keep_deep = keeps);
        let table = memory.table();
        table.store(42, 0, at_depth(10));
        for _ in 0..age {
            table.new_search();
        }
        table.store(42, 0, entry(Score::DRAW, depth, bound));
        assert_eq!(table.probe(42, 0).unwrap().depth, left, "{keeps} {depth} {bound:?} {age}");
    }
}

#[test]
fn every_entry_survives_packing() {
    for score in [-31_999, -1, 0, 1, 5_000, 31_999] {
        for evaluation in [None, Some(-31_000), Some(0), Some(31_000)] {
            for bound in [Bound::Lower, Bound::Upper, Bound::Exact] {
                let entry = Entry {
                    raw_eval: evaluation.map(Score::centipawns),
                    was_pv: evaluation.is_some() == (score > 0),
                    ..entry(Score::DRAW + score, 255, bound)
                };
                for generation in [0, GENERATIONS - 1] {
                    let data = Data::new(entry, 0, generation);
                    assert_eq!(data.entry(0), Some(entry));
                    assert_eq!(data.generation(), generation);
                }
            }
        }
    }
    assert_eq!(Data(0).entry(0), None);
}

#[test]
fn without_adjustment_mates_are_kept_as_they_were() {
    let mut memory = table_of(|options| options.tt_mate_adjust = false);
    let table = memory.table();
    table.store(42, 5, entry(Score::mate_at(9), 7, Bound::Exact));
    assert_eq!(table.probe(42, 7).unwrap().score, Score::mate_at(9), "from another root");
}

#[test]
fn the_shallowest_and_oldest_goes() {
    let mut memory = table(Replace::Bucket);
    let table = memory.table();
    for key in 1..=4 {
        assert_eq!(table.store(key, 0, at_depth(10 - key as i32)), Stored::Kept);
    }
    assert_eq!(table.store(5, 0, at_depth(1)), Stored::Replaced);
    assert_eq!(table.probe(4, 0), None, "the shallowest of five");
    table.new_search();
    table.new_search();
    table.store(6, 0, at_depth(2));
    table.store(7, 0, at_depth(2));
    assert_eq!(table.probe(5, 0), None);
    assert_eq!(table.probe(3, 0), None, "deeper than the new one, but old");
    assert!(table.probe(6, 0).is_some() && table.probe(1, 0).is_some());
}

#[test]
fn without_ageing_depth_is_all() {
    let mut memory = table_of(|options| options.tt_age = false);
    let table = memory.table();
    for key in 1..=4 {
        table.store(key, 0, at_depth(10));
    }
    table.new_search();
    table.store(5, 0, at_depth(2));
    table.store(6, 0, at_depth(2));
    assert_eq!(table.probe(5, 0), None, "the shallowest, though the newest");
}

/// Keys 4 and 8 share bucket and slot.
#[test]
fn always_is_the_newest() {
    let mut memory = table(Replace::Always);
    let table = memory.table();
    table.store(4, 0, at_depth(20));
    assert_eq!(table.store(8, 0, at_depth(1)), Stored::Replaced);
    assert_eq!(table.probe(4, 0), None);
    assert!(table.probe(8, 0).is_some());
}

#[test]
fn depth_is_the_deepest_of_this_search() {
    let mut memory = table(Replace::Depth);
    let table = memory.table();
    table.store(4, 0, at_depth(6));
    assert_eq!(table.store(8, 0, at_depth(5)), Stored::Refused);
    assert!(table.probe(4, 0).is_some());
    assert_eq!(table.store(8, 0, at_depth(6)), Stored::Replaced, "as deep");
    assert_eq!(table.store(8, 0, at_depth(1)), Stored::Kept, "its own");
    table.store(8, 0, at_depth(6));
    table.new_search();
    assert_eq!(table.store(4, 0, at_depth(3)), Stored::Replaced, "the owner has aged");
}

#[test]
fn bounds_cut_where_they_may() {
    let (alpha, beta) = (Score::centipawns(10), Score::centipawns(20));
    for (bound, score, depth, cuts) in [
        (Bound::Exact, 15, 4, true),
        (Bound::Exact, 15, 3, false),
        (Bound::Lower, 20, 4, true),
        (Bound::Lower, 20, 3, false),
        (Bound::Lower, 19, 4, false),
        (Bound::Upper, 10, 4, true),
        (Bound::Upper, 10, 3, false),
        (Bound::Upper, 11, 4, false),
    ] {
        let entry = entry(Score::centipawns(score), depth, bound);
        assert_eq!(entry.cuts(4, alpha, beta), cuts, "{entry:?}");
    }
}

#[test]
fn as_deep_is_enough_where_threads_share_the_table() {
    let score = Score::centipawns(7);
    for (depth, bound, alone, shared) in [
        (8, Bound::Lower, true, true),
        (7, Bound::Exact, true, true),
        (7, Bound::Upper, false, true),
        (6, Bound::Exact, false, false),
    ] {
        let entry = entry(score, depth, bound);
        assert_eq!([false, true].map(|is_shared| entry.decides(7, is_shared)), [alone, shared]);
    }
}

#[test]
fn a_table_of_nothing_finds_nothing() {
    let mut memory = table_of(|options| options.hash_mb = 0);
    let table = memory.table();
    assert_eq!(table.store(1, 0, at_depth(1)), Stored::Refused);
    table.prefetch(1);
    assert_eq!(table.probe(1, 0), None);
    assert_eq!(table.permille(), 0);
}

#[test]
fn a_changed_policy_forgets_what_it_cannot_read() {
    let mut memory = table(Replace::Bucket);
    let table = memory.table();
    table.store(1, 0, at_depth(1));
    memory.set_policy(&PlayOptions { tt_prefetch: false, ..PlayOptions::default() });
    let table = memory.table();
    assert!(table.probe(1, 0).is_some());
    memory.set_policy(&PlayOptions { tt_replace: Replace::Always, ..PlayOptions::default() });
    let table = memory.table();
    assert_eq!(table.probe(1, 0), None);
}

/// Four threads write and read the same few buckets: what is found is always whole.
#[test]
fn torn_entries_are_never_found() {
    let mut memory = table(Replace::Bucket);
    let table = memory.table();
    std::thread::scope(|scope| {
        for thread in 0..4_i32 {
            let table = &table;
            scope.spawn(move || {
                for round in 0..20_000_i32 {
                    let number = (round * 7 + thread) % 8;
                    let whole = |number: i32| Entry {
                        mv: Move::from_bits(number as u16),
                        raw_eval: Some(Score::centipawns(number)),
                        ..entry(Score::centipawns(number), number, Bound::Exact)
                    };
                    table.store(number as u64, 0, whole(number));
                    let asked = (number + round) % 8;
                    if let Some(found) = table.probe(asked as u64, 0) {
                        assert_eq!(found, whole(asked));
                    }
                }
            });
        }
    });
}
