//! Bakes the mined tables into the engine: `tables/*.bin` in, `OUT_DIR` out, nothing else.
//!
//! `TABLES_DIR` names another folder. The work is in `bake/`, which the tests run too.

#[path = "bake/mod.rs"]
mod bake;

use std::{env, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed={}", bake::FOLDER_VARIABLE);
    let folder =
        bake::Folder::from_environment(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    for path in folder.watched() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
    let out = env::var("OUT_DIR").unwrap_or_default();
    if let Err(sentence) = bake::bake(&folder, Path::new(&out)) {
        println!("cargo::error={sentence}");
    }
}
