//! `TablesDir`: tables of a folder instead of those that were built in.

#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::{fs, path::Path, sync::atomic::AtomicBool};

use engine::{
    Engine, bench,
    game::Game,
    options::Options,
    search::{Limits, Silent},
};
use tables::{FittedWeights, Provenance, Table, WeightBlock, folder::Folder};

/// Where the tables are that an engine is built with unless it is told otherwise.
const COMMITTED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables");

fn engine() -> Engine {
    Engine::new(Options::default()).unwrap()
}

fn nodes(engine: &mut Engine) -> Vec<u64> {
    let search = |game: Game| {
        let stop = AtomicBool::new(false);
        engine.new_game();
        engine.search(&game, &Limits::depth(5), &stop, &mut Silent).unwrap().nodes
    };
    bench::positions().step_by(6).map(search).collect()
}

#[test]
fn the_folder_that_was_built_in_changes_nothing() {
    let folder = option_env!("TABLES_DIR").filter(|folder| !folder.is_empty());
    let mut engine = engine();
    let built_in = nodes(&mut engine);
    engine.set("TablesDir", folder.unwrap_or(COMMITTED)).unwrap();
    assert_eq!(nodes(&mut engine), built_in);
    // Other options keep the folder.
    engine.set("MIT", "blend").unwrap();
    let blend = nodes(&mut engine);
    assert_ne!(blend, built_in);
    engine.set("TablesDir", "<empty>").unwrap();
    assert_eq!(nodes(&mut engine), blend);
}

/// What was fitted together stays together: other piece squares beside the weights change nothing until a fit
/// knows them, and a sentence says so.
#[test]
fn weights_bring_the_piece_squares_that_they_were_fitted_around() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["weights.bin", "imbalance.bin", "opening.bin", "priors.bin"] {
        fs::copy(Path::new(COMMITTED).join(name), folder.path().join(name)).unwrap();
    }
    // Those of the endgame in place of all three: others than the weights know.
    let endgame = fs::read(Path::new(COMMITTED).join("pst-endgame.bin")).unwrap();
    fs::write(folder.path().join("pst-endgame.bin"), endgame).unwrap();
    let mut engine = engine();
    engine.set("TablesDir", COMMITTED).unwrap();
    assert_eq!(engine.warning("TablesDir"), None);
    let committed = nodes(&mut engine);
    engine.set("TablesDir", folder.path().to_str().unwrap()).unwrap();
    assert!(engine.warning("TablesDir").is_some_and(|warning| warning.contains("weights.bin")));
    assert_eq!(nodes(&mut engine), committed);
    let read = Folder::new(folder.path().to_owned(), "it".to_owned()).read().unwrap();
    let sentence = read.weights_mismatch().unwrap();
    assert!(sentence.contains("plays with those, and not with these"), "{sentence}");
    let read = Folder::new(COMMITTED.into(), "tables".to_owned()).read().unwrap();
    assert_eq!(read.weights_mismatch(), None);
    // Where nothing fitted is added to them, it is the folder's own that play.
    #[cfg(feature = "lab")]
    {
        engine.set("PST_Fit", "0").unwrap();
        let mined = nodes(&mut engine);
        engine.set("TablesDir", COMMITTED).unwrap();
        assert_ne!(nodes(&mut engine), mined);
    }
}

#[test]
#[cfg(feature = "lab")]
fn a_table_that_is_missing_is_neutral() {
    let folder = tempfile::tempdir().unwrap();
    // One without a single block.
    let weights = FittedWeights::new(Vec::new(), Provenance::default());
    weights.save(&folder.path().join("weights.bin")).unwrap();
    let mut engine = engine();
    engine.set("TablesDir", folder.path().to_str().unwrap()).unwrap();
    let empty = nodes(&mut engine);
    engine.set("TablesDir", "").unwrap();
    for (name, value) in [
        ("MIT", "off"),
        ("PST_Eval", "0"),
        ("FittedWeights", "false"),
        ("OpeningTune", "false"),
        ("MovePriors", "0"),
        ("MovePriors_After", "0"),
    ] {
        engine.set(name, value).unwrap();
    }
    assert_eq!(nodes(&mut engine), empty);
}

#[test]
fn what_cannot_be_used_is_refused_and_nothing_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let mut engine = engine();
    let mut refused = |reason: &str| {
        let sentence = engine.set("TablesDir", path).unwrap_err();
        assert!(sentence.contains(reason) && !sentence.contains('\n'), "{sentence}");
        assert_eq!(engine.options().get("TablesDir").unwrap(), "<empty>");
    };
    refused("there is no table in the folder");
    fs::write(folder.path().join("imbalance.bin"), "no table").unwrap();
    refused("imbalance.bin");
    fs::remove_file(folder.path().join("imbalance.bin")).unwrap();
    for (name, weights) in [("TEMPO", vec![(1, 1), (2, 2)]), ("NO_SUCH_BLOCK", vec![(1, 1)])] {
        let block = WeightBlock { name: name.to_owned(), weights };
        let file = FittedWeights::new(vec![block], Provenance::default());
        file.save(&Path::new(path).join("weights.bin")).unwrap();
        refused("does not fit");
    }
    let nowhere = folder.path().join("nowhere");
    let sentence = engine.set("TablesDir", nowhere.to_str().unwrap()).unwrap_err();
    assert!(sentence.contains("there is no folder"), "{sentence}");
}
