//! What `engine tables` says about each table, as Rust code.

use std::fmt::Write;

use tables::{
    Table,
    folder::{Loaded, Slot},
};

/// One `TableSource` in code.
pub(super) fn source<T: Table>(
    slot: Slot,
    loaded: Option<&Loaded<T>>,
    entries: impl FnOnce(&T) -> (usize, &'static str),
) -> String {
    let content = loaded.map_or_else(|| "None".to_owned(), |loaded| content(loaded, entries));
    format!(
        "    TableSource {{ file: {:?}, maker: {:?}, content: {content} }},\n",
        slot.file, slot.maker
    )
}

fn content<T: Table>(
    Loaded { table, bytes, checksum }: &Loaded<T>,
    entries: impl FnOnce(&T) -> (usize, &'static str),
) -> String {
    let provenance = table.provenance();
    let counters = &provenance.counters;
    let (entries, unit) = entries(table);
    let mut options = String::new();
    for (name, value) in &provenance.options {
        write!(options, "({name:?}, {value:?}), ").expect("invariant: strings take text");
    }
    format!(
        "Some(Content {{ program: {:?}, inputs: {}, options: &[{options}], games_read: {}, \
         games_used: {}, positions: {}, entries: {entries}, unit: {unit:?}, bytes: {bytes}, \
         checksum: {checksum:#018x} }})",
        provenance.program,
        provenance.inputs.len(),
        counters.games_read,
        counters.games_used,
        counters.positions,
    )
}

/// The list of all sources in code.
pub(super) fn code(sources: &[String]) -> String {
    format!(
        "pub(crate) static SOURCES: [TableSource; {}] = [\n{}];\n",
        sources.len(),
        sources.concat()
    )
}
