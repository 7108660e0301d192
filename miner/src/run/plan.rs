//! What a mining command asks for, checked before any game is read.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use tables::{Counters, Kind, Output, Phase, Provenance, Shards, Table};

use crate::{
    PROGRAM,
    cli::{
        mine::{ImbalanceArgs, Mining, OpeningArgs, OutputArgs, PstArgs},
        project,
    },
    collect::{Settings, Total, Totals, Wanted, imbalance, opening, tiers},
};

/// The tables that are to be made and where they go.
#[derive(Debug, Default)]
pub struct Plan {
    wanted: Vec<Wanted>,
    targets: Vec<Target>,
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
    /// What it is.
    pub title: String,
    /// Its kind.
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
    /// Which of the wanted tables it comes from.
    wanted: usize,
    kind: Kind,
    phase: Option<Phase>,
    title: String,
    options: Vec<(&'static str, String)>,
    path: PathBuf,
    csv: Option<PathBuf>,
}

/// One kind of table before it is known where it goes.
struct Draft {
    kind: Kind,
    settings: Settings,
    phases: Vec<Option<Phase>>,
    options: Vec<(&'static str, String)>,
}

impl Plan {
    /// The plan of a mining command.
    ///
    /// # Errors
    /// If it is not clear where a table goes, or there is no such folder.
    pub fn new(mining: &Mining) -> Result<Self> {
        let (output, drafts) = match mining {
            Mining::Imbalance { common, count } => (&common.output, vec![Draft::imbalance(count)]),
            Mining::Pst { common, count } => (&common.output, vec![Draft::pst(count)]),
            Mining::Opening { common, count } => (&common.output, vec![Draft::opening(count)]),
            Mining::All { common, imbalance, pst, opening } => (
                &common.output,
                vec![Draft::imbalance(imbalance), Draft::pst(pst), Draft::opening(opening)],
            ),
        };
        let mut plan = Self::default();
        plan.add(output, drafts)?;
        Ok(plan)
    }

    /// Adds the tables of another plan, made in the same pass.
    pub fn join(&mut self, other: Self) {
        let before = self.wanted.len();
        self.wanted.extend(other.wanted);
        self.targets.extend(
            other
                .targets
                .into_iter()
                .map(|target| Target { wanted: target.wanted + before, ..target }),
        );
    }

    /// The tables to make.
    #[must_use]
    pub fn wanted(&self) -> &[Wanted] {
        &self.wanted
    }

    /// Every file that is to be written.
    pub fn places(&self) -> impl Iterator<Item = &Path> {
        self.targets
            .iter()
            .flat_map(|target| target.csv.iter().chain([&target.path]))
            .map(PathBuf::as_path)
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
        let drops_moves = |wanted: &Wanted| matches!(wanted.settings, Settings::Opening(settings) if settings.min_games > 1);
        if self.wanted.iter().any(drops_moves) {
            bail!("--min-games drops moves that have more games in other shards");
        }
        Ok(())
    }

    fn add(&mut self, output: &OutputArgs, drafts: Vec<Draft>) -> Result<()> {
        let mut tiers = output.min_elo.clone();
        tiers.sort_unstable();
        tiers.dedup();
        let files: usize =
            drafts.iter().map(|draft| draft.phases.len()).sum::<usize>() * tiers.len();
        for &min_elo in &tiers {
            for draft in &drafts {
                let wanted = self.wanted.len();
                self.wanted.push(Wanted { min_elo, settings: draft.settings });
                for &phase in &draft.phases {
                    let tier = (tiers.len() > 1).then_some(min_elo);
                    let name = file_name(draft.kind, phase, tier);
                    let (path, csv) = places(output, &name, files > 1)?;
                    self.targets.push(Target {
                        wanted,
                        kind: draft.kind,
                        phase,
                        title: title(draft.kind, phase, tier),
                        options: draft.options.clone(),
                        path,
                        csv,
                    });
                }
            }
        }
        Ok(())
    }

    /// Writes the tables, all or none. `filters` are the options in force but for those of the tables.
    ///
    /// # Errors
    /// If a table cannot be written. The old ones are then as they were.
    pub fn write(
        &self,
        totals: Totals,
        counters: &[Counters],
        origin: &Origin,
        filters: &[(&'static str, String)],
    ) -> Result<Vec<Written>> {
        let tiers = tiers(&self.wanted);
        let mut ready = Vec::new();
        for (index, (total, wanted)) in totals.0.into_iter().zip(&self.wanted).enumerate() {
            let tier = tiers.iter().position(|tier| *tier == wanted.min_elo);
            let counters = tier.and_then(|tier| counters.get(tier)).cloned().unwrap_or_default();
            let provenance = |target: &Target| Provenance {
                program: PROGRAM.to_owned(),
                inputs: origin.inputs.clone(),
                shards: origin.shards.iter().cloned().collect(),
                options: options(wanted.min_elo, &[filters, &target.options]),
                counters: counters.clone(),
            };
            let mut targets = self.targets.iter().filter(|target| target.wanted == index);
            match (total, wanted.settings) {
                (Total::Imbalance(total), _) => {
                    if let Some(target) = targets.next() {
                        let table = total.finish().with_provenance(provenance(target));
                        ready.push(target.prepare(&table, table.cells_in_use())?);
                    }
                }
                (Total::Pst(total), _) => {
                    for target in targets {
                        let table = total.finish(target.phase.unwrap_or(Phase::All));
                        let table = table.with_provenance(provenance(target));
                        ready.push(target.prepare(&table, table.entries())?);
                    }
                }
                (Total::Opening(total), Settings::Opening(settings)) => {
                    if let Some(target) = targets.next() {
                        let table = total.finish(settings)?.with_provenance(provenance(target));
                        ready.push(target.prepare(&table, table.entries().len())?);
                    }
                }
                (
                    Total::Opening(_) | Total::Census(_) | Total::Held(_) | Total::Positions(_),
                    _,
                ) => {}
            }
        }
        // Everything is on the disk: the new tables take the places of the old ones.
        ready.into_iter().map(Ready::finish).collect()
    }
}

impl Draft {
    fn imbalance(&ImbalanceArgs { stable_plies, rating_correction }: &ImbalanceArgs) -> Self {
        let mut options = vec![("stable-plies", stable_plies.to_string())];
        if rating_correction {
            options.push(("rating-correction", "true".to_owned()));
        }
        Self {
            kind: Kind::Imbalance,
            settings: Settings::Imbalance(imbalance::Settings {
                stable_plies,
                ratings: rating_correction,
            }),
            phases: vec![None],
            options,
        }
    }

    fn pst(PstArgs { phase }: &PstArgs) -> Self {
        let mut phases = phase.clone();
        phases.sort();
        phases.dedup();
        Self {
            kind: Kind::Pst,
            settings: Settings::Pst,
            phases: phases.into_iter().map(Some).collect(),
            options: vec![],
        }
    }

    fn opening(&OpeningArgs { max_ply, min_games }: &OpeningArgs) -> Self {
        Self {
            kind: Kind::Opening,
            settings: Settings::Opening(opening::Settings { max_ply, min_games }),
            phases: vec![None],
            options: vec![("max-ply", max_ply.to_string()), ("min-games", min_games.to_string())],
        }
    }
}

impl Target {
    /// Writes everything beside its place.
    fn prepare(&self, table: &impl Table, entries: usize) -> Result<Ready> {
        let csv = self.csv.as_ref().map(|csv| write_csv(table, csv)).transpose()?;
        let output = table.prepare(&self.path)?;
        let written = Written {
            title: self.title.clone(),
            kind: self.kind,
            path: self.path.clone(),
            bytes: 0,
            entries,
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

impl Ready {
    fn finish(self) -> Result<Written> {
        let context = |path: &Path| format!("cannot write `{}`", path.display());
        if let (Some(output), Some(path)) = (self.csv, &self.written.csv) {
            output.finish().with_context(|| context(path))?;
        }
        let bytes = self.output.finish().with_context(|| context(&self.written.path))?;
        Ok(Written { bytes, ..self.written })
    }
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

/// Where a table and its CSV go.
fn places(output: &OutputArgs, name: &str, several: bool) -> Result<(PathBuf, Option<PathBuf>)> {
    let place = |option: &str, given: &PathBuf, ending: &str| {
        if !several {
            return Ok(given.clone());
        }
        // What has an ending is meant for a file.
        if !given.exists() && given.extension().is_none() {
            fs::create_dir_all(given)
                .with_context(|| format!("cannot make the folder `{}`", given.display()))?;
        }
        if !given.is_dir() {
            bail!("{option} must be a folder, because several tables are made")
        }
        Ok(given.join(format!("{name}.{ending}")))
    };
    let path = match &output.out {
        Some(out) => place("--out", out, "bin")?,
        None => match project::root() {
            Some(root) => root.join("tables").join(format!("{name}.bin")),
            None => bail!("outside of the project, say with --out where the table goes"),
        },
    };
    let csv = output.csv.as_ref().map(|csv| place("--csv", csv, "csv")).transpose()?;
    // Hours of mining should not end at a folder that is not there.
    for file in [Some(&path), csv.as_ref()].into_iter().flatten() {
        check_folder(file)?;
    }
    Ok((path, csv))
}

fn check_folder(file: &Path) -> Result<()> {
    if file.is_dir() {
        bail!("`{}` is a folder, not a file to write", file.display());
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let metadata = fs::metadata(folder)
        .with_context(|| format!("cannot write into `{}`", folder.display()))?;
    if !metadata.is_dir() {
        bail!("cannot write into `{}`: it is not a folder", folder.display());
    }
    Ok(())
}

fn options(min_elo: u16, more: &[&[(&'static str, String)]]) -> BTreeMap<String, String> {
    std::iter::once(("min-elo", min_elo.to_string()))
        .chain(more.iter().copied().flatten().cloned())
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn write_csv(table: &impl Table, path: &Path) -> Result<Output> {
    let context = || format!("cannot write `{}`", path.display());
    let mut output = Output::create(path).with_context(context)?;
    table.write_csv(&mut output).with_context(context)?;
    output.sync().with_context(context)?;
    Ok(output)
}
