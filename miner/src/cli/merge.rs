//! `miner merge`: adds tables.

use std::{collections::BTreeMap, io::Write, path::PathBuf, sync::atomic::AtomicBool};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use tables::Provenance;

use super::{
    Ended, Run,
    files::{open, unit},
    guard,
};
use crate::ask::{figures::grouped, provenance};

/// `miner merge`.
#[derive(Debug, Args)]
pub struct Merge {
    /// The tables to add.
    #[arg(value_name = "TABLE", required = true)]
    pub tables: Vec<PathBuf>,
    /// The table to write; it must not be one of the inputs.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Write the sum even if it counts no game; this may replace a good table.
    #[arg(long)]
    pub allow_empty: bool,
    /// Print the summary as JSON.
    #[arg(long)]
    pub json: bool,
}

impl Run for Merge {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        run(self, out)?;
        Ok(Ended::Well)
    }
}

/// Adds the tables and writes the sum.
fn run(merge: &Merge, out: &mut dyn Write) -> Result<()> {
    guard::check(merge.tables.iter().map(PathBuf::as_path), [merge.out.as_path()])?;
    let mut paths = merge.tables.iter();
    let first = paths.next().context("name the tables to add")?;
    let mut sum = open(first)?;
    let mut parts = Parts::default();
    parts.add(sum.provenance());
    for path in paths {
        let table = open(path)?;
        parts.add(table.provenance());
        sum.merge(&table)
            .with_context(|| format!("`{}` and `{}`", first.display(), path.display()))?;
    }
    let is_empty = sum.entries() == 0 && sum.provenance().counters.games_used == 0;
    if is_empty && sum.provenance().shards.is_empty() && !merge.allow_empty {
        bail!(
            "the tables count no game. Nothing was written. Use --allow-empty to write it anyway"
        );
    }
    let bytes = sum.save(&merge.out)?;
    let repeated = parts.repeated(sum.provenance());
    let counters = &sum.provenance().counters;
    if merge.json {
        let summary = json!({
            "kind": sum.kind().to_string(),
            "merged": merge.tables.len(),
            "entries": sum.entries(),
            "bytes": bytes,
            "path": merge.out.display().to_string(),
            "repeated_inputs": repeated,
            "is_whole": sum.provenance().shards.is_empty(),
            "provenance": provenance::json(sum.provenance()),
        });
        writeln!(out, "{summary}")?;
        return Ok(());
    }
    writeln!(
        out,
        "{} tables of kind {}: {} {}, {} games, written to {}",
        merge.tables.len(),
        sum.kind(),
        grouped(sum.entries() as u64),
        unit(sum.kind()),
        grouped(counters.games_used),
        merge.out.display()
    )?;
    for name in repeated {
        writeln!(out, "Beware: `{name}` is in several of the tables; its games count as often.")?;
    }
    for run in &sum.provenance().shards {
        writeln!(out, "Shards {run}. The table is not whole before they are merged, too.")?;
    }
    Ok(())
}

/// How often the tables hold the games of an input that have some value of a key.
#[derive(Debug, Default)]
struct Parts(BTreeMap<(Source, String), u32>);

/// The [content](tables::Input::content) of an input.
type Source = (u128, u64);

impl Parts {
    fn add(&mut self, table: &Provenance) {
        for value in table.values() {
            for input in &table.inputs {
                *self.0.entry((input.content(), value.to_owned())).or_default() += 1;
            }
        }
    }

    /// The names of inputs of which the very bytes were counted more than once.
    fn repeated(&self, sum: &Provenance) -> Vec<String> {
        let mut names: BTreeMap<Source, (u32, &str)> = BTreeMap::new();
        for input in &sum.inputs {
            names.entry(input.content()).or_insert((0, &input.name)).0 += 1;
        }
        // Without a key every game of an input is in each table that names it.
        for ((source, _), times) in &self.0 {
            if let Some((most, _)) = names.get_mut(source) {
                *most = (*most).max(*times);
            }
        }
        names.into_values().filter(|(n, _)| *n > 1).map(|(_, name)| name.to_owned()).collect()
    }
}
