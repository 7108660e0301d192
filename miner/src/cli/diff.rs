//! `miner diff`: what changed between two tables.

use std::{
    cmp::{Ordering, Reverse},
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;
use tables::{AnyTable, OutcomeCounts, Provenance};

use super::{
    Ended, Run,
    files::{in_folder, open_whole, unit},
    note,
};
use crate::ask::{
    changes::{Change, Changes, compare},
    figures::{Figures, grouped},
};

/// `miner diff`.
#[derive(Debug, Args)]
pub struct Diff {
    /// The table before, or a folder of tables.
    pub old: PathBuf,
    /// The table after; with two folders tables of one name are compared.
    pub new: PathBuf,
    /// How many changes of score to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub top: usize,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

impl Run for Diff {
    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

/// Compares the tables, or those of one name in two folders.
fn run(diff: &Diff, out: &mut dyn Write) -> Result<()> {
    if !(diff.old.is_dir() && diff.new.is_dir()) {
        return Pair::read(&diff.old, &diff.new)?.tell(diff, out);
    }
    let names = |folder: &Path| -> Result<BTreeSet<OsString>> {
        let files = in_folder(folder)?;
        Ok(files.iter().filter_map(|file| file.file_name()).map(ToOwned::to_owned).collect())
    };
    let [old, new] = [names(&diff.old)?, names(&diff.new)?];
    let mut failed = 0;
    for name in old.union(&new) {
        let [before, after] = [diff.old.join(name), diff.new.join(name)];
        match (old.contains(name), new.contains(name)) {
            (true, true) => match Pair::read(&before, &after) {
                Ok(pair) if diff.json => pair.tell(diff, out)?,
                Ok(pair) => {
                    writeln!(out, "{}", name.display())?;
                    pair.tell(diff, out)?;
                    writeln!(out)?;
                }
                // The others can be compared all the same.
                Err(error) => {
                    failed += 1;
                    note(&format!("`{}`: {error:#}", name.display()));
                }
            },
            (true, false) => note(&format!("`{}` has no counterpart", before.display())),
            _ => note(&format!("`{}` has no counterpart", after.display())),
        }
    }
    match failed {
        0 => Ok(()),
        1 => bail!("a pair of tables could not be compared"),
        _ => bail!("{failed} pairs of tables could not be compared"),
    }
}

/// Two tables, and what changed from one to the other.
struct Pair {
    /// The file name of the later one.
    name: String,
    old: AnyTable,
    new: AnyTable,
    is_equal: bool,
    /// The largest first.
    changes: Changes,
}

impl Pair {
    fn read(before: &Path, after: &Path) -> Result<Self> {
        let [old, new] = [open_whole(before)?, open_whole(after)?];
        let mut changes = compare(&old, &new)?;
        changes.changed.sort_by(|a, b| {
            let names = || a.entry.name().cmp(&b.entry.name());
            b.weight().partial_cmp(&a.weight()).unwrap_or(Ordering::Equal).then_with(names)
        });
        let name = after.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, is_equal: old == new, old, new, changes })
    }

    fn tell(&self, diff: &Diff, out: &mut dyn Write) -> Result<()> {
        let Self { name, old, new, is_equal, changes } = self;
        let provenance = provenance_changes(old.provenance(), new.provenance());
        if !diff.json {
            return text(self, diff.top, &provenance, out);
        }
        let top = changes.changed.iter().take(diff.top).map(|change| {
            json!({
                "name": change.entry.name(),
                "old": Figures::from(change.old).json(),
                "new": Figures::from(change.new).json(),
                "weight": change.weight(),
            })
        });
        let mut answer = json!({
            "name": name,
            "kind": old.kind().to_string(),
            "equal": is_equal,
            "entries": [old.entries(), new.entries()],
            "appeared": changes.appeared,
            "vanished": changes.vanished,
            "changed": changes.changed.len(),
            "same": changes.same,
            "total": changes.total.map(|total| Figures::from(total).json()),
            "largest_changes": top.collect::<Vec<_>>(),
            "provenance": provenance.iter().map(|(name, [old, new])| {
                (name.clone(), json!({ "old": old, "new": new }))
            }).collect::<serde_json::Map<_, _>>(),
        });
        if let AnyTable::Pst(table) = new {
            answer["phase"] = json!(table.phase().to_string());
        }
        writeln!(out, "{answer}")?;
        Ok(())
    }
}

fn text(
    Pair { old, new, is_equal, changes, .. }: &Pair,
    top: usize,
    provenance: &BTreeMap<String, [String; 2]>,
    out: &mut dyn Write,
) -> Result<()> {
    if *is_equal {
        writeln!(out, "The tables are equal.")?;
        return Ok(());
    }
    for (name, [old, new]) in provenance {
        writeln!(out, "{name}: {} -> {}", or_none(old), or_none(new))?;
    }
    let what = unit(old.kind());
    let [old_total, new_total] = &changes.total;
    writeln!(
        out,
        "{what}: {} -> {} ({} appeared, {} vanished, {} changed, {} the same)",
        grouped(old.entries() as u64),
        grouped(new.entries() as u64),
        grouped(changes.appeared),
        grouped(changes.vanished),
        grouped(changes.changed.len() as u64),
        grouped(changes.same),
    )?;
    let percent = |counts: &OutcomeCounts| {
        counts.score().map_or("none".to_owned(), |score| format!("{:.2} %", 100.0 * score))
    };
    writeln!(
        out,
        "counts: {} -> {}; score of all: {} -> {}",
        grouped(old_total.games()),
        grouped(new_total.games()),
        percent(old_total),
        percent(new_total),
    )?;
    let top: Vec<_> =
        changes.changed.iter().filter(|change| change.weight() > 0.0).take(top).collect();
    if !top.is_empty() {
        writeln!(out, "\nLargest changes of score, weighed by the games that both have:")?;
    }
    for Change { entry, old, new } in top {
        let name = entry.name();
        let (before, after) = (percent(old), percent(new));
        let (few, many) = (grouped(old.games()), grouped(new.games()));
        writeln!(out, "  {name:<34} {before:>9} -> {after:>9}   games {few} -> {many}")?;
    }
    Ok(())
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}

/// What differs in where the tables come from, by name: before and after.
fn provenance_changes(old: &Provenance, new: &Provenance) -> BTreeMap<String, [String; 2]> {
    let [old, new] = [old, new].map(|provenance| {
        let counters = &provenance.counters;
        let mut facts = BTreeMap::from([
            ("program".to_owned(), provenance.program.clone()),
            ("games read".to_owned(), grouped(counters.games_read)),
            ("games used".to_owned(), grouped(counters.games_used)),
            ("positions".to_owned(), grouped(counters.positions)),
        ]);
        for (name, value) in &provenance.options {
            facts.insert(format!("option {name}"), value.clone());
        }
        for (reason, count) in &counters.rejected {
            facts.insert(format!("rejected {reason}"), grouped(*count));
        }
        let mut inputs: Vec<_> =
            provenance.inputs.iter().map(|i| (&i.name, Reverse(i.bytes), i.digest)).collect();
        inputs.sort();
        for (name, bytes, digest) in inputs {
            let fact = facts.entry(format!("input {name}")).or_default();
            if !fact.is_empty() {
                *fact += ", ";
            }
            *fact += &format!("{} bytes {:08x}", grouped(bytes.0), digest >> 96);
        }
        facts
    });
    let mut changes = BTreeMap::new();
    for name in old.keys().chain(new.keys()) {
        let [before, after] =
            [&old, &new].map(|facts| facts.get(name).cloned().unwrap_or_default());
        if before != after {
            changes.insert(name.clone(), [before, after]);
        }
    }
    changes
}
