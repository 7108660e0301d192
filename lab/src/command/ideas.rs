//! The pages of ideas.

use std::{fs, path::Path};

/// Writes them below this folder.
///
/// # Errors
/// One sentence with the file that cannot be written, or the row of evidence that cannot be read.
pub(crate) fn write(docs: &Path) -> Result<(), String> {
    for (name, text) in lab::ideas::pages(docs)? {
        let path = docs.join(name);
        let folder = path.parent().unwrap_or(docs);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, text))
            .map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    }
    Ok(())
}
