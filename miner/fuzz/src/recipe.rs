//! Recipes of any text: understood, or one sentence.

use std::path::Path;

use miner::cli::recipe::Parsed;

/// Reads `data` as a recipe. Nothing is mined or written.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Err(error) = Parsed::read(text, Path::new("/nonexistent")) {
        assert!(!format!("{error:#}").trim().is_empty());
    }
    // Here there is a folder to write into, though nothing is written.
    let _ = Parsed::read(text, &std::env::temp_dir());
}
