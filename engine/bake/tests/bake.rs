//! The build script's work: sound tables are baked, all others refused in one sentence.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, path::Path};

use rules::{Outcome, Piece, Square};
use tables::{
    Cell, FittedWeights, ImbalanceTable, OpeningEntry, OpeningMove, OpeningTable, OutcomeCounts,
    Phase, PriorCell, PriorCounts, PriorValues, PriorsTable, Provenance, PstTable, ShardedInput,
    Shards, SquareMetric, Table, WeightBlock, square_values,
};
use tempfile::TempDir;

/// A folder with a small table of each kind.
fn small_tables() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut imbalance = ImbalanceTable::default();
    imbalance.add(Cell::new(2).unwrap(), Outcome::WhiteWins, 12);
    imbalance.save(&folder.path().join("imbalance.bin")).unwrap();
    for phase in Phase::PARTITION {
        let mut pst = PstTable::new(phase, Provenance::default());
        let knight = Piece::from_index(1);
        pst.add(knight, Square::new(18).unwrap(), Outcome::WhiteWins, 90_000);
        pst.add(knight, Square::new(0).unwrap(), Outcome::BlackWins, 90_000);
        pst.save(&folder.path().join(format!("pst-{phase}.bin"))).unwrap();
    }
    let mv = OpeningMove::new(Square::new(12).unwrap(), Square::new(28).unwrap(), None);
    let counts = OutcomeCounts { wins: 5, draws: 3, losses: 2 };
    OpeningTable::new(vec![OpeningEntry { key: 7, mv, counts }], Provenance::default())
        .save(&folder.path().join("opening.bin"))
        .unwrap();
    let mut priors = PriorsTable::default();
    let counts = PriorCounts { played: 30, expected: 10 * PriorCounts::ONE };
    priors.add(PriorCell::from_index(0).unwrap(), counts);
    priors.save(&folder.path().join("priors.bin")).unwrap();
    let block = WeightBlock { name: "TEMPO".to_owned(), weights: vec![(21, -7)] };
    let weights = FittedWeights::new(vec![block], Provenance::default());
    weights.save(&folder.path().join("weights.bin")).unwrap();
    folder
}

fn bake(folder: &Path) -> Result<[Vec<u8>; 4], String> {
    let out = tempfile::tempdir().unwrap();
    let folder = folder.to_str().unwrap().to_owned();
    bake::bake(&bake::folder_of(Path::new("."), Some(folder)), out.path())?;
    let read = |name| fs::read(out.path().join(name)).unwrap();
    Ok([read("baked.rs"), read("imbalance.dat"), read("opening.dat"), read("priors.dat")])
}

#[test]
fn sound_tables_are_baked_the_same_each_time() {
    let folder = small_tables();
    let [code, imbalance, opening, priors] = bake(folder.path()).unwrap();
    assert_eq!(imbalance.len(), 16);
    assert_eq!(opening.len(), 22);
    let values = PriorValues::from_bytes(&priors).unwrap();
    let a1 = Square::new(0).unwrap();
    assert_eq!(values.origin(a1, a1), 75, "38 where 18 were expected");
    let code_text = String::from_utf8(code.clone()).unwrap();
    assert!(code_text.contains("(200, 200)"), "clamped: {code_text}");
    assert!(code_text.contains("(-200, -200)"), "{code_text}");
    assert!(code_text.contains("(\"TEMPO\", &[(21, -7)])"), "{code_text}");
    assert_eq!(bake(folder.path()).unwrap(), [code, imbalance, opening, priors]);
}

#[test]
fn weights_that_were_fitted_around_other_piece_squares_are_told() {
    let folder = small_tables();
    let warning = || {
        let out = tempfile::tempdir().unwrap();
        let named = folder.path().to_str().unwrap().to_owned();
        bake::bake(&bake::folder_of(Path::new("."), Some(named)), out.path()).unwrap()
    };
    assert_eq!(warning(), None, "older weights do not say what they were fitted around");
    let fitted_around = |digest: String| {
        let options = [("piece-squares".to_owned(), digest)].into();
        let block = WeightBlock { name: "TEMPO".to_owned(), weights: vec![(21, -7)] };
        let weights =
            FittedWeights::new(vec![block], Provenance { options, ..Provenance::default() });
        weights.save(&folder.path().join("weights.bin")).unwrap();
    };
    let tables = Phase::PARTITION
        .map(|phase| PstTable::load(&folder.path().join(format!("pst-{phase}.bin"))).unwrap());
    let values = square_values::of(tables.each_ref().map(Some), SquareMetric::Score);
    fitted_around(square_values::digest(&values));
    assert_eq!(warning(), None);
    fs::remove_file(folder.path().join("pst-endgame.bin")).unwrap();
    let sentence = warning().unwrap();
    assert!(
        sentence.starts_with("weights.bin was fitted around other piece squares"),
        "{sentence}"
    );
}

#[test]
fn missing_tables_are_neutral() {
    let folder = tempfile::tempdir().unwrap();
    let [code, imbalance, opening, priors] = bake(folder.path()).unwrap();
    assert!(imbalance.is_empty() && opening.is_empty() && priors.is_empty());
    let code = String::from_utf8(code).unwrap();
    assert_eq!(code.matches("(0, 0)").count(), 2 * 6 * 64, "by score and by occupancy");
    assert_eq!(code.matches("content: None").count(), 7);
    let sentence = bake(&folder.path().join("nowhere")).expect_err("no folder");
    assert!(sentence.starts_with("TABLES_DIR: there is no folder"), "{sentence}");
}

#[test]
fn one_flipped_byte_is_refused_in_one_sentence() {
    let folder = small_tables();
    for file in [
        "imbalance.bin",
        "pst-opening.bin",
        "pst-middlegame.bin",
        "pst-endgame.bin",
        "opening.bin",
        "priors.bin",
        "weights.bin",
    ] {
        let path = folder.path().join(file);
        let sound = fs::read(&path).unwrap();
        for place in [0, 8, 12, 16, 24, sound.len() - 1] {
            let mut damaged = sound.clone();
            damaged[place] ^= 1;
            fs::write(&path, damaged).unwrap();
            let sentence = bake(folder.path()).expect_err(file);
            assert!(sentence.contains(&format!("/{file}: ")), "{sentence}");
            assert!(sentence.contains("make it again with `cargo run --release -p "));
            assert!(!sentence.contains('\n'));
        }
        fs::write(&path, &sound[..sound.len() - 1]).unwrap();
        let sentence = bake(folder.path()).expect_err(file);
        assert!(sentence.contains("truncated"), "{sentence}");
        fs::write(&path, sound).unwrap();
    }
    bake(folder.path()).unwrap();
}

#[test]
fn another_kind_or_phase_is_refused() {
    let folder = small_tables();
    let at = |name: &str| folder.path().join(name);
    fs::copy(at("opening.bin"), at("imbalance.bin")).unwrap();
    let sentence = bake(folder.path()).expect_err("another kind");
    assert!(sentence.contains("kind `opening` where `imbalance` is wanted"), "{sentence}");
    fs::remove_file(at("imbalance.bin")).unwrap();
    fs::copy(at("pst-endgame.bin"), at("pst-opening.bin")).unwrap();
    let sentence = bake(folder.path()).expect_err("another phase");
    assert!(sentence.contains("the phase `endgame` where `opening` is wanted"), "{sentence}");
}

#[test]
fn a_table_that_lacks_shards_is_refused() {
    let folder = small_tables();
    let path = folder.path().join("imbalance.bin");
    let table = ImbalanceTable::load(&path).unwrap();
    let mut provenance = table.provenance().clone();
    let input = ShardedInput { name: "a.pgn".to_owned(), bytes: 1, digest: None };
    provenance.shards = vec![Shards { of: 3, inputs: vec![input], have: vec![2] }];
    table.with_provenance(provenance).save(&path).unwrap();
    let sentence = bake(folder.path()).expect_err("a third of the games");
    let what =
        "it is not whole, it holds shards 1 of 3 of a.pgn; missing: 1, 3; make it again with";
    assert!(sentence.contains(what), "{sentence}");
}

#[test]
fn the_folder_is_seen_from_the_projects_root() {
    let root = Path::new("root");
    let path =
        |named: Option<&str>| bake::folder_of(root, named.map(str::to_owned)).path().to_owned();
    assert_eq!(path(None), root.join("tables"));
    assert_eq!(path(Some("")), root.join("tables"));
    assert_eq!(path(Some("other")), root.join("other"));
    assert_eq!(path(Some("/elsewhere")), Path::new("/elsewhere"));
}
