//! Where the project's folders are, for commands that name no files.

use std::{
    env,
    path::{Path, PathBuf},
};

/// The project's root: the nearest folder upward from here that holds the `tables` crate, or else
/// the folder that this program was built in, if it still exists.
#[must_use]
pub fn root() -> Option<PathBuf> {
    let here = env::current_dir().ok();
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    here.iter()
        .flat_map(|here| here.ancestors())
        .chain(built_in)
        .find(|folder| folder.join("tables/Cargo.toml").is_file())
        .map(Path::to_path_buf)
}
