//! Scores of positions by a UCI engine: a process for each thread, and each position by itself.
//!
//! Before each search the engine is told of a new game, so that it forgets what it has searched before and scores do not
//! depend on which thread had which position. Its search has one thread.

use std::{
    io::{BufRead, BufReader, Write},
    panic,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use anyhow::{Context, Result, anyhow, bail};
use rules::Color;

use crate::{
    collect::positions::{Sample, SampledGame, packed_score},
    remarks::Score,
};

/// How positions are searched.
#[derive(Clone, Debug)]
pub struct Search {
    /// The engine.
    pub program: PathBuf,
    /// Nodes a position.
    pub nodes: u64,
}

/// Positions that a thread takes at a time.
const PORTION: usize = 64;
/// Scores all positions; `false` if `stop` came before the end.
///
/// # Errors
/// If an engine cannot be started, ends, or gives a position no score.
pub fn score_all(
    games: &mut [SampledGame],
    search: &Search,
    threads: usize,
    stop: &AtomicBool,
) -> Result<bool> {
    let mut samples: Vec<&mut Sample> =
        games.iter_mut().flat_map(|game| &mut game.samples).collect();
    let portions = Mutex::new(samples.chunks_mut(PORTION));
    let next = || portions.lock().unwrap_or_else(PoisonError::into_inner).next();
    let has_failed = AtomicBool::new(false);
    let is_over = || stop.load(Ordering::Relaxed) || has_failed.load(Ordering::Relaxed);
    let work = || -> Result<()> {
        let mut engine = Engine::start(&search.program)?;
        while let Some(portion) = next() {
            for sample in portion {
                if is_over() {
                    return Ok(());
                }
                sample.score = Some(engine.score(sample, search.nodes)?);
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let work = || work().inspect_err(|_| has_failed.store(true, Ordering::Relaxed));
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let done = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| panic::resume_unwind(panic)));
        done.collect::<Vec<_>>().into_iter().collect::<Result<()>>()
    })?;
    Ok(!stop.load(Ordering::Relaxed))
}

/// A running engine.
struct Engine {
    name: String,
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts it, with one thread and as little memory as it can do with: what is cleared before each search should be
    /// small.
    fn start(program: &Path) -> Result<Self> {
        let name = program.display().to_string();
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start the engine `{name}`"))?;
        let (Some(commands), Some(answers)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("cannot talk to the engine `{name}`");
        };
        let mut engine = Self { name, process, commands, answers: BufReader::new(answers) };
        engine.tell("uci")?;
        let mut options = Vec::new();
        engine.hear("uciok", |line| {
            options.extend(line.strip_prefix("option name ").map(str::to_owned));
        })?;
        for (option, value) in [("Threads", "1"), ("Hash", "1")] {
            if options.iter().any(|line| line.starts_with(&format!("{option} type "))) {
                engine.tell(&format!("setoption name {option} value {value}"))?;
            }
        }
        Ok(engine)
    }

    fn tell(&mut self, command: &str) -> Result<()> {
        // Not as an error of input and output: a broken pipe would be taken for that of our own reader, who has gone.
        let told = writeln!(self.commands, "{command}").and_then(|()| self.commands.flush());
        told.map_err(|error| {
            anyhow!("cannot send `{command}` to the engine `{}`: {error}", self.name)
        })
    }

    /// Reads lines up to one that starts with this word.
    fn hear(&mut self, last: &str, mut each: impl FnMut(&str)) -> Result<()> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.answers.read_until(b'\n', &mut line)?;
            if read == 0 {
                bail!("the engine `{}` ended before it said `{last}`", self.name);
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            if text.split_whitespace().next() == Some(last) {
                return Ok(());
            }
            each(text);
        }
    }

    /// White's score of a position.
    fn score(&mut self, sample: &Sample, nodes: u64) -> Result<i16> {
        let Sample { position, halfmoves, fullmoves, .. } = sample;
        let fen = format!("{position} {halfmoves} {fullmoves}");
        self.tell("ucinewgame")?;
        self.tell("isready")?;
        self.hear("readyok", |_| ())?;
        self.tell(&format!("position fen {fen}"))?;
        self.tell(&format!("go nodes {nodes}"))?;
        let (mut exact, mut bound) = (None, None);
        let heard = self.hear("bestmove", |line| match read_score(line) {
            Some((score, true)) => exact = Some(score),
            Some((score, false)) => bound = Some(score),
            None => {}
        });
        heard.with_context(|| format!("no score of `{fen}`"))?;
        let Some(score) = exact.or(bound) else {
            bail!("the engine `{}` gave no score of `{fen}`", self.name);
        };
        Ok(packed_score(score.seen_by(position.turn())))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The score of a line `info ... score ...`, as if the mover were White, and whether it is no bound.
fn read_score(line: &str) -> Option<(Score, bool)> {
    let mut words = line.strip_prefix("info ")?.split_whitespace();
    words.by_ref().take_while(|&word| word != "string").find(|&word| word == "score")?;
    let (kind, number) = (words.next()?, words.next()?.parse::<i32>().ok()?);
    let score = match kind {
        "cp" => Score::Centipawns(number),
        "mate" => Score::Mate {
            // `mate 0` is a mate that has been given.
            winner: if number > 0 { Color::White } else { Color::Black },
            moves: number.unsigned_abs().min(u32::from(u16::MAX)) as u16,
        },
        _ => return None,
    };
    let is_bound = matches!(words.next(), Some("lowerbound" | "upperbound"));
    Some((score, !is_bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_and_mates_lie_beyond_them() {
        for (line, wanted) in [
            ("info depth 3 score cp -17 nodes 5 pv e2e4", Some((-17, true))),
            ("info depth 3 score cp 8 lowerbound nodes 5", Some((8, false))),
            ("info score mate 3", Some((31_997, true))),
            ("info score mate -2 pv a", Some((-31_998, true))),
            ("info score mate 0", Some((-32_000, true))),
            ("info score cp 1000000", Some((30_000, true))),
            ("info score mate 123456", Some((31_000, true))),
            ("info string score cp 5", None),
            ("info depth 3", None),
            ("info score cp x", None),
            ("bestmove e2e4", None),
        ] {
            let found = read_score(line).map(|(score, is_exact)| (packed_score(score), is_exact));
            assert_eq!(found, wanted, "{line}");
        }
    }
}
