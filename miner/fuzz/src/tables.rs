//! The readers of tables: any bytes give a table or an error, with the envelope as it comes and with
//! a sound one around the same bytes, so that what lies behind the checksum is reached.

use miner::export::mat;
use tables::{
    AnyTable, CELLS, Cell, ImbalanceTable, KingSquare, KingSquaresTable, MoveSums, OpeningFile,
    OpeningTable, PriorCell, PriorValues, PriorsTable, PstTable, Table, TableError, WdlTable,
    score_interval,
};
use xxhash_rust::xxh3::xxh3_64;

/// Reads `data` as a table file, and as each kind of table's payload.
pub fn run(data: &[u8]) {
    read(data);
    for (tag, version) in [
        (b"MIT ", 1),
        (b"MIT ", 2),
        (b"PST ", 1),
        (b"KSQ ", 1),
        (b"OPEN", 1),
        (b"OPEN", 2),
        (b"WDL ", 1),
        (b"PRIO", 1),
    ] {
        read(&sealed(*tag, version, data));
    }
    // Seeds are whole files: their payload starts behind the header.
    if let Some((header, payload)) = data.split_at_checked(32)
        && let Some([a, b, c, d, low, high]) = header[8..].first_chunk()
    {
        read(&sealed([*a, *b, *c, *d], u16::from_le_bytes([*low, *high]), payload));
    }
    import(data);
}

/// A file with a sound header.
pub(crate) fn sealed(tag: [u8; 4], version: u16, payload: &[u8]) -> Vec<u8> {
    let mut file = b"PROSPECT".to_vec();
    file.extend_from_slice(&tag);
    file.extend_from_slice(&version.to_le_bytes());
    file.extend_from_slice(&[0; 2]);
    file.extend_from_slice(&(payload.len() as u64).to_le_bytes());
    file.extend_from_slice(&xxh3_64(payload).to_le_bytes());
    file.extend_from_slice(payload);
    file
}

fn read(file: &[u8]) {
    let any = AnyTable::from_bytes(file);
    // The reader of the wrong kind says so, and nothing worse.
    let each = [
        ImbalanceTable::from_bytes(file).map(AnyTable::Imbalance),
        PstTable::from_bytes(file).map(AnyTable::Pst),
        KingSquaresTable::from_bytes(file).map(AnyTable::KingSquares),
        OpeningTable::from_bytes(file).map(AnyTable::Opening),
        WdlTable::from_bytes(file).map(AnyTable::Wdl),
        PriorsTable::from_bytes(file).map(AnyTable::Priors),
    ];
    let sound = each.iter().filter(|table| table.is_ok()).count();
    assert_eq!(sound, usize::from(any.is_ok()));
    let opened = OpeningFile::open(file.to_vec());
    assert_eq!(opened.is_ok(), matches!(any, Ok(AnyTable::Opening(_))));
    if let (Ok(opened), Ok(AnyTable::Opening(table))) = (&opened, &any) {
        same_sums(opened, table);
    }
    let Ok(mut table) = any else {
        assert!(each.iter().flatten().next().is_none());
        return;
    };
    assert!(tables::checksum(file).is_ok());
    let bytes = to_bytes(&table);
    assert_eq!(AnyTable::from_bytes(&bytes).expect("what was written is read"), table);
    table.write_csv(std::io::sink()).expect("a sink takes everything");
    look_at(&table);
    let twin = table.clone();
    match table.merge(&twin) {
        Ok(()) => look_at(&table),
        Err(error) => assert!(!matches!(error, TableError::WrongKind { .. }), "{error}"),
    }
}

/// What a file says of its positions without being unpacked is what the table says.
fn same_sums(file: &OpeningFile, table: &OpeningTable) {
    assert_eq!(file.has_sums(), table.sums().is_some_and(|sums| !sums.is_empty()));
    for entry in table.entries() {
        let mut all = MoveSums::default();
        let sums = table.sums().map(|sums| &sums[table.range_of(entry.key)]);
        sums.into_iter().flatten().for_each(|sums| all.merge(*sums));
        let place = file.find(entry.key).expect("the table has a move there");
        assert_eq!(file.sums(place), all);
    }
}

fn to_bytes(table: &AnyTable) -> Vec<u8> {
    match table {
        AnyTable::Imbalance(table) => table.to_bytes(),
        AnyTable::Pst(table) => table.to_bytes(),
        AnyTable::KingSquares(table) => table.to_bytes(),
        AnyTable::Opening(table) => table.to_bytes(),
        AnyTable::Wdl(table) => table.to_bytes(),
        AnyTable::Priors(table) => table.to_bytes(),
    }
}

/// What the commands that show tables ask.
fn look_at(table: &AnyTable) {
    assert!(table.provenance().counters.games_rejected() < u64::MAX);
    match table {
        AnyTable::Imbalance(table) => {
            for cell in Cell::all() {
                let counts = table.get(cell);
                if let Some((low, high)) = score_interval(counts) {
                    assert!(0.0 <= low && low <= high && high <= 1.0, "{counts:?}: {low} {high}");
                }
            }
        }
        AnyTable::Pst(table) => {
            assert!(table.entries() <= 768);
        }
        AnyTable::KingSquares(table) => {
            assert!(table.entries() <= KingSquare::COUNT);
        }
        AnyTable::Opening(table) => {
            for entry in table.entries() {
                assert!(!table.moves(entry.key).is_empty());
            }
        }
        AnyTable::Wdl(table) => {
            assert!(table.entries().is_sorted_by_key(|(key, _)| *key));
        }
        AnyTable::Priors(table) => {
            assert!(table.entries() <= PriorCell::COUNT);
            let _ = PriorValues::of(table);
        }
    }
}

/// Rebel's files, made of the bytes over and over.
fn import(data: &[u8]) {
    let Some((&byte, rest)) = data.split_first() else { return };
    // A megabyte twice for each input would be all that the fuzzer does.
    if byte & 31 != 0 || rest.is_empty() {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, skip) in mat::NAMES.into_iter().zip([0, 1]) {
        let bytes: Vec<u8> = rest.iter().copied().cycle().skip(skip).take(4 * CELLS).collect();
        std::fs::write(folder.path().join(name), bytes).expect("room for it");
    }
    if let Ok(imported) = mat::read(folder.path(), "a fuzz target") {
        read(&imported.table.to_bytes());
    }
}
