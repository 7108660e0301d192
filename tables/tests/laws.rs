//! Laws of all tables: round trip, merge, and a reader that survives any bytes.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use proptest::prelude::*;
use rules::{Color, Outcome, Piece, Role, Square};
use tables::{
    Cell, FittedWeights, GamePositions, Holds, ImbalanceTable, Input, KingSquare, KingSquaresTable,
    MoveSums, OpeningEntry, OpeningFile, OpeningMove, OpeningTable, OutcomeCounts, PackedPosition,
    Phase, Positions, PriorCell, PriorCounts, PriorsTable, Provenance, PstTable, ShardedInput,
    Shards, Table, TableError, Values, WdlKey, WdlTable, WeightBlock,
};

fn outcome() -> impl Strategy<Value = Outcome> {
    (0..3_usize).prop_map(|i| Outcome::ALL[i])
}

fn imbalance() -> impl Strategy<Value = ImbalanceTable> {
    prop::collection::vec((0..236_196_u32, outcome(), 1..1000_u64), 0..60).prop_map(|adds| {
        let mut table = ImbalanceTable::default();
        for (cell, outcome, games) in adds {
            table.add(Cell::new(cell).unwrap(), outcome, games);
        }
        table
    })
}

fn rated() -> impl Strategy<Value = ImbalanceTable> {
    let add = (0..300_u32, outcome(), 1..4000_u16, 1..4000_u16, any::<bool>());
    prop::collection::vec(add, 0..60).prop_map(|adds| {
        let mut table = ImbalanceTable::default().with_ratings();
        for (cell, outcome, white, black, is_rated) in adds {
            let cell = Cell::new(cell).unwrap();
            table.add(cell, outcome, 1);
            if is_rated {
                table.add_rating(cell, outcome, [white, black]);
            }
        }
        table
    })
}

fn pst() -> impl Strategy<Value = PstTable> {
    prop::collection::vec((0..12_usize, 0..64_u8, outcome(), 1..1000_u64), 0..60).prop_map(|adds| {
        let mut table = PstTable::new(Phase::Endgame, Provenance::default());
        for (piece, square, outcome, positions) in adds {
            table.add(Piece::from_index(piece), Square::new(square).unwrap(), outcome, positions);
        }
        table
    })
}

fn king_squares() -> impl Strategy<Value = KingSquaresTable> {
    let add = (0..KingSquare::COUNT, 0..9_u64, 0..9_u64, 1..1000_u64);
    prop::collection::vec(add, 0..60).prop_map(|adds| {
        let mut table = KingSquaresTable::default();
        for (place, wins, draws, losses) in adds {
            let counts = OutcomeCounts { wins, draws, losses };
            table.add(KingSquare::from_index(place).unwrap(), counts);
        }
        table
    })
}

fn priors() -> impl Strategy<Value = PriorsTable> {
    let add = (0..PriorCell::COUNT, 0..9_u64, 1..1_000_000_u64);
    prop::collection::vec(add, 0..60).prop_map(|adds| {
        let mut table = PriorsTable::default();
        for (place, played, expected) in adds {
            table.add(PriorCell::from_index(place).unwrap(), PriorCounts { played, expected });
        }
        table
    })
}

fn opening() -> impl Strategy<Value = OpeningTable> {
    let entry = (0..5_u64, 0..40_u16, 0..9_u64, 0..9_u64, 0..9_u64);
    prop::collection::vec(entry, 0..60).prop_map(|rows| {
        let entries = rows
            .into_iter()
            .map(|(key, mv, wins, draws, losses)| OpeningEntry {
                key: key.wrapping_mul(0x9e37_79b9_7f4a_7c15),
                mv: OpeningMove::from_packed(mv).unwrap(),
                counts: OutcomeCounts { wins, draws, losses },
            })
            .collect();
        OpeningTable::new(entries, Provenance::default())
    })
}

fn summed() -> impl Strategy<Value = OpeningTable> {
    let game = (0..9_u64, 0..40_u16, outcome(), any::<Option<[u16; 2]>>(), any::<Option<i16>>());
    prop::collection::vec(game, 0..60).prop_map(|games| {
        let (entries, sums) = games
            .into_iter()
            .map(|(key, mv, outcome, elo, centipawns)| {
                let mut sums = MoveSums::default();
                sums.add(outcome, elo.map(|elo| elo.map(|elo| elo % 4001)), centipawns);
                let mut counts = OutcomeCounts::ZERO;
                counts.add(outcome, 1);
                let mv = OpeningMove::from_packed(mv).unwrap();
                (OpeningEntry { key: key.wrapping_mul(0x9e37_79b9_7f4a_7c15), mv, counts }, sums)
            })
            .unzip();
        OpeningTable::with_sums(entries, sums, Provenance::default())
    })
}

fn wdl() -> impl Strategy<Value = WdlTable> {
    let entry = (0..3_u8, 1..4_u16, -3..4_i16, 0..9_u64, 0..9_u64, 0..9_u64);
    prop::collection::vec(entry, 0..60).prop_map(|rows| {
        let entries = rows.into_iter().map(|(material, number, eval, wins, draws, losses)| {
            let key = WdlKey::new(39 * material, number, 333 * eval).unwrap();
            (key, OutcomeCounts { wins, draws, losses })
        });
        WdlTable::new(entries.collect(), Provenance::default())
    })
}

fn packed() -> impl Strategy<Value = PackedPosition> {
    let pieces = prop::collection::vec((0..64_u8, 0..12_usize), 0..30);
    (pieces, 0..64_u8, 1..64_u8, any::<bool>(), 0..16_u8, 0..9_u8).prop_map(
        |(pieces, king, further, black, castling, file)| {
            let mut board = [None; 64];
            for (square, piece) in pieces {
                let piece = Piece::from_index(piece);
                board[usize::from(square)] = Some(piece).filter(|piece| piece.role != Role::King);
            }
            for (color, square) in [(Color::White, king), (Color::Black, (king + further) % 64)] {
                board[usize::from(square)] = Some(Piece { color, role: Role::King });
            }
            let may_castle =
                |color, king_side| castling >> (2 * color as u8 + u8::from(king_side)) & 1 == 1;
            let turn = if black { Color::Black } else { Color::White };
            PackedPosition::new(|square| board[square.index()], turn, may_castle, Some(file))
                .unwrap()
        },
    )
}

fn positions() -> impl Strategy<Value = Positions> {
    let game = (0..3_u16, outcome(), prop::collection::vec(packed(), 0..5));
    prop::collection::vec(game, 0..20).prop_map(|games| {
        let games = games.into_iter().map(|(source, outcome, positions)| GamePositions {
            source,
            outcome,
            positions,
        });
        let input = Input { name: "x".to_owned(), bytes: 1, digest: 2 };
        let provenance = Provenance { inputs: vec![input; 3], ..Provenance::default() };
        Positions::new(games.collect(), provenance)
    })
}

fn weights() -> impl Strategy<Value = FittedWeights> {
    let block = ("[A-Z_]{1,9}", prop::collection::vec(any::<(i16, i16)>(), 0..9));
    prop::collection::vec(block, 0..9).prop_map(|blocks| {
        let blocks = blocks.into_iter().map(|(name, weights)| WeightBlock { name, weights });
        FittedWeights::new(blocks.collect(), Provenance::default())
    })
}

fn merged<T: Table + Clone>(a: &T, b: &T) -> T {
    let mut sum = a.clone();
    sum.merge(b).expect("the same options");
    sum
}

fn obeys_the_laws<T>(a: &T, b: &T, c: &T, flip: usize)
where
    T: Table + Clone + PartialEq + std::fmt::Debug,
{
    assert_eq!(merged(a, b), merged(b, a), "merging commutes");
    assert_eq!(merged(&merged(a, b), c), merged(a, &merged(b, c)), "merging associates");
    keeps_its_bytes(a, flip);
}

fn keeps_its_bytes<T>(a: &T, flip: usize)
where
    T: Table + PartialEq + std::fmt::Debug,
{
    let bytes = a.to_bytes();
    assert_eq!(&T::from_bytes(&bytes).expect("round trip"), a);
    for len in [0, 7, 8, 31, 32, bytes.len() - 1] {
        assert!(T::from_bytes(&bytes[..len]).is_err(), "truncated to {len} bytes");
    }
    let mut flipped = bytes.clone();
    flipped[flip / 8 % bytes.len()] ^= 1 << (flip % 8);
    assert!(T::from_bytes(&flipped).is_err(), "bit {flip} flipped");
    let mut longer = bytes;
    longer.push(0);
    assert!(T::from_bytes(&longer).is_err(), "a byte more");
    every_value_fits_its_column(a);
}

fn every_value_fits_its_column(table: &impl Table) {
    let columns = table.columns();
    let mut values: Vec<_> = columns.iter().map(|column| Values::new(column.holds)).collect();
    for row in table.rows() {
        assert_eq!(row.values.len(), columns.len());
        values.iter_mut().zip(row.values).for_each(|(values, value)| values.push(value));
    }
    for (column, values) in columns.iter().zip(&values) {
        let Values::Numbers(numbers) = values else { continue };
        let (least, most) = match column.holds {
            Holds::Int8 => (i8::MIN.into(), i8::MAX.into()),
            Holds::Uint8 => (u8::MIN.into(), u8::MAX.into()),
            Holds::Int16 => (i16::MIN.into(), i16::MAX.into()),
            _ => (i64::MIN, i64::MAX),
        };
        assert!(numbers.iter().all(|number| (least..=most).contains(number)), "{}", column.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn imbalance_laws(a in imbalance(), b in imbalance(), c in imbalance(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }

    #[test]
    fn laws_with_ratings(a in rated(), b in rated(), c in rated(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }

    #[test]
    fn laws_with_sums(a in summed(), b in summed(), c in summed(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
        let file = OpeningFile::open(a.to_bytes()).unwrap();
        let mut all = Vec::new();
        file.each_position(|_, moves| { all.extend_from_slice(moves); Ok::<_, ()>(()) }).unwrap();
        prop_assert_eq!(&all, a.entries());
        let mut plain = OpeningTable::new(a.entries().to_vec(), a.provenance().clone());
        prop_assert_eq!((plain.to_bytes()[12], a.to_bytes()[12]), (1, 2));
        prop_assert!(plain.merge(&a).unwrap_err().to_string().contains("only one of them keeps the sums"));
    }

    #[test]
    fn pst_laws(a in pst(), b in pst(), c in pst(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }

    #[test]
    fn king_squares_laws(a in king_squares(), b in king_squares(), c in king_squares(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }

    #[test]
    fn positions_keep_their_bytes(a in positions(), flip: usize) {
        keeps_its_bytes(&a, flip);
        let lines = a.games().iter().flat_map(|game| &game.positions).count();
        prop_assert_eq!(a.len(), lines);
    }

    #[test]
    fn weights_keep_their_bytes(a in weights(), flip: usize) {
        keeps_its_bytes(&a, flip);
    }

    #[test]
    fn packed_positions_are_their_pieces(a in packed()) {
        let mut board = [None; 64];
        a.pieces().for_each(|(square, piece)| board[square.index()] = Some(piece));
        let text = a.to_string();
        let fields: Vec<&str> = text.split(' ').collect();
        let shown: shakmaty::Board = fields[0].parse().unwrap();
        for square in Square::all() {
            let letter = shown.piece_at(shakmaty::Square::new(square.index() as u32));
            prop_assert_eq!(board[square.index()].map(Piece::letter), letter.map(|p| p.char()));
        }
        prop_assert_eq!(fields[1] == "b", a.turn() == Color::Black);
        prop_assert_eq!(fields[3] == "-", a.en_passant_file().is_none());
    }

    #[test]
    fn a_positions_moves_are_found_wherever_its_key_lies(
        table in opening(),
        crowd in prop::collection::vec(0..200_u64, 0..200),
        far in any::<u64>(),
    ) {
        // Keys that crowd in one place, where a guess by their size is worst.
        let mut entries = table.entries().to_vec();
        entries.extend(crowd.iter().flat_map(|&low| {
            table.entries().first().map(|entry| OpeningEntry { key: far.wrapping_add(low), ..*entry })
        }));
        let table = OpeningTable::new(entries, Provenance::default());
        let keys = table.entries().iter().map(|entry| entry.key).chain([0, u64::MAX, far]);
        for key in keys.flat_map(|key| [key, key.wrapping_add(1), key.wrapping_sub(1)]) {
            let found = table.moves(key).iter().collect::<Vec<_>>();
            let expected = table.entries().iter().filter(|entry| entry.key == key);
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    /// As it lies in its file a table says what it says in memory, wherever its keys lie.
    #[test]
    fn an_opening_file_is_the_table(
        table in opening(),
        crowd in prop::collection::vec(0..200_u64, 0..200),
        far in any::<u64>(),
    ) {
        let counts = OutcomeCounts { wins: 1, draws: 2, losses: 3 };
        let mv = OpeningMove::from_packed(7).unwrap();
        let mut entries = table.entries().to_vec();
        entries.extend(crowd.iter().map(|&low| OpeningEntry { key: far.wrapping_add(low), mv, counts }));
        let table = OpeningTable::new(entries, Provenance::default());
        let file = OpeningFile::open(table.to_bytes()).unwrap();
        prop_assert_eq!((file.rows(), file.provenance()), (table.entries().len(), table.provenance()));
        let (mut all, mut moves) = (Vec::new(), Vec::new());
        file.each_position(|place, moves| {
            assert_eq!(place.row, all.len());
            assert_eq!(moves, table.moves(moves[0].key));
            all.extend_from_slice(moves);
            Ok::<_, ()>(())
        }).unwrap();
        prop_assert_eq!(&all, table.entries());
        let keys = table.entries().iter().map(|entry| entry.key).chain([0, u64::MAX, far]);
        for key in keys.flat_map(|key| [key, key.wrapping_add(1), key.wrapping_sub(1)]) {
            let place = file.find(key);
            prop_assert_eq!(place.map(|place| place.row), Some(table.range_of(key)).filter(|rows| !rows.is_empty()).map(|rows| rows.start));
            if let Some(place) = place {
                file.moves(place, &mut moves);
                prop_assert_eq!(&moves[..], table.moves(key));
            }
        }
    }

    #[test]
    fn opening_laws(a in opening(), b in opening(), c in opening(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }

    #[test]
    fn wdl_laws(a in wdl(), b in wdl(), c in wdl(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
        prop_assert_eq!(merged(&a, &b).positions(), a.positions() + b.positions());
    }

    /// Damage below the checksum's notice: any payload under a header that fits it.
    #[test]
    fn any_payload_is_read_or_refused(payload in prop::collection::vec(any::<u8>(), 0..300)) {
        for sound in [
            ImbalanceTable::default().to_bytes(),
            ImbalanceTable::default().with_ratings().to_bytes(),
            PstTable::new(Phase::All, Provenance::default()).to_bytes(),
            KingSquaresTable::default().to_bytes(),
            OpeningTable::default().to_bytes(),
            OpeningTable::with_sums(Vec::new(), Vec::new(), Provenance::default()).to_bytes(),
            WdlTable::default().to_bytes(),
            PriorsTable::default().to_bytes(),
            Positions::default().to_bytes(),
            FittedWeights::default().to_bytes(),
        ] {
            let file = resealed(&sound, &payload);
            // Whatever comes back, it comes back.
            let _ = ImbalanceTable::from_bytes(&file);
            let _ = PstTable::from_bytes(&file);
            let _ = KingSquaresTable::from_bytes(&file);
            let table = OpeningTable::from_bytes(&file);
            prop_assert_eq!(table.is_ok(), OpeningFile::open(file.clone()).is_ok());
            let _ = WdlTable::from_bytes(&file);
            let _ = PriorsTable::from_bytes(&file);
            let _ = Positions::from_bytes(&file);
            let _ = FittedWeights::from_bytes(&file);
        }
    }
}

proptest! {
    // These tables have six megabytes each.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8) })]

    #[test]
    fn priors_laws(a in priors(), b in priors(), c in priors(), flip: usize) {
        obeys_the_laws(&a, &b, &c, flip);
    }
}

/// `file` with another payload and a header that vouches for it.
fn resealed(file: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut new = file[..16].to_vec();
    new.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    new.extend_from_slice(&xxhash_rust::xxh3::xxh3_64(payload).to_le_bytes());
    new.extend_from_slice(payload);
    new
}

#[test]
fn other_kinds_and_versions_are_refused_by_name() {
    let file = ImbalanceTable::default().to_bytes();
    let error = PstTable::from_bytes(&file).expect_err("another kind");
    assert_eq!(error.to_string(), "this is a table of kind `imbalance` where `pst` is wanted");
    let mut newer = file;
    newer[12] = 5;
    let error = ImbalanceTable::from_bytes(&newer).expect_err("a newer version");
    assert!(matches!(error, TableError::Version { found: 5, supported: 4 }), "{error}");
}

#[test]
fn ratings_are_a_second_version_and_change_nothing_else() {
    let (mut plain, mut rated) =
        (ImbalanceTable::default(), ImbalanceTable::default().with_ratings());
    let cell = Cell::new(26_244).unwrap();
    for table in [&mut plain, &mut rated] {
        table.add(cell, Outcome::WhiteWins, 3);
        table.add(cell, Outcome::Draw, 1);
        table.add_rating(cell, Outcome::Draw, [2700, 2500]);
    }
    let (old, new) = (plain.to_bytes(), rated.to_bytes());
    assert_eq!((old[12], new[12]), (1, 2));
    assert!(new[32..].starts_with(&old[32..]), "the counts stand in front, as they were");
    let csv = |table: &ImbalanceTable| {
        let mut csv = Vec::new();
        table.write_csv(&mut csv).unwrap();
        csv
    };
    assert_eq!(csv(&plain), csv(&rated));
    assert_eq!(plain.ratings(cell), None);
    let read = ImbalanceTable::from_bytes(&new).unwrap();
    let sums = read.ratings(cell).unwrap();
    assert_eq!((sums.games, sums.half_points, sums.expected), (1, 1, 760));
    assert_eq!(sums.squares, 260 * 260);
    let error = plain.merge(&rated).expect_err("only one has ratings").to_string();
    assert!(error.contains("only one of them keeps what the players' ratings"), "{error}");
    // Sums that no games can give: more rated games than games.
    let mut payload = new[32..].to_vec();
    // Two numbers of a byte, then one of three bytes and one of five.
    let at = payload.len() - 10;
    assert_eq!(payload[at], 1, "rated games");
    payload[at] = 5;
    let error = ImbalanceTable::from_bytes(&resealed(&new, &payload)).expect_err("a lie");
    assert!(error.to_string().contains("more rated games than games"), "{error}");
}

#[test]
fn tables_of_other_options_do_not_merge() {
    let with = |elo: &str| {
        let mut provenance = Provenance::default();
        provenance.options.insert("min-elo".to_owned(), elo.to_owned());
        ImbalanceTable::new(provenance)
    };
    let error = with("2600").merge(&with("3100")).expect_err("options differ").to_string();
    assert!(error.contains("option `min-elo` is `2600` in one and `3100` in the other"), "{error}");
}

#[test]
fn saving_replaces_whole_or_not_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("imbalance.bin");
    let mut table = ImbalanceTable::default();
    table.save(&path).unwrap();
    table.add(Cell::new(7).unwrap(), Outcome::Draw, 3);
    table.save(&path).unwrap();
    assert_eq!(ImbalanceTable::load(&path).unwrap(), table);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no leftovers");
    let made = folder.path().join("missing/imbalance.bin");
    table.save(&made).unwrap();
    assert_eq!(ImbalanceTable::load(&made).unwrap(), table);
    let error = table.save(&path.join("imbalance.bin")).expect_err("a file is no folder");
    assert!(error.to_string().starts_with("writing `"), "{error}");
    assert_eq!(ImbalanceTable::load(&path).unwrap(), table, "and stays whole");
}

#[cfg(unix)]
#[test]
fn links_are_followed_and_devices_stay_devices() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real.bin"), folder.path().join("link.bin"));
    let table = ImbalanceTable::default();
    table.save(&real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    table.save(&link).unwrap();
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(ImbalanceTable::load(&real).unwrap(), table);
    table.save(std::path::Path::new("/dev/null")).unwrap();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

/// A table of some shards of a run over one file, whose digest shard 1 knows.
fn shards(of: u32, have: &[u32]) -> ImbalanceTable {
    let digest = have.contains(&1).then_some(77);
    let input = ShardedInput { name: "a.pgn".to_owned(), bytes: 9, digest };
    let shards = vec![Shards { of, inputs: vec![input], have: have.to_vec() }];
    let mut table = ImbalanceTable::new(Provenance { shards, ..Provenance::default() });
    table.add(Cell::new(5).unwrap(), Outcome::Draw, have.len() as u64);
    table
}

#[test]
fn shards_add_up_to_a_whole_table_in_any_order() {
    let [a, b, c] = [1, 2, 3].map(|shard| shards(3, &[shard]));
    obeys_the_laws(&a, &b, &c, 200);
    obeys_the_laws(&shards(9, &[1]), &shards(9, &[9]), &shards(9, &[4, 5]), 1000);
    let some = merged(&c, &a);
    assert_eq!(some.provenance().shards[0].to_string(), "2 of 3 of a.pgn; missing: 2");
    assert_eq!(some.to_bytes()[12], 3);
    let whole = merged(&some, &b);
    assert!(whole.provenance().shards.is_empty());
    assert_eq!(whole.to_bytes()[12], 1);
    let inputs = &whole.provenance().inputs;
    assert_eq!((inputs.len(), inputs[0].digest, inputs[0].bytes), (1, 77, 9));
    assert_eq!(shards(3, &[2]).with_ratings().to_bytes()[12], 4);
    let rated = shards(3, &[2]).with_ratings();
    assert_eq!(ImbalanceTable::from_bytes(&rated.to_bytes()).unwrap(), rated);
}

#[test]
fn shards_that_do_not_belong_together_are_refused() {
    let error =
        shards(3, &[1, 2]).merge(&shards(3, &[2, 3])).expect_err("2 is in both").to_string();
    assert!(error.ends_with("shard 2/3 is in both"), "{error}");
    let mut other = shards(3, &[2]).provenance().clone();
    other.shards[0].inputs[0].digest = Some(78);
    let other = ImbalanceTable::new(other);
    let error = shards(3, &[1]).merge(&other).expect_err("another file").to_string();
    assert!(error.ends_with("`a.pgn` was another file for one of them"), "{error}");
    let error = shards(2, &[2]).merge(&shards(2, &[1])).and_then(|()| {
        // Shards of another cut stay apart.
        let mut sum = shards(3, &[1]);
        sum.merge(&shards(2, &[1])).map(|()| sum.provenance().shards.len())
    });
    assert_eq!(error.unwrap(), 2);
}

#[test]
fn impossible_shards_are_refused() {
    for (of, have) in [
        (3, &[][..]),
        (3, &[0, 1]),
        (3, &[2, 2]),
        (3, &[2, 1]),
        (3, &[4]),
        (2, &[1, 2]),
        (u32::MAX, &[1]),
    ] {
        let error = ImbalanceTable::from_bytes(&shards(of, have).to_bytes()).expect_err("not so");
        assert!(error.to_string().contains("shards are impossible"), "{have:?}: {error}");
    }
    let mut twice = shards(3, &[1]).provenance().clone();
    twice.shards.push(twice.shards[0].clone());
    let error =
        ImbalanceTable::from_bytes(&ImbalanceTable::new(twice).to_bytes()).expect_err("twice");
    assert!(error.to_string().contains("out of order"), "{error}");
}

/// More than a single value of the payload may hold.
#[test]
fn a_table_may_come_from_very_many_files() {
    let name = |number: u32| format!("a-name-that-is-not-short-{number:09}.pgn.zst");
    let inputs = (0..400_000).map(|number| Input::of(&name(number), &number.to_le_bytes()));
    let provenance = Provenance { inputs: inputs.collect(), ..Provenance::default() };
    let table = ImbalanceTable::default().with_provenance(provenance);
    assert_eq!(ImbalanceTable::from_bytes(&table.to_bytes()).unwrap(), table);
}
