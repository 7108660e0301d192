//! `miner positions`: positions with what they count as, in the forms that tuners and trainers read.

use std::{
    fmt::{self, Formatter},
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
};

use anyhow::{Context, Result, bail};
use clap::{
    Args,
    builder::{PossibleValue, PossibleValuesParser, TypedValueParser},
};
use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use tables::{Counters, Output, Provenance, Table};

use crate::{
    PROGRAM,
    cli::{
        Ended, Run,
        args::{self, SourceArgs, at_least_one, filters::FilterArgs, label::LabelArgs},
        mine::{self, Interrupted, Reading},
        progress::Bar,
        summary::{self, Summarised},
    },
    collect::{
        TieredCollector,
        label::Label,
        positions::{self, PositionsCollector, SampledGame},
    },
    games::{
        GamesCollector,
        files::{Place, Places, Ready, finish_all},
        text::TextCollector,
    },
    read::inputs::Input,
    remarks::window::{Window, pawns},
    run::plan::check_used,
    training::{
        self, FORMATS, Format, Viriformat, Writer,
        repeats::drop_repeated,
        scorer::{self, Search},
    },
};

/// `miner positions`
#[derive(Debug, Args)]
pub struct Positions {
    /// What is read. Each input is a source by itself: filters that count games (--first,
    /// --no-duplicates) count in each; with viriformat, which holds whole games, in all together.
    #[command(flatten)]
    pub source: SourceArgs,
    /// Both players must have at least this Elo (0 for any, also unknown).
    #[arg(long, value_name = "ELO", default_value_t = 0,
          value_parser = clap::value_parser!(u16).range(0..=4000))]
    pub min_elo: u16,
    /// Plies of a game before its first position.
    #[arg(long, value_name = "N", default_value_t = 14)]
    pub min_ply: usize,
    /// Take only positions with at least this many pieces and pawns, kings included.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=32))]
    pub min_men: Option<u32>,
    /// Take at most this many positions of a game, spread over it [default: all].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub per_game: Option<usize>,
    /// Replace a position that is not quiet by the one that its best captures lead to, by a search that counts
    /// material, instead of leaving it out.
    #[arg(long)]
    pub resolve: bool,
    /// Where they go.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// The format [default: by the file's ending, else packed].
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<&'static Format>,
    /// Also write them as EPD: `c9` is the outcome; `id` is the input and the game's number in the output.
    #[arg(long, value_name = "FILE")]
    pub epd: Option<PathBuf>,
    /// Take only positions that have a score in the games' comments ([%eval], engines' own), and store that score;
    /// of whole games, take the first stretch of such positions.
    #[arg(long, conflicts_with = "engine")]
    pub comment_scores: bool,
    /// Take only positions whose score in the comments, White's in pawns, is at least this.
    #[arg(long, value_name = "PAWNS", value_parser = pawns, allow_hyphen_values = true)]
    pub min_eval: Option<i32>,
    /// Take only positions whose score in the comments, White's in pawns, is at most this.
    #[arg(long, value_name = "PAWNS", value_parser = pawns, allow_hyphen_values = true)]
    pub max_eval: Option<i32>,
    /// What a position counts as.
    #[command(flatten)]
    pub label: LabelArgs,
    /// Take only positions whose mover had at least this many seconds left on the clock after the move.
    #[arg(long, value_name = "SECONDS")]
    pub min_clock: Option<u32>,
    /// Score each position by a search of this UCI engine.
    #[arg(long, value_name = "PROGRAM", requires = "score_nodes")]
    pub engine: Option<PathBuf>,
    /// Nodes that the engine searches for each position.
    #[arg(long, value_name = "N", requires = "engine",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub score_nodes: Option<u64>,
    /// Write the file even if there are no positions; this may replace a good one.
    #[arg(long)]
    pub allow_empty: bool,
    /// Which games count.
    #[command(flatten)]
    pub filters: FilterArgs,
}

impl Run for Positions {
    fn only_reports(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write, stop: &AtomicBool) -> Result<Ended> {
        run(self, stop)?.tell(self.source.json, out)
    }
}

/// Reads the name of a format.
fn format() -> impl TypedValueParser<Value = &'static Format> {
    let names = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.about));
    PossibleValuesParser::new(names)
        .try_map(|name| Format::named(&name).ok_or("there is no such format"))
}

/// What was written.
#[derive(Debug)]
pub struct Collected {
    /// What became of the games.
    pub counters: Counters,
    /// Games in the file.
    pub games: usize,
    /// Positions in the file; nothing for whole games.
    pub positions: Option<Count>,
    /// How the file is written.
    pub format: &'static Format,
    /// Whether its scores are from a search or from comments.
    pub is_scored: bool,
    /// The file and its size.
    pub written: (PathBuf, u64),
    /// The EPD file with the same positions, if one was asked for.
    pub epd: Option<PathBuf>,
    /// How the reading went.
    pub reading: Reading,
}

/// How many positions there are.
#[derive(Clone, Copy, Debug)]
pub struct Count {
    /// In the file.
    pub written: usize,
    /// Left out because another game has them.
    pub repeated: usize,
}

fn run(arguments: &Positions, stop: &AtomicBool) -> Result<Collected> {
    let Positions { source, out, epd, filters, .. } = arguments;
    let sources = source.inputs()?;
    if let Some(window) = arguments.window().filter(|window| window.is_empty()) {
        bail!("the bounds of scores are the wrong way round: {window}");
    }
    let written = [out.as_path()].into_iter().chain(epd.as_deref());
    mine::refuse_to_overwrite(&sources, source, filters, written)?;
    match arguments.format()?.writer {
        Writer::Games => write_games(arguments, &sources, stop),
        Writer::Packed | Writer::Rows(_) => write_positions(arguments, &sources, stop),
    }
}

impl Positions {
    fn format(&self) -> Result<&'static Format> {
        self.format.or_else(|| Format::of(&self.out)).with_context(|| {
            format!("`{}` does not say which format; name one with --format", self.out.display())
        })
    }

    fn settings(&self) -> positions::Settings {
        let (min_men, per_game) = (self.min_men.unwrap_or(0), self.per_game.unwrap_or(0));
        let Self { min_ply, resolve, comment_scores, .. } = *self;
        let (window, label) = (self.window(), self.label());
        positions::Settings { min_ply, min_men, per_game, resolve, comment_scores, window, label }
    }

    fn label(&self) -> Label {
        Label { eval_win: self.label.eval_win(), min_clock: self.min_clock }
    }

    /// The bounds of scores in the comments, if there are any.
    fn window(&self) -> Option<Window> {
        let window = Window { low: self.min_eval, high: self.max_eval };
        (window != Window::default()).then_some(window)
    }

    fn search(&self) -> Option<Search> {
        Some(Search { program: self.engine.clone()?, nodes: self.score_nodes? })
    }

    /// What a file says of how it was made.
    fn options(&self) -> Result<Vec<(&'static str, String)>> {
        let per_game = self.per_game.map_or_else(|| "all".to_owned(), |n| n.to_string());
        let mut options = self.filters.in_force()?;
        options.push(("min-elo", self.min_elo.to_string()));
        options.push(("min-ply", self.min_ply.to_string()));
        options.extend(self.min_men.map(|men| ("min-men", men.to_string())));
        options.push(("per-game", per_game));
        for (name, is_given) in [("resolve", self.resolve), ("comment-scores", self.comment_scores)]
        {
            options.extend(is_given.then(|| (name, "true".to_owned())));
        }
        options.extend(self.window().map(|window| ("score", window.to_string())));
        options.extend(self.label().options());
        Ok(options)
    }
}

/// Said where a file would be empty.
const NO_POSITION: &str =
    "no game has a wanted position. Nothing was written. Use --allow-empty to write an empty file";

fn cannot(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

/// Writes whole games, all inputs in one pass.
fn write_games(arguments: &Positions, inputs: &[Input], stop: &AtomicBool) -> Result<Collected> {
    let Positions { source, min_elo, min_ply, out, allow_empty, filters, .. } = arguments;
    let format = arguments.format()?;
    let useless = [
        ("min-men", arguments.min_men.is_some()),
        ("per-game", arguments.per_game.is_some()),
        ("resolve", arguments.resolve),
        ("epd", arguments.epd.is_some()),
        ("engine", arguments.engine.is_some()),
        ("min-eval", arguments.min_eval.is_some()),
        ("max-eval", arguments.max_eval.is_some()),
        ("label", arguments.label.eval_win().is_some()),
        ("min-clock", arguments.min_clock.is_some()),
    ];
    if let Some((name, _)) = useless.into_iter().find(|(_, is_given)| *is_given) {
        bail!("--{name} has no effect with {}, which holds whole games", format.name);
    }
    let form = Viriformat { min_ply: *min_ply, comment_scores: arguments.comment_scores };
    let place = Places::One(Place::File(out.clone()));
    let collector = TextCollector::new(Box::new(form), place);
    let collector = Box::new(collector.with_context(|| cannot(out))?);
    let wanted = [TieredCollector { min_elo: *min_elo, collector: &*collector }];
    let (mined, reading) = mine::read(&wanted, inputs, source, filters, stop)?;
    let counters = mined.lowest_tier();
    if !allow_empty {
        check_used(&counters, None).inspect_err(|_| reading.tell_failed())?;
    }
    let ready = collector.finish().with_context(|| cannot(out))?;
    if !allow_empty && ready.iter().all(Ready::is_empty) {
        bail!("{NO_POSITION}");
    }
    let written = finish_all(ready).with_context(|| cannot(out))?;
    let [games, bytes] =
        written.iter().fold([0, 0], |sum, file| [sum[0] + file.games, sum[1] + file.bytes]);
    Ok(Collected {
        counters,
        games: games as usize,
        positions: None,
        format,
        is_scored: arguments.comment_scores,
        written: (out.clone(), bytes),
        epd: None,
        reading,
    })
}

/// Collects and writes positions. Every input is a source of its own and read by itself.
fn write_positions(
    arguments: &Positions,
    sources: &[Input],
    stop: &AtomicBool,
) -> Result<Collected> {
    let Positions { source, out, epd, .. } = arguments;
    let format = arguments.format()?;
    let search = arguments.search();
    refuse_what_has_no_effect(arguments, sources, format)?;
    // Before hours of reading.
    let mut epd_file =
        epd.as_ref().map(|path| Output::create(path).with_context(|| cannot(path))).transpose()?;
    // A pipe would be at its end for whoever reads it.
    if fs::metadata(out).map_or(true, |old| old.is_file()) {
        drop(Output::create(out).with_context(|| cannot(out))?);
    }

    let Gathered { mut games, repeated, provenance, reading } = gather(arguments, sources, stop)?;
    let counters = provenance.counters.clone();
    let count = Count { written: games.iter().map(|game| game.samples.len()).sum(), repeated };
    if let Some(search) = &search {
        score(&mut games, search, args::threads(source.threads), stop)?;
    }
    let names: Vec<String> = provenance.inputs.iter().map(|input| input.name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let (Some(file), Some(path)) = (&mut epd_file, epd) {
        let rows = training::write_rows(&games, &names, training::write_epd_with_id, file);
        rows.with_context(|| cannot(path))?;
    }
    let output = match format.writer {
        Writer::Rows(row) => {
            let mut file = Output::create(out).with_context(|| cannot(out))?;
            training::write_rows(&games, &names, row, &mut file).with_context(|| cannot(out))?;
            file
        }
        Writer::Packed | Writer::Games => {
            let games = games.iter().map(SampledGame::positions).collect();
            tables::Positions::new(games, provenance).prepare(out)?
        }
    };
    // Both or none.
    let outputs = [output].into_iter().chain(epd_file).collect();
    let sizes = Output::finish_all(outputs).map_err(|(index, error)| {
        let path = if index == 0 { Some(out) } else { epd.as_ref() };
        anyhow::Error::new(error).context(path.map(|path| cannot(path)).unwrap_or_default())
    })?;
    Ok(Collected {
        counters,
        games: games.len(),
        positions: Some(count),
        format,
        is_scored: search.is_some() || arguments.comment_scores,
        written: (out.clone(), sizes[0]),
        epd: epd.clone(),
        reading,
    })
}

/// Refuses options that positions in this format have no use for.
fn refuse_what_has_no_effect(
    arguments: &Positions,
    sources: &[Input],
    format: &Format,
) -> Result<()> {
    if arguments.source.errors_to.is_some() && sources.len() > 1 {
        bail!("--errors-to works with one input here: each input is read by itself");
    }
    if sources.len() > usize::from(u16::MAX) {
        bail!("{} inputs are more than a file of positions can tell apart", sources.len());
    }
    if matches!(format.writer, Writer::Packed) && arguments.label.eval_win().is_some() {
        bail!("--label has no effect with {}, which has one outcome per game", format.name);
    }
    if arguments.engine.is_some() && !format.has_scores && arguments.epd.is_none() {
        bail!("--engine has no effect with {}, which has no scores", format.name);
    }
    Ok(())
}

/// What all inputs gave together, each position once.
struct Gathered {
    games: Vec<SampledGame>,
    /// How many positions are left out because another game has them.
    repeated: usize,
    provenance: Provenance,
    reading: Reading,
}

fn gather(arguments: &Positions, sources: &[Input], stop: &AtomicBool) -> Result<Gathered> {
    let (parts, reading) = collect(arguments, sources, stop)?;
    let mut provenance = Provenance { program: PROGRAM.to_owned(), ..Provenance::default() };
    let options = arguments.options()?.into_iter().map(|(name, value)| (name.to_owned(), value));
    provenance.options.extend(options);
    let mut games = Vec::new();
    for (source, part) in parts.into_iter().enumerate() {
        provenance.inputs.push(part.input);
        provenance.counters.merge(&part.counters);
        games.extend(
            part.games.into_iter().map(|game| SampledGame { source: source as u16, ..game }),
        );
    }
    games.sort_unstable();
    let repeated = drop_repeated(&mut games);
    games.retain(|game| !game.samples.is_empty());
    games.sort_unstable();
    if !arguments.allow_empty {
        check_used(&provenance.counters, None).inspect_err(|_| reading.tell_failed())?;
        if games.is_empty() {
            bail!("{NO_POSITION}");
        }
    }
    Ok(Gathered { games, repeated, provenance, reading })
}

fn score(
    games: &mut [SampledGame],
    search: &Search,
    threads: usize,
    stop: &AtomicBool,
) -> Result<()> {
    let bar = Bar::busy(format!("{} searches", search.program.display()));
    let is_done = scorer::score_all(games, search, threads, stop);
    bar.clear();
    if is_done? { Ok(()) } else { Err(Interrupted.into()) }
}

/// What each input gave, sorted by inputs: which was named first makes no difference.
fn collect(
    arguments: &Positions,
    sources: &[Input],
    stop: &AtomicBool,
) -> Result<(Vec<Part>, Reading)> {
    let Positions { source, min_elo, filters, .. } = arguments;
    let mut parts: Vec<Part> = Vec::new();
    let mut whole: Option<Reading> = None;
    for input in sources {
        let collector = PositionsCollector::new(arguments.settings());
        let wanted = [TieredCollector { min_elo: *min_elo, collector: &collector }];
        let (mined, reading) =
            mine::read_or_fail(&wanted, std::slice::from_ref(input), source, filters, stop)?;
        let games = collector.finish();
        let counters = mined.lowest_tier();
        let failed = || tables::Input { name: input.short_name(), bytes: 0, digest: 0 };
        let is_read = !mined.inputs.is_empty();
        let input = mined.inputs.into_iter().next().unwrap_or_else(failed);
        parts.push(Part { input, is_read, counters, games });
        whole = Some(match whole {
            None => reading,
            Some(whole) => whole.and(reading),
        });
    }
    let Some(reading) = whole else { bail!("there is nothing to read") };
    let (read, games_read) = parts.iter().fold((0, 0), |(read, games), part| {
        (read + usize::from(part.is_read), games + part.counters.games_read)
    });
    mine::check_read(&reading.failed, read, games_read)?;
    parts.sort_by(|a, b| a.input.cmp(&b.input));
    Ok((parts, reading))
}

/// What one input gave.
struct Part {
    input: tables::Input,
    /// Whether it was read to its end.
    is_read: bool,
    counters: Counters,
    games: Vec<SampledGame>,
}

impl Summarised for Collected {
    fn reading(&self) -> &Reading {
        &self.reading
    }

    fn json(&self) -> Value {
        let mut summary = summary::reading_json(&self.counters, &self.reading);
        summary["games_with_positions"] = json!(self.games);
        if let Some(Count { written, repeated }) = self.positions {
            summary["collected"] = json!(written);
            summary["repeated"] = json!(repeated);
        }
        summary["format"] = json!(self.format.name);
        summary["bytes"] = json!(self.written.1);
        summary["path"] = json!(self.written.0.display().to_string());
        summary
    }
}

impl fmt::Display for Collected {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        summary::write_games(f, &self.counters, &self.reading)?;
        summary::write_trouble(f, &self.reading)?;
        let count = |n: usize| HumanCount(n as u64).to_string();
        let (path, bytes) = (self.written.0.display(), HumanBytes(self.written.1));
        let games = count(self.games);
        match self.positions {
            Some(Count { written, repeated }) => writeln!(
                f,
                "\npositions: {} of {games} games, {} that another game has left out, {bytes}, written to {path}",
                count(written),
                count(repeated),
            )?,
            None => writeln!(f, "\n{games} games, {bytes}, written to {path}")?,
        }
        if let Some(epd) = &self.epd {
            writeln!(f, "  as EPD: {}", epd.display())?;
        }
        match self.format.writer {
            Writer::Packed => {
                writeln!(f, "\nNext: `lab tune {path}` fits the evaluation to them.")
            }
            _ => {
                if self.format.needs_scores && !self.is_scored {
                    writeln!(f, "  no scores: 0 stands in their place")?;
                }
                writeln!(f, "\nNext: {}.", self.format.reader)
            }
        }
    }
}
