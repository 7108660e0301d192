//! `miner bench`: our stages, one by one, beside pgn-reader and shakmaty in the same run.
//!
//! Rounds alternate: each runs every stage once, so that whatever else the machine does meets them
//! all. What is printed are medians.

use std::{
    fmt, fs, hint,
    io::{self, Read, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use clap::Args;
use pgn_reader::{RawTag, SanPlus, Visitor};
use shakmaty::{Chess, Position};
use tables::{Counters, Phase};

use crate::{
    cli::{
        Ended, Run,
        args::{self, at_least_one},
    },
    collect::{
        Collector, TableSettings, Tally, TieredCollector, census::CensusCollector, imbalance,
        opening, pst,
    },
    filter::Filter,
    pgn::{
        split::{Bare, Next, next_game_bare, next_game_slowly},
        tags::Tags,
        tokens::{self, Tokens},
    },
    read::{
        block::{BLOCK_BYTES, Piece},
        inputs::Input,
        source::Source,
    },
    replay::{Replay, judge::Judge},
    run::{
        job::{Job, Watch},
        pipeline::mine,
        reader::{Reader, Stretch},
    },
};

/// `miner bench`.
#[derive(Debug, Args)]
pub struct Bench {
    /// A PGN file that fits into memory, plain or packed as zst.
    #[arg(value_name = "FILE")]
    pub input: PathBuf,
    /// How many threads the last row uses [default: as many as there are cores].
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub threads: Option<usize>,
    /// How often each stage runs.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = at_least_one)]
    pub rounds: usize,
    /// Only stages whose name holds this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub only: String,
}

impl Run for Bench {
    fn run(&self, out: &mut dyn Write, _: &AtomicBool) -> Result<Ended> {
        write!(out, "{}", run(self)?)?;
        Ok(Ended::Well)
    }
}

/// What was measured.
#[derive(Debug)]
pub struct Measured {
    bytes: usize,
    games: u64,
    plies: u64,
    rounds: usize,
    rows: Vec<(&'static str, Duration)>,
}

/// A stage is repeated until a round takes about so long.
const LEAST: Duration = Duration::from_millis(150);

/// Something to measure: its name, and what runs it.
type Stage<'a> = (&'static str, Box<dyn Fn() + 'a>);

/// The end of the names of stages that are measured by the clock on the wall.
const WALL: &str = "(wall)";

/// What a packed file's rows are compared with.
const UNPACKING: &str = "unpacking alone (wall)";

/// The stage that others are compared with.
const ANCHOR: &str = "pgn-reader + shakmaty replay";

/// Measures all stages on a plain PGN file, or a packed one that fits into memory.
///
/// # Errors
/// If the file cannot be read.
fn run(bench: &Bench) -> Result<Measured> {
    let Bench { input: path, threads, rounds, only } = bench;
    let rounds = *rounds;
    let threads = args::threads(*threads);
    let context = || format!("cannot read `{}`", path.display());
    let mut reader = Text::open(path).with_context(context)?;
    let is_packed = matches!(reader, Text::Packed { .. });
    let mut text = Vec::new();
    reader.read_to_end(&mut text).with_context(context)?;
    let input = [Input::File(path.to_owned())];
    let mut counters = [Counters::default()];
    count(&text, 0, &CensusCollector::default(), &mut counters);
    let [counters] = counters;
    let mut stages = stages(&text, path, &input, threads);
    if is_packed {
        stages.push((UNPACKING, Box::new(|| unpack(path))));
    }
    stages.retain(|(name, _)| name.contains(only));
    // The system's count of CPU time may move in steps of milliseconds.
    let repeats: Vec<u32> = stages
        .iter()
        .map(|(_, stage)| {
            let started = Instant::now();
            stage();
            LEAST.div_duration_f64(started.elapsed()).ceil().clamp(1.0, 1e3) as u32
        })
        .collect();
    let mut times = vec![Vec::with_capacity(rounds); stages.len()];
    for _ in 0..rounds {
        for (((name, stage), times), &repeats) in stages.iter().zip(&mut times).zip(&repeats) {
            let started = Clock::start(name.ends_with(WALL));
            for _ in 0..repeats {
                stage();
            }
            times.push(started.elapsed() / repeats);
        }
    }
    let rows = stages.iter().zip(times).map(|((name, _), times)| (*name, median(times))).collect();
    Ok(Measured {
        bytes: text.len(),
        games: counters.games_read,
        plies: counters.positions - counters.games_used,
        rounds,
        rows,
    })
}

fn stages<'a>(
    text: &'a [u8],
    path: &'a Path,
    input: &'a [Input],
    threads: usize,
) -> Vec<Stage<'a>> {
    let imbalance =
        imbalance::Settings { stable_plies: 1, ratings: false, label: Default::default() };
    let pst = pst::Settings { phases: vec![Phase::All], label: Default::default() };
    let opening =
        opening::Settings { max_ply: 60, min_games: 3, averages: false, label: Default::default() };
    vec![
        ("pgn-reader tags only", Box::new(|| read_with(text, &mut TagsOnly))),
        ("pgn-reader tokens", Box::new(|| read_with(text, &mut TokensOnly))),
        (ANCHOR, Box::new(|| read_with(text, &mut Replayer))),
        ("the same, from file", Box::new(move || replay_file(path))),
        ("split", Box::new(|| split(text))),
        ("split, byte by byte", Box::new(|| split_slowly(text))),
        ("split, tags", Box::new(|| tags(text))),
        ("split, tags, tokens", Box::new(|| tokens(text))),
        ("split, tags, tokens, replay", Box::new(|| replay(text))),
        ("the same with the judge's rules", Box::new(|| judge(text))),
        (
            "every game rejected by its Elo",
            Box::new(move || {
                count(text, 4000, &CensusCollector::default(), &mut [Counters::default()]);
            }),
        ),
        ("imbalance, from file", Box::new(move || mined(input, &imbalance, 1))),
        ("pst, from file", Box::new(move || mined(input, &pst, 1))),
        ("opening, from file", Box::new(move || mined(input, &opening, 1))),
        ("imbalance, one thread (wall)", Box::new(move || mined(input, &imbalance, 1))),
        ("imbalance, all threads (wall)", Box::new(move || mined(input, &imbalance, threads))),
    ]
}

/// Calls `each` with the tag section and the movetext of every game, and the movetext without comments.
fn each_game(text: &[u8], mut each: impl FnMut(&[u8], &[u8], Option<&[u8]>)) {
    let (mut at, mut bare) = (0, Bare::default());
    while let Some(Next::Game(extent)) = next_game_bare(text, at, true, &mut bare) {
        let (tags, movetext) =
            (&text[extent.start..extent.movetext], &text[extent.movetext..extent.end]);
        each(tags, movetext, bare.text());
        at = extent.end;
    }
}

fn split(text: &[u8]) {
    each_game(text, |_, movetext, bare| {
        hint::black_box((movetext, bare));
    });
}

fn split_slowly(text: &[u8]) {
    let mut at = 0;
    while let Some(Next::Game(extent)) = next_game_slowly(text, at, true) {
        hint::black_box(extent);
        at = extent.end;
    }
}

fn tags(text: &[u8]) {
    each_game(text, |section, _, _| {
        hint::black_box(Tags::read::<false>(section));
    });
}

fn tokens(text: &[u8]) {
    let mut tokens = Tokens::default();
    each_game(text, |section, movetext, bare| {
        hint::black_box(Tags::read::<false>(section));
        hint::black_box(tokens::read(bare.unwrap_or(movetext), &mut tokens));
    });
}

fn replay(text: &[u8]) {
    let mut replay = Replay::default();
    each_game(text, |section, movetext, bare| {
        hint::black_box(Tags::read::<false>(section));
        replay.set_up_standard();
        hint::black_box(replay.replay_bare(movetext, bare));
    });
}

fn judge(text: &[u8]) {
    let mut judge = Judge::default();
    each_game(text, |section, movetext, _| {
        hint::black_box(Tags::read::<false>(section));
        judge.set_up_standard();
        hint::black_box(judge.replay(movetext));
    });
}

/// Counts the games whose players have at least this Elo.
fn count(text: &[u8], min_elo: u16, collector: &dyn Collector, counters: &mut [Counters]) {
    let filter = Filter::default();
    let mut tally = Tally::new(&[TieredCollector { min_elo, collector }]);
    let mut bad = Vec::new();
    let mut stretch = Stretch { tally: &mut tally, bad: &mut bad, room: u64::MAX };
    Reader::new(&filter, None).read_games(text, 0, text.len(), true, &mut stretch);
    hint::black_box(&tally).count(counters);
}

/// Reads the input and makes its tables: for the opening table that is much of the work.
fn mined(inputs: &[Input], settings: &dyn TableSettings, threads: usize) {
    let collector = settings.collector();
    let job = Job {
        inputs,
        filter: &Filter::default(),
        wanted: &[TieredCollector { min_elo: 0, collector: &*collector }],
        threads,
        block_bytes: BLOCK_BYTES,
        first: None,
        duplicates: None,
        strict: false,
    };
    hint::black_box(mine(&job, &Nobody, &AtomicBool::new(false)));
    hint::black_box(collector.finish().ok());
}

struct Nobody;

impl Watch for Nobody {}

/// What the anchor does, with the file read and unpacked on the way, as the miner's rows do.
fn replay_file(path: &Path) {
    if let Ok(text) = Text::open(path) {
        read_all(pgn_reader::Reader::new(text), &mut Replayer);
    }
}

/// The text of a file, plain or packed, all members of an archive one after the other.
enum Text {
    Plain(fs::File),
    Packed { source: Source, block: io::Cursor<Vec<u8>> },
}

impl Text {
    fn open(path: &Path) -> io::Result<Self> {
        match Source::open(&Input::File(path.to_owned()), BLOCK_BYTES)? {
            Source::Plain(_) => fs::File::open(path).map(Self::Plain),
            source => Ok(Self::Packed { source, block: io::Cursor::default() }),
        }
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (source, block) = match self {
            Self::Plain(file) => return file.read(buffer),
            Self::Packed { source, block } => (source, block),
        };
        loop {
            let len = block.read(buffer)?;
            if len > 0 || buffer.is_empty() {
                return Ok(len);
            }
            match source.next_piece()? {
                Piece::Block { block: next, .. } => {
                    *block = io::Cursor::new(next.read(Vec::new())?);
                }
                Piece::Member(_) => {}
                Piece::End { .. } => return Ok(0),
            }
        }
    }
}

/// Unpacks a file and looks at nothing.
fn unpack(path: &Path) {
    if let Ok(mut file) = Text::open(path) {
        hint::black_box(io::copy(&mut file, &mut io::sink()).ok());
    }
}

fn read_with<V: Visitor>(text: &[u8], visitor: &mut V) {
    read_all(pgn_reader::Reader::new(io::Cursor::new(text)), visitor);
}

fn read_all<R: io::Read, V: Visitor>(mut reader: pgn_reader::Reader<R>, visitor: &mut V) {
    while let Ok(Some(output)) = reader.read_game(visitor) {
        hint::black_box(output);
    }
}

/// Skips what follows the tags.
struct TagsOnly;

impl Visitor for TagsOnly {
    type Tags = u64;
    type Movetext = ();
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn tag(&mut self, tags: &mut u64, name: &[u8], value: RawTag<'_>) -> ControlFlow<u64> {
        if name == b"WhiteElo" || name == b"BlackElo" {
            *tags += value.as_bytes().len() as u64;
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: u64) -> ControlFlow<u64, ()> {
        ControlFlow::Break(tags)
    }

    fn end_game(&mut self, (): ()) -> u64 {
        0
    }
}

/// Reads moves and plays none.
struct TokensOnly;

impl Visitor for TokensOnly {
    type Tags = ();
    type Movetext = u64;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, plies: &mut u64, _: SanPlus) -> ControlFlow<u64> {
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, plies: u64) -> u64 {
        plies
    }
}

/// Plays the moves and counts nothing.
struct Replayer;

impl Visitor for Replayer {
    type Tags = ();
    type Movetext = Chess;
    type Output = bool;

    fn begin_tags(&mut self) -> ControlFlow<bool, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<bool, Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<bool> {
        match san.san.to_move(position) {
            Ok(mv) => position.play_unchecked(mv),
            Err(_) => return ControlFlow::Break(false),
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, position: Chess) -> bool {
        hint::black_box(position.is_check())
    }
}

/// The time this thread has been running, where the system tells, else the time that has passed:
/// on a busy machine the first is the better measure.
struct Clock {
    started: Instant,
    ran: Option<Duration>,
}

impl Clock {
    fn start(wall: bool) -> Self {
        Self { started: Instant::now(), ran: if wall { None } else { Self::ran() } }
    }

    fn elapsed(&self) -> Duration {
        match self.ran.zip(Self::ran()) {
            Some((before, now)) => now - before,
            None => self.started.elapsed(),
        }
    }

    fn ran() -> Option<Duration> {
        let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

impl fmt::Display for Measured {
    #[expect(clippy::cast_precision_loss, reason = "speeds for people")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bytes, games, plies, rounds, rows } = self;
        writeln!(f, "{bytes} bytes, {games} games, {plies} plies, medians of {rounds} rounds\n")?;
        writeln!(
            f,
            "{:32} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}",
            "", "ms", "MB/s", "kgames/s", "Mplies/s", "ns/ply", "ratio"
        )?;
        let anchor = rows.iter().find(|(name, _)| *name == ANCHOR).map(|(_, time)| *time);
        for (name, time) in rows {
            let seconds = time.as_secs_f64();
            writeln!(
                f,
                "{name:32} {:9.1} {:9.0} {:9.0} {:9.1} {:9.2} {:7.2}",
                seconds * 1e3,
                *bytes as f64 / seconds / 1e6,
                *games as f64 / seconds / 1e3,
                *plies as f64 / seconds / 1e6,
                seconds * 1e9 / *plies as f64,
                anchor.map_or(0.0, |anchor| anchor.as_secs_f64() / seconds),
            )?;
        }
        Ok(())
    }
}
