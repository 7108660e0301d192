//! What a mining command asks for, checked before any game is read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use anyhow::{Context, Result, bail};
use tables::{AnyTable, BY, Counters, Kind, Output, Phase, Provenance, Shards};

use crate::{
    PROGRAM,
    collect::{
        Collector, TableCollector, TableSettings, TieredCollector,
        by::{ByCollector, OfValue},
        key::{self, Key},
    },
    filter::Reason,
};

/// The tables that are to be made and where they go.
#[derive(Debug, Default)]
pub struct Plan {
    /// Tables without games may be written.
    allows_empty: bool,
    parts: Vec<Part>,
}

/// Tables that one collector counts.
#[derive(Debug)]
struct Part {
    min_elo: u16,
    /// With a key, a table for each of its values.
    by: Option<Key>,
    settings: Rc<dyn TableSettings>,
    /// The files, one for each of the settings' phases.
    targets: Vec<Target>,
}

/// What counts the tables of a part of the plan.
#[derive(Debug)]
pub enum Counting {
    /// One table for each phase.
    Whole(Box<dyn TableCollector>),
    /// As many for each value of a key.
    By(ByCollector),
}

/// Where tables go.
#[derive(Clone, Debug)]
pub struct Places {
    /// A file; a folder if there are several tables, which is made if it is not there.
    pub out: Option<PathBuf>,
    /// A file or folder for tables as CSV, if they are wanted so too.
    pub csv: Option<PathBuf>,
    /// The folder of tables that have no other place; it is made if it is not there.
    pub default_folder: PathBuf,
}

/// What the games of tables come from.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Inputs that were read to their end.
    pub inputs: Vec<tables::Input>,
    /// The shard that was read, if it was one.
    pub shards: Option<Shards>,
}

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What reports call it.
    pub title: String,
    /// What kind of table it is.
    pub kind: Kind,
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// How many cells, squares or moves it holds.
    pub entries: usize,
    /// Games that it counts.
    pub games_used: u64,
    /// Where its CSV went.
    pub csv: Option<PathBuf>,
}

/// A file that is to be written.
#[derive(Debug)]
struct Target {
    kind: Kind,
    title: String,
    path: PathBuf,
    csv: Option<PathBuf>,
}

impl Plan {
    /// Tables of these settings for each minimum Elo.
    ///
    /// # Errors
    /// If it is not clear where a table goes, or there is no such folder.
    pub fn new(
        tables: &[Rc<dyn TableSettings>],
        min_elos: &[u16],
        by: Option<Key>,
        places: &Places,
    ) -> Result<Self> {
        let tiers = BTreeSet::from_iter(min_elos.iter().copied());
        let files = tables.iter().map(|settings| settings.phases().len()).sum::<usize>();
        let several = files * tiers.len() > 1 || by.is_some();
        let mut parts = Vec::new();
        for &min_elo in &tiers {
            let tier = (tiers.len() > 1).then_some(min_elo);
            for settings in tables {
                let kind = settings.kind();
                let target = |phase| {
                    let name = file_name(kind, phase, tier);
                    let (path, csv) = places.of(&name, several)?;
                    Ok(Target { kind, title: title(kind, phase, tier), path, csv })
                };
                let targets = settings.phases().into_iter().map(target).collect::<Result<_>>()?;
                parts.push(Part { min_elo, by, settings: Rc::clone(settings), targets });
            }
        }
        Ok(Self { allows_empty: false, parts })
    }

    /// Lets tables without games be written, over good ones too.
    #[must_use]
    pub fn allowing_empty(self, allows_empty: bool) -> Self {
        Self { allows_empty, ..self }
    }

    /// Adds the tables of another plan, made in the same pass. If one of them lets tables without games be written, all do.
    pub fn join(&mut self, other: Self) {
        self.allows_empty |= other.allows_empty;
        self.parts.extend(other.parts);
    }

    /// An empty collector for each part of the plan.
    #[must_use]
    pub fn collectors(&self) -> Vec<Counting> {
        let collector = |part: &Part| match part.by {
            None => Counting::Whole(part.settings.collector()),
            Some(key) => Counting::By(ByCollector::new(key, part.settings.maker())),
        };
        self.parts.iter().map(collector).collect()
    }

    /// What a run is to count with these [`collectors`](Self::collectors).
    #[must_use]
    pub fn wanted<'a>(&self, collectors: &'a [Counting]) -> Vec<TieredCollector<'a>> {
        let parts = self.parts.iter().zip(collectors);
        parts
            .map(|(part, counting)| TieredCollector {
                min_elo: part.min_elo,
                collector: counting.collector(),
            })
            .collect()
    }

    /// Every file that is to be written.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        let targets = self.parts.iter().flat_map(|part| &part.targets);
        targets.flat_map(|target| target.csv.iter().chain([&target.path])).map(PathBuf::as_path)
    }

    /// Starts every file and drops it: hours of mining should not end at a folder that may not be
    /// written.
    ///
    /// # Errors
    /// If one cannot be written.
    pub fn try_places(&self) -> Result<()> {
        // A pipe would be at its end for whoever reads it.
        let is_file = |place: &&Path| fs::metadata(place).map_or(true, |old| old.is_file());
        for place in self.places().filter(is_file) {
            Output::create(place).with_context(|| format!("cannot write `{}`", place.display()))?;
        }
        Ok(())
    }

    /// Checks that tables of parts of the inputs can be merged.
    ///
    /// # Errors
    /// If one drops moves with few games: the parts would drop more.
    pub fn check_parts(&self) -> Result<()> {
        if self.parts.iter().any(|part| part.by.is_some()) {
            bail!("--by makes a table for each value, and a shard does not see all values");
        }
        match self.parts.iter().find_map(|part| part.settings.unmergeable()) {
            Some(why) => bail!("{why}"),
            None => Ok(()),
        }
    }

    /// Writes the tables of the [`collectors`](Self::collectors), all or none. `counters` are those of
    /// the minimum Elos, lowest first; `filters` are the options in force but for those of the
    /// tables.
    ///
    /// # Errors
    /// If a table cannot be written, no game is used, or none counts for anything. The old ones are then as they were.
    pub fn write(
        &self,
        collectors: Vec<Counting>,
        counters: &[Counters],
        origin: &Origin,
        filters: &[(&'static str, String)],
    ) -> Result<Vec<Written>> {
        let tiers = BTreeSet::from_iter(self.parts.iter().map(|part| part.min_elo));
        let counters: BTreeMap<u16, &Counters> = tiers.into_iter().zip(counters).collect();
        // A part of the inputs may well hold no game; the whole is looked at when it is merged.
        if !self.allows_empty && origin.shards.is_none() {
            for (min_elo, of_tier) in &counters {
                check_used(of_tier, (counters.len() > 1).then_some(*min_elo))?;
            }
        }
        let reads_comments = collectors.iter().any(|counting| counting.collector().needs_remarks());
        let mut ready = Vec::new();
        for (part, counting) in self.parts.iter().zip(collectors) {
            let provenance = Provenance {
                program: PROGRAM.to_owned(),
                inputs: origin.inputs.clone(),
                shards: origin.shards.iter().cloned().collect(),
                options: options(part.min_elo, &[filters, &part.settings.options()]),
                counters: counters.get(&part.min_elo).copied().cloned().unwrap_or_default(),
            };
            match counting {
                Counting::Whole(collector) => {
                    for (target, table) in part.targets.iter().zip(collector.finish()?) {
                        ready.push(target.prepare(&table.with_provenance(provenance.clone()))?);
                    }
                }
                Counting::By(collector) => {
                    let key = part.by.map(|key| key.to_string()).unwrap_or_default();
                    for of_value in collector.finish() {
                        part.prepare_value(&key, of_value?, &provenance, &mut ready)?;
                    }
                }
            }
        }
        if reads_comments && !self.allows_empty && origin.shards.is_none() {
            check_counted(&ready)?;
        }
        // Everything is on the disk: the new tables take the places of the old ones.
        finish(ready)
    }
}

impl Part {
    /// Writes the tables of a value beside their places. There may be thousands of them: their files are closed.
    fn prepare_value(
        &self,
        key: &str,
        OfValue { value, counters, tables }: OfValue,
        provenance: &Provenance,
        ready: &mut Vec<Ready>,
    ) -> Result<()> {
        let mut provenance = Provenance { counters, ..provenance.clone() };
        provenance.options.insert(BY.to_owned(), format!("{key} {value}"));
        for (target, table) in self.targets.iter().zip(tables) {
            let target = Target {
                kind: target.kind,
                title: format!("{}, {key} {value}", target.title),
                path: key::file_of(&target.path, &value),
                csv: target.csv.as_ref().map(|csv| key::file_of(csv, &value)),
            };
            let mut table = target.prepare(&table.with_provenance(provenance.clone()))?;
            for output in [&mut table.output].into_iter().chain(&mut table.csv) {
                output.park()?;
            }
            ready.push(table);
        }
        Ok(())
    }
}

impl Counting {
    fn collector(&self) -> &dyn Collector {
        match self {
            Self::Whole(collector) => &**collector,
            Self::By(collector) => collector,
        }
    }
}

impl Target {
    /// Writes everything beside its place.
    fn prepare(&self, table: &AnyTable) -> Result<Ready> {
        let csv = self.csv.as_ref().map(|csv| write_csv(table, csv)).transpose()?;
        let output = table.prepare(&self.path)?;
        let written = Written {
            title: self.title.clone(),
            kind: self.kind,
            path: self.path.clone(),
            bytes: 0,
            entries: table.entries(),
            games_used: table.provenance().counters.games_used,
            csv: self.csv.clone(),
        };
        Ok(Ready { output, csv, written })
    }
}

/// A table and its CSV, still beside their places.
struct Ready {
    output: Output,
    csv: Option<Output>,
    written: Written,
}

/// Puts all tables and their CSVs in their places.
fn finish(ready: Vec<Ready>) -> Result<Vec<Written>> {
    let (mut written, mut outputs, mut paths) = (Vec::new(), Vec::new(), Vec::new());
    for Ready { output, csv, written: table } in ready {
        if let (Some(csv), Some(path)) = (csv, &table.csv) {
            outputs.push(csv);
            paths.push(path.clone());
        }
        outputs.push(output);
        paths.push(table.path.clone());
        written.push((outputs.len() - 1, table));
    }
    let sizes = Output::finish_all(outputs).map_err(|(index, error)| {
        anyhow::Error::new(error).context(format!("cannot write `{}`", paths[index].display()))
    })?;
    Ok(written.into_iter().map(|(index, table)| Written { bytes: sizes[index], ..table }).collect())
}

/// Checks that some game is used.
///
/// # Errors
/// With the filter that took the most games.
pub fn check_used(counters: &Counters, min_elo: Option<u16>) -> Result<()> {
    let Counters { games_read, games_used: 0, .. } = counters else { return Ok(()) };
    let table = min_elo.map_or_else(String::new, |elo| format!(" for --min-elo {elo}"));
    let why = match Reason::of_most(counters) {
        Some((reason, games)) => format!(
            "of {games_read} games read none is used{table}; `{}` rejected the most, {games}: {}",
            reason.name(),
            reason.sentence()
        ),
        None => "no game was found in the inputs".to_owned(),
    };
    bail!("{why}. Nothing was written. Use --allow-empty to write the output anyway")
}

/// Fails if games are used and none of them counts in any table: what is counted stands in comments, and they have none.
fn check_counted(ready: &[Ready]) -> Result<()> {
    let tables: Vec<&Written> = ready.iter().map(|table| &table.written).collect();
    let used = tables.iter().map(|table| table.games_used).max().unwrap_or(0);
    // A table of evaluations is made of comments alone, whatever others beside it count.
    let wdl = tables.iter().copied().filter(|table| table.kind == Kind::Wdl);
    let tables = if wdl.clone().next().is_some() { wdl.collect() } else { tables };
    if used == 0 || tables.iter().any(|table| table.entries > 0) {
        return Ok(());
    }
    bail!(
        "{used} games are used, and nothing in their comments counts for {}. Nothing was written. Use --allow-empty to \
         write empty tables",
        tables[0].title
    )
}

fn file_name(kind: Kind, phase: Option<Phase>, tier: Option<u16>) -> String {
    let phase = phase.map(|phase| format!("-{phase}")).unwrap_or_default();
    let tier = tier.map(|tier| format!("-{tier}")).unwrap_or_default();
    format!("{kind}{phase}{tier}")
}

fn title(kind: Kind, phase: Option<Phase>, tier: Option<u16>) -> String {
    let phase = phase.map(|phase| format!(", {phase}")).unwrap_or_default();
    let tier = tier.map(|tier| format!(", Elo {tier} and more")).unwrap_or_default();
    let kind = if kind == Kind::Pst { "piece-square".to_owned() } else { kind.to_string() };
    format!("{kind} table{phase}{tier}")
}

impl Places {
    /// The files of a table and of its CSV.
    fn of(&self, name: &str, several: bool) -> Result<(PathBuf, Option<PathBuf>)> {
        let place = |option: &str, given: &PathBuf, ending: &str| {
            if !several {
                return Ok(given.clone());
            }
            // What has an ending is meant for a file.
            if !given.exists() && given.extension().is_none() {
                make_folder(given)?;
            }
            if !given.is_dir() {
                bail!("{option} must be a folder, because several tables are made")
            }
            Ok(given.join(format!("{name}.{ending}")))
        };
        let path = match &self.out {
            Some(out) => place("--out", out, "bin")?,
            None => {
                make_folder(&self.default_folder)?;
                self.default_folder.join(format!("{name}.bin"))
            }
        };
        let csv = self.csv.as_ref().map(|csv| place("--csv", csv, "csv")).transpose()?;
        for file in [Some(&path), csv.as_ref()].into_iter().flatten() {
            check_folder(file)?;
        }
        Ok((path, csv))
    }
}

fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))
}

fn check_folder(file: &Path) -> Result<()> {
    if file.is_dir() {
        bail!("`{}` is a folder, not a file to write", file.display());
    }
    Ok(())
}

fn options(min_elo: u16, more: &[&[(&'static str, String)]]) -> BTreeMap<String, String> {
    std::iter::once(("min-elo", min_elo.to_string()))
        .chain(more.iter().copied().flatten().cloned())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn write_csv(table: &AnyTable, path: &Path) -> Result<Output> {
    let context = || format!("cannot write `{}`", path.display());
    let mut output = Output::create(path).with_context(context)?;
    table.write_csv(&mut output).with_context(context)?;
    output.sync().with_context(context)?;
    Ok(output)
}
