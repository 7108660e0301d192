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

/// The least chance, half of what thousandths can say.
const LEAST: f64 = 0.0005;
/// A mate is worth more than any other score.
const MATE: i32 = 30_000;
/// Centipawns that stand for ten to one where chances are not said, as is usual.
const TEN_TO_ONE: f64 = 400.0;

/// A UCI engine that runs as a process of its own. It ends with this value.
#[derive(Debug)]
pub struct Foreign {
    name: String,
    /// What it calls itself, or else the program's path.
    id: String,
    options: Vec<String>,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    budget: Budget,
}

impl Foreign {
    /// How much [`Self::score`] grows when the odds grow by a factor of e.
    pub const ODDS: f64 = 100.0;

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
        let (id, options) = (name.clone(), Vec::new());
        let mut engine = Self { name, id, options, process, input, output, budget };
        engine.say("uci")?;
        let greeting = engine.hear_until("uciok")?;
        if let Some(id) = greeting.iter().find_map(|line| line.strip_prefix("id name ")) {
            id.trim().clone_into(&mut engine.id);
        }
        engine.options =
            greeting.iter().filter_map(|line| option(line)).map(str::to_owned).collect();
        let (name, value) = ANALYSE;
        engine.set_if_known(name, value)?;
        for setting in settings {
            let (option, value) =
                setting.split_once('=').ok_or_else(|| format!("`{setting}` is not NAME=VALUE"))?;
            if !engine.set_if_known(option, value)? {
                return Err(format!("{} has no option `{option}`", engine.name));
            }
        }
        Ok(engine)
    }

    /// What it calls itself.
    #[must_use]
    pub fn says_it_is(&self) -> &str {
        &self.id
    }

    /// Sets an option if it has it; tells whether it has.
    ///
    /// # Errors
    /// If it has ended.
    pub fn set_if_known(&mut self, option: &str, value: &str) -> Result<bool, String> {
        let is_known = self.options.iter().any(|known| known.eq_ignore_ascii_case(option));
        if is_known {
            self.say(&format!("setoption name {option} value {value}"))?;
        }
        Ok(is_known)
    }

    /// Tells it that another game begins.
    ///
    /// # Errors
    /// If it has ended.
    pub fn new_game(&mut self) -> Result<(), String> {
        self.say("ucinewgame")?;
        self.say("isready")?;
        self.hear_until("readyok").map(drop)
    }

    /// Asks it for chances of a win, a draw and a loss with each score, if it knows them.
    ///
    /// # Errors
    /// If it has ended.
    pub fn ask_for_chances(&mut self) -> Result<(), String> {
        self.set_if_known("UCI_ShowWDL", "true").map(drop)
    }

    /// What it says of a position within its budget: the natural logarithm of the mover's odds, [`Self::ODDS`] times. The odds
    /// are those of its chances, a draw half a win, if it says them, and else of its centipawns: 400 are ten to one.
    ///
    /// # Errors
    /// If it has ended, or says no score.
    pub fn score(&mut self, game: &Game) -> Result<i32, String> {
        let said = self.search(game)?;
        let last = said.iter().rev().find_map(|line| score(line));
        last.ok_or_else(|| format!("{} says no score of {}", self.name, fen(game)))
    }

    /// All that it says of a position.
    fn search(&mut self, game: &Game) -> Result<Vec<String>, String> {
        self.say(&format!("position fen {}", fen(game)))?;
        self.say(&self.go())?;
        self.hear_until("bestmove")
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
        self.new_game()?;
        let began = Instant::now();
        let said = self.search(game)?;
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

fn fen(game: &Game) -> Fen {
    Fen::from_position(game.chess(), EnPassantMode::Legal)
}

/// The score of an `info`'s best line, as the logarithm of the mover's odds. A bound counts, too: a short search often ends with
/// one, and it says more than what was exact before.
fn score(line: &str) -> Option<i32> {
    let words: Vec<_> = line.strip_prefix("info ")?.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "score")?;
    let &[kind, number, ..] = words.get(at + 1..)? else { return None };
    let is_first = words.windows(2).all(|pair| pair[0] != "multipv" || pair[1] == "1");
    let number: i32 = number.parse().ok().filter(|_| is_first && !words.contains(&"string"))?;
    let chances = words.windows(4).find(|four| four[0] == "wdl").and_then(|four| {
        let [win, draw, _] = [four[1], four[2], four[3]].map(|word| word.parse::<f64>().ok());
        Some(((win? + draw? / 2.0) / 1000.0).clamp(LEAST, 1.0 - LEAST))
    });
    match kind {
        "cp" => {
            let by_centipawns = f64::from(number) / TEN_TO_ONE * 10.0_f64.ln();
            let logarithm = chances.map_or(by_centipawns, |p| (p / (1.0 - p)).ln());
            Some((logarithm * Foreign::ODDS).round().clamp(-f64::from(MATE), f64::from(MATE)) as i32)
        }
        "mate" if number > 0 => Some(MATE),
        "mate" => Some(-MATE),
        _ => None,
    }
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
    fn scores_of_the_best_line_are_read_as_odds() {
        let scores = [
            ("info depth 7 multipv 1 score cp -400 nodes 99 pv e2e4 e7e5", Some(-230)),
            ("info depth 7 score cp 90 wdl 500 500 0 nodes 99 pv e2e4", Some(110)),
            ("info depth 7 score cp -900 wdl 0 0 1000 pv e2e4", Some(-760)),
            ("info depth 7 score mate 3 wdl 1000 0 0 pv e2e4", Some(MATE)),
            ("info depth 0 score mate 0", Some(-MATE)),
            ("info depth 7 score cp 400 lowerbound nodes 99 pv e2e4", Some(230)),
            ("info depth 7 multipv 2 score cp 3 pv d2d4", None),
            ("info depth 7 currmove e2e4", None),
            ("info depth 7 score cp", None),
            ("bestmove e2e4", None),
        ];
        for (line, expected) in scores {
            assert_eq!(score(line), expected, "{line}");
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
