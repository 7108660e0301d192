//! Bakes the mined tables into the engine: `tables/*.bin` in, `OUT_DIR` out, nothing else.
//!
//! `TABLES_DIR` names another folder. The work is in the crate `bake`.

use std::{env, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed={}", bake::FOLDER_VARIABLE);
    let manifest = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let named = env::var(bake::FOLDER_VARIABLE).ok();
    let folder = bake::folder_of(&Path::new(&manifest).join(".."), named);
    println!("cargo::rerun-if-changed={}", folder.path().display());
    let out = env::var("OUT_DIR").unwrap_or_default();
    match bake::bake(&folder, Path::new(&out)) {
        Ok(None) => {}
        Ok(Some(sentence)) => println!("cargo::warning={sentence}"),
        Err(sentence) => println!("cargo::error={sentence}"),
    }
}
