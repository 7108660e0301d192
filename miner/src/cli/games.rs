//! `miner games`: the games that pass the filters, written out again.

use std::{
    collections::BTreeMap,
    fmt::{self, Formatter},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use tables::Counters;

use crate::{
    PROGRAM,
    cli::{
        Ended, Run,
        args::{SourceArgs, filters::FilterArgs},
        mine::{self, Reading},
        summary::{self, Summarised},
    },
    collect::{
        TieredCollector,
        key::{self, Key},
    },
    games::{
        GamesCollector,
        files::{Place, Places, Ready, Written, finish_all},
        pgn::{AsItIs, Clean, SEVEN_TAGS},
        rows::{GROUP, GROUP_OF_MANY, RowsCollector},
        split::SplitCollector,
        text::{Form, TextCollector},
        uci::UciLine,
    },
    run::plan::check_used,
    system,
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
    /// Where the games go [default: standard output, as for `-`; the summary then goes to standard error].
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Split the games over several files: count:1000 (so many in each), eco, year, month, elo (bands of 100; elo:200),
    /// elo-diff. The number or value stands in the name where --out has {}, else before its ending (pgn-extract's
    /// -#, -E).
    #[arg(long, value_name = "KEY", value_parser = Split::read, requires = "out")]
    pub split: Option<Split>,
    /// The format [default: by the file's ending, else pgn].
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatArg>,
    /// Write PGN anew: moves in standard algebraic notation in one line, without comments, variations and
    /// NAGs. Without it games keep their bytes.
    #[arg(long)]
    pub clean: bool,
    /// With --clean, write only these tags, in this order, with `?` for missing ones; `seven` stands for the seven that
    /// the standard asks for. Games from set-up positions keep SetUp and FEN. With Parquet, add columns for these tags.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub tags: Vec<String>,
    /// Write the file even if no game passes; this may replace a good one.
    #[arg(long)]
    pub allow_empty: bool,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

/// How games are parted over files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// So many to each.
    Count(u64),
    /// By the value of a key.
    By(Key),
}

impl Split {
    fn read(text: &str) -> Result<Self, String> {
        match text.strip_prefix("count:") {
            Some(count) => match count.parse() {
                Ok(count) if count > 0 => Ok(Self::Count(count)),
                _ => Err(format!("`{count}` is no number of games")),
            },
            None => text.parse().map(Self::By),
        }
    }
}

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// As they are, byte for byte, or with --clean
    Pgn,
    /// A line for each: the moves as UCI writes them, then the result
    Uci,
    /// Apache Parquet, a row for each: tags as columns, moves, clocks, evaluations
    Parquet,
}

impl FormatArg {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "pgn" => Some(Self::Pgn),
            "uci" => Some(Self::Uci),
            "parquet" | "pq" => Some(Self::Parquet),
            _ => None,
        }
    }
}

impl Run for Games {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        let chosen = run(self, stop)?;
        match self.file() {
            Some(_) => chosen.tell(self.source.json, out),
            // Standard output has the games.
            None if summary::is_quiet() => chosen.tell(self.source.json, out),
            None => chosen.tell(self.source.json, &mut io::stderr()),
        }
    }
}

/// The most files that people are told one by one.
const MOST_NAMED: usize = 20;

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
    let Games { source, min_elo, split, allow_empty, filters, .. } = arguments;
    let out = arguments.file();
    if split.is_some() && out.is_none() {
        bail!("--split writes files: name one with --out");
    }
    let inputs = source.inputs()?;
    mine::refuse_to_overwrite(&inputs, source, filters, out)?;
    let name = out.map_or_else(|| "standard output".into(), |out| out.display().to_string());
    let cannot = || format!("cannot write `{name}`");
    let written = Outputs { format: arguments.format()? };
    let collector: Box<dyn GamesCollector> = match (out, split) {
        (None, _) => {
            let stream = Place::Stream(system::stream_file(&io::stdout())?);
            written.start(Places::One(stream), GROUP).with_context(cannot)?
        }
        (Some(path), None) => {
            written.start(Places::One(Place::File(path.to_owned())), GROUP).with_context(cannot)?
        }
        (Some(path), &Some(Split::Count(each))) => {
            let places = Places::Numbered { each, path: path.to_owned() };
            written.start(places, GROUP).with_context(cannot)?
        }
        (Some(path), &Some(Split::By(key))) => {
            let path = path.to_owned();
            let needs_remarks = matches!(written.format, Format::Rows(..));
            let make = Box::new(move |value: &str| written.start_value(&path, value));
            Box::new(SplitCollector::new(key, make, needs_remarks))
        }
    };
    let wanted = [TieredCollector { min_elo: *min_elo, collector: &*collector }];
    let (mined, reading) = mine::read(&wanted, &inputs, source, filters, stop)?;
    let counters = mined.lowest_tier();
    if out.is_some() && !allow_empty {
        check_used(&counters, None).inspect_err(|_| reading.tell_failed())?;
    }
    let ready = collector.finish().with_context(cannot)?;
    // Of several files only now the names are known.
    mine::refuse_to_overwrite(&inputs, source, filters, ready.iter().filter_map(Ready::path))?;
    let written = finish_all(ready).with_context(cannot)?;
    Ok(Chosen { counters, written, reading })
}

impl Games {
    /// The file that games go to, if it is not standard output.
    fn file(&self) -> Option<&Path> {
        self.out.as_deref().filter(|out| *out != Path::new("-"))
    }

    /// How games are written.
    fn format(&self) -> Result<Format> {
        let by_name = self.file().and_then(FormatArg::of);
        if let Some(file) = self.file()
            && self.format.or(by_name).is_none()
            && file.extension().is_some()
        {
            let file = file.display();
            bail!(
                "`{file}` ends in neither .pgn, .uci nor .parquet: name the format with --format"
            );
        }
        let format = self.format.or(by_name).unwrap_or(FormatArg::Pgn);
        if self.clean && format != FormatArg::Pgn {
            bail!("--clean works with PGN only");
        }
        if !self.tags.is_empty() && !self.clean && format != FormatArg::Parquet {
            bail!("--tags works only with --clean or Parquet");
        }
        Ok(match format {
            FormatArg::Uci => Format::Uci,
            FormatArg::Pgn if self.clean => Format::Clean(self.tags()),
            FormatArg::Pgn => Format::AsItIs,
            FormatArg::Parquet => Format::Rows(self.tags().unwrap_or_default(), self.metadata()?),
        })
    }

    /// What the file says of itself: program and options.
    fn metadata(&self) -> Result<Vec<(String, String)>> {
        let options =
            self.filters.in_force()?.into_iter().map(|(name, value)| (name.into(), value));
        let options: BTreeMap<String, String> =
            options.chain([("min-elo".to_owned(), self.min_elo.to_string())]).collect();
        Ok(vec![
            ("prospector.program".to_owned(), PROGRAM.to_owned()),
            ("prospector.options".to_owned(), json!(options).to_string()),
        ])
    }

    fn tags(&self) -> Option<Vec<String>> {
        let tags = self.tags.iter().flat_map(|name| match name.as_str() {
            "seven" => SEVEN_TAGS.map(str::to_owned).to_vec(),
            name => vec![name.to_owned()],
        });
        (!self.tags.is_empty()).then(|| tags.collect())
    }
}

/// How games are written, with all that it takes.
enum Format {
    AsItIs,
    Clean(Option<Vec<String>>),
    Uci,
    /// With these tags beside the usual ones, and with this metadata.
    Rows(Vec<String>, Vec<(String, String)>),
}

/// Starts files of games.
struct Outputs {
    format: Format,
}

impl Outputs {
    fn start(&self, places: Places, group: usize) -> Result<Box<dyn GamesCollector>> {
        let form: Box<dyn Form> = match &self.format {
            Format::AsItIs => Box::new(AsItIs),
            Format::Clean(tags) => Box::new(Clean { tags: tags.clone() }),
            Format::Uci => Box::new(UciLine),
            Format::Rows(tags, metadata) => {
                let rows = RowsCollector::new(tags.clone(), metadata.clone(), group, places)?;
                return Ok(Box::new(rows));
            }
        };
        Ok(Box::new(TextCollector::new(form, places)?))
    }

    /// The file of a value, whose name only the games tell.
    fn start_value(&self, path: &Path, value: &str) -> Result<Box<dyn GamesCollector>> {
        let path = key::file_of(path, value);
        let cannot = format!("cannot write `{}`", path.display());
        self.start(Places::One(Place::OneOfMany(path)), GROUP_OF_MANY).context(cannot)
    }
}

impl Summarised for Chosen {
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
        let files = self.written.len();
        if files > MOST_NAMED {
            let games = self.written.iter().map(|written| written.games).sum();
            let bytes = self.written.iter().map(|written| written.bytes).sum();
            let (games, bytes) = (HumanCount(games), HumanBytes(bytes));
            writeln!(
                f,
                "{games} games, {bytes}, written to {files} files, the first and the last:"
            )?;
        }
        let named = self.written.iter().enumerate();
        let named = named.filter(|(at, _)| files <= MOST_NAMED || *at == 0 || *at + 1 == files);
        for (_, Written { path, games, bytes }) in named {
            let (games, bytes) = (HumanCount(*games), HumanBytes(*bytes));
            match path {
                Some(path) => writeln!(f, "{games} games, {bytes}, written to {}", path.display())?,
                None => writeln!(f, "{games} games, {bytes}, written to standard output")?,
            }
        }
        Ok(())
    }
}
