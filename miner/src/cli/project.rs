//! Where tables lie and games are looked for, for commands that name no files.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The folders that make a folder this project's checkout.
const CRATES: [&str; 3] = ["tables", "miner", "engine"];

/// The project's root, if the current folder is the root or lies below it. Where the program was built makes no
/// difference: it is nobody's wish that an installed one writes there.
#[must_use]
pub fn root() -> Option<PathBuf> {
    let holds_all =
        |folder: &&Path| CRATES.iter().all(|name| folder.join(name).join("Cargo.toml").is_file());
    env::current_dir().ok()?.ancestors().find(holds_all).map(Path::to_path_buf)
}

/// The folder of the tables: the project's own in a checkout, elsewhere `tables` in the current folder.
#[must_use]
pub fn tables() -> PathBuf {
    match root() {
        Some(root) if env::current_dir().is_ok_and(|here| here != root) => root.join("tables"),
        _ => PathBuf::from("tables"),
    }
}
