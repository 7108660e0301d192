//! A position and what is right in it, as a line of EPD has it.

use std::{collections::BTreeMap, fs, path::Path};

use engine::game::Game;
use shakmaty::{CastlingMode, Position as _, san::SanPlus, uci::UciMove};

/// The problems of a file.
#[derive(Debug, Default)]
pub struct Suite {
    /// In the file's order.
    pub problems: Vec<Problem>,
    /// A sentence for each line that holds none.
    pub unusable: Vec<String>,
}

impl Suite {
    /// Reads a file: a problem a line; empty lines, and lines that begin with `#`, are passed over.
    ///
    /// # Errors
    /// One sentence if the file cannot be read or holds no problem.
    pub fn read(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let bytes = fs::read(path).map_err(|e| format!("cannot read {name}: {e}"))?;
        let mut suite = Self::default();
        for (line, number) in String::from_utf8_lossy(&bytes).lines().zip(1..) {
            let line = line.trim_start_matches('\u{feff}').trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match Problem::parse(line, &format!("line {number}")) {
                Ok(problem) => suite.problems.push(problem),
                Err(why) => suite.unusable.push(format!("{name}, line {number}: {why}")),
            }
        }
        if suite.problems.is_empty() {
            let why = suite.unusable.first().map_or("it is empty", String::as_str);
            return Err(format!("{name} holds no problem: {why}"));
        }
        Ok(suite)
    }
}

/// A position and what is right in it. Moves are in UCI notation.
#[derive(Clone, Debug)]
pub struct Problem {
    name: String,
    game: Game,
    best: Vec<String>,
    avoid: Vec<String>,
    points: BTreeMap<String, u32>,
}

impl Problem {
    /// Reads a line: four fields, and operations that end with `;`. Understood are `id`, `bm` (any of these
    /// is right), `am` (none of these), and the points of the Strategic Test Suite: `c8 "10 7"` with
    /// `c9 "c1c3 d1d3"`, or `c0 "Rc1=10, Rd1=7"`. A line without an id is called `name`.
    ///
    /// # Errors
    /// One sentence if the position or a move in it is not legal, or nothing is said to be right.
    pub fn parse(line: &str, name: &str) -> Result<Self, String> {
        let (fields, rest) = fields(line).ok_or("a position has four fields")?;
        let game = Game::from_fen(&format!("{fields} 0 1"), CastlingMode::Standard)?;
        let operations = operations(rest);
        let operand = |code: &str| operations.get(code).map_or("", String::as_str);
        let moves = |code: &str| -> Result<Vec<String>, String> {
            operand(code).split_whitespace().map(|text| legal(&game, text)).collect()
        };
        let name = operations.get("id").map_or(name, String::as_str).to_owned();
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let points = points(&game, &operations)?;
        if best.is_empty() && avoid.is_empty() && points.is_empty() {
            return Err("it has neither bm nor am nor points".to_owned());
        }
        Ok(Self { name, game, best, avoid, points })
    }

    /// The position, as a game that begins there.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// What the file calls it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a move solves it. Where moves have points, it must have the most.
    #[must_use]
    pub fn is_solved_by(&self, mv: &str) -> bool {
        if !self.points.is_empty() {
            return self.points_of(mv) == self.most_points();
        }
        if self.best.is_empty() {
            let is_move = legal(&self.game, mv).is_ok();
            return is_move && !self.avoid.iter().any(|bad| bad == mv);
        }
        self.best.iter().any(|good| good == mv)
    }

    /// The points of a move; 0 where moves have none.
    #[must_use]
    pub fn points_of(&self, mv: &str) -> u32 {
        self.points.get(mv).copied().unwrap_or(0)
    }

    /// The points of the best move; 0 where moves have none.
    #[must_use]
    pub fn most_points(&self) -> u32 {
        self.points.values().copied().max().unwrap_or(0)
    }

    /// A move of it as people write it.
    #[must_use]
    pub fn san(&self, mv: &str) -> String {
        let chess = self.game.chess();
        let legal = mv.parse::<UciMove>().ok().and_then(|uci| uci.to_move(chess).ok());
        legal.map_or_else(
            || mv.to_owned(),
            |legal| SanPlus::from_move(chess.clone(), legal).to_string(),
        )
    }
}

/// The four fields of the position, and what follows.
fn fields(line: &str) -> Option<(&str, &str)> {
    let mut end = 0;
    for _ in 0..4 {
        let from = end + line[end..].find(|c: char| !c.is_whitespace())?;
        end = line[from..].find(char::is_whitespace).map_or(line.len(), |length| from + length);
    }
    Some((&line[..end], &line[end..]))
}

/// Operations by their codes, without the quotes around operands. A `;` in quotes ends nothing.
fn operations(text: &str) -> BTreeMap<String, String> {
    let mut quoted = false;
    let parts = text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    });
    let operation = |part: &str| {
        let part = part.trim();
        let (code, operand) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        (code.to_owned(), operand.trim().trim_matches('"').to_owned())
    };
    parts.map(operation).filter(|(code, _)| !code.is_empty()).collect()
}

/// The points of moves; none if no operation has them.
fn points(
    game: &Game,
    operations: &BTreeMap<String, String>,
) -> Result<BTreeMap<String, u32>, String> {
    let found = match (operations.get("c8"), operations.get("c9")) {
        (Some(points), Some(moves)) => {
            let points: Vec<_> = points.split_whitespace().collect();
            let moves: Vec<_> = moves.split_whitespace().collect();
            if points.len() != moves.len() {
                return Err(format!("c8 has {} points for {} moves", points.len(), moves.len()));
            }
            moves.into_iter().zip(points).collect()
        }
        // In other suites it is a comment.
        _ => operations.get("c0").and_then(|text| grades(text)).unwrap_or_default(),
    };
    let graded = |(mv, points): (&str, &str)| {
        let points = points.parse().map_err(|_| format!("`{points}` is no number of points"))?;
        Ok((legal(game, mv)?, points))
    };
    found.into_iter().map(graded).collect()
}

/// `Rc1=10, Rd1=7` in pairs. A promotion has an `=` of its own: `e8=Q=10`.
fn grades(text: &str) -> Option<Vec<(&str, &str)>> {
    let pairs = text.split(',').map(|grade| {
        let (mv, points) = grade.rsplit_once('=')?;
        let points = points.trim();
        points.parse::<u32>().is_ok().then_some((mv.trim(), points))
    });
    pairs.collect()
}

/// A legal move, given in SAN or in UCI notation, in UCI notation.
fn legal(game: &Game, text: &str) -> Result<String, String> {
    let chess = game.chess();
    let san = text.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(chess).ok());
    let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(chess).ok());
    let mv = san.or_else(uci).filter(|&mv| chess.is_legal(mv));
    mv.map(|mv| mv.to_uci(CastlingMode::Standard).to_string())
        .ok_or_else(|| format!("`{text}` is no legal move there"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - -";

    fn problem(operations: &str) -> Problem {
        Problem::parse(&format!("{MATE} {operations}"), "line 1").unwrap()
    }

    #[test]
    fn best_moves_and_moves_to_avoid_are_judged() {
        let best = problem("bm Re8# Kb2; id \"a; b\";");
        assert_eq!(best.name(), "a; b");
        assert!(best.is_solved_by("e1e8") && best.is_solved_by("a1b2"));
        assert!(!best.is_solved_by("a1b1"));
        let avoid = problem("am Kb1");
        assert_eq!(avoid.name(), "line 1");
        assert!(!avoid.is_solved_by("0000") && !avoid.is_solved_by("a1h7"));
        assert!(avoid.is_solved_by("e1e8") && !avoid.is_solved_by("a1b1"));
        assert_eq!((best.points_of("e1e8"), best.most_points()), (0, 0));
    }

    #[test]
    fn points_are_read_in_both_forms() {
        for operations in ["c0 \"Re8#=10, Kb1=3\";", "bm Kb1; c8 \"10 3\"; c9 \"e1e8 a1b1\";"] {
            let graded = problem(operations);
            assert_eq!([graded.points_of("e1e8"), graded.points_of("a1b1")], [10, 3]);
            assert!(graded.is_solved_by("e1e8") && !graded.is_solved_by("a1b1"), "{operations}");
            assert_eq!((graded.points_of("e1e2"), graded.most_points()), (0, 10));
        }
        // A comment is none.
        let noted = problem("bm Re8#; c0 \"Anderssen-Kieseritzky, London 1851\";");
        assert_eq!(noted.most_points(), 0);
    }

    #[test]
    fn what_is_no_problem_is_said() {
        for (line, said) in [
            ("6k1/5ppp/8 w -", "four fields"),
            ("6k1/5ppp/8 w - - bm Kb1;", "no FEN"),
            (&format!("{MATE} id \"x\";"), "neither bm nor am nor points"),
            (&format!("{MATE} bm Re9;"), "`Re9` is no legal move"),
            (&format!("{MATE} bm Qe8;"), "`Qe8` is no legal move"),
            (&format!("{MATE} c8 \"10\"; c9 \"e1e8 a1b1\";"), "1 points for 2 moves"),
        ] {
            let sentence = Problem::parse(line, "").unwrap_err();
            assert!(sentence.contains(said), "{sentence}");
        }
    }

    #[test]
    fn a_file_keeps_its_lines_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.epd");
        fs::write(&path, format!("# a comment\n\n{MATE} bm Re8#;\r\nx\n{MATE} am Kb1;\n")).unwrap();
        let suite = Suite::read(&path).unwrap();
        let names: Vec<_> = suite.problems.iter().map(Problem::name).collect();
        assert_eq!(names, ["line 3", "line 5"]);
        assert!(suite.unusable[0].ends_with("a.epd, line 4: a position has four fields"));
        fs::write(&path, "x\n").unwrap();
        assert!(Suite::read(&path).unwrap_err().contains("line 1"));
    }

    #[test]
    fn moves_are_shown_as_people_write_them() {
        assert_eq!(problem("bm Re8#").san("e1e8"), "Re8#");
        assert_eq!(problem("bm Re8#").san("0000"), "0000");
    }
}
