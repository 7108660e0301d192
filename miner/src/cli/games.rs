//! `miner games`: the games that pass the filters, written out again.

use std::{
    fmt::{self, Formatter},
    fs::File,
    io::{self, Write},
    os::fd::AsFd,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use tables::Counters;

use crate::{
    cli::{
        Ended, Run,
        args::{SourceArgs, filters::FilterArgs},
        mine::{self, Reading},
        summary::{self, Told},
    },
    collect::Wanted,
    games::{
        Form, GamesCollector,
        files::{Place, Written},
        pgn::{AsItIs, Clean, SEVEN_TAGS},
        uci::UciLine,
    },
    run::plan::check_used,
};

/// `miner games`
#[derive(Debug, Args)]
#[command(after_help = "\
In pgn-extract's words: --out is -o, --clean is -C -N -V -w, --tags seven is -7, --format uci is -Wuci without \
tags, --no-duplicates is -D, and the filters on tags are -t. The order of the games is that of the inputs.")]
pub struct Games {
    /// What is read.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo (0 for any, also unknown).
    #[arg(long, value_name = "ELO", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: u16,
    /// Where the games go [default: standard output; the summary then goes to standard error].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How they are written [default: as the file's name ends, else pgn].
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatArg>,
    /// Write PGN anew: moves in standard algebraic notation in one line, without comments, variations and
    /// NAGs. Without it games keep their bytes.
    #[arg(long)]
    pub clean: bool,
    /// Only these tags, in this order, `?` for missing ones; `seven` stands for those that the standard
    /// asks for.
    #[arg(long, value_name = "NAME", value_delimiter = ',', requires = "clean")]
    pub tags: Vec<String>,
    /// Write the file also when no game passes, over a good one too.
    #[arg(long)]
    pub allow_empty: bool,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// As they are, byte for byte, or with --clean
    Pgn,
    /// A line for each: the moves as UCI writes them, then the result
    Uci,
}

impl FormatArg {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "uci" => Some(Self::Uci),
            _ => None,
        }
    }
}

impl Run for Games {
    fn only_reports(&self) -> bool {
        self.out.is_some()
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        let chosen = run(self, stop)?;
        match self.out {
            Some(_) => chosen.tell(self.source.json, out),
            None => chosen.tell(self.source.json, &mut io::stderr()),
        }
    }
}

/// What was written.
#[derive(Debug)]
pub struct Chosen {
    /// What became of the games.
    pub counters: Counters,
    /// The files.
    pub written: Vec<Written>,
    /// How the reading went.
    pub reading: Reading,
}

fn run(arguments: &Games, stop: &AtomicBool) -> Result<Chosen> {
    let Games { source, min_elo, out, allow_empty, filters, .. } = arguments;
    let inputs = source.inputs()?;
    mine::spare(&inputs, source, filters, out.as_deref())?;
    let name =
        out.as_ref().map_or_else(|| "standard output".into(), |out| out.display().to_string());
    let cannot = || format!("cannot write `{name}`");
    let place = match out {
        Some(path) => Place::File(path.clone()),
        None => Place::Stream(File::from(io::stdout().as_fd().try_clone_to_owned()?)),
    };
    let form = arguments.form();
    let collector = GamesCollector::new(&*form, place).with_context(cannot)?;
    let wanted = [Wanted { min_elo: *min_elo, collector: &collector }];
    let (mined, reading) = mine::read(&wanted, &inputs, source, filters, stop)?;
    let counters = mined.counters.into_iter().next().unwrap_or_default();
    if out.is_some() && !allow_empty {
        check_used(&counters, None)?;
    }
    let written = collector.finish().with_context(cannot)?;
    Ok(Chosen { counters, written, reading })
}

impl Games {
    fn form(&self) -> Box<dyn Form> {
        let by_name = self.out.as_deref().and_then(FormatArg::of);
        match self.format.or(by_name).unwrap_or(FormatArg::Pgn) {
            FormatArg::Uci => Box::new(UciLine),
            FormatArg::Pgn if self.clean => Box::new(Clean { tags: self.tags() }),
            FormatArg::Pgn => Box::new(AsItIs),
        }
    }

    fn tags(&self) -> Option<Vec<String>> {
        let tags = self.tags.iter().flat_map(|name| match name.as_str() {
            "seven" => SEVEN_TAGS.map(str::to_owned).to_vec(),
            name => vec![name.to_owned()],
        });
        (!self.tags.is_empty()).then(|| tags.collect())
    }
}

impl Told for Chosen {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> Value {
        let mut summary = summary::reading_json(&self.counters, &self.reading);
        let file = |Written { path, games, bytes }: &Written| {
            let path = path.as_ref().map(|path| path.display().to_string());
            json!({"path": path, "games": games, "bytes": bytes})
        };
        summary["written"] = self.written.iter().map(file).collect();
        summary
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        summary::write_games(f, &self.counters, &self.reading)?;
        summary::write_trouble(f, &self.reading)?;
        writeln!(f)?;
        for Written { path, games, bytes } in &self.written {
            let (games, bytes) = (HumanCount(*games), HumanBytes(*bytes));
            match path {
                Some(path) => writeln!(f, "{games} games, {bytes}, written to {}", path.display())?,
                None => writeln!(f, "{games} games, {bytes}, written to standard output")?,
            }
        }
        Ok(())
    }
}
