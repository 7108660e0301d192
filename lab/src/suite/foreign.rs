//! Another UCI engine, for comparison: a process that is spoken to.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    time::{Duration, Instant},
};

use engine::game::Game;
use shakmaty::{EnPassantMode, fen::Fen};

use super::solver::{ANALYSE, Answer, Line, Solver};
use crate::arena::contestant::Budget;

/// A UCI engine that runs as a process of its own. It ends with this value.
#[derive(Debug)]
pub struct Foreign {
    name: String,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    budget: Budget,
}

impl Foreign {
    /// Starts a program and sets its options, given as `NAME=VALUE`.
    ///
    /// # Errors
    /// One sentence if it cannot be run, does not speak UCI, or does not know an option.
    pub fn start(program: &Path, settings: &[String], budget: Budget) -> Result<Self, String> {
        let name = program.display().to_string();
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("cannot run {name}: {e}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{name} has no input or no output"));
        };
        let output = BufReader::new(output);
        let mut engine = Self { name, process, input, output, budget };
        engine.say("uci")?;
        let greeting = engine.hear_until("uciok")?;
        let options: Vec<_> = greeting.iter().filter_map(|line| option(line)).collect();
        let (name, value) = ANALYSE;
        if options.contains(&name) {
            engine.say(&format!("setoption name {name} value {value}"))?;
        }
        for setting in settings {
            let (option, value) =
                setting.split_once('=').ok_or_else(|| format!("`{setting}` is not NAME=VALUE"))?;
            if !options.iter().any(|known| known.eq_ignore_ascii_case(option)) {
                return Err(format!("{} has no option `{option}`", engine.name));
            }
            engine.say(&format!("setoption name {option} value {value}"))?;
        }
        Ok(engine)
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|e| format!("{} does not hear `{line}`: {e}", self.name))
    }

    /// The lines up to the one that begins with this word, and that one.
    fn hear_until(&mut self, word: &str) -> Result<Vec<String>, String> {
        let mut lines = Vec::new();
        loop {
            let mut bytes = Vec::new();
            let length = self.output.read_until(b'\n', &mut bytes);
            if length.map_err(|e| format!("{}: {e}", self.name))? == 0 {
                return Err(format!("{} ended before it said `{word}`", self.name));
            }
            let line = String::from_utf8_lossy(&bytes).trim().to_owned();
            let is_last = line.split_whitespace().next() == Some(word);
            lines.push(line);
            if is_last {
                return Ok(lines);
            }
        }
    }

    /// The limit as a `go` command.
    fn go(&self) -> String {
        match self.budget {
            Budget::Nodes(nodes) => format!("go nodes {nodes}"),
            Budget::Depth(depth) => format!("go depth {depth}"),
            Budget::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Budget::Clock { base, increment, moves } => {
                let [base, increment] = [base, increment].map(|time| time.as_millis());
                let moves = moves.map_or_else(String::new, |moves| format!(" movestogo {moves}"));
                format!("go wtime {base} btime {base} winc {increment} binc {increment}{moves}")
            }
        }
    }
}

impl Solver for Foreign {
    fn solve(&mut self, game: &Game) -> Result<Answer, String> {
        let fen = Fen::from_position(game.chess(), EnPassantMode::Legal);
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.hear_until("readyok")?;
        self.say(&format!("position fen {fen}"))?;
        let began = Instant::now();
        self.say(&self.go())?;
        let said = self.hear_until("bestmove")?;
        let best = said.last().and_then(|line| line.split_whitespace().nth(1)).map(str::to_owned);
        let lines = said.iter().filter_map(|line| info(line)).collect();
        Ok(Answer { best, lines, elapsed: began.elapsed(), ..Answer::default() })
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The name of `option name NAME type ...`.
fn option(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("option name ")?;
    rest.find(" type ").map(|end| &rest[..end])
}

/// The best line of an `info`, if it has one with an exact score.
fn info(line: &str) -> Option<Line> {
    let words: Vec<_> = line.strip_prefix("info ")?.split_whitespace().collect();
    let pv = words.iter().position(|&word| word == "pv")?;
    let (facts, mv) = (&words[..pv], words.get(pv + 1)?);
    let is_exact = !["string", "lowerbound", "upperbound"].iter().any(|word| facts.contains(word));
    let fact = |name: &str| {
        let at = facts.iter().position(|&word| word == name)?;
        facts.get(at + 1)?.parse::<u64>().ok()
    };
    let is_first = fact("multipv").unwrap_or(1) == 1;
    (is_exact && is_first).then(|| Line {
        mv: (*mv).to_owned(),
        depth: fact("depth").unwrap_or(0),
        nodes: fact("nodes").unwrap_or(0),
        elapsed: Duration::from_millis(fact("time").unwrap_or(0)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_with_exact_scores_are_read() {
        let read =
            info("info depth 7 seldepth 9 multipv 1 score cp 13 nodes 99 time 4 pv e2e4 e7e5");
        let elapsed = Duration::from_millis(4);
        assert_eq!(read, Some(Line { mv: "e2e4".to_owned(), depth: 7, nodes: 99, elapsed }));
        for other in [
            "info depth 7 score cp 13 lowerbound nodes 99 pv e2e4",
            "info depth 7 multipv 2 score cp 3 pv d2d4",
            "info string pv e2e4",
            "info depth 7 currmove e2e4",
            "info depth 7 pv",
            "bestmove e2e4",
        ] {
            assert_eq!(info(other), None, "{other}");
        }
    }

    #[test]
    fn names_of_options_may_have_blanks() {
        assert_eq!(option("option name Clear Hash type button"), Some("Clear Hash"));
        assert_eq!(option("id name x"), None);
    }

    #[test]
    fn a_program_that_speaks_no_uci_is_named() {
        let start =
            |program: &str| Foreign::start(Path::new(program), &[], Budget::Nodes(1)).unwrap_err();
        assert!(start("no-such-engine").starts_with("cannot run no-such-engine"));
        assert!(start("true").starts_with("true "));
    }
}
