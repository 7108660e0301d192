//! `miner imbalance`, `pst`, `opening`: from arguments to tables.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::BufWriter,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    thread,
    time::Instant,
};

use anyhow::{Context, Result, bail};
use tables::{Counters, Phase, Provenance, Table};

use crate::{
    cli::{Common, Mining},
    collect::{Totals, Wanted, imbalance, opening, pst},
    filter::Filter,
    inputs::{self, Input},
    pipeline::{BadGameReport, FailedInput, Job, mine},
    progress::Bar,
    project,
    source::BLOCK_BYTES,
};

/// The program and version that tables name as their maker.
pub const PROGRAM: &str = concat!("miner ", env!("CARGO_PKG_VERSION"));

/// Somebody pressed Ctrl-C before the tables were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted; the tables are as they were")]
pub struct Interrupted;

/// What a command did.
#[derive(Debug)]
pub struct Summary {
    /// The command's name.
    pub kind: &'static str,
    /// What became of the games.
    pub counters: Counters,
    /// The tables that were written.
    pub written: Vec<Written>,
    /// Inputs that could not be read, or not to their end.
    pub failed: Vec<FailedInput>,
    /// The first games with unusable moves.
    pub bad_games: Vec<BadGameReport>,
    /// Wall-clock time of the mining.
    pub seconds: f64,
    /// How many threads worked.
    pub threads: usize,
}

/// A table that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it is.
    pub title: String,
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes.
    pub bytes: u64,
    /// How many cells, squares or moves it holds.
    pub entries: usize,
    /// Where its CSV went.
    pub csv: Option<PathBuf>,
}

/// Mines and writes the tables.
///
/// # Errors
/// If there is nothing to read, nothing could be read, a table could not be written, or with
/// [`Interrupted`]. Old tables are then as they were.
pub fn run(mining: &Mining, stop: &AtomicBool) -> Result<Summary> {
    let common = mining.common();
    let plan = Plan::new(mining, common)?;
    let data = project::root().map(|root| root.join("data"));
    let inputs = inputs::expand(&common.inputs, data.as_deref())?;
    let threads =
        common.threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let filter = Filter { min_elo: common.min_elo, include_setup: common.include_setup };
    let wanted = &plan.wanted;
    let job = Job { inputs: &inputs, filter, wanted, threads, block_bytes: BLOCK_BYTES };

    let bar = Bar::new(inputs.iter().map(Input::bytes).sum());
    let started = Instant::now();
    let mined = mine(&job, &bar, stop);
    bar.clear();
    let mined = mined.ok_or(Interrupted)?;
    if mined.inputs.is_empty()
        && mined.counters.games_read == 0
        && let Some(first) = mined.failed.first()
    {
        bail!("cannot read `{}`: {}", first.input, first.error);
    }
    let seconds = started.elapsed().as_secs_f64();
    let provenance = Provenance {
        program: PROGRAM.to_owned(),
        inputs: mined.inputs,
        options: options(&filter, &plan.options),
        counters: mined.counters.clone(),
    };
    let written = plan.write(mined.totals, &provenance)?;
    Ok(Summary {
        kind: plan.kind,
        counters: mined.counters,
        written,
        failed: mined.failed,
        bad_games: mined.bad_games,
        seconds,
        threads,
    })
}

/// What a command asks for, checked.
struct Plan {
    kind: &'static str,
    wanted: Wanted,
    options: Vec<(&'static str, String)>,
    /// One for each table, in the order of writing.
    targets: Vec<Target>,
}

/// A table that is to be written.
struct Target {
    title: String,
    phase: Option<Phase>,
    path: PathBuf,
    csv: Option<PathBuf>,
}

impl Plan {
    fn new(mining: &Mining, common: &Common) -> Result<Self> {
        let mut wanted = Wanted::default();
        let (kind, options, phases) = match mining {
            Mining::Imbalance { stable_plies, .. } => {
                wanted.imbalance = Some(imbalance::Settings { stable_plies: *stable_plies });
                ("imbalance", vec![("stable-plies", stable_plies.to_string())], vec![None])
            }
            Mining::Pst { phase, .. } => {
                let mut phases = phase.clone();
                phases.sort();
                phases.dedup();
                wanted.pst = Some(pst::Settings { phases: phases.clone() });
                ("pst", vec![], phases.into_iter().map(Some).collect())
            }
            Mining::Opening { max_ply, min_games, .. } => {
                wanted.opening =
                    Some(opening::Settings { max_ply: *max_ply, min_games: *min_games });
                let options =
                    vec![("max-ply", max_ply.to_string()), ("min-games", min_games.to_string())];
                ("opening", options, vec![None])
            }
        };
        if phases.len() > 1 && (common.out.is_some() || common.csv.is_some()) {
            bail!("--out and --csv take one table: name one --phase");
        }
        let targets =
            phases.into_iter().map(|phase| target(kind, phase, common)).collect::<Result<_>>()?;
        Ok(Self { kind, wanted, options, targets })
    }

    fn write(&self, totals: Totals, provenance: &Provenance) -> Result<Vec<Written>> {
        let Totals { imbalance, pst, opening } = totals;
        let mut written = Vec::new();
        let provenance = || provenance.clone();
        if let (Some(total), [target]) = (imbalance, &self.targets[..]) {
            let table = total.finish().with_provenance(provenance());
            written.push(target.write(&table, table.cells_in_use())?);
        }
        if let Some(total) = pst {
            for target in &self.targets {
                let phase = target.phase.unwrap_or(Phase::All);
                let table = total.finish(phase).with_provenance(provenance());
                written.push(target.write(&table, table.entries())?);
            }
        }
        if let (Some(total), Some(settings), [target]) =
            (opening, self.wanted.opening, &self.targets[..])
        {
            let table = total.finish(settings).with_provenance(provenance());
            written.push(target.write(&table, table.entries().len())?);
        }
        Ok(written)
    }
}

impl Target {
    fn write(&self, table: &impl Table, entries: usize) -> Result<Written> {
        if let Some(csv) = &self.csv {
            write_csv(table, csv)?;
        }
        let bytes = table.save(&self.path)?;
        let Self { title, path, csv, .. } = self;
        Ok(Written { title: title.clone(), path: path.clone(), bytes, entries, csv: csv.clone() })
    }
}

fn target(kind: &str, phase: Option<Phase>, common: &Common) -> Result<Target> {
    let name = match phase {
        Some(phase) => format!("{kind}-{phase}"),
        None => kind.to_owned(),
    };
    let path = match &common.out {
        Some(path) => path.clone(),
        None => match project::root() {
            Some(root) => root.join("tables").join(format!("{name}.bin")),
            None => bail!("outside of the project, name the table's file with --out"),
        },
    };
    // Hours of mining should not end at a folder that is not there.
    for file in [Some(&path), common.csv.as_ref()].into_iter().flatten() {
        check_folder(file)?;
    }
    let title = match phase {
        Some(phase) => format!("piece-square table, {phase}"),
        None => format!("{kind} table"),
    };
    Ok(Target { title, phase, path, csv: common.csv.clone() })
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

/// Every filter and option in force. Those that ask for nothing are named too: a table says what it
/// was mined under, not what was typed.
fn options(filter: &Filter, more: &[(&str, String)]) -> BTreeMap<String, String> {
    let common = [
        ("min-elo", filter.min_elo.to_string()),
        ("include-setup", filter.include_setup.to_string()),
    ];
    common.iter().chain(more).map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn write_csv(table: &impl Table, path: &Path) -> Result<()> {
    let context = || format!("cannot write `{}`", path.display());
    let file = BufWriter::new(File::create(path).with_context(context)?);
    table.write_csv(file).with_context(context)
}
