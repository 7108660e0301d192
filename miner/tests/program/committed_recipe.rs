//! The recipe of the committed tables writes to the project's own folder of them.

use std::{fs, path::Path};

#[test]
fn the_recipe_of_the_committed_tables_writes_to_their_folder() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = root.join("scripts/mine");
    let recipe = fs::read_to_string(folder.join("tables.toml")).expect("the recipe");
    let tables = root.join("tables").canonicalize().expect("the folder of tables");
    let outs: Vec<&str> = recipe
        .lines()
        .filter_map(|line| line.strip_prefix("out = \"")?.strip_suffix('"'))
        .collect();
    assert_eq!(outs.len(), 3, "{outs:?}");
    for out in outs {
        let path = folder.join(out);
        let place = if out.ends_with(".bin") { path.parent().expect("a folder") } else { &path };
        assert_eq!(place.canonicalize().expect("a folder that exists"), tables, "{out}");
    }
}
